"""Following, blocking and challenging people."""

from typing import Any

import pytest

from tests.server.analysis.playing import calling, event, new_table
from tests.server.visiting import Open, Visitor

RULESET = "mur-en"
TWO = {"ruleset": RULESET, "seats": [{"who": "you"}, {"who": "open"}]}


@pytest.fixture
def ada(server: Open) -> Visitor:
    visitor = server.visitor()
    visitor.register("Ada")
    return visitor


@pytest.fixture
def bob(server: Open) -> Visitor:
    visitor = server.visitor()
    visitor.register("Bob")
    return visitor


def id_of(visitor: Visitor) -> str:
    return str(visitor.get("/api/me").json()["id"])


def follow(visitor: Visitor, other: Visitor, yes: bool = True) -> list[dict[str, Any]]:
    answer = visitor.post("/api/me/follows", {"person": id_of(other), "yes": yes})
    assert answer.status_code == 200, answer.text
    return list(answer.json())


def block(visitor: Visitor, other: Visitor, yes: bool = True) -> list[str]:
    answer = visitor.post("/api/me/blocks", {"person": id_of(other), "yes": yes})
    assert answer.status_code == 200, answer.text
    return [one["name"] for one in answer.json()]


def challenge(visitor: Visitor, other: Visitor, **more: object) -> str:
    answer = visitor.post("/api/tables", {**TWO, "visibility": "private", "challenge": id_of(other), **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def challenges(visitor: Visitor) -> list[tuple[str, str, bool, bool]]:
    found = visitor.get("/api/challenges").json()
    return [(one["table"]["id"], one["name"], one["yours"], one["declined"]) for one in found]


def asked(server: Open, visitor: Visitor, table: str, **request: object) -> dict[str, Any]:
    """The answer to one request at a table."""

    async def ask() -> dict[str, Any]:
        async with calling(server, f"/ws/tables/{table}", visitor) as call:
            await call.hear()
            call.say({"id": 7, **request})
            while (heard := await call.hear()).get("id") != 7:
                pass
            return heard

    return server.do(ask())


def seen(server: Open, visitor: Visitor | None, table: str) -> dict[str, Any]:
    """What somebody is told who comes to a table."""

    async def look() -> dict[str, Any]:
        async with calling(server, f"/ws/tables/{table}", visitor) as call:
            return await call.hear()

    return server.do(look())


# --- following --------------------------------------------------------------------------------------------------------
def test_following(server: Open, ada: Visitor, bob: Visitor) -> None:
    assert ada.get("/api/me/follows").json() == []
    assert [(one["name"], one["here"], one["table"]) for one in follow(ada, bob)] == [("Bob", True, "")]
    table = new_table(server, RULESET, bob, server.visitor().be_guest("Cy"), "Cy", visibility="lobby")
    new_table(server, RULESET, bob, server.visitor().be_guest("Di"), "Di")  # private: nobody is led there
    assert ada.get("/api/me/follows").json()[0]["table"] == table
    event(server, table, "resign")
    assert ada.get("/api/me/follows").json()[0]["table"] == ""
    assert ada.get("/api/profile", params={"name": "Bob"}).json()["followed"] is True
    assert follow(ada, bob) == ada.get("/api/me/follows").json()  # twice is once
    assert follow(ada, bob, yes=False) == []


def test_whoever_has_closed_all_pages_is_not_here(
    server: Open, ada: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(ada, bob)
    people = server.services.people
    people._asked[id_of(bob)] -= 121
    assert [one["here"] for one in ada.get("/api/me/follows").json()] == [False]


def test_whom_nobody_can_follow(server: Open, ada: Visitor) -> None:
    guest = server.visitor().be_guest("Cy")
    for person in (guest, id_of(ada), "nobody"):
        assert ada.post("/api/me/follows", {"person": person, "yes": True}).status_code == 404
    assert server.visitor().get("/api/me/follows").status_code == 401


# --- challenges -------------------------------------------------------------------------------------------------------
def test_a_challenge_is_accepted_by_taking_the_seat(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = challenge(ada, bob)
    assert challenges(ada) == [(table, "Bob", True, False)]
    assert challenges(bob) == [(table, "Ada", False, False)]
    kept = {"seat": 1, "person": id_of(bob), "name": "Bob", "declined": False}
    assert seen(server, ada, table)["table"]["kept"] == kept
    assert "sit" in seen(server, bob, table)["table"]["may"]
    # Nobody else gets the seat, though they have the link.
    cy = server.visitor()
    cy.register("Cy")
    assert "sit" not in seen(server, cy, table)["table"]["may"]
    for seat in (1, -1):
        refused = asked(server, cy, table, do="sit", seat=seat)
        assert refused["code"] == ("seat_kept" if seat == 1 else "seat_taken")
    assert cy.get("/api/tables").json() == []  # it is private
    assert asked(server, bob, table, do="sit", seat=-1)["type"] == "done"
    told = seen(server, ada, table)["table"]
    assert (told["phase"], told["kept"], [seat["name"] for seat in told["seats"]]) == ("playing", None, ["Ada", "Bob"])
    assert challenges(ada) == challenges(bob) == []


def test_declining_tells_the_challenger(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = challenge(ada, bob)

    async def wait() -> dict[str, Any]:
        async with calling(server, f"/ws/tables/{table}", ada) as call:
            await call.hear()
            assert (await bob.http.post("/api/challenges", json={"table": table})).json() == []
            while (heard := await call.hear())["type"] != "changed" or not heard["table"]["kept"]["declined"]:
                pass
            return heard

    assert server.do(wait())["table"]["kept"]["name"] == "Bob"
    assert challenges(bob) == []
    assert challenges(ada) == [(table, "Bob", True, True)]
    # The seat is for whoever has the link from now on.
    cy = server.visitor()
    cy.be_guest("Cy")
    assert asked(server, cy, table, do="sit", seat=-1)["type"] == "done"
    assert challenges(ada) == []


def test_a_challenge_can_be_withdrawn_and_is_answered_once(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = challenge(ada, bob)
    stranger = server.visitor()
    stranger.register("Cy")
    assert stranger.post("/api/challenges", {"table": table}).json()["code"] == "challenge_gone"
    assert ada.post("/api/challenges", {"table": table}).json() == []
    assert challenges(bob) == []
    assert bob.post("/api/challenges", {"table": table}).status_code == 404
    again = challenge(ada, bob)
    assert asked(server, ada, again, do="fill", seat=1, level=1)["type"] == "done"  # a computer plays instead
    assert challenges(bob) == []


def test_a_challenge_outlives_the_server(tmp_path: Any) -> None:
    with Open(tmp_path) as server:
        ada, bob = server.visitor(), server.visitor()
        ada.register("Ada")
        bob.register("Bob")
        table, token = challenge(ada, bob), bob.token()
    with Open(tmp_path) as server:
        bob = server.visitor(Cookie=f"ludarium={token}")
        assert challenges(bob) == [(table, "Ada", False, False)]
        assert seen(server, None, table)["table"]["kept"]["name"] == "Bob"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"visibility": "lobby"}, "challenge_seats"),
        ({"seats": [{"who": "open"}, {"who": "open"}]}, "challenge_seats"),
        ({"seats": [{"who": "you"}, {"who": "computer"}]}, "challenge_seats"),
        ({"challenge": "nobody"}, "person_unknown"),
    ],
)
def test_what_is_no_challenge(ada: Visitor, bob: Visitor, more: dict[str, object], code: str) -> None:
    wanted = {**TWO, "visibility": "private", "challenge": id_of(bob), **more}
    assert ada.post("/api/tables", wanted).json()["code"] == code
    assert challenges(bob) == []
    assert ada.get("/api/me/tables").json() == []


def test_guests_neither_challenge_nor_are_challenged(server: Open, ada: Visitor) -> None:
    guest = server.visitor()
    guest.be_guest("Cy")
    wanted = {**TWO, "visibility": "private"}
    assert guest.post("/api/tables", {**wanted, "challenge": id_of(ada)}).json()["code"] == "challenge_account"
    assert ada.post("/api/tables", {**wanted, "challenge": id_of(guest)}).status_code == 404
    assert ada.post("/api/tables", {**wanted, "challenge": id_of(ada)}).status_code == 404


def test_not_too_many_challenges(ada: Visitor, bob: Visitor) -> None:
    for _ in range(20):
        challenge(ada, bob)
    assert ada.post("/api/tables", {**TWO, "visibility": "private", "challenge": id_of(bob)}).status_code == 429


def test_whoever_is_challenged_gets_a_notice_but_not_from_somebody_they_block(
    server: Open, ada: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str, str]] = []
    monkeypatch.setattr(server.services.rooms, "notify", lambda *notice: told.append(notice))
    table = challenge(ada, bob)
    assert told == [(id_of(bob), "challenge", table)]
    block(bob, ada)
    challenge(ada, bob)
    assert len(told) == 1


# --- blocking ---------------------------------------------------------------------------------------------------------
def test_a_blocked_account_cannot_challenge_and_is_not_told(ada: Visitor, bob: Visitor) -> None:
    assert block(ada, bob) == ["Bob"]
    table = challenge(bob, ada)
    assert challenges(bob) == [(table, "Ada", True, False)]  # as if nobody had answered yet
    assert challenges(ada) == []
    assert "block" not in str(bob.get("/api/profile", params={"name": "Ada"}).json()).replace("'blocked': False", "")
    assert block(ada, bob, yes=False) == []
    assert challenges(ada) == [(table, "Bob", False, False)]


def test_a_blocked_account_gets_no_seat(server: Open, ada: Visitor, bob: Visitor) -> None:
    block(ada, bob)
    table = str(ada.post("/api/tables", {**TWO, "visibility": "lobby"}).json()["id"])
    assert asked(server, bob, table, do="sit", seat=1)["code"] == "seat_taken"
    # It does not depend on whose table it is.
    cy = server.visitor()
    cy.register("Cy")
    three = {"ruleset": "mutterland", "options": {}, "seats": [{"who": "you"}, {"who": "open"}, {"who": "open"}]}
    made = cy.post("/api/tables", {**three, "visibility": "lobby"})
    assert made.status_code == 201, made.text
    other = str(made.json()["id"])
    assert asked(server, ada, other, do="sit", seat=1)["type"] == "done"
    assert asked(server, bob, other, do="sit", seat=2)["code"] == "seat_taken"
    block(ada, bob, yes=False)
    assert asked(server, bob, table, do="sit", seat=1)["type"] == "done"


def test_messages_of_a_blocked_account_are_not_shown(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = new_table(server, RULESET, ada, id_of(bob), "Bob")
    asked(server, bob, table, do="say", text="before")

    async def talk() -> list[dict[str, Any]]:
        async with (
            calling(server, f"/ws/tables/{table}", ada) as mine,
            calling(server, f"/ws/tables/{table}", bob) as his,
        ):
            assert [one["text"] for one in (await mine.hear())["chat"]] == ["before"]
            assert (await ada.http.post("/api/me/blocks", json={"person": bobs, "yes": True})).is_success
            while (heard := await mine.hear())["type"] != "welcome":  # as it is from now on
                pass
            assert heard["chat"] == []
            his.say({"do": "say", "id": 1, "text": "rude"})
            await his.hear_all("done", 1)
            mine.say({"do": "say", "id": 2, "text": "calm"})
            return await mine.hear_all("done", 2)

    bobs = id_of(bob)
    heard = server.do(talk())
    assert [one["message"]["text"] for one in heard if one["type"] == "chatted"] == ["calm"]
    assert [one["text"] for one in seen(server, ada, table)["chat"]] == ["calm"]
    # To everybody else, the blocked one among them, all is as it was.
    for somebody in (bob, None):
        assert [one["text"] for one in seen(server, somebody, table)["chat"]] == ["before", "rude", "calm"]
    block(ada, bob, yes=False)
    assert [one["text"] for one in seen(server, ada, table)["chat"]] == ["before", "rude", "calm"]


def test_one_spectator_who_blocks_does_not_decide_for_the_others(server: Open, ada: Visitor, bob: Visitor) -> None:
    """They see the same table, and messages to those who see the same are made once."""
    table = new_table(server, RULESET, bob, server.visitor().be_guest("Cy"), "Cy", visibility="lobby")
    asked(server, bob, table, do="say", text="hello")
    block(ada, bob)

    async def look() -> list[list[str]]:
        heard = []
        async with calling(server, f"/ws/tables/{table}", ada) as mine, calling(server, f"/ws/tables/{table}") as other:
            for call in (mine, other):
                heard.append([one["text"] for one in (await call.hear())["chat"]])
            room = await server.services.rooms.open(table)
            async with room.lock:
                room.tell(await room.act("resign", 0, {}))
            for call in (mine, other):
                while (told := await call.hear())["type"] not in ("welcome", "changed") or told["table"][
                    "phase"
                ] != "over":
                    pass
        return heard

    assert server.do(look()) == [[], ["hello"]]


def test_whoever_blocks_does_not_tell_whether_they_are_here(server: Open, ada: Visitor, bob: Visitor) -> None:
    follow(bob, ada)
    follow(ada, bob)
    new_table(server, RULESET, ada, server.visitor().be_guest("Cy"), "Cy", visibility="lobby")
    assert bob.get("/api/me/follows").json()[0]["here"] is True
    block(ada, bob)
    assert ada.get("/api/me/follows").json() == []  # one does not follow whom one blocks
    [told] = bob.get("/api/me/follows").json()  # the list is as it was
    assert (told["name"], told["here"], told["table"]) == ("Ada", False, "")
    profile = bob.get("/api/profile", params={"name": "Ada"}).json()
    assert (profile["here"], profile["table"]) == (False, "")

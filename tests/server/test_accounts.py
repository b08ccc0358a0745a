"""Guests, accounts and sessions: who is who, and that nobody becomes somebody else."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher, extract_parameters
from sqlalchemy import select
from sqlalchemy.orm import Session

from ludarium.core.game import rulesets
from ludarium.server.errors import PeopleError
from ludarium.server.people import passwords, people, ratings, sessions
from ludarium.server.people.models import AccountRow, PersonRow, SessionRow
from ludarium.server.people.names import fold, looks_of, read_name
from ludarium.server.people.people import PersonalData
from ludarium.server.people.ratings import ratings_of
from ludarium.server.people.sessions import Visit
from ludarium.server.rooms.storage import ChatMessageRow
from tests.server.visiting import ORIGIN, Open, Visitor, knock

T = TypeVar("T")
RULESET = rulesets()[0].name
DAY = 24 * 3600 * 1000


# --- names ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("花子", "花子"),
        ("Jose\u0301", "José"),  # one letter, however it was typed
        ("x" * 40, "x" * 40),
        ("7", "7"),
        ("Ann\u3000Lee", "Ann Lee"),
        ("नमस्ते", "नमस्ते"),
    ],
)
def test_names_are_tidied(typed: str, name: str) -> None:
    assert read_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * 41,
        "x" * 100_000,
        "A\u0000da",
        "A\u202eda",  # turns the writing direction around
        "A\u2066da",
        "\u200bAda",
        "Ada\ud800",
        "---",
        "\u200d",
        "a\u200d",
        "\u3164",  # a letter that is not seen
        "Z" + "\u0301" * 9,
        "q\u0301",  # an accent that no letter is written with
        "A\u20dd",  # a circle around it
        "A\ue000",
        "A\u202ada",
    ],
)
def test_names_that_are_none(typed: str) -> None:
    with pytest.raises(PeopleError) as refused:
        read_name(typed)
    assert "1–40 characters" in str(refused.value)


@pytest.mark.parametrize(("one", "other"), [("Ada", "ADA"), ("Ada", "Ａｄａ"), ("STRASSE", "straße"), ("A da", "Ada")])
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "\u0410d\u0430"),  # Cyrillic а
        ("BOB", "\u0412\u041e\u0412"),
        ("PETER", "\u03a1\u0395\u03a4\u0395R"),  # Greek capitals
        ("paco", "\u0440\u0430\u0441\u043e"),  # Cyrillic from end to end
        ("Ada", "\uff21\uff44\uff41"),  # wide letters
        ("ロボ", "口ボ"),
        ("カニ", "力二"),
        ("へび", "ヘび"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert looks_of(one) == looks_of(other)


def test_names_that_do_not_look_the_same() -> None:
    for one, other in (("Ada", "Adá"), ("はな", "ハナ"), ("Вова", "Bob"), ("Ольга", "Olga"), ("i1", "il")):
        assert looks_of(one) != looks_of(other)


def test_a_name_that_looks_like_an_account_is_taken(server: Open, visitor: Visitor) -> None:
    visitor.register("Paco")
    for name in ("\u0420\u0430\u0441\u043e", "P\u0430co", "ＰＡＣＯ", "pa\u200cco"):
        refused = server.visitor().post("/api/me", {"name": name})
        assert (refused.status_code, refused.json()["code"]) == (409, "name_taken"), name
    # Its owner may write it so, and still logs in.
    assert visitor.post("/api/me", {"name": "P\u0430co"}).status_code == 200
    assert server.visitor().post("/api/login", {"name": "P\u0430co", "password": "correct horse"}).status_code == 200


def test_names_that_differ() -> None:
    assert fold("Ada") != fold("Ida")
    assert fold("はな") != fold("ハナ")


# --- guests -----------------------------------------------------------------------------------------------------------
def test_nobody_at_first(visitor: Visitor) -> None:
    assert visitor.get("/api/me").json() == {"id": "", "name": "", "guest": True}
    assert visitor.token() == ""
    assert visitor.get("/api/me/ratings").json() == []
    refused = visitor.get("/api/me/export")
    assert refused.status_code == 401
    assert refused.json()["code"] == "no_name"


def test_a_guest_has_a_name_and_can_change_it(visitor: Visitor) -> None:
    made = visitor.post("/api/me", {"name": " Ada "}).json()
    assert made == {"id": made["id"], "name": "Ada", "guest": True}
    assert len(made["id"]) == 12
    token = visitor.token()
    assert visitor.get("/api/me").json() == made
    changed = visitor.post("/api/me", {"name": "Grace"}).json()
    assert changed == {"id": made["id"], "name": "Grace", "guest": True}
    assert visitor.token() == token
    assert visitor.get(f"/api/people/{made['id']}").json() == {**changed, "ratings": []}


def test_the_cookie_is_kept_from_scripts_and_other_sites(server: Open, tmp_path: Path) -> None:
    cookie = server.visitor().post("/api/me", {"name": "Ada"}).headers["set-cookie"]
    parts = {part.strip().partition("=")[0].lower() for part in cookie.split(";")}
    assert {"ludarium", "httponly", "samesite", "path", "max-age"} <= parts
    assert "SameSite=lax" in cookie
    assert "secure" not in parts  # on this machine there is no https
    (tmp_path / "other").mkdir()
    with Open(tmp_path / "other", origins="https://games.example") as other:
        cookie = other.visitor(origin="https://games.example").post("/api/me", {"name": "Ada"}).headers["set-cookie"]
        assert "secure" in cookie.lower()


def test_the_token_is_not_in_the_database(server: Open, visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    rows = server.services.store.read_now(lambda session: list(session.scalars(select(SessionRow))))
    assert [row.digest for row in rows] == [sessions.digest_of(visitor.token())]
    assert visitor.token() not in str(vars(rows[0]))


# --- accounts ---------------------------------------------------------------------------------------------------------
def test_a_guest_keeps_everything_as_an_account(visitor: Visitor) -> None:
    person = visitor.be_guest("Ada")
    guests_token = visitor.token()
    made = visitor.post("/api/account", {"name": "Ada", "password": "correct horse"}).json()
    assert made == {"id": person, "name": "Ada", "guest": False}
    assert visitor.token() != guests_token  # whoever knew the guest's cookie is not the account
    assert visitor.post("/api/account", {"name": "Bob", "password": "correct horse"}).status_code == 409


def test_logging_in_and_out(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada Lovelace")
    elsewhere = server.visitor()
    assert elsewhere.get("/api/me").json()["id"] == ""
    answer = elsewhere.post("/api/login", {"name": "ada  LOVELACE", "password": "correct horse"})
    assert answer.json() == {"id": person, "name": "Ada Lovelace", "guest": False}
    token = elsewhere.token()
    assert elsewhere.post("/api/logout").json() == {"id": "", "name": "", "guest": True}
    assert elsewhere.token() == ""
    assert elsewhere.get("/api/me", headers={"Cookie": f"ludarium={token}"}).json()["id"] == ""
    assert visitor.get("/api/me").json()["id"] == person


def test_it_cannot_be_told_whether_a_name_exists(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    wrong = visitor.post("/api/login", {"name": "Ada", "password": "incorrect horse"})
    unknown = visitor.post("/api/login", {"name": "Nobody", "password": "incorrect horse"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    checked = []

    def verify(known: str, password: str) -> bool:
        checked.append(known)
        return False

    server.services.people.passwords._verify = verify  # type: ignore[method-assign]
    visitor.post("/api/login", {"name": "Nobody", "password": "incorrect horse"})
    assert len(checked) == 1  # as much work as for a name that exists


def test_names_of_accounts_are_theirs_alone(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    other = server.visitor()
    for path, body in (("/api/me", {}), ("/api/account", {"password": "correct horse"})):
        refused = other.post(path, {"name": "ＡＤＡ", **body})
        assert refused.status_code == 409
        assert refused.json()["code"] == "name_taken"
    other.register("Bob")
    assert other.post("/api/me", {"name": "aDa"}).status_code == 409
    assert other.post("/api/me", {"name": "BOB"}).json()["name"] == "BOB"  # one's own may be written otherwise
    assert visitor.post("/api/me", {"name": "Ida"}).json()["name"] == "Ida"
    assert other.post("/api/me", {"name": "Ada"}).json()["name"] == "Ada"  # free again
    assert server.visitor().post("/api/login", {"name": "ida", "password": "correct horse"}).status_code == 200


def test_two_guests_may_have_one_name(server: Open) -> None:
    assert server.visitor().be_guest("Ada") != server.visitor().be_guest("Ada")


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
def test_passwords_have_a_length(visitor: Visitor, password: str) -> None:
    refused = visitor.post("/api/account", {"name": "Ada", "password": password})
    assert refused.status_code in (400, 422)
    assert visitor.get("/api/me").json()["id"] == ""


def test_a_password_is_the_same_however_it_is_typed(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada", "pässwörter")
    typed = "pa\u0308sswo\u0308rter"
    assert server.visitor().post("/api/login", {"name": "Ada", "password": typed}).status_code == 200


def test_a_session_that_somebody_planted_is_not_taken_over(server: Open, visitor: Visitor) -> None:
    """Session fixation: the attacker's own session, or one that they made up, is not what a victim logs in with."""
    visitor.register("Ada")
    attacker = server.visitor()
    attacker.be_guest("Eve")
    for planted in (attacker.token(), "made-up", "x" * 5000):
        victim = server.visitor()
        body = {"name": "Ada", "password": "correct horse"}
        answer = victim.post("/api/login", body, headers={"Cookie": f"ludarium={planted}"})
        assert answer.status_code == 200
        assert victim.token() not in ("", planted)
        seen = server.visitor().get("/api/me", headers={"Cookie": f"ludarium={planted}"})
        assert seen.json()["id"] == ""


def test_hashes_are_renewed_when_parameters_change(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    server.services.people.passwords.use(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    assert server.visitor().post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 200
    [account] = server.services.store.read_now(lambda session: list(session.scalars(select(AccountRow))))
    assert "m=16,t=2,p=1" in account.password
    assert "correct horse" not in account.password
    assert server.visitor().post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 200


def test_usual_hashes_are_strong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", PasswordHasher)  # the tests' own are weak
    parameters = extract_parameters(asyncio.run(passwords.Passwords().hash("correct horse")))
    assert parameters.type.name == "ID"
    assert parameters.memory_cost >= 19 * 1024  # KiB
    assert parameters.time_cost >= 2


def test_guessing_passwords_is_slowed_down(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    eve = server.visitor("198.51.100.7")
    wrong, right = ({"name": "Ada", "password": password} for password in ("incorrect horse", "correct horse"))
    assert [eve.post("/api/login", wrong).status_code for _ in range(8)] == [401] * 8
    refused = eve.post("/api/login", right)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 15 * 60
    assert server.visitor("198.51.100.8").post("/api/login", right).status_code == 200  # Ada herself, elsewhere


def test_nobody_tries_many_names_either(server: Open) -> None:
    eve = server.visitor("198.51.100.7")
    answers = [eve.post("/api/login", {"name": f"n{number}", "password": "12345678"}) for number in range(61)]
    assert [answer.status_code for answer in answers] == [401] * 60 + [429]


def test_right_passwords_do_not_count(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    right = {"name": "Ada", "password": "correct horse"}
    assert {visitor.post("/api/login", right).status_code for _ in range(20)} == {200}


def test_newcomers_from_one_address_are_limited(tmp_path: Path) -> None:
    with Open(tmp_path, guests_per_hour=3) as server:
        same = [server.visitor(f"2001:db8::{number}") for number in range(4)]  # one subscriber
        assert [visitor.post("/api/me", {"name": "A"}).status_code for visitor in same] == [200, 200, 200, 429]
        assert server.visitor("2001:db8:1::1").post("/api/me", {"name": "A"}).status_code == 200
        for _ in range(5):
            assert server.visitor("127.0.0.1").post("/api/me", {"name": "A"}).status_code == 200


# --- changing and leaving ---------------------------------------------------------------------------------------------
def test_a_new_password_ends_other_sessions(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada")
    stolen = server.visitor()
    stolen.post("/api/login", {"name": "Ada", "password": "correct horse"})
    before = visitor.token()
    answer = visitor.post("/api/account/password", {"old": "correct horse", "new": "battery staple"})
    assert answer.json()["id"] == person
    assert visitor.token() != before
    assert visitor.get("/api/me").json()["id"] == person
    assert stolen.get("/api/me").json()["id"] == ""
    assert visitor.get("/api/me", headers={"Cookie": f"ludarium={before}"}).json()["id"] == ""
    login = server.visitor()
    assert login.post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 401
    assert login.post("/api/login", {"name": "Ada", "password": "battery staple"}).status_code == 200


def test_what_cannot_be_undone_needs_the_password_after_a_while(
    server: Open, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.register("Ada")
    later = time.monotonic_ns() + 11 * 60 * 10**9
    monkeypatch.setattr(time, "monotonic_ns", lambda: later)
    assert visitor.post("/api/account/password", {"new": "battery staple"}).json()["code"] == "password_again"
    assert visitor.ask("DELETE", "/api/account").json()["code"] == "password_again"
    assert visitor.post("/api/passkeys/register/begin", {}).json()["code"] == "password_again"
    refused = visitor.ask("DELETE", "/api/account", {"password": "incorrect horse"})
    assert refused.json()["code"] == "password_wrong"
    assert refused.status_code == 403
    assert visitor.ask("DELETE", "/api/account", {"password": "correct horse"}).status_code == 200


def test_guests_have_no_account_to_change(visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    for method, path, body in (
        ("POST", "/api/account/codes", {}),
        ("POST", "/api/account/password", {"new": "battery staple"}),
        ("POST", "/api/passkeys/register/begin", {}),
        ("POST", "/api/passkeys/register", {"id": "x", "name": "x", "credential": {}}),
    ):
        refused = visitor.ask(method, path, body)
        assert (refused.status_code, refused.json()["code"]) == (403, "account_needed")


def test_a_deleted_account_leaves_no_name(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada")
    forgotten = []
    games = PersonalData("games", lambda session, one: [], lambda session, one: forgotten.append(one))
    server.services.people.personal_data.append(games)
    other = server.visitor().be_guest("Bob")
    server.do(server.services.store.write(lambda session: ratings.rate(session, RULESET, [[person], [other]])))
    assert visitor.ask("DELETE", "/api/account").json() == {"id": "", "name": "", "guest": True}
    assert visitor.token() == ""
    assert forgotten == [person]
    assert visitor.get(f"/api/people/{person}").status_code == 404
    rows = server.services.store.read_now(lambda session: list(session.scalars(select(PersonRow))))
    assert {row.id: row.name for row in rows} == {person: "", other: "Bob"}  # the row is what games refer to
    assert server.services.store.read_now(lambda session: ratings_of(session, person, "en")) == []
    again = server.visitor()
    assert again.post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 401
    assert again.register("Ada") != person


def test_everything_about_oneself_can_be_had(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada")
    games = PersonalData("games", lambda session, one: [f"a game of {one}"], lambda session, one: None)
    server.services.people.personal_data.append(games)
    answer = visitor.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["id"] == person
    assert told["name"] == "Ada"
    assert told["tables"] == {"seats": [], "owned": [], "chat": []}
    assert told["games"] == [f"a game of {person}"]
    assert len(told["sessions"]) == 1
    assert "argon2" not in answer.text
    assert visitor.token() not in answer.text
    assert sessions.digest_of(visitor.token()) not in answer.text


def test_tables_forget_the_names_of_whoever_leaves(tmp_path: Path) -> None:
    with Open(tmp_path) as server:
        visitor = server.visitor()
        person = visitor.register("Zenobia")
        seats = [{"who": "you"}, {"who": "you", "name": "Quirin"}]
        made = visitor.post("/api/tables", {"ruleset": RULESET, "seats": seats, "visibility": "screen"}).json()["id"]
        message = ChatMessageRow(table_id=made, number=1, person=person, name="Zenobia", seat=0, text="Hello", at=5)
        server.do(server.services.store.write(lambda session: session.add(message)))
        told = visitor.get("/api/me/export").json()["tables"]
        assert [(seat["table"], seat["name"]) for seat in told["seats"]] == [(made, "Zenobia"), (made, "Quirin")]
        assert [one["text"] for one in told["chat"]] == ["Hello"]
        other = server.visitor()
        other.register("Bob")
        kept = other.post("/api/tables", {"ruleset": RULESET, "seats": seats, "visibility": "screen"}).json()["id"]
        assert visitor.ask("DELETE", "/api/account").status_code == 200
    with Open(tmp_path) as server:
        visitor = server.visitor()
        assert [one["name"] for one in visitor.get(f"/api/tables/{made}").json()["seats"]] == ["?", "?"]
        assert [one["name"] for one in visitor.get(f"/api/tables/{kept}").json()["seats"]] == ["Bob", "Quirin"]
        assert "Bob" in visitor.get(f"/api/tables/{kept}/record").text
        assert "Zenobia" not in visitor.get(f"/api/tables/{made}/record").text
    with sqlite3.connect(tmp_path / "ludarium.sqlite") as connection:
        everything = "\n".join(connection.iterdump())
    connection.close()
    assert person in everything
    assert "zenobia" not in everything.lower()
    assert everything.count("Quirin") == 2  # Bob's friend, at the seat and in the record


async def linger(server: Open, token: str, act: Callable[[], Awaitable[object]]) -> list[str]:
    """What a WebSocket is sent while somebody acts; it waits at an address where everything is accepted."""

    async def wait(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await act()
        await asyncio.sleep(0)
        await send({"type": "websocket.send", "text": "secret"})

    server.app.router.default = wait
    sent = await knock(server, {"Host": "localhost:8765", "Origin": ORIGIN, "Cookie": f"ludarium={token}"})
    return [f"{one['type'].removeprefix('websocket.')} {one.get('code', '')}".strip() for one in sent]


def test_websockets_end_with_their_session(server: Open) -> None:
    people = server.services.people

    def lingering(act: Callable[[Visit], Awaitable[object]]) -> list[str]:
        visitor = server.visitor()
        visitor.register(f"Ada {time.monotonic_ns()}")
        visit = server.do(people.sessions.find(visitor.token()))
        assert visit is not None
        return server.do(linger(server, visitor.token(), lambda: act(visit)))

    assert lingering(people.sessions.end) == ["accept", "close 1012"]
    assert lingering(people.delete_account) == ["accept", "close 1012"]
    assert lingering(lambda visit: people.change_password(visit, "battery staple")) == ["accept", "close 1012"]
    stays = ["accept", "send"]
    assert lingering(lambda visit: people.call_myself(visit, f"Ada {visit.begun}", "")) == stays
    assert lingering(lambda visit: people.call_myself(None, "Somebody else", "")) == stays


# --- how long a session lasts -----------------------------------------------------------------------------------------
def test_a_session_lasts_from_the_last_visit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time_ns() // 10**6
    clock = [now]
    monkeypatch.setattr(sessions, "now", lambda: clock[0])
    with Open(tmp_path, session_days=10) as server:
        visitor, absent = server.visitor(), server.visitor()
        person = visitor.be_guest("Ada")
        absent.be_guest("Bob")
        clock[0] = now + 9 * DAY
        assert visitor.get("/api/me").json()["id"] == person
        clock[0] = now + 18 * DAY
        assert visitor.get("/api/me").json()["id"] == person
        assert absent.get("/api/me").json()["id"] == ""
        server.do(server.services.people.sessions.sweep())
        count = server.services.store.read_now(lambda session: len(list(session.scalars(select(SessionRow)))))
        assert count == 1


def test_sessions_outlive_the_server(tmp_path: Path) -> None:
    with Open(tmp_path) as server:
        visitor = server.visitor()
        person = visitor.be_guest("Ada")
        token = visitor.token()
    with Open(tmp_path) as server:
        cookie = {"Cookie": f"ludarium={token}"}
        assert server.visitor().get("/api/me", headers=cookie).json() == {"id": person, "name": "Ada", "guest": True}


def test_what_was_read_before_a_logout_is_not_kept_after_it(server: Open, visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    token = visitor.token()
    found = server.services.people.sessions

    async def race() -> None:
        visit = await found.find(token)
        assert visit is not None
        found.forget(visit.person.id)  # so that the next look reads the database
        read = server.services.store.read

        async def read_then_log_out(work: Callable[[Session], T]) -> T:
            result = await read(work)
            await found.end(visit)
            return result

        found._store.read = read_then_log_out  # type: ignore[method-assign]
        await found.find(token)
        found._store.read = read  # type: ignore[method-assign]
        assert await found.find(token) is None

    server.do(race())


def test_a_name_that_another_process_gives_away_at_the_same_moment_is_taken(
    server: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked, and found it free."""
    monkeypatch.setattr(people, "refuse_taken", lambda *_: None)
    server.visitor().register("Ada")
    answer = server.visitor().post("/api/account", {"name": "ADA", "password": "correct horse"})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")

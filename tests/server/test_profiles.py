"""Profiles: what everybody may see of an account, what it has played, and how it stands among others."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from ludarium.core.game import find_ruleset, rulesets
from ludarium.server.people.leaderboard import Leaderboards
from ludarium.server.people.models import AccountRow, PersonRow, RatingRow
from ludarium.server.pictures import ArtCache
from ludarium.server.requests import Say, Sit
from ludarium.server.rooms.actions import handle
from ludarium.server.rooms.messages import Connection
from ludarium.server.rooms.storage import SeatRow, TableRow
from tests.server.analysis.playing import event, new_table
from tests.server.test_migrations import store_table
from tests.server.visiting import Open, Visitor

RULESET = "mur-en"
OTHER = next(one for one in rulesets() if one.game is not find_ruleset(RULESET).game).name


@pytest.fixture
def bob(server: Open) -> tuple[Visitor, str]:
    visitor = server.visitor()
    return visitor, visitor.register("Bob")


def finish(server: Open, table: str, at: int) -> str:
    """The seat to act resigns; ``at`` orders the list."""
    event(server, table, "resign")
    changed = update(TableRow).where(TableRow.id == table).values(changed=at)
    server.do(server.services.store.write(lambda session: session.execute(changed)))
    return table


def with_computer(server: Open, visitor: Visitor, level: int, at: int) -> str:
    """Lost against a computer: the person has the first seat and resigns."""
    seats = [{"who": "you"}, {"who": "computer", "level": level}]
    made = visitor.post("/api/tables", {"ruleset": RULESET, "seats": seats, "visibility": "screen"})
    return finish(server, str(made.json()["id"]), at)


def games_of(visitor: Visitor, name: str, **wanted: object) -> dict[str, Any]:
    answer = visitor.get("/api/profile/games", params={"name": name, **wanted})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(played: dict[str, Any]) -> list[str]:
    return [one["table"]["id"] for one in played["games"]]


@pytest.fixture
def played(server: Open, visitor: Visitor, bob: tuple[Visitor, str]) -> dict[str, str]:
    """Ada's games by name; in each of them, the first seat resigns."""
    other, his = bob
    ada = visitor.register("Ada")
    two = {"ruleset": OTHER, "seats": [{"who": "you"}, {"who": "you"}], "visibility": "screen"}
    return {
        "public": finish(server, new_table(server, RULESET, visitor, his, "Bob", visibility="lobby"), 10),
        "won": finish(server, new_table(server, RULESET, other, ada, "Ada", visibility="lobby"), 20),
        "private": finish(server, new_table(server, OTHER, visitor, his, "Bob"), 30),
        "computer": with_computer(server, visitor, 2, 40),
        "again": with_computer(server, visitor, 2, 50),
        "strong": with_computer(server, visitor, 4, 60),
        "both sides": finish(server, str(visitor.post("/api/tables", two).json()["id"]), 70),
    }


def test_a_profile(server: Open, visitor: Visitor, played: dict[str, str]) -> None:
    profile = server.visitor().get("/api/profile", params={"name": "ADA"}).json()
    assert profile["name"] == "Ada"
    assert profile["since"] > 0
    assert (profile["yours"], profile["followed"], profile["blocked"]) == (False, False, False)
    told = [
        (one["game"], one["level"], one["played"], one["won"], one["drawn"], one["lost"])
        for one in profile["statistics"]
    ]
    mur, other = find_ruleset(RULESET).game.name, find_ruleset(OTHER).game.name
    assert told == [(mur, 0, 2, 1, 0, 1), (mur, 2, 2, 0, 0, 2), (mur, 4, 1, 0, 0, 1), (other, 0, 1, 0, 0, 1)]
    assert [bool(one["opponent"]) for one in profile["statistics"]] == [False, True, True, False]
    assert visitor.get("/api/profile", params={"name": "Ada"}).json()["yours"] is True


def test_guests_and_unknown_people_have_none(server: Open) -> None:
    server.visitor().be_guest("Guest")
    for name in ("Guest", "Nobody", "?"):
        for path in ("/api/profile", "/api/profile/games"):
            refused = server.visitor().get(path, params={"name": name})
            assert (refused.status_code, refused.json()["code"]) == (404, "person_unknown")


def test_others_see_public_games_and_those_they_played_in(
    server: Open, visitor: Visitor, bob: tuple[Visitor, str], played: dict[str, str]
) -> None:
    stranger = server.visitor()
    assert ids(games_of(stranger, "Ada")) == [played["won"], played["public"]]
    stranger.register("Cy")
    assert ids(games_of(stranger, "Ada")) == [played["won"], played["public"]]
    assert games_of(stranger, "Ada")["total"] == 2
    assert ids(games_of(bob[0], "Ada")) == [played[name] for name in ("private", "won", "public")]
    own = games_of(visitor, "Ada")
    assert ids(own) == list(reversed(played.values()))
    assert [one["result"] for one in own["games"]] == [None, "lost", "lost", "lost", "lost", "won", "lost"]
    # A seat that has no person any more is nobody's, also for whoever has no name.
    assert bob[0].ask("DELETE", "/api/account").is_success
    assert ids(games_of(server.visitor(), "Ada")) == [played["won"], played["public"]]


def test_filters(visitor: Visitor, played: dict[str, str]) -> None:
    def named(**wanted: object) -> list[str]:
        back = {table: name for name, table in played.items()}
        return [back[id_] for id_ in ids(games_of(visitor, "Ada", **wanted))]

    assert named(result="won") == ["won"]
    assert named(result="drawn") == []
    assert named(against="people") == ["private", "won", "public"]
    assert named(against="computers") == ["both sides", "strong", "again", "computer"]
    assert named(game=find_ruleset(OTHER).game.name) == ["both sides", "private"]
    assert named(game="chess") == []
    assert named(game=find_ruleset(RULESET).game.name, against="people", result="lost") == ["public"]


def test_pages(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    made = [with_computer(server, visitor, 1, at) for at in range(1, 15)][::-1]
    first = games_of(visitor, "Ada")
    assert (ids(first), first["total"], first["page"], first["pages"]) == (made[:12], 14, 1, 2)
    assert ids(games_of(visitor, "Ada", page=2)) == made[12:]
    assert ids(games_of(visitor, "Ada", page=3)) == []
    assert visitor.get("/api/profile/games", params={"name": "Ada", "page": 1001}).status_code == 422


def test_unfinished_games_are_not_there(server: Open, visitor: Visitor, bob: tuple[Visitor, str]) -> None:
    visitor.register("Ada")
    table = new_table(server, RULESET, visitor, bob[1], "Bob", visibility="lobby")
    profile = server.visitor().get("/api/profile", params={"name": "Ada"}).json()
    assert profile["statistics"] == []
    assert profile["table"] == table  # but everybody may watch it
    assert profile["here"] is True
    assert games_of(server.visitor(), "Ada")["games"] == []


def test_results_survive_and_are_made_for_older_tables(tmp_path: Path) -> None:
    store_table(f"sqlite:///{tmp_path / 'ludarium.sqlite'}")
    with Open(tmp_path) as server:
        rows = server.services.store.read_now(
            lambda session: session.execute(
                select(SeatRow.table_id, SeatRow.seat, SeatRow.result).order_by(SeatRow.table_id, SeatRow.seat)
            ).all()
        )
    assert [(table == "over", seat, result) for table, seat, result in rows] == [
        (False, 0, None),
        (False, 1, None),
        (True, 0, "lost"),
        (True, 1, "won"),
    ]


# --- pictures ---------------------------------------------------------------------------------------------------------
def test_a_small_picture_of_the_end(server: Open, visitor: Visitor, played: dict[str, str]) -> None:
    answer = server.visitor().get(f"/api/posters/tables/{played['public']}.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "max-age=86400" in answer.headers["cache-control"]
    assert answer.text.startswith("<svg")
    assert len(answer.content) < 200_000
    dark = server.visitor().get(f"/api/posters/tables/{played['public']}.svg?theme=dark")
    assert dark.text != answer.text
    assert server.visitor().get("/api/posters/tables/nothing.svg").status_code == 404


def test_a_picture_is_drawn_once(server: Open, played: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []
    inside = server.services.thumbnails._drawn

    def draw(table: str, theme: str) -> str:
        drawn.append((table, theme))
        return inside(table, theme)

    monkeypatch.setattr(server.services.thumbnails, "_drawn", draw)
    for _ in range(3):
        assert server.visitor().get(f"/api/posters/tables/{played['won']}.svg").is_success
    assert drawn == [(played["won"], "light")]


def test_a_game_that_is_played_has_none(server: Open, visitor: Visitor, bob: tuple[Visitor, str]) -> None:
    visitor.register("Ada")
    table = new_table(server, RULESET, visitor, bob[1], "Bob", visibility="lobby")
    refused = server.visitor().get(f"/api/posters/tables/{table}.svg")
    assert (refused.status_code, refused.json()["code"]) == (409, "still_running")


# --- leaderboards -----------------------------------------------------------------------------------------------------
def rated(server: Open, ratings: dict[str, tuple[float, float, int]], ruleset: str = RULESET) -> None:
    def write(session: Any) -> None:
        for person, (mean, deviation, games) in ratings.items():
            row = session.get(RatingRow, (person, ruleset)) or RatingRow(person=person, ruleset=ruleset)
            row.mean, row.deviation, row.games = mean, deviation, games
            session.add(row)

    server.do(server.services.store.write(write))


def board(visitor: Visitor, ruleset: str = RULESET) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get("/api/leaderboard", params={"ruleset": ruleset}).json()
    return found


def test_the_surest_come_first(server: Open) -> None:
    """Mean less two deviations, worked out by hand: 1500, 1600, 1400; Dan has played too little, Eve is a guest."""
    people = {name: server.visitor() for name in ("Ada", "Bob", "Cy", "Dan")}
    known = {name: visitor.register(name) for name, visitor in people.items()}
    guest = server.visitor().be_guest("Eve")
    rated(server, {known["Ada"]: (1900, 200, 5), known["Bob"]: (1700, 50, 90), known["Cy"]: (2000, 300, 6)})
    rated(server, {known["Dan"]: (2500, 100, 4), guest: (2600, 10, 50)})
    found = board(people["Ada"])
    assert [(one["rank"], one["name"], one["sure"], one["games"]) for one in found["leaders"]] == [
        (1, "Bob", 1600, 90),
        (2, "Ada", 1500, 5),
        (3, "Cy", 1400, 6),
    ]
    assert (found["least"], found["count"], found["you"]["rank"]) == (5, 3, 2)
    assert board(people["Dan"])["you"] is None
    assert board(server.visitor(), OTHER)["leaders"] == []
    assert server.visitor().get("/api/leaderboard", params={"ruleset": "chess"}).status_code == 404


def test_equals_share_a_rank_and_the_list_ends_at_a_hundred(server: Open) -> None:
    def write(session: Any) -> None:
        for number in range(120):
            person = f"person{number:03}"
            session.add(PersonRow(id=person, name=f"P{number}", created=1))
            session.flush()
            session.add(AccountRow(person=person, folded=f"p{number}", password="", created=1))
            session.add(RatingRow(person=person, ruleset=RULESET, mean=2000.0 - number // 2, deviation=50.0, games=10))

    server.do(server.services.store.write(write))
    found = server.do(server.services.leaderboards.seen_by("person118", RULESET, "en"))
    assert [one.rank for one in found.leaders[:4]] == [1, 1, 3, 3]
    assert (len(found.leaders), found.count) == (100, 120)
    assert found.you is not None
    assert (found.you.rank, found.you.name) == (119, "P118")


def test_it_is_looked_up_once_a_minute(server: Open, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    person = visitor.register("Ada")
    rated(server, {person: (1900, 200, 5)})
    clock = [0.0]
    boards = Leaderboards(server.services.store, lambda: clock[0])
    reads: list[object] = []
    read = server.services.store.read

    def look_up(work: Any) -> Any:
        reads.append(work)
        return read(work)

    monkeypatch.setattr(server.services.store, "read", look_up)

    def first() -> int:
        return server.do(boards.seen_by(person, RULESET, "en")).leaders[0].value

    assert first() == 1900
    rated(server, {person: (2000, 200, 6)})
    clock[0] = 59
    assert [first() for _ in range(5)] == [1900] * 5
    assert len(reads) == 1
    clock[0] = 60
    assert first() == 2000
    assert len(reads) == 2


def test_whoever_leaves_is_off_the_board_at_once(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada")
    rated(server, {person: (1900, 200, 5)})
    assert [one["name"] for one in board(server.visitor())["leaders"]] == ["Ada"]
    assert visitor.ask("DELETE", "/api/account").is_success
    assert board(server.visitor())["leaders"] == []


# --- from a seat to the page ------------------------------------------------------------------------------------------
def pages(visitor: Visitor, table: str) -> list[str]:
    return [seat["page"] for seat in visitor.get(f"/api/tables/{table}").json()["seats"]]


def pages_at(server: Open, table: str) -> list[str]:
    """As those who are at the table are told."""

    async def look() -> list[str]:
        return [occupant.page for occupant in (await server.services.rooms.open(table)).play.occupants]

    return server.do(look())


def put_away(server: Open, table: str) -> None:
    del server.services.rooms.in_memory[table]


def test_seats_lead_to_pages_of_accounts_and_not_of_guests(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    guest = server.visitor().be_guest("Gus")
    seats = [{"who": "you"}, {"who": "open"}]
    made = visitor.post("/api/tables", {"ruleset": RULESET, "seats": seats, "visibility": "lobby"})
    table = str(made.json()["id"])

    async def sit() -> None:
        room = await server.services.rooms.open(table)
        await handle(room, Connection(guest, "Gus", ArtCache("light", "en")), Sit(do="sit", id=1, seat=1))

    server.do(sit())
    assert pages(visitor, table) == pages_at(server, table) == ["Ada", ""]
    assert [seat["page"] for seat in server.visitor().get("/api/tables").json()[0]["seats"]] == ["Ada", ""]
    put_away(server, table)
    assert pages_at(server, table) == ["Ada", ""]


def test_a_page_is_found_under_a_new_name(server: Open, visitor: Visitor, bob: tuple[Visitor, str]) -> None:
    other, his = bob
    visitor.register("Ada")
    table = new_table(server, RULESET, visitor, his, "Bob")
    other.post("/api/me", {"name": "Robert"})
    put_away(server, table)
    seat = visitor.get(f"/api/tables/{table}").json()["seats"][1]
    assert (seat["name"], seat["page"]) == ("Bob", "Robert")
    assert pages_at(server, table) == ["Ada", "Robert"]
    assert visitor.get("/api/profile", params={"name": seat["page"]}).json()["id"] == his


def test_names_on_one_screen_lead_nowhere(server: Open, visitor: Visitor) -> None:
    """They are those of whoever sits there, and the account may be of somebody else."""
    visitor.register("Ada")
    seats = [{"who": "you"}, {"who": "you", "name": "Ada's brother"}]
    table = str(visitor.post("/api/tables", {"ruleset": RULESET, "seats": seats, "visibility": "screen"}).json()["id"])
    assert pages(visitor, table) == pages_at(server, table) == ["", ""]
    put_away(server, table)
    assert pages_at(server, table) == ["", ""]


def test_who_left_for_good_has_no_page(server: Open, visitor: Visitor, bob: tuple[Visitor, str]) -> None:
    other, his = bob
    visitor.register("Ada")
    table = new_table(server, RULESET, visitor, his, "Bob")
    say(server, table, his, "Bob", "Hello")
    assert chat_pages(server, table) == ["Bob"]
    other.ask("DELETE", "/api/account", {"password": "correct horse"})
    assert pages(visitor, table) == pages_at(server, table) == ["Ada", ""]
    assert chat_pages(server, table) == [""]


def test_messages_lead_to_pages_after_a_restart(server: Open, visitor: Visitor, bob: tuple[Visitor, str]) -> None:
    visitor.register("Ada")
    table = new_table(server, RULESET, visitor, bob[1], "Bob")
    say(server, table, bob[1], "Bob", "Hello")
    say(server, table, server.visitor().be_guest("Gus"), "Gus", "Hi", guest=True)
    put_away(server, table)
    assert chat_pages(server, table) == ["Bob", ""]


def say(server: Open, table: str, person: str, name: str, text: str, guest: bool = False) -> None:
    async def write() -> None:
        room = await server.services.rooms.open(table)
        connection = Connection(person, name, ArtCache("light", "en"), guest)
        await handle(room, connection, Say(do="say", id=1, text=text))

    server.do(write())


def chat_pages(server: Open, table: str) -> list[str]:
    async def look() -> list[str]:
        return [one.page for one in (await server.services.rooms.open(table)).chat]

    return server.do(look())

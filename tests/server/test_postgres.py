"""The server with PostgreSQL instead of a file: the same answers. ``test_processes`` has several on one database."""

from pathlib import Path

import pytest

from ludarium.server.settings import read_settings
from ludarium.server.store import now
from tests.server.analysis.playing import calling, new_table, play
from tests.server.postgres import Postgres
from tests.server.test_company import block, challenge, challenges
from tests.server.test_leaving import DAY, retention, traces
from tests.server.test_migrations import check_table, store_table
from tests.server.test_plans import DAYS, plan, taken
from tests.server.test_profiles import board, finish, games_of, ids, rated, with_computer
from tests.server.visiting import Open, Visitor

pytestmark = pytest.mark.slow  # and needs PostgreSQL


@pytest.fixture
def url(postgres: Postgres) -> str:
    return read_settings(database=postgres.url()).database_url


def test_tables_of_an_older_database_go_on(tmp_path: Path, postgres: Postgres) -> None:
    own = read_settings(database=postgres.new("older")).database_url
    store_table(own)
    with Open(tmp_path, database=own) as server:
        check_table(server)


def test_planned_answers_are_kept(tmp_path: Path, postgres: Postgres) -> None:
    own = read_settings(database=postgres.new("plans")).database_url
    with Open(tmp_path, database=own) as server:
        ada, ben = server.visitor(), server.visitor()
        ada.be_guest("Ada")
        person = ben.be_guest("Ben")
        table = new_table(server, "mur-en", ada, person, "Ben", clock=DAYS)
        plan(server, table, person, "+c2", "+a1")
        plan(server, table, person, "+d2", "+a1")
    with Open(tmp_path, database=own) as server:
        play(server, table, ["+c2"])
        assert taken(server, table) == ["+c2", "+a1"]
    with Open(tmp_path, database=own) as server:
        assert taken(server, table) == ["+c2", "+a1"]


def test_vacations_and_rated_games_are_kept(tmp_path: Path, postgres: Postgres) -> None:
    own = read_settings(database=postgres.new("fair")).database_url
    with Open(tmp_path, database=own) as server:
        ada, ben = server.visitor(), server.visitor()
        ada.register("Ada")
        person = ben.register("Ben")
        tables = [new_table(server, "mur-en", ada, person, "Ben", clock=DAYS, rated=True) for _ in range(4)]
        before = server.services.rooms.in_memory[tables[0]].play.clock.due
        ada.post("/api/me/vacation", {"days": 7})
        for table in tables:
            play(server, table, ["+c2", "+a1", "+d2", "+b1", "+e2", "+c1"])
            server.do(_resign(server, table))
        assert [one["games"] for one in ada.get("/api/me/ratings").json()] == [3]
        last = new_table(server, "mur-en", ada, person, "Ben", clock=DAYS)
    with Open(tmp_path, database=own) as server:
        clock = server.do(server.services.rooms.open(last)).play.clock
        assert clock.due is not None
        assert before is not None
        assert 7 * 86_400_000 <= clock.due - before < 7 * 86_400_000 + 120_000
        assert ada_again(server).ask("DELETE", "/api/me/vacation").json() == {"until": 0, "left": 29}


def ada_again(server: Open) -> Visitor:
    found = server.visitor()
    assert found.post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 200
    return found


async def _resign(server: Open, table: str) -> None:
    room = await server.services.rooms.open(table)
    async with room.lock:
        await room.act("resign", 1, {})


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nul_is_in_no_name_and_no_path(tmp_path: Path, url: str, kind: str) -> None:
    """PostgreSQL does not store it: what has it in it must not get that far."""
    database = url if kind == "postgres" else f"sqlite:///{tmp_path}/ludarium.sqlite"
    with Open(tmp_path, database=database) as server:
        visitor = server.visitor()
        visitor.register(f"Ada {kind}")
        seats = [{"who": "you", "name": "A\0da"}, {"who": "you"}]
        bodies: list[tuple[str, str, object]] = [
            ("POST", "/api/me", {"name": "A\0da"}),
            ("POST", "/api/account", {"name": "A\0da", "password": "correct horse"}),
            ("POST", "/api/login", {"name": "A\0da", "password": "correct horse"}),
            ("POST", "/api/login", {"name": "Ada", "password": "\0"}),
            ("POST", "/api/tables", {"ruleset": "mur-\0en", "seats": seats}),
            ("POST", "/api/tables", {"ruleset": "mur-en", "seats": seats, "visibility": "screen"}),
            ("POST", "/api/passkeys/login", {"id": "\0", "credential": {"id": "\0"}}),
            ("POST", "/api/records", {"text": "\0"}),
        ]
        for method, path, body in bodies:
            assert visitor.ask(method, path, body).status_code == 400, (path, body)
        for path in (
            "/api/tables/%00",
            "/api/tables/%00/record",
            "/api/tables/a%00/frames/0",
            "/api/tables/%00/start",
            "/api/people/%00",
            "/api/rules/%00",
            "/%00",
        ):
            assert visitor.get(path).status_code == 404, path
        assert visitor.ask("DELETE", "/api/passkeys/%00").status_code == 404

        async def ask_about_it() -> object:
            async with calling(server, "/ws/analysis", visitor) as call:
                call.say('{"do": "curve", "id": 1, "table": "\\u0000"}')
                return (await call.hear())["code"]

        assert server.do(ask_about_it()) == "body_nul"


def test_people_are_counted_listed_and_forgotten(tmp_path: Path, postgres: Postgres) -> None:
    own = read_settings(database=postgres.new("people")).database_url
    with Open(tmp_path, database=own) as server:
        ada, bob, guest = server.visitor(), server.visitor(), server.visitor()
        # A name that no digest holds by chance, as it can hold Ada's three letters.
        person, other, third = ada.register("Olga"), bob.register("Bob"), guest.be_guest("Zenobia")
        lost = finish(server, new_table(server, "mur-en", ada, other, "Bob", visibility="lobby"), 10)
        won = finish(server, new_table(server, "mur-en", guest, person, "Olga"), 20)
        with_computer(server, ada, 3, 30)
        told = ada.get("/api/profile", params={"name": "Olga"}).json()["statistics"]
        assert [(one["level"], one["played"], one["won"], one["lost"]) for one in told] == [(0, 2, 1, 1), (3, 1, 0, 1)]
        assert ids(games_of(ada, "Olga", against="people")) == [won, lost]
        assert ids(games_of(ada, "Olga", result="won")) == [won]
        assert ids(games_of(bob, "Olga")) == [lost]
        assert server.visitor().get("/api/profile", params={"name": "\0"}).status_code == 404
        rated(server, {person: (1700, 50, 9), other: (1600, 50, 9)})
        assert [one["name"] for one in board(bob)["leaders"]] == ["Olga", "Bob"]
        table = challenge(ada, bob)
        assert challenges(bob) == [(table, "Olga", False, False)]
        block(bob, ada)
        assert challenges(bob) == []
        server.do(retention(server, now() + 181 * DAY).sweep())
        assert traces(server, third, "Zenobia") == {("person", "id")}
        assert ada.post("/api/account/codes", {}).is_success
        assert ada.ask("DELETE", "/api/account").is_success
        assert traces(server, person, "Olga") == {("person", "id")}

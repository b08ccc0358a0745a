"""Old tables become one compressed row each, and are read, renamed and deleted as before."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import func, select

from ludarium.server.moderation import upkeep
from ludarium.server.rooms import archive, storage
from ludarium.server.rooms.archive import Archive
from ludarium.server.rooms.archive_storage import ArchiveRow, Stored, pack, unpack
from ludarium.server.rooms.play import TableEvent
from ludarium.server.rooms.storage import TableEventRow, TableRow
from ludarium.server.settings import read_settings
from ludarium.server.store import now
from tests.server.analysis.playing import event, new_table, play
from tests.server.postgres import Postgres
from tests.server.visiting import Open, Visitor

DAY = 24 * 3600 * 1000
STEPS = ["+c2", "+a1", "+c3", "+a2"]


def test_events_come_out_as_they_went_in_but_for_names() -> None:
    events = [
        Stored("begin", -1, {"players": ["Ada", "Ben"], "date": "2026-11-18"}, 1_000),
        Stored("step", 0, {"step": "+c2"}, 1_500),
        Stored("down", -1, {"from": 1_500, "to": 1_400}, 1_400),  # a clock that was set back
    ]
    packed = pack(events)
    assert unpack(packed) == [Stored("begin", -1, {"date": "2026-11-18"}, 1_000), *events[1:]]


def count(server: Open, kind: type) -> int:
    return server.do(
        server.services.store.read(lambda session: session.scalar(select(func.count()).select_from(kind)) or 0)
    )


def sweep(server: Open, days: int = 30, later: int = 31) -> None:
    server.do(Archive(server.services.store, days, lambda: now() + later * DAY).sweep())


def put_away(server: Open) -> None:
    server.services.rooms.abandon()  # tables are read anew


def finished(server: Open, ada: Visitor, bob: str) -> str:
    """Begin, four steps, a resignation: six events."""
    table = new_table(server, "mur-en", ada, bob, "Bob", visibility="lobby")
    play(server, table, STEPS)
    event(server, table, "resign")
    return table


def told(visitor: Visitor, table: str) -> dict[str, Any]:
    """All that reads a finished table."""
    paths = [
        *(f"/api/tables/{table}{rest}" for rest in ("", "/record", "/frames/0", "/frames/4")),
        f"/api/posters/tables/{table}.svg",
        *("/api/me/tables", "/api/me/export", "/api/profile?name=Ada", "/api/profile/games?name=Ada"),
    ]
    found = {path: visitor.get(path) for path in paths}
    assert {path: answer.status_code for path, answer in found.items()} == dict.fromkeys(paths, 200)
    return {path: answer.text for path, answer in found.items()}


@pytest.fixture
def ada(server: Open) -> Visitor:
    visitor = server.visitor()
    visitor.register("Ada")
    return visitor


@pytest.fixture
def bob(server: Open) -> Visitor:
    return server.visitor()


def test_what_reads_a_table_reads_the_archive(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = finished(server, ada, bob.register("Bob"))
    put_away(server)
    before = told(ada, table)
    assert "+a2" in before[f"/api/tables/{table}/record"]
    assert (count(server, TableEventRow), count(server, ArchiveRow)) == (6, 0)
    server.services.thumbnails._kept.clear()
    put_away(server)
    sweep(server)
    assert (count(server, TableEventRow), count(server, ArchiveRow)) == (0, 1)
    assert told(ada, table) == before
    # The room that is in memory now goes on where the game ended, and is packed again.
    room = server.do(server.services.rooms.open(table))
    assert room.play.event_count == 6
    row = storage.event_row(table, 7, TableEvent("down", -1, {"from": 1, "to": 2}, 2), -1, None)
    server.do(server.services.store.write(lambda session: storage.add_event(session, row)))
    events = server.do(server.services.store.read(lambda session: storage.stored_events(session, table)))
    assert [(number, one.kind) for number, one in events] == [
        *((1, "begin"), (2, "step"), (3, "step"), (4, "step"), (5, "step"), (6, "resign"), (7, "down"))
    ]
    sweep(server)
    assert (count(server, TableEventRow), count(server, ArchiveRow)) == (0, 1)
    assert server.do(server.services.store.read(lambda session: storage.stored_events(session, table))) == events
    assert server.do(server.services.store.read(lambda session: storage.mark(session, table)))[0] == 7  # type: ignore[index]


def test_only_tables_that_have_been_over_for_long(server: Open, ada: Visitor, bob: Visitor) -> None:
    other = bob.register("Bob")
    over = finished(server, ada, other)
    running = new_table(server, "mur-en", ada, other, "Bob")
    play(server, running, STEPS)
    closed = new_table(server, "mur-en", ada, other, "Bob")
    server.do(server.services.rooms.close_table(closed))

    def archived() -> set[str]:
        return set(
            server.do(server.services.store.read(lambda session: list(session.scalars(select(ArchiveRow.table_id)))))
        )

    sweep(server, later=29)
    assert archived() == set()
    sweep(server, days=0, later=1000)
    assert archived() == set()
    sweep(server)
    assert archived() == {over, closed}
    left = server.do(server.services.store.read(lambda session: set(session.scalars(select(TableEventRow.table_id)))))
    assert left == {running}


def test_names_vanish_from_the_archive(server: Open, ada: Visitor, bob: Visitor) -> None:
    other = bob.register("Bob")
    table = finished(server, ada, other)
    sweep(server)
    put_away(server)
    assert "Bob" in ada.get(f"/api/tables/{table}/record").text
    assert bob.ask("DELETE", "/api/account").status_code < 300
    put_away(server)
    record = ada.get(f"/api/tables/{table}/record").text
    assert "Bob" not in record
    assert "Ada" in record
    row = server.do(server.services.store.read(lambda session: session.get_one(ArchiveRow, table)))
    assert orjson.loads(row.players) == ["Ada", "?"]
    for secret in ("Bob", other, "Ada"):
        assert secret not in str(unpack(row.events))


def test_nothing_is_put_away_that_changed_meanwhile(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = finished(server, ada, bob.register("Bob"))
    store = server.services.store
    packed = server.do(store.read(lambda session: archive._packed(session, table)))
    assert packed is not None
    row = storage.event_row(table, 7, TableEvent("down", -1, {"from": 1, "to": 2}, 2), -1, None)
    server.do(store.write(lambda session: storage.add_event(session, row)))
    assert not server.do(store.write(lambda session: archive._put(session, packed)))
    assert (count(server, TableEventRow), count(server, ArchiveRow)) == (7, 0)
    again = server.do(store.read(lambda session: archive._packed(session, table)))
    assert again is not None
    assert server.do(store.write(lambda session: archive._put(session, again)))
    assert not server.do(store.write(lambda session: archive._put(session, again)))  # another process was quicker
    assert (count(server, TableEventRow), count(server, ArchiveRow)) == (0, 1)


def test_a_few_at_a_time_until_all_are_there(
    server: Open, ada: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = bob.register("Bob")
    for _ in range(5):
        finished(server, ada, other)
    monkeypatch.setattr(archive, "_MOST", 2)
    sweeper = Archive(server.services.store, 30, lambda: now() + 31 * DAY)
    found = []
    for _ in range(4):
        server.do(sweeper.sweep())
        found.append(count(server, ArchiveRow))
    assert found == [2, 4, 5, 5]


def test_deleted_tables_are_deleted_there(server: Open, ada: Visitor, bob: Visitor) -> None:
    table = finished(server, ada, bob.register("Bob"))
    sweep(server)
    put_away(server)
    server.do(server.services.store.write(lambda session: upkeep.delete_tables(session, [table])))
    assert (count(server, TableRow), count(server, ArchiveRow)) == (0, 0)


# --- PostgreSQL -------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_two_processes_put_away_the_same_tables_once(postgres: Postgres, tmp_path: Path) -> None:
    url = read_settings(database=postgres.new("archive")).database_url
    with Open(tmp_path, database=url) as server:
        ada, bob = server.visitor(), server.visitor()
        ada.register("Ada")
        other = bob.register("Bob")
        table = finished(server, ada, other)
        put_away(server)
        before = told(ada, table)
        store = server.services.store
        packed = server.do(store.read(lambda session: archive._packed(session, table)))
        assert packed is not None
        assert server.do(store.apart(lambda session: archive._put(session, packed)))
        assert not server.do(store.write(lambda session: archive._put(session, packed)))
        put_away(server)
        assert told(ada, table) == before
        assert bob.ask("DELETE", "/api/account").status_code < 300
        put_away(server)
        assert "Bob" not in ada.get(f"/api/tables/{table}/record").text

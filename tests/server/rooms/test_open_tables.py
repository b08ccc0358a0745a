"""The lobby is found once for everybody, knows what happens without asking for all tables, and is sent to who looks."""

import asyncio
import gzip
import threading
from pathlib import Path
from typing import Any

import orjson
import pytest

from ludarium.server.rooms import lobby, open_tables
from ludarium.server.rooms.open_tables import Listener, OpenTables
from ludarium.server.visitor import Visitor
from tests.server.rooms.hall import COMPUTER, OPEN, YOU, Hall, run, until

NOBODY = Visitor("", "", True, "en")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables, "_SECONDS", 0.01)


def opened(hall: Hall) -> OpenTables:
    found = OpenTables(hall.rooms)
    hall.rooms.noticed = found.note
    return found


async def shown(tables: OpenTables, who: Visitor = NOBODY) -> list[dict[str, Any]]:
    await tables.look()
    answer = await tables.answer(who)
    found: list[dict[str, Any]] = orjson.loads(answer.tables)
    assert answer.message == b'{"type":"lobby","tables":' + answer.tables + b"}"
    assert not answer.packed or gzip.decompress(answer.packed) == answer.tables
    return found


def test_tables_come_and_go(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            before = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            tables = opened(hall)
            assert [card["id"] for card in await shown(tables)] == [before.id], "what was there already"
            await hall.make("mur-en", [YOU, OPEN], visibility="private")
            watched = await hall.make("mur-en", [YOU, COMPUTER], visibility="lobby")
            cards = await shown(tables)
            assert [(card["id"], card["phase"]) for card in cards] == [(before.id, "waiting"), (watched.id, "playing")]
            ben = await hall.come(before, "Ben")
            await ben.done("sit", seat=1)
            cards = await shown(tables)
            assert {card["phase"] for card in cards} == {"playing"}
            assert [seat["name"] for seat in cards[0]["seats"]] == ["Ada", "Ben"], "the last change first"
            await ben.done("resign", seat=1)
            assert [card["id"] for card in await shown(tables)] == [watched.id]

    run(play())


def test_whoever_sits_there_is_told_what_is_theirs(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            tables = opened(hall)
            ada = Visitor(room.play.occupants[0].person, "Ada", True, "ja")
            for who, yours in ((NOBODY, [False, False]), (ada, [True, False])):
                (card,) = await shown(tables, who)
                assert [seat["yours"] for seat in card["seats"]] == yours
            (card,) = await shown(tables, Visitor("somebody", "Eve", True, "ja"))
            assert card["title"] == "マー"

    run(play())


def test_all_who_look_are_told_once_of_what_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [0]
    look = lobby.found_tables

    def counted(*given: Any) -> Any:
        looks[0] += 1
        return look(*given)

    monkeypatch.setattr(lobby, "found_tables", counted)

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            tables = opened(hall)
            listeners = [Listener(Visitor(str(number), "", True, "en")) for number in range(50)]
            for listener in listeners:
                await tables.enter(listener)
            running = asyncio.create_task(tables.run())
            assert [orjson.loads(one.waiting[0]) for one in listeners] == [{"type": "lobby", "tables": []}] * 50
            assert looks[0] == 1
            room = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            await until(lambda: all(len(one.waiting) == 2 for one in listeners))
            assert looks[0] <= 3  # not 50: the table, and perhaps that somebody came
            told = orjson.loads(listeners[0].waiting[1])
            assert [card["id"] for card in told["tables"]] == [room.id]
            tables.leave(listeners[0])
            await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            await until(lambda: len(listeners[1].waiting) == 3)
            assert len(listeners[0].waiting) == 2
            running.cancel()

    run(play())


def test_tables_at_which_nothing_happens_leave(tmp_path: Path) -> None:
    async def play() -> None:
        now = [10**12]
        async with Hall(tmp_path, now=lambda: now[0]) as hall:
            tables = opened(hall)
            await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            assert len(await shown(tables)) == 1
            now[0] += lobby.FRESH + 1
            tables.note("another", "over", now[0])
            assert await shown(tables) == []

    run(play())


def test_tables_of_other_processes_are_looked_at_and_private_ones_stay_private(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            tables = OpenTables(hall.rooms)  # to which the rooms say nothing
            assert await shown(tables) == []
            shared = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            private = await hall.make("mur-en", [YOU, OPEN], visibility="private")
            assert await shown(tables) == []
            for room in (private, shared):
                tables.hear(room.id)
            assert [card["id"] for card in await shown(tables)] == [shared.id]
            tables.note(shared.id, "closed", hall.rooms.now())
            assert await shown(tables) == []

    run(play())


def test_nobody_waits_for_a_new_answer_but_whoever_has_just_opened_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, look = threading.Event(), lobby.found_tables

    def slowly(*given: Any) -> Any:
        assert gate.wait(20)
        return look(*given)

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            tables = opened(hall)
            assert await shown(tables) == []
            monkeypatch.setattr(lobby, "found_tables", slowly)
            room = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            looking = asyncio.create_task(tables.look())
            await asyncio.sleep(0)
            assert orjson.loads((await tables.answer(NOBODY)).tables) == []  # what is kept, at once
            ada = Visitor(room.play.occupants[0].person, "Ada", True, "en")
            hers = asyncio.create_task(tables.answer(ada))
            await asyncio.sleep(0.1)
            assert not hers.done()
            gate.set()
            assert [card["id"] for card in orjson.loads((await hers).tables)] == [room.id]
            await looking
            kept = await tables.answer(NOBODY)
            assert [card["id"] for card in orjson.loads(kept.tables)] == [room.id]
            gate.clear()
            await (await hall.come(room, "Ben")).done("sit", seat=1)  # the game begins
            assert await tables.answer(NOBODY) is kept
            gate.set()
            [card] = await shown(tables)
            assert card["phase"] == "playing"
            gate.clear()
            client = await hall.come(room, "Ada")
            await client.step("+c2")  # nothing that the list would not show in a second
            assert orjson.loads((await tables.answer(ada)).tables)[0]["your_turn"]
            gate.set()
            await tables.look()
            assert not orjson.loads((await tables.answer(ada)).tables)[0]["your_turn"]

    run(play())


def test_what_is_noted_during_a_look_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = lobby.open_tables

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            gone = await hall.make("mur-en", [YOU, OPEN], visibility="lobby")
            tables = opened(hall)
            loop, made = asyncio.get_running_loop(), list[str]()

            def meanwhile(*given: Any) -> Any:
                """A table opens and another closes after the database was asked."""
                found = read(*given)

                async def change() -> None:
                    made.append((await hall.make("mur-en", [YOU, OPEN], visibility="lobby")).id)
                    await hall.rooms.close_table(gone.id)

                asyncio.run_coroutine_threadsafe(change(), loop).result(20)
                return found

            monkeypatch.setattr(lobby, "open_tables", meanwhile)
            await tables.look()
            assert [card["id"] for card in await shown(tables)] == made

    run(play())

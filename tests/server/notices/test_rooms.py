"""When people are told: who is away from a game over days, once for each turn, and the same whatever happened."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludarium.core.game import Ruleset
from ludarium.core.state import State
from ludarium.server.notices.texts import about
from ludarium.server.rooms.room import Room
from tests.server.rooms.hall import OPEN, YOU, Hall, identity, quiet, run
from tests.server.rooms.test_plans import DAYS, plan
from tests.server.rooms.test_secrets import NOW, same_chance
from tests.table.test_secrets import HIDING, ways_to_go_on

ADA, BEN = identity("Ada"), identity("Ben")


class Told:
    """The notices that a hall gives."""

    def __init__(self, hall: Hall) -> None:
        self.all: list[tuple[str, str, str]] = []
        hall.rooms.notify = lambda person, kind, table: self.all.append((person, kind, table))

    def take(self) -> list[tuple[str, str]]:
        """Those since the last time: to whom, and what."""
        found = [(person, kind) for person, kind, _ in self.all]
        self.all.clear()
        return found


def test_who_is_away_is_told_of_their_turn(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            assert told.take() == []
            ben.room.leave(ben)
            await ada.step("+c2")
            assert told.all == [(BEN, "turn", ada.room.id)]
            told.take()
            ben = await hall.come(ada.room, "Ben")
            await ben.step("+a1")
            assert told.take() == []  # Ada sees it

    run(play())


def test_who_looks_at_another_table_is_away_from_this_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            other = await hall.make("mur-en", [YOU, OPEN], by="Ben")
            ben.room.leave(ben)
            await hall.come(other, "Ben")
            await ada.step("+c2")
            assert told.take() == [(BEN, "turn")]

    run(play())


@pytest.mark.parametrize("clock", [{"kind": "none"}, {"kind": "fischer", "base": 60, "increment": 1}])
def test_only_in_games_over_days(tmp_path: Path, clock: dict[str, Any]) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=clock)
            ben.room.leave(ben)
            await ada.step("+c2")
            await ada.done("resign", seat=0)
            assert told.take() == []

    run(play())


def test_when_the_game_begins(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            room = await hall.make("mur-en", [YOU, OPEN], clock=DAYS)
            ben = await hall.come(room, "Ben")
            await ben.done("sit", seat=-1)
            assert told.take() == [(ADA, "turn")]

    run(play())


def test_once_for_a_turn_of_several_steps_whatever_is_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("myrmidons", clock=DAYS)
            room = ada.room
            room.leave(ben)
            while room.play.seat == 0:
                await ada.step(room.play.table.legal(0)[0])
            assert told.take() == [(BEN, "turn")]
            ben = await hall.come(room, "Ben")
            room.leave(ada)
            await ben.step(room.play.table.legal(1)[0])
            await ben.done("undo", seat=1, number=len(ben.steps))
            assert told.take() == []
            while room.play.seat == 1:
                await ben.step(room.play.table.legal(1)[0])
            assert told.take() == [(ADA, "turn")]

    run(play())


def test_a_pause_tells_nobody_twice(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await ada.done("offer", seat=0, kind="pause")
            await ben.done("answer", seat=1, kind="pause", yes=True)
            ada.room.leave(ada)
            await ben.done("offer", seat=1, kind="resume")
            ada = await hall.come(ben.room, "Ada")
            await ada.done("answer", seat=0, kind="resume", yes=True)
            assert told.take() == []

    run(play())


def test_a_takeback_that_was_agreed_to_begins_the_turn_anew(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await ada.step("+c2")
            await ada.done("offer", seat=0, kind="undo")
            ada.room.leave(ada)
            await ben.done("answer", seat=1, kind="undo", yes=True)
            assert told.take() == [(ADA, "turn")]

    run(play())


def test_a_planned_answer_needs_no_notice(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            ben.room.leave(ben)
            await ada.step("+c2")
            await quiet(ada.room)
            assert ada.room.play.seat == 0
            assert told.take() == []
            ada.room.leave(ada)
            ben = await hall.come(ada.room, "Ben")
            await plan(ben, "+c3", "+a2")
            ada = await hall.come(ada.room, "Ada")
            ada.room.leave(ben)
            await ada.step("+b2")  # not what was planned
            await quiet(ada.room)
            assert told.take() == [(BEN, "turn")]

    run(play())


def test_who_moved_and_left_is_told_after_the_planned_answer(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await plan(ben, "+c2", "+a1")
            room = ada.room
            room.leave(ben)
            room.leave(ada)
            async with room.lock:
                await room.act("step", 0, {"step": "+c2"})
            await quiet(room)
            assert room.play.seat == 0
            assert told.take() == [(ADA, "turn")]

    run(play())


def test_the_end_is_told_to_everybody_who_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            ben.room.leave(ben)
            await ada.done("resign", seat=0)
            assert told.take() == [(BEN, "over")]

    run(play())


def test_a_rematch_tells_who_begins(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            await ada.done("resign", seat=0)
            await ben.done("offer", seat=1, kind="rematch")
            ben.room.leave(ben)
            await ada.done("answer", seat=0, kind="rematch", yes=True)
            (person, kind, table) = told.all[0]
            assert (person, kind, table) == (BEN, "turn", ada.room.rematch)

    run(play())


def test_a_table_that_was_put_away_tells_nobody_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            ada, ben = await hall.pair("mur-en", clock=DAYS)
            room = ada.room
            await ada.step("+c2")
            for one in (ada, ben):
                room.leave(one)
            await quiet(room)
            room.close()
            del hall.rooms.in_memory[room.id]
            again = await hall.rooms.open(room.id)
            assert again is not room
            ada = await hall.come(again, "Ada")
            await ada.done("offer", seat=0, kind="undo")
            assert told.take() == []

    run(play())


def test_computers_are_told_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            told = Told(hall)
            room = await hall.make("mur-en", [YOU, {"who": "computer", "level": 1}], clock=DAYS)
            async with room.lock:
                await room.act("step", 0, {"step": "+c2"})
            await quiet(room)
            assert room.play.seat == 0
            assert told.take() == [(ADA, "turn")]

    run(play())


# --- secrets ----------------------------------------------------------------------------------------------------------
async def _act(room: Room, seat: int, steps: list[int]) -> None:
    for step in steps:
        async with room.lock:
            await room.act("step", seat, {"step": room.play.game.step_text(step)})


@pytest.mark.compiled_only
@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seat", [0, 1])
def test_two_truths_give_the_same_notices(tmp_path: Path, ruleset: Ruleset, seat: int) -> None:
    """Nobody is connected, so every turn is told; to whom, when, and every letter of it are compared."""

    async def play() -> list[tuple[int, bool]]:
        async with Hall(tmp_path, lambda: NOW) as hall:
            return [await _compare(hall, ruleset, seat, seed) for seed in range(4)]

    played = run(play())
    assert sum(compared for compared, _ in played) >= 8
    assert any(different for _, different in played)


async def _compare(hall: Hall, ruleset: Ruleset, seat: int, seed: int) -> tuple[int, bool]:
    """How many notices were compared, and whether the two truths really differed."""
    told, rooms, compared = Told(hall), list[Room](), 0
    for _ in "ab":
        with same_chance(seed):
            rooms.append(await hall.make(ruleset.name, [YOU, OPEN], clock=DAYS))
        ben = await hall.come(rooms[-1], "Ben")
        await ben.done("sit", seat=1)
        ben.room.leave(ben)
    told.take()

    def states() -> tuple[State, State]:
        return rooms[0].play.table.state, rooms[1].play.table.state

    for actor, ways in ways_to_go_on(Random(seed), ruleset, seat, states):
        said = []
        for room, steps in zip(rooms, ways, strict=True):
            await _act(room, actor, steps)
            said.append([(person, await _shown(hall, person, kind, table)) for person, kind, table in told.all])
            told.take()
        assert said[0] == said[1]
        compared += len(said[0])
        if compared >= 12:
            break
    return compared, rooms[0].play.table.state != rooms[1].play.table.state


async def _shown(hall: Hall, person: str, kind: Any, table: str) -> list[str]:
    found = await hall.store.read(lambda session: about(session, table, person))
    assert found is not None
    return [str(found.says(kind, locale)).replace(table, "TABLE") for locale in ("en", "ja")]


def test_a_notice_says_nothing_but_game_names_and_link(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, _ = await hall.pair("mur-en", clock=DAYS)
            id_ = ada.room.id
            found = await hall.store.read(lambda session: about(session, id_, BEN))
            assert found is not None
            assert found.says("turn", "en") == {
                "title": "Your turn in Mur",
                "body": "Game with Ada",
                "path": f"/t/{id_}",
                "tag": id_,
                "lang": "en",
            }
            assert found.says("over", "ja")["title"] == "マー：対局が終わりました"
            assert found.says("challenge", "en")["title"] == "Ada challenges you"

    run(play())

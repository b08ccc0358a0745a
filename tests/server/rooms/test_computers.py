"""Computer players at tables: they step by themselves, by what they may know, and never into a changed position."""

import asyncio
from pathlib import Path

import pytest

from ludarium.core.state import SPECTATOR
from ludarium.players.report import PlayerFailed
from ludarium.server.rooms import computers, storage
from ludarium.server.rooms import room as room_module
from ludarium.server.thinking import Thinkers
from tests.server.rooms.hall import COMPUTER, YOU, Guessers, Hall, quiet, run, until


def test_a_computer_answers_every_step(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            assert ada.table["seats"][1] | {"name": ""} == {
                "seat": 1, "label": "White", "look": "seat:1", "occupant": "computer", "name": "", "level": 1,
                "person": "", "yours": False, "here": True, "rating": None, "provisional": False, "vacation": 0,
                "page": "",
            }  # fmt: skip
            for _ in range(3):
                await ada.step(ada.picture["paths"][0]["step"])
                await until(lambda: ada.table["seat"] == 0)
            assert [step["seat"] for step in ada.steps] == [0, 1, 0, 1, 0, 1]
            assert "player 1: level-1" in room.play.record_text(-1)

    run(play())


def test_a_computer_decides_by_its_own_views_alone(tmp_path: Path) -> None:
    async def play() -> None:
        thinking = Guessers()
        async with Hall(tmp_path, thinkers=thinking) as hall:
            room = await hall.make("myrmidons", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            for _ in range(8):
                await until(lambda: "step" in ada.table["may"])
                await ada.step(ada.picture["paths"][0]["step"])
            await quiet(room)
            assert thinking.asked
            for question in thinking.asked:
                assert question.seat == 1
                assert all(view == view.view(1) for view in question.views), "nothing is left that it may not know"
            assert thinking.asked[-1].views[-1] != room.play.table.state

    run(play())


def test_a_thought_about_another_position_is_dropped(tmp_path: Path) -> None:
    async def play() -> None:
        thinking = Guessers()
        async with Hall(tmp_path, thinkers=thinking) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            thinking.gate.clear()
            await ada.step("+c2")
            await until(lambda: len(thinking.asked) == 1)
            await ada.done("offer", seat=0, kind="undo")  # the room is not blocked while somebody thinks
            assert room.play.table.history.taken == []
            thinking.gate.set()
            await quiet(room)
            assert room.play.table.history.taken == []
            await ada.step("+c3")
            await until(lambda: len(ada.steps) == 2)
            thinking.gate.clear()
            await ada.step(ada.picture["paths"][0]["step"])
            await ada.done("resign", seat=0)
            thinking.gate.set()
            await quiet(room)
            assert len(room.play.table.history.steps) == 3

    run(play())


def test_a_paused_computer_waits(tmp_path: Path) -> None:
    async def play() -> None:
        thinking = Guessers()
        async with Hall(tmp_path, thinkers=thinking) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            thinking.gate.clear()
            await ada.step("+c2")
            await ada.done("offer", seat=0, kind="pause")
            thinking.gate.set()
            await quiet(room)
            assert len(room.play.table.history.steps) == 1
            assert not ada.table["thinking"]
            await ada.done("offer", seat=0, kind="resume")
            await until(lambda: len(ada.steps) == 2)

    run(play())


@pytest.mark.parametrize(("expects", "agrees"), [(0.3, True), (0.5, True), (0.7, False)])
def test_a_computer_agrees_to_a_draw_if_it_stands_no_better_than_even(
    tmp_path: Path, expects: float, agrees: bool
) -> None:
    async def play() -> None:
        thinking = Guessers()
        thinking.expects = expects
        async with Hall(tmp_path, thinkers=thinking) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await ada.done("offer", seat=0, kind="end")
            await quiet(room)
            assert thinking.asked[0].seat == 1, "it is asked for its own seat, which is not to act"
            assert (ada.table["phase"] == "over") == agrees
            assert ada.table["offers"] == []
            if not agrees:
                assert {"type": "declined", "kind": "end", "seat": 1} in ada.told
                assert await ada.refused("offer", seat=0, kind="end") == "offer_declined"

    run(play())


def test_a_computer_offers_a_draw_after_its_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await ada.step("+c2")
            await until(lambda: bool(ada.table["offers"]))
            assert ada.table["offers"] == [{"kind": "end", "by": 1, "waiting": [0]}]
            assert ada.table["seat"] == 0, "the computer has taken its step"
            await ada.step(ada.picture["paths"][0]["step"])  # which declines it
            await until(lambda: len(ada.steps) == 4 and bool(ada.table["offers"]))
            await ada.done("answer", seat=0, kind="end", yes=True)
            assert ada.table["outcome"]["winners"] == []

    monkeypatch.setattr(computers, "offers_end", lambda game, views, seat, report: views[-1].seat == 0)
    run(play())


def test_whoever_plays_only_computers_sees_a_whole_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mutterland", [COMPUTER] * 4, options={"land": "block", "turn_cap": 3})
            watching = await hall.come(room)
            await until(lambda: watching.table["phase"] == "over")
            assert watching.viewer == SPECTATOR
            assert len(watching.steps) == len(room.play.table.history.steps)

    run(play())


def test_a_computer_that_fails_steps_all_the_same(tmp_path: Path) -> None:
    class Failing(Guessers):
        async def decide(self, question: object, **_: object) -> object:  # type: ignore[override]
            raise PlayerFailed("no_answer")

    async def play() -> None:
        async with Hall(tmp_path, thinkers=Failing()) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await ada.step("+c2")
            await until(lambda: len(ada.steps) == 2)

    run(play())


@pytest.mark.compiled_only
def test_with_real_processes(tmp_path: Path) -> None:
    async def play() -> None:
        thinkers = Thinkers(1)
        try:
            async with Hall(tmp_path, thinkers=thinkers) as hall:
                room = await hall.make("realm", [YOU, {"who": "computer", "level": 4}])
                ada = await hall.come(room, "Ada")
                for _ in range(4):
                    await until(lambda: "step" in ada.table["may"])
                    await ada.step(ada.picture["paths"][0]["step"])
                await until(lambda: len(ada.steps) == 8)
        finally:
            thinkers.close()

    run(play())


# --- after something failed -------------------------------------------------------------------------------------------
def full(*_: object) -> None:
    raise OSError("the disk is full")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for the next try."""
    monkeypatch.setattr(room_module, "_LONGEST_RETRY", 0.02)


@pytest.mark.usefixtures("soon")
def test_after_a_full_disk_the_computer_moves_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        thinking = Guessers()
        async with Hall(tmp_path, thinkers=thinking) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await ada.step("+c2")
            await until(lambda: ada.table["seat"] == 0)
            thinking.gate.clear()
            await ada.step(ada.picture["paths"][0]["step"])
            with monkeypatch.context() as patch:
                patch.setattr(storage, "add_event", full)
                asked = len(thinking.asked)
                thinking.gate.set()
                await until(lambda: len(thinking.asked) >= asked + 3)  # it tries again and again
                assert len(ada.steps) == 3
            await until(lambda: ada.table["seat"] == 0)
            assert [step["seat"] for step in ada.steps] == [0, 1, 0, 1]

    run(play())


@pytest.mark.usefixtures("soon")
def test_computers_go_on_at_a_table_that_could_not_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        thinking = Guessers()
        async with Hall(tmp_path, thinkers=thinking) as hall:
            thinking.gate.clear()
            room = await hall.make("mur-en", [COMPUTER, YOU], visibility="private")
            with monkeypatch.context() as patch:
                patch.setattr(storage, "add_event", full)
                patch.setattr(storage, "load", full)
                thinking.gate.set()
                await until(lambda: room.closed)
                await hall.rooms.sweep()
                assert hall.rooms.in_memory.get(room.id) is None  # still not
            await hall.rooms.sweep()
            again = hall.rooms.in_memory.get(room.id)
            assert again is not None
            await until(lambda: again.play.table.history.taken)

    run(play())


@pytest.mark.usefixtures("soon")
def test_time_that_runs_out_on_a_full_disk_ends_the_game_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        now, tried = [1_000_000], [0]

        def count(*_: object) -> None:
            tried[0] += 1
            full()

        async with Hall(tmp_path, now=lambda: now[0]) as hall:
            ada, _ = await hall.pair("mur-en", clock={"kind": "sudden", "base": 60})
            await ada.step("+c2")
            with monkeypatch.context() as patch:
                patch.setattr(storage, "add_event", count)
                now[0] += 61_000
                ada.room.wake()
                await until(lambda: tried[0] >= 2)
                await asyncio.sleep(0.1)
                assert tried[0] < 20  # not without a pause
                assert ada.table["phase"] == "playing"
            await until(lambda: ada.table["phase"] == "over")

    run(play())


def test_a_room_that_was_put_away_looks_at_no_clock(tmp_path: Path) -> None:
    """Its time is up, and nothing more happens in it: that must not be found out again and again."""

    async def play() -> None:
        now = [1_000_000]
        async with Hall(tmp_path, now=lambda: now[0]) as hall:
            ada, _ = await hall.pair("mur-en", clock={"kind": "sudden", "base": 60})
            await ada.step("+c2")
            now[0] += 61_000
            ada.room.close()
            await ada.room._time_passed()
            assert not ada.room.at_work
            assert ada.room._timer is None

    run(play())


def test_computers_among_themselves_play_for_those_who_watch(tmp_path: Path) -> None:
    async def play() -> None:
        thinking = Guessers()
        async with Hall(tmp_path, thinkers=thinking) as hall:
            room = await hall.make("mur-en", [COMPUTER, COMPUTER], visibility="private")
            await quiet(room)
            assert (thinking.asked, room.play.table.history.steps) == ([], [])
            eve = await hall.come(room, "Eve")
            await until(lambda: len(room.play.table.history.steps) > 3)
            room.leave(eve)
            await quiet(room)
            steps = len(room.play.table.history.steps)
            await asyncio.sleep(0.05)
            assert len(room.play.table.history.steps) == steps
            assert not room.busy
            await hall.come(room, "Eve")
            await until(lambda: len(room.play.table.history.steps) > steps)

    run(play())


def test_computers_among_themselves_with_a_clock_play_on(tmp_path: Path) -> None:
    """They would lose by time while nobody watches."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            clock = {"kind": "sudden", "base": 600}
            room = await hall.make("mur-en", [COMPUTER, COMPUTER], clock=clock, options={"turn_cap": 10})
            await until(lambda: room.play.finished)

    run(play())

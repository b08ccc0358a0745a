"""Computer players at tables: they step by themselves, by what they may know, and never into a changed position."""

from pathlib import Path

import pytest

from ludarium.core.state import SPECTATOR
from ludarium.players.pool import PlayerFailed
from ludarium.server.thinking import Thinkers
from tests.server.rooms.hall import COMPUTER, YOU, Guessers, Hall, quiet, run, until


def test_a_computer_answers_every_step(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            assert ada.table["chairs"][1] | {"name": ""} == {
                "seat": 1, "called": "White", "look": "seat:1", "company": "computer", "name": "", "level": 1,
                "person": "", "yours": False, "here": True, "rating": None,
            }  # fmt: skip
            for _ in range(3):
                await ada.step(ada.picture["ways"][0]["step"])
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
                await ada.step(ada.picture["ways"][0]["step"])
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
            assert room.play.table.entries == []
            thinking.gate.set()
            await quiet(room)
            assert room.play.table.entries == []
            await ada.step("+c3")
            await until(lambda: len(ada.steps) == 2)
            thinking.gate.clear()
            await ada.step(ada.picture["ways"][0]["step"])
            await ada.done("resign", seat=0)
            thinking.gate.set()
            await quiet(room)
            assert len(room.play.table.entries) == 3

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
            assert len(room.play.table.entries) == 1
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
            await ada.done("offer", seat=0, kind="draw")
            await quiet(room)
            assert thinking.asked[0].seat == 1, "it is asked for its own seat, which is not to act"
            assert (ada.table["phase"] == "over") == agrees
            assert ada.table["offers"] == []
            if not agrees:
                assert await ada.refused("offer", seat=0, kind="draw") == "offer_declined"

    run(play())


def test_whoever_plays_only_computers_sees_a_whole_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mutterland", [COMPUTER] * 4, options={"land": "block", "turn_cap": 3})
            watching = await hall.come(room)
            await until(lambda: watching.table["phase"] == "over")
            assert watching.viewer == SPECTATOR
            assert len(watching.steps) == len(room.play.table.entries)

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
                    await ada.step(ada.picture["ways"][0]["step"])
                await until(lambda: len(ada.steps) == 8)
        finally:
            thinkers.close()

    run(play())

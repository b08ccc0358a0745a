"""A recorded game on a full screen: arrow keys, and playing on from any of its moves."""

import argparse
import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ludarium.cli.play import play_on
from ludarium.cli.screen.layout import FullScreen
from ludarium.cli.screen.replay import ReplayScreen, Show
from ludarium.cli.terminal import Terminal
from ludarium.core.rng import Rng
from ludarium.table import Table, open_record, replay
from tests.cli.screen.person import SMALL, lines, said

STEPS = ("+c2", "+d2", "+c1", "+d1", "+e2")


def recorded(name: str = "mur-en", steps: tuple[str, ...] = STEPS) -> Table:
    table = Table(name)
    for step in steps:
        table.take(table.seat, step)
    return table


def watch(shown: Show, do: Callable[[Pilot[str], ReplayScreen], Awaitable[None]], locale: str = "en") -> ReplayScreen:
    screen = ReplayScreen(shown, Terminal(locale))

    async def sit() -> None:
        async with FullScreen(screen).run_test(size=SMALL) as pilot:
            await pilot.pause()
            await do(pilot, screen)

    asyncio.run(sit())
    return screen


def begins(monkeypatch: pytest.MonkeyPatch) -> list[argparse.Namespace]:
    """The games that would begin, as their command lines say it."""
    begun: list[argparse.Namespace] = []

    def run(given: argparse.Namespace, terminal: Terminal) -> int:
        begun.append(given)
        return 0

    monkeypatch.setattr("ludarium.cli.play.run", run)
    return begun


def on_screen(pilot: Pilot[str]) -> str:
    assert isinstance(pilot.app, FullScreen)
    return said(pilot.app)


def test_arrow_keys_lead_through_the_game() -> None:
    async def do(pilot: Pilot[str], screen: ReplayScreen) -> None:
        assert "The start: move 0 of 5." in on_screen(pilot)
        await pilot.press("left")
        assert screen.at == 0
        await pilot.press("right", "right")
        await pilot.pause()
        assert "Move 2 of 5. White places a ship on d2." in on_screen(pilot)
        assert isinstance(pilot.app, FullScreen)
        assert any(re.search(r"W1 .?\*", line) for line in lines(pilot.app))  # where the last turn was
        await pilot.press("end")
        await pilot.pause()
        assert "Move 5 of 5." in on_screen(pilot)
        assert "The game isn't over." in on_screen(pilot)
        await pilot.press("right")
        assert screen.at == 5
        await pilot.press("home")
        assert screen.at == 0
        await pilot.press("q")

    screen = watch(Show(list(replay(recorded())), "The game isn't over."), do)
    assert (screen.left.frame, screen.left.to_next) == (None, False)


def test_up_and_down_lead_from_turn_to_turn() -> None:
    """A turn of Realm can have several moves."""
    table, rng = Table("realm", seed=5), Rng(6)
    while len(table.history.steps) < 36:
        legal = table.legal(table.seat)
        table.take(table.seat, legal[rng.below(len(legal))])
    frames = list(replay(table))
    ends = [at for at in range(1, len(frames) - 1) if frames[at].step.turn != frames[at + 1].step.turn]
    assert any(two - one > 1 for one, two in pairwise(ends))

    async def do(pilot: Pilot[str], screen: ReplayScreen) -> None:
        for end in ends:
            await pilot.press("down")
            assert screen.at == end
        for end in reversed(ends[:-1]):
            await pilot.press("up")
            assert screen.at == end
        await pilot.press("up")
        assert screen.at == 0

    watch(Show(frames, ""), do)


def test_the_next_game_of_a_series() -> None:
    async def do(pilot: Pilot[str], screen: ReplayScreen) -> None:
        assert "Mur, game 1 of 2" in on_screen(pilot)
        await pilot.press("n")

    assert watch(Show(list(replay(recorded())), "", 0, 1, 2), do).left.to_next


def test_playing_on_against_a_level() -> None:
    async def do(pilot: Pilot[str], screen: ReplayScreen) -> None:
        await pilot.press("right", "right", "right", "p")
        await pilot.pause()
        assert "Play on from here, as White. Against whom?" in on_screen(pilot)
        await pilot.press("2")

    left = watch(Show(list(replay(recorded())), ""), do).left
    assert left.frame is not None
    assert (left.frame.number, left.against) == (3, "level-2")


def test_a_game_that_is_over_cannot_be_played_on() -> None:
    table = recorded("connect-four", ("a", "b", "a", "b", "a", "b", "a"))
    assert table.outcome is not None

    async def do(pilot: Pilot[str], screen: ReplayScreen) -> None:
        await pilot.press("end", "p")
        await pilot.pause()
        assert "The game is over here. Go back first: Left." in on_screen(pilot)
        await pilot.press("left", "p", "6")

    left = watch(Show(list(replay(table)), ""), do).left
    assert left.frame is not None
    assert (left.frame.number, left.against) == (6, "")


def test_secrets_of_a_game_that_goes_on_cannot_be_played_with() -> None:
    table = recorded("myrmidons", ("=324",))

    async def do(pilot: Pilot[str], screen: ReplayScreen) -> None:
        assert "324" not in on_screen(pilot)
        await pilot.press("end", "p")
        await pilot.pause()
        assert "has hidden information and isn't over" in on_screen(pilot)
        assert "324" not in on_screen(pilot)

    watch(Show(list(replay(table)), ""), do)


@pytest.mark.parametrize("against", ["level-1", ""])
def test_what_is_played_on_is_a_record_of_its_own(
    against: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begun = begins(monkeypatch)
    frame = list(replay(recorded()))[3]
    assert play_on(recorded(), frame, against, Terminal("en")) == 0
    (given,) = begun
    assert given.full_screen
    table = open_record(given.resume).table
    assert [taken.text for taken in table.history.taken] == list(STEPS[:3])
    assert list(table.players) == [against, ""]  # White is to act
    assert "played on from move 3 of another game" in given.resume.read_text()


def test_the_chances_of_a_finished_game_with_secrets_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn armies are the same in the game that is played on."""
    monkeypatch.chdir(tmp_path)
    begun = begins(monkeypatch)
    table, rng = Table("myrmidons-random", seed=9), Rng(1)
    while len(table.history.steps) < 16:
        legal = table.legal(table.seat)
        table.take(table.seat, legal[rng.below(len(legal))])
    table.resign(0)
    frame = list(replay(table))[14]
    play_on(table, frame, "", Terminal("en"))
    again = open_record(begun[0].resume).table
    assert again.state == frame.history.state
    assert begun[0].resume.with_name(begun[0].resume.name + ".secret").exists()

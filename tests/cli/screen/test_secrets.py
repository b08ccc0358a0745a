"""What a seat may not know is never on the screen: in no letter, no style and no place that can be scrolled to."""

from functools import partial
from io import StringIO

import pytest
from rich.console import Console
from textual.widgets import Static

from ludarium.cli.screen.dialogs import Curtain
from ludarium.cli.screen.table import TableScreen
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.levels import RANDOM
from ludarium.table import Table
from tests.cli.conftest import HIDING
from tests.cli.screen.person import Person, at_a_screen, looks, seated

pytestmark = pytest.mark.slow

TWO = ("Ada", "Ben")


def _everything(person: Person) -> tuple[list[str], list[str]]:
    """What is on the screen with its styles, and what its parts hold that may be out of sight."""
    parts = [static.content for screen in person.app.screen_stack for static in screen.query(Static)]
    console = Console(file=StringIO(), width=200)
    for part in parts:
        console.print(part)
    held = console.file.getvalue() if isinstance(console.file, StringIO) else ""
    return looks(person.app), [*held.splitlines(), repr(person.screen.board._rows), repr(person.screen.board.marked)]


async def _set_up(person: Person, pick: int) -> list[str]:
    """The first seat places all it has, always its first or always its last choice; where a screen is over the board
    somebody presses Enter.
    """
    placed = []
    await person.until(lambda: isinstance(person.app.screen, Curtain))
    await person.press("enter")
    while person.screen.acting == 0 and find_ruleset(person.table.ruleset.name).game.is_setup(person.table.state):
        step = person.table.legal(0)[pick]
        placed.append(step)
        await person.take_at_once(step)
    return placed


@pytest.mark.parametrize("name", HIDING)
def test_two_truths_look_the_same_to_who_comes_next(name: str) -> None:
    seen = []

    async def play(person: Person, pick: int) -> None:
        placed = await _set_up(person, pick)
        assert "Your turn is done. Press Enter to hide the screen." in person.said()
        assert person.screen.scene() is not None  # what they did, once more
        await person.press("enter")
        assert isinstance(person.app.screen, Curtain)
        assert "Pass the device to Red (Ben)." in person.said()
        shown = [_everything(person)]
        await person.press("enter")
        await person.until(lambda: person.screen.acting == 1)
        for keys in ((), ("l",), ("escape",), ("tab",), ("question_mark",), ("escape",), ("u",)):
            await person.press(*keys)
            shown.append(_everything(person))
        assert "only the moves of your own unfinished turn" in person.said()
        await person.take(person.table.legal(1)[0])
        shown.append(_everything(person))
        seen.append((placed, shown))

    for pick in (0, -1):
        at_a_screen(seated(name, TWO), partial(play, pick=pick))
    assert seen[0][0] != seen[1][0]
    for one, other in zip(seen[0][1], seen[1][1], strict=True):
        assert one == other


def _two_truths(name: str) -> tuple[State, State]:
    """When a turn of the first seat begins, as late as its second one: what it cannot tell apart."""
    found = None
    for seed in range(10):
        table, rng = Table(name, seed=seed), Rng(seed)
        while table.outcome is None and table.state.turn < 5:
            if table.seat == 0 and table.state.turn > 1 and not table.own_steps(0):
                one, *others = [table.view(0).resample(0, Rng(chance)) for chance in range(20)]
                found = next(((one, other) for other in others if other != one), found)
            legal = table.legal(table.seat)
            table.take(table.seat, legal[rng.below(len(legal))])
        if found is not None:
            return found
    raise AssertionError("nothing is ever hidden")


@pytest.mark.parametrize("name", HIDING)
def test_two_truths_look_the_same_to_who_plays_the_computer(name: str) -> None:
    """Truths that a seat cannot tell apart: the board, all that the cursor foretells, refusals, the log."""
    seen = []

    async def play(person: Person) -> None:
        shown = []
        for _ in range(2):
            await person.press("tab", "enter")
            shown.append(_everything(person))
            for _ in range(3):
                await person.press("tab")
                shown.append(_everything(person))
            await person.press("escape", "escape")
            person.screen.board.go_to("d4")
            await person.press("enter")
            shown.append(_everything(person))
            await person.press("escape", "escape")
        assert not person.table.history.steps
        seen.append(shown)

    for truth in _two_truths(name):
        at_a_screen(seated(name, ["", RANDOM], start=truth), play)
    for one, two in zip(*seen, strict=True):
        assert one == two


def test_nothing_but_the_question_is_seen_by_who_is_asked_for_a_draw() -> None:
    async def play(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, Curtain))
        await person.press("enter")
        await person.press("1")
        assert "Commander" in person.said() or "commander" in person.said()
        await person.press("a", "1")
        assert "Red (Ben): " in person.said()
        whole = "".join(strip.text for strip in person.app.screen._compositor.render_strips())
        assert "1 1 1" not in whole  # the values of the commander
        assert "╔" not in whole
        await person.press("2")

    at_a_screen(seated("myrmidons", TWO), play)


def test_a_fault_of_the_program_shows_no_secrets(capfd: pytest.CaptureFixture[str]) -> None:
    def fail(self: TableScreen) -> str:
        secret = self.table.game.position_text(self.table.state)
        raise RuntimeError(f"{len(secret)} letters")

    async def play(person: Person) -> None:
        await person.until(lambda: isinstance(person.app.screen, Curtain))
        person.screen.prompt = fail.__get__(person.screen)  # type: ignore[method-assign]
        await person.press("enter")
        await person.pilot.pause()

    seating = seated("myrmidons", TWO)
    seating.table.take(0, "=324")
    with pytest.raises(Exception, match="letters"):
        at_a_screen(seating, play)
    shown = capfd.readouterr()
    told = shown.out + shown.err
    assert "RuntimeError" in told
    assert " locals " not in told
    assert "324" not in told

"""Whole games of every ruleset, played on a full screen by keys alone."""

from pathlib import Path

import pytest

from ludarium.cli.screen.dialogs import Ask
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.players.levels import RANDOM
from ludarium.table import open_record
from tests.cli.conftest import ALL
from tests.cli.screen.person import Person, at_a_screen, seated

_KEYS = 1500


async def _play_somehow(person: Person, rng: Rng) -> None:
    """Somebody who knows Tab, Enter and the keys of buttons, and chooses by chance."""
    screen = person.screen
    for _ in range(_KEYS):
        if person.table.outcome is not None:
            return
        buttons = screen.buttons()
        if isinstance(person.app.screen, Ask):
            await person.press("1")
        elif buttons and (not screen.wanted() or rng.below(4) == 0):
            await person.press("1234567890ABCDEFGHIJ"[rng.below(len(buttons))])
        elif rng.below(12) == 0:
            await person.press("escape")
        else:
            await person.press(*["tab"] * int(rng.below(3) + 1), "enter")
    raise AssertionError(f"no end in sight:\n{person.text()}")


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_a_game_by_keys_alone(name: str, tmp_path: Path) -> None:
    known = {option.name for option in find_ruleset(name).offered}
    options: dict[str, object] = {"turn_cap": 6} if "turn_cap" in known else {}
    seating = seated(name, ["", RANDOM], options=options, seed=3, file=tmp_path / "g.txt")

    async def play(person: Person) -> None:
        await _play_somehow(person, Rng(5))
        await person.until(lambda: person.screen.prompt() in person.said())
        outcome = seating.table.outcome
        assert outcome is not None
        assert seating.game.outcome_sentence(outcome, "en") in person.said()
        await person.press("enter")
        assert person.app.return_value == "over"

    at_a_screen(seating, play)
    record = open_record(tmp_path / "g.txt")
    assert record.table.outcome == seating.table.outcome
    assert record.table.history.steps == seating.table.history.steps

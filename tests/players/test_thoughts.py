"""What a player thought, as a line of text."""

import pytest

from ludarium.core.game import find_ruleset
from ludarium.players.report import Line, Report, plain_report
from ludarium.players.thoughts import Thought, read_thought, thought_text

GAME = find_ruleset("mur-en").game
STEPS = {text: int(GAME.read_step(text)) for text in ("+c2", "+a1", "+b3")}


def report(*lines: Line, simulations: int = 4000) -> Report:
    return Report(lines[0].step, 1, simulations, 0.0, (0.25, 0.75), lines)


def test_the_chances_and_the_visits_of_the_best_steps() -> None:
    """Seat 1 expects 0.8 of three quarters of the visits and 0.4 of the others: 0.7."""
    found = report(Line((STEPS["+c2"],), 3000, 0.8), Line((STEPS["+a1"],), 1000, 0.4))
    assert thought_text(GAME, found) == "search: 0.300 0.700; +c2 3000, +a1 1000"


def test_less_than_one_visit_in_a_thousand_is_left_out() -> None:
    found = report(Line((STEPS["+c2"],), 3996, 0.75), Line((STEPS["+a1"],), 4, 0.75), Line((STEPS["+b3"],), 0, 0.0))
    assert thought_text(GAME, found).endswith("; +c2 3996, +a1 4")
    found = report(Line((STEPS["+c2"],), 3997, 0.75), Line((STEPS["+a1"],), 3, 0.75))
    assert thought_text(GAME, found).endswith("; +c2 3997")


def test_a_proven_step_counts_alone() -> None:
    won = Line((STEPS["+c2"],), 2, 1.0, winners=0b10, length=1)
    found = Report(won.step, 1, 0, 0.0, (0.0, 1.0), (won, Line((STEPS["+a1"],), 900, 0.6)))
    assert thought_text(GAME, found) == "search: 0.000 1.000; +c2 1"


def test_who_did_not_search_says_nothing() -> None:
    state = find_ruleset("mur-en").new({})
    assert thought_text(GAME, plain_report(STEPS["+c2"], state, 0)) == ""


def test_reading_gives_what_was_written() -> None:
    thought = Thought((0.3, 0.7), {"rearrange B2": 12, "+c2": 3})
    assert thought.text == "search: 0.300 0.700; rearrange B2 12, +c2 3"
    assert read_thought(thought.text) == thought


@pytest.mark.parametrize(
    "text",
    [
        *("", "random", "search:", "search: 0.5 0.5", "search: 0.5 0.5;", "search: 0.5 1.5; +c2 1"),
        *("search: 0.5 x; +c2 1", "search: 0.5 0.5; +c2", "search: 0.5 0.5; +c2 0", "search: 0.5 0.5; +c2 -1"),
        "search: nan 0.5; +c2 1",
    ],
)
def test_any_other_comment_is_none(text: str) -> None:
    assert read_thought(text) is None

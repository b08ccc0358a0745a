"""Every game keeps the contract: what ``ludarium check`` asks of other people's games is asked of all."""

import pytest

from ludarium.conformance import EVERY_CASE, EVERY_GAME, Case, Check, cases, look, words
from ludarium.conformance.play import COMPILED, STEPS
from ludarium.core.game import main_rulesets

MAIN = {ruleset.name for ruleset in main_rulesets()}
CASES = [
    pytest.param(case, id=case.name, marks=pytest.mark.slow if COMPILED and case.name not in MAIN else ())
    for ruleset in main_rulesets()
    for case in cases(ruleset, STEPS)
]
FIRST = [cases(ruleset, STEPS)[0] for ruleset in main_rulesets()]


def _name(check: Check) -> str:
    return f"{check.__module__.rpartition('.')[2]}.{check.__name__}"


@pytest.mark.parametrize("check", EVERY_CASE, ids=_name)
@pytest.mark.parametrize("case", CASES)
def test_every_case(case: Case, check: Check) -> None:
    failure = look(check, case)
    assert failure is None, failure.text()


@pytest.mark.parametrize(
    "check",
    [pytest.param(check, marks=pytest.mark.slow if check is words.random_games else ()) for check in EVERY_GAME],
    ids=_name,
)
@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.game.name)
def test_every_game(case: Case, check: Check) -> None:
    failure = look(check, case)
    assert failure is None, failure.text()


@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.game.name)
def test_every_game_here_has_symmetries_and_arrays(case: Case) -> None:
    """Which other people's games can do without."""
    assert case.game.arrays is not None
    assert case.traits.images is not None

"""Random games go on as they went when their playthroughs were written."""

import pytest

from ludarium.core.game import Ruleset, rulesets
from tests.golden import FOLDER, playthrough


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_playthrough(ruleset: Ruleset) -> None:
    assert (FOLDER / f"{ruleset.name}.txt").read_text() == playthrough(ruleset)


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {ruleset.name for ruleset in rulesets()}

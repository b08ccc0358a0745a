"""Fixtures of the table's tests."""

import pytest

from ludarium.core import game
from ludarium.core.game import Ruleset
from tests.table.cups import OPEN, RULESET


@pytest.fixture(autouse=True)
def cups(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """The tiny game with secrets (and its twin without), registered for the table's tests alone."""
    for ruleset in (RULESET, OPEN):
        monkeypatch.setitem(game._RULESETS, ruleset.name, ruleset)
    return RULESET

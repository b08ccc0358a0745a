"""Fixtures of the table's tests."""

import pytest

from ludarium.core import game
from ludarium.core.game import Ruleset
from tests.table.cups import RULESET


@pytest.fixture
def cups(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """The tiny game with secrets, registered for one test."""
    monkeypatch.setitem(game._RULESETS, RULESET.name, RULESET)
    return RULESET

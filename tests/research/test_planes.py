"""The page about planes says what the games say."""

from pathlib import Path

from ludarium.core.game import main_rulesets
from tests.research.planes import page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "planes.md"


def _own(text: str) -> str:
    """The part about the games of the package: tests also know the example's."""
    return text.partition("\n## Connect Four")[0]


def test_the_page_is_up_to_date() -> None:
    assert _own(page()) == PAGE.read_text(encoding="utf-8"), "make planes writes it anew"


def test_every_game_has_its_planes() -> None:
    for ruleset in main_rulesets():
        assert f"\n## {ruleset.game.words('en').sections['name']}\n" in page()

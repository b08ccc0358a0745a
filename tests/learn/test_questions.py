"""Who has read nothing but a guide can answer what newcomers ask: the questions were written before the guide was."""

import re
import tomllib
from pathlib import Path

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from ludarium.draw.blocks import GAME, read_blocks
from ludarium.draw.diagrams import history_of
from ludarium.draw.rulebook import find_guide, guide, rulesets_of
from tests.draw.diagram_pictures import read_pages

QUESTIONS = sorted((Path(__file__).parent / "questions").glob("*.toml"))
DOCS = Path(__file__).parents[2] / "docs"
GUIDES = sorted((DOCS / "learn").glob("*.md"))
# Whom the rulebooks name, and of Mutter Land, whose rulebook names its translator alone, whom public sources name.
CREDITS = {
    "mur-jp": ["MUR Federation"],
    "mur-en": ["MUR Federation"],
    "myrmidons": ["Néstor Romeral Andrés"],
    "mutterland": ["H. Witt", "上野 宏之"],
    "realm": ["Philip E. Orbanes"],
}
each_guide = pytest.mark.parametrize("file", GUIDES, ids=lambda file: file.stem)


def plain(text: str, locale: str) -> str:
    """Words without Markdown and without the way in which lines are broken."""
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^ *(?:[-#>]+|\d+\.) |\|", " ", text, flags=re.MULTILINE)
    text = re.sub(r"[*_`]", "", text)
    return re.sub(r"\s+", "" if locale == "ja" else " ", text).strip()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("file", QUESTIONS, ids=lambda file: file.stem)
def test_every_answer_is_found_in_the_guide(file: Path, locale: str) -> None:
    questions = tomllib.loads(file.read_text(encoding="utf-8"))["questions"]
    assert len(questions) == 20
    assert len({one["question"][locale] for one in questions}) == 20
    assert all(one["answer"][locale].strip() for one in questions)
    text = guide(find_ruleset(file.stem), locale)
    assert text is not None
    page = plain(text, locale)
    missing = [one["question"][locale] for one in questions if plain(one["found"][locale], locale) not in page]
    assert missing == []
    assert all(len(plain(one["found"][locale], locale)) > 5 for one in questions)


def test_there_are_questions_about_every_guide() -> None:
    assert {file.stem for file in QUESTIONS} == {file.stem.rpartition(".")[0] for file in GUIDES}


@each_guide
def test_sample_games_are_played_to_their_end(file: Path) -> None:
    games = [block for block in read_blocks(file.name, file.read_text(encoding="utf-8")) if block.kind == GAME]
    assert games
    for block in games:
        history = history_of(block)  # which refuses what is illegal
        assert history.outcome is not None
        assert block.at[0] == 0
        assert len(block.at) >= 5
        assert block.at[-1] == len(history.steps)  # how it ended is told


@each_guide
def test_the_last_section_names_whose_game_it_is(file: Path) -> None:
    name = file.stem.rpartition(".")[0]
    credit = file.read_text(encoding="utf-8").rpartition("\n## ")[2]
    assert [person for person in CREDITS[name] if person not in credit] == []


@each_guide
def test_all_rulesets_that_a_guide_names_lead_to_it(file: Path) -> None:
    name, _, locale = file.stem.rpartition(".")
    for ruleset in rulesets_of(file.read_text(encoding="utf-8")):
        assert find_guide(find_ruleset(ruleset), locale) == name


def test_names_of_blocks_are_used_once_on_all_pages() -> None:
    folders = [folder for folder in (DOCS / "rules", DOCS / "learn") if folder.is_dir()]
    names = [block.name for folder in folders for block in read_pages(folder)]  # which compares the languages
    assert len(names) == len(set(names))


def test_what_is_plain() -> None:
    assert plain("- **Ships** (7).\n  Black *starts*.", "en") == "Ships (7). Black starts."
    assert plain("1. 船は、\n   [動く](#x)。", "ja") == "船は、動く。"

"""Every clause of every game has words, a place in both rulebook pages and a test that names it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import breakthrough
import pytest

from ludarium.core.game import Game, rulesets
from ludarium.core.words import LOCALES
from ludarium.draw import rulebook

ROOT = Path(__file__).parent.parent
GAMES = {ruleset.game.name: ruleset.game for ruleset in (*rulesets(), *breakthrough.RULESETS)}
BOLD_ID = re.compile(r"\*\*([A-Z]+-[A-Z]+[0-9]+)\*\*")

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def words_place(game: Game, locale: str) -> str:
    return f"[clauses] of {game.name} ({locale})"


def worded(game: Game, locale: str) -> set[str]:
    section = game.words(locale).sections.get("clauses")
    assert isinstance(section, dict), f"there is no {words_place(game, locale)}"
    return set(section)


def differ(one: set[str], one_place: object, other: set[str], other_place: object) -> str:
    """What two places do not share, "" if they agree."""
    lines = [f"{place} lacks {', '.join(sorted(lack))}" for place, lack in
             ((one_place, other - one), (other_place, one - other)) if lack]  # fmt: skip
    return "; ".join(lines)


def clause_marks(tree: ast.AST) -> Iterator[str]:
    """The ids in ``@pytest.mark.clause("…")`` on the test functions of a file."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause":
                yield from (ast.literal_eval(argument) for argument in decorator.args)


@cache
def named_by_tests() -> dict[str, Path]:
    """Every id that a test names, and one file where it does."""
    found: dict[str, Path] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for clause in clause_marks(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(clause, path)
    return found


@each_game
def test_both_languages_word_the_same_clauses(game: Game) -> None:
    english, *others = LOCALES
    for locale in others:
        first, second = words_place(game, english), words_place(game, locale)
        assert not (lacking := differ(worded(game, english), first, worded(game, locale), second)), lacking


@each_game
@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_has_every_clause(game: Game, locale: str) -> None:
    page = ROOT / "docs" / "rules" / f"{game.name}.{locale}.md"
    if type(game).__module__.startswith("ludarium."):  # a game from outside shows a page made of its words
        assert page.exists(), f"{page} is missing: every game has a rulebook page in every language"
    bold = set(BOLD_ID.findall(rulebook.page(game, locale)))
    assert not (lacking := differ(bold, page, worded(game, locale), words_place(game, locale))), lacking


@each_game
def test_every_clause_has_a_test(game: Game) -> None:
    lacking = worded(game, LOCALES[0]) - set(named_by_tests())
    assert not lacking, f"no test under tests/ is marked @pytest.mark.clause for: {', '.join(sorted(lacking))}"


def test_tests_name_known_clauses() -> None:
    known = {clause for game in GAMES.values() for clause in worded(game, LOCALES[0])}
    strange = [f"{clause} in {path}" for clause, path in named_by_tests().items() if clause not in known]
    assert not strange, f"no game has these clauses: {', '.join(strange)}"

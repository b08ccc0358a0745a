"""The rulebook pages: where they lie, which clauses they have, and their text and diagrams one after the other."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludarium.core.game import Game
from ludarium.core.words import Words
from ludarium.draw.diagrams import Diagram, DiagramError, read_diagrams

# At the start of a paragraph or list item, in bold; elsewhere a clause is only cited.
CLAUSE = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2,4}-[A-Z]\d+)[^*\n]*\*\*", re.MULTILINE)
_DIAGRAM = re.compile(r"<!--\s*diagram:.*?-->\s*!\[(?P<said>[^\]]*)\]\([^)]*\)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HERE = Path(__file__).resolve()
# Installed, the pages lie in the package (see setup.py); in a checkout they are the ones in docs/.
FOLDERS = [_HERE.parents[1] / "rulebook", _HERE.parents[3] / "docs" / "rules"]


@dataclass(frozen=True)
class Shown:
    """A diagram of a page and what is to be seen in it, in words."""

    diagram: Diagram
    said: str


def page(game: Game, locale: str) -> str:
    """The page of a game as Markdown; a game that has none, such as one from outside, tells what it has in words."""
    for folder in FOLDERS:
        file = folder / f"{game.name}.{locale}.md"
        if file.exists():
            return file.read_text(encoding="utf-8")
    return _short_page(game.words(locale))


def _short_page(words: Words) -> str:
    """Its summary and its clauses."""
    clauses_said = [f"**{clause}** {text}" for clause, text in words.section("clauses").items()]
    return "\n\n".join([f"# {words.sections['name']}", str(words.sections["summary"]), *clauses_said])


def clauses(game: Game, locale: str) -> list[str]:
    """The ids of a game's clauses in the order of its page."""
    return list(dict.fromkeys(CLAUSE.findall(page(game, locale))))


def parts(game: Game, text: str) -> Iterator[str | Shown]:
    """A page's text, or some of it, cut at its diagrams; comments are left out. Of a garbled diagram the description
    remains.
    """
    at = 0
    for found in _DIAGRAM.finditer(text):
        yield from _prose(text[at : found.start()])
        try:
            yield from [Shown(diagram, found["said"]) for diagram in read_diagrams(game.name, found[0])]
        except DiagramError:
            yield f"*{found['said']}*"
        at = found.end()
    yield from _prose(text[at:])


def _prose(text: str) -> Iterator[str]:
    text = _COMMENT.sub("", text)
    if text.strip():
        yield text

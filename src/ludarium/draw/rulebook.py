"""The pages of rules: where they lie, which clauses they have, and their text and blocks one after the other.

There are two layers: the reference of a game, ``GAME.LOCALE.md``, and a guide for those who learn it, which tells one
ruleset or several alike, ``RULESET.LOCALE.md``. A game from outside the package can bring its guides in its folder
``guide``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ludarium.core.game import Game, Ruleset, rulesets
from ludarium.core.words import LOCALES, Words
from ludarium.draw.blocks import Block, read_blocks, read_page

# At the start of a paragraph or list item, in bold; elsewhere a clause is only cited.
CLAUSE = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2,4}-[A-Z]\d+)[^*\n]*\*\*", re.MULTILINE)
_HERE = Path(__file__).resolve()
# Installed, the pages lie in the package (see setup.py); in a checkout they are the ones in docs/.
FOLDERS = [_HERE.parents[1] / "rulebook", _HERE.parents[3] / "docs" / "rules"]
GUIDES = [_HERE.parents[1] / "guide", _HERE.parents[3] / "docs" / "learn"]
_RULESETS = re.compile(r"<!--\s*rulesets:([^>]*?)-->")


def page(game: Game, locale: str) -> str:
    """The page of a game as Markdown; a game that has none, such as one from outside, tells what it has in words."""
    for folder in FOLDERS:
        file = folder / f"{game.name}.{locale}.md"
        if file.exists():
            return file.read_text(encoding="utf-8")
    return _short_page(game.words(locale))


def guide(ruleset: Ruleset, locale: str) -> str | None:
    """The guide in which a ruleset is told, as Markdown."""
    name = find_guide(ruleset, locale)
    file = _guide_files(ruleset.game, locale).get(name or "")
    return file.read_text(encoding="utf-8") if file else None


def find_guide(ruleset: Ruleset, locale: str) -> str | None:
    """The ruleset by which the guide is named that tells this one: its own, or one that names it."""
    files = _guide_files(ruleset.game, locale)
    if ruleset.name in files:
        return ruleset.name
    return next((name for name, file in files.items() if ruleset.name in rulesets_of(_first_line(file))), None)


def rulesets_of(text: str) -> list[str]:
    """The rulesets that a guide names in its first comment."""
    named = _RULESETS.match(text.lstrip())
    return named[1].split() if named else []


def _first_line(file: Path) -> str:
    with file.open(encoding="utf-8") as text:
        return text.readline()


def _guide_files(game: Game, locale: str) -> dict[str, Path]:
    """By ruleset, in the order of the rulesets."""
    own = getattr(game, "folder", None)
    folders = [*GUIDES, *([own / "guide"] if own else [])]
    names = [ruleset.name for ruleset in rulesets() if ruleset.game is game]
    found = {name: [folder / f"{name}.{locale}.md" for folder in folders] for name in names}
    return {name: file for name, files in found.items() for file in files[::-1] if file.is_file()}


def find_block(name: str) -> Block | None:
    """The diagram, legend or sample game of that name, on whichever page it stands: it is the same in all languages."""
    for game in {ruleset.game.name: ruleset.game for ruleset in rulesets()}.values():
        texts = [page(game, LOCALES[0])]
        texts += [file.read_text(encoding="utf-8") for file in _guide_files(game, LOCALES[0]).values()]
        for text in texts:
            found = next((one for one in read_blocks(game.name, text, []) if one.name == name), None)
            if found:
                return found
    return None


def _short_page(words: Words) -> str:
    """Its summary and its clauses."""
    clauses_said = [f"**{clause}** {text}" for clause, text in words.section("clauses").items()]
    return "\n\n".join([f"# {words.sections['name']}", str(words.sections["summary"]), *clauses_said])


def clauses(game: Game, locale: str) -> list[str]:
    """The ids of a game's clauses in the order of its page."""
    return list(dict.fromkeys(CLAUSE.findall(page(game, locale))))


def parts(page: str, text: str) -> Iterator[str | Block]:
    """A page's text, or some of it, cut at its blocks; comments are left out. Of a garbled block what people read of it
    remains.
    """
    return read_page(page, text, [])

"""``ludarium rules``: the rulebook pages, or one clause, in the terminal."""

import argparse
import re
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from rich.markdown import Markdown

from ludarium.cli.games import by_game, find_game
from ludarium.cli.picture import picture
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game
from ludarium.core.words import Words
from ludarium.draw.diagrams import DiagramError, read_diagrams, scene_of

_CLAUSE = re.compile(r"^(?:[-*] )?\*\*([A-Z]{2,4}-[A-Z]\d+)[^*\n]*\*\*", re.MULTILINE)  # elsewhere it is only cited
_DIAGRAM = re.compile(r"<!--\s*diagram:.*?-->\s*!\[(?P<said>[^\]]*)\]\([^)]*\)", re.DOTALL)
_HERE = Path(__file__).resolve()
# Installed, the pages lie in the package (see setup.py); in a checkout they are the ones in docs/.
_FOLDERS = (_HERE.parents[1] / "rulebook", _HERE.parents[3] / "docs" / "rules")


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="GAME|RULESET|CLAUSE", help=terminal.say("rules.game"))
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help=terminal.say("rules.clause"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    clause = given.clause
    if clause is None and re.fullmatch(r"[A-Za-z]{2,4}-[A-Za-z]\d+", given.game):
        clause = given.game
        game = next((game for game, _ in by_game() if clause.upper() in clauses(game, terminal.locale)), None)
        if game is None:
            raise _unknown(clause, [name for game, _ in by_game() for name in clauses(game, terminal.locale)])
    else:
        game = find_game(given.game)
    show(game, clause, terminal)
    return 0


def show(game: Game, clause: str | None, terminal: Terminal) -> None:
    """Print the page or the clause; its diagrams are drawn with characters."""
    text = page(game, terminal.locale) if clause is None else clause_text(game, clause, terminal.locale)
    at = 0
    for found in _DIAGRAM.finditer(text):
        _print(text[at : found.start()], terminal)
        with suppress(DiagramError):  # its description remains
            for diagram in read_diagrams(game.name, found[0]):
                terminal.write("\n" + picture(scene_of(diagram), game.words(terminal.locale), terminal) + "\n")
        _print(f"*{found['said']}*", terminal)
        terminal.write("")
        at = found.end()
    _print(text[at:], terminal)


def _print(text: str, terminal: Terminal) -> None:
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    if text.strip():
        terminal.show(Markdown(text))


def page(game: Game, locale: str) -> str:
    for folder in _FOLDERS:
        file = folder / f"{game.name}.{locale}.md"
        if file.exists():
            return file.read_text(encoding="utf-8")
    return _short_page(game.words(locale))


def _short_page(words: Words) -> str:
    """What a game that has no page, such as one from outside, says of itself: its summary and its clauses."""
    clauses_said = [f"**{clause}** {text}" for clause, text in words.section("clauses").items()]
    return "\n\n".join([f"# {words.sections['name']}", str(words.sections["summary"]), *clauses_said])


def clauses(game: Game, locale: str) -> list[str]:
    """The ids of a game's clauses in the order of its page."""
    return list(dict.fromkeys(_CLAUSE.findall(page(game, locale))))


def clause_text(game: Game, clause: str, locale: str) -> str:
    """The parts of the page that say what a clause says: from its id up to the next id, list or heading."""
    wanted = clause.upper()
    blocks = _blocks(page(game, locale))
    starts = [(found.group(1) if (found := _CLAUSE.search(block)) else "") for block in blocks]
    if wanted not in starts:
        raise _unknown(clause, clauses(game, locale))
    chosen = []
    inside = False
    for block, start in zip(blocks, starts, strict=True):
        if start or block.startswith("#"):
            inside = start == wanted
        if inside:
            chosen.append(block)
    return "\n\n".join(chosen)


def _unknown(clause: str, known: list[str]) -> CommandError:
    return CommandError("clause_unknown", clause=clause, near=get_close_matches(clause.upper(), known, 3, 0))


def _blocks(text: str) -> list[str]:
    """Paragraphs and list items, each with its indented continuation."""
    text = re.sub(r"\n(?=[-*] )", "\n\n", text)
    return [block.strip("\n") for block in re.split(r"\n\s*\n(?! )", text) if block.strip()]

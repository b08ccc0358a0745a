"""``ludarium rules``: the rulebook pages, or one clause, in the terminal."""

import argparse
import re
from contextlib import suppress
from difflib import get_close_matches

from rich.markdown import Markdown

from ludarium.cli.games import find_game
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, by_game
from ludarium.draw.diagrams import DiagramError, scene_of
from ludarium.draw.rulebook import CLAUSE, clauses, page, parts


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
    for part in parts(game, text):
        if isinstance(part, str):
            terminal.show(Markdown(part))
            continue
        with suppress(DiagramError):  # its description remains
            terminal.write("\n" + terminal.draw(scene_of(part.diagram), game) + "\n")
        terminal.show(Markdown(f"*{part.said}*"))
        terminal.write("")


def clause_text(game: Game, clause: str, locale: str) -> str:
    """The parts of the page that say what a clause says: from its id up to the next id, list or heading."""
    wanted = clause.upper()
    blocks = _blocks(page(game, locale))
    starts = [(found.group(1) if (found := CLAUSE.search(block)) else "") for block in blocks]
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

"""``ludarium rules``: how to play, the reference, or one clause of it, in the terminal."""

import argparse
import re
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from rich.markdown import Markdown

from ludarium.cli.games import find_game
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, Ruleset, by_game, rulesets
from ludarium.draw.blocks import DIAGRAM, GAME, MARKS, Block, PageError
from ludarium.draw.diagrams import chosen, history_of, scene_at
from ludarium.draw.proofread import check
from ludarium.draw.rulebook import CLAUSE, clauses, guide, page, parts


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME|RULESET|CLAUSE", help=terminal.say("rules.game"))
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help=terminal.say("rules.clause"))
    parser.add_argument("--reference", action="store_true", help=terminal.say("rules.reference"))
    parser.add_argument("--check", nargs="+", type=Path, metavar="FILE", help=terminal.say("rules.check"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if given.check:
        return _check(given.check, terminal)
    if given.game is None:
        raise CommandError("rules_which")
    if given.clause is None and re.fullmatch(r"[A-Za-z]{2,4}-[A-Za-z]\d+", given.game):
        clause = given.game
        game = next((game for game, _ in by_game() if clause.upper() in clauses(game, terminal.locale)), None)
        if game is None:
            raise _unknown(clause, [name for game, _ in by_game() for name in clauses(game, terminal.locale)])
        show(game, clause, terminal)
        return 0
    game = find_game(given.game)
    own = [one for one in rulesets() if one.game is game]
    ruleset = next((one for one in own if one.name == given.game), own[0])
    text = guide(ruleset, terminal.locale)
    if given.clause is None and not given.reference and text is not None:
        _write(ruleset.name, text, terminal)
        terminal.tell("rules.more", game=game.name)
        return 0
    if given.clause is None:
        _tell_edition(ruleset, terminal)
    show(game, given.clause, terminal)
    return 0


def _tell_edition(ruleset: Ruleset, terminal: Terminal) -> None:
    """Where a page tells several rulesets: what is said of the one that was asked for."""
    mark = ruleset.name.removeprefix(f"{ruleset.game.name}-").split("-")[0]
    if re.search(rf"^- \*{mark}\*", page(ruleset.game, terminal.locale), re.MULTILINE):
        terminal.tell("rules.edition", ruleset=ruleset.name, mark=mark)


def _check(files: list[Path], terminal: Terminal) -> int:
    """Say what is wrong with pages."""
    wrong = 0
    for file in files:
        try:
            problems = check(file)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError("file_read", file=file, why=getattr(error, "strerror", None) or error) from error
        for problem in problems:
            terminal.write(problem.sentence(terminal.locale))
        wrong += len(problems)
    terminal.write(terminal.say("rules.checked", files=len(files), count=wrong))
    return 1 if wrong else 0


def show(game: Game, clause: str | None, terminal: Terminal) -> None:
    """Print the reference or a clause of it; its diagrams are drawn with characters."""
    text = page(game, terminal.locale) if clause is None else clause_text(game, clause, terminal.locale)
    _write(game.name, text, terminal)


def _write(name: str, text: str, terminal: Terminal) -> None:
    for part in parts(name, text):
        if isinstance(part, str):
            terminal.show(Markdown(part))
        elif part.kind not in MARKS:
            with suppress(PageError):  # what is said of it remains
                _draw(part, terminal)
            terminal.show(Markdown(_said(part)))
            terminal.write("")


def _draw(block: Block, terminal: Terminal) -> None:
    """A diagram before and after its steps, a legend's board, a sample game at each of its comments."""
    history = history_of(block)
    if block.kind == GAME:
        for at, comment in zip(block.at, block.items, strict=True):
            terminal.write("\n" + terminal.draw(scene_at(block, history, at), history.game) + "\n")
            terminal.show(Markdown(f"**{at}** {comment}"))
        return
    scenes = [scene_at(block, history, 0), scene_at(block, history)]
    for number, scene in enumerate(chosen(block, *scenes) if block.kind == DIAGRAM else scenes[1:]):
        if number:
            terminal.write(f"\n  {' '.join(history.game.step_text(step) for step in history.steps)}  ↓")
        terminal.write("\n" + terminal.draw(scene, history.game) + "\n")


def _said(block: Block) -> str:
    """What people read of a block."""
    if block.kind == DIAGRAM:
        return f"*{block.said}*"
    places = block.places("show")
    return "\n".join(f"- `{place}` {item}" for place, item in zip(places, block.items, strict=False))


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

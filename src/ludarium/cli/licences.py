"""``ludarium licences``: whose the games are, our licence, and those of other people's code in this installation."""

import argparse
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from rich.markdown import Markdown

import ludarium
from ludarium.cli.terminal import Terminal
from ludarium.core.game import by_game
from ludarium.draw.rulebook import guide
from ludarium.server.built_pages import find_documentation, find_pages

_PACKAGE = Path(ludarium.__file__).parent
_CHECKOUT = _PACKAGE.parents[1]
_OWN = "LICENSE"


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """There is nothing to choose."""


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    terminal.tell("licences.games")
    for credits_ in _credits(terminal):
        terminal.write("")
        terminal.show(Markdown(credits_))
    for file in _notices():
        terminal.write(f"\n{'=' * 80}\n")
        terminal.write(file.read_text(encoding="utf-8").rstrip())
    return 0


def _credits(terminal: Terminal) -> Iterator[str]:
    """Each game's name, and what its guide says at the end."""
    for game, (ruleset, *_) in by_game():
        _, _, told = (guide(ruleset, terminal.locale) or "").partition(f"\n## {terminal.say('licences.credits')}\n")
        if told:
            told = re.split(r"^## ", told, maxsplit=1, flags=re.MULTILINE)[0].strip()
            yield f"**{game.words(terminal.locale).sections['name']}**\n\n{told}"


def _notices() -> Iterator[Path]:
    """Our licence, with those of what the pages are made of where there are pages; those of what the documentation
    is shown with; and that of mypyc's runtime.
    """
    pages = find_pages()
    yield from [pages / "notices.txt"] if pages else _own()
    if documentation := find_documentation():
        yield documentation / "assets" / "LICENSE.txt"
        yield documentation / "assets" / "javascripts" / "LICENSE"
    compiled = _PACKAGE / "licences" / "mypyc.txt"
    if compiled.is_file():
        yield compiled


def _own() -> list[Path]:
    if (_CHECKOUT / _OWN).is_file():
        return [_CHECKOUT / _OWN]
    try:
        packaged = files("ludarium") or []
    except PackageNotFoundError:
        return []
    return [Path(str(file.locate())) for file in packaged if file.match(f"*.dist-info/licenses/{_OWN}")]

"""The program ``ludarium``: one file per command, and here what they share: language, errors, exit codes."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from ludarium.cli import serve
from ludarium.cli.program import COMMANDS, parser
from ludarium.cli.terminal import CommandError, Terminal, choose_language
from ludarium.core import is_compiled
from ludarium.core.errors import LudariumError
from ludarium.core.game import GameWarning, game_warnings
from ludarium.extras import how

__all__ = ["COMMANDS", "main"]
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, or 2 for a mistake of the user's."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _replace_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")  # text that cannot be shown or read is no reason to fail
    terminal = Terminal(choose_language(given, os.environ))
    warnings.simplefilter("ignore", GameWarning)  # told below in the terminal's language
    try:
        parsed = _parse(given, terminal)
        if "run" not in parsed:
            parsed = _parse([*given, *_usual(terminal)], terminal)
        if not is_compiled() and not getattr(parsed, "quiet", False):
            terminal.warn(f"common.interpreted{_why_interpreted()}")
        for error in game_warnings():
            terminal.caution(error.warning(terminal.locale))
        code: int = parsed.run(parsed, terminal)
        sys.stdout.flush()
        return code
    except LudariumError as error:
        terminal.complain(error)
        return 2
    except SystemExit as finished:  # after --help and --version
        return int(finished.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Nothing more is flushed at exit to an output that cannot take it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # else whoever read our output has seen enough
            terminal.complain(CommandError("output", why=error.strerror or error))
            return 2
        return 1


def _why_interpreted() -> str:
    if os.environ.get("LUDARIUM_PURE"):
        return "_wanted"
    return "" if (Path(__file__).parents[3] / "setup.py").is_file() else "_wheel"


def _replace_closed_streams() -> None:
    """Started without a standard stream, read nothing from it and write nothing to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (as long as the program runs)


def _usual(terminal: Terminal) -> Sequence[str]:
    """What is done without a command: games in the browser, or else in the terminal, or else help."""
    if serve.has_pages() and serve.is_installed():
        return "serve", "--open"
    if not terminal.is_person:
        return ("--help",)
    if not serve.is_installed():
        terminal.tell("common.in_terminal", install=how("server"))
    return ("play",)


def _parse(given: Sequence[str], terminal: Terminal) -> argparse.Namespace:
    """The arguments, and in ``run`` what does the command; only commands that are named there are loaded."""
    return parser(terminal, given).parse_args(given)

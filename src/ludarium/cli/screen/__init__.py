"""Games on a full screen: the board in place, keys and mouse. Needs Textual (the extra ``tui``); the rest of the
program loads nothing else from here before somebody asks for it.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.extras import needs


def is_possible(terminal: Terminal) -> bool:
    """Whether somebody who sits here could have a full screen."""
    return _is_seen(terminal) and find_spec("textual") is not None


def load(name: str, terminal: Terminal) -> ModuleType:
    """The module of that name here; where a full screen is not possible, it is said what to do."""
    with needs("tui"):
        found = import_module(f"ludarium.cli.screen.{name}")
    if not _is_seen(terminal):
        raise CommandError("full_screen_where")
    return found


def _is_seen(terminal: Terminal) -> bool:
    """Textual reads the standard input and draws on what else is for errors."""
    out = terminal.out
    return sys.stdin.isatty() and sys.stderr.isatty() and out.is_terminal and not out.is_dumb_terminal

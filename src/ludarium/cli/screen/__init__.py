"""Games on a full screen: the board in place, keys and mouse. Needs Textual (the extra ``tui``); the rest of the
program loads nothing else from here before somebody asks for it.
"""

import sys
from importlib.util import find_spec

from ludarium.cli.terminal import CommandError, Terminal


def is_possible(terminal: Terminal) -> bool:
    """Whether somebody who sits here could have a full screen."""
    return find_spec("textual") is not None and sys.stdin.isatty() and terminal.out.is_terminal


def check(terminal: Terminal) -> None:
    """Refuse where it is not possible, and say what to do."""
    if find_spec("textual") is None:
        raise CommandError("full_screen_missing")
    if not is_possible(terminal):
        raise CommandError("full_screen_where")

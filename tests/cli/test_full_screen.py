"""``--full-screen``: the option, what it needs, and the program at a real terminal."""

import fcntl
import struct
import sys
import termios
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Screen, only_record


def test_it_is_for_terminals(ludarium: Command) -> None:
    done = ludarium("play", "mur-en", "--full-screen")
    assert done.code == 2
    assert "needs a terminal for input, output and errors" in done.err


def test_line_by_line_textual_is_not_loaded(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("textual", "ludarium.cli.screen."))]:
        monkeypatch.delitem(sys.modules, name)
    assert ludarium("play", "mur-en", typed="quit\nn\n").code == 0
    assert not [name for name in sys.modules if name.startswith("textual")]


@pytest.mark.slow
def test_a_game_at_a_real_terminal(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", "--full-screen", "--seats", "human,random", "--no-coach", folder=tmp_path)
    fcntl.ioctl(screen.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    screen.read_until("Place a ship")
    screen.type("\r")  # where the cursor begins: a1
    screen.read_until("turn 3")
    screen.type("q")
    screen.read_until("Keep the game record")
    screen.type("\n")
    screen.read_until("Continue with")
    assert screen.close() == 0
    assert "1 0: +a1" in only_record(tmp_path).read_text()


@pytest.mark.slow
def test_a_dumb_terminal_is_told_that_it_cannot(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", "--full-screen", folder=tmp_path, terminal="dumb")
    screen.read_until("dumb (TERM)")
    assert screen.close() == 2


@pytest.mark.slow
def test_errors_that_go_to_a_file_leave_no_screen_to_draw_on(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    screen = Screen("play", "mur-en", "--full-screen", folder=tmp_path, errors=errors)
    assert screen.close() == 2
    assert "needs a terminal for input, output and errors" in errors.read_text()


@pytest.mark.slow
def test_line_by_line_a_terminal_is_told_of_it(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", "--seats", "human,random", folder=tmp_path)
    screen.read_until("add --full-screen")
    screen.type("quit\nn\n")
    assert screen.close() == 0

"""Colours, completion and Ctrl-C at a real terminal."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from tests.cli.conftest import Screen, only_record


def test_a_terminal_gets_colours_and_completion(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", folder=tmp_path)
    assert "\x1b[" in screen.read_until("Black> ")
    screen.type("+c\t\t")
    assert "+c3" in screen.read_until("+c3")
    screen.type("2\n")
    screen.read_until("Turn 3")
    screen.type("quit\n")
    screen.read_until("[Y/n]")
    screen.type("n\n")
    screen.read_until("deleted")
    assert screen.close() == 0


def test_an_interrupt_keeps_the_game(tmp_path: Path) -> None:
    screen = Screen("play", "mur-en", folder=tmp_path)
    screen.read_until("Black> ")
    screen.type("+c2\n")
    screen.read_until("Turn 3")
    screen.read_until("Black> ")
    time.sleep(0.5)  # a signal between the prompt and the wait for a key would be seen with the next key only
    screen.process.send_signal(2)
    assert "Traceback" not in screen.read_until("ludarium resume")
    assert screen.close() == 0
    assert only_record(tmp_path).exists()


def test_an_interrupt_ends_a_measurement_quietly(tmp_path: Path) -> None:
    """Ctrl-C reaches every process that the terminal knows of."""
    screen = Screen("bench", "mur-en", folder=tmp_path)
    screen.read_until("round 1")
    os.killpg(screen.process.pid, signal.SIGINT)
    assert screen.process.wait(timeout=30) == 130
    with suppress(OSError):  # the program has ended, and with it its terminal
        while shown := os.read(screen.master, 65536):
            screen.unread += shown.decode("utf-8", "replace")
    assert "Traceback" not in screen.unread
    screen.close()

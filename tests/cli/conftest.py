"""Running commands as a user does, without a process of its own or at a terminal."""

import io
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from ludarium.cli import main
from ludarium.core.game import rulesets

ALL = [ruleset.name for ruleset in rulesets()]
HIDING = [ruleset.name for ruleset in rulesets() if ruleset.game.hidden_information]
TWO = ("--seats", "human:Ada,human:Ben")


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def only_record(folder: Path) -> Path:
    (file,) = folder.glob("games/*.txt")
    return file


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Command = Callable[..., Done]
Typed = Sequence[str | Callable[[], object]]  # lines, and what happens to the machine between them


class Hands:
    """A person at the keyboard: as much of a standard input as ``input`` needs."""

    def __init__(self, typed: Typed) -> None:
        self.lines = self._lines(typed)

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        return next(self.lines, "")

    def _lines(self, typed: Typed) -> Iterator[str]:
        for one in typed:
            if isinstance(one, str):
                yield one + "\n"
            else:
                one()


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What belongs to the user is in the test's folder, and games in its folder ``games``."""
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path))


@pytest.fixture
def ludarium(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """``ludarium("perft", "mur-en", "3")`` in an empty folder, in English unless told otherwise; ``typed`` is what
    comes from standard input: a text, or its lines with what happens between them.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDARIUM_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str, typed: str | Typed = "") -> Done:
        if isinstance(typed, str):
            stdin: Hands | io.TextIOWrapper = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogateescape")))
        else:
            stdin = Hands(typed)
        monkeypatch.setattr(sys, "stdin", stdin)
        limits = getrlimit(RLIMIT_FSIZE)
        try:
            code = main(arguments)
        finally:  # pytest itself may be writing to a file
            setrlimit(RLIMIT_FSIZE, (limits[1], limits[1]))
        captured = capsys.readouterr()
        lines = [line for line in captured.err.splitlines(keepends=True) if "LUDARIUM_PURE" not in line]
        return Done(code, captured.out, "".join(lines))

    return run


class Screen:
    """A program at a terminal of its own."""

    def __init__(self, *arguments: str, folder: Path, terminal: str = "xterm", errors: Path | None = None) -> None:
        self.master, slave = pty.openpty()
        elsewhere = errors.open("wb") if errors else None
        environment = {**os.environ, "LUDARIUM_LANG": "en", "TERM": terminal, "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludarium", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=elsewhere or slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        if elsewhere:
            elsewhere.close()
        self.unread = ""

    def read_until(self, text: str) -> str:
        """What is shown, up to and with this text."""
        end = time.monotonic() + 30
        while text not in self.unread:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come; seen: {self.unread!r}"
            try:
                self.unread += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:  # the program has ended
                break
        seen, found, self.unread = self.unread.partition(text)
        assert found
        return seen + found

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code

"""Running commands as a user does, without a process of its own."""

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from ludarium.cli import main


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

"""Running commands as a user does, without a process of its own."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludarium.cli import main


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Command = Callable[..., Done]


@pytest.fixture
def ludarium(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """``ludarium("perft", "mur-en", "3")`` in an empty folder, in English unless told otherwise; ``typed`` is what
    comes from standard input.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDARIUM_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogateescape"))))
        code = main(arguments)
        captured = capsys.readouterr()
        lines = [line for line in captured.err.splitlines(keepends=True) if "LUDARIUM_PURE" not in line]
        return Done(code, captured.out, "".join(lines))

    return run

"""PNG by whatever is installed."""

import importlib
import shutil
import subprocess
from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError
from ludarium.draw.png import png, png_apart
from ludarium.draw.svg import svg
from tests.draw.scenes import mur

MAGIC = b"\x89PNG\r\n\x1a\n"


def test_a_picture_in_pixels() -> None:
    pytest.importorskip("resvg_py")
    pixels = png(svg(mur(), width=360))
    assert pixels.startswith(MAGIC)
    assert int.from_bytes(pixels[16:20], "big") == 360


def test_another_process_draws_the_same() -> None:
    pytest.importorskip("resvg_py")
    drawn = svg(mur(), width=360)
    assert png_apart(drawn) == png(drawn)
    with pytest.raises(LudariumError, match="resvg_py could not make a PNG"):
        png_apart("no picture")


def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)


def test_without_a_rasteriser_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without_library(monkeypatch)
    monkeypatch.setattr(shutil, "which", lambda program: None)
    with pytest.raises(LudariumError, match="install resvg_py") as refused:
        png(svg(mur()))
    assert "rsvg-convert" in refused.value.sentence("ja")


def test_a_program_on_the_path_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The stand-in checks that it is given the picture, and answers with bytes of its own."""
    without_library(monkeypatch)
    program = tmp_path / "rsvg-convert"
    program.write_text("#!/bin/sh\ngrep -q '</svg>' && printf done\n")
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(program) if name == "rsvg-convert" else None)
    assert png(svg(mur())) == b"done"
    program.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(LudariumError, match="rsvg-convert could not"):
        png(svg(mur()))


def test_a_program_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("inkscape", 60)

    without_library(monkeypatch)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", hangs)
    with pytest.raises(LudariumError, match="could not make a PNG"):
        png(svg(mur()))

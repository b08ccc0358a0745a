"""PNG from SVG, by whatever rasteriser the machine has."""

import importlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache

from ludarium.core.errors import LudariumError

# Some rasterisers do not know what the system's sans-serif font is.
_FAMILIES = "Noto Sans, Noto Sans CJK JP, DejaVu Sans, Liberation Sans, Helvetica, Arial, sans-serif"
_PROGRAMS = {
    "rsvg-convert": ("--format=png",),
    "resvg": ("-", "-c"),
    "inkscape": ("--pipe", "--export-type=png", "--export-filename=-"),
}
_LIBRARY = "resvg_py"
_CALL_LIBRARY = (
    f"import sys, {_LIBRARY} as library; "
    "sys.stdout.buffer.write(bytes(library.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode())))"
)
_PATIENCE = 60  # seconds


def png(svg: str) -> bytes:
    """The picture in pixels; ``LudariumError`` says what to install where nothing can draw it."""
    source = _with_fonts(svg)
    try:
        rasteriser = importlib.import_module(_LIBRARY)
    except ImportError:
        return _by_program(source)
    return bytes(rasteriser.svg_to_bytes(svg_string=source))


def png_apart(svg: str) -> bytes:
    """The same in a process of its own: while the library draws, no other thread of its process does anything."""
    if importlib.util.find_spec(_LIBRARY) is None:
        return _by_program(_with_fonts(svg))
    return _run(_LIBRARY, [sys.executable, "-c", _CALL_LIBRARY], _with_fonts(svg))


@cache
def can_draw() -> bool:
    """Whether this machine has anything that draws pixels."""
    return importlib.util.find_spec(_LIBRARY) is not None or any(map(shutil.which, _PROGRAMS))


def _with_fonts(svg: str) -> str:
    return svg.replace('font-family="sans-serif"', f'font-family="{_FAMILIES}"', 1)


def _by_program(source: str) -> bytes:
    for program, arguments in _PROGRAMS.items():
        found = shutil.which(program)
        if found:
            return _run(program, [found, *arguments], source)
    raise LudariumError("png_missing", programs=list(_PROGRAMS))


def _run(program: str, command: Sequence[str], source: str) -> bytes:
    try:
        done = subprocess.run(command, input=source.encode(), capture_output=True, timeout=_PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise LudariumError("png_failed", program=program, problem=str(error)) from error
    return done.stdout

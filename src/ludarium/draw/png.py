"""PNG from SVG, by whatever rasteriser the machine has."""

import importlib
import shutil
import subprocess

from ludarium.core.errors import LudariumError

# Some rasterisers do not know what the system's sans-serif font is.
_FAMILIES = "Noto Sans, Noto Sans CJK JP, DejaVu Sans, Liberation Sans, Helvetica, Arial, sans-serif"
_PROGRAMS = {
    "rsvg-convert": ("--format=png",),
    "resvg": ("-", "-c"),
    "inkscape": ("--pipe", "--export-type=png", "--export-filename=-"),
}
_PATIENCE = 60  # seconds


def png(svg: str) -> bytes:
    """The picture in pixels; ``LudariumError`` says what to install where nothing can draw it."""
    source = svg.replace('font-family="sans-serif"', f'font-family="{_FAMILIES}"', 1)
    try:
        rasteriser = importlib.import_module("resvg_py")
    except ImportError:
        return _by_program(source)
    return bytes(rasteriser.svg_to_bytes(svg_string=source))


def _by_program(source: str) -> bytes:
    for program, arguments in _PROGRAMS.items():
        found = shutil.which(program)
        if found:
            try:
                done = subprocess.run(
                    [found, *arguments], input=source.encode(), capture_output=True, timeout=_PATIENCE, check=True
                )
            except (OSError, subprocess.SubprocessError) as error:
                raise LudariumError("png_failed", program=program, problem=str(error)) from error
            return done.stdout
    raise LudariumError("png_missing", programs=list(_PROGRAMS))

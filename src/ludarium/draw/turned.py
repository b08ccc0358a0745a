"""A scene seen from the other side of its board: all lies where half a turn brings it, and texts stay upright."""

from dataclasses import replace
from functools import lru_cache

from ludarium.core.scene import Note, Piece, Scene, Site, Stroke
from ludarium.draw.layout import BoardParts

_OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
_MOST = 256


def turned(scene: Scene) -> Scene:
    sites, lines, notes = _turned_parts(BoardParts(scene))
    return replace(scene, sites=sites, lines=lines, notes=notes, pieces=tuple(map(_turned_piece, scene.pieces)))


@lru_cache(maxsize=_MOST)
def _turned_parts(parts: BoardParts) -> tuple[tuple[Site, ...], tuple[Stroke, ...], tuple[Note, ...]]:
    scene = parts.scene
    x, y, across, down = scene.box
    twice = (2 * x + across, 2 * y + down)  # a point and its image add up to this
    return (
        tuple(replace(site, x=_other(twice[0], site.x), y=_other(twice[1], site.y)) for site in scene.sites),
        tuple(replace(line, numbers=_turned_numbers(line, twice)) for line in scene.lines),
        tuple(replace(note, x=_other(twice[0], note.x), y=_other(twice[1], note.y)) for note in scene.notes),
    )


def _other(twice: float, value: float) -> float:
    return round(twice - value, 4)


def _turned_numbers(line: Stroke, twice: tuple[float, float]) -> tuple[float, ...]:
    numbers = line.numbers
    if line.shape == "circle":
        return _other(twice[0], numbers[0]), _other(twice[1], numbers[1]), numbers[2]
    if line.shape == "rect":
        x, y, across, down = numbers
        return _other(twice[0], x + across), _other(twice[1], y + down), across, down
    return tuple(_other(twice[place % 2], value) for place, value in enumerate(numbers))


@lru_cache(maxsize=4096)
def _turned_piece(piece: Piece) -> Piece:
    return replace(piece, facing=_OPPOSITE.get(piece.facing, piece.facing)) if piece.facing else piece

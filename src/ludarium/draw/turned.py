"""A scene seen from the other side of its board: all lies where half a turn brings it, and texts stay upright."""

from functools import lru_cache

from ludarium.core.scene import Note, Scene, Site, Stroke
from ludarium.draw.art import Art
from ludarium.draw.layout import BoardParts

_MOST = 256


def turned(scene: Scene, art: Art) -> Scene:
    sites, lines, notes = _turned_parts(BoardParts(scene))
    return scene._replace(sites=sites, lines=lines, notes=notes, pieces=tuple(map(art.turn_piece, scene.pieces)))


@lru_cache(maxsize=_MOST)
def _turned_parts(parts: BoardParts) -> tuple[tuple[Site, ...], tuple[Stroke, ...], tuple[Note, ...]]:
    scene = parts.scene
    xs, ys = sorted(site.x for site in scene.sites), sorted(site.y for site in scene.sites)
    twice = (xs[0] + xs[-1], ys[0] + ys[-1])  # a point and its image add up to this
    squares = scene.sites[0].shape == "square"
    return (
        tuple(site._replace(x=_other(twice[0], site.x), y=_other(twice[1], site.y)) for site in scene.sites),
        tuple(line._replace(numbers=_turned_numbers(line, twice)) for line in scene.lines),
        tuple(
            note._replace(  # the names of rows and files stay on their side
                x=note.x if squares and not xs[0] <= note.x <= xs[-1] else _other(twice[0], note.x),
                y=note.y if squares and not ys[0] <= note.y <= ys[-1] else _other(twice[1], note.y),
            )
            for note in scene.notes
        ),
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

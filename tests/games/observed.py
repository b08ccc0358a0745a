"""What a seat sees as planes, by their names, for the tests of each game's arrays."""

from librt.vecs import vec
from mypy_extensions import u8

from ludarium.core.arrays import all_planes, count_cells, write_observation
from ludarium.core.game import Game
from ludarium.core.state import State

Planes = dict[str, tuple[int, ...]]


def observe(game: Game, state: State, seat: int) -> Planes:
    """The cells of every plane."""
    arrays = game.arrays
    assert arrays is not None
    cells, names = count_cells(arrays, state), [plane.name for plane in all_planes(arrays, state)]
    out = vec[u8]([u8(0) for _ in range(cells * len(names))])
    write_observation(arrays, state, seat, cells, out, 0)
    written = bytes(out)
    return {name: tuple(written[at * cells : (at + 1) * cells]) for at, name in enumerate(names)}


def everywhere(planes: Planes, name: str) -> int:
    """The number that a plane has on all of its cells."""
    (value,) = set(planes[name])
    return value

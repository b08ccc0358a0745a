"""What arrays say, by names of planes and by numbers of actions."""

from librt.vecs import vec
from mypy_extensions import u8

from ludarium.core.arrays import Arrays, all_planes, count_cells, write_mask, write_observation
from ludarium.core.game import Game
from ludarium.core.state import State

Planes = dict[str, list[int]]


def arrays_of(game: Game) -> Arrays:
    assert game.arrays is not None
    return game.arrays


def observation(game: Game, state: State, seat: int) -> bytes:
    arrays = arrays_of(game)
    cells = count_cells(arrays, state)
    out = vec[u8]([0] * (cells * len(all_planes(arrays, state))))
    write_observation(arrays, state, seat, cells, out, 0)
    return bytes(out)


def planes_of(game: Game, state: State, seat: int) -> Planes:
    """The cells of every plane."""
    cells = count_cells(arrays_of(game), state)
    seen = observation(game, state, seat)
    names = [plane.name for plane in all_planes(arrays_of(game), state)]
    return {name: list(seen[index * cells : (index + 1) * cells]) for index, name in enumerate(names)}


def everywhere(planes: Planes, name: str) -> int:
    """The number that a plane has on all of its cells."""
    (value,) = set(planes[name])
    return value


def constants_of(game: Game, state: State, seat: int) -> dict[str, int]:
    """The planes that have the same number everywhere, and that number."""
    return {name: cells[0] for name, cells in planes_of(game, state, seat).items() if len(set(cells)) == 1}


def mask_of(game: Game, state: State) -> set[int]:
    """The legal actions."""
    arrays = arrays_of(game)
    mask = vec[u8]([0] * arrays.actions(state))
    write_mask(arrays, state, mask, 0)
    return {action for action, legal in enumerate(mask) if legal}


def action_of(game: Game, state: State, text: str) -> int:
    """The action of a step, which must be legal."""
    step = game.read_step(text)
    game.refuse_illegal(state, step)
    return int(arrays_of(game).action(state, step))


def actions_refused(game: Game, state: State) -> set[int]:
    """The actions whose steps the rules refuse."""
    arrays = arrays_of(game)
    return {action for action in range(arrays.actions(state)) if state.judge(arrays.step(state, action))}


def at_their_largest(game: Game, state: State, seat: int) -> set[str]:
    """The planes that count further than 1 and have their largest value somewhere."""
    seen = planes_of(game, state, seat)
    return {plane.name for plane in all_planes(arrays_of(game), state) if plane.top == max(seen[plane.name]) > 1}

"""The game as numbers for programs that learn; a game without arrays has nothing to be checked here."""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import u8

from ludarium.conformance.cases import Case, Trail, demand
from ludarium.conformance.play import ENOUGH
from ludarium.core.arrays import Arrays, Plane, all_planes, count_cells, write_mask, write_observation
from ludarium.core.playout import play_drawing
from ludarium.core.rng import Rng
from ludarium.core.state import State

Shown = tuple[tuple[str, str, int, str], ...]


def random_game(case: Case, trail: Trail) -> None:
    """In every position actions and steps are the same thing, and planes tell all that a seat may know, not more."""
    arrays, state, rng, tries = case.game.arrays, trail.start(seed=7), Rng(3), Rng(4)
    if arrays is None:
        return
    form = _form(arrays, state)
    actions, planes, cells = form
    seen: dict[tuple[int, bytes], Shown] = {}
    demand(len({plane.name for plane in planes}) == len(planes), "planes")
    demand(all(1 <= plane.top <= 255 for plane in planes), "planes")
    while state.seat >= 0 and len(trail.steps) < case.limit:
        demand(_form(arrays, state) == form, "arrays_form", _form(arrays, state), form)
        _actions(arrays, state, actions, tries)
        for seat in range(state.seats):
            written = _observation(arrays, state, seat)
            demand(written == _observation(arrays, state.view(seat), seat), "planes_secret", f"seat {seat}")
            for index, plane in enumerate(planes):
                largest = max(written[index * cells : (index + 1) * cells])
                demand(largest <= plane.top, "planes", plane.name, largest)
            if not case.game.hidden_information:
                shown = _shown(case, state)
                demand(seen.setdefault((seat, written), shown) == shown, "planes_tell", f"seat {seat}")
        state = trail.take(state.random_step(rng))
    if state.seat < 0:
        for seat in range(state.seats):
            demand(len(_observation(arrays, state, seat)) == cells * len(planes), "planes")


def _form(arrays: Arrays, state: State) -> tuple[int, Sequence[Plane], int]:
    return int(arrays.actions(state)), all_planes(arrays, state), int(count_cells(arrays, state))


def _actions(arrays: Arrays, state: State, actions: int, tries: Rng) -> None:
    legal = [int(step) for step in state.legal()]
    mask = vec[u8]([0] * actions)
    write_mask(arrays, state, mask, 0)
    taken = [arrays.action(state, step) for step in legal]
    demand([action for action in range(actions) if mask[action]] == sorted(taken), "actions", *taken)
    demand(len(set(taken)) == len(legal), "actions", *taken)
    demand([arrays.step(state, action) for action in taken] == legal, "actions", *taken)
    demand(list(arrays.legal_actions(state)) == taken, "actions", *taken)
    for action in {tries.below(actions) for _ in range(20)}:
        demand((arrays.step(state, action) in legal) == mask[action], "actions", action)


def _observation(arrays: Arrays, state: State, seat: int) -> bytes:
    cells = count_cells(arrays, state)
    # One byte more, to see that nothing is written beyond the planes.
    out = vec[u8]([0] * (cells * len(all_planes(arrays, state)) + 1))
    write_observation(arrays, state, seat, cells, out, 0)
    written = bytes(out)
    demand(written[-1] == 0, "planes")
    return written[:-1]


def _shown(case: Case, state: State) -> Shown:
    """What a picture shows: pieces, and whose."""
    scene = case.game.scene(state, int(state.seat))
    return tuple((piece.site, piece.kind, piece.owner, piece.facing) for piece in scene.pieces)


def longest_game(case: Case, trail: Trail) -> None:
    """No game is longer than its arrays say."""
    if case.game.arrays is None or case.limit < ENOUGH:
        return
    longest = case.game.arrays.longest(trail.start(seed=0))
    for seed in range(60):
        demand(play_drawing(trail.start(seed), Rng(seed), longest + 1) <= longest, "longest", longest)

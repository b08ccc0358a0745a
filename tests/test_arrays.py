"""Every ruleset, with every option, as arrays: in every position of random games to the end."""

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from ludarium.core.arrays import Arrays, all_planes, count_cells, write_mask, write_observation
from ludarium.core.playout import play_drawing
from ludarium.core.rng import Rng
from ludarium.core.state import State
from tests.test_conformance import COMPILED, Case, every_case

STEPS = 4000 if COMPILED else 40
Shown = tuple[tuple[str, str, int, str], ...]


def _arrays(case: Case) -> Arrays:
    arrays = case.game.arrays
    assert arrays is not None, f"{case.game.name} has no arrays"
    return arrays


def _observation(arrays: Arrays, state: State, seat: int) -> bytes:
    cells = count_cells(arrays, state)
    # One byte more, to see that nothing is written beyond the planes.
    out = vec[u8]([0] * (cells * len(all_planes(arrays, state)) + 1))
    write_observation(arrays, state, seat, cells, out, 0)
    written = bytes(out)
    assert written[-1] == 0
    return written[:-1]


@every_case
def test_arrays_of_a_random_game(case: Case) -> None:
    arrays, state, rng, tries = _arrays(case), case.start(seed=7), Rng(3), Rng(4)
    actions, planes = arrays.actions(state), all_planes(arrays, state)
    cells, steps = count_cells(arrays, state), 0
    seen: dict[tuple[int, bytes], Shown] = {}
    assert len({plane.name for plane in planes}) == len(planes)
    assert all(1 <= plane.top <= 255 for plane in planes)
    while state.seat >= 0 and steps < STEPS:
        assert (arrays.actions(state), all_planes(arrays, state), count_cells(arrays, state)) == (
            actions,
            planes,
            cells,
        )
        legal = [int(step) for step in state.legal()]
        mask = vec[u8]([0] * actions)
        write_mask(arrays, state, mask, 0)
        taken = [arrays.action(state, step) for step in legal]
        assert [action for action in range(actions) if mask[action]] == sorted(taken)
        assert len(set(taken)) == len(legal)
        assert [arrays.step(state, action) for action in taken] == legal
        assert list(arrays.legal_actions(state)) == taken
        for action in {tries.below(actions) for _ in range(20)}:
            assert (arrays.step(state, action) in legal) == mask[action], action
        for seat in range(state.seats):
            written = _observation(arrays, state, seat)
            assert written == _observation(arrays, state.view(seat), seat), "more than the seat may know"
            for index, plane in enumerate(planes):
                assert max(written[index * cells : (index + 1) * cells]) <= plane.top, plane.name
            if not case.game.hidden_information:
                seen.setdefault((seat, written), _shown(case, state))
                assert seen[seat, written] == _shown(case, state), case.game.position_text(state)
        state.apply(state.random_step(rng))
        steps += 1
    assert steps > 3
    if COMPILED:
        assert state.seat < 0
        for seat in range(state.seats):
            assert len(_observation(arrays, state, seat)) == cells * len(planes)


def _shown(case: Case, state: State) -> Shown:
    """What a picture shows: pieces, and whose."""
    scene = case.game.scene(state, int(state.seat))
    return tuple((piece.site, piece.kind, piece.owner, piece.facing) for piece in scene.pieces)


@every_case
@pytest.mark.compiled_only
def test_no_game_is_longer_than_arrays_say(case: Case) -> None:
    longest = _arrays(case).longest(case.start(seed=0))
    for seed in range(60):
        state = case.start(seed)
        assert play_drawing(state, Rng(seed), longest + 1) <= longest

"""Random play and counting, generic over the contract: the smallest users of a rulebook."""

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.rng import Rng
from ludarium.core.state import State


def play_listing(state: State, rng: Rng, limit: i64) -> i64:
    """Take random legal steps, listing all of them each time, until the end; the number of steps taken."""
    taken: i64 = 0
    while state.seat >= 0 and taken < limit:
        steps: vec[i64] = state.legal()
        state.apply(steps[rng.below(len(steps))], None)
        taken += 1
    return taken


def play_drawing(state: State, rng: Rng, limit: i64) -> i64:
    """The same with steps drawn one at a time (``State.random_step``)."""
    taken: i64 = 0
    while state.seat >= 0 and taken < limit:
        state.apply(state.random_step(rng), None)
        taken += 1
    return taken


def perft(state: State, depth: i64) -> i64:
    """The number of step sequences of exactly this length."""
    if depth == 0:
        return 1
    steps: vec[i64] = state.legal()
    if depth == 1:
        return len(steps)
    nodes: i64 = 0
    for step in steps:
        child: State = state.copy()
        child.apply(step, None)
        nodes += perft(child, depth - 1)
    return nodes

"""Mur's engine against the naive reference: the same legal steps and the same results, everywhere."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games import mur_reference
from tests.games.mur_board import board, legal, number, sites, stands, start
from tests.games.mur_reference import POINTS, ReferenceMur

from ludarium.core import playout
from ludarium.core.game import find_ruleset
from ludarium.games.mur.rules import Mur

RULESETS = {"mur-jp": ("jp", False), "mur-en": ("en", False), "mur-jp-any": ("jp", True)}


def agree(state: Mur, reference: ReferenceMur) -> None:
    black, white, kraken = stands(state)
    assert (black, white, kraken) == (*map(sorted, reference.ships), reference.kraken)
    assert [state.closes_black, state.closes_white] == reference.closes
    assert state.turn == reference.turn
    assert state.seat == (-1 if reference.seat is None else reference.seat)
    outcome = find_ruleset("mur-jp").game.outcome(state)
    winners = () if reference.winner is None else (reference.winner,)
    assert (outcome.reason if outcome else "", outcome.winners if outcome else ()) == (reference.ending, winners)
    assert state.penalty == (-1 if reference.penalty is None else reference.penalty)
    due: list[list[str]] = [[], []]
    if state.leave:
        due[0 if state.leave & state.black else 1] = sites(state.leave)
    if state.owed:
        due[state.owed_by] = sites(state.owed)
    assert due == [sorted(ships) for ships in reference.due]
    assert legal(state) == reference.legal()


def choose(reference: ReferenceMur, rng: random.Random) -> str:
    """Any legal step, but now and then one that repeats a position or takes something: chance finds few of these."""
    steps = sorted(reference.legal())
    wish = rng.random()
    if wish < 0.5:
        for step in rng.sample(steps, len(steps)):
            tried = reference.copy()
            tried.apply(step)
            if wish < 0.2 and tried.history[-1] in reference.history[-4:]:
                return step
            if wish >= 0.2 and (tried.closes != reference.closes or any(tried.due)):
                return step
    return rng.choice(steps)


def play_both(state: Mur, reference: ReferenceMur, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    agree(state, reference)
    for _ in range(steps):
        if reference.seat is None:
            return
        step = choose(reference, rng)
        reference.apply(step)
        state.apply(number(step))
        agree(state, reference)


@settings(max_examples=8, deadline=None)
@given(ruleset=st.sampled_from(sorted(RULESETS)), seed=st.integers(0, 10**6))
def test_games_from_the_start(ruleset: str, seed: int) -> None:
    edition, any_walls = RULESETS[ruleset]
    play_both(start(ruleset, turn_cap=60), ReferenceMur(edition, any_walls, 60), seed, 60)


@st.composite
def crowded(draw: st.DrawFn) -> tuple[list[str], list[str], str]:
    """Boards as random play seldom reaches them: many ships, close together."""
    free = draw(st.permutations(draw(st.sampled_from([POINTS, [p for p in POINTS if p[0] in "xabcdef"]]))))
    black, white = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    return sorted(free[:black]), sorted(free[black : black + white]), free[black + white]


@settings(max_examples=60, deadline=None)
@given(ruleset=st.sampled_from(sorted(RULESETS)), pieces=crowded(), seat=st.integers(0, 1), seed=st.integers(0, 10**6))
def test_games_from_crowded_boards(
    ruleset: str, pieces: tuple[list[str], list[str], str], seat: int, seed: int
) -> None:
    edition, any_walls = RULESETS[ruleset]
    black, white, kraken = pieces
    state = board(ruleset, f"black {' '.join(black)}; white {' '.join(white)}; kraken {kraken}; next {seat}")
    reference = ReferenceMur(edition, any_walls, ships=[set(black), set(white)], kraken=kraken, seat=seat)
    play_both(state, reference, seed, 8)


@pytest.mark.parametrize(
    ("ruleset", "nodes"),
    [
        ("mur-jp", [24, 24 * 23, 14088]),
        ("mur-en", [24, 24 * 23, 14088 + 2 * 23]),  # Black's first ship may leave a port again
        ("mur-jp-any", [24, 24 * 23, 14088]),
    ],
)
def test_three_turns_from_the_start(ruleset: str, nodes: list[int]) -> None:
    edition, any_walls = RULESETS[ruleset]
    assert [mur_reference.perft(ReferenceMur(edition, any_walls), depth) for depth in (1, 2, 3)] == nodes
    assert [playout.perft(start(ruleset), depth) for depth in (1, 2, 3)] == nodes

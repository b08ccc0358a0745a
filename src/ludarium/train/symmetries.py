"""Positions that are others seen otherwise (mirrored, turned): what is learned about one holds for all of them.

A game tells its symmetries for its tests (``Traits.images``). What they do to the rows that a position calls up and to
actions is found out here from positions of random games: a row's image is the one that is called up by the images of
exactly those positions that call up the row.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ludarium.core.conformance import Image
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.games.parts import traits_of
from ludarium.search.net import Inputs
from ludarium.train.plan import Plan

_POSITIONS = 6000
_CHECKED = 300  # others, on which what was found is tried
_APART = 5  # steps from one position to the next, so that they differ
_STEPS_OF = 4  # the steps of one position of so many are looked at: they take the most time
_OFTEN = 30  # positions: rows that so many call up together, and none alone, belong together
_SEEDS = 1 << 31
UNKNOWN = -1


@dataclass(frozen=True)
class Symmetry:
    """The image of each row and of each action; ``UNKNOWN`` where it was never seen."""

    rows: NDArray[np.int64]
    actions: NDArray[np.int64]

    @property
    def changes_anything(self) -> bool:
        """A game may name among its symmetries the one that leaves everything as it is."""
        return any((images != np.arange(len(images)))[images != UNKNOWN].any() for images in (self.rows, self.actions))


def find_symmetries(plan: Plan, positions: int = _POSITIONS) -> list[Symmetry]:
    """Those of a plan's games that rearrange rows and actions, and always alike."""
    images = traits_of(plan.find_ruleset().game).images
    if images is None:
        return []
    rng, inputs = Rng(plan.seed), plan.inputs()
    found = [(state, images(state)) for state in islice(_random_states(plan, rng), positions + _CHECKED)]
    usual = Counter(len(of) for _, of in found).most_common(1)[0][0]
    found = [(state, of) for state, of in found if len(of) == usual]
    known, others = found[_CHECKED:], found[:_CHECKED]
    symmetries = [_find(plan, inputs, known, number) for number in range(usual)]
    return [
        one
        for number, one in enumerate(symmetries)
        if one and one.changes_anything and _holds(inputs, others, number, one)
    ]


def _random_states(plan: Plan, rng: Rng) -> Iterator[State]:
    ruleset = plan.find_ruleset()
    while True:
        state = ruleset.new(plan.options, rng.below(_SEEDS))
        while state.seat >= 0:
            if rng.below(_APART) == 0:
                yield state.copy()
            state.apply(state.random_step(rng))


def _find(plan: Plan, inputs: Inputs, known: Sequence[tuple[State, Sequence[Image]]], number: int) -> Symmetry | None:
    chance = np.random.default_rng(0)
    here, there = np.zeros(inputs.rows, np.uint64), np.zeros(inputs.rows, np.uint64)
    times = np.zeros(inputs.rows, np.int64)
    actions = np.full(inputs.actions, UNKNOWN)
    for place, (state, of) in enumerate(known):
        mark = chance.integers(1, 1 << 63, dtype=np.uint64)
        seen = inputs.seen(state)
        here[seen] += mark  # the sum of these tells by which positions a row was called up
        times[seen] += 1
        there[inputs.seen(of[number][0])] += mark
        if place % _STEPS_OF == 0 and not _note_actions(plan, inputs, state, of[number], actions):
            return None
    return Symmetry(_matched(here, there, times >= _OFTEN), actions)


def _matched(here: NDArray[np.uint64], there: NDArray[np.uint64], often: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each number its place in the other list. Rows with the same number are always called up together: if that is
    often, they can be exchanged for each other, and are taken in their order.
    """
    rows = np.full(len(here), UNKNOWN)
    places: dict[int, list[int]] = {}
    images: dict[int, list[int]] = {}
    for lists, numbers in ((places, here), (images, there)):
        for place in np.flatnonzero(numbers):
            lists.setdefault(int(numbers[place]), []).append(int(place))
    for number, found in places.items():
        if len(found) == len(images.get(number, ())) and (len(found) == 1 or often[found[0]]):
            rows[found] = images[number]
    return rows


def _note_actions(plan: Plan, inputs: Inputs, state: State, image: Image, actions: NDArray[np.int64]) -> bool:
    """Note what becomes of the legal actions; whether that is always the same."""
    game, arrays = plan.find_ruleset().game, inputs.arrays
    other, step_image = image
    for step in state.legal():
        action = int(arrays.action(state, step))
        becomes = int(arrays.action(other, game.read_step(step_image(game.step_text(step)))))
        if actions[action] not in (UNKNOWN, becomes):
            return False
        actions[action] = becomes
    return True


def _holds(inputs: Inputs, others: Sequence[tuple[State, Sequence[Image]]], number: int, symmetry: Symmetry) -> bool:
    """Whether it is right about positions from which it was not found out, and says anything about some of them."""
    told = 0
    for state, of in others:
        rows = symmetry.rows[inputs.seen(state)]
        if (rows != UNKNOWN).all():
            told += 1
            if sorted(rows) != sorted(inputs.seen(of[number][0])):
                return False
    return told > 0

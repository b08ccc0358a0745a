"""What is seen otherwise is another position of the game, with the same legal actions; and symmetries are a group."""

import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from ludarium.core.conformance import Image
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.games.parts import symmetric_of, traits_of
from ludarium.research.batch import mask, observe
from ludarium.research.encoding import Encoding, blank, read_encoding, scaled, tops, window
from ludarium.research.errors import ResearchError
from ludarium.research.symmetries import Symmetries, symmetries
from ludarium.research.vector import VectorEnv
from tests.research.played import every_ruleset, four

COUNTS = {"mur-en": 4, "mur-jp": 16, "myrmidons": 4, "mutterland": 12, "realm": 8, "connect-four": 2}


def seen(encoding: Encoding, state: State, seat: int) -> Any:
    """What a seat sees, as bytes."""
    nothing = blank(encoding.cells * len(encoding.planes))
    planes = observe(encoding.arrays, state, seat, encoding.cells, nothing)
    return window(planes, np.uint8).reshape(encoding.observation_shape).copy()


def legal(encoding: Encoding, state: State) -> Any:
    return window(mask(encoding.arrays, state, blank(encoding.actions)), np.int8).copy()


def positions(encoding: Encoding, games: int, each: int) -> Iterator[State]:
    """Every so many steps one, of random games."""
    for seed in range(games):
        rng = random.Random(seed)
        state = encoding.new(seed)
        number = 0
        while state.seat >= 0 and number < 400:
            if number % each == seed % each:
                yield state.copy()
            state.apply(rng.choice(list(state.legal())))
            number += 1


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_how_many_there_are(name: str, count: int) -> None:
    ways = symmetries(name)
    assert len(ways) == len(list(ways)) == count
    assert len({way.name for way in ways}) == count


@every_ruleset
def test_images_are_those_of_the_game(name: str) -> None:
    """The game's own images of a position are seen and may be played as the images of its arrays say."""
    encoding, ways, compared = read_encoding(name, {}), symmetries(name), 0
    images = traits_of(encoding.game).images
    assert images is not None
    for state in islice(positions(encoding, 40, 11), 60):
        planes, actions = seen(encoding, state, state.seat), legal(encoding, state)
        found = images(state)
        assert [bool(way(planes).holds) for way in ways] == [bool(found)] * len(ways)
        if not found:
            continue
        told: list[Image] = [(state, str)] if len(found) < len(ways) else []
        for way, (other, step) in zip(ways, [*told, *found], strict=True):
            image = way(planes)
            assert np.array_equal(image.observation, seen(encoding, other, other.seat)), way
            assert np.array_equal(image.mask(actions), legal(encoding, other)), way
            for action in np.flatnonzero(actions)[::9]:
                text = encoding.game.step_text(encoding.arrays.step(state, action))
                becomes = encoding.arrays.action(other, encoding.game.read_step(step(text)))
                assert image.action(action) == becomes
            compared += 1
    assert compared > 30


@every_ruleset
def test_they_are_a_group(name: str) -> None:
    """One after the other is one of them again, and each has one that undoes it: for planes and for actions."""
    encoding, ways = read_encoding(name, {}), symmetries(name)
    for number, state in enumerate(positions(encoding, 2, 23)):
        planes = seen(encoding, state, state.seat)
        if not ways[0](planes).holds:
            continue
        images = [way(planes) for way in ways]
        keys = [(image.observation.tobytes(), image.actions.tobytes()) for image in images]
        assert keys[0] == (planes.tobytes(), np.arange(encoding.actions).tobytes())
        for image in images:
            assert np.array_equal(np.sort(image.actions), np.arange(encoding.actions))
            after = [way(image.observation) for way in ways]
            both = [(one.observation.tobytes(), one.actions[image.actions].tobytes()) for one in after]
            assert sorted(both) == sorted(keys)
            assert keys[0] in both
        if number > 12:
            break


@every_ruleset
@pytest.mark.parametrize("scale", [True, False], ids=["0 to 1", "counts"])
def test_many_at_once_are_the_same_as_one_by_one(name: str, scale: bool) -> None:
    games, ways = VectorEnv(name, 6, seed=2, scaled=scale), symmetries(name)
    for _ in range(40):
        planes, *_, info = games.step(games.sample())
    masks, policies = info["action_mask"], np.random.default_rng(1).random((6, games.encoding.actions))
    functions: list[Any] = [*ways[:3], *ways[-2:], ways.canonical]
    for way in functions:
        many = way(planes)
        assert many.observation.dtype == planes.dtype
        for place in range(6):
            one = way(planes[place])
            assert np.array_equal(one.observation, many.observation[place])
            assert np.array_equal(one.mask(masks[place]), many.mask(masks)[place])
            assert one.holds == many.holds[place]
            action = int(np.flatnonzero(masks[place])[0])
            assert one.action(action) == many.action(np.full(6, action))[place]
        policy = many.policy(policies)
        assert np.array_equal(many.undo(policy), policies)
        assert np.allclose(policy.sum(axis=1), policies.sum(axis=1))
    assert ways[-1](planes[:0]).observation.shape == planes[:0].shape


@every_ruleset
def test_from_0_to_1_and_as_counts_are_the_same_images(name: str) -> None:
    encoding, ways = read_encoding(name, {}), symmetries(name)
    for state in positions(encoding, 1, 31):
        planes = seen(encoding, state, state.seat)
        for way in ways:
            image = way(scaled(planes, tops(encoding))).observation
            assert np.array_equal(image, scaled(way(planes).observation, tops(encoding)))


def test_a_board_turned_by_hand() -> None:
    """Connect Four: the first stone in column a comes to column g, and so does the action that put it there."""
    planes = four(0, 2).observe("seat_0")["observation"]
    image = symmetries("connect-four")[1](planes)
    assert np.argwhere(image.observation[1]).tolist() == [[5, 6]]
    assert np.argwhere(image.observation[2]).tolist() == [[5, 4]]
    assert image.actions.tolist() == [6, 5, 4, 3, 2, 1, 0]
    assert image.action(2) == 4
    assert image.policy(np.array([0.5, 0.3, 0.2, 0, 0, 0, 0])).tolist() == [0, 0, 0, 0, 0.2, 0.3, 0.5]


# --- the side of the board ------------------------------------------------------------------------------------------
@every_ruleset
def test_seen_from_the_same_side(name: str) -> None:
    """Nothing changes for seat 0, and the plane that tells the side is always the same."""
    encoding, ways = read_encoding(name, {}), symmetries(name)
    side = [plane.name for plane in encoding.planes].index(symmetric_of(encoding.game).side or "next")
    for state in positions(encoding, 2, 17):
        for seat in range(encoding.seats):
            planes = seen(encoding, state, seat)
            image = ways.canonical(planes)
            assert image.holds
            if seat == 0 or not symmetric_of(encoding.game).side:
                assert np.array_equal(image.observation, planes)
                assert np.array_equal(image.actions, np.arange(encoding.actions))
            elif side:
                assert np.array_equal(image.observation[side], seen(encoding, state, 0)[side])
                assert not np.array_equal(image.observation, planes)


def test_a_step_forward_is_the_same_action_for_both_seats() -> None:
    """Myrmidons: blue puts its first block on a1, red on a7, which it sees as a1; b7 goes south as b1 goes north."""
    ways, games = symmetries("myrmidons"), VectorEnv("myrmidons", 1, seed=1, scaled=False)
    encoding = games.encoding
    start = ways.canonical(games.observe()[0][0])
    while games.observe()[1]["seat"][0] == 0:
        games.step(games.sample())
    planes = games.observe()[0][0]
    put = [plane.name for plane in encoding.planes].index("put_here")
    image = ways.canonical(planes)
    assert np.argwhere(planes[put]).tolist() == [[6, 0]]
    assert np.argwhere(image.observation[put]).tolist() == np.argwhere(start.observation[put]).tolist() == [[0, 0]]
    south, north = (encoding.game.read_step(text) for text in ("b7s1", "b1n1"))
    assert image.action(south) == north
    assert image.action(encoding.game.read_step("=324")) == encoding.game.read_step("=324")
    assert image.action(encoding.game.read_step("!sw")) == encoding.game.read_step("!nw")
    assert image.action(encoding.game.read_step("c6:2")) == encoding.game.read_step("c2:2")


def test_where_a_symmetry_does_not_hold_nothing_changes() -> None:
    """Myrmidons' set-up goes from a to f, so that its mirror image is no position of the game."""
    games, way = VectorEnv("myrmidons", 2, seed=1), symmetries("myrmidons")[1]
    planes, info = games.step(games.sample())[0], games.observe()[1]
    image = way(planes)
    assert image.holds.tolist() == [False, False]
    assert np.array_equal(image.observation, planes)
    assert np.array_equal(image.mask(info["action_mask"]), info["action_mask"])


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((3, 6, 6), np.float32), np.zeros((2, 2, 3, 6, 7), np.uint8), np.zeros((3, 6, 7)), np.zeros(7, np.uint8)],
)
def test_what_is_no_observation_is_refused(wrong: Any) -> None:
    ways = symmetries("connect-four")
    functions: list[Any] = [*ways, ways.canonical]
    for way in functions:
        with pytest.raises(ResearchError, match=r"\(3, 6, 7\)") as caught:
            way(wrong)
        assert all(caught.value.sentence(locale) for locale in LOCALES)


def test_a_game_that_says_nothing_has_only_the_one_that_leaves_all_as_it_is() -> None:
    encoding = read_encoding("connect-four", {})
    told = symmetric_of(encoding.game)
    module: Any = sys.modules[type(encoding.game).__module__]
    del module.SYMMETRIC
    try:
        ways = Symmetries(encoding)
    finally:
        module.SYMMETRIC = told
    planes = four(0, 2).observe("seat_0")["observation"]
    assert [way.name for way in ways] == ["as it is"]
    assert np.array_equal(ways[0](planes).observation, planes)
    assert ways.canonical(planes).action(3) == 3

"""How computer players choose and place their blocks: chances that can be worked out, and what they may not know."""

import tomllib
from itertools import permutations
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.rng import Rng
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.insight_setup import are_neighbours, kind_of, zone
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.setups import read_set_ups, set_ups_of
from ludarium.games.myrmidons.terms import BASE_TYPES, TYPES
from tests.games.myrmidons_helpers import play, start

INSIGHT = GAME.insight
SET_UPS = read_set_ups(GAME.folder / "setups.toml")
ELEVEN = ["135", "153", "225", "243", "315", "324", "333", "351", "414", "432", "522"]
STARTS: list[tuple[str, dict[str, object]]] = [
    ("myrmidons", {}),
    ("myrmidons-memory", {}),
    ("myrmidons", {"types": ["153", "225", "333", "414", "531"]}),
    ("myrmidons", {"army": "agreed"}),
    ("myrmidons", {"army": "agreed", "size": 12, "types": ELEVEN}),
    ("myrmidons", {"order_distance": "unlimited"}),
    ("myrmidons-secret", {}),
    ("myrmidons-random", {}),
    ("myrmidons-random", {"size": 12}),
    ("myrmidons-twelve", {}),
]


def numbers(text: str) -> "vec[i64]":
    return vec[i64]([TYPES.index(one) for one in text.split()])


def rows_of(state: Position) -> list[str]:
    """Both set-ups as they were put."""
    order = [*range(12)] if state.size == 12 else [*range(6)]
    far = [*range(36, 42), *range(30, 36)][: len(order)]
    return [" ".join(TYPES[state.type_at(square)] for square in squares) for squares in (order, far)]


def set_up_by_insight(ruleset: str, options: dict[str, object], seed: int) -> Position:
    rng, state = Rng(seed), start(ruleset, seed, **options)
    while state.left:
        step = INSIGHT.set_up_step(state.view(state.seat), rng)
        assert state.judge(step) == 0, GAME.explain(state, step)
        state.apply(step, None)
    return state


# --- scores -----------------------------------------------------------------------------------------------------------
def test_left_and_right_are_alike_and_the_second_row_has_zones_of_its_own() -> None:
    assert [zone(place) for place in range(12)] == [0, 1, 2, 2, 1, 0, 3, 4, 5, 5, 4, 3]


def test_the_blocks_beside_the_commander_are_those_that_it_could_order() -> None:
    assert [place for place in range(6) if are_neighbours(place, 0)] == [1]
    assert [place for place in range(12) if are_neighbours(place, 8)] == [1, 2, 3, 7, 9]
    assert not are_neighbours(5, 6)  # f1 and a2


def test_a_score_is_the_sum_of_what_was_chosen_where_it_stands_and_what_is_beside_the_commander() -> None:
    found = set_ups_of(
        {
            "sharpness": 2.0,
            "types": {"324": 1.0, "333": 10.0},
            "pairs": {"324-522": 0.5},
            "zones": {"522": [0.25, 0.0, 4.0], "111": [0.0, 0.125, 0.0]},
            "beside": {"243": 3.0, "432": 7.0},
        }
    )
    blocks = numbers("522 111 243 324 432 414")
    # 522 stands in the corner, the commander on b1 beside 522 and 243; 324 is there with 522, 333 is not.
    assert found.score(blocks, 6, True) == 2.0 * (1.0 + 0.5 + 0.25 + 0.125 + 3.0)
    assert found.score(blocks, 6, False) == 2.0 * (0.25 + 0.125 + 3.0)  # nobody chose them


# --- drawing ----------------------------------------------------------------------------------------------------------
def test_the_better_set_ups_are_drawn_as_often_as_their_scores_say() -> None:
    table = {"sharpness": 1.0, "zones": {"111": [1.0, 0.0, -0.5], "522": [0.0, 0.0, 1.0]}, "beside": {"333": 0.7}}
    found = set_ups_of(table)
    chances: dict[tuple[bool, bool], float] = {}
    for order in permutations(["111", *BASE_TYPES]):
        beside = abs(order.index("111") - order.index("333")) == 1
        weight = {0: 1.0, 5: 1.0, 2: -0.5, 3: -0.5}.get(order.index("111"), 0.0)
        weight += (order.index("522") in (2, 3)) + 0.7 * beside
        key = order.index("111") in (0, 5), beside
        chances[key] = chances.get(key, 0.0) + exp(weight)
    total, rng, draws = sum(chances.values()), Rng(3), 400
    counts = dict.fromkeys(chances, 0)
    for _ in range(draws):
        row = [TYPES[block] for block in found.draw(start(), rng)]
        assert sorted(row) == sorted(["111", *BASE_TYPES])
        counts[row.index("111") in (0, 5), abs(row.index("111") - row.index("333")) == 1] += 1
    for key, weight in chances.items():
        chance = weight / total
        assert abs(counts[key] / draws - chance) < 4.0 * (chance * (1.0 - chance) / draws) ** 0.5


def test_types_are_chosen_as_often_as_their_weights_say() -> None:
    # Of two types that always are in the army or not, exp(2) = 7.4 times as often the one with the weight of 2.
    heavy = dict.fromkeys(["135", "144", "153", "225"], 30.0)
    found = set_ups_of({"sharpness": 1.0, "types": {**heavy, "234": 22.0, "531": 20.0}})
    rng, draws = Rng(1), 150
    fifth = [next(TYPES[b] for b in found.draw(start("myrmidons-secret"), rng) if b > 4) for _ in range(draws)]
    assert set(fifth) == {"234", "531"}
    assert abs(fifth.count("531") / draws - 1.0 / (1.0 + exp(2.0))) < 4.0 * (0.12 * 0.88 / draws) ** 0.5


def test_what_stands_already_stays_and_counts() -> None:
    found = set_ups_of({"sharpness": 1.0, "beside": {"333": 50.0}, "zones": {"111": [0.0, 0.0, 20.0]}})
    state = play(start("myrmidons-secret"), "=135", "=333")
    for seed in range(20):  # beside 333 and in the middle
        blocks = [TYPES[block] for block in found.draw(state, Rng(seed))]
        assert blocks[:3] == ["135", "333", "111"]
        assert len(set(blocks)) == 6


# --- what players use -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("ruleset", "options"), STARTS)
def test_every_army_has_weights_and_every_set_up_is_legal(ruleset: str, options: dict[str, object]) -> None:
    assert kind_of(start(ruleset, 0, **options)) in SET_UPS
    rows = [row for seed in range(3) for row in rows_of(set_up_by_insight(ruleset, options, seed))]
    for row in rows:
        assert row.split().count("111") == 1
    assert len(set(rows)) > 3  # a secret


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 1 << 30))
def test_the_same_seed_draws_the_same(seed: int) -> None:
    state = start("myrmidons-secret")
    assert INSIGHT.set_up_step(state, Rng(seed)) == INSIGHT.set_up_step(state, Rng(seed))


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 1 << 30), st.sampled_from(["myrmidons", "myrmidons-secret"]))
def test_a_set_up_does_not_depend_on_what_the_enemy_put(seed: int, ruleset: str) -> None:
    one = play(start(ruleset), "=111", "=243", "=324", "=333", "=432", "=522")
    other = play(start(ruleset), "=522", "=333", "=111", "=324", "=432", "=243")
    drawn = {INSIGHT.set_up_step(state, Rng(seed)) for state in (one, other, one.view(1))}
    assert len(drawn) == 1


def test_nobody_draws_for_a_seat_whose_blocks_it_may_not_see() -> None:
    assert INSIGHT.set_up_step(start().view(1), Rng(1)) == -1
    over = play(start(), *(f"={type_}" for type_ in 2 * ["111", "243", "324", "333", "432", "522"]))
    assert INSIGHT.set_up_step(over, Rng(1)) == -1


def test_weights_are_for_types_that_there_are() -> None:
    tables = tomllib.loads((GAME.folder / "setups.toml").read_text())
    kinds = {kind_of(start(ruleset, 0, **options)) for ruleset, options in STARTS}
    assert set(tables) == kinds
    for kind, table in tables.items():
        own = {"secret": TYPES[1:], "given": TYPES[1:], "base": BASE_TYPES}[kind.partition("-")[0]]
        zones = 3 if kind.endswith("-6") else 6
        assert sorted(table["zones"]) == sorted(["111", *own])
        assert all(len(weights) == zones for weights in table["zones"].values())
        assert sorted(table["beside"]) == sorted(own)
        assert set(table.get("types", own)) == set(own)
        for pair in table.get("pairs", {}):
            one, _, other = pair.partition("-")
            assert one < other
            assert {one, other} <= set(own)

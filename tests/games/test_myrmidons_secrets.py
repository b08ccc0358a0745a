"""What a seat may know: views, what can be inferred, and that nothing else gets out (MYR-B4, F1, O4)."""

import json
import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.core.game import Event, find_ruleset
from ludarium.core.options import OptionValue
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.notation import DIRECTIONS
from ludarium.games.myrmidons.rules_board import TARGET, set_up_square
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import TYPES
from tests.games.myrmidons_helpers import events, legal, play, position, set_up, start

BLUE = "243 324 111 333 432 522"
RED = "111 522 432 333 324 243"


def types_of(state: Position, seat: int) -> tuple[str, ...]:
    """The types on the squares of a seat, in ascending order of squares."""
    return tuple(str(GAME.code("piece", state.type_at(at))) for at in range(42) if state.men(seat) >> at & 1)


def possible(state: Position, seat: int, other: int, samples: int) -> Counter[tuple[str, ...]]:
    """The enemy's types as ``resample`` gives them, from the view alone."""
    view = state.view(seat)
    rng = Rng(1)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(samples):
        full = view.resample(seat, rng)
        assert full.view(seat) == view
        found[types_of(full, other)] += 1
    return found


# --- views ----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MYR-B4")
def test_a_view_has_ones_own_types_and_the_enemys_squares_only() -> None:
    state = set_up(BLUE, RED)
    assert types_of(state.view(0), 0) == tuple(BLUE.split())
    assert types_of(state.view(0), 1) == ("?",) * 6
    assert types_of(state.view(1), 0) == ("?",) * 6
    assert types_of(state.view(-1), 0) == types_of(state.view(-1), 1) == ("?",) * 6
    assert legal(state.view(0)) == legal(state)
    assert legal(state.view(1)) == set()
    found = GAME.explain(state.view(1), GAME.read_step("a1n1"))
    assert found is not None
    assert (found.clause, found.name) == ("MYR-B4", "veiled")


@pytest.mark.clause("MYR-B4", "MYR-P1", "MYR-O4")
def test_during_the_set_up_only_the_filled_squares_are_seen() -> None:
    one, two = play(start(), "=111", "=324"), play(start(), "=522", "=243")
    assert one.view(1) == two.view(1)
    assert types_of(one.view(1), 0) == ("?", "?")
    assert one.view(0) != two.view(0)
    told = events(start(), "=111", 1)
    assert [(event.kind, dict(event.data)) for event in told] == [("put", {"seat": 0, "piece": "?", "at": "a1"})]
    assert events(start(), "=111", 0)[0].data["piece"] == "111"


@pytest.mark.clause("MYR-X1", "MYR-B4")
def test_a_view_has_ones_own_draw_and_neither_the_seed_nor_the_enemys() -> None:
    blue = ["333", "333", "135", "531", "252"]
    one = start("myrmidons-random", 1, drawn=[blue, ["135", "324", "324", "522", "144"]])
    two = start("myrmidons-random", 2, drawn=[blue, ["153", "153", "414", "441", "531"]])
    assert one.view(0) == two.view(0)
    assert legal(one.view(0)) == legal(one)
    assert one.view(1) != two.view(1)
    assert GAME.chance(one.view(0)) == {}


@pytest.mark.clause("MYR-F1", "MYR-O4")
@pytest.mark.parametrize("ruleset", ["myrmidons", "myrmidons-memory"])
def test_what_was_shown_stays_known(ruleset: str) -> None:
    state = play(position("blue c3=324 a1=111; red c5=243 f7=111", ruleset), "c3n2", "c5w1")
    assert "b5=243!" in GAME.position_text(state.view(0))
    assert "c4=324!" in GAME.position_text(state.view(1))


@pytest.mark.clause("MYR-O4")
def test_an_unfinished_order_is_its_owners_alone() -> None:
    before = position("blue c2=111 b2=324 d2=432; red f7=111")
    state = before.copy()
    for step in ("!n", "b2:3", "d2:1"):
        assert events(state, step, 1) == []
        assert state.view(1) == before.view(1)
        assert state.view(-1) == before.view(-1)
        assert legal(state.view(0)) == legal(state)
    told = events(state, ".", 1)
    assert [(event.data["from"], event.data["to"]) for event in told] == [("b2", "b5"), ("c2", "c3"), ("d2", "d3")]


@pytest.mark.clause("MYR-O4")
def test_when_the_game_is_over_everything_is_shown() -> None:
    state = position("blue c3=324 a1=111 b1=243; red c5=111 f7=333 f6=522", "myrmidons-memory")
    told = events(state, "c3n2", 1)
    assert state.view(1) == state.view(-1) == state
    revealed = {(event.data["at"], event.data["piece"]) for event in told if event.kind == "revealed"}
    assert revealed == {("a1", "111"), ("b1", "243"), ("c5", "324"), ("f6", "522"), ("f7", "333")}


# --- what can be inferred: examples ---------------------------------------------------------------------------------
def suspects(state: Position, seat: int) -> set[str]:
    return {str(GAME.code("site", at)) for at in range(42) if state.suspects & state.men(seat) & 1 << at}


@pytest.mark.clause("MYR-O4")
def test_in_a_turtle_any_of_four_may_command() -> None:
    # Four blocks in a square, all next to each other, all go one square.
    state = position("blue b2=111 c2=324 b3=432 c3=333 f1=243; red f7=111")
    state = play(state, "!n", "c2:1", "b3:1", "c3:1", ".")
    assert suspects(state, 0) == {"b3", "c3", "b4", "c4"}
    chiefs = {types.index("111") for types in possible(state, 1, 0, 200)}
    assert chiefs == {1, 2, 3, 4}  # all but f1, the first square


@pytest.mark.clause("MYR-O4")
def test_who_goes_further_or_stands_apart_does_not_command() -> None:
    # b2 and d2 are not next to each other, so only c2 can have commanded.
    state = play(position("blue b2=324 c2=111 d2=432; red f7=111"), "!n", "b2:1", "d2:1", ".")
    assert suspects(state, 0) == {"c3"}
    # c2 and d2 are, and d2 went two squares.
    state = play(position("blue c2=111 d2=432; red f7=111"), "!n", "d2:2", ".")
    assert suspects(state, 0) == {"c3"}
    # A single block that goes two squares is no commander; one square tells nothing.
    state = play(position("blue c2=111 d2=432; red f7=111"), "d2n2", "f7s1", "c2n1")
    assert suspects(state, 0) == {"c3"}
    state = play(position("blue c2=111 d2=432; red f7=111"), "d2n1")
    assert suspects(state, 0) == {"c2", "d3"}


@pytest.mark.clause("MYR-O4", "MYR-O1")
def test_moves_prove_a_least_foot_but_unlimited_orders_do_not() -> None:
    text = "blue c2=111 d2=324; red f7=111"
    for distance, least in (("foot", "d5=?/3"), ("unlimited", "d5=?;")):
        state = play(position(text, order_distance=distance), "!n", "d2:3", ".")
        assert least in GAME.position_text(state.view(1))
        assert suspects(state, 0) == {"c3"}
        assert "d5=?/3" in GAME.position_text(play(position(text, order_distance=distance), "d2n3").view(1))


@pytest.mark.clause("MYR-O4")
def test_a_shown_commander_is_the_only_suspect() -> None:
    state = play(position("blue c2=111 d2=324 e2=432; red c3=243 f7=111"), "c2n1")
    assert suspects(state, 0) == {"c2"}
    assert {types.index("111") for types in possible(state, 1, 0, 50)} == {0}


# --- what can be inferred: everything, by replaying the public events with every set-up -----------------------------
def public_turn(state: Position, steps: list[int], seat: int) -> tuple[Position, list[Event]]:
    new = state.copy()
    told = []
    for step in steps:
        log = EventLog()
        new.apply(step, log)
        told += GAME.event_list(log, seat, new.seat < 0)
    return new, told


def random_turn(state: Position, rng: Rng) -> list[int]:
    """A whole turn, with orders about as often as moves."""
    steps = []
    new = state.copy()
    while new.seat == state.seat and new.turn == state.turn:
        choices = list(new.legal())
        orders = [step for step in choices if GAME.step_text(step)[0] == "!"]
        if orders and rng.below(2):
            choices = orders
        step = choices[rng.below(len(choices))]
        steps.append(step)
        new.apply(step)
    return steps


def explanations(state: Position, told: list[Event]) -> list[list[int]]:
    """All turns (as steps) that could have had these public events, whoever commands."""
    pairs = [(str(event.data["from"]), str(event.data["to"])) for event in told if event.kind == "moved"]
    names = [f"{column}{row}" for row in range(1, 8) for column in "abcdef"]
    marches = {}
    for start_, end in pairs:
        for number in range(names.index(start_) * 48, names.index(start_) * 48 + 48):
            if TARGET[number] == names.index(end):
                marches[start_] = (DIRECTIONS[number // 6 % 8], number % 6 + 1)
    if len(pairs) == 1:
        texts = [[start_ + way + str(distance) for start_, (way, distance) in marches.items()]]
    else:
        texts = []
        for chief, (way, _) in marches.items():
            others = [f"{start_}:{distance}" for start_, (_, distance) in marches.items() if start_ != chief]
            texts.append(["!" + way, *others, "."])
    return [[GAME.read_step(text) for text in steps] for steps in texts]


def follow(state: Position, told: list[Event], seat: int, after: Position | None = None) -> Position | None:
    """The state after some turn that is legal here and looks like this to the seat (and leads to that view)."""
    for steps in explanations(state, told):
        if not _all_legal(state, steps):
            continue
        new, seen = public_turn(state, steps, seat)
        if after is None:
            if seen == told:
                return new
        elif new.view(seat) == after.view(seat):
            assert seen == told
            return new
    return None


def _all_legal(state: Position, steps: list[int]) -> bool:
    new = state.copy()
    for step in steps:
        if new.judge(step):
            return False
        new.apply(step)
    return True


def all_consistent(start_: Position, turns: list[list[int]], seat: int) -> tuple[Position, set[tuple[str, ...]]]:
    """Play the turns; then the enemy's types in every set-up for which they could have looked the same."""
    enemy = 1 - seat
    squares = [set_up_square(enemy, at, 7) for at in range(6)]
    worlds = []
    for types in permutations(["111", *start_.options.types]):
        world = start_.copy()
        for square, type_ in zip(squares, types, strict=True):
            world.put_type(square, TYPES.index(type_))
        world.find_chiefs()
        worlds.append(world)
    truth = start_
    for steps in turns:
        actor = truth.seat
        truth, told = public_turn(truth, steps, seat)
        nexts = []
        for world in worlds:
            if actor == seat:
                after, seen = public_turn(world, steps, seat)
                if seen == told:
                    nexts.append(after)
            else:
                found = follow(world, told, seat)
                if found is not None:
                    nexts.append(found)
        worlds = nexts
    return truth, {types_of(world, enemy) for world in worlds}


@pytest.mark.slow
@pytest.mark.clause("MYR-O4", "MYR-F1", "MYR-B4")
@pytest.mark.parametrize("distance", ["foot", "unlimited"])
@pytest.mark.parametrize("seed", range(8))
def test_resample_reaches_exactly_the_consistent_set_ups(seed: int, distance: str) -> None:
    rng = Rng(seed)
    state = set_up(BLUE, RED, order_distance=distance)
    start_ = state
    turns: list[list[int]] = []
    while len(turns) < 3 + 2 * seed:
        steps = random_turn(state, rng)
        after, _ = public_turn(state, steps, 0)
        if after.seat >= 0:
            state = after
            turns.append(steps)
    seat = seed % 2
    truth, consistent = all_consistent(start_, turns, seat)
    assert types_of(truth, 1 - seat) in consistent
    samples = 300 + 12 * len(consistent)
    found = possible(truth, seat, 1 - seat, samples)
    assert set(found) <= consistent
    if len(consistent) <= 250:
        assert set(found) == consistent
        # Evenly: with so many samples nothing comes three times as often as its share.
        assert max(found.values()) <= 3 * samples / len(consistent) + 12


@pytest.mark.clause("MYR-X1", "MYR-B4")
def test_resample_of_secret_armies_has_all_types_that_are_left() -> None:
    shown = "a7=324! b7=333! c7=432! d7=522!"
    state = position(f"blue a1=111; red {shown} e7=? f7=?; veiled 1", "myrmidons-secret")
    left = set(TYPES[1:]) - {"324", "333", "432", "522"}
    pairs = {(type_, "111") for type_ in left} | {("111", type_) for type_ in left}
    assert {types[4:] for types in possible(state, 0, 1, 600)} == pairs
    # Once e7 has gone three squares, it is one of those with foot 3 or more, and f7 commands.
    state = position(f"blue a1=111; red {shown} e4=?/3 f7=?; veiled 1", "myrmidons-secret")
    assert {types[0] for types in possible(state, 0, 1, 200)} == {type_ for type_ in left if type_[2] >= "3"}


@pytest.mark.clause("MYR-X1", "MYR-B4")
def test_resample_of_a_random_army_knows_ones_own_draw() -> None:
    # Blue holds both 3-3-3 and one 1-3-5, so red has no 3-3-3 and at most one 1-3-5, but may have two of others.
    blue = "a1=111 b1=333 c1=333 d1=135 e1=531 f1=252"
    red = "a7=324! b7=432! c7=522! d7=? e7=? f7=111!"
    state = position(f"blue {blue}; red {red}; veiled 1", "myrmidons-random")
    left = [type_ for type_ in TYPES[1:] if type_ != "333"]
    pairs = {(one, two) for one in left for two in left if one != two}
    single = {"135", "531", "252", "324", "432", "522"}
    pairs |= {(type_, type_) for type_ in left if type_ not in single}
    found = possible(state, 0, 1, 6000)
    assert {types[3:5] for types in found} == pairs
    # Two blocks of a type are drawn twice as often as one that is left.
    firsts: Counter[str] = Counter()
    for types, number in found.items():
        firsts[types[3]] += number
    assert (
        1.5
        < sum(firsts[type_] for type_ in left if type_ not in single)
        / 12
        / (sum(firsts[type_] for type_ in single) / 6)
        < 2.7
    )


@pytest.mark.clause("MYR-P1", "MYR-X1")
def test_resample_during_the_set_up() -> None:
    base = play(start(), "=522", "=111")
    found = possible(base, 1, 0, 600)
    assert set(found) == set(permutations(["111", *base.options.types], 2))
    secret = play(start("myrmidons-secret"), "=522")
    assert {types[0] for types in possible(secret, 1, 0, 400)} == set(TYPES)
    # Every filled-in state can be played to the end of the set-up.
    for ruleset in ("myrmidons", "myrmidons-secret", "myrmidons-random", "myrmidons-twelve"):
        for seed in range(20):
            rng = Rng(seed)
            state = start(ruleset, seed)
            for _ in range(seed % (2 * int(state.size))):
                state.apply(state.random_step(rng))
            for seat in (0, 1, -1):
                full = state.resample(seat, rng)
                while full.left:
                    full.apply(full.random_step(rng))
                    assert GAME.read_position(_options(ruleset), GAME.position_text(full)) == full


def _options(ruleset: str) -> dict[str, OptionValue]:
    return find_ruleset(ruleset).read({})


# --- states that a seat cannot tell apart ---------------------------------------------------------------------------
def everything(state: Position, seat: int) -> tuple[object, ...]:
    """All that a seat can obtain of a state, as bytes and texts."""
    view = state.view(seat)
    scene = GAME.scene(view, seat)
    steps = list(view.universe())[::5]
    asked = [GAME.explain(view, step) for step in steps]
    if state.seat == seat:
        assert asked == [GAME.explain(state, step) for step in steps]
    return (
        pickle.dumps(view),
        GAME.position_text(view),
        json.dumps(scene.as_json()),
        list(view.legal()),
        list(state.legal()) if state.seat == seat else None,
        GAME.outcome(state),
        repr(asked),
        pickle.dumps(view.resample(seat, Rng(3))),
        (state.seat, state.turn, state.seats, state.winners, state.ending),
        GAME.chance(view),
    )


RULESETS = st.sampled_from(
    [
        ("myrmidons", "foot"),
        ("myrmidons-memory", "unlimited"),
        ("myrmidons-secret", "foot"),
        ("myrmidons-secret", "unlimited"),
        ("myrmidons-random", "foot"),
        ("myrmidons-twelve", "foot"),
    ]
)


@pytest.mark.slow
@pytest.mark.clause("MYR-O4", "MYR-B4")
@settings(max_examples=40, deadline=None)
@given(RULESETS, st.integers(0, 2**32), st.sampled_from([0, 1, -1]), st.integers(0, 40))
def test_nothing_tells_states_with_equal_views_apart(
    ruleset: tuple[str, str], seed: int, seat: int, before: int
) -> None:
    rng = Rng(seed)
    one = start(ruleset[0], seed % 1000, order_distance=ruleset[1])
    for _ in range(before):
        if one.seat >= 0:
            one.apply(one.random_step(rng))
    if one.order >= 0 and one.seat != seat:
        # The twin does not know of the order: it is given at the start of the turn.
        one.order = -1
    two = one.resample(seat, rng)
    for _ in range(6):
        assert everything(one, seat) == everything(two, seat)
        if one.seat < 0:
            return
        if one.left:
            one, two = _put_alike(one, two, seat, rng)
            continue
        steps = [one.random_step(rng)] if one.order >= 0 else _ambiguous_turn(one, rng)
        _unseen_steps_look_alike(one, steps, seat)
        after, told = public_turn(one, steps, seat)
        if one.seat == seat:
            twin, seen = public_turn(two, steps, seat)
            if seen != told:
                assert any(event.kind in ("shown", "glimpsed", "revealed") for event in told)
                return  # a fight, or the end, has shown the difference
        else:
            # Where the twin could not have done this, others may.
            tries = [two, *(one.resample(seat, rng) for _ in range(10))]
            twin = next((found for world in tries if (found := follow(world, told, seat, after))), after)
        one, two = after, twin


def _ambiguous_turn(state: Position, rng: Rng) -> list[int]:
    """Of some turns the order that leaves the most suspects, if there is one."""
    turns = [random_turn(state, rng) for _ in range(8)]
    orders = [steps for steps in turns if len(steps) > 1]
    if not orders or rng.below(4) == 0:
        return turns[0]
    return max(orders, key=lambda steps: len(suspects(public_turn(state, steps, -1)[0], int(state.seat))))


def _put_alike(one: Position, two: Position, seat: int, rng: Rng) -> tuple[Position, Position]:
    """One set-up step on both; the same one if the seat sees it."""
    step = one.random_step(rng)
    after, told = public_turn(one, [step], seat)
    twin, seen = public_turn(two, [step if one.seat == seat else two.random_step(rng)], seat)
    assert told == seen
    return after, twin


def _unseen_steps_look_alike(state: Position, steps: list[int], seat: int) -> None:
    """While an order is being given, those who do not give it see no change at all."""
    if state.seat == seat or len(steps) < 2:
        return
    before = everything(state, seat)
    new = state.copy()
    for step in steps[:-1]:
        log = EventLog()
        new.apply(step, log)
        assert GAME.event_list(log, seat, over=False) == []
        assert everything(new, seat) == before

"""What a seat of Myrmidons makes of the enemy's moves, in games where a person would have an opinion."""

import pytest

from ludarium.core.insight import Belief
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.insight_belief import Trail, find_ways
from ludarium.games.myrmidons.rules_position import Position
from tests.games.myrmidons_helpers import play, position, set_up, start

RULESETS = ["myrmidons", "myrmidons-memory", "myrmidons-secret", "myrmidons-random", "myrmidons-twelve"]
SQUARES = {GAME.code("site", square): square for square in range(42)}


def squares(text: str) -> int:
    return sum(1 << SQUARES[name] for name in text.split())


def ways(before: str, after: str) -> dict[str, str]:
    names = {square: str(name) for name, square in SQUARES.items()}
    went = find_ways(squares(before), squares(after))
    return {names[square]: names[target] for square, target in enumerate(went) if target >= 0}


def views_of(state: Position, seat: int, *steps: str) -> list[State]:
    """The views of a seat: now, and after each step that it notices."""
    views: list[State] = [state.view(seat)]
    for step in steps:
        state = play(state, step)
        if state.view(seat) != views[-1]:
            views.append(state.view(seat))
    return views


def weights(state: Position, seat: int, steps: str, *enemies: str) -> list[float]:
    """How likely a seat finds several truths about the enemy (written like ``d7=243 …``) after these steps."""
    views = views_of(state, seat, *steps.split())
    belief = GAME.insight.belief(views, seat)
    last = views[-1]
    assert isinstance(last, Position)
    return [belief.weight(with_enemies(last, seat, text)) for text in enemies]


def with_enemies(view: Position, seat: int, text: str) -> Position:
    """The truth in which the enemy's hidden blocks are these."""
    truth = view.copy()
    for block in text.split():
        name, type_ = block.split("=")
        truth.put_type(SQUARES[name], GAME.read_step("=" + type_))
    assert not truth.unknown(1 - seat)
    truth.veiled = 0
    truth.find_chiefs()
    return truth


# --- following the blocks ---------------------------------------------------------------------------------------------
def test_a_single_block_went_straight() -> None:
    assert ways("a7 b7 c7", "a7 b7 c4") == {"c7": "c4"}
    assert ways("a7 b7 c7", "a7 b7 e5") == {"c7": "e5"}


def test_in_an_order_nobody_jumps() -> None:
    # b7 makes room for a7: nobody has gone two squares.
    assert ways("a7 b7 f7", "b7 c7 f7") == {"a7": "b7", "b7": "c7"}
    assert ways("a7 b7 c7", "a6 b5 c7") == {"a7": "a6", "b7": "b5"}


def test_what_no_turn_explains_is_not_explained() -> None:
    assert ways("a7 b7", "a6 b6 c6") == {}
    assert ways("a7 f1", "c4 f2") == {}


def test_blocks_are_followed_through_a_game() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    trail = Trail(0)
    views = views_of(state, 0, "b1n3", "e7s3", "b4n1", "!s", "b7:1", ".", "b5ne1", "e4w1")
    before = views[0]
    assert isinstance(before, Position)
    trail.begin(before)
    for view in views[1:]:
        assert isinstance(view, Position)
        trail.follow(before, view)
        before = view
    places = {trail.blocks[square]: GAME.code("site", square) for square in range(42) if trail.blocks[square] >= 0}
    assert places == {0: "a6", 1: "b6", 2: "c7", 3: "d7", 4: "d4", 5: "f7"}
    assert len(trail.turns) == 3


# --- opinions ---------------------------------------------------------------------------------------------------------
def test_who_leaves_a_certain_prey_alone_has_no_sword_for_it() -> None:
    # Blue's 2-4-3 on d5 has been shown: only 4-3-2 and 5-2-2 beat it. Red moves a7 and leaves d7 where it is.
    state = position("blue a1=111 b1=324 d5=243!; red a7=333 b7=111 d7=324 f6=522; next 1")
    strong, weak = weights(state, 0, "a7s1", "a6=333 b7=111 d7=522 f6=324", "a6=333 b7=111 d7=324 f6=522")
    assert weak > 1.5 * strong


def test_a_block_that_walks_up_alone_is_no_commander() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    steps = "a1n1 e7s1 a2s1 e6s1 a1n1 e5s1"
    here, elsewhere = weights(
        state, 0, steps, "a7=324 b7=522 c7=432 d7=333 e4=111 f7=243", "a7=111 b7=522 c7=432 d7=333 e4=324 f7=243"
    )
    assert elsewhere > 2 * here


def test_a_block_that_stays_where_a_known_sword_strikes_is_no_commander() -> None:
    # Blue's 3-2-4 has been shown and strikes c7. Red moves a7.
    state = position("blue a1=111 c4=324! b1=243; red a7=333 c7=432 e7=111 f7=522; next 1")
    there, safe = weights(state, 0, "a7s1", "a6=333 c7=111 e7=432 f7=522", "a6=333 c7=432 e7=111 f7=522")
    assert safe > there


# --- nothing but views ------------------------------------------------------------------------------------------------
def test_what_cannot_be_seen_makes_no_difference() -> None:
    """The same moves of two armies that stand otherwise: the same views, the same weights."""
    one = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    other = set_up("243 324 111 333 432 522", "432 522 111 324 333 243")
    steps = ("b1n3", "e7s3", "b4n1", "d7s1")
    first, second = views_of(one, 0, *steps), views_of(other, 0, *steps)
    assert first == second
    beliefs = [GAME.insight.belief(views, 0) for views in (first, second)]
    truths = [first[-1].resample(0, Rng(seed)) for seed in range(30)]
    assert [beliefs[0].weight(truth) for truth in truths] == [beliefs[1].weight(truth) for truth in truths]
    assert len({beliefs[0].weight(truth) for truth in truths}) > 5


def test_before_the_enemy_has_moved_all_truths_are_alike() -> None:
    state = start()
    truths = [state.resample(0, Rng(seed)) for seed in range(5)]
    belief = GAME.insight.belief([state.view(0)], 0)
    assert {belief.weight(truth) for truth in truths} == {1.0}
    assert GAME.insight.belief([], 0).weight(state) == 1.0


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_every_truth_of_random_games_has_a_weight(ruleset: str, seed: int) -> None:
    rng = Rng(seed)
    state = start(ruleset, seed)
    views: list[list[State]] = [[state.view(0)], [state.view(1)]]
    while state.seat >= 0:
        state.apply(GAME.insight.rollout_step(state, rng) if seed else state.random_step(rng))
        for seat in range(2):
            if state.view(seat) != views[seat][-1]:
                views[seat].append(state.view(seat))
            if state.seat == seat and state.turn < 40:
                belief = GAME.insight.belief(views[seat], seat)
                for truth in (state, state.resample(seat, rng)):
                    assert 0 < belief.weight(truth) <= 1 + 1e-9


def test_views_that_do_not_follow_each_other_are_no_evidence() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    later = play(state, "b1n3", "e7s3", "b4n1", "d7s1")
    belief = GAME.insight.belief([state.view(0), later.view(0)], 0)
    assert isinstance(belief, Belief)
    assert len({belief.weight(later.resample(0, Rng(seed))) for seed in range(10)}) == 1

"""Myrmidons' judgement, on positions whose worth a person can see."""

import pytest
from librt.vecs import vec

from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.insight import is_repelled
from ludarium.games.myrmidons.insight_tactics import (
    Field,
    cover,
    free_prey,
    is_deadly,
    prey,
    rows_to_go,
    safe_arrivals,
    strike,
)
from ludarium.games.myrmidons.rules_position import Position
from tests.games.myrmidons_helpers import play, position, set_up, start

INSIGHT = GAME.insight
RULESETS = ["myrmidons", "myrmidons-memory", "myrmidons-secret", "myrmidons-random", "myrmidons-twelve"]


def squares(found: int) -> str:
    return " ".join(GAME.code("site", square) for square in range(42) if found >> square & 1)  # type: ignore[misc]


def at(name: str) -> int:
    return next(square for square in range(42) if GAME.code("site", square) == name)


def worth(state: State) -> list[float]:
    shares = vec[float]([-1.0, -1.0])
    INSIGHT.judge_worth(state, shares)
    return list(shares)


def favourite(state: State) -> str:
    """The step that is preferred most."""
    weights = preferences(state)
    return max(weights, key=lambda step: weights[step])


def preferences(state: State) -> dict[str, float]:
    steps = state.legal()
    weights = vec[float]([-1.0 for _ in steps])
    INSIGHT.priors(state, steps, weights)
    return {GAME.step_text(step): weight for step, weight in zip(steps, weights, strict=True)}


def prey_of(state: Position, seat: int) -> str:
    return squares(prey(state, seat, Field(state, 1 - seat)))


# --- features -------------------------------------------------------------------------------------------------------
def test_a_block_covers_what_it_can_strike_and_whom_it_can_avenge() -> None:
    # 5-2-2 on c1: two squares each way, but its own commander on c2 is as far as it covers north.
    state = position("blue c1=522 c2=111; red f7=111")
    assert squares(cover(state, at("c1"))) == "a1 b1 d1 e1 b2 c2 d2 a3 e3"


def test_rows_to_go_count_from_each_side() -> None:
    assert [rows_to_go(0, at("c1")), rows_to_go(0, at("a7")), rows_to_go(1, at("f7")), rows_to_go(1, at("b2"))] == [
        6,
        0,
        6,
        1,
    ]


def test_prey_needs_reach_and_a_sword_of_the_shield() -> None:
    # 3-2-4 on c3 reaches c6 and f3; it beats 3-3-3, not 2-4-3. 3-3-3 on c6 strikes back at c3 with sword 3.
    state = position("blue c3=324 a1=111; red c6=333 f3=243 f7=111")
    assert prey_of(state, 1) == "c6"
    assert prey_of(state, 0) == "c3"
    farther = position("blue c1=324 a1=111; red c6=333 f7=111")  # five squares: neither has the foot
    assert prey_of(farther, 1) == prey_of(farther, 0) == ""
    between = position("blue c3=324 c4=243 a1=111; red c6=333 e7=111")  # 2-4-3 keeps the line shut
    assert prey_of(between, 1) == ""


def test_free_prey_is_not_avenged() -> None:
    # 3-2-4 on c3 beats 3-2-4 on c6. 4-3-2 on e6 covers c6 with sword 4: the shield of 2 falls.
    state = position("blue c3=324 a1=111; red c6=324 e6=432 f2=111")
    assert squares(free_prey(state, 1, Field(state, 1), Field(state, 0))) == ""
    # 2-4-3 covers the square too, with a sword of 2: that is enough; a commander's 1 is not.
    two = position("blue c3=324 a1=111; red c6=333 e6=243 f2=111")
    assert squares(free_prey(two, 1, Field(two, 1), Field(two, 0))) == ""
    one = position("blue c3=324 a1=111; red c6=333 d6=111")
    assert squares(free_prey(one, 1, Field(one, 1), Field(one, 0))) == "c6"


def test_the_commander_and_the_fourth_block_are_deadly() -> None:
    state = position("blue c3=324 a1=111; red c6=111 f7=522")
    assert is_deadly(state, 1, 1 << at("c6"))
    assert not is_deadly(state, 1, 1 << at("f7"))
    assert not is_deadly(state, 1, 0)
    fourth = position("blue c3=324 a1=111; red c6=333 f7=111; red_lost 243 324 432")
    assert is_deadly(fourth, 1, 1 << at("c6"))
    assert not is_deadly(fourth, 1, 0)


def test_arrivals_are_safe_where_no_sword_is_strong_enough() -> None:
    # 3-2-4 on c4 reaches c7 and f7 (empty) and, to the west, nothing on row 7 but by c7: a diagonal ends at a6.
    # 4-3-2 on f5 covers f7 alone of row 7 … and d7 diagonally.
    state = position("blue c4=324 a1=111; red f5=432 e3=111")
    assert squares(safe_arrivals(state, 0, Field(state, 0), Field(state, 1))) == "c7"


def test_strikes_that_matter_most_come_first() -> None:
    # 3-2-4 on c3 can strike c6 (a block), a1 (which stands on the home row) and f3 (the commander).
    text = "blue c3=324 f7=111; red c6=333 {}"
    assert GAME.step_text(20 + strike(position(text.format("a1=243 f3=111")))) == "c3e3"
    assert GAME.step_text(20 + strike(position(text.format("a1=522 e1=111").replace("f7", "f6")))) == "c3se2"
    assert GAME.step_text(20 + strike(position(text.format("a1=522 f1=111").replace("f7", "f6")))) == "c3sw2"
    assert strike(position("blue c3=324 f7=111; red c6=243 a6=111")) == -1


def test_an_attack_on_a_stronger_shield_is_repelled() -> None:
    state = position("blue c3=324 a1=111; red c5=243 d4=333 f7=111")
    assert is_repelled(state, at("c3"), at("c5"))
    assert not is_repelled(state, at("c3"), at("d4"))
    assert not is_repelled(state, at("c3"), at("c4"))


# --- worth ----------------------------------------------------------------------------------------------------------
def test_a_won_turn_is_worth_almost_everything() -> None:
    assert worth(position("blue c3=324 a1=111; red c6=111 f7=522"))[0] > 0.95
    assert worth(position("blue c3=324 a1=111; red c6=333 f7=111; red_lost 243 324 432"))[0] > 0.95
    # Red stands on row 1 and Blue cannot remove it: 4-3-2 next to it has the sword, 2-4-3 has not.
    assert worth(position("blue a2=243 a1=111; red c1=333 f7=111"))[0] < 0.05
    assert worth(position("blue b1=432 a1=111; red c1=333 f7=111"))[0] > 0.2


def test_a_safe_arrival_is_almost_a_win() -> None:
    assert worth(position("blue c4=324 a1=111; red f5=432 e3=111"))[0] > 0.9


def test_more_blocks_are_better() -> None:
    even = "blue a1=111 b1=243 c1=333 d1=432; red a7=111 b7=243 c7=333 d7=432"
    fewer = "blue a1=111 b1=243 c1=333 d1=432; red a7=111 b7=243 c7=333; red_lost 432"
    fewest = "blue a1=111 b1=243 c1=333 d1=432; red a7=111 b7=243; red_lost 432 333"
    assert worth(position(even))[0] < worth(position(fewer))[0] < worth(position(fewest))[0]


def test_a_commander_in_danger_is_worse_than_a_safe_one() -> None:
    # Red's 3-2-4 looks at the commander on c3, or past it on d2.
    danger = worth(position("blue c3=111 a1=243; red c6=324 f7=111"))[0]
    safe = worth(position("blue d2=111 a1=243; red c6=324 f7=111"))[0]
    assert danger < safe


def turned(text: str) -> str:
    """The same position seen from the other side: colours changed, the board turned by half."""
    names = {f"{c}{r}": f"{'abcdef'[5 - i]}{8 - r}" for i, c in enumerate("abcdef") for r in range(1, 8)}
    parts = {"next": "1"}
    for part in text.split("; "):
        key, *values = part.split()
        key = key.replace("blue", "RED").replace("red", "blue").replace("RED", "red")
        if key == "next":
            values = [str(1 - int(values[0]))]
        parts[key] = " ".join(names.get(value[:2], value[:2]) + value[2:] for value in values)
    return "; ".join(f"{key} {parts[key]}" for key in sorted(parts))


@pytest.mark.parametrize(
    "text",
    [
        "blue c3=324 a1=111; red c6=333 e6=243 f2=111",
        "blue a1=111 b1=243 c4=333! d1=432; red a7=111 b5=243 c7=333; red_lost 432; next 1",
        "blue b1=432 a1=111; red c1=333 f7=111",
    ],
)
def test_both_seats_are_judged_alike(text: str) -> None:
    blue, red = worth(position(text))
    assert worth(position(turned(text))) == [red, blue]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_state_of_random_games_can_be_judged(ruleset: str) -> None:
    rng = Rng(5)
    for seed in range(4):
        state = start(ruleset, seed)
        while state.seat >= 0:
            shares = worth(state)
            assert all(0 <= share <= 1 for share in shares)
            assert sum(shares) == pytest.approx(1)
            weights = preferences(state)
            assert all(0 < weight < 1e6 for weight in weights.values())
            step = INSIGHT.rollout_step(state, rng)
            assert GAME.step_text(step) in weights
            state.apply(step if seed % 2 else state.random_step(rng))
        assert worth(state)[0] == (0.5 if not state.winners else state.winners & 1)


# --- steps ----------------------------------------------------------------------------------------------------------
WINS = [
    ("blue c3=324 a1=111; red c6=111 d4=522", "c3n3"),
    ("blue c3=324 a1=111; red c6=333 f7=111; red_lost 243 324 432", "c3n3"),
]


@pytest.mark.parametrize(("text", "step"), WINS)
def test_a_win_is_taken(text: str, step: str) -> None:
    state = position(text)
    assert favourite(state) == step
    assert {GAME.step_text(INSIGHT.rollout_step(state, Rng(seed))) for seed in range(50)} == {step}


def test_the_home_row_is_cleared() -> None:
    state = position("blue b1=432 b5=324 a1=111; red c1=333 d5=522 f7=111")
    assert favourite(state) == "b1e1"
    assert {GAME.step_text(INSIGHT.rollout_step(state, Rng(seed))) for seed in range(50)} == {"b1e1"}


def test_a_commander_in_danger_moves_away() -> None:
    state = position("blue c3=111 a1=243; red c6=324 f7=111")
    assert favourite(state) in {"c3w1", "c3e1", "c3nw1", "c3ne1", "c3sw1", "c3se1"}


def test_a_safe_arrival_is_preferred() -> None:
    assert favourite(position("blue c4=324 a1=111; red f5=432 e3=111")) == "c4n3"


def test_blocks_do_not_walk_into_stronger_swords() -> None:
    # Red's 5-2-2 on e6 has been shown; it covers c4 and d5, on the way to it, but not b4.
    weights = preferences(position("blue b3=333 a1=111; red e6=522! f7=111"))
    assert weights["b3ne1"] < weights["b3n1"]
    assert weights["b3ne3"] > weights["b3n1"]  # it takes 5-2-2, and nobody avenges that


def test_an_order_is_weighed_like_its_moves() -> None:
    # The commander on b2 orders c2 (4-3-2) north: its two squares bring it onto 3-3-3.
    state = play(position("blue b2=111 c2=432; red c4=333 f7=111"), "!n")
    assert favourite(state) == "c2:2"


def test_where_no_win_is_in_sight_none_is_looked_for() -> None:
    # At the start row 7 is six rows away, farther than any foot; so are the enemy's blocks.
    assert not INSIGHT.may_win(set_up("243 324 111 333 432 522", "111 522 432 333 324 243"))
    assert not INSIGHT.may_win(start())
    assert INSIGHT.may_win(position("blue c3=324 a1=111; red c6=111 d4=522"))
    assert INSIGHT.may_win(position("blue c4=243 a1=111; red f5=432 e2=111"))  # row 7 is three rows away
    # 3-3-3 on c3 strikes f6 and nobody else: enough for a fourth block, not for a third.
    text = "blue c3=333 a1=111; red f6=333 b6=111; red_lost {}"
    assert INSIGHT.may_win(position(text.format("243 324 432")))
    assert not INSIGHT.may_win(position(text.format("243 324")))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_win_comes_unexpected(ruleset: str) -> None:
    for seed in range(6):
        rng = Rng(seed)
        state = start(ruleset, seed)
        expected = [True, True]
        while state.seat >= 0:
            if state.order < 0:
                expected[state.seat] = INSIGHT.may_win(state)
            state.apply(INSIGHT.rollout_step(state, rng))
        assert state.winners in (0, 3) or expected[0 if state.winners & 1 else 1]


def test_a_playout_may_draw_any_quiet_step() -> None:
    state = position("blue c3=333 a1=111; red f7=111")
    drawn = {GAME.step_text(INSIGHT.rollout_step(state, Rng(seed))) for seed in range(2000)}
    assert drawn == set(preferences(state))

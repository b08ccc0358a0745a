"""Small games solved: against brute force from scratch, and every value against those that follow."""

import pytest
from leap import RULESETS as LEAP

from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.research.errors import ResearchError
from ludarium.research.solver import DRAW, Solution, Value, solve, turns_left

FIVE = [[0, 0], [1, 0], [0, 1], [1, 1], [-1, 1]]
FOUR = FIVE[:4]


def brute_force(state: State, known: dict[State, tuple[int, int]]) -> tuple[int, int]:
    """Who wins a game that ends by itself, and in how many turns at the earliest or latest: every line to its end. The
    turns count in the states, so nothing is shared with the solver.
    """
    if state.seat < 0:
        return (int(state.winners) - 1 if state.winners in (1, 2) else DRAW), 0
    if state not in known:
        found = []
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            winner, turns = brute_force(after, known)
            found.append((winner, turns + (after.seat < 0 or after.turn != state.turn)))
        own = [turns for winner, turns in found if winner == state.seat]
        if own:
            known[state] = int(state.seat), min(own)
        elif any(winner == DRAW for winner, _ in found):
            known[state] = DRAW, 0
        else:
            known[state] = 1 - int(state.seat), max(turns for _, turns in found)
    return known[state]


def assert_agrees(start: State) -> Solution:
    """With brute force about every position that can arise."""
    known: dict[State, tuple[int, int]] = {}
    brute_force(start, known)
    solution = solve(start)
    for state, (winner, turns) in known.items():
        assert solution.value(state) == Value(winner, turns if winner != DRAW else 0)
    return solution


@pytest.mark.parametrize("reach", [1, 2])
def test_leap_is_solved_as_by_brute_force(reach: int) -> None:
    assert_agrees(LEAP[0].new({"reach": reach}))


def test_a_win_comes_before_the_last_turn_or_not_at_all() -> None:
    """On five nuts with a marble each, Blue wins with its fourth turn, so of three turns each nothing comes."""
    long = assert_agrees(find_ruleset("mutternland-tiny").new({"nuts": 5, "land": FIVE, "marbles": 1, "turn_cap": 4}))
    assert long.value(long.start) == Value(0, 7)
    short = assert_agrees(find_ruleset("mutternland-tiny").new({"nuts": 5, "land": FIVE, "marbles": 1, "turn_cap": 3}))
    assert short.value(short.start) == Value(DRAW)


def test_where_the_rules_count_after_the_last_turn_turns_are_told_apart() -> None:
    """With a marble each nobody gets two up, but after two turns each the one that is up counts (MUT-E2)."""
    options = {"nuts": 4, "land": FOUR, "marbles": 1, "floor": 2, "turn_cap": 2}
    assert_agrees(find_ruleset("mutterland-tiny").new(options))
    counted = assert_agrees(find_ruleset("mutterland-tiny").new(options | {"towers": 2}))
    assert counted.count(1) > 0 < counted.count(-1)


def test_an_endgame_of_realm() -> None:
    """Both create a base a turn, and every turn without an event ends the game at once (quiet_cap=1): who begins puts
    the fifth and last base on the board with its second turn, the third of both, having one more than the other.
    """
    ruleset = find_ruleset("realm")
    options = ruleset.read({"quiet_cap": 1, "bases": 5, "enforcers": 0})
    text = "bases0 A1 B2 C3; bases1 A2 B1 C4; powers0 a1; powers1 l12"
    solution = assert_agrees(ruleset.game.read_position(options, text))
    assert solution.value(solution.start) == Value(0, 3)


def test_what_no_end_decides_is_a_draw() -> None:
    """Floor 3 takes five nuts in two columns: with four there is no way up."""
    solution = solve(find_ruleset("mutterland-tiny").new({"nuts": 4, "land": FOUR, "turn_cap": 0}))
    assert solution.count(0) == solution.positions
    assert solution.deepest == 0
    assert solution.line(solution.start, most=5) != []


@pytest.mark.parametrize("name", ["mutterland-tiny", "mutternland-tiny"])
@pytest.mark.slow
def test_every_value_follows_from_those_after_it(name: str) -> None:
    """All positions of both rulesets, without a last turn: a win has a step that is one turn nearer at most, and no
    shorter way; a loss has no other; and a draw has a step that keeps it and none that wins.
    """
    solution = solve(find_ruleset(name).new({"turn_cap": 0}))
    waiting, seen = [solution.start], {solution.start}
    for state in waiting:
        value, values = solution.value(state), list(solution.values(state).values())
        seat = int(state.seat)
        if value.winner == seat:
            assert value.turns == min(one.turns for one in values if one.winner == seat)
        elif value.winner == DRAW:
            assert {one.winner for one in values} <= {DRAW, 1 - seat}
            assert any(one.winner == DRAW for one in values)
        else:
            assert {one.winner for one in values} == {value.winner}
            assert value.turns == max(one.turns for one in values)
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            after.turn = 0
            if after.seat >= 0 and after not in seen:
                seen.add(after)
                waiting.append(after)
    assert len(seen) == solution.positions


@pytest.mark.slow
def test_the_tiny_land_is_won_by_whoever_begins() -> None:
    """The line ends with that win after exactly so many turns, and all its steps are among the best."""
    ruleset = find_ruleset("mutterland-tiny")
    solution = solve(ruleset.new())
    assert solution.value(solution.start) == Value(0, 7)
    state = solution.start.copy()
    for step in solution.line(state):
        assert step in solution.best(state)
        assert set(solution.best(state)) <= set(solution.keeping(state)) <= set(state.legal())
        state.apply(step)
    assert (state.seat, state.winners, state.turn) == (-1, 1, 6)  # the turn that wins is not completed


def test_turns_left() -> None:
    assert turns_left(find_ruleset("mur-en").new()) == 400
    assert turns_left(find_ruleset("mutterland").new({"turn_cap": 10})) == 20
    assert turns_left(find_ruleset("mur-en").new({"turn_cap": 0})) is None
    state = find_ruleset("mur-en").new({"turn_cap": 30})
    state.apply(0)
    assert turns_left(state) == 29


def test_what_it_refuses() -> None:
    with pytest.raises(ResearchError, match="secrets"):
        solve(find_ruleset("myrmidons-tiny").new())
    with pytest.raises(ResearchError, match="More than 500 positions"):
        solve(find_ruleset("mur-tiny-en").new(), most=500)
    with pytest.raises(ResearchError, match="for two"):
        solve(find_ruleset("mutterland").new({"players": 3}))
    solution = solve(LEAP[0].new())
    other = LEAP[0].new({"reach": 1})
    with pytest.raises(ResearchError, match="cannot be reached"):
        solution.value(other)

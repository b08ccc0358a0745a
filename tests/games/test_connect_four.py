"""The example game, by its clauses; the conformance suite runs over it, too."""

import pickle

import connect_four
import pytest
from connect_four import ConnectFour, completing, count, fours, has_four, read_sites, site_names
from librt.vecs import vec

from ludarium.core.errors import IllegalStep, NotationError
from ludarium.core.game import find_ruleset
from ludarium.core.playout import perft
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State, expect
from ludarium.search.solver import NO, YES, Solver

RULESET = find_ruleset("connect-four")
GAME = RULESET.game
INSIGHT = GAME.insight
# A full board without four in a line: columns in pairs, each pair upside down against its neighbours.
DRAWN = "a b a b a b b a b a b a c d c d c d d c d c d c e f e f e f f e f e f e g g g g g g"


def after(steps: str) -> ConnectFour:
    state = RULESET.new()
    for step in steps.split():
        GAME.refuse_illegal(state, GAME.read_step(step))
        state.apply(GAME.read_step(step))
    return expect(state, ConnectFour)


def sites(names: str) -> int:
    return read_sites("blue", names.split())


@pytest.mark.clause("CON-B1")
def test_the_start() -> None:
    state = RULESET.new()
    assert state.seat == 0
    assert [GAME.step_text(step) for step in state.legal()] == list("abcdefg")
    assert len(GAME.scene(state, 0).sites) == 42
    assert not GAME.scene(state, 0).pieces


@pytest.mark.clause("CON-T1")
def test_stones_fall_on_those_below_until_the_column_is_full() -> None:
    state = after("d d d e d d d")
    assert GAME.position_text(state) == "blue d1 d3 d4 d6; red d2 d5 e1"
    assert state.seat == 1
    with pytest.raises(IllegalStep, match="CON-T1: column d is full"):
        GAME.refuse_illegal(state, GAME.read_step("d"))


@pytest.mark.clause("CON-W1")
@pytest.mark.parametrize(
    ("steps", "line"),
    [
        ("a b a b a b a", "a1 a2 a3 a4"),
        ("d d e e f f g", "d1 e1 f1 g1"),
        ("a b b c c d c d d g d", "a1 b2 c3 d4"),
        ("g f f e e d e d d a d", "d4 e3 f2 g1"),
    ],
)
def test_four_in_a_line_win(steps: str, line: str) -> None:
    *before, last = steps.split()
    state, log = after(" ".join(before)), EventLog()
    assert state.seat == 0
    state.apply(GAME.read_step(last), log)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.clause) == ((0,), "four", "CON-W1")
    assert GAME.event_list(log, 0, over=True)[-1].data == {"seat": 0, "sites": line.split()}
    with pytest.raises(IllegalStep, match="CON-W1: the game is over"):
        GAME.refuse_illegal(state, 0)


@pytest.mark.clause("CON-W1")
def test_lines_do_not_go_on_at_the_other_edge() -> None:
    for stones in ("a4 a5 a6 b1", "a6 b1 b2 b3", "a5 b6 c1 d2", "a2 b1 c6 d5", "e1 f1 g1 a2"):
        assert not has_four(sites(stones))
        assert fours(sites(stones)) == 0


@pytest.mark.clause("CON-W2")
def test_a_full_board_is_a_draw() -> None:
    *before, last = DRAWN.split()
    state = after(" ".join(before))
    assert state.seat == 1
    state.apply(GAME.read_step(last))
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((), "CON-W2")
    with pytest.raises(IllegalStep, match="CON-W2"):
        GAME.refuse_illegal(state, 0)


def test_sequences_are_counted() -> None:
    # 7 each time, but for the 7 ways to drop seven stones into one column.
    assert [perft(RULESET.new(), depth) for depth in range(1, 5)] == [7, 49, 343, 2401]
    assert perft(after("a a a"), 4) == 7**4 - 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("blue h1", 'blue cannot be "h1"'),
        ("blue a1 a1", "two pieces stand on one space"),
        ("blue a1; red a1", "two pieces stand on one space"),
        ("blue a2; red a1 b1", 'blue cannot be "1". It takes: 2–3'),
        ("blue a2", 'blue cannot be "a2". It takes: a1'),
        ("blue a1 b1", 'blue cannot be "2". It takes: 0–1'),
        ("blue a1; turn 1", '"turn" is no part'),
        ("blue a1 b1 c1 d1; red a2 b2 c2 d2", "It takes: CON-W1"),  # two fours
        ("blue a1 b1 c1 d1; red e1 f1 g1 a2", "It takes: CON-W1"),  # the turn after the end
        ("blue a1 b1 c1 d1 a3 b3 c3 d3; red a2 b2 c2 e1 e2 d2 g1", "cannot be"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError) as refused:
        GAME.read_position({}, text)
    assert why in str(refused.value)
    assert refused.value.sentence("ja")


def test_a_won_position_can_be_read() -> None:
    state = GAME.read_position({}, "blue a1 b1 c1 d1; red a2 b2 c2")
    assert state == after("a a b b c c d")
    assert pickle.loads(pickle.dumps(state)) == state


# --- insight --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("stones", "threats"),
    [
        ("d1 e1 f1", "c1 g1"),
        ("d1 e1 g1", "f1"),
        ("a1 a2 a3", "a4"),
        ("a4 a5 a6", ""),  # the top of a column is no neighbour of the next one's bottom
        ("a1 b2 d4", "c3"),
        ("e3 f2 g1", "d4"),
        ("d1 e1", ""),
    ],
)
def test_sites_that_complete_a_four(stones: str, threats: str) -> None:
    empty = connect_four.BOARD & ~sites(stones)
    assert site_names(completing(sites(stones), empty)) == threats.split()
    assert count(sites(stones)) == len(stones.split())


def worth(state: State) -> list[float]:
    found = vec[float]([0.0, 0.0])
    INSIGHT.judge_worth(state, found)
    return [found[0], found[1]]


def test_worth() -> None:
    assert worth(RULESET.new()) == [0.5, 0.5]
    assert worth(after("d a"))[0] > 0.5  # the centre
    assert worth(after("d d e e f"))[0] > 0.5  # two threats, and only one can be met
    assert worth(after("d d e e f c"))[0] == 1.0  # Blue completes the four next
    # Both have the same, and it is the same to see the board from behind.
    assert worth(after("d a")) == worth(after("d g"))
    assert sum(worth(after("d d e e f"))) == pytest.approx(1.0)


def test_preferences() -> None:
    weights = vec[float]([0.0] * 7)
    state = after("d d e e")
    INSIGHT.priors(state, state.legal(), weights)
    assert max(range(7), key=lambda column: weights[column]) == 3  # no threat yet: the centre
    state = after("d d e e f")
    INSIGHT.priors(state, state.legal(), weights)
    assert {column for column in range(7) if weights[column] == 100.0} == {2, 6}  # prevent either four
    state = after("d d e e f g")
    INSIGHT.priors(state, state.legal(), weights)
    assert max(range(7), key=lambda column: weights[column]) == 2  # complete the four
    assert all(weights[column] > 0.0 for column in range(7))


def test_playouts_complete_a_four_and_prevent_one() -> None:
    for seed in range(20):
        assert INSIGHT.rollout_step(after("d d e e f g"), Rng(seed)) == GAME.read_step("c")
        assert INSIGHT.rollout_step(after("d a d a d"), Rng(seed)) == GAME.read_step("d")


def test_playouts_are_legal_to_the_end() -> None:
    for seed in range(30):
        state, rng = RULESET.new(), Rng(seed)
        while state.seat >= 0:
            step = INSIGHT.rollout_step(state, rng)
            assert state.judge(step) == 0
            state.apply(step)


def test_may_win_says_no_only_where_no_stone_completes_a_four() -> None:
    assert not INSIGHT.may_win(after("d d e e"))
    assert INSIGHT.may_win(after("d d e e f g"))


# --- known results --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("steps", "winning", "turns"),
    [
        ("a g a g a g", {"a"}, 1),  # three in a column
        ("d d e e", {"c", "f"}, 2),  # three on the ground with both ends open
        ("a d a e b", {"f"}, 2),  # the same for the second player, whose other end is closed
        ("d d e", set(), 2),  # one stone is not enough
    ],
)
def test_wins_that_a_person_can_see(steps: str, winning: set[str], turns: int) -> None:
    solver = Solver(INSIGHT, 100_000)
    seat = after(steps).seat
    assert {step for step in "abcdefg" if solver.forces(after(f"{steps} {step}"), seat, turns - 1) == YES} == winning


def test_only_the_block_holds() -> None:
    solver = Solver(INSIGHT, 100_000)
    for step in "abcdefg":
        holds = solver.forces(after(f"d a d a d {step}"), 0, 1)
        assert holds == (NO if step == "d" else YES)

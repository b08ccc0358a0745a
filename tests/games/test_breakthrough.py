"""Breakthrough, the example with steps that capture, by its clauses."""

import pickle
from collections.abc import Mapping

import breakthrough
import pytest
from breakthrough import Breakthrough
from librt.vecs import vec

from ludarium import conformance
from ludarium.core.errors import IllegalStep, NotationError
from ludarium.core.options import OptionValue
from ludarium.core.playout import perft
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State, expect

RULESET = breakthrough.RULESETS[0]
GAME = RULESET.game
INSIGHT = GAME.insight
SMALL, LARGE = RULESET.read({}), RULESET.read({"size": 8})


def at(position: str) -> Breakthrough:
    return expect(GAME.read_position(SMALL, position), Breakthrough)


def after(steps: str) -> Breakthrough:
    state = RULESET.new()
    for step in steps.split():
        take(state, step)
    return expect(state, Breakthrough)


def take(state: State, text: str, log: EventLog | None = None) -> None:
    step = GAME.read_step(text)
    GAME.refuse_illegal(state, step)
    state.apply(step, log)


def steps(state: State) -> list[str]:
    return [GAME.step_text(step) for step in state.legal()]


@pytest.mark.clause("BRK-B1")
@pytest.mark.parametrize(("options", "size"), [(SMALL, 6), (LARGE, 8)])
def test_the_start(options: Mapping[str, OptionValue], size: int) -> None:
    state = GAME.new(options, 0)
    scene = GAME.scene(state, 0)
    assert state.seat == 0
    assert len(scene.sites) == size * size
    assert [sum(piece.owner == seat for piece in scene.pieces) for seat in (0, 1)] == [2 * size, 2 * size]


@pytest.mark.clause("BRK-B2")
def test_where_the_pieces_stand() -> None:
    pieces = "blue a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2; red a5 b5 c5 d5 e5 f5 a6 b6 c6 d6 e6 f6"
    assert GAME.position_text(RULESET.new()) == pieces


def test_sequences_are_counted() -> None:
    # Each piece of the second row has three steps, but those at the edges two: 6 * 3 - 2, for either seat.
    assert [perft(RULESET.new(), depth) for depth in range(1, 4)] == [16, 256, 4308]
    assert [perft(GAME.new(LARGE, 0), depth) for depth in range(1, 4)] == [22, 484, 11132]


@pytest.mark.clause("BRK-T1")
def test_pieces_step_forwards_straight_and_diagonally() -> None:
    state = at("blue a1 d3; red c6 f6")
    assert steps(state) == ["a1-a2", "a1-b2", "d3-c4", "d3-d4", "d3-e4"]
    state.seat = 1
    assert steps(state) == ["c6-b5", "c6-c5", "c6-d5", "f6-e5", "f6-f5"]


@pytest.mark.clause("BRK-T3")
def test_a_capture() -> None:
    state, log = at("blue a1 c3; red b4 c4 f6"), EventLog()
    assert steps(state) == ["a1-a2", "a1-b2", "c3xb4", "c3-d4"]
    take(state, "c3xb4", log)
    assert GAME.position_text(state) == "blue a1 b4; red c4 f6; turn 1; next 1"
    assert [(event.kind, event.data) for event in GAME.event_list(log, 0, over=False)] == [
        ("captured", {"seat": 0, "at": "b4"}),
        ("moved", {"seat": 0, "from": "c3", "to": "b4"}),
    ]


@pytest.mark.clause("BRK-B1", "BRK-T1", "BRK-T2", "BRK-T3")
@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("c3xc4", "BRK-T2: c4 is straight ahead"),
        ("c3-c4", "BRK-T2: c4 is straight ahead"),
        ("b2-c3", "BRK-T2: a piece of yours stands on c3"),
        ("c3-b4", "BRK-T3: .* write c3xb4"),
        ("c3xd4", "BRK-T3: .* write c3-d4"),
        ("c3-c5", "BRK-T1: c5 is not one row forwards"),
        ("c3-c2", "BRK-T1: c2 is not one row forwards"),
        ("c3-d3", "BRK-T1: d3 is not one row forwards"),
        ("c3-e4", "BRK-T1: e4 is not one row forwards"),
        ("b4-b3", "BRK-T1: the piece on b4 is not yours"),
        ("a1-a2", "BRK-T1: nothing stands on a1"),
        ("c3-g4", "BRK-B1: g4 is not on this board"),
        ("a7-a8", "BRK-B1: a7 is not on this board"),
    ],
)
def test_steps_that_are_refused(step: str, why: str) -> None:
    with pytest.raises(IllegalStep, match=why):
        take(at("blue b2 c3; red b4 c4 f6"), step)


@pytest.mark.clause("BRK-W1")
@pytest.mark.parametrize(
    ("position", "step", "winner"),
    [
        ("blue c5; red a6 f6", "c5-c6", 0),
        ("blue b5; red a6 f6", "b5xa6", 0),
        ("blue a1; red f2; turn 1; next 1", "f2-e1", 1),
    ],
)
def test_whoever_reaches_the_far_row_wins(position: str, step: str, winner: int) -> None:
    state, log = at(position), EventLog()
    take(state, step, log)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.clause) == ((winner,), "reached", "BRK-W1")
    assert GAME.event_list(log, 0, over=True)[-1].data == {"seat": winner, "at": step[3:]}
    with pytest.raises(IllegalStep, match="BRK-W1: the game is over"):
        take(state, "a1-a2")


@pytest.mark.clause("BRK-W2")
@pytest.mark.parametrize(
    ("position", "step", "winner"),
    [("blue b2 f1; red c3", "b2xc3", 0), ("blue e3; red a6 d4; turn 1; next 1", "d4xe3", 1)],
)
def test_whoever_takes_the_last_piece_wins(position: str, step: str, winner: int) -> None:
    state = at(position)
    take(state, step)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.clause) == ((winner,), "taken", "BRK-W2")
    assert not steps(state)


def test_a_position_that_is_over_can_be_read() -> None:
    state = after("c2-c3 a5-a4 c3-c4 a4-a3 c4xb5 a3xb2 b5xa6")
    assert state.ending == breakthrough.END_REACHED
    assert GAME.read_position(SMALL, GAME.position_text(state)) == state
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("blue a7; red a6", 'blue cannot be "a7". It takes: a1–f5'),
        ("blue a1; red z1", 'red cannot be "z1"'),
        ("blue a1 a1; red a6", "two pieces stand on one space"),
        ("blue a2; red a2", "two pieces stand on one space"),
        ("blue a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1 c2 c3; red a6", 'blue cannot be "13". It takes: 1–12'),
        ("red a6", 'blue cannot be "0". It takes: 1–12'),
        ("blue a6; red b6", 'blue cannot be "a6". It takes: a1–f5'),
        ("blue b1; red a1; turn 1; next 1", 'red cannot be "a1". It takes: a2–f6'),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError) as refused:
        GAME.read_position(SMALL, text)
    assert why in str(refused.value)
    assert refused.value.sentence("ja")


@pytest.mark.parametrize("text", ["", "a2", "a2b3", "a2-", "a2-b33", "a0-a1", "i2-i3", "a2+b3", "a2-b3 "])
def test_what_is_no_step(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read_step(text)


def test_clicks_capture_where_an_enemy_stands() -> None:
    state = at("blue c3; red b4 c4 f6")
    for clicks, step in ((("c3", "b4"), "c3xb4"), (("c3", "d4"), "c3-d4"), (("c3", "c4"), "c3xc4")):
        assert GAME.steps_for_clicks(state, clicks) == [GAME.read_step(step)]


# --- insight --------------------------------------------------------------------------------------------------------
def worth(state: State) -> list[float]:
    found = vec[float]([0.0, 0.0])
    INSIGHT.judge_worth(state, found)
    return [found[0], found[1]]


def test_worth() -> None:
    assert worth(at("blue c5; red a6 f2")) == [1.0, 0.0]  # reaches the far row next
    assert worth(at("blue b1 c4; red e2")) == [0.0, 1.0]  # nobody can take e2
    assert 0.0 < worth(at("blue d1 c4; red e2"))[0] < 1.0
    assert worth(at("blue a1 b1; red a6 b6 c6"))[0] < worth(at("blue a1 b1; red a6 b6"))[0]


def best(state: State) -> str:
    listed = state.legal()
    weights = vec[float]([0.0] * len(listed))
    INSIGHT.priors(state, listed, weights)
    assert all(weight > 0.0 for weight in weights)
    return GAME.step_text(listed[max(range(len(listed)), key=lambda index: weights[index])])


@pytest.mark.parametrize(
    ("position", "steps"),
    [
        ("blue a1 f5; red e6 a2", {"f5-f6", "f5xe6"}),  # reach the far row
        ("blue d1 b4; red e2 a6", {"d1xe2"}),  # or the enemy does
        ("blue b2 f4; red c3", {"b2xc3"}),  # the last piece
        ("blue a4 e1; red d6 f6", {"a4-a5"}),  # nobody can take it there
    ],
)
def test_preferences(position: str, steps: set[str]) -> None:
    assert best(at(position)) in steps


@pytest.mark.parametrize(
    ("position", "step"), [("blue f5 a1; red e6", "f5xe6"), ("blue a1 c5; red a4 d6; turn 1; next 1", "d6xc5")]
)
def test_playouts_reach_the_far_row_or_prevent_it(position: str, step: str) -> None:
    assert GAME.step_text(INSIGHT.rollout_step(at(position), Rng(1))) == step


def test_playouts_are_legal_to_the_end() -> None:
    for seed in range(60):
        state, rng = GAME.new(LARGE if seed % 2 else SMALL, 0), Rng(seed)
        while state.seat >= 0:
            wins = any(after_step(state, step).seat < 0 for step in state.legal())
            assert INSIGHT.may_win(state) or not wins
            step = INSIGHT.rollout_step(state, rng)
            assert state.judge(step) == 0
            state.apply(step)


def after_step(state: State, step: int) -> State:
    new = state.copy()
    new.apply(step)
    return new


@pytest.mark.slow
def test_it_keeps_the_contract() -> None:
    report = conformance.check(RULESET)
    assert report.passed, report.text()

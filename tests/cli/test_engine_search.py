"""The engine's searches: what they answer, that they know no more than a seat, how they are followed and stopped."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import IO, Any

import pytest

from ludarium.cli.engine import serve
from ludarium.core.game import Ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.engine import Session, answer
from ludarium.table import Record, Table

ALL = [ruleset.name for ruleset in rulesets()]
HIDING = [ruleset for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny]
# MUR-C3: a ship on a2 walls in the kraken and wins.
WINNING = "black b3 h3; white e1; kraken a3"


def ask(**request: object) -> dict[str, Any]:
    said = json.loads(answer(json.dumps(request).encode()))
    assert isinstance(said, dict)
    return said


def code(**request: object) -> str:
    said = ask(**request)
    assert set(said) == {"id", "error"}
    assert said["error"]["message"] != said["error"]["message_ja"]
    return str(said["error"]["code"])


# --- search ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ALL)
def test_every_game_is_searched(name: str) -> None:
    ruleset = rulesets()[ALL.index(name)]
    state = ruleset.new()
    legal = ask(do="legal", ruleset=name)["legal"]
    said = ask(id=1, do="search", ruleset=name, simulations=20, lines=2)
    assert list(said) == ["id", "final", "seat", "step", "simulations", "expectation", "proven", "lines"]
    assert said["final"] is True
    assert said["seat"] == state.seat
    assert said["step"] in legal
    if ruleset.game.insight.set_up_step(state.view(state.seat), Rng(1)) >= 0:
        assert said["simulations"] == 0
    else:
        assert 12 <= said["simulations"] <= 20  # the rest is the solver's
    assert sum(said["expectation"]) == pytest.approx(1, abs=0.001)
    assert len(said["lines"]) == 2
    # A secret set-up is drawn from what was tried: what is always the same is no secret.
    assert said["lines"][0]["steps"][0] == said["step"] or ruleset.game.is_setup(state)
    assert said == ask(id=1, do="search", ruleset=name, simulations=20, lines=2)


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_expected_of_a_line_that_was_never_tried(name: str) -> None:
    """One simulation tries one step; all the others are told without an expectation."""
    lines = ask(do="search", ruleset=name, simulations=1, lines=1000)["lines"]
    assert [line["visits"] for line in lines] == [1] + [0] * (len(lines) - 1)
    assert len(lines) > 1
    assert 0 <= lines[0]["expectation"] <= 1
    assert all(line["expectation"] is None for line in lines[1:])


def test_a_proven_line_needs_no_visits_to_be_judged() -> None:
    """The solver finds the win before any simulation."""
    said = ask(do="search", ruleset="mur-en", position=WINNING, simulations=1, lines=1000)
    assert (said["simulations"], said["lines"][0]["visits"], said["lines"][0]["expectation"]) == (0, 0, 1.0)
    assert {line["expectation"] for line in said["lines"][1:]} == {None}


def test_a_win_is_proven() -> None:
    said = ask(do="search", ruleset="mur-en", position=WINNING, level=4)
    assert (said["step"], said["expectation"], said["proven"]) == ("+a2", [1.0, 0.0], True)
    assert said["lines"][0]["winners"] == [0]
    assert said["lines"][0]["length"] == 1


def test_times_are_told_where_the_clock_decides() -> None:
    said = ask(do="search", ruleset="mur-en", seconds=0.1)
    assert said["simulations_per_second"] > 0
    assert "seconds" in said
    assert "seconds" not in ask(do="search", ruleset="mur-en", level=1)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"position": WINNING, "steps": ["+a2"]}, "search_over"),
        ({"level": 0}, "field_value"),
        ({"level": 6}, "field_value"),
        ({"level": "easy"}, "field_value"),
        ({"seconds": 0}, "field_value"),
        ({"seconds": "1"}, "field_value"),
        ({"seconds": True}, "field_value"),
        ({"simulations": 0}, "field_value"),
        ({"simulations": 1.5}, "field_value"),
        ({"lines": 0}, "field_value"),
        ({"stream": 1}, "field_value"),
        ({"view_seat": -1}, "field_value"),
        ({"view_seat": 2}, "field_value"),
        ({"views": "x"}, "field_value"),
        ({"views": ["nonsense x"]}, "position_key"),
        ({"position": "power 0 A1"}, "position_key"),
        ({"steps": ["+z9"]}, "step_syntax"),
    ],
)
def test_searches_that_cannot_be_are_refused(fields: dict[str, object], expected: str) -> None:
    assert code(do="search", ruleset="mur-en", **{"simulations": 5, **fields}) == expected


# --- what a seat may not know -----------------------------------------------------------------------------------------
def set_up(ruleset: Ruleset, seed: int, own: int) -> list[str]:
    """Steps of a whole set-up: all seats but ``own`` set up by ``seed``."""
    state, random, fixed, steps = ruleset.new(), Random(seed), Random(0), []
    while ruleset.game.is_setup(state):
        step = (fixed if state.seat == own else random).choice(list(state.legal()))
        steps.append(ruleset.game.step_text(step))
        state.apply(step)
    return steps


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seat", [0, 1])
def test_truths_that_a_seat_cannot_tell_apart_get_the_same_answer(ruleset: Ruleset, seat: int) -> None:
    """As steps, as the whole position and as the seat's own view; also where another seat is to act."""
    answers: list[list[bytes]] = []
    positions = set()
    for seed in (1, 2):
        steps = set_up(ruleset, seed, seat)
        told = ask(do="legal", ruleset=ruleset.name, steps=steps)
        positions.add(told["position"])
        view = ask(do="legal", ruleset=ruleset.name, steps=steps, view_seat=seat)["position"]
        about = {"do": "search", "ruleset": ruleset.name, "simulations": 20, "view_seat": seat}
        requests = [
            {**about, "steps": steps},
            {**about, "position": told["position"]},
            {**about, "position": view},
            {**about, "position": view, "views": [told["position"]], "level": 3},
        ]
        answers.append([answer(json.dumps(request).encode()) for request in requests])
    assert len(positions) == 2  # the truths differ indeed
    assert answers[0] == answers[1]
    assert all(b"error" not in said for said in answers[0])
    assert answers[0][1] == answers[0][2]


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
def test_without_a_seat_it_is_judged_by_what_the_acting_one_knows(ruleset: Ruleset) -> None:
    answers = []
    for seed in (1, 2):
        steps = set_up(ruleset, seed, own=0)
        request = {"do": "search", "ruleset": ruleset.name, "steps": steps, "simulations": 20}
        assert ask(do="legal", ruleset=ruleset.name, steps=steps)["seat"] == 0
        answers.append(ask(**request))
        assert answers[-1] == ask(**request, view_seat=0)
    assert answers[0] == answers[1]


def test_the_seed_that_decided_the_start_does_not_show_in_the_answer() -> None:
    """The seed may have drawn what seats hide: two seeds that give a seat the same view get the same answer."""
    views: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for ruleset in HIDING:
        for seed in range(4):
            state: State = ruleset.new(seed=seed)
            said = ask(do="search", ruleset=ruleset.name, seed=seed, simulations=20)
            views.setdefault((ruleset.name, ruleset.game.position_text(state.view(state.seat))), []).append(said)
    assert max(map(len, views.values())) > 1
    for answers in views.values():
        assert all(said == answers[0] for said in answers)


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
def test_a_seat_cannot_be_advised_by_another_one_s_view(ruleset: Ruleset) -> None:
    steps = set_up(ruleset, 1, 0)
    for viewer in (-1, 1):
        view = ask(do="legal", ruleset=ruleset.name, steps=steps, view_seat=viewer)["position"]
        assert code(do="search", ruleset=ruleset.name, position=view, simulations=5) == "position_other_view"


# --- analyse ----------------------------------------------------------------------------------------------------------
def test_a_game_is_analysed_step_by_step() -> None:
    table = Table("mur-en", {"turn_cap": 3})
    record = Record.create(table)
    steps = ["+c2", "+d2", "+a1"]
    for step in steps:
        table.take(table.seat, step)
    about = {"id": "a", "do": "analyse", "simulations": 20}
    by_steps = {**about, "ruleset": "mur-en", "options": {"turn_cap": 3}, "steps": steps}
    lines: list[dict[str, Any]] = []
    with Session(lambda said: lines.append(json.loads(said))) as session:
        session.answer(session.receive(json.dumps(by_steps).encode()))
    assert [line["final"] for line in lines] == [False, False, False, True]
    assert [line["step"] for line in lines[:-1]] == steps
    assert [line["number"] for line in lines[:-1]] == [1, 2, 3]
    assert all(line["loss"] >= 0 and line["mark"] for line in lines[:-1])
    assert lines[2]["after"] == [0.5, 0.5]  # the cap: a draw
    assert lines[3]["analysed"] == 3
    assert len(lines[3]["mean_loss"]) == 2
    # A single answer has the steps in its summary, and a record tells the same game.
    whole = ask(**by_steps)
    without = [{key: value for key, value in line.items() if key not in ("id", "final")} for line in lines[:-1]]
    assert whole.pop("steps") == without
    assert whole == lines[3]
    assert ask(**about, record=record.text())["steps"] == without


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "field_missing"),
        ({"record": "hello\n"}, "record_first"),
        ({"record": 1}, "field_value"),
        ({"record": "ludarium-record 1\n", "steps": []}, "record_alone"),
        ({"ruleset": "mur-en", "simulations": -1}, "field_value"),
    ],
)
def test_analyses_that_cannot_be_are_refused(fields: dict[str, object], expected: str) -> None:
    assert code(do="analyse", **fields) == expected


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
def test_an_unfinished_record_with_secrets_is_not_analysed(ruleset: Ruleset) -> None:
    table = Table(ruleset)
    record = Record.create(table)
    table.take(0, table.legal(0)[0])
    assert code(do="analyse", record=record.text()) == "record_sealed"


# --- following and stopping -------------------------------------------------------------------------------------------
def line(**request: object) -> bytes:
    return json.dumps(request).encode() + b"\n"


def test_a_wish_to_stop_is_heard_before_its_turn_and_answered_in_it() -> None:
    said: list[dict[str, Any]] = []
    with Session(lambda answered: said.append(json.loads(answered))) as session:
        long = session.receive(line(id=1, do="search", ruleset="mur-en", simulations=10_000_000))
        other = session.receive(line(id=2, do="legal", ruleset="mur-en"))
        stops = [session.receive(line(id=3, do="stop", search=which)) for which in (1, 2, "1")]
        for asked in (long, other, *stops):
            session.answer(asked)
        late = session.receive(line(id=4, do="stop", search=1))
        session.answer(late)
    assert [one["id"] for one in said] == [1, 2, 3, 3, 3, 4]
    assert said[0]["final"] is True
    assert said[0]["simulations"] < 10_000_000
    assert [one["stopped"] for one in said[2:]] == [True, False, False, False]


def test_stop_needs_to_know_what() -> None:
    assert code(do="stop") == "field_missing"
    assert ask(do="stop", search=1)["stopped"] is False


def test_the_end_of_the_input_lets_everything_be_answered() -> None:
    requests = line(id=1, do="search", ruleset="mur-en", level=1) * 3 + line(id=2, do="legal", ruleset="mur-en")
    said: list[bytes] = []
    serve(io.BytesIO(requests), said.append)
    assert [json.loads(one)["id"] for one in said] == [1, 1, 1, 2]


@contextmanager
def engine() -> Iterator[tuple[IO[bytes], IO[bytes], subprocess.Popen[bytes]]]:
    """``ludarium engine`` as a program uses it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludarium", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin
    assert process.stdout
    try:
        yield process.stdin, process.stdout, process
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.mark.slow
def test_a_search_is_followed_and_stopped() -> None:
    with engine() as (requests, answers, process):
        requests.write(line(id=1, do="search", ruleset="mur-en", seconds=3000, stream=True))
        requests.write(line(id=2, do="legal", ruleset="mur-en"))
        requests.flush()
        first = json.loads(answers.readline())
        second = json.loads(answers.readline())
        assert (first["id"], first["final"], second["final"]) == (1, False, False)
        assert second["simulations"] > first["simulations"] > 0
        requests.write(line(id=3, do="stop", search=1))
        requests.close()
        rest = [json.loads(one) for one in answers]
        assert [one["id"] for one in rest if one.get("final") is not False] == [1, 2, 3]
        assert rest[-1]["stopped"] is True
        assert process.wait(timeout=30) == 0


@pytest.mark.slow
def test_a_reader_who_has_seen_enough_ends_the_engine() -> None:
    with engine() as (requests, answers, process):
        requests.write(line(id=1, do="search", ruleset="mur-en", seconds=3000, stream=True))
        requests.flush()
        answers.readline()
        answers.close()
        assert process.wait(timeout=30) == 1  # although its input is still open

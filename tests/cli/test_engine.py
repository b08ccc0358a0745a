"""The JSON engine: what it answers, and that nothing can break it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.cli.engine import serve
from ludarium.core.game import rulesets
from ludarium.core.playout import perft
from ludarium.engine import DEEPEST, LARGEST_SEED, LONGEST_LINE, answer
from ludarium.engine.request import FIELDS, THINKING_SECONDS

ALL = [ruleset.name for ruleset in rulesets()]


def answers(requests: BinaryIO) -> list[bytes]:
    said: list[bytes] = []
    serve(requests, said.append)
    return said


def ask(**request: object) -> dict[str, Any]:
    said = json.loads(answer(json.dumps(request).encode()))
    assert isinstance(said, dict)
    return said


def error(line: bytes) -> dict[str, Any]:
    """The error object of an answer, which must have a sentence in each language."""
    said = json.loads(answer(line))
    assert set(said) == {"id", "error"}
    assert said["error"]["message"]
    assert said["error"]["message_ja"]
    assert said["error"]["message"] != said["error"]["message_ja"]
    found: dict[str, Any] = said["error"]
    return found


# --- answers, for every ruleset -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ALL)
def test_legal_lists_the_steps_of_the_start(name: str) -> None:
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.name == name)
    state = ruleset.new()
    said = ask(id=[1, "a"], do="legal", ruleset=name)
    assert said == {
        "id": [1, "a"],
        "seat": state.seat,
        "turn": 0,
        "legal": [ruleset.game.step_text(step) for step in state.legal()],
        "outcome": None,
        "position": ruleset.game.position_text(state),
    }


@pytest.mark.parametrize("name", ALL)
def test_apply_takes_steps_and_tells_what_the_last_one_did(name: str) -> None:
    first = ask(do="legal", ruleset=name)["legal"][0]
    by_steps = ask(do="apply", ruleset=name, steps=[first])
    by_step = ask(do="apply", ruleset=name, step=first)
    assert by_steps == by_step
    assert by_step["events"]
    assert all("kind" in event for event in by_step["events"])
    assert ask(do="apply", ruleset=name)["events"] == []
    second = by_step["legal"][-1]
    assert ask(do="apply", ruleset=name, steps=[first], step=second) == ask(
        do="apply", ruleset=name, steps=[first, second]
    )


@pytest.mark.parametrize("name", ALL)
def test_a_position_stands_for_the_steps_that_led_to_it(name: str) -> None:
    steps: list[str] = []
    for _ in range(5):
        steps.append(ask(do="legal", ruleset=name, steps=steps)["legal"][-1])
    reached = ask(do="legal", ruleset=name, steps=steps)
    assert ask(do="legal", ruleset=name, position=reached["position"]) == reached


@pytest.mark.parametrize("name", ALL)
def test_perft_and_divide_agree_with_the_rules(name: str) -> None:
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.name == name)
    for depth in (0, 1, 2, 3):
        nodes = perft(ruleset.new(), depth)
        assert ask(do="perft", ruleset=name, depth=depth) == {"id": None, "nodes": nodes}
        if nodes > 100_000:
            break
    said = ask(do="perft", ruleset=name, depth=2, divide=True)
    assert said["nodes"] == perft(ruleset.new(), 2) == sum(said["divide"].values())
    assert list(said["divide"]) == ask(do="legal", ruleset=name)["legal"]


@pytest.mark.parametrize("name", ALL)
def test_view_gives_the_scene_of_a_seat(name: str) -> None:
    legal = ask(do="legal", ruleset=name)
    for seat in (-1, 0, 1):
        said = ask(do="view", ruleset=name, view_seat=seat)
        assert said["scene"]["viewer"] == seat
        assert said["legal"] == (legal["legal"] if seat == legal["seat"] else [])
        assert bool(said["scene"]["paths"]) == (seat == legal["seat"])
    assert ask(do="view", ruleset=name)["position"] == legal["position"]


@pytest.mark.parametrize("name", ALL)
def test_explain_agrees_with_legal(name: str) -> None:
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.name == name)
    legal = set(ask(do="legal", ruleset=name)["legal"])
    written = [ruleset.game.step_text(step) for step in ruleset.new().universe()]
    for step in written[:: max(1, len(written) // 40)]:
        said = ask(do="explain", ruleset=name, step=step)
        assert said["allowed"] == (step in legal)
        if not said["allowed"]:
            assert said["sentences"]["en"].startswith(said["clause"] + ": ")
            assert said["sentences"]["ja"].startswith(said["clause"] + ": ")


@pytest.mark.parametrize("name", ALL)
def test_playouts_count_random_games(name: str) -> None:
    said = ask(do="playouts", ruleset=name, count=3, seed=5)
    assert said["count"] == 3
    assert sum(said["wins"]) + said["draws"] >= 3
    assert said["mean_length"] > 0
    assert said["steps_per_second"] > 0
    again = ask(do="playouts", ruleset=name, count=3, seed=5)
    assert [again[key] for key in ("wins", "draws", "mean_length")] == [
        said[key] for key in ("wins", "draws", "mean_length")
    ]


def test_a_finished_game_has_an_outcome_and_no_seat() -> None:
    said = ask(do="apply", ruleset="mur-en", options={"turn_cap": 1}, step="+a1")
    assert said["seat"] == -1
    assert said["legal"] == []
    assert said["outcome"] == {"winners": [], "reason": "turn_cap", "clause": "MUR-R2"}
    after = ask(do="apply", ruleset="mur-en", options={"turn_cap": 1}, steps=["+a1", "+b1"])
    assert after["error"]["code"] == "illegal"
    assert after["error"]["index"] == 1
    assert ask(do="perft", ruleset="mur-en", options={"turn_cap": 1}, steps=["+a1"], depth=3)["nodes"] == 0


def test_a_win_names_the_winner() -> None:
    # MUR-C3: black closes the kraken in on a3 with b3, h3 and now a2.
    said = ask(do="apply", ruleset="mur-en", position="black b3 h3; white e1; kraken a3", step="+a2")
    assert said["outcome"] == {"winners": [0], "reason": "kraken_closed", "clause": "MUR-C3"}
    assert [event["kind"] for event in said["events"]] == ["placed", "kraken_closed"]


@pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets() if ruleset.game.hidden_information])
def test_a_seat_is_told_only_what_it_may_know(name: str) -> None:
    """Two set-ups of seat 0 that differ: seat 1 and a spectator get the same answers."""
    setups: list[list[str]] = []
    for pick in (0, -1):
        steps: list[str] = []
        while (reached := ask(do="legal", ruleset=name, steps=steps))["seat"] == 0:
            steps.append(reached["legal"][pick])
        setups.append(steps)
    assert setups[0] != setups[1]
    for length in (1, len(setups[0])):
        one, two = (setup[:length] for setup in setups)
        for do in ("legal", "apply", "view"):
            for seat in (-1, 1):
                said = ask(do=do, ruleset=name, steps=one, view_seat=seat)
                assert said == ask(do=do, ruleset=name, steps=two, view_seat=seat)
            for view in (0, None):
                said = ask(do=do, ruleset=name, steps=one, view_seat=view)
                assert said != ask(do=do, ruleset=name, steps=two, view_seat=view)
    assert ask(do="playouts", ruleset=name, steps=setups[0], view_seat=1, count=2)["count"] == 2


def test_nobody_notices_an_order_before_it_is_carried_out() -> None:
    """MYR-O4: opening an order and naming its blocks is secret; the enemy and a spectator get the same bytes."""
    setup = [f"={type_}" for type_ in ("243", "111", "324", "333", "432", "522")]
    steps = [*setup, *setup, "a1n1", "a7s1"]
    hidden = ["!n", "a2:1"]
    for do in ("legal", "apply", "view"):
        for seat in (-1, 1):
            before = ask(do=do, ruleset="myrmidons", steps=steps, view_seat=seat)
            for count in (1, 2):
                assert ask(do=do, ruleset="myrmidons", steps=steps + hidden[:count], view_seat=seat) == before
        own = ask(do=do, ruleset="myrmidons", steps=steps + hidden, view_seat=0)
        assert own != ask(do=do, ruleset="myrmidons", steps=steps, view_seat=0)


# --- bad requests ---------------------------------------------------------------------------------------------------
BAD: Mapping[str, tuple[bytes, str]] = {
    "no JSON": (b"hello", "not_json"),
    "half an object": (b'{"id": 1, "do": "legal"', "not_json"),
    "binary": (bytes(range(256)), "not_json"),
    "not UTF-8": (b'{"id": "\xff"}', "not_json"),
    "UTF-16": ('{"id": 1}'.encode("utf-16"), "not_json"),
    "NaN": (b'{"seed": NaN}', "not_json"),
    "infinite": (b'{"seed": -Infinity}', "not_json"),
    "beyond floats": (b'{"seed": 1e999}', "not_json"),
    "endless number": (b'{"seed": ' + b"9" * 5000 + b"}", "not_json"),
    "a list": (b"[1, 2]", "not_object"),
    "null": (b"null", "not_object"),
    "deep": (b"[" * 200_000, "nested"),
    "deep option": (
        b'{"do": "legal", "ruleset": "mur-jp", "options": {"turn_cap": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        "nested",
    ),
    "empty object": (b"{}", "field_missing"),
    "no ruleset": (b'{"do": "legal"}', "field_missing"),
    "no depth": (b'{"do": "perft", "ruleset": "mur-en"}', "field_missing"),
    "no step": (b'{"do": "explain", "ruleset": "mur-en"}', "field_missing"),
    "unknown do": (b'{"do": "dance", "ruleset": "mur-en"}', "do_unknown"),
    "lone surrogate": (b'{"do": "\\ud800", "ruleset": "mur-en"}', "do_unknown"),
    "do is a list": (b'{"do": ["legal"], "ruleset": "mur-en"}', "field_value"),
    "unknown field": (b'{"do": "legal", "ruleset": "mur-en", "stepz": []}', "field_unknown"),
    "unknown ruleset": (b'{"do": "legal", "ruleset": "chess"}', "ruleset_unknown"),
    "ruleset is a number": (b'{"do": "legal", "ruleset": 7}', "field_value"),
    "steps is text": (b'{"do": "legal", "ruleset": "mur-en", "steps": "+a1"}', "field_value"),
    "a step is a number": (b'{"do": "legal", "ruleset": "mur-en", "steps": ["+a1", 3]}', "field_value"),
    "options is a list": (b'{"do": "legal", "ruleset": "mur-en", "options": [1]}', "field_value"),
    "foreign option": (b'{"do": "legal", "ruleset": "mur-en", "options": {"land": "block"}}', "option_unknown"),
    "wrong value": (b'{"do": "legal", "ruleset": "mur-jp", "options": {"kraken_walls": 3}}', "option_value"),
    "truth for a number": (b'{"do": "legal", "ruleset": "mur-jp", "options": {"turn_cap": true}}', "option_value"),
    "seed is text": (b'{"do": "legal", "ruleset": "mur-en", "seed": "1"}', "field_value"),
    "seed below 0": (b'{"do": "legal", "ruleset": "mur-en", "seed": -1}', "field_value"),
    "huge seed": (b'{"do": "legal", "ruleset": "mur-en", "seed": ' + b"9" * 4000 + b"}", "field_value"),
    "seat that is none": (b'{"do": "view", "ruleset": "mur-en", "view_seat": 2}', "field_value"),
    "garbled step": (b'{"do": "apply", "ruleset": "mur-en", "step": "a9"}', "step_syntax"),
    "illegal step": (b'{"do": "apply", "ruleset": "mur-en", "steps": ["+a1", "+a1"]}', "illegal"),
    "garbled position": (b'{"do": "legal", "ruleset": "mur-en", "position": "pink a1"}', "position_key"),
    "depth below 0": (b'{"do": "perft", "ruleset": "mur-en", "depth": -1}', "field_value"),
    "depth beyond all": (b'{"do": "perft", "ruleset": "mur-en", "depth": 1000000000}', "field_value"),
    "depth in halves": (b'{"do": "perft", "ruleset": "mur-en", "depth": 1.5}', "field_value"),
    "no games": (b'{"do": "playouts", "ruleset": "mur-en", "count": 0}', "field_value"),
    "too many games": (b'{"do": "playouts", "ruleset": "mur-en", "count": 1000000000}', "field_value"),
    "perft of a view": (b'{"do": "perft", "ruleset": "mur-en", "depth": 1, "view_seat": 0}', "perft_view"),
    "a step in a view": (
        b'{"do": "apply", "ruleset": "myrmidons", "step": "b3n1",'
        b' "position": "blue b3=324 a1=111; red b4=? f7=?; veiled 1"}',
        "position_view",
    ),
    "perft in a view": (
        b'{"do": "perft", "ruleset": "myrmidons", "depth": 2, "position": "blue a1=111; red f7=?; veiled 1"}',
        "position_view",
    ),
    "playouts in a view": (
        b'{"do": "playouts", "ruleset": "myrmidons", "position": "blue a1=111; red f7=?; veiled 1"}',
        "position_view",
    ),
    "another's step": (b'{"do": "explain", "ruleset": "mur-en", "step": "+a1", "view_seat": 1}', "explain_view"),
}


def test_a_view_can_be_asked_about() -> None:
    """Only to go on from it, one would have to know more."""
    view = {"ruleset": "myrmidons", "position": "blue b3=324 a1=111; red b4=? f7=?; veiled 1"}
    assert "b3n1" in ask(do="legal", **view)["legal"]
    assert ask(do="explain", step="b3n1", **view)["allowed"]
    assert ask(do="playouts", count=2, view_seat=0, **view)["count"] == 2


@pytest.mark.parametrize("name", BAD)
def test_bad_requests_get_an_error(name: str) -> None:
    line, code = BAD[name]
    assert error(line)["code"] == code


def test_the_index_of_a_wrong_step_is_given() -> None:
    said = error(b'{"do": "legal", "ruleset": "mur-en", "steps": ["+a1", "+b1", "what"]}')
    assert said["index"] == 2
    assert said["message"].startswith("Move 3 (what): ")
    assert said["message_ja"].startswith("3番目の手（what）：")
    illegal = error(b'{"do": "apply", "ruleset": "mur-en", "steps": ["+a1"], "step": "+a1"}')
    assert (illegal["index"], illegal["clause"], illegal["reason"]) == (1, "MUR-T1", "occupied")


@pytest.mark.parametrize("identity", [None, 0, "x", 1.5, True, [1, [2]], {"a": None}, "\ud800", 10**4000, "é\u2028"])
def test_the_id_is_echoed_also_with_errors(identity: object) -> None:
    for do in ("legal", "nothing"):
        said = answer(json.dumps({"id": identity, "do": do, "ruleset": "mur-en"}).encode())
        assert json.loads(said)["id"] == identity
        assert b"\n" not in said
        said.decode()  # is UTF-8


@pytest.mark.slow
@pytest.mark.parametrize("do", ["perft", "playouts"])
def test_what_takes_too_long_is_stopped(do: str) -> None:
    said = ask(do=do, ruleset="mur-jp", options={"turn_cap": 0}, depth=DEEPEST, count=1_000_000, seconds=1)
    assert said["error"]["code"] == "too_long"


def test_null_is_the_same_as_nothing() -> None:
    nulls = dict.fromkeys(("options", "seed", "steps", "step", "depth", "view_seat", "position", "count"))
    assert ask(id=1, do="apply", ruleset="mur-en", **nulls) == ask(id=1, do="apply", ruleset="mur-en")


# --- lines ----------------------------------------------------------------------------------------------------------
class Watched(io.BytesIO):
    """Remembers the largest piece that was read at once."""

    largest = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        self.largest = max(self.largest, len(line))
        return line


GOOD = b'{"id": 7, "do": "perft", "ruleset": "mur-en", "depth": 1}'


def test_a_long_line_is_skipped_without_being_kept() -> None:
    requests = Watched(b"x" * (5 * LONGEST_LINE) + b"\n" + GOOD + b"\r\n\n  \n" + GOOD)
    first, second, third = (json.loads(line) for line in answers(requests))
    assert first["error"]["code"] == "line_long"
    assert second == third == {"id": 7, "nodes": 24}
    assert requests.largest <= LONGEST_LINE + 2


def test_the_longest_line_is_read() -> None:
    padded = GOOD + b" " * (LONGEST_LINE - len(GOOD))
    assert [json.loads(line) for line in answers(io.BytesIO(padded + b"\r\n" + padded + b" \n"))] == [
        {"id": 7, "nodes": 24},
        json.loads(answer(padded + b" ")),
    ]
    assert error(padded + b" ")["code"] == "line_long"


def test_many_steps_in_a_megabyte_are_answered() -> None:
    line = json.dumps({"do": "legal", "ruleset": "mur-en", "steps": ["+a1"] * 100_000}).encode()
    assert error(line)["index"] == 1


# --- anything at all ------------------------------------------------------------------------------------------------
def check_answer(line: bytes) -> None:
    """One line of JSON with an id; an error has both languages, and is never a fault of the program."""
    said = answer(line)
    assert b"\n" not in said
    found = json.loads(said)
    assert "id" in found
    if "error" in found:
        assert found["error"]["code"] != "fault", found
        assert found["error"]["message"]
        assert found["error"]["message_ja"]


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    check_answer(line)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(JSON)
def test_any_json_gets_an_answer(value: object) -> None:
    check_answer(json.dumps(value).encode())


OPTION_NAMES = sorted({option.name for ruleset in rulesets() for option in ruleset.game.options})
WRITTEN = """+a1|+x|c2r|--|-c3|=324|=111|b1n3|!ne|b2:3|.|@0:0|+3:4|3:4-3:5se|end|return 1|3:4^4:4|*B3|+h4|e4-e9|create
no|xg7|rearrange B2|d4n|pass|capture""".replace("\n", "|")
STEP_TEXTS = st.sampled_from(WRITTEN.split("|")) | st.text(max_size=8)
POSITIONS = st.sampled_from([ask(do="legal", ruleset=name)["position"] for name in ALL])


@st.composite
def requests(draw: st.DrawFn) -> dict[str, object]:
    """Requests that are nearly right."""
    fields: dict[str, st.SearchStrategy[object]] = {
        "id": JSON,
        "do": st.sampled_from(["legal", "apply", "view", "explain"]),
        "ruleset": st.sampled_from(ALL),
        "options": st.dictionaries(
            st.sampled_from(OPTION_NAMES),
            st.integers(-2, 10) | st.sampled_from(["own", "any", "block", "built", "secret", "one", "open"]) | JSON,
            max_size=2,
        ),
        "seed": st.integers(0, LARGEST_SEED),
        "steps": st.lists(STEP_TEXTS, max_size=3),
        "step": STEP_TEXTS,
        "depth": st.integers(-1, 2),
        "divide": st.booleans(),
        "count": st.integers(0, 2),
        "seconds": st.integers(0, 2),
        "view_seat": st.integers(-2, 6),
        "position": POSITIONS | st.text(alphabet="abcx123;: -", max_size=30),
    }
    chosen = draw(st.sets(st.sampled_from(sorted(set(fields) - {"do", "ruleset"})), max_size=6))
    request = {name: draw(fields[name]) for name in ("do", "ruleset", *sorted(chosen))}
    if draw(st.integers(0, 5)) == 0:
        request[draw(st.sampled_from(sorted(fields)))] = draw(JSON)
    return request


@pytest.mark.slow
@given(requests())
@settings(max_examples=300, deadline=None)
def test_nearly_right_requests_get_an_answer(request: dict[str, object]) -> None:
    check_answer(json.dumps(request).encode())


# --- as a process ---------------------------------------------------------------------------------------------------
COMMAND = [sys.executable, "-m", "ludarium", "engine"]


def test_the_process_answers_until_its_input_ends() -> None:
    lines = [GOOD, b"\xff\xfe", b"[" * 100_000, b'{"id": 8, "do": "legal", "ruleset": "mur-jp"}']
    done = subprocess.run(COMMAND, input=b"\n".join(lines), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stderr == b"" or os.environ.get("LUDARIUM_PURE")
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in said] == [7, None, None, 8]


def test_answers_come_at_once_and_an_interrupt_ends_it_quietly() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(GOOD + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"id": 7, "nodes": 24}
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert b"Traceback" not in process.stderr.read()


# --- the page -------------------------------------------------------------------------------------------------------
def test_the_page_tells_of_every_field_and_its_bounds() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    table = page.partition("## Requests\n")[2].partition("## Answers\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE))
    assert set(rows) == set(FIELDS)
    types: dict[tuple[type, ...], str] = {
        (object,): "anything",
        (str,): "text",
        (list,): "list of texts",
        (bool,): "true or false",
    }
    types |= {(dict,): "object", (int,): "integer", (int, float): "number"}
    for name, field in (*FIELDS.items(), ("seconds", THINKING_SECONDS)):
        wanted = "number" if name == "seconds" else types[field.types]  # with fractions for searches alone
        assert rows[name].startswith(f"{wanted} | ")
    for name, field in (*FIELDS.items(), ("seconds", THINKING_SECONDS)):
        if field.bounds is not None and name != "view_seat":  # how many seats there are depends on the game
            said = rows[name].replace(",", "").replace("2⁶³ − 1", str(LARGEST_SEED))
            assert "{} to {}".format(*field.bounds) in said
            assert field.usual is None or f"usually {field.usual})" in said

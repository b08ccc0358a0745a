"""The engine's handshake, its sessions, and how long work is followed and stopped."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.options import read_value
from ludarium.core.rng import Rng
from ludarium.engine import Session, answer, games

ALL = [ruleset.name for ruleset in rulesets()]
LONG = [ruleset.name for ruleset in rulesets() if not ruleset.tiny]  # other games are over too soon
SETUP = [f"={type_}" for type_ in ("243", "111", "324", "333", "432", "522")]


class Asked:
    """An engine in this process; ``lines`` are those before the last answer."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        self.session = Session(lambda line: self.said.append(json.loads(line)))

    @property
    def lines(self) -> list[dict[str, Any]]:
        return self.said[:-1]

    def __call__(self, do: str, **fields: object) -> dict[str, Any]:
        self.said.clear()
        self.session.answer(self.session.receive(json.dumps({"id": 1, "do": do, **fields}).encode()))
        found = self.said[-1]
        assert found.pop("id") == 1
        return found

    def refused(self, do: str, **fields: object) -> dict[str, Any]:
        said = self(do, **fields)
        assert set(said) == {"error"}, said
        assert said["error"]["message"] != said["error"]["message_ja"]
        found: dict[str, Any] = said["error"]
        return found


@pytest.fixture
def ask() -> Iterator[Asked]:
    asked = Asked()
    with asked.session:
        yield asked


# --- the handshake --------------------------------------------------------------------------------------------------
def test_hello_tells_who_answers_and_what_can_be_played(ask: Asked) -> None:
    said = ask("hello")
    assert (said["engine"], said["protocol"]) == ("ludarium", 1)
    by_name = {one["name"]: one for one in said["rulesets"]}
    assert list(by_name) == ALL
    mur = by_name["mur-en"]
    assert (mur["game"], mur["players"], mur["hidden_information"]) == ("mur", [2], False)
    assert mur["title"] != mur["title_ja"]
    (cap,) = mur["options"]
    assert {name: cap[name] for name in ("name", "type", "range", "zero", "default", "clause")} == {
        "name": "turn_cap",
        "type": "integer",
        "range": [1, 100_000],
        "zero": True,
        "default": 400,
        "clause": "MUR-R2",
    }
    assert by_name["mutterland"]["players"] == [2, 3, 4, 5, 6]
    assert by_name["myrmidons"]["hidden_information"]
    walls = next(one for one in by_name["mur-jp-any"]["options"] if one["name"] == "kraken_walls")
    assert (walls["type"], walls["values"], walls["default"]) == ("choice", ["own", "any"], "any")
    assert json.loads(answer(b'{"do": "hello"}')) == {"id": None, **said}


@pytest.mark.parametrize("name", ALL)
def test_what_hello_says_of_options_is_what_they_take(name: str, ask: Asked) -> None:
    ruleset = find_ruleset(name)
    said = next(one for one in ask("hello")["rulesets"] if one["name"] == name)
    by_name = {one["name"]: one for one in said["options"]}
    assert list(by_name) == [option.name for option in ruleset.offered]
    for option in ruleset.offered:
        told = by_name[option.name]
        takes = {"boolean": [True, False], "choice": told.get("values"), "integer": told.get("range"), "list": []}
        for value in takes[told["type"]]:
            assert read_value(option, value) == value
        assert ask("legal", ruleset=name, options={option.name: told["default"]})["legal"]


def test_every_command_that_hello_names_is_one(ask: Asked) -> None:
    commands = ask("hello")["commands"]
    assert len(commands) == len(set(commands)) == 16
    for do in commands:
        said = ask(do)
        assert said.get("error", {}).get("code") != "do_unknown"
    unknown = ask.refused("dance")
    assert unknown["code"] == "do_unknown"
    assert all(do in unknown["message"] for do in commands)


# --- sessions -------------------------------------------------------------------------------------------------------
def test_a_game_goes_on_from_request_to_request(ask: Asked) -> None:
    begun = ask("new", session="a", ruleset="mur-en")
    every_place = [f"+{letter}{ring}" for ring in "123" for letter in "abcdefgh"]
    assert begun == {
        "session": "a",
        "taken": 0,
        "seat": 0,
        "turn": 0,
        "legal": every_place,
        "outcome": None,
        "position": "black; white; kraken x",
    }
    said = ask("play", session="a", steps=["+c2"], step="+d2")
    assert (said["taken"], said["seat"], said["turn"]) == (2, 0, 2)
    assert [(one["turn"], one["seat"], one["step"]) for one in said["played"]] == [(1, 0, "+c2"), (2, 1, "+d2")]
    assert said["played"][1]["events"] == [{"kind": "placed", "seat": 1, "piece": "white", "at": "d2"}]
    shown = ask("show", session="a")
    assert (shown["ruleset"], shown["options"], shown["steps"]) == ("mur-en", {}, ["+c2", "+d2"])
    assert shown["position"] == said["position"]
    assert ask("sessions") == {"sessions": [{"session": "a", "ruleset": "mur-en", "taken": 2, "seat": 0}]}
    assert ask("undo", session="a", count=2) == begun
    assert ask("close", session="a") == {"session": "a", "closed": True}
    assert ask("sessions") == {"sessions": []}


def test_steps_are_taken_all_or_not_at_all(ask: Asked) -> None:
    ask("new", session="a", ruleset="mur-en", steps=["+c2"])
    before = ask("show", session="a")
    error = ask.refused("play", session="a", steps=["+d2", "+e2", "+c2", "+f2"])
    assert (error["code"], error["index"], error["clause"], error["reason"]) == ("illegal", 2, "MUR-T1", "occupied")
    assert error["message"] == "Move 3 (+c2): MUR-T1: c2 is occupied. Choose an empty intersection."
    assert ask.refused("play", session="a", steps=["+d2", "what"])["index"] == 1
    assert ask.refused("play", session="a")["code"] == "field_missing"
    assert ask("show", session="a") == before


@pytest.mark.parametrize("name", LONG)
def test_undo_comes_back_to_the_same_position(name: str, ask: Asked) -> None:
    said = ask("new", session="a", ruleset=name, seed=3)
    rng, positions = Rng(5), [said["position"]]
    for _ in range(12):
        said = ask("play", session="a", step=said["legal"][rng.below(len(said["legal"]))])
        positions.append(said["position"])
    assert ask("undo", session="a", count=5)["position"] == positions[7]
    assert ask("undo", session="a")["position"] == positions[6]
    error = ask.refused("undo", session="a", count=7)
    assert (error["code"], error["message"]) == ("undo_many", "7 steps cannot be taken back: 6 were taken.")
    assert ask("undo", session="a", count=6)["position"] == positions[0]


def test_a_finished_game_can_be_taken_back(ask: Asked) -> None:
    # MUR-C3: black closes the kraken in on a3 with b3, h3 and now a2.
    begun = ask("new", session="a", ruleset="mur-en", position="black b3 h3; white e1; kraken a3")
    assert ask("search", session="a", simulations=10)["step"] == "+a2"
    won = ask("play", session="a", step="+a2")
    assert (won["seat"], won["legal"], won["outcome"]["winners"]) == (-1, [], [0])
    assert ask.refused("play", session="a", step="+b1")["clause"] == "MUR-C3"
    assert ask.refused("search", session="a", simulations=10)["code"] == "search_over"
    assert ask("undo", session="a") == begun


@pytest.mark.parametrize("name", ALL)
def test_whatever_is_asked_about_a_position_is_asked_about_a_session(name: str, ask: Asked) -> None:
    legal = ask("new", session="a", ruleset=name)["legal"]
    first = legal[0]
    second = ask("play", session="a", step=first)["legal"][-1]
    alone = {"ruleset": name, "steps": [first]}
    for do, fields in (
        ("legal", {}),
        ("view", {"view_seat": 0}),
        ("explain", {"step": second}),
        ("apply", {"step": second}),
        ("perft", {"depth": 1, "divide": True}),
        ("search", {"simulations": 12, "lines": 3}),
        ("analyse", {"simulations": 3}),
    ):
        assert ask(do, session="a", **fields) == ask(do, **alone, **fields), do
    # Steps go on from the session's game, which stays where it is.
    ahead = ask("legal", session="a", steps=[second])
    assert ahead == ask("legal", ruleset=name, steps=[first, second])
    assert ask("show", session="a")["steps"] == [first]


def test_a_seat_is_told_no_more_in_a_session(ask: Asked) -> None:
    """MYR-O4: opening an order and naming its blocks is secret; so is a set-up."""
    ask("new", session="one", ruleset="myrmidons")
    ask("new", session="two", ruleset="myrmidons")
    ask("play", session="one", steps=SETUP)
    ask("play", session="two", steps=SETUP[::-1])
    for seat in (1, -1):
        one, two = (ask("show", session=name, view_seat=seat) | {"session": ""} for name in ("one", "two"))
        assert one == two
        assert not set(SETUP) & set(one["steps"])
    assert ask("show", session="one", view_seat=0)["steps"] == SETUP
    ask("play", session="one", steps=[*SETUP, "a1n1", "a7s1"])
    before = {seat: ask("show", session="one", view_seat=seat) for seat in (1, -1)}
    played = ask("play", session="one", steps=["!n", "a2:1"], view_seat=1)
    assert played["played"] == []
    assert ask("undo", session="one", view_seat=1)["taken"] == played["taken"]
    for seat, said in before.items():
        assert ask("show", session="one", view_seat=seat) == said
    assert ask("show", session="one")["taken"] == 15


def test_sessions_have_bounds(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(games.MOST_SESSIONS):
        assert "error" not in ask("new", session=f"s{number}", ruleset="mur-en")
    assert games.MOST_SESSIONS == 64
    assert ask.refused("new", session="more", ruleset="mur-en")["code"] == "session_many"
    assert ask.refused("new", session="s1", ruleset="mur-en")["code"] == "session_exists"
    ask("close", session="s1")
    monkeypatch.setattr(games, "LONGEST_GAME", 2)
    three = ["+a1", "+b1", "+c1"]
    assert ask.refused("new", session="s1", ruleset="mur-en", steps=three)["code"] == "session_long"
    ask("new", session="s1", ruleset="mur-en", steps=three[:1])
    assert ask.refused("play", session="s1", steps=three[1:])["code"] == "session_long"
    assert ask("play", session="s1", step="+b1")["taken"] == 2


@pytest.mark.parametrize(
    ("do", "fields", "code"),
    [
        ("show", {"session": "b"}, "session_unknown"),
        ("legal", {"session": "b"}, "session_unknown"),
        ("show", {}, "field_missing"),
        ("show", {"session": ""}, "field_value"),
        ("show", {"session": "x" * 65}, "field_value"),
        ("show", {"session": 7}, "field_value"),
        ("new", {"session": "b"}, "field_missing"),
        ("new", {"session": "b", "ruleset": "mur-en", "view_seat": 2}, "field_value"),
        ("legal", {"session": "a", "ruleset": "mur-en"}, "session_alone"),
        ("search", {"session": "a", "views": []}, "session_alone"),
        ("play", {"session": "a", "step": "+a1", "position": "black; white; kraken x"}, "session_alone"),
        ("analyse", {"session": "a", "record": ""}, "record_alone"),
        ("play", {"session": "a", "step": "+a1", "view_seat": 2}, "field_value"),
        ("undo", {"session": "a", "count": 0}, "field_value"),
        ("search", {"session": "a", "progress": 0.1}, "field_value"),
    ],
)
def test_what_cannot_be_asked_changes_nothing(do: str, fields: dict[str, object], code: str, ask: Asked) -> None:
    before = ask("new", session="a", ruleset="mur-en")
    assert ask.refused(do, **fields)["code"] == code
    assert ask("show", session="a").items() >= before.items()
    assert [one["session"] for one in ask("sessions")["sessions"]] == ["a"]


def test_a_request_that_stands_alone_keeps_nothing() -> None:
    for do in ("new", "show", "sessions", "legal"):
        said = json.loads(answer(json.dumps({"do": do, "session": "a", "ruleset": "mur-en"}).encode()))
        assert said["error"]["code"] in ("session_nowhere", "session_alone")


# --- progress -------------------------------------------------------------------------------------------------------
def test_a_search_is_followed(ask: Asked) -> None:
    ask("new", session="a", ruleset="mur-en")
    said = ask("search", session="a", simulations=100_000, seconds=1, progress=0.2, lines=1)
    assert said["final"]
    assert "progress" not in said
    assert ask.lines
    assert all((one["id"], one["final"], one["progress"]) == (1, False, True) for one in ask.lines)
    simulations = [one["simulations"] for one in (*ask.lines, said)]
    assert simulations == sorted(simulations)


@pytest.mark.parametrize(
    ("do", "fields"), [("perft", {"depth": 40, "seconds": 60}), ("playouts", {"count": 1_000_000, "seconds": 60})]
)
def test_counting_is_followed_and_stopped(do: str, fields: dict[str, object]) -> None:
    said: list[dict[str, Any]] = []

    def emit(line: bytes) -> None:
        said.append(json.loads(line))
        if len(said) == 2:
            session.receive(b'{"id": 2, "do": "stop", "search": 7}')

    with Session(emit) as session:
        request = {"id": 7, "do": do, "ruleset": "mur-jp", "progress": 0.2, **fields}
        session.answer(session.receive(json.dumps(request).encode()))
    assert len(said) >= 3
    assert all((one["id"], one["final"], one["progress"]) == (7, False, True) for one in said[:-1])
    if do == "perft":  # a part of the count would be mistaken for all of it
        assert said[-1]["error"]["code"] == "stopped"
        assert said[0]["of"] == 24
    else:
        assert said[-1]["count"] >= said[0]["count"] > 0
        assert sum(said[-1]["wins"]) + said[-1]["draws"] == said[-1]["count"]


def test_the_page_tells_of_every_command() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    table = page.partition("## What can be asked\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1].strip().strip("`") for line in io.StringIO(table) if line.startswith("| `")]
    assert rows == json.loads(answer(b'{"do": "hello"}'))["commands"]

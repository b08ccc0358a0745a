"""``ludarium hint``: the best lines of a position, for people and as JSON."""

import json
from pathlib import Path

import pytest

from ludarium.cli.terminal import Terminal
from ludarium.cli.thinking import show_advice
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.players.report import Line, Report
from ludarium.table import Record, Table
from tests.cli.conftest import Command

# MUR-C3: a ship on a2 walls in the kraken and wins.
WINNING = "black b3 h3; white e1; kraken a3"


@pytest.mark.slow
@pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])
def test_every_game_has_hints(name: str, ludarium: Command) -> None:
    done = ludarium("hint", name, "--level", "1", "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    ruleset = rulesets()[[one.name for one in rulesets()].index(name)]
    state = ruleset.new()
    legal = [ruleset.game.step_text(step) for step in state.legal()]
    assert found["step"] in legal
    assert found["seat"] == state.seat
    assert len(found["expectation"]) == state.seats
    assert sum(found["expectation"]) == pytest.approx(1, abs=0.001)
    assert 1 <= len(found["lines"]) <= 3
    assert all(line["steps"][0] in legal for line in found["lines"])


def test_a_win_is_found_and_said(ludarium: Command) -> None:
    done = ludarium("hint", "mur-en", "--position", WINNING, "--seconds", "0.3")
    assert done.code == 0
    assert "Best 100%  +a2\n" in done.out
    assert "Black places a ship on a2." in done.out
    assert "Winning chances: Black 100%, White 0%" in done.out
    assert "Forced win in 1 turn." in done.out
    japanese = ludarium("hint", "mur-en", "--position", WINNING, "--seconds", "0.3", "--lang", "ja")
    assert "必勝です（あと1手番）。" in japanese.out


@pytest.mark.parametrize("locale", LOCALES)
def test_a_best_line_that_was_never_tried_has_a_dash(locale: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Such a line is the best one where all that was tried is lost; others that were not tried are not told."""
    game, view = find_ruleset("mur-en").game, find_ruleset("mur-en").new()
    untried, tried, other = (game.read_step(text) for text in ("+c2", "+d2", "+e2"))
    lines = Line((untried,), 0, 0.0), Line((tried,), 1, 0.0, winners=2, length=4), Line((other,), 0, 0.0)
    show_advice(Report(untried, 0, 1, 1.0, (0.5, 0.5), lines), game, view, Terminal(locale), 3)
    best, lost = (line for line in capsys.readouterr().out.splitlines() if line.endswith(("+c2", "+d2", "+e2")))
    assert best.endswith("+c2")
    assert "–" in best
    assert "0" not in best
    assert lost.endswith("+d2")
    assert " 0" in lost


def test_a_level_answers_the_same_twice(ludarium: Command) -> None:
    command = ("hint", "mur-en", "--steps", "+c2 +d2", "--level", "2", "--lines", "2")
    first, second = (ludarium(*command).out.splitlines()[:-1] for _ in range(2))  # the last line tells the speed
    assert first == second
    assert sum("%  " in line for line in first) == 2


@pytest.mark.parametrize("seed", range(5))
def test_a_hint_is_the_best_that_a_level_finds_and_never_a_slip(seed: int, ludarium: Command) -> None:
    """Level 1 takes most of its steps at random."""
    said = json.loads(ludarium("hint", "mur-en", "--level", "1", "--seed", str(seed), "--json").out)
    assert said["step"] == said["lines"][0]["steps"][0]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nothing",),
        ("mur-en", "--level", "9"),
        ("mur-en", "--level", "landlubber"),
        ("mur-en", "--seconds", "0"),
        ("mur-en", "--seconds", "nan"),
        ("mur-en", "--lines", "0"),
        ("mur-en", "--seat", "2"),
        ("mur-en", "--seat", "-1"),
        ("mur-en", "--step", "1"),
        ("mur-en", "--game", "1"),
        ("mur-en", "--steps", "+z9"),
        ("mur-en", "--position", "power 0 A1"),
        ("mur-en", "--position", WINNING, "--steps", "+a2"),
        ("--record", "missing.txt"),
        ("mur-en", "--record", "g.txt"),
        ("--record", "g.txt", "--step", "3"),
        ("--record", "g.txt", "--game", "2"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    arguments: tuple[str, ...], locale: str, ludarium: Command, tmp_path: Path
) -> None:
    table = Table("mur-en")
    Record.create(table, tmp_path / "g.txt")
    table.take(0, "+c2")
    table.take(1, "+d2")
    done = ludarium("hint", *arguments, "--lang", locale)
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1


def test_a_record_is_looked_at_where_it_stands_or_earlier(ludarium: Command, tmp_path: Path) -> None:
    table = Table("mur-en", {"turn_cap": 3})
    Record.create(table, tmp_path / "g.txt")
    table.take(0, "+c2")
    table.take(1, "+d2")
    assert json.loads(ludarium("hint", "--record", "g.txt", "--level", "1", "--json").out)["seat"] == 0
    for flag in ("--step", "--at"):
        earlier = json.loads(ludarium("hint", "--record", "g.txt", flag, "1", "--level", "1", "--json").out)
        assert earlier["seat"] == 1
        assert "c2" in earlier["position"]
        assert "d2" not in earlier["position"]
    table.take(0, "+a1")
    over = ludarium("hint", "--record", "g.txt")
    assert over.code == 2
    assert "--step 0 to --step 2" in over.err
    assert ludarium("hint", "--record", "g.txt", "--step", "3").code == 2
    assert ludarium("hint", "--record", "g.txt", "--step", "2", "--level", "1").code == 0


def test_a_resigned_game_has_no_more_hints_but_its_last_position_has(ludarium: Command, tmp_path: Path) -> None:
    table = Table("mur-en")
    Record.create(table, tmp_path / "g.txt")
    table.take(0, "+c2")
    table.resign(1)
    assert "--step 0 to --step 1" in ludarium("hint", "--record", "g.txt").err
    assert ludarium("hint", "--record", "g.txt", "--step", "1", "--level", "1").code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset",
    [ruleset for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny],
    ids=lambda one: one.name,
)
def test_truths_that_a_seat_cannot_tell_apart_get_the_same_hint(ruleset: Ruleset, ludarium: Command) -> None:
    """The hint is for seat 1, which has its set-up before it; seat 0 has set up in two different ways."""
    answers = []
    for pick in (0, -1):
        state, steps = ruleset.new(seed=1), []
        while state.seat == 0:
            step = state.legal()[pick]
            steps.append(ruleset.game.step_text(step))
            state.apply(step)
        said = json.loads(
            ludarium("hint", ruleset.name, "--seed", "1", "--steps", ",".join(steps), "--level", "1", "--json").out
        )
        answers.append({key: value for key, value in said.items() if "second" not in key})
        assert state != state.view(1).resample(1, Rng(5))  # something is hidden indeed
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "ruleset",
    [ruleset for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny],
    ids=lambda one: one.name,
)
def test_a_seat_that_is_not_to_act_hears_what_it_can_expect_and_no_steps(ruleset: Ruleset, ludarium: Command) -> None:
    state, steps = ruleset.new(), []
    while ruleset.game.is_setup(state):
        steps.append(ruleset.game.step_text(state.legal()[0]))
        state.apply(state.legal()[0])
    assert state.seat == 0
    done = ludarium("hint", ruleset.name, "--steps", ",".join(steps), "--level", "2", "--seat", "1")
    assert done.code == 0, done.err
    assert done.out.startswith("Winning chances: ")

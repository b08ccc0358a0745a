"""``check`` finds what is broken: for every rule of the contract there is a game that breaks it, and is caught."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import leap
import pytest
from leap import EMPTY, Leap, LeapGame
from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium import conformance
from ludarium.conformance.cases import conformance_words
from ludarium.core.arrays import Arrays, Plane
from ludarium.core.conformance import Traits
from ludarium.core.errors import GameError
from ludarium.core.game import Game, Ruleset
from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.scene import Piece, Scene
from ludarium.core.state import EventLog, State, expect
from ludarium.core.vocabulary import TAKE, EventKind, Option

pytestmark = pytest.mark.slow

WHOLE = Path(leap.__file__)
moments = count()


class LeapArrays(Arrays):
    def __init__(self) -> None:
        super().__init__(1, "a to h")

    def actions(self, state: State) -> i64:
        return 64

    def longest(self, state: State) -> i64:
        return 24

    def shape(self, state: State) -> tuple[int, ...]:
        return (8,)

    def planes(self, state: State) -> list[Plane]:
        return [Plane("stones", 2, "1: of seat 0, 2: of seat 1")]

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        for site, stone in enumerate(expect(view, Leap).row):
            out[at + site] = u8((stone + 1) % 3)


class Plain(LeapGame):
    """With arrays, and with the steps for clicks that all games have."""

    arrays = LeapArrays()

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return Game.steps_for_clicks(self, view, clicks)


@pytest.mark.parametrize("game", [LeapGame(), Plain()], ids=["own clicks", "plain"])
def test_a_game_of_two_clicks_passes(game: LeapGame) -> None:
    report = conformance.check(Ruleset("leap", game, {}))
    assert report.passed, report.text()
    assert report.checks == 4 + 2 * 6  # of the game; of both its sets of options
    assert report.text() == "leap keeps the contract: 16 checks passed."


def test_one_click_is_the_beginning_of_steps_and_two_are_one() -> None:
    game, state = Plain(), Leap(2)
    assert [game.step_text(step) for step in game.steps_for_clicks(state, ["b"])] == ["b-c", "b-d"]
    assert [game.step_text(step) for step in game.steps_for_clicks(state, ["b", "d"])] == ["b-d"]
    assert game.steps_for_clicks(state, ["d", "b"]) == game.steps_for_clicks(state, ["b", "d", "b"]) == []


# --- games that break one rule ----------------------------------------------------------------------------------
class Unlisted(Leap):
    def legal(self) -> vec[i64]:
        return vec[i64](list(super().legal())[1:]) if self.turn == 3 else super().legal()


class Loaded(Leap):
    def random_step(self, rng: Rng) -> i64:
        return self.legal()[0]


class Shared(Leap):
    def copy(self) -> "Shared":
        twin = Shared(int(self.reach))
        twin.seat, twin.turn, twin.winners, twin.ending, twin.row = (
            *(self.seat, self.turn, self.winners, self.ending),
            self.row,
        )
        return twin


class Unpickled(Leap):
    def __reduce__(self) -> tuple[object, ...]:
        return Unpickled, (self.reach,)


class Silent(Leap):
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        if log is not None:
            self.turn += 1


class Aged(Leap):
    def timeless(self) -> State:
        return self.copy()


class Late(Leap):
    def spent(self) -> float:
        return float(self.turn)


class Back(Leap):
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        self.turn -= 2


class Eaten(Leap):
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        self.row[step % 8] = EMPTY
        if log is not None:
            log.add(1, step % 8)


class Unended(Leap):
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        if self.turn == 2:
            self.ending = 1  # and somebody acts on


class Boastful(Insight):
    def judge_worth(self, state: State, worth: vec[float]) -> None:
        worth[0] = worth[1] = 0.9


class OneSided(Leap):
    def judge(self, step: i64) -> i64:
        return super().judge(step) or (3 if self.seat == 1 and step // 8 - step % 8 == 2 else 0)


class Endless(Leap):
    def judge(self, step: i64) -> i64:
        return 0 if self.row[step // 8] == self.seat and self.row[step % 8] == 2 else super().judge(step) or 3


class Undead(Leap):
    def judge(self, step: i64) -> i64:
        return 0 if self.seat < 0 and step == 1 else super().judge(step)


class Everybody(Leap):
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        self.winners = 3 if self.seat < 0 else 0


class Timed(Leap):
    """What a step does depends on something else than the state."""

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        if log is None:
            self.turn += next(moments)


class Forgetful(Leap):
    def resample(self, seat: i64, rng: Rng) -> State:
        other = self.copy()
        other.turn += 100
        return other


class Slow(Forgetful):
    """Steps of seat 0 do not end its turn as long as its stones are on a to d."""

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        if self.turn <= 1 and self.row[:4].count(0) == 2:
            self.seat = self.turn = 0


class Veiled(Leap):
    def view(self, seat: i64) -> State:
        seen = self.copy()
        seen.turn //= 2
        return seen


class Crash(Leap):
    def apply(self, step: i64, log: EventLog | None = None) -> None:
        super().apply(step, log)
        if self.turn == 3:
            raise ZeroDivisionError("in turn three")


def game_of(state: type[Leap], **changes: object) -> LeapGame:
    """Leap with other states, and other attributes or methods of the game."""
    changes = {"__module__": __name__, "new": lambda self, options, seed: state(int(options["reach"])), **changes}
    made = type("Broken", (Plain,), changes)()
    assert isinstance(made, LeapGame)
    return made


def scene_with(change: Callable[[Scene], Scene]) -> Callable[[LeapGame, State, int], Scene]:
    return lambda self, view, seat: change(LeapGame.scene(self, view, seat))


def arrays_with(**changes: object) -> LeapArrays:
    made = type("BrokenArrays", (LeapArrays,), changes)()
    assert isinstance(made, LeapArrays)
    return made


def words(old: str, new: str) -> tuple[str, ...]:
    assert old in LeapGame.text[0]
    return (LeapGame.text[0].replace(old, new),)


def without_seat(self: LeapGame, state: State) -> str:
    return LeapGame.position_text(self, state).replace("; next 1", "")


def write_turn(self: LeapArrays, view: State, seat: int, out: Any, at: int) -> None:
    out[at] = min(int(view.turn), 2)


def view_from_nowhere(scene: Scene) -> Scene:
    return scene._replace(notes=(), box=(0, 0, 9 + scene.viewer, 2))


BROKEN: Sequence[tuple[str, LeapGame]] = [
    ("raises", game_of(Crash)),
    ("legal", game_of(Unlisted)),
    ("random_step", game_of(Loaded)),
    ("copy", game_of(Shared)),
    ("pickle", game_of(Unpickled)),
    ("log", game_of(Silent)),
    ("turn", game_of(Back)),
    ("conserved", game_of(Eaten, events=(*LeapGame.events, EventKind("eaten", (("at", "site"),), TAKE)))),
    ("symmetry", game_of(OneSided)),
    ("endless", game_of(Endless)),
    ("over", game_of(Unended)),
    ("insight", game_of(Leap, insight=Boastful())),
    ("timeless", game_of(Aged)),
    ("spent", game_of(Late)),
    ("after_end", game_of(Undead)),
    ("winners", game_of(Everybody)),
    ("replay", game_of(Timed)),
    ("resample", game_of(Forgetful)),
    ("unseen", game_of(Slow, hidden_information=True)),
    ("position", game_of(Leap, position_text=without_seat)),
    ("step_text", game_of(Leap, read_step=lambda self, text: LeapGame.read_step(self, text) & ~1)),
    ("refusal", game_of(Leap, refusal_sentence=lambda self, refusal, locale: "no")),
    ("clicks", game_of(Leap, steps_for_clicks=lambda self, view, clicks: [])),
    ("scene_views", game_of(Leap, scene=scene_with(view_from_nowhere))),
    ("sites", game_of(Leap, scene=scene_with(lambda scene: scene._replace(sites=scene.sites * 2)))),
    ("sites", game_of(Leap, scene=scene_with(lambda scene: scene._replace(sites=scene.sites[1:])))),
    (
        "might",
        game_of(
            Leap, scene=scene_with(lambda scene: scene._replace(pieces=(Piece("a", "b", 0, "disc", might=("c",)),)))
        ),
    ),
    ("paths", game_of(Leap, scene=scene_with(lambda scene: scene._replace(paths=scene.paths[1:])))),
    (
        "path_begins",
        game_of(
            Leap,
            scene=scene_with(
                lambda scene: scene._replace(paths=tuple(p._replace(clicks=p.clicks[:1]) for p in scene.paths))
            ),
        ),
    ),
    ("events", game_of(Leap, events=(EventKind("moved", LeapGame.events[0].fields),))),
    ("planes", game_of(Leap, arrays=arrays_with(planes=lambda self, state: [Plane("stones", 1, "too low")]))),
    ("planes_secret", game_of(Veiled, arrays=arrays_with(write=write_turn))),
    ("planes_tell", game_of(Leap, arrays=arrays_with(write=lambda self, view, seat, out, at: None))),
    ("arrays_form", game_of(Leap, arrays=arrays_with(actions=lambda self, state: 64 + state.turn))),
    ("actions", game_of(Leap, arrays=arrays_with(action=lambda self, state, step: step // 2))),
    ("longest", game_of(Leap, arrays=arrays_with(longest=lambda self, state: 2))),
    ("words_lack", game_of(Leap, text=words('not_yours = "on {site} there is no stone of yours."\n', ""))),
    ("words_lack", game_of(Leap, text=words('stone = "stone"\n', ""))),
    ("words_lack", game_of(Leap, text=words('summary = "Go on until the other one cannot."\n', ""))),
    ("words_lack", game_of(Leap, text=words("LEA-W1 =", "LEA-W2 ="))),
    ("words_lack", game_of(Leap, text=words('last = "Leave the other no stone that can go."\n', ""))),
    ("words_lack", game_of(Leap, text=words('turn = "Choose one of your stones."\n', ""))),
    ("words_more", game_of(Leap, text=words("[endings]", '[endings]\nfull = "the row is full"'))),
    ("words_fields", game_of(Leap, text=words("to {to}", "to {where}"))),
    ("notation", game_of(Leap, text=words('"a-c"', '"x"'))),
    ("notation", game_of(Leap, text=words('"a-c" = "the stone on a goes to c"', ""))),
]


@pytest.fixture(autouse=True)
def _traits_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games above are classes of this module."""
    monkeypatch.setattr(sys.modules[__name__], "TRAITS", leap.TRAITS, raising=False)


@pytest.mark.parametrize(("rule", "game"), BROKEN, ids=[f"{rule}-{number}" for number, (rule, _) in enumerate(BROKEN)])
def test_a_broken_rule_is_found(rule: str, game: LeapGame) -> None:
    report = conformance.check(Ruleset("leap", game, {}), steps=1000)
    assert rule in [failure.rule for failure in report.failures], report.text()
    assert not report.passed


@pytest.mark.parametrize(
    ("rule", "traits"),
    [("options", Traits((), leap.conserved, leap.images)), ("images", replace(leap.TRAITS, images=lambda state: []))],
)
def test_broken_traits_are_found(monkeypatch: pytest.MonkeyPatch, rule: str, traits: Traits) -> None:
    monkeypatch.setattr(leap, "TRAITS", traits)
    report = conformance.check(leap.RULESETS[0])
    assert [failure.rule for failure in report.failures] == [rule]


def test_every_rule_is_broken_by_a_game_above() -> None:
    for locale in ("en", "ja"):
        said = conformance_words(locale)
        rules = {rule for rule, _ in BROKEN} | {"options", "images"}
        assert rules == said.section("rules").keys() == said.section("fixes").keys()


def test_a_failure_says_where_and_what_to_try() -> None:
    report = conformance.check(Ruleset("leap", game_of(Crash), {}))
    first = report.failures[0]
    assert first.rule == "raises"
    assert first.detail.startswith("ZeroDivisionError: in turn three (")
    assert len(first.steps) == 2
    assert first.position.endswith("; turn 2")
    lines = first.text("en").splitlines()
    assert lines[0] == "✗ leap: nothing raises an error while a game is played."
    assert lines[1] == "    Try: look at the line named below."
    assert lines[-1] == f"    After 2 steps: {' '.join(first.steps)}"
    assert "ゲームの途中で" in first.text("ja")


# --- the command --------------------------------------------------------------------------------------------------
@contextmanager
def written(tmp_path: Path, old: str = "", new: str = "") -> Iterator[str]:
    text = WHOLE.read_text()
    assert old in text
    file = tmp_path / "my_leap.py"
    file.write_text(text.replace(old, new))
    yield str(file)


def run(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludarium", "check", *arguments],
        env={**os.environ, "LUDARIUM_LANG": "en", "LUDARIUM_GAMES": "", **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_passes_a_good_game(tmp_path: Path) -> None:
    with written(tmp_path) as file:
        done = run(file)
    assert (done.returncode, done.stdout) == (0, "leap keeps the contract: 16 checks passed.\n"), done.stderr


def test_the_command_tells_what_is_broken(tmp_path: Path) -> None:
    with written(tmp_path, "self.turn += 1", "self.turn += 1 if self.turn < 2 else -1") as file:
        done = run(file)
        assert done.returncode == 1
        assert "✗ leap: turn never goes down." in done.stdout
        assert "Try: count turn up by 1 when the next seat acts." in done.stdout
        assert "2 → 1" in done.stdout
        japanese = run(file, environment={"LUDARIUM_LANG": "ja"})
    assert "turnは減りません。" in japanese.stdout


def test_the_command_refuses_what_is_no_game(tmp_path: Path) -> None:
    with written(tmp_path, "RULESETS:", "RULES:") as file:
        done = run(file)
    assert done.returncode == 2
    assert "RULESETS" in done.stderr
    assert run("--steps", "0", "leap").returncode == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Traits(option_sets=(("hop", {"reach": 1}),)), "KeyError: 'hop'"),
        (Traits(option_sets=("leap", {"reach": 1})), "option_sets"),  # type: ignore[arg-type]
        ((("leap", {"reach": 1}),), "a Traits was expected"),
    ],
)
def test_wrong_traits_are_told_as_such(wrong: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leap, "TRAITS", wrong)
    with pytest.raises(GameError, match=said):
        conformance.check(Ruleset("leap", LeapGame(), {}))


def test_numbers_are_no_values_of_an_option() -> None:
    with pytest.raises(ValueError, match="low=…, high=…"):
        Option("size", 6, "", values=(6, 8))  # type: ignore[arg-type]


def test_an_error_is_told_with_the_line_of_the_game() -> None:
    (failure,) = conformance.check(Ruleset("leap", game_of(Leap, code=lambda self, kind, value: 1 / 0), {})).failures[
        :1
    ]
    assert f"{__file__}:" in failure.detail

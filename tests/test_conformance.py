"""Every ruleset, with every option, keeps the contract in every position of random games to the end."""

import pickle
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from ludarium.core import state as core_state
from ludarium.core.conformance import first_disagreement
from ludarium.core.game import HIDDEN, Game, find_ruleset, rulesets
from ludarium.core.history import shows, taken_step
from ludarium.core.options import OptionValue
from ludarium.core.rng import Rng
from ludarium.core.scene import Board
from ludarium.core.state import EventLog, State
from ludarium.core.words import LOCALES
from tests.traits import traits

COMPILED = not core_state.__file__.endswith(".py")
STEPS = 4000 if COMPILED else 60  # interpreted, the beginning of each game must do


@dataclass(frozen=True)
class Case:
    """A ruleset with options, and a game of it."""

    name: str
    game: Game
    options: dict[str, OptionValue]

    def start(self, seed: int) -> State:
        return self.game.new(self.options, seed)


def _cases() -> list[Case]:
    cases: list[Case] = []
    for game in {ruleset.game.name: ruleset.game for ruleset in rulesets()}.values():
        given: list[tuple[str, dict[str, object]]] = [
            (ruleset.name, {}) for ruleset in rulesets() if ruleset.game is game
        ]
        for ruleset, options in [*given, *traits(game.name).OPTION_SETS]:
            label = "-".join([ruleset, *(f"{name}={_short(value)}" for name, value in options.items())])
            case = Case(label, game, find_ruleset(ruleset).read(options))
            if all((case.game, case.options) != (other.game, other.options) for other in cases):
                cases.append(case)
    return cases


def _short(value: object) -> str:
    return str(value) if isinstance(value, int | str) else f"{len(list(value))} items"  # type: ignore[call-overload]


every_case = pytest.mark.parametrize("case", _cases(), ids=lambda case: case.name)


def test_every_option_value_is_played() -> None:
    """The option sets of a game use every value of every choice, and change every number."""
    for game in {ruleset.game.name: ruleset.game for ruleset in rulesets()}.values():
        played = [case.options for case in _cases() if case.game is game]
        for option in game.options:
            values = {str(options[option.name]) for options in played}
            if isinstance(option.default, bool):
                assert values == {"True", "False"}, f"{game.name}: {option.name}"
            elif option.values:
                assert values >= set(option.values), f"{game.name}: {option.name}"
            assert len(values) > 1, f"{game.name}: {option.name} has only its default"


@every_case
def test_random_game(case: Case) -> None:
    """After every step of a game to its end, everything that the contract promises."""
    game, state, rng = case.game, case.start(seed=11), Rng(5)
    total, images = traits(game.name).total(state), 0
    for number in range(STEPS):
        if state.seat < 0:
            break
        before = state.fields()
        _check_round_trips(case, state)
        assert first_disagreement(state) == -1, _about(game, state)
        if number % 7 == 0 or not images:
            images += _check_symmetry(game, state)
        if number % 7 == 0:
            _check_scene(game, state)
            _check_refusals(game, state, rng)
            _check_meaning(game, state, rng)
        step = state.random_step(rng)
        assert state.judge(step) == 0
        after, log = state.copy(), EventLog()
        after.apply(step, log)
        assert state.fields() == before, "a step taken on a copy changed the original"
        silent = state.copy()
        silent.apply(step)
        assert silent == after, "writing events changed the step"
        _check_events(game, state, after, log)
        if game.hidden_information and number % 3 == 0:
            _check_unseen(game, state, step, after, log, rng)
        assert traits(game.name).total(after) == total, _about(game, after)
        assert after.turn >= state.turn
        state = after
    assert images, "no position had a symmetric one to compare with"
    if COMPILED:
        assert state.seat < 0, f"no end after {STEPS} steps: {_about(game, state)}"
    if state.seat < 0:
        _check_end(case, state)


def _about(game: Game, state: State) -> str:
    wrong = first_disagreement(state)
    return f"{game.position_text(state)} {game.step_text(wrong) if wrong >= 0 else ''}"


def _check_round_trips(case: Case, state: State) -> None:
    text = case.game.position_text(state)
    for twin in (state.copy(), pickle.loads(pickle.dumps(state)), case.game.read_position(case.options, text)):
        assert twin == state
        assert hash(twin) == hash(state)
        assert case.game.position_text(twin) == text
        assert list(twin.legal()) == list(state.legal())


def _check_symmetry(game: Game, state: State) -> int:
    """Each image of the position has the images of the legal steps; how many images there were."""
    legal = {game.step_text(step) for step in state.legal()}
    images = traits(game.name).images(state)
    for image, step_map in images:
        mapped = {step_map(text) for text in legal}
        assert mapped == {game.step_text(step) for step in image.legal()}, game.position_text(state)
    return len(images)


def _check_scene(game: Game, state: State) -> None:
    """The clicks of the legal steps are unique, no path begins with another, and only the seat to act has any; without
    secrets this is the only difference between two seats.
    """
    acting = game.scene(state.view(state.seat), state.seat)
    for seat in range(-1, state.seats):
        view = state.view(seat)
        scene = game.scene(view, seat)
        assert game.hidden_information or replace(scene, viewer=state.seat, paths=acting.paths) == acting
        assert scene == game.scene(state.view(seat), seat)
        names = [site.name for site in scene.sites]
        assert len(set(names)) == len(names)
        assert {piece.site for piece in scene.pieces} <= set(names)
        assert all(piece.kind == HIDDEN for piece in scene.pieces if piece.might)
        legal = [game.step_text(step) for step in state.legal()] if seat == state.seat else []
        assert [path.step for path in scene.paths] == legal
        for path in scene.paths:
            assert path.clicks
            assert all(click.startswith("#") or click in names for click in path.clicks), path
        for one, two in pairwise(sorted(path.clicks for path in scene.paths)):
            assert two[: len(one)] != one, f"{one} is the beginning of {two}"


def _check_refusals(game: Game, state: State, rng: Rng) -> None:
    """Any step that can be written is read and printed both ways and, if illegal, refused in both languages."""
    universe = state.universe()
    for _ in range(40):
        step = universe[rng.below(len(universe))]
        assert game.read_step(game.step_text(step)) == step
        refusal = game.explain(state, step)
        assert (refusal is None) == (state.judge(step) == 0)
        if refusal is not None:
            for locale in LOCALES:
                assert game.refusal_sentence(refusal, locale).startswith(refusal.clause + ": ")


_JUNK = ["", "#", "#nothing", "?", "-", "a0", "99:99", "100:0", "x" * 40, "\u00b2:\u00b2"]


def _check_meaning(game: Game, state: State, rng: Rng) -> None:
    """The clicks of a legal step mean it; whatever else is clicked means steps that are legal or refused in words."""
    view = state.view(state.seat)
    scene = game.scene(view, int(state.seat))
    for path in scene.paths:
        assert game.read_step(path.step) in game.steps_for_clicks(view, path.clicks), path
        assert game.why_not(view, path.clicks).allowed
        assert game.why_not(view, path.clicks[:1]).allowed, "the first click of a path is never refused"
    buttons = ["#" + key for key in game.words("en").section("choice")]
    clicks = [site.name for site in scene.sites] * 3 + buttons * 2 + _JUNK
    for _ in range(60):
        attempt = [clicks[rng.below(len(clicks))] for _ in range(1 + rng.below(3))]
        legal = 0
        for step in game.steps_for_clicks(view, attempt):
            assert game.read_step(game.step_text(step)) == step, attempt
            legal += view.judge(step) == 0
        answer = game.why_not(view, attempt)
        assert answer.allowed == (legal > 0), attempt
        if answer.refusal is not None:
            assert not answer.allowed
            assert answer.refusal.clause
            for locale in LOCALES:
                assert game.refusal_sentence(answer.refusal, locale)


def _check_events(game: Game, before: State, after: State, log: EventLog) -> None:
    """For each seat, the picture before the step changed by the events is the picture after it."""
    over = after.seat < 0
    for seat in range(-1, before.seats):
        events = game.event_list(log, seat, over)
        board = Board(game.scene(before.view(seat), seat))
        for event in events:
            board.change(event.effect, event.data)
            for locale in LOCALES:
                assert game.event_sentence(event, locale)
        assert board.contents() == Board(game.scene(after.view(seat), seat)).contents(), [e.as_json() for e in events]


def _check_unseen(game: Game, before: State, step: int, after: State, log: EventLog, rng: Rng) -> None:
    """A step of which the tables say that it shows nothing tells its seat no more than it knew: in every truth that it
    held possible it would have seen the same.
    """
    seat, entry = int(before.seat), taken_step(game, before, step, after, log)
    if entry.ends_turn or shows(game, entry):
        return
    for _ in range(3):
        other, other_log = before.resample(seat, rng), EventLog()
        other.apply(step, other_log)
        assert other.view(seat) == after.view(seat), game.step_text(step)
        assert game.event_list(other_log, seat, over=False) == game.event_list(log, seat, over=False)


def _check_end(case: Case, state: State) -> None:
    outcome = case.game.outcome(state)
    assert outcome is not None
    assert all(0 <= seat < state.seats for seat in outcome.winners)
    assert len(outcome.winners) < state.seats, "a draw between all seats has no winners"
    assert list(state.legal()) == []
    assert all(state.judge(step) for step in state.universe())
    assert first_disagreement(state) == -1
    for locale in LOCALES:
        assert case.game.outcome_sentence(outcome, locale)
    _check_round_trips(case, state)


@every_case
def test_undo_by_copies_and_replay_by_text(case: Case) -> None:
    """Going back through the copies of a game finds each state untouched; its steps as text give the same game."""
    states, rng = [case.start(seed=3)], Rng(8)
    texts: list[str] = []
    marks = [case.game.position_text(states[0])]
    while states[-1].seat >= 0 and len(texts) < 150:
        state = states[-1].copy()
        step = state.random_step(rng)
        texts.append(case.game.step_text(step))
        state.apply(step)
        states.append(state)
        marks.append(case.game.position_text(state))
    replayed = case.start(seed=3)
    for text in texts:
        replayed.apply(case.game.read_step(text))
    assert replayed == states[-1]
    while states:
        assert case.game.position_text(states.pop()) == marks.pop()


@every_case
def test_drawing_reaches_all_legal_steps_alike(case: Case) -> None:
    """``draw`` gives every legal step, and none much more often than another."""
    checked = 0
    for seed in range(20):
        state, rng = case.start(seed), Rng(seed)
        for number in range(60):
            if state.seat < 0 or checked == 2:
                break
            legal = list(state.legal())
            if number % 11 == 7 and 2 <= len(legal) <= 100:
                drawn = Counter(state.random_step(rng) for _ in range(60 * len(legal)))
                assert set(drawn) == set(legal), case.game.position_text(state)
                assert 25 <= min(drawn.values()) <= max(drawn.values()) <= 110, drawn
                checked += 1
            state.apply(state.random_step(rng))
    assert checked == 2


@every_case
def test_resampling_keeps_the_view(case: Case) -> None:
    """A state resampled for a seat looks the same to that seat, and every step of the seat stays as legal."""
    state, rng = case.start(seed=6), Rng(9)
    for number in range(120):
        if state.seat < 0:
            break
        if number % 4 == 0:
            for seat in range(-1, state.seats):
                other = state.resample(seat, rng)
                assert other.view(seat) == state.view(seat)
                if seat == state.seat:
                    assert list(other.legal()) == list(state.legal()) == list(state.view(seat).legal())
        state.apply(state.random_step(rng))

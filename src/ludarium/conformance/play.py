"""The contract of ``State`` and ``Game``, looked at in every position of random games to the end."""

import pickle
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from librt.vecs import vec

from ludarium.conformance.cases import Case, Trail, cases, demand
from ludarium.core import state as core_state
from ludarium.core.conformance import first_disagreement
from ludarium.core.game import HIDDEN, Game
from ludarium.core.history import shows, taken_step
from ludarium.core.rng import Rng
from ludarium.core.scene import Board
from ludarium.core.state import EventLog, State
from ludarium.core.words import LOCALES

COMPILED: Final = not core_state.__file__.endswith(".py")
COMPILED_STEPS, INTERPRETED_STEPS = 4000, 60  # interpreted, the beginning of each game must do
STEPS: Final = COMPILED_STEPS if COMPILED else INTERPRETED_STEPS
ENOUGH: Final = 1000  # steps within which games end
_SHARES: Final = 1e-6  # by which what seats can expect may miss 1
_JUNK: Final = ["", "#", "#nothing", "?", "-", "a0", "99:99", "100:0", "x" * 40, "\u00b2:\u00b2"]


def options(case: Case, trail: Trail) -> None:
    """The option sets of a game use every value of every choice, and change every number."""
    played = [other.options for other in cases(case.rulesets[0], case.limit)]
    for option in case.game.options:
        values = {str(options[option.name]) for options in played}
        wanted = {"True", "False"} if isinstance(option.default, bool) else set(option.values)
        demand(values >= wanted and len(values) > 1, "options", f"{option.name}: {', '.join(sorted(values))}")


def random_game(case: Case, trail: Trail) -> None:
    """After every step of a game to its end, everything that the contract promises."""
    game, state, rng, images = case.game, trail.start(seed=11), Rng(5), 0
    conserved = case.traits.conserved(state)
    for number in range(case.limit):
        if state.seat < 0:
            break
        before = state.fields()
        _round_trips(case, state)
        if COMPILED or number % 20 == 0:  # interpreted, asking about every step that can be written takes long
            _legal_steps(game, state)
        if number % 7 == 0 or not images:
            images += _symmetry(case, state)
        if number % 7 == 0:
            _scene(game, state)
            _insight(game, state, rng)
            _timeless(game, state)
            _refusals(game, state, rng)
            _clicks(game, state, rng)
        step = state.random_step(rng)
        demand(state.judge(step) == 0, "random_step", game.step_text(step))
        log, silent = EventLog(), state.copy()
        after = trail.take(step, log)
        demand(state.fields() == before, "copy", game.step_text(step))
        silent.apply(step)
        demand(silent == after, "log", game.step_text(step))
        demand(after.turn >= state.turn, "turn", state.turn, "→", after.turn)
        _events(game, state, after, log)
        if game.hidden_information and number % 3 == 0:
            _unseen(game, state, step, after, log, rng)
        demand(case.traits.conserved(after) == conserved, "conserved", conserved, "→", case.traits.conserved(after))
        demand((after.ending > 0) == (after.seat < 0), "over", f"seat {after.seat}, ending {after.ending}")
        state = after
    demand(images or case.traits.images is None, "images")
    demand(state.seat < 0 or case.limit < ENOUGH, "endless", case.limit)
    if state.seat < 0:
        _end(case, state)


def _legal_steps(game: Game, state: State) -> None:
    wrong = first_disagreement(state)
    if wrong >= 0:
        listed = wrong in list(state.legal())
        demand(False, "legal", game.step_text(wrong), f"judge: {state.judge(wrong)}, in legal(): {listed}")


def _round_trips(case: Case, state: State) -> None:
    text = case.game.position_text(state)
    read = case.game.read_position(case.options, text)
    for rule, twin in (("copy", state.copy()), ("pickle", pickle.loads(pickle.dumps(state))), ("position", read)):
        demand(twin == state and hash(twin) == hash(state), rule, _differences(state, twin))
        demand(case.game.position_text(twin) == text, rule, case.game.position_text(twin))
        demand(list(twin.legal()) == list(state.legal()), rule)


def _differences(one: State, other: State) -> str:
    mine, theirs = {"": type(one), **one.attributes()}, {"": type(other), **other.attributes()}
    return ", ".join(f"{name}: {mine[name]} → {theirs.get(name)}" for name in mine if mine[name] != theirs.get(name))


def _symmetry(case: Case, state: State) -> int:
    """Each image of the position has the images of the legal steps; how many images there were."""
    legal = {case.game.step_text(step) for step in state.legal()}
    images = case.traits.images(state) if case.traits.images else []
    for image, step_map in images:
        there = {case.game.step_text(step) for step in image.legal()}
        demand({step_map(text) for text in legal} == there, "symmetry", case.game.position_text(image))
    return len(images)


def _scene(game: Game, state: State) -> None:
    """The clicks of the legal steps are unique, no path begins with another, and only the seat to act has any; without
    secrets this is the only difference between two seats.
    """
    acting = game.scene(state.view(state.seat), state.seat)
    demand(tuple(game.paths(state.view(state.seat))) == acting.paths, "paths", "paths(view)")
    for seat in range(-1, state.seats):
        scene = game.scene(state.view(seat), seat)
        same = scene._replace(viewer=state.seat, paths=acting.paths) == acting
        demand(game.hidden_information or same, "scene_views", seat)
        demand(scene == game.scene(state.view(seat), seat), "scene_views", seat)
        names = [site.name for site in scene.sites]
        demand(len(set(names)) == len(names), "sites", *(name for name in names if names.count(name) > 1))
        stray = {piece.site for piece in scene.pieces} - set(names)
        demand(not stray, "sites", *stray)
        demand(all(piece.kind == HIDDEN for piece in scene.pieces if piece.might), "might")
        _check_paths(game, state, [path.step for path in scene.paths], seat)
        for path in scene.paths:
            demand(path.clicks, "paths", path.step)
            demand(all(click[0] == "#" or click in names for click in path.clicks), "paths", path.step, *path.clicks)
        for one, two in pairwise(sorted(path.clicks for path in scene.paths)):
            demand(two[: len(one)] != one, "path_begins", *one, "/", *two)


def _check_paths(game: Game, state: State, found: list[str], seat: int) -> None:
    """Every legal step of the seat to act can be clicked, or another one that does the same."""
    legal = [game.step_text(step) for step in state.legal()] if seat == state.seat else []
    demand(found == [step for step in legal if step in found], "paths", f"seat {seat}")
    left_out = [step for step in legal if step not in found]
    if left_out:
        same = {_after(game, state, step) for step in found}
        demand(all(_after(game, state, step) in same for step in left_out), "paths", *left_out)


def _after(game: Game, state: State, step: str) -> State:
    after = state.copy()
    after.apply(game.read_step(step))
    return after


def _insight(game: Game, state: State, rng: Rng) -> None:
    """What computer players are told: shares of the win that make 1 together, weights above 0, legal steps."""
    truth, insight = state.resample(state.seat, rng), game.insight
    worth, legal = vec[float]([0.0] * int(state.seats)), truth.legal()
    insight.judge_worth(truth, worth)
    shares = list(worth)
    demand(min(shares) >= 0.0 and abs(sum(shares) - 1.0) < _SHARES, "insight", "judge_worth:", *shares)
    weights = vec[float]([0.0] * len(legal))
    insight.priors(truth, legal, weights)
    demand(min(weights) > 0.0, "insight", "priors:", *weights)
    step = insight.rollout_step(truth, rng)
    demand(truth.judge(step) == 0, "insight", "rollout_step:", game.step_text(step))


def _timeless(game: Game, state: State) -> None:
    """A position does not depend on the turns counted so far; what ends a game that nobody wins is told in bounds."""
    later = state.copy()
    later.turn += 1
    alike = later.timeless() == state.timeless() == state.timeless().timeless()
    demand(alike, "timeless", game.position_text(state.timeless()))
    demand(state.timeless().seat == state.seat, "timeless", game.position_text(state.timeless()))
    demand(0.0 <= state.spent() <= 1.0, "spent", state.spent())
    demand(0 <= state.count_winners() < (1 << int(state.seats)) - 1, "winners", state.count_winners())


def _refusals(game: Game, state: State, rng: Rng) -> None:
    """Any step that can be written is read and printed both ways and, if illegal, refused in every language."""
    universe = state.universe()
    for _ in range(40):
        step = universe[rng.below(len(universe))]
        text = game.step_text(step)
        demand(game.read_step(text) == step, "step_text", text)
        refusal = game.explain(state, step)
        if refusal is not None:
            for locale in LOCALES:
                demand(game.refusal_sentence(refusal, locale).startswith(refusal.clause + ": "), "refusal", text)


def _clicks(game: Game, state: State, rng: Rng) -> None:
    """The clicks of a legal step mean it, and its first ones may; whatever else is clicked means steps that are legal
    or refused in words.
    """
    view = state.view(state.seat)
    scene = game.scene(view, int(state.seat))
    for path in scene.paths:
        demand(game.read_step(path.step) in game.steps_for_clicks(view, path.clicks), "clicks", path.step, *path.clicks)
        for clicks in (path.clicks[:1], path.clicks):
            demand(game.why_not(view, clicks).allowed, "clicks", path.step, *clicks)
    buttons = ["#" + key for key in game.words("en").section("choice")]
    every = [site.name for site in scene.sites] * 3 + buttons * 2 + _JUNK
    for _ in range(60):
        _any_clicks(game, view, [every[rng.below(len(every))] for _ in range(1 + rng.below(3))])


def _any_clicks(game: Game, view: State, clicks: Sequence[str]) -> None:
    legal = 0
    for step in game.steps_for_clicks(view, clicks):
        demand(game.read_step(game.step_text(step)) == step, "clicks", *clicks)
        legal += view.judge(step) == 0
    answer = game.why_not(view, clicks)
    demand(answer.allowed == (legal > 0), "clicks", *clicks)
    if answer.refusal is not None:
        demand(answer.refusal.clause and not answer.allowed, "refusal", *clicks)
        demand(all(game.refusal_sentence(answer.refusal, locale) for locale in LOCALES), "refusal", *clicks)


def _events(game: Game, before: State, after: State, log: EventLog) -> None:
    """For each seat, the picture before the step changed by the events is the picture after it."""
    for seat in range(-1, before.seats):
        events = game.event_list(log, seat, over=after.seat < 0)
        board = Board(game.scene(before.view(seat), seat))
        for event in events:
            board.change(event.effect, event.data)
            demand(all(game.event_sentence(event, locale) for locale in LOCALES), "words_lack", event.kind)
        by_events, drawn = board.contents(), Board(game.scene(after.view(seat), seat)).contents()
        told = [event.as_json() for event in events]
        demand(by_events == drawn, "events", f"seat {seat}: {told}; by events {by_events}, drawn {drawn}")


def _unseen(game: Game, before: State, step: int, after: State, log: EventLog, rng: Rng) -> None:
    """A step of which the tables say that it shows nothing tells its seat no more than it knew: in every truth that it
    held possible it would have seen the same.
    """
    seat, taken = int(before.seat), taken_step(game, before, step, after, log)
    if taken.ends_turn or shows(game, taken):
        return
    for _ in range(3):
        other, other_log = before.resample(seat, rng), EventLog()
        other.apply(step, other_log)
        same = game.event_list(other_log, seat, over=False) == game.event_list(log, seat, over=False)
        demand(other.view(seat) == after.view(seat) and same, "unseen", game.step_text(step))


def _end(case: Case, state: State) -> None:
    outcome = case.game.outcome(state)
    assert outcome is not None
    demand(all(0 <= seat < state.seats for seat in outcome.winners), "winners", *outcome.winners)
    demand(len(outcome.winners) < state.seats, "winners", *outcome.winners)
    demand(not list(state.legal()) and all(state.judge(step) for step in state.universe()), "after_end")
    demand(all(case.game.outcome_sentence(outcome, locale) for locale in LOCALES), "words_lack")
    _round_trips(case, state)


def replay(case: Case, trail: Trail) -> None:
    """Going back through the copies of a game finds each state untouched; its steps as text give the same game."""
    states, rng = [trail.start(seed=3)], Rng(8)
    marks = [case.game.position_text(states[0])]
    while states[-1].seat >= 0 and len(trail.steps) < min(150, case.limit):
        states.append(trail.take(states[-1].random_step(rng)))
        marks.append(case.game.position_text(states[-1]))
    replayed = case.game.new(case.options, 3)
    for step in trail.steps:
        replayed.apply(case.game.read_step(case.game.step_text(step)))
    demand(replayed == states[-1], "replay")
    for state, mark in zip(states, marks, strict=True):
        demand(case.game.position_text(state) == mark, "copy", mark, "→", case.game.position_text(state))


def random_steps(case: Case, trail: Trail) -> None:
    """``random_step`` gives every legal step, and none much more often than another."""
    checked = 0
    for seed in range(20):
        state, rng = trail.start(seed), Rng(seed)
        for number in range(60):
            if state.seat < 0 or checked == 2:
                break
            legal = list(state.legal())
            if number % 5 == 2 and 2 <= len(legal) <= 100:
                drawn = Counter(state.random_step(rng) for _ in range(60 * len(legal)))
                demand(set(drawn) == set(legal), "random_step")
                demand(25 <= min(drawn.values()) <= max(drawn.values()) <= 110, "random_step", dict(drawn))
                checked += 1
            state = trail.take(state.random_step(rng))


def resampling(case: Case, trail: Trail) -> None:
    """A state resampled for a seat looks the same to that seat, and every step of the seat stays as legal."""
    state, rng = trail.start(seed=6), Rng(9)
    for number in range(min(120, case.limit)):
        if state.seat < 0:
            break
        for seat in range(-1, state.seats) if number % 4 == 0 else ():
            other, view = state.resample(seat, rng), state.view(seat)
            demand(other.view(seat) == view, "resample", f"seat {seat}")
            if seat == state.seat:
                demand(list(other.legal()) == list(state.legal()) == list(view.legal()), "resample", f"seat {seat}")
        state = trail.take(state.random_step(rng))

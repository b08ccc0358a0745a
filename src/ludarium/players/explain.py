"""The way a game is expected to go on, told as far as one can be sure of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from ludarium.core.game import Event, Game
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State
from ludarium.core.words import common_words
from ludarium.players.report import Line, Report

_TRUTHS = 8  # that must agree on what a step does, where something is hidden


@dataclass(frozen=True)
class ExplainedStep:
    """One step of a line, by the seat that would take it, with what it would do as far as that is certain."""

    seat: int
    step: str
    events: tuple[Event, ...]

    def sentences(self, game: Game, locale: str) -> list[str]:
        return [game.event_sentence(event, locale) for event in self.events]


def explain_line(game: Game, view: State, seat: int, steps: Sequence[int]) -> list[ExplainedStep]:
    """The steps after a seat's view of a position. Where something is hidden from the seat, only its own steps are
    told, up to the first whose effect depends on what is hidden; of that one, what happens in any case.
    """
    truths = _truths(game, view, seat)
    told: list[ExplainedStep] = []
    for step in steps:
        mover = truths[0].seat
        if mover < 0 or (game.hidden_information and mover != seat) or any(truth.judge(step) for truth in truths):
            break
        effects = [_effect(game, truth, step, seat) for truth in truths]
        certain = all(effect == effects[0] for effect in effects)
        told.append(ExplainedStep(mover, game.step_text(step), _agreed(effects)))
        if not certain or any(truth.seat != truths[0].seat for truth in truths):
            break
    return told


def _agreed(effects: Sequence[Sequence[Event]]) -> tuple[Event, ...]:
    """What comes first in all truths: a piece moves, whatever it then meets."""
    return tuple(events[0] for events in takewhile(_alike, zip(*effects, strict=False)))


def _alike(events: Sequence[Event]) -> bool:
    return all(event == events[0] for event in events)


def is_certain(game: Game, view: State, seat: int, step: int) -> bool:
    """Whether a seat can tell beforehand what its step will do."""
    effects = [_effect(game, truth, step, seat) for truth in _truths(game, view, seat)]
    return all(effect == effects[0] for effect in effects)


def _truths(game: Game, view: State, seat: int) -> list[State]:
    rng = Rng(0)
    return [view.resample(seat, rng) for _ in range(_TRUTHS)] if game.hidden_information else [view.copy()]


def _effect(game: Game, state: State, step: int, seat: int) -> list[Event]:
    log = EventLog()
    state.apply(step, log)
    return game.event_list(log, seat, over=state.seat < 0 and not game.hidden_information)


def turns_to_the_end(view: State, seat: int, line: Line) -> int | None:
    """How many turns the seat to act still takes along a proven line; nothing where the line stops before the end."""
    state, turns, turn = view.resample(seat, Rng(0)), 0, -1
    mover = state.seat
    for step in line.steps:
        if state.seat < 0 or state.judge(step):
            return None
        if state.seat == mover and state.turn != turn:
            turns, turn = turns + 1, int(state.turn)
        state.apply(step)
    return turns if state.seat < 0 else None


def proof(report: Report, view: State, locale: str) -> str:
    """What is certain about a position whose result is proven, in words for the seat to act."""
    line, words = report.best, common_words(locale)
    result = "win" if line.worth >= 1.0 else "loss" if line.worth <= 0.0 else "draw"
    if result == "draw":
        return words.say("judged", "proven_draw", {})
    turns = turns_to_the_end(view, report.seat, line)
    if turns is None:
        return words.say("judged", f"proven_{result}_steps", {"steps": line.length})
    return words.say("judged", f"proven_{result}", {"turns": turns})

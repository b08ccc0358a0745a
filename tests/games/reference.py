"""Comparing an engine with a plain reference written from the clauses, step by step through random games."""

import re
from collections import Counter
from random import Random
from typing import Protocol

from ludarium.core.game import Game
from ludarium.core.state import State


class Reference(Protocol):
    seat: int | None
    winners: set[int]

    def legal(self) -> set[str]: ...

    def apply(self, step: str) -> None: ...


def shape(step: str) -> str:
    """What kind of step a text is: its squares, hexagons and numbers taken out."""
    return re.sub(r"-?\d+", "#", re.sub(r"\b[a-l](?=\d)|\b[A-D](?=\d)", "", step))


def varied_step(legal: set[str], random: Random) -> str:
    """A step of a kind drawn first, so that rare kinds of step are not drowned by common ones.

    Passing and declining are kept rare, or games would end before anything happens.
    """
    kinds: dict[str, list[str]] = {}
    for step in sorted(legal):
        kinds.setdefault(shape(step), []).append(step)
    lively = [kind for kind in sorted(kinds) if kind not in ("pass", "no")]
    if lively and random.random() < 0.95:
        return random.choice(kinds[random.choice(lively)])
    return random.choice(sorted(legal))


def play_both(game: Game, state: State, reference: Reference, random: Random, most: int = 2000) -> Counter[str]:
    """Play a game on both; the kinds of steps that were taken. Fails where the two disagree."""
    taken: Counter[str] = Counter()
    history: list[str] = []
    while state.seat >= 0 and len(history) < most:
        assert reference.seat == state.seat, history
        legal = {game.step_text(step) for step in state.legal()}
        assert legal == reference.legal(), (history, game.position_text(state), legal ^ reference.legal())
        step = varied_step(legal, random)
        history.append(step)
        taken[shape(step)] += 1
        state.apply(game.read_step(step))
        reference.apply(step)
    if state.seat < 0:
        assert reference.seat is None, history
        outcome = game.outcome(state)
        assert outcome is not None
        assert set(outcome.winners) == reference.winners, history
    return taken

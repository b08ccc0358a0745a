"""What a net learns from: positions as rows of weights, what the search made of their steps, how the games ended."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from ludarium.core.insight import Insight
from ludarium.core.state import State
from ludarium.search.net import Inputs

LEAST = 1e-4  # the least chance that an insight is taken to mean


@dataclass(frozen=True)
class Samples:
    """Positions one after another. Seats are counted from the one that acts.

    ``rows`` and ``actions`` are those of all positions, the first ones at ``row_starts`` and ``action_starts``;
    ``policy`` is the search's weight of each action, ``prior`` what the insight thinks of it. For each seat ``ends`` is
    its share of the win, ``worth`` what the search expected, ``insight`` what the insight did; ``games`` counts games.
    """

    rows: NDArray[np.uint16]
    row_starts: NDArray[np.int64]
    actions: NDArray[np.uint16]
    action_starts: NDArray[np.int64]
    policy: NDArray[np.float16]
    prior: NDArray[np.float32]
    ends: NDArray[np.float32]
    worth: NDArray[np.float32]
    insight: NDArray[np.float32]
    games: int
    steps: int

    def __len__(self) -> int:
        return len(self.ends)

    def insight_loss(self) -> float:
        """How far the insight's judgement was from how the games ended (cross-entropy)."""
        sure = np.clip(self.insight, LEAST, 1)
        return float(-(self.ends * np.log(sure / sure.sum(1, keepdims=True))).sum(1).mean())


class Writer:
    """Collects samples while games are played."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = self.steps = 0
        self.rows: list[int] = []
        self.row_starts: list[int] = []
        self.actions: list[int] = []
        self.action_starts: list[int] = []
        self.policy: list[float] = []
        self.prior: list[float] = []
        self.ends: list[list[float]] = []
        self.worth: list[list[float]] = []
        self.insight: list[list[float]] = []
        self._acting: list[int] = []  # the seats of the game going on
        self._worth = vec[float]([0.0] * seats)
        self._weights = vec[float]([0.0] * 4096)

    def begin(self) -> None:
        self._acting = []

    def add(
        self,
        state: State,
        inputs: Inputs,
        insight: Insight,
        steps: Sequence[int],
        policy: Sequence[float],
        worth: Sequence[float] | None = None,
    ) -> None:
        """A position, the weights of its steps, what each seat can expect (seat 0 first; nothing: how the game will
        end), and what the insight thinks.
        """
        arrays = inputs.arrays
        self._put(state, inputs, [int(arrays.action(state, step)) for step in steps], policy, worth)
        insight.priors(state, vec[i64](steps), self._weights)
        self.prior += [self._weights[place] for place in range(len(steps))]
        insight.judge_worth(state, self._worth)
        self.insight.append(self._from(int(state.seat), list(self._worth)))

    def add_plain(
        self, state: State, inputs: Inputs, actions: Sequence[int], policy: Sequence[float], worth: Sequence[float]
    ) -> None:
        """A position and what a search made of it, where no insight is asked."""
        self._put(state, inputs, actions, policy, worth)
        self.prior += [1.0] * len(actions)
        self.insight.append([1 / self.seats] * self.seats)

    def _put(
        self,
        state: State,
        inputs: Inputs,
        actions: Sequence[int],
        policy: Sequence[float],
        worth: Sequence[float] | None,
    ) -> None:
        """All of a position but the insight."""
        seat = int(state.seat)
        self.row_starts.append(len(self.rows))
        self.rows += inputs.seen(state)
        self.action_starts.append(len(self.actions))
        self.actions += actions
        self.policy += policy
        self.worth.append([] if worth is None else self._from(seat, worth))
        self._acting.append(seat)

    def end(self, shares: Sequence[float]) -> None:
        """The game is over."""
        for seat in self._acting:
            place = len(self.ends)
            self.ends.append(self._from(seat, shares))
            self.worth[place] = self.worth[place] or self.ends[place]
        self.games += 1
        self.steps += len(self._acting)

    def _from(self, seat: int, worth: Sequence[float]) -> list[float]:
        """What was seat 0 first, this seat first."""
        return [worth[(seat + relative) % self.seats] for relative in range(self.seats)]

    def samples(self) -> Samples:
        return Samples(
            np.array(self.rows, np.uint16),
            np.array(self.row_starts, np.int64),
            np.array(self.actions, np.uint16),
            np.array(self.action_starts, np.int64),
            np.array(self.policy, np.float16),
            np.array(self.prior, np.float32),
            np.array(self.ends, np.float32),
            np.array(self.worth, np.float32),
            np.array(self.insight, np.float32),
            self.games,
            self.steps,
        )


def joined(parts: Sequence[Samples]) -> Samples:
    """All of them as one."""
    rows = np.cumsum([0, *(len(one.rows) for one in parts)])
    actions = np.cumsum([0, *(len(one.actions) for one in parts)])
    merged: dict[str, Any] = {
        one.name: np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Samples)[:9]
    }
    merged["row_starts"] = np.concatenate([part.row_starts + rows[place] for place, part in enumerate(parts)])
    merged["action_starts"] = np.concatenate([part.action_starts + actions[place] for place, part in enumerate(parts)])
    return Samples(**merged, games=sum(one.games for one in parts), steps=sum(one.steps for one in parts))


def write_samples(file: Path, samples: Samples) -> None:
    """Keep samples in a file, which is whole whenever it is there."""
    part = file.with_name(file.name + "~")
    with part.open("wb") as out:
        np.savez(out, **{one.name: getattr(samples, one.name) for one in fields(Samples)})
    part.replace(file)


def read_samples(file: Path) -> Samples:
    with np.load(file) as found:
        values: dict[str, Any] = {one.name: found[one.name] for one in fields(Samples)}
    for name in ("games", "steps"):
        values[name] = int(values[name])
    return Samples(**values)

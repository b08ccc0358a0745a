"""Proofs: can a seat force a win within so many of its turns, whatever all others do?

A turn that is going on counts as the first one. A game that ends while others answer the last of these turns is still
won in time (some games are won at the start of the next turn).
"""

from math import inf
from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.insight import Insight
from ludarium.core.state import State
from ludarium.search.values import sort_down

YES: Final[i64] = 1
NO: Final[i64] = 0
OPEN: Final[i64] = -1  # not found out within the limit
_LOOKS: Final[i64] = 64  # positions between two looks at the clock


@final
class Solver:
    """Looks at no more than ``most_positions`` positions in one question, takes no more than ``most_steps`` steps in
    all, and none after the clock (``time.perf_counter``) shows ``deadline``; then the answer is ``OPEN``.
    """

    def __init__(
        self, insight: Insight, most_positions: i64, deadline: float = inf, most_steps: i64 = 1_000_000_000
    ) -> None:
        self.insight: Insight = insight
        self.most_positions: i64 = most_positions
        self.deadline: float = deadline
        self.most_steps: i64 = most_steps
        self.steps: i64 = 0  # taken by now: nearly all of the time goes into them
        self.positions: i64 = 0
        self.attacker: i64 = 0
        self.target: i64 = 1  # the winners that the attacker wants to see: itself alone
        self.known: dict[tuple[State, int], int] = {}
        self.weights: vec[float] = vec[float]([0.0] * 64)

    def take(self, state: State, step: i64) -> None:
        """Take a step that counts as the solver's work."""
        state.apply(step, None)
        self.steps += 1

    def is_spent(self) -> bool:
        """Whether there is nothing left of its time or its steps."""
        return self.steps >= self.most_steps or perf_counter() >= self.deadline

    def forces(self, state: State, seat: i64, turns: i64) -> i64:
        """Whether ``seat`` wins within ``turns`` of its turns against every defence: ``YES``, ``NO`` or ``OPEN``."""
        if seat != self.attacker or len(self.known) > self.most_positions:
            self.known = {}
        self.attacker = seat
        one: i64 = 1
        self.target = one << seat
        return self._ask(state, turns - 1 if state.seat == seat else turns)

    def quickest(self, state: State, most_turns: i64) -> tuple[int, list[int]]:
        """In how many turns the seat to act forces its win, and a line of steps that shows it, with defences that hold
        out longest; (0, []) if no win is found within ``most_turns``.
        """
        for turns in range(i64(1), most_turns + 1):
            if self.forces(state, state.seat, turns) == YES:
                return int(turns), self._line(state, turns - 1)
        return 0, []

    def line(self, state: State, seat: i64, turns: i64) -> list[int]:
        """A line of steps in which ``seat`` wins within ``turns`` of its turns, with defences that hold out longest;
        empty if it is not found to force that.
        """
        if self.forces(state, seat, turns) != YES:
            return []
        return self._line(state, turns - 1 if state.seat == seat else turns)

    def _line(self, start: State, turns: i64) -> list[int]:
        """``turns`` of the attacker may still begin."""
        line: list[int] = []
        state: State = start.copy()
        left: i64 = turns
        while state.seat >= 0:
            chosen: i64 = -1
            chosen_needs: i64 = 0
            for step in self._ordered(state):
                after: State = state.copy()
                after.apply(step, None)
                needs: i64 = self._needed(after, left - self._begins(state, after))
                if needs < 0:
                    continue
                better: bool = needs < chosen_needs if state.seat == self.attacker else needs > chosen_needs
                if chosen < 0 or better:
                    chosen = step
                    chosen_needs = needs
            if chosen < 0:
                return line
            before: State = state.copy()
            state.apply(chosen, None)
            left -= self._begins(before, state)
            line.append(int(chosen))
        return line

    def _needed(self, state: State, most: i64) -> i64:
        """The fewest further turns within which the attacker forces its win from here; -1 if more than ``most``."""
        for turns in range(i64(0), most + 1):
            if self._ask(state, turns) == YES:
                return turns
        return -1

    def _begins(self, before: State, after: State) -> i64:
        """1 if a turn of the attacker begins with this step, else 0."""
        return 1 if after.seat == self.attacker and after.turn != before.turn else 0

    def _ask(self, state: State, turns: i64) -> i64:
        self.positions = 0
        return NO if turns < 0 else self._forces(state, turns)

    def _forces(self, state: State, turns: i64) -> i64:
        """``turns`` of the attacker may still begin."""
        if state.seat < 0:
            return YES if state.winners == self.target else NO
        self.positions += 1
        if self.steps >= self.most_steps or (self.positions % _LOOKS == 0 and perf_counter() >= self.deadline):
            self.positions = self.most_positions
        if self.positions >= self.most_positions:
            return OPEN
        attacks: bool = state.seat == self.attacker
        if attacks and turns == 0 and not self.insight.may_win(state):
            return NO
        key: tuple[State, int] = (state, int(turns))
        known: int | None = self.known.get(key)
        if known is not None:
            return known
        verdict: i64 = NO if attacks else YES
        for step in self._ordered(state):
            after: State = state.copy()
            self.take(after, step)
            left: i64 = turns - self._begins(state, after)
            reply: i64 = NO if left < 0 else self._forces(after, left)
            if reply == OPEN:
                verdict = OPEN
                if self.positions >= self.most_positions:
                    return OPEN
            elif attacks and reply == YES:
                verdict = YES
                break
            elif not attacks and reply == NO:
                verdict = NO
                break
        if verdict != OPEN:
            self.known[key] = int(verdict)
        return verdict

    def _ordered(self, state: State) -> vec[i64]:
        steps: vec[i64] = state.legal()
        if self.insight.guides:
            while len(self.weights) < len(steps):
                self.weights = vec[float]([0.0] * (2 * len(self.weights)))
            self.insight.priors(state, steps, self.weights)
            sort_down(steps, self.weights)
        return steps

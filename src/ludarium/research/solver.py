"""Small open games solved: what every position that can arise is worth, if both sides play perfectly.

All positions that can be reached are listed first. Then the results go backwards from the ends of the game to
everything that they decide (retrograde analysis): a position is won for the seat to act if one of its steps leads to
a win of that seat, and lost if all lead to wins of the other. What is decided by no end is a draw: the game can be
kept going for ever, or until its last turn.

A position is all that decides how the game may go on (``State.fields``), without the number of the turn: what the rules
remember of earlier positions is part of it. The number matters for the last turn alone. Where the rules count then
(``count_winners``), positions are told apart by their turns as well; where it is a draw, a win simply has to come in
time, and as every win is the quickest one, that is known from its length.
"""

import marshal
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludarium.core.state import State
from ludarium.research.errors import ResearchError

USUAL_MOST = 1_000_000
DRAW = -1
_WON = -2  # as the target of a step, the end that seat 0 has won; -3: seat 1
_OPEN = -2  # as a winner: not decided by the end of any game
_LOOKS = 4096  # positions between two words about progress


@dataclass(frozen=True)
class Value:
    """What a position is worth: which seat wins (-1: a draw) and within how many turns of both sides together, if it
    hurries and the other puts it off.
    """

    winner: int
    turns: int = 0

    def order(self, seat: int) -> tuple[int, int]:
        """The more, the better for this seat: quick wins before late ones, draws, late losses before quick ones."""
        if self.winner == DRAW:
            return 0, 0
        return (1, -self.turns) if self.winner == seat else (-1, self.turns)


class _Graph:
    """Positions by number, and for each of their steps where it leads: to a position, or to an end of the game."""

    def __init__(self, timed: bool) -> None:
        self.timed = timed
        self.numbers: dict[object, int] = {}
        self.seats = array("b")
        self.first = array("q", [0])  # where each position's steps begin in the two lists below
        self.targets = array("i")  # a position, or an end: DRAW or _WON - seat
        self.turns = array("b")  # 1 if the step completes a turn
        self.counts = False  # whether somebody would win if the winners were counted somewhere

    def key(self, state: State) -> object:
        if self.timed:
            return packed(state)
        turn = state.turn
        state.turn = 0
        key = packed(state)
        state.turn = turn
        return key


class Solution:
    """All positions that can be reached from ``start``, solved."""

    def __init__(self, start: State, graph: _Graph, winners: "array[int]", lengths: "array[int]") -> None:
        self.start = start
        self._graph = graph
        self._winners = winners
        self._lengths = lengths

    @property
    def positions(self) -> int:
        """How many there are in which somebody has to act; those that differ in the number of the turn are one, if the
        rules count nothing after the last turn.
        """
        return len(self._winners)

    @property
    def deepest(self) -> int:
        """The most turns that a side needs that wins."""
        return max(self._lengths, default=0)

    def count(self, result: int) -> int:
        """In how many positions the seat to act wins (1), loses (-1), or neither (0), whatever turns are left."""
        pairs = zip(self._winners, self._graph.seats, strict=True)
        return sum(result == (0 if winner < 0 else 1 if winner == seat else -1) for winner, seat in pairs)

    def value(self, state: State) -> Value:
        """What a position is worth; ``ResearchError`` if it cannot be reached from the start."""
        if state.seat < 0:
            return _ended(state)
        number = self._graph.numbers.get(self._graph.key(state))
        if number is None:
            raise ResearchError("solve_elsewhere")
        winner, turns = int(self._winners[number]), int(self._lengths[number])
        left = None if self._graph.timed else turns_left(state)
        if winner < 0 or (left is not None and turns > left):
            return Value(DRAW)
        return Value(winner, turns)

    def values(self, state: State) -> dict[int, Value]:
        """What each legal step leads to; its length counts from before the step."""
        found: dict[int, Value] = {}
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            value = self.value(after)
            ends_turn = after.seat < 0 or after.turn != state.turn
            found[int(step)] = Value(value.winner, value.turns + ends_turn) if value.winner >= 0 else value
        return found

    def keeping(self, state: State) -> list[int]:
        """The steps that keep what the position is worth: of a won one all that still win, in however many turns."""
        value = self.value(state)
        return [step for step, one in self.values(state).items() if one.winner == value.winner]

    def best(self, state: State) -> list[int]:
        """The best steps: those that win soonest, or else keep a draw, or else lose latest."""
        values, seat = self.values(state), int(state.seat)
        most = max(value.order(seat) for value in values.values())
        return [step for step, value in values.items() if value.order(seat) == most]

    def line(self, state: State, most: int = 200) -> list[int]:
        """Best play from here by both sides, up to so many steps; where several steps are best, the first of them."""
        line: list[int] = []
        now = state.copy()
        while now.seat >= 0 and len(line) < most:
            line.append(self.best(now)[0])
            now.apply(line[-1])
        return line


def solve(start: State, most: int = USUAL_MOST, tell: Callable[[int], None] = lambda count: None) -> Solution:
    """Solve a game from this position on; ``ResearchError`` if more than ``most`` positions can be reached, or if it is
    none for this solver. ``tell`` hears now and then how many positions have been listed.
    """
    if start.seats != 2:
        raise ResearchError("solve_seats", seats=int(start.seats))
    if start != start.view(0) or start != start.view(1):
        raise ResearchError("solve_hidden")
    left = turns_left(start)
    graph = _explore(start, left is not None and left <= 2, most, tell)
    if graph.counts and left is not None and not graph.timed:
        graph = _explore(start, True, most, tell)
    return Solution(start.copy(), graph, *_decide(graph))


def turns_left(state: State) -> int | None:
    """How many turns can still be completed, the present one included; None if there is no last turn."""
    probe = state.timeless()
    probe.turn = 1
    share = probe.spent()
    return round(1 / share) - int(state.turn) if share > 0 else None


def packed(state: State) -> object:
    """The same bytes for equal states; the fields themselves where they hold what cannot be packed."""
    fields: Any = state.fields()
    try:
        return marshal.dumps(fields, 2)  # (later versions write differently what other objects refer to as well)
    except ValueError:
        return state.fields()


def _ended(state: State) -> Value:
    return Value(DRAW) if state.winners not in (1, 2) else Value(int(state.winners) - 1)


def _explore(start: State, timed: bool, most: int, tell: Callable[[int], None]) -> _Graph:
    graph = _Graph(timed)
    first = start.copy()
    if not timed:
        first.turn = 0
    if first.seat < 0:
        return graph
    graph.numbers[graph.key(first)] = 0
    waiting = [first]
    for state in waiting:
        graph.seats.append(int(state.seat))
        graph.counts = graph.counts or state.count_winners() != 0
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            graph.turns.append(after.seat < 0 or after.turn != state.turn)
            if after.seat < 0:
                value = _ended(after)
                graph.targets.append(DRAW if value.winner < 0 else _WON - value.winner)
                continue
            if not timed:
                after.turn = 0
            known = len(graph.numbers)
            number = graph.numbers.setdefault(graph.key(after), known)
            if number == known:
                if known >= most:
                    raise ResearchError("solve_large", most=most)
                waiting.append(after)
                if known % _LOOKS == 0:
                    tell(known)
            graph.targets.append(number)
        graph.first.append(len(graph.targets))
        waiting[len(graph.seats) - 1] = first  # it is not looked at again: only the numbers are kept
    return graph


def _decide(graph: _Graph) -> "tuple[array[int], array[int]]":
    """Who wins in each position (_OPEN: nobody can be sure to), and within how many turns."""
    size = len(graph.seats)
    winners, lengths = array("b", [_OPEN]) * size, array("i", [0]) * size
    left = array("i", [0]) * size  # steps that are not yet known to lose
    latest = array("i", [0]) * size  # of those that are, the longest loss
    starts, sources = _backwards(graph, size)
    waiting: dict[int, list[int]] = {}  # by length: positions that are decided, for those before them to hear of it

    def hear(position: int, winner: int, length: int) -> None:
        """A step of this position leads to a win of ``winner`` within ``length`` turns, counted from before it."""
        if winners[position] != _OPEN:
            return
        if graph.seats[position] != winner:
            left[position] -= 1
            latest[position] = max(latest[position], length)
            if left[position]:
                return
            length = latest[position]
        winners[position], lengths[position] = winner, length
        waiting.setdefault(length, []).append(position)

    for position in range(size):
        left[position] = graph.first[position + 1] - graph.first[position]
    for position in range(size):
        for edge in range(graph.first[position], graph.first[position + 1]):
            if graph.targets[edge] <= _WON:
                hear(position, _WON - graph.targets[edge], 1)
    length = 0
    while waiting:
        for position in waiting.get(length, ()):  # it grows while steps within a turn are followed
            for at in range(starts[position], starts[position + 1]):
                source, edge_turn = sources[at] >> 1, sources[at] & 1
                hear(source, winners[position], length + edge_turn)
        waiting.pop(length, None)
        length += 1
    return winners, lengths


def _backwards(graph: _Graph, size: int) -> "tuple[array[int], array[int]]":
    """For each position where its own part of the second list begins: twice the positions whose steps lead to it, plus
    1 if that completes a turn.
    """
    starts = array("q", [0]) * (size + 1)
    for target in graph.targets:
        if target >= 0:
            starts[target + 1] += 1
    for position in range(size):
        starts[position + 1] += starts[position]
    free = starts[:]
    sources = array("q", [0]) * starts[size]
    for position in range(size):
        for edge in range(graph.first[position], graph.first[position + 1]):
            target = graph.targets[edge]
            if target >= 0:
                sources[free[target]] = 2 * position + graph.turns[edge]
                free[target] += 1
    return starts, sources

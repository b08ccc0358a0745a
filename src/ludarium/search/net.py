"""A small net that judges positions and steps: whole numbers, few of them at work at a time, no library needed.

It looks at a game's planes (``core/arrays.py``) through the eyes of the seat to act. Every number on a cell calls up
one row of weights; the rows' sum, cut off below and above and squared, is the hidden layer, from which each seat's
chances and the weight of each legal action follow. What the game's own insight thinks is added to that, as far as the
net has learned to trust it.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, all_planes, count_cells, fill
from ludarium.core.insight import Belief, Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State

STEP: Final[i64] = 256  # a weight of 1 is so many whole steps
MOST: Final[i64] = 1023  # the largest weight, in steps
LANES: Final[i64] = 3  # weights that are added up together, in one number
_BITS: Final[i64] = 21  # of a lane
_MASK: Final[i64] = 0x1FFFFF
_ZERO: Final[i64] = MOST + 1  # stands for 0 in a lane, so that no lane is ever negative
_TOGETHER: Final[i64] = 1000  # rows whose sum a lane can hold
_EXACT: Final[i64] = 8  # planes up to this number tell all numbers apart, others ever wider ranges
_LEAST: Final[float] = 1.0e-4  # the least chance that an insight is taken to mean


def _level_table() -> vec[i64]:
    """The range that a number up to 255 is in: 1, 2, 3, 4, 5–6, 7–8, 9–12, 13–16, 17–24, …"""
    table: list[int] = [0]
    for value in range(1, 256):
        level = value
        if value > 4:
            octave = (value - 1).bit_length()
            level = 2 * octave - 1 if value <= 3 << (octave - 2) else 2 * octave
        table.append(level)
    return vec[i64](table)


LEVELS: Final = _level_table()


@final
class Inputs:
    """Which rows of weights a position calls up, in games with the options of ``start``. Planes whose names are
    ``ignored`` have none.
    """

    def __init__(self, arrays: Arrays, start: State, hidden_information: bool, ignored: Sequence[str]) -> None:
        self.arrays: Arrays = arrays
        self.hidden_information: bool = hidden_information
        self.cells: i64 = count_cells(arrays, start)
        self.seats: i64 = start.seats
        self.actions: i64 = arrays.actions(start)
        self.first: vec[i64] = vec[i64]()  # of each plane: its first row
        self.levels: vec[i64] = vec[i64]()  # rows for a cell
        self.wide: vec[i64] = vec[i64]()  # whether these stand for ranges of numbers
        self.looked_at: vec[i64] = vec[i64]()  # cells: one stands for all where they are the same everywhere
        rows: i64 = 0
        for plane in all_planes(arrays, start):
            wide: i64 = 1 if plane.top > _EXACT else 0
            levels: i64 = LEVELS[plane.top] if wide else plane.top
            looked_at: i64 = 0 if plane.name in ignored else 1 if plane.everywhere else self.cells
            self.first = append(self.first, rows)
            self.levels = append(self.levels, levels)
            self.wide = append(self.wide, wide)
            self.looked_at = append(self.looked_at, looked_at)
            rows += levels * looked_at
        self.rows: i64 = rows
        size: i64 = self.cells * len(self.first)
        self.planes: vec[u8] = vec[u8]([0] * int(size))  # 0 wherever it is looked at, between two looks
        self.marked: vec[i64] = vec[i64]([0] * int(size))  # the cells where something else was found
        self.found: vec[i64] = vec[i64]([0] * int(size))

    def look(self, state: State) -> i64:
        """Note in ``found`` the rows that the seat to act sees in a running game; how many they are."""
        out: vec[u8] = self.planes
        marked: vec[i64] = self.marked
        cells: i64 = self.cells
        fill(out, 0, cells, 1)
        view: State = state.view(state.seat) if self.hidden_information else state
        self.arrays.write(view, state.seat, out, cells)
        found: vec[i64] = self.found
        count: i64 = 0
        at: i64 = 0
        for plane in range(i64(len(self.first))):
            row: i64 = self.first[plane] - 1
            levels: i64 = self.levels[plane]
            wide: i64 = self.wide[plane]
            for cell in range(at, at + self.looked_at[plane]):
                value: i64 = i64(out[cell])
                if value:
                    found[count] = row + (LEVELS[value] if wide else value)
                    marked[count] = cell
                    count += 1
                row += levels
            at += cells
        for index in range(count):  # far fewer than all cells
            out[marked[index]] = u8(0)
        return count

    def seen(self, state: State) -> list[int]:
        """The rows that the seat to act sees."""
        count = self.look(state)
        return [int(self.found[index]) for index in range(count)]


@final
class Net:
    """The weights. ``rows`` (in steps, row by row) and ``bias`` lead to the hidden layer, whose length is a multiple
    of three; ``values`` and ``values_bias`` from there to each seat's chances, the seat's to act first; ``policy`` and
    ``policy_bias`` to each action's weight. ``trust`` and ``policy_trust`` say how much the insight's own judgement
    counts beside that (0: it is not asked). Without ``judges`` or ``prefers`` the insight alone judges, or prefers.
    """

    def __init__(
        self,
        inputs: Inputs,
        rows: Sequence[int],
        bias: Sequence[int],
        values: Sequence[float],
        values_bias: Sequence[float],
        policy: Sequence[float],
        policy_bias: Sequence[float],
        trust: float,
        policy_trust: float,
        judges: bool,
        prefers: bool,
    ) -> None:
        self.judges: bool = judges
        self.prefers: bool = prefers
        self.inputs: Inputs = inputs
        self.hidden: i64 = len(bias)
        self.words: i64 = self.hidden // LANES
        self.bias: vec[i64] = vec[i64](bias)
        self.values: vec[float] = vec[float](values)
        self.values_bias: vec[float] = vec[float](values_bias)
        self.policy: vec[float] = vec[float](policy)
        self.policy_bias: vec[float] = vec[float](policy_bias)
        self.trust: float = trust
        self.policy_trust: float = policy_trust
        self.active: vec[float] = vec[float]([0.0] * int(self.hidden))
        self.logits: vec[float] = vec[float]([0.0] * int(inputs.seats))
        height: i64 = inputs.rows
        packed: vec[i64] = vec[i64]([0] * int(self.words * height))
        for row in range(height):
            for word in range(self.words):
                place: i64 = row * self.hidden + LANES * word
                total: i64 = 0
                for lane in range(LANES):
                    weight: i64 = rows[int(place + lane)]
                    total += (weight + _ZERO) << (lane * _BITS)
                packed[row * self.words + word] = total
        self.packed: vec[i64] = packed
        self.sums: vec[i64] = vec[i64]([0] * int(self.hidden))

    def look(self, state: State) -> None:
        """Work out the hidden layer for the seat to act in a running game."""
        inputs: Inputs = self.inputs
        count: i64 = inputs.look(state)
        sums: vec[i64] = self.sums
        for unit in range(self.hidden):
            sums[unit] = self.bias[unit] - count * _ZERO
        start: i64 = 0
        while start < count:
            end: i64 = min(count, start + _TOGETHER)
            self._add(start, end)
            start = end
        active: vec[float] = self.active
        for unit in range(self.hidden):
            active[unit] = _squash(sums[unit])

    def _add(self, start: i64, end: i64) -> None:
        """Add some of the rows that were found, four words at a time: they lie beside each other."""
        found: vec[i64] = self.inputs.found
        packed: vec[i64] = self.packed
        words: i64 = self.words
        word: i64 = 0
        while word + 4 <= words:
            one: i64 = 0
            two: i64 = 0
            three: i64 = 0
            four: i64 = 0
            for index in range(start, end):
                at: i64 = found[index] * words + word
                one += packed[at]
                two += packed[at + 1]
                three += packed[at + 2]
                four += packed[at + 3]
            self._unpack(word, one)
            self._unpack(word + 1, two)
            self._unpack(word + 2, three)
            self._unpack(word + 3, four)
            word += 4
        while word < words:
            total: i64 = 0
            for index in range(start, end):
                total += packed[found[index] * words + word]
            self._unpack(word, total)
            word += 1

    def _unpack(self, word: i64, total: i64) -> None:
        sums: vec[i64] = self.sums
        unit: i64 = LANES * word
        sums[unit] += total & _MASK
        sums[unit + 1] += (total >> _BITS) & _MASK
        sums[unit + 2] += total >> (2 * _BITS)

    def judge(self, seat: i64, worth: vec[float]) -> None:
        """Each seat's chances, after ``look`` for this seat; ``worth`` has the insight's unless it is not trusted."""
        seats: i64 = self.inputs.seats
        logits: vec[float] = self.logits
        most: float = -1.0e9
        for relative in range(seats):
            logit: float = self.values_bias[relative] + self._dot(self.values, relative)
            if self.trust > 0.0:
                logit += self.trust * log(max(_LEAST, worth[(seat + relative) % seats]))
            logits[relative] = logit
            most = max(most, logit)
        total: float = 0.0
        for relative in range(seats):
            logits[relative] = exp(logits[relative] - most)
            total += logits[relative]
        for relative in range(seats):
            worth[(seat + relative) % seats] = logits[relative] / total

    def weigh(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        """The weights of legal steps, after ``look``; they hold the insight's unless it is not trusted."""
        actions: vec[i64] = steps[:]
        self.inputs.arrays.to_actions(state, actions)
        count: i64 = len(steps)
        most: float = -1.0e9
        for index in range(count):
            action: i64 = actions[index]
            logit: float = self.policy_bias[action] + self._dot(self.policy, action)
            if self.policy_trust > 0.0:
                logit += self.policy_trust * log(max(1.0e-9, weights[index]))
            weights[index] = logit
            most = max(most, logit)
        for index in range(count):
            weights[index] = exp(max(weights[index] - most, -20.0))

    def _dot(self, weights: vec[float], row: i64) -> float:
        active: vec[float] = self.active
        hidden: i64 = self.hidden
        at: i64 = row * hidden
        total: float = 0.0
        other: float = 0.0  # two sums, as an addition has to wait for the one before
        unit: i64 = 0
        while unit + 1 < hidden:
            total += active[unit] * weights[at + unit]
            other += active[unit + 1] * weights[at + unit + 1]
            unit += 2
        if unit < hidden:
            total += active[unit] * weights[at + unit]
        return total + other


def _squash(value: i64) -> float:
    """Nothing below 0, nothing above 1, and squared between them."""
    if value <= 0:
        return 0.0
    if value >= STEP:
        return 1.0
    share: float = float(value) / float(STEP)
    return share * share


@final
class LearnedInsight(Insight):
    """A game's insight with a net's judgement and preferences in place of its own, or added to them."""

    def __init__(self, net: Net, base: Insight, explore: float) -> None:
        super().__init__(horizon=0, guides=True, explore=explore)
        self.net: Net = net
        self.base: Insight = base

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        net: Net = self.net
        if net.trust > 0.0 or not net.judges:
            self.base.judge_worth(state, worth)
        if state.seat >= 0 and net.judges:
            net.look(state)
            net.judge(state.seat, worth)

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        net: Net = self.net
        if net.policy_trust > 0.0 or not net.prefers:
            self.base.priors(state, steps, weights)
        if net.prefers:
            net.look(state)
            net.weigh(state, steps, weights)

    def rollout_step(self, state: State, rng: Rng) -> i64:
        return self.base.rollout_step(state, rng)

    def may_win(self, state: State) -> bool:
        return self.base.may_win(state)

    def belief(self, views: Sequence[State], seat: int) -> Belief:
        return self.base.belief(views, seat)

"""Games small enough to work out by hand."""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, Plane
from ludarium.core.insight import Belief, Insight
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State


class Pile(State):
    """Take one to three from a pile; who takes the last one wins. With two seats and one step to a turn, the seat to
    act loses against good play if and only if the pile is a multiple of four.
    """

    def __init__(self, pile: int, seats: int = 2, steps_per_turn: int = 1) -> None:
        super().__init__()
        self.pile = pile
        self.seats = seats
        self.steps_per_turn = steps_per_turn
        self.taken = 0  # steps of this turn

    def judge(self, step: i64) -> i64:
        return 0 if self.seat >= 0 and 1 <= step <= min(3, self.pile) else 1

    def legal(self) -> vec[i64]:
        return vec[i64](range(1, min(3, self.pile) + 1) if self.seat >= 0 else [])

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        self.pile -= int(step)
        self.taken += 1
        if self.pile == 0:
            self.winners = 1 << int(self.seat)
            self.seat = -1
        elif self.taken == self.steps_per_turn:
            self.taken = 0
            self.turn += 1
            self.seat = (self.seat + 1) % self.seats

    def copy(self) -> "Pile":
        other = Pile(self.pile, int(self.seats), self.steps_per_turn)
        other.taken = self.taken
        other.seat, other.turn, other.winners = self.seat, self.turn, self.winners
        return other

    def fields(self) -> tuple[object, ...]:
        return (self.pile, self.seat, self.turn, self.taken, self.seats, self.winners)


class Kingmaker(State):
    """Three seats. Seat 0 goes left (0) or right (1); on the left seat 1 then chooses whether seat 0 or seat 2 wins, on
    the right seat 2 chooses between itself and seat 0.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seats = 3

    def legal(self) -> vec[i64]:
        return vec[i64]([0, 1] if self.seat >= 0 else [])

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        self.turn += 1
        if self.seat == 0:
            self.seat = 1 + int(step)
        else:
            self.winners = 1 if step == 0 else 4
            self.seat = -1

    def copy(self) -> "Kingmaker":
        other = Kingmaker()
        other.seat, other.turn, other.winners = self.seat, self.turn, self.winners
        return other

    def fields(self) -> tuple[object, ...]:
        return (self.seat, self.turn, self.winners)


class Doors(State):
    """Seat 0 opens one of three doors, not knowing which one has the treasure (and the win) behind it; else seat 1
    wins. With ``key`` there is a fourth step, which opens all doors; it takes two steps (3, then 4).
    """

    def __init__(self, door: int, key: bool = False) -> None:
        super().__init__()
        self.door = door
        self.key = key
        self.turning = False

    def judge(self, step: i64) -> i64:
        return 0 if step in self.legal() else 1

    def legal(self) -> vec[i64]:
        if self.seat < 0:
            return vec[i64]()
        return vec[i64]([4] if self.turning else [0, 1, 2, 3] if self.key else [0, 1, 2])

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        if step == 3:
            self.turning = True
            return
        self.winners = 1 if step in (self.door, 4) else 2
        self.seat = -1

    def copy(self) -> "Doors":
        other = Doors(self.door, self.key)
        other.turning = self.turning
        other.seat, other.winners = self.seat, self.winners
        return other

    def resample(self, seat: i64, rng: Rng) -> State:
        other = self.copy()
        other.door = int(rng.below(3))
        return other

    def fields(self) -> tuple[object, ...]:
        return (self.door, self.key, self.turning, self.seat, self.winners)


class Favourite(Belief):
    """Thinks that one door is so many times as likely as each of the others."""

    def __init__(self, door: int, times: float) -> None:
        self.door = door
        self.times = times

    def weight(self, truth: State) -> float:
        assert isinstance(truth, Doors)
        return self.times if truth.door == self.door else 1.0


class PileInsight(Insight):
    """Knows the game of one pile, so that no playout is needed."""

    def __init__(self) -> None:
        super().__init__(0, True)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        assert isinstance(state, Pile)
        mine = 0.1 if state.pile % 4 == 0 else 0.9
        for seat in range(int(state.seats)):
            worth[seat] = mine if seat == state.seat else 1.0 - mine

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        assert isinstance(state, Pile)
        for index, step in enumerate(steps):
            weights[index] = 5.0 if (state.pile - step) % 4 == 0 else 1.0


def steps_of(line: Sequence[int]) -> list[int]:
    return [int(step) for step in line]


class OneCell(Arrays):
    """What is left of a pile, on a board of one cell; of other games nothing. Actions are steps."""

    def __init__(self) -> None:
        super().__init__(version=1, layout="One cell.")

    def actions(self, state: State) -> i64:
        return 5

    def shape(self, state: State) -> tuple[int, ...]:
        return (1,)

    def planes(self, state: State) -> list[Plane]:
        return [Plane("pile", 255, "what is left")]

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        out[at] = u8(view.pile if isinstance(view, Pile) else 0)


class Dance(State):
    """Nobody gets anywhere: who is to act steps aside and back again (0), or spends one of its coins (1). A turn has so
    many of these steps, and ends with 2 where that is more than one. With ``trap``, who answers a step aside must lose.
    """

    def __init__(self, share: float, steps_per_turn: int = 1, trap: bool = False) -> None:
        super().__init__()
        self.share = share  # what seat 0 can expect with all coins
        self.steps_per_turn = steps_per_turn
        self.trap = trap
        self.aside = [0, 0]
        self.coins = [0, 0]  # spent
        self.taken = 0  # steps of this turn
        self.cap = 0

    def arguments(self) -> tuple[object, ...]:
        return (self.share, self.steps_per_turn, self.trap)

    def judge(self, step: i64) -> i64:
        return 0 if step in self.legal() else 1

    def legal(self) -> vec[i64]:
        if self.seat < 0:
            return vec[i64]()
        if self.trap and self.seat == 1 and self.aside[0]:
            return vec[i64]([3])
        if self.steps_per_turn == 1:
            return vec[i64]([0, 1])
        return vec[i64]([0, 1, 2] if self.taken < self.steps_per_turn else [2])

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        if step == 3:
            self.end(1, 1)
            return
        if step == 0:
            self.aside[int(self.seat)] ^= 1
        elif step == 1:
            self.coins[int(self.seat)] += 1
        self.taken += 1
        if step == 2 or self.steps_per_turn == 1:
            self.taken = 0
            self.turn += 1
            self.seat = 1 - self.seat

    def spent(self) -> float:
        return float(self.turn) / self.cap if self.cap else 0.0

    def count_winners(self) -> i64:
        return 1 if self.coins[0] < self.coins[1] else 0


class DanceInsight(Insight):
    """A coin is worth a hundredth to its owner."""

    def __init__(self) -> None:
        super().__init__(0, True, 0.2)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        assert isinstance(state, Dance)
        worth[0] = state.share - 0.01 * (state.coins[0] - state.coins[1])
        worth[1] = 1.0 - worth[0]

"""What every game's state can do: the contract between a rulebook and everything else."""

from typing import Final, TypeVar, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ludarium.core.rng import Rng

NOBODY: Final[i64] = -1
SPECTATOR: Final = -1


@final
class EventLog:
    """Collects what a step does. Search passes none, so that it pays nothing."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []

    def add(self, *row: int) -> None:
        """Note an event: its number in the game's list of kinds, then its fields in their order."""
        self.rows.append(row)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position with all that decides how the game may go on.

    ``seat`` acts next (-1 once the game is over); ``turn`` counts the turns completed;
    ``winners`` has a bit for each winning seat and ``ending`` is the number of the reason in
    the game's list of endings (0 while the game runs).
    """

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.turn: i64 = 0
        self.seats: i64 = 2
        self.winners: i64 = 0
        self.ending: i64 = 0

    def judge(self, step: i64) -> i64:
        """0 if the step is legal, else the number of the reason that forbids it."""
        raise NotImplementedError

    def facts(self, step: i64, reason: i64) -> list[int]:
        """The values of the fields of that reason's sentence, for a step that ``judge`` refuses with it."""
        return []

    def legal(self) -> vec[i64]:
        """All legal steps of the seat to act, in a fixed order; empty once the game is over."""
        raise NotImplementedError

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        """Take a legal step. It is not judged again: ask ``judge`` first where it came from outside."""
        raise NotImplementedError

    def random_step(self, rng: Rng) -> i64:
        """A legal step, each with the same chance. Games draw candidates where that is faster."""
        steps: vec[i64] = self.legal()
        return steps[rng.below(len(steps))]

    def universe(self) -> vec[i64]:
        """Every step that can be written down for this board, legal or not, in ascending order."""
        raise NotImplementedError

    def copy(self) -> "State":
        raise NotImplementedError

    def view(self, seat: i64) -> "State":
        """What a seat may know (-1: a spectator). Without hidden information, everything."""
        return self.copy()

    def resample(self, seat: i64, rng: Rng) -> "State":
        """A full state drawn from those that ``view(seat)`` leaves possible."""
        return self.copy()

    def fields(self) -> tuple[object, ...]:
        """Everything that distinguishes this state from another one, as plain values."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return NotImplemented
        return self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())


S = TypeVar("S", bound=State)


def expect(state: State, kind: type[S]) -> S:
    """The state as one of this kind; a game gets no other game's states."""
    if not isinstance(state, kind):
        raise TypeError(f"a state of {kind.__name__} was expected, not of {type(state).__name__}")
    return state

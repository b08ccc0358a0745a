"""What every game's state can do: the contract between a rulebook and everything else."""

import copyreg
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, TypeVar, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from ludarium.core.rng import Rng

LEGAL: Final[i64] = 0  # what ``judge`` says of a step that nothing forbids
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

    Equality, hash, pickle and ``copy`` come from the attributes that ``__init__`` sets; where it takes arguments,
    ``arguments`` names them. Games write a ``copy`` of their own for speed.
    """

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.turn: i64 = 0
        self.seats: i64 = 2
        self.winners: i64 = 0
        self.ending: i64 = 0

    def end(self, ending: i64, winners: i64) -> None:
        """The game is over."""
        self.seat = NOBODY
        self.ending = ending
        self.winners = winners

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
        """An independent twin. Lists, vecs and what else has a ``copy`` are copied with it, all other values shared."""
        return _made(type(self), self.arguments(), {name: _twin(one) for name, one in self.attributes().items()})

    def view(self, seat: i64) -> "State":
        """What a seat may know (-1: a spectator). Without hidden information, everything."""
        return self.copy()

    def resample(self, seat: i64, rng: Rng) -> "State":
        """A full state drawn from those that ``view(seat)`` leaves possible."""
        return self.copy()

    # --- games that lead nowhere ------------------------------------------------------------------------------------
    def timeless(self) -> "State":
        """A twin without what only counts turns: where those of two states are equal, a position has come back.

        A game that counts more than ``turn``, or that remembers earlier positions, leaves that out, too.
        """
        twin = self.copy()
        twin.turn = 0
        return twin

    def spent(self) -> float:
        """How much is used up of the turns after which the rules end a game that nobody has won, from 0 to 1."""
        return 0.0

    def count_winners(self) -> i64:
        """Who would win if they did so now, as in ``winners``: 0, a draw, unless they count something then."""
        return 0

    def arguments(self) -> tuple[object, ...]:
        """What ``__init__`` takes to make a state of this kind."""
        return ()

    def attributes(self) -> dict[str, object]:
        """Everything that ``__init__`` set, by name in alphabetical order."""
        compiled: tuple[str, ...] = getattr(type(self), "__mypyc_attrs__", ())
        interpreted: Mapping[str, object] = getattr(self, "__dict__", {})
        return {name: getattr(self, name) for name in sorted({*compiled, *interpreted}) if name != "__dict__"}

    def fields(self) -> tuple[object, ...]:
        """Everything that distinguishes this state from another one, as values that have a hash."""
        return tuple([tuple(one) if isinstance(one, _UNHASHABLE) else one for one in self.attributes().values()])

    def __reduce__(self) -> tuple[object, ...]:
        kind: Any = type(self)  # (mypyc knows no ``__module__`` of its classes)
        return restore, (kind.__module__, kind.__qualname__, self.arguments(), self.attributes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return NotImplemented
        return self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())


# --- states copied and pickled ----------------------------------------------------------------------------------
def _made(kind: type[State], arguments: tuple[object, ...], attributes: Mapping[str, object]) -> State:
    make: Callable[..., State] = kind
    state = make(*arguments)
    for name, value in attributes.items():
        setattr(state, name, value)
    return state


def restore(module: str, kind: str, arguments: tuple[object, ...], attributes: Mapping[str, object]) -> State:
    """The state that was pickled so."""
    import_module("ludarium.games.registered")  # without which Python does not find games from outside the package
    return _made(getattr(import_module(module), kind), arguments, attributes)


def _twin(value: object) -> object:
    if isinstance(value, _VECS):
        return value[:]
    copy = getattr(value, "copy", None)
    return copy() if copy else value


def restore_vec(kind: str, values: list[int]) -> object:
    """The ``vec`` that was pickled so: Python itself cannot do it."""
    if kind == "vec[u8]":
        return vec[u8](values)
    return vec[i64](values) if kind == "vec[i64]" else vec[float](values)


def _reduce_vec(values: Any) -> Any:
    return restore_vec, (type(values).__name__, list(values))


_VECS: Final = (type(vec[i64]()), type(vec[u8]()), type(vec[float]()))
_UNHASHABLE: Final = (list, *_VECS)
for _kind in _VECS:
    copyreg.pickle(_kind, _reduce_vec)


S = TypeVar("S", bound=State)


def expect(state: State, kind: type[S]) -> S:
    """The state as one of this kind; a game gets no other game's states."""
    if not isinstance(state, kind):
        raise TypeError(f"a state of {kind.__name__} was expected, not of {type(state).__name__}")
    return state

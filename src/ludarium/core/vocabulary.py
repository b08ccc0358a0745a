"""How a game names what can happen, what can be refused, how it can end and what can be chosen.

A rules file works with numbers; these tables, kept beside it, say what the numbers mean. A field is a
``(name, type)`` pair. The type tells the game's notation how to write the value ("site": 24 is ``x``)
and the words of a language how to say it ("piece": ``kraken`` is クラーケン).
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

Field = tuple[str, str]
SEAT: Final = ("seat", "seat")
PIECE: Final = ("piece", "piece")
AT: Final = ("at", "site")
FROM: Final = ("from", "site")
TO: Final = ("to", "site")

# What an event does to a picture of the board. Where a site holds two pieces for a moment,
# "move" takes the one that came last, "push" and "take" the one that was there first.
NOTHING: Final = ""
PUT: Final = "put"  # fields: piece, at, and seat, facing, height where the game has them
MOVE: Final = "move"  # fields: from, to
PUSH: Final = "push"  # fields: from, to
TAKE: Final = "take"  # fields: at
TURN: Final = "turn"  # fields: at, facing
SHOW: Final = "show"  # fields: at, owner, piece (what it is from now on), and facing where that changes, too
RAISE: Final = "raise"  # fields: at (one floor more)
LOWER: Final = "lower"  # fields: at (one floor less)


class EventKind(NamedTuple):
    """What happened. A field named in ``private`` is seen by the seat in the field ``seat`` alone;
    a ``secret`` event as a whole is. ``shows`` says whether somebody learns by it what had been hidden from them, so
    that it cannot be unseen; if a game does not say, an event with the effect "show" does, and so does a secret one
    outside a set-up.
    """

    name: str
    fields: tuple[Field, ...] = ()
    effect: str = NOTHING
    private: tuple[str, ...] = ()
    secret: bool = False
    shows: bool | None = None


class Reason(NamedTuple):
    """Why a step is refused: the clause, and the key and fields of the sentence that says so."""

    clause: str
    name: str
    fields: tuple[Field, ...] = ()


class Ending(NamedTuple):
    """Why a game is over."""

    clause: str
    name: str


class Terms:
    """A game's events and endings, added one by one: each gets the number by which the rules know it. (Reasons are
    numbered by hand, because only numbers that the compiler sees cost nothing where steps are judged.)
    """

    def __init__(self) -> None:
        self.events: list[EventKind] = []
        self.endings = [Ending("", "")]

    def event(self, name: str, fields: tuple[Field, ...], effect: str = NOTHING, **more: Any) -> int:
        self.events.append(EventKind(name, fields, effect, **more))
        return len(self.events) - 1

    def ending(self, clause: str, name: str) -> int:
        self.endings.append(Ending(clause, name))
        return len(self.endings) - 1


@dataclass(frozen=True)
class Option:
    """One choice that a game offers.

    A choice names its ``values``; a truth value has a default that is one; else it is a whole number from ``low`` to
    ``high`` in strides of ``stride`` (or 0 where ``zero`` says that 0 means "none"). ``lists`` says what a list given
    instead would hold: the game's ``check_options`` looks into it. If it holds ``places`` of a grid, pairs of whole
    numbers, people can write them short: ``0:0..9:0 3:1``.
    """

    name: str
    default: int | str | bool | tuple[str, ...]
    clause: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    stride: int = 1
    zero: bool = False
    lists: str = ""
    places: bool = False

    def __post_init__(self) -> None:
        values: tuple[object, ...] = self.values
        if not all(isinstance(value, str) for value in values):
            raise ValueError(f"the values of {self.name} are words; numbers are low=…, high=…, stride=…")

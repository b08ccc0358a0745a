"""What a game says about puzzles: the names of what happens in them, and what is needed to find and prove them.

The game's module has it as ``PUZZLING``, or in a package its module ``puzzling``. A game that says nothing has puzzles
without themes; where something is hidden it has none, as nobody knows what all could be.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludarium.core.game import Event
from ludarium.core.state import State


@dataclass(frozen=True)
class PlayedTurn:
    """The steps that a seat took one after the other, and what they did."""

    seat: int
    steps: tuple[str, ...]
    events: tuple[Event, ...]


Line = Sequence[PlayedTurn]
Reason = tuple[str, Mapping[str, object]]  # a key of the section ``guesses`` of the game's words, and its fields


def no_themes(line: Line, ending: str) -> list[str]:
    return []


def whole(state: State) -> object:
    """All of a position."""
    return state


def no_guess_themes(view: State, at: str) -> list[str]:
    return []


def no_guess_reasons(view: State, at: str) -> list[Reason]:
    return []


def no_truths(view: State, seat: int) -> list[State]:
    return []


@dataclass(frozen=True)
class Puzzling:
    """``themes`` names what a solution is about: its turns, the solver's first, and the name of the ending (empty while
    the game goes on). Words for the names are in the section ``themes`` of the game's text.
    ``gist`` is what matters of a position in which the game is over: wins that agree in it are one and the same.
    ``truths`` are all that the view of a seat leaves open, none if they are too many.
    ``guess_themes`` names what tells the viewer of a position something about the hidden piece on a site.
    ``guess_reasons`` tells it in sentences: what each of these things says about the piece.
    ``reach`` has, by ruleset, in how many turns wins and saves are looked for: as far as the solver sees quickly.
    ``starts`` has, by ruleset, the options of the games in which puzzles are looked for, one after the other in turn.
    """

    themes: Callable[[Line, str], list[str]] = no_themes
    gist: Callable[[State], object] = whole
    truths: Callable[[State, int], list[State]] = no_truths
    guess_themes: Callable[[State, str], list[str]] = no_guess_themes
    guess_reasons: Callable[[State, str], list[Reason]] = no_guess_reasons
    reach: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    starts: Mapping[str, Sequence[Mapping[str, object]]] = field(default_factory=dict)

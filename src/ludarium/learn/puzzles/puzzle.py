"""One puzzle, as it is kept: a line of JSON in ``puzzles/RULESET.jsonl`` of the game's folder.

=============  =====================================================================================================
``id``         stable and unique: the ruleset and six digits of a hash (``mur-jp-3f9a2c``)
``kind``       ``win``: win within ``turns`` of your turns, whatever the others do. ``save``: play so that no opponent
               can force a win within their next ``turns`` turns. ``guess``: what can the piece on ``at`` be?
``position``   as ``ludarium draw --position`` reads it; where something is hidden, what ``seat`` sees of it
``options``    those that the ruleset does not preset (left out: none)
``seat``       who solves it (left out: the seat to act)
``turns``      see ``kind``
``solution``   the turns of all sides in order, the solver's first, each a list of steps. Against a win the others hold
               out as long as they can; of a save it is only the solver's turn. What is hidden is one of the truths.
``themes``     keys of the section ``themes`` of the game's words
``rating``     600 to 2400: see ``rating``
``at``         guess: where the piece stands
``answer``     guess: all that it can be, as kinds of pieces, in the order of the scene
``start``      guess: what the seat saw when the moves that led to ``position`` began
``steps``      guess: these moves, each ``{"seat": 0, "events": [{"kind": "moved", …}, …]}``: public events alone, as
               the steps of another seat may be its secret
=============  =====================================================================================================

*One way* is exact. A turn (all steps of a seat until another one acts) leads to a position; turns that lead to the same
position are one way, as are wins that agree in what the game says matters of a finished game (``Puzzling.gist``). In
most puzzles there is no other one. Where a turn has several steps, something needless may be possible beside: then all
turns that win (or save) must have steps in common which can be taken by themselves, which at most a quarter of all
turns have, and with which at least half of them win: these steps are the way, whatever else is done. The solution
has the turn of the fewest steps; every turn that wins is right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludarium.core.errors import LudariumError
from ludarium.core.game import Event, Game, Ruleset, find_ruleset
from ludarium.core.state import State

WIN, SAVE, GUESS = "win", "save", "guess"
KINDS = (WIN, SAVE, GUESS)
LEAST_RATING, MOST_RATING = 600, 2400
MOST_TURNS = 3


class PuzzleError(LudariumError):
    """A puzzle that does not exist, or a file of puzzles that cannot be read."""

    section = "puzzles"


@dataclass(frozen=True)
class Moment:
    """Of a guess: what happened in one step, as everybody could see it."""

    seat: int
    events: tuple[Mapping[str, object], ...]


@dataclass(frozen=True)
class Puzzle:
    """See the docstring of this module."""

    id: str
    ruleset: str
    kind: str
    position: str
    turns: int = 0
    solution: tuple[tuple[str, ...], ...] = ()
    themes: tuple[str, ...] = ()
    rating: int = 1500
    options: Mapping[str, object] = field(default_factory=dict)
    seat: int = -1
    at: str = ""
    answer: tuple[str, ...] = ()
    start: str = ""
    steps: tuple[Moment, ...] = ()

    @property
    def rules(self) -> Ruleset:
        return find_ruleset(self.ruleset)

    @property
    def game(self) -> Game:
        return self.rules.game

    def read(self, text: str = "") -> State:
        """The position, or another one with the same options; of a game with secrets it is the solver's view."""
        return self.game.read_position(self.rules.read(self.options), text or self.position)

    def solver_seat(self, state: State) -> int:
        """Who solves it, if this is its position."""
        return self.seat if self.seat >= 0 else int(state.seat)

    def moments(self) -> list[tuple[int, list[Event]]]:
        """Of a guess: who did what before, for pictures and sentences."""
        effects = {kind.name: kind.effect for kind in self.game.events}
        told = []
        for moment in self.steps:
            events = []
            for written in moment.events:
                kind = str(written["kind"])
                data = {name: value for name, value in written.items() if name != "kind"}
                events.append(Event(kind, data, effects[kind]))
            told.append((moment.seat, events))
        return told

    def as_json(self) -> dict[str, object]:
        """All fields that say anything, in the order in which they are written."""
        said: dict[str, object] = {"id": self.id, "kind": self.kind, "position": self.position}
        more = {
            "options": dict(self.options),
            "turns": self.turns,
            "solution": [list(turn) for turn in self.solution],
            "at": self.at,
            "answer": list(self.answer),
            "start": self.start,
            "steps": [{"seat": one.seat, "events": list(one.events)} for one in self.steps],
        }
        if self.seat >= 0:
            said["seat"] = self.seat
        said |= {name: value for name, value in more.items() if value}
        return said | {"themes": list(self.themes), "rating": self.rating}


def read_puzzle(ruleset: str, said: object) -> Puzzle:
    """The puzzle that is written so; ``ValueError``, ``TypeError`` or ``KeyError`` says what is wrong with it."""
    if not isinstance(said, dict):
        raise TypeError("a JSON object was expected")
    given = dict(said)
    puzzle = Puzzle(
        id=_text(given, "id"),
        ruleset=ruleset,
        kind=_text(given, "kind"),
        position=_text(given, "position"),
        turns=_number(given, "turns", 0),
        solution=tuple(_texts(turn) for turn in given.pop("solution", [])),
        themes=_texts(given.pop("themes", [])),
        rating=_number(given, "rating", 0),
        options=dict(given.pop("options", {})),
        seat=_number(given, "seat", -1),
        at=_text(given, "at", ""),
        answer=_texts(given.pop("answer", [])),
        start=_text(given, "start", ""),
        steps=tuple(Moment(int(one["seat"]), tuple(map(dict, one["events"]))) for one in given.pop("steps", [])),
    )
    if given:
        raise ValueError(f"unknown: {', '.join(given)}")
    if puzzle.kind not in KINDS or not LEAST_RATING <= puzzle.rating <= MOST_RATING:
        raise ValueError(f"kind {puzzle.kind!r}, rating {puzzle.rating}")
    if puzzle.kind == GUESS:
        if not (puzzle.at and puzzle.answer and puzzle.start and puzzle.seat >= 0):
            raise ValueError("a guess has seat, at, answer and start")
    elif not (1 <= puzzle.turns <= MOST_TURNS and puzzle.solution and all(puzzle.solution)):
        raise ValueError("turns and solution are missing")
    return puzzle


def _text(given: dict[str, object], name: str, usual: str | None = None) -> str:
    value = given.pop(name, usual)
    if not isinstance(value, str):
        raise TypeError(f"{name}: {value!r}")
    return value


def _number(given: dict[str, object], name: str, usual: int) -> int:
    value = given.pop(name, usual)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: {value!r}")
    return value


def _texts(values: Sequence[object]) -> tuple[str, ...]:
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"a list of texts was expected, not {values!r}")
    return tuple(map(str, values))

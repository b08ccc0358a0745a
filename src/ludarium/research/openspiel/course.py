"""The course of a game: its state, and what everybody at the table could see of the steps that led there.

What a player has seen is what every spectator has seen, together with what the player sees now. So a course keeps
nothing about a single seat, and one with another truth behind it (``resampled``) serves every seat as well.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

from ludarium.core.errors import NotAllowed
from ludarium.core.game import HIDDEN, Game
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.research.form import Form, read_form

Row = tuple[int, ...]  # an event, in numbers
Told = tuple[str, tuple[Row, ...]]  # a step as everybody knows it: in words, and in numbers
Taken = tuple[int, int, list[Row]]  # a step, its action, and the rows of its event log
T = TypeVar("T")

_FINE: Final = 1 << 31


class Link(NamedTuple, Generic[T]):
    """Steps as a chain, the last one first: one is added and a chain shared at no cost, however long the game is."""

    before: "Link[T] | None"
    one: T


def forwards(last: "Link[T] | None") -> list[T]:
    """All of a chain, the first one first."""
    found: list[T] = []
    while last is not None:
        found.append(last.one)
        last = last.before
    return found[::-1]


class Course:
    """``state`` is the truth. ``dealt`` is false as long as chance has not yet decided the start."""

    __slots__ = ("_taken", "_told", "dealt", "form", "state")

    def __init__(self, form: Form, state: State, dealt: bool = True, told: Link[Told] | None = None) -> None:
        self.form = form
        self.state = state
        self.dealt = dealt
        self._told = told
        self._taken: Link[Taken] | None = None  # the steps since then: told only when somebody asks

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.form.seats:
            raise NotAllowed("seat_unknown", seat=shortened(seat), known=list(range(self.form.seats)))

    def deal(self, seed: int) -> None:
        self.state = self.form.new(seed)
        self.dealt = True

    def take(self, step: int, action: int) -> None:
        """Take a legal step."""
        if self.form.game.hidden_information:
            log = EventLog()
            self.state.apply(step, log)
            self._taken = Link(self._taken, (step, action, log.rows))
        else:
            self.state.apply(step)
            self._taken = Link(self._taken, (step, action, []))

    def told(self) -> list[Told]:
        """The steps so far as a spectator knows them, in words and in numbers, the first one first.

        Without secrets a step is its own text and 1 + its action. With secrets it is its events, as a spectator may
        know them: 1 + the kind, then 1 + each field, or 0 for one that is hidden.
        """
        for step, action, rows in forwards(self._taken):
            game = self.form.game
            if not game.hidden_information:
                self._told = Link(self._told, (game.step_text(step), ((1 + action,),)))
            elif shown := _shown(game, rows):
                self._told = Link(self._told, (", ".join(text for text, _ in shown), tuple(row for _, row in shown)))
        self._taken = None
        return forwards(self._told)

    def copy(self) -> "Course":
        twin = Course(self.form, self.state.copy(), self.dealt, self._told)
        twin._taken = self._taken
        return twin

    def __deepcopy__(self, memo: object) -> "Course":
        return self.copy()

    def resampled(self, seat: int, draw: Callable[[], float]) -> "Course":
        """A course that the seat cannot tell from this one, with one of the truths that it leaves open."""
        if not self.dealt:
            return self.copy()
        self.told()  # what was taken in truth stays behind
        seed = int(draw() * _FINE) << 31 | int(draw() * _FINE)
        return Course(self.form, self.state.resample(seat, Rng(seed)), told=self._told)

    def __reduce__(self) -> tuple[object, ...]:
        steps = forwards(self._told), forwards(self._taken)
        return _thaw, (self.form.name, tuple(self.form.given.items()), self.state, self.dealt, *steps)


Given = tuple[tuple[str, object], ...]


@lru_cache(maxsize=256)
def form_of(name: str, given: Given) -> Form:
    """The form of a ruleset with these options instead of its own: one object for all who ask."""
    return read_form(name, dict(given))


def _thaw(name: str, given: Given, state: State, dealt: bool, told: list[Told], taken: list[Taken]) -> Course:
    course = Course(form_of(name, given), state, dealt)
    for known in told:
        course._told = Link(course._told, known)
    for step in taken:
        course._taken = Link(course._taken, step)
    return course


def _shown(game: Game, rows: list[Row]) -> list[tuple[str, Row]]:
    """The events of a step as a spectator may know them while the game runs, in words and in numbers."""
    shown = []
    for row in rows:
        log = EventLog()
        log.rows.append(row)
        for event in game.event_list(log, SPECTATOR, over=False):
            known = [
                0 if code == HIDDEN else 1 + value for code, value in zip(event.data.values(), row[1:], strict=True)
            ]
            said = " ".join(f"{name}={_word(code)}" for name, code in event.data.items())
            shown.append((f"{event.kind} {said}", (1 + row[0], *known)))
    return shown


def _word(code: object) -> str:
    return "+".join(map(str, code)) if isinstance(code, list | tuple) else str(code)

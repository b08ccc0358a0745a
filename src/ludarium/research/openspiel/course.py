"""The course of a game: its state, and what everybody at the table could see of the steps that led there.

What a player has seen is what every spectator has seen, together with what the player sees now. So a course keeps
nothing about a single seat, and one with another truth behind it (``resampled``) serves every seat as well.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from ludarium.core.game import HIDDEN, Game
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.research.form import Form, read_form

# Chains of tuples, the last step first: a step is added and a chain shared at no cost, however long the game is.
Told = tuple["Told | None", str, tuple[tuple[int, ...], ...]]  # what was before; the step in words; and in numbers
Taken = tuple["Taken | None", int, int, list[tuple[int, ...]]]  # what was before; step, action, rows of the event log

_FINE: Final = 1 << 31


class Course:
    """``state`` is the truth. ``dealt`` is false as long as chance has not yet decided the start."""

    __slots__ = ("_taken", "_told", "dealt", "form", "state")

    def __init__(self, form: Form, state: State, dealt: bool = True, told: Told | None = None) -> None:
        self.form = form
        self.state = state
        self.dealt = dealt
        self._told = told
        self._taken: Taken | None = None  # the steps since then: told only when somebody asks

    def deal(self, seed: int) -> None:
        self.state = self.form.new(seed)
        self.dealt = True

    def take(self, step: int, action: int) -> None:
        """Take a legal step."""
        if self.form.game.hides:
            log = EventLog()
            self.state.apply(step, log)
            self._taken = (self._taken, step, action, log.rows)
        else:
            self.state.apply(step)
            self._taken = (self._taken, step, action, [])

    def told(self) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
        """The steps so far as a spectator knows them, in words and in numbers, the first one first.

        Without secrets a step is its own text and 1 + its action. With secrets it is its events, as a spectator may
        know them: 1 + the kind, then 1 + each field, or 0 for one that is hidden.
        """
        for _, step, action, rows in _forwards(self._taken):
            game = self.form.game
            if not game.hides:
                self._told = (self._told, game.step_text(step), ((1 + action,),))
            elif shown := _shown(game, rows):
                self._told = (self._told, ", ".join(text for text, _ in shown), tuple(codes for _, codes in shown))
        self._taken = None
        return [(text, codes) for _, text, codes in _forwards(self._told)]

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
        told = [one[1:] for one in _forwards(self._told)]
        taken = [one[1:] for one in _forwards(self._taken)]
        return _thaw, (self.form.name, tuple(self.form.given.items()), self.state, self.dealt, told, taken)


Given = tuple[tuple[str, object], ...]


@lru_cache(maxsize=256)
def form_of(name: str, given: Given) -> Form:
    """The form of a ruleset with these options instead of its own: one object for all who ask."""
    return read_form(name, dict(given))


def _thaw(
    name: str,
    given: Given,
    state: State,
    dealt: bool,
    told: list[tuple[str, tuple[tuple[int, ...], ...]]],
    taken: list[tuple[int, int, list[tuple[int, ...]]]],
) -> Course:
    course = Course(form_of(name, given), state, dealt)
    for text, codes in told:
        course._told = (course._told, text, codes)
    for step, action, rows in taken:
        course._taken = (course._taken, step, action, rows)
    return course


Link = TypeVar("Link", Told, Taken)


def _forwards(last: Link | None) -> list[Link]:
    links: list[Link] = []
    while last is not None:
        links.append(last)
        last = last[0]
    return links[::-1]


def _shown(game: Game, rows: list[tuple[int, ...]]) -> list[tuple[str, tuple[int, ...]]]:
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

"""A game in OpenSpiel: its history, and what everybody at the table could see of the steps that led there.

What a player has seen is what every spectator has seen, together with what the player sees now. So nothing is kept
about a single seat, and a history with another truth behind it (``resampled``) serves every seat as well.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from ludarium.core.errors import NotAllowed
from ludarium.core.game import HIDDEN, Game
from ludarium.core.history import History
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.research.encoding import Encoding, read_encoding

Row = tuple[int, ...]  # an event, in numbers
Told = tuple[str, tuple[Row, ...]]  # a step as everybody knows it: in words, and in numbers

_FINE: Final = 1 << 31


class SpielHistory:
    """``dealt`` is false as long as chance has not yet decided the start; ``told`` is what was known before it."""

    __slots__ = ("_place", "_told", "dealt", "encoding", "history")

    def __init__(self, encoding: Encoding, start: State, dealt: bool = True, told: Iterable[Told] = ()) -> None:
        self.encoding = encoding
        self.history = History(encoding.ruleset, start)
        self.dealt = dealt
        self._told = list(told)
        self._place = 0  # up to here the history's steps are among them: the others are told when somebody asks

    @property
    def state(self) -> State:
        """The truth."""
        return self.history.state

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.encoding.seats:
            raise NotAllowed("seat_unknown", seat=shortened(seat), known=list(range(self.encoding.seats)))

    def deal(self, seed: int) -> None:
        self.history = History(self.encoding.ruleset, self.encoding.new(seed))
        self.dealt = True

    def take(self, step: int) -> None:
        """Take a legal step."""
        self.history.take(step)

    def told(self) -> list[Told]:
        """The steps so far as a spectator knows them, in words and in numbers, the first one first.

        Without secrets a step is its own text and 1 + its action. With secrets it is its events, as a spectator may
        know them: 1 + the kind, then 1 + each field, or 0 for one that is hidden.
        """
        game, history = self.encoding.game, self.history
        for place in range(self._place, len(history.steps)):
            if not game.hidden_information:
                step = history.steps[place]
                action = int(self.encoding.arrays.action(history.states[place], step))
                self._told.append((game.step_text(step), ((1 + action,),)))
            elif shown := _shown(game, history.taken[place].log.rows):
                self._told.append((", ".join(text for text, _ in shown), tuple(row for _, row in shown)))
        self._place = len(history.steps)
        return self._told

    def copy(self) -> "SpielHistory":
        twin = SpielHistory(self.encoding, self.state, self.dealt, self._told)
        twin.history, twin._place = self.history.copy(), self._place
        return twin

    def __deepcopy__(self, memo: object) -> "SpielHistory":
        return self.copy()

    def resampled(self, seat: int, draw: Callable[[], float]) -> "SpielHistory":
        """A history that the seat cannot tell from this one, with one of the truths that it leaves open."""
        if not self.dealt:
            return self.copy()
        seed = int(draw() * _FINE) << 31 | int(draw() * _FINE)
        return SpielHistory(self.encoding, self.state.resample(seat, Rng(seed)), told=self.told())

    def __reduce__(self) -> tuple[object, ...]:
        given = tuple(self.encoding.given.items())
        return _thaw, (self.encoding.name, given, self.history, self.dealt, self._told, self._place)


Given = tuple[tuple[str, object], ...]


@lru_cache(maxsize=256)
def encoding_of(name: str, given: Given) -> Encoding:
    """The encoding of a ruleset with these options instead of its own: one object for all who ask."""
    return read_encoding(name, dict(given))


def _thaw(name: str, given: Given, history: History, dealt: bool, told: list[Told], place: int) -> SpielHistory:
    made = SpielHistory(encoding_of(name, given), history.states[0], dealt, told)
    made.history, made._place = history, place
    return made


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

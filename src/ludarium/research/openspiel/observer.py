"""What a player sees of a state and has seen before, as OpenSpiel's observations: a text and a tensor."""

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np
import pyspiel

from ludarium.core.game import Game
from ludarium.core.state import SPECTATOR, State
from ludarium.research.batch import observe
from ludarium.research.errors import ResearchError
from ludarium.research.form import Form, blank
from ludarium.research.openspiel.course import Course
from ludarium.research.scale import Floats, scaled, tops

if TYPE_CHECKING:
    from ludarium.research.openspiel.state import SpielState

MOST_RECALLED: Final = 4096  # a tensor has the latest so many steps (or events) of a longer game
_EVENTS: Final = 4  # a step can do so much: something moves, what meets is shown, something is removed
UNDEALT: Final = "undealt"


class Observer:
    """``tensor`` and its pieces in ``dict`` change with every ``set_from``. All numbers are 0 to 1.

    The pieces are ``planes`` (then ``planes_1``, … of the seats after the player's, where all players' information is
    asked for), each plane divided by its largest value, and with perfect recall ``steps``: 1 + the action of every step
    so far, divided by the number of actions, then 0. In a game with secrets these are ``events`` instead: for each
    event that everybody could see, 1 + its kind and 1 + its fields, or 0 where a field is hidden, each divided by the
    number of its values.
    """

    def __init__(self, form: Form, kind: "pyspiel.IIGObservationType", params: Mapping[str, object] | None) -> None:
        if params:
            raise ResearchError("observer_params", given=sorted(params))
        self._form = form
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recalled = _recalled(form) if kind.perfect_recall else {}
        self._recalled_tops = _recalled_tops(form) if self._recalled else np.ones(1, np.float32)
        self._blank = blank(form.cells * len(form.planes))
        self._tops = tops(form).reshape(-1)
        lookers = form.seats if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS else 1
        if not kind.public_info:
            if form.game.hidden_information:
                raise ResearchError("observer_private")
            lookers, self._recalled = 0, {}  # nothing is private
        self._lookers = lookers
        shapes = {f"planes_{number}" if number else "planes": form.observation_shape for number in range(lookers)}
        shapes |= self._recalled
        self.tensor: Floats = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict: dict[str, Floats] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def set_from(self, state: "SpielState", player: int) -> None:
        """Let ``tensor`` and ``dict`` be what the player sees of this state."""
        self.write(state, player, self.tensor)

    def write(self, state: "SpielState", player: int, out: Floats) -> None:
        """The same into an array of one's own."""
        course = state.course
        course.check_seat(player)
        out.fill(0)
        if not course.dealt:
            return
        form, size = self._form, len(self._blank)
        seen = course.state.view(SPECTATOR) if self._public else course.state
        for number in range(self._lookers):
            planes = observe(form.arrays, seen, (player + number) % form.seats, form.cells, self._blank)
            bytes_ = np.frombuffer(memoryview(planes), np.uint8)
            scaled(bytes_, self._tops, out[number * size : (number + 1) * size])
        for shape in self._recalled.values():
            _write_recalled(course, out[self._lookers * size :].reshape(shape), self._recalled_tops)

    def string_from(self, state: "SpielState", player: int) -> str:
        """The same in words: the steps so far, one a line, then who looks, who acts next, and the position."""
        course = state.course
        course.check_seat(player)
        if not course.dealt:
            return UNDEALT
        game, truth = self._form.game, course.state
        lines = [text for text, _ in course.told()] if self._recalled else []
        for number in range(self._lookers):
            seat = (player + number) % self._form.seats
            lines.append(f"seat={seat} next={truth.seat} {_position(game, truth, SPECTATOR if self._public else seat)}")
        return "\n".join(lines)


def _position(game: Game, state: State, seat: int) -> str:
    return game.position_text(state.view(seat) if game.hidden_information else state)


def _recalled(form: Form) -> dict[str, tuple[int, ...]]:
    """The piece for what has been, and its shape."""
    if not form.game.hidden_information:
        return {"steps": (min(form.longest, MOST_RECALLED),)}
    most = min(form.longest * _EVENTS, MOST_RECALLED)
    return {"events": (most, 1 + max(len(kind.fields) for kind in form.game.events))}


def _recalled_tops(form: Form) -> Floats:
    """The largest numbers of what has been: of a step, or of each kind of event and its fields."""
    game = form.game
    if not game.hidden_information:
        return np.array([form.actions], np.float32)
    found = np.ones((len(game.events), 1 + max(len(kind.fields) for kind in game.events)), np.float32)
    found[:, 0] = len(game.events)
    for number, kind in enumerate(game.events):
        for place, (_, type_) in enumerate(kind.fields):
            found[number, 1 + place] = form.arrays.values(form.start, type_)
    return found


def _write_recalled(course: Course, out: Floats, largest: Floats) -> None:
    """The latest of what has been; an event with fewer fields than others has 0 in their place."""
    rows = [row for _, codes in course.told() for row in codes][-len(out) :]
    told = out[: len(rows)]
    if out.ndim == 1:
        told[...] = [row[0] for row in rows]
        told /= largest
        return
    for number, row in enumerate(rows):
        told[number, : len(row)] = row
    told /= largest[told[:, 0].astype(np.intp) - 1]

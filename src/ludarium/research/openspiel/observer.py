"""What a player sees of a state and has seen before, as OpenSpiel's observations: a text and a tensor."""

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Final

import numpy as np
import pyspiel

from ludarium.core.game import Game
from ludarium.core.state import SPECTATOR, State
from ludarium.research.batch import observe
from ludarium.research.encoding import Encoding, Floats, blank, scaled, tops, window
from ludarium.research.errors import ResearchError
from ludarium.research.openspiel.history import SpielHistory

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

    def __init__(
        self, encoding: Encoding, kind: "pyspiel.IIGObservationType", params: Mapping[str, object] | None
    ) -> None:
        if params:
            raise ResearchError("observer_params", given=sorted(params))
        self._encoding = encoding
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recalled = _recalled(encoding) if kind.perfect_recall else {}
        self._recalled_tops = _recalled_tops(encoding) if self._recalled else np.ones(1, np.float32)
        self._blank = blank(encoding.cells * len(encoding.planes))
        self._tops = tops(encoding).reshape(-1)
        lookers = encoding.seats if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS else 1
        if not kind.public_info:
            if encoding.game.hidden_information:
                raise ResearchError("observer_private")
            lookers, self._recalled = 0, {}  # nothing is private
        self._lookers = lookers
        shapes = {f"planes_{number}" if number else "planes": encoding.observation_shape for number in range(lookers)}
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
        history = state.spiel_history
        history.check_seat(player)
        out.fill(0)
        if not history.dealt:
            return
        encoding, size = self._encoding, len(self._blank)
        seen = history.state.view(SPECTATOR) if self._public else history.state
        for number in range(self._lookers):
            planes = observe(encoding.arrays, seen, (player + number) % encoding.seats, encoding.cells, self._blank)
            bytes_ = window(planes, np.uint8)
            scaled(bytes_, self._tops, out[number * size : (number + 1) * size])
        for shape in self._recalled.values():
            _write_recalled(history, out[self._lookers * size :].reshape(shape), self._recalled_tops)

    def string_from(self, state: "SpielState", player: int) -> str:
        """The same in words: the steps so far, one a line, then who looks, who acts next, and the position."""
        history = state.spiel_history
        history.check_seat(player)
        if not history.dealt:
            return UNDEALT
        game, truth = self._encoding.game, history.state
        lines = [text for text, _ in history.told()] if self._recalled else []
        for number in range(self._lookers):
            seat = (player + number) % self._encoding.seats
            lines.append(f"seat={seat} next={truth.seat} {_position(game, truth, SPECTATOR if self._public else seat)}")
        return "\n".join(lines)


def _position(game: Game, state: State, seat: int) -> str:
    return game.position_text(state.view(seat) if game.hidden_information else state)


def _recalled(encoding: Encoding) -> dict[str, tuple[int, ...]]:
    """The piece for what has been, and its shape."""
    if not encoding.game.hidden_information:
        return {"steps": (min(encoding.longest, MOST_RECALLED),)}
    most = min(encoding.longest * _EVENTS, MOST_RECALLED)
    return {"events": (most, 1 + max(len(kind.fields) for kind in encoding.game.events))}


def _recalled_tops(encoding: Encoding) -> Floats:
    """The largest numbers of what has been: of a step, or of each kind of event and its fields."""
    game = encoding.game
    if not game.hidden_information:
        return np.array([encoding.actions], np.float32)
    found = np.ones((len(game.events), 1 + max(len(kind.fields) for kind in game.events)), np.float32)
    found[:, 0] = len(game.events)
    for number, kind in enumerate(game.events):
        for place, (_, type_) in enumerate(kind.fields):
            found[number, 1 + place] = encoding.arrays.values(encoding.start, type_)
    return found


def _write_recalled(history: SpielHistory, out: Floats, largest: Floats) -> None:
    """The latest of what has been; an event with fewer fields than others has 0 in their place."""
    rows = [row for _, codes in history.told() for row in codes][-len(out) :]
    told = out[: len(rows)]
    if out.ndim == 1:
        told[...] = [row[0] for row in rows]
        told /= largest
        return
    for number, row in enumerate(rows):
        told[number, : len(row)] = row
    told /= largest[told[:, 0].astype(np.intp) - 1]

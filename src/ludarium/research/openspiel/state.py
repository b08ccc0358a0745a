"""A position as OpenSpiel's states are."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np
import pyspiel

from ludarium.core.errors import NotAllowed
from ludarium.research.errors import ActionError
from ludarium.research.openspiel.history import SpielHistory
from ludarium.research.openspiel.observer import Observer
from ludarium.search.values import payoff

if TYPE_CHECKING:
    from ludarium.research.openspiel.game import SpielGame

_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """All of the truth, as an OpenSpiel state has it. What one seat may know of it, its observations say.

    All that is kept is in ``spiel_history``: OpenSpiel copies and keeps the attributes of a state one by one.
    """

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.spiel_history: SpielHistory = game.beginning.copy()

    # --- whose turn ---------------------------------------------------------------------------------------------------
    def current_player(self) -> int:
        history = self.spiel_history
        if not history.dealt:
            return _CHANCE
        seat: int = history.state.seat
        return seat if seat >= 0 else _TERMINAL

    def is_terminal(self) -> bool:
        return self.spiel_history.state.seat < 0

    def returns(self) -> list[float]:
        """1 for a lone winner, 0 in a draw, in all 0."""
        state = self.spiel_history.state
        if state.seat >= 0:
            return [0.0] * state.seats
        return [payoff(state.winners, seat, state.seats) for seat in range(state.seats)]

    def is_chance_node(self) -> bool:
        return not self.spiel_history.dealt

    # --- steps --------------------------------------------------------------------------------------------------------
    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same as OpenSpiel's, which would come back here four times to find out whose turn it is."""
        history = self.spiel_history
        if history.dealt and (player is None or player == history.state.seat):
            return self._legal_actions(history.state.seat)
        actions: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return actions

    def _legal_actions(self, player: int) -> list[int]:
        history = self.spiel_history
        return sorted(history.encoding.arrays.legal_actions(history.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The starts, all with the same chance; later there is none."""
        deals: int = self.get_game().deals
        return [(seed, 1.0 / deals) for seed in range(deals)]

    def _apply_action(self, action: int) -> None:
        history = self.spiel_history
        if not history.dealt:
            deals = self.get_game().deals
            if not 0 <= action < deals:
                raise ActionError("action_range", action=action, last=deals - 1)
            history.deal(action)
            return
        if history.state.seat < 0:
            raise NotAllowed("game_over")
        history.take(history.encoding.read_action(history.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return f"deal {action}"
        encoding = self.spiel_history.encoding
        if not 0 <= action < encoding.actions:
            raise ActionError("action_range", action=action, last=encoding.actions - 1)
        return encoding.game.step_text(encoding.arrays.step(self.spiel_history.state, action))

    def __str__(self) -> str:
        history = self.spiel_history
        return history.encoding.game.position_text(history.state) if history.dealt else "undealt"

    # --- what a player sees -------------------------------------------------------------------------------------------
    # OpenSpiel's own way to these asks the game for a new start each time, to find out how long the tensor is.
    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self._tensor(player, recall=False)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self._tensor(player, recall=True)

    def _tensor(self, player: int | None, recall: bool) -> list[float]:
        observer: Observer = self.get_game().observer(recall)
        out = np.empty_like(observer.tensor)
        observer.write(self, self.current_player() if player is None else player, out)
        numbers: list[float] = out.tolist()
        return numbers

    # --- other copies of the game -------------------------------------------------------------------------------------
    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one.

        It knows of the steps so far only what everybody saw. So its ``history`` is empty: it begins with the next step.
        """
        self.spiel_history.check_seat(player)
        if not self.spiel_history.encoding.game.hidden_information:
            twin: SpielState = self.clone()
            return twin
        return self.get_game().state_of(self.spiel_history.resampled(player, draw))  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: object) -> "SpielState":
        twin: SpielState = self.clone()
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return _thaw, (pyspiel.serialize_game_and_state(self.get_game(), self),)


def _thaw(text: str) -> SpielState:
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state

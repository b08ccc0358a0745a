"""Our players as OpenSpiel's bots."""

import pyspiel

from ludarium.arena.games import mix_seeds
from ludarium.core.errors import NotAllowed
from ludarium.players.spec import PlayerSpec, read_player
from ludarium.research.errors import ResearchError
from ludarium.research.openspiel.game import SpielGame
from ludarium.research.openspiel.state import SpielState


def bot(text: str, game: SpielGame, seat: int, seed: int = 0) -> "PlayerBot":
    """The player with that name (``4``, ``best:800sims``, …) as a bot for a seat."""
    return PlayerBot(read_player(text), game, seat, seed)


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """Decides by what its seat has seen, although OpenSpiel shows every bot the truth.

    It need not be told of others' steps: a state knows its history. One without a history (a resampled one) is
    judged by what the seat sees of it.
    """

    def __init__(self, spec: PlayerSpec, game: SpielGame, seat: int, seed: int) -> None:
        super().__init__()
        game.beginning.check_seat(seat)
        self._game, self._seat, self._seed = game, seat, seed
        self._games = 0
        self._player = spec.open()

    def step(self, state: SpielState) -> int:
        truth, encoding = state.spiel_history.state, self._game.encoding
        if state.spiel_history.encoding != encoding:
            raise ResearchError("other_game", own=str(self._game), given=str(state.get_game()))
        if truth.seat != self._seat:
            raise NotAllowed("not_your_turn", seat=self._seat, next=int(truth.seat))
        seed = mix_seeds(self._seed, self._games, state.move_number()).below(1 << 31)
        step = self._player.choose(
            encoding.ruleset, state.spiel_history.history.views(self._seat), self._seat, seed
        ).step
        return int(encoding.arrays.action(truth, step))

    def restart(self) -> None:
        """Another game begins: nothing of the last one counts, and chance is another one."""
        self._games += 1
        self._player.begin()

    def restart_at(self, state: SpielState) -> None:
        self.restart()

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Nothing to note: the history tells it."""

"""Every ruleset as an environment of Gymnasium: one learner plays against a computer level, or any other player.

import gymnasium
import ludarium.research.gymnasium

env = gymnasium.make("ludarium/mur-en-v1", level=2)
observation, info = env.reset(seed=1)

Importing this module registers every ruleset twice: ``ludarium/mur-en-v1`` for ``gymnasium.make``, and
``ludarium/mur-en-selfplay-v1`` for ``gymnasium.make_vec``, which makes a ``VectorEnv`` (see ``vector.py``).
"""

import operator
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final, Self, SupportsIndex

import ludarium.research.openspiel_players  # noqa: F401 (lets the arena know their names)
from ludarium.arena.contestants import read_contestant
from ludarium.core.errors import IllegalStep, NotAllowed
from ludarium.core.game import rulesets
from ludarium.core.history import History
from ludarium.core.options import shortened
from ludarium.extras import missing
from ludarium.players.spec import Player, PlayerSpec
from ludarium.research.batch import SEEDS, mask, observe
from ludarium.research.encoding import Floats, blank, read_encoding, scaled, tops, window
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.pictures import RENDER_MODES, Picture, RenderMode, check_mode, draw
from ludarium.research.spaces import observation_box
from ludarium.search.values import payoff

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Discrete, Space
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

RANDOM: Final = "random"  # the seat: another one for every game
LOSE, ERROR = "lose", "error"  # what an illegal action does
POSITION, SEAT = "position", "seat"  # options of ``reset``
Info = dict[str, Any]


class Env(gymnasium.Env[Floats, int]):
    """A ruleset (``mur-en`` or, with its version, ``mur-en-v1``) with these options, for one learner.

    The learner has the ``seat`` with this number, or with ``"random"`` another one in every game. All other seats are
    played by a computer of this ``level``, or by the ``opponent``: a player as the arena names them
    (``best:100sims``, ``random``, ``openspiel:mcts:50sims``, …), or one for each of the other seats in turn order.

    A reward is 0 until the end, then 1 for a lone winner and 0 in a draw between all. With ``illegal="lose"`` an
    illegal action ends the game with a reward of -1, and ``info["illegal_action"]`` says why; with ``"error"`` it is an
    error.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        name: str,
        *,
        level: int = 1,
        opponent: str | Sequence[str] | None = None,
        seat: int | str = 0,
        illegal: str = LOSE,
        render_mode: RenderMode | None = None,
        **options: object,
    ) -> None:
        check_mode(render_mode)
        if illegal not in (LOSE, ERROR):
            raise ResearchError("illegal_mode", mode=shortened(illegal), known=[LOSE, ERROR])
        self.encoding = read_encoding(name, options)
        self.render_mode = render_mode
        self.observation_space: Space[Any] = observation_box(self.encoding)
        self.action_space: Space[Any] = Discrete(self.encoding.actions)
        self._seat = self._read_seat(seat)
        self._loses = illegal == LOSE
        self._opponents = self._read_opponents(str(level) if opponent is None else opponent)
        self._players: list[Player] = []  # opened with the first game
        self._history = History(self.encoding.ruleset, self.encoding.start)
        self._learner = 0
        self._over = True

    def _read_seat(self, given: object) -> int | None:
        """None: another one in every game."""
        if given == RANDOM:
            return None
        if isinstance(given, int | np.integer) and not isinstance(given, bool) and 0 <= given < self.encoding.seats:
            return int(given)
        raise ResearchError("seat", seat=shortened(given), known=[*range(self.encoding.seats), RANDOM])

    def _read_opponents(self, given: str | Sequence[str]) -> list[Any]:
        """The players of the other seats, as they follow the learner's."""
        others = self.encoding.seats - 1
        texts = [given] * others if isinstance(given, str) else list(given)
        if len(texts) != others:
            raise ResearchError("opponents", others=others, given=shortened(given))
        found = [read_contestant(str(text)) for text in texts]
        for player in found:
            if isinstance(player, PlayerSpec):
                player.check(self.encoding.ruleset, self.encoding.options)
        return found

    # --- playing ------------------------------------------------------------------------------------------------------
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, Info]:
        """A new game, in which others have acted until it is the learner's turn.

        ``options`` may have ``position``, a text to begin from, and ``seat``, the learner's in this game.
        """
        given = options or {}
        if unknown := given.keys() - {POSITION, SEAT}:
            raise ResearchError("reset_options", unknown=sorted(map(str, unknown)), known=[POSITION, SEAT])
        seat = self._read_seat(given[SEAT]) if SEAT in given else self._seat
        position = given.get(POSITION)
        start = None if position is None else self.encoding.read_position(str(position))
        super().reset(seed=seed)
        self._learner = int(self.np_random.integers(self.encoding.seats)) if seat is None else seat
        self._open_players()
        state = self.encoding.new(self._draw()) if start is None else start
        self._history = History(self.encoding.ruleset, state)
        self._let_others_act()
        if self._over:
            raise ResearchError("position_over")
        self._show()
        return self._observe(), self._info()

    def _open_players(self) -> None:
        if not self._players:
            self._players = [spec.open(self.encoding.options) for spec in self._opponents]
        for player in self._players:
            player.begin()

    def _draw(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _let_others_act(self) -> None:
        history = self._history
        while (seat := int(history.state.seat)) not in (self._learner, -1):
            player = self._players[(seat - self._learner - 1) % self.encoding.seats]
            history.take(player.choose(self.encoding.ruleset, history.views(seat), seat, self._draw()).step)
        self._over = seat < 0

    def step(self, action: SupportsIndex) -> tuple[Floats, float, bool, bool, Info]:
        """The learner's step and all of the others' until it is the learner's turn again, or the game is over."""
        if self._over:
            raise NotAllowed("game_over")
        try:
            step = self._read_action(action)
        except (ActionError, IllegalStep) as error:
            if not self._loses:
                raise
            self._over = True
            return self._observe(), -1.0, True, False, {**self._info(), "illegal_action": error.sentence("en")}
        self._history.take(step)
        self._let_others_act()
        self._show()
        state = self._history.state
        reward = float(payoff(state.winners, self._learner, state.seats)) if self._over else 0.0
        return self._observe(), reward, self._over, False, self._info()

    def _read_action(self, action: SupportsIndex) -> int:
        try:
            number = operator.index(action)
        except TypeError:
            raise ActionError("action_range", action=shortened(action), last=self.encoding.actions - 1) from None
        return self.encoding.read_action(self._history.state, number)

    def _observe(self) -> Floats:
        encoding = self.encoding
        blank_planes = blank(encoding.cells * len(encoding.planes))
        planes = observe(encoding.arrays, self._history.state, self._learner, encoding.cells, blank_planes)
        return scaled(window(planes, np.uint8).reshape(encoding.observation_shape), tops(encoding))

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().view(np.int8), "seat": self._learner}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal. Once a game is over it is action 0, so that who chooses by the mask has something to
        choose.
        """
        if self._over:
            return np.asarray(np.arange(self.encoding.actions) == 0)
        legal = mask(self.encoding.arrays, self._history.state, blank(self.encoding.actions))
        return window(legal, np.bool_).copy()

    @property
    def position(self) -> str:
        """The game as text, with everything that its seats do not know of each other; ``reset`` can begin there."""
        return self.encoding.game.position_text(self._history.state)

    # --- pictures -----------------------------------------------------------------------------------------------------
    def render(self) -> Picture | None:
        """The game as the learner may see it: as text, or as pixels; with ``human`` every step is printed by itself."""
        if self.render_mode in (None, "human"):
            return None
        return draw(self._history.scene(self._learner), self.encoding.game, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            draw(self._history.scene(self._learner), self.encoding.game, self.render_mode)

    def close(self) -> None:
        for player in self._players:
            player.close()
        self._players = []

    # --- copies -------------------------------------------------------------------------------------------------------
    def clone(self) -> Self:
        """The same game, to go on with independently; the other players of the copy remember nothing of it."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_players": []}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if not self._over:
            self._open_players()


def register() -> None:
    """Let ``gymnasium.make`` and ``make_vec`` know every ruleset; again, if more of them became known since."""
    for ruleset in rulesets():
        if (arrays := ruleset.game.arrays) is None:
            continue
        named = {"name": f"{ruleset.name}-v{arrays.version}"}
        against, own = f"ludarium/{named['name']}", f"ludarium/{ruleset.name}-selfplay-v{arrays.version}"
        if against not in gymnasium.registry:
            gymnasium.register(against, f"{__name__}:Env", kwargs=named)
            gymnasium.register(own, vector_entry_point="ludarium.research.vector:VectorEnv", kwargs=named)


register()

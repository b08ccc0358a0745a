"""Every ruleset as a PettingZoo environment (AEC: seats act one after the other).

    from ludarium.research import pettingzoo

    env = pettingzoo.env("mutterland", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Observations are what a seat may know, in numbers from 0 to 1 (``describe`` explains the planes). Rewards come with the
end: 1 for a lone winner, 0 in a draw between all, in sum 0. An environment itself knows everything, and so does whoever
holds it or a copy of it: a player gets observations, or a copy by ``imagine``.
"""

import operator
import secrets
import warnings
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self, SupportsIndex

from ludarium.extras import missing

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise missing(error, "pettingzoo") from error

from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State
from ludarium.research.batch import SEEDS, mask, numbers_of, observe, rng_of
from ludarium.research.encoding import Encoding, Floats, blank, read_encoding, scaled, tops, window
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.pictures import RENDER_MODES, Picture, RenderMode, check_mode, draw, read_perspective
from ludarium.research.spaces import masked_observation, observation_box
from ludarium.search.values import payoff

POSITION = "position"  # an option of ``reset``: begin here
Observation = dict[str, NDArray[Any]]
_CONSTANTS = ("_blank_planes", "_blank_mask", "_tops")  # made anew rather than pickled


def env(
    name: str, render_mode: RenderMode | None = None, *, perspective: str | int | None = None, **options: object
) -> "Env":
    """The environment of a ruleset, ``mur-en`` or ``mur-en-v1``; it sees to it that calls come in the right order.

    Pictures show what a spectator may see, or the seat ``perspective`` (``seat_0`` or 0).
    """
    return Env(raw_env(name, render_mode, perspective=perspective, **options))


def raw_env(
    name: str, render_mode: RenderMode | None = None, *, perspective: str | int | None = None, **options: object
) -> "RawEnv":
    """The same without a wrapper."""
    return RawEnv(read_encoding(name, options), render_mode, perspective)


def describe(name: str, **options: object) -> str:
    """What the planes of a ruleset's observations say, and how many actions it has."""
    return read_encoding(name, options).describe()


class RawEnv(AECEnv):  # type: ignore[misc]
    """One game; ``encoding`` says what all games of its kind have in common."""

    def __init__(self, encoding: Encoding, render_mode: RenderMode | None, perspective: str | int | None) -> None:
        super().__init__()
        check_mode(render_mode)
        self.encoding = encoding
        self.metadata = {
            "name": encoding.name.replace("-", "_"),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(encoding.seats)]
        self.render_mode = render_mode
        self.perspective = read_perspective(perspective, self.possible_agents)
        self._places = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces: dict[str, Dict] = {}
        self._action_spaces: dict[str, Discrete] = {}
        self._starts = Rng(secrets.randbits(96))  # seeds of games that are started without one
        # The game, which ``reset`` begins.
        self._state = encoding.start
        self._played = encoding  # as ``encoding``, but for the options of this game
        self._log = EventLog()  # of the last step, for pictures
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._make_constants()

    def _make_constants(self) -> None:
        self._blank_planes = blank(self.encoding.cells * len(self.encoding.planes))
        self._blank_mask = blank(self.encoding.actions)
        self._tops = tops(self.encoding)

    # --- spaces: made when somebody asks, so that copies are cheap ----------------------------------------------------
    def observation_space(self, agent: str) -> Dict:
        if agent not in self._observation_spaces:
            self._places[agent]  # a KeyError for somebody else
            self._observation_spaces[agent] = masked_observation(self.encoding)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        if agent not in self._action_spaces:
            self._places[agent]
            self._action_spaces[agent] = Discrete(self.encoding.actions)
        return self._action_spaces[agent]

    @property
    def state_space(self) -> Box:
        return observation_box(self.encoding, self.encoding.seats)

    # --- playing ------------------------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The seed decides the start, where chance has a part in it, and the starts of the games after it.

        ``options`` may be options of the ruleset that leave the arrays as they are (for this game only), and
        ``position``, a text to begin from.
        """
        encoding = self._read_options(options or {})
        starts = self._starts if seed is None else Rng(operator.index(seed))
        position = (options or {}).get(POSITION)
        if position is None:
            state = encoding.new(int(starts.below(SEEDS)) if seed is None else operator.index(seed))
        else:
            state = encoding.read_position(str(position))
        self._starts, self._played = starts, encoding
        self._begin(state)

    def _read_options(self, given: Mapping[str, Any]) -> Encoding:
        known = [option.name for option in self.encoding.ruleset.offered]
        unknown = [str(name) for name in given if name not in known and name != POSITION]
        if unknown:
            # Not an error: PettingZoo's own tests pass an option that nobody has.
            has = ", ".join([POSITION, *known])
            warnings.warn(f"{self} has no option {', '.join(unknown)}; it has: {has}", stacklevel=4)
        changed = {name: value for name, value in given.items() if name in known}
        if not changed:
            return self.encoding
        encoding = read_encoding(self.encoding.name, {**self.encoding.given, **changed})
        arrays = encoding.seats, encoding.actions, encoding.planes, encoding.shape
        if arrays != (self.encoding.seats, self.encoding.actions, self.encoding.planes, self.encoding.shape):
            raise ResearchError("reset_encoding")
        return encoding

    def _begin(self, state: State) -> None:
        self._state = state
        self._log = EventLog()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # the library's own note, which a game that was broken off may leave
        self._pass_on()

    def step(self, action: SupportsIndex | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        step = self._read_action(action)
        self._cumulative_rewards[agent] = 0.0
        if self.render_mode is None:
            self._state.apply(step)
        else:
            self._log = EventLog()
            self._state.apply(step, self._log)
        self._pass_on()

    def _read_action(self, action: SupportsIndex | None) -> int:
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            raise ActionError("action_range", action=shortened(action), last=self.encoding.actions - 1) from None
        return self.encoding.read_action(self._state, number)

    def _pass_on(self) -> None:
        """To the seat that acts next, or to the end."""
        state = self._state
        if state.seat >= 0:
            self.agent_selection = self.possible_agents[state.seat]
        else:
            self.agent_selection = self.agents[0]
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = payoff(state.winners, seat, state.seats)
                self.terminations[agent] = True
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What a seat may know as planes, and the actions that it may take now: none unless it acts next."""
        encoding, state, seat = self.encoding, self._state, self._places[agent]
        planes = observe(encoding.arrays, state, seat, encoding.cells, self._blank_planes)
        legal = mask(encoding.arrays, state, self._blank_mask) if state.seat == seat else self._blank_mask
        seen = window(planes, np.uint8).reshape(encoding.observation_shape)
        return {
            "observation": scaled(seen, self._tops),
            "action_mask": window(legal, np.int8).copy(),
        }

    def legal_actions(self, agent: str) -> NDArray[np.int64]:
        """The actions that a seat may take now: where the mask has a 1, without looking for it in a wide one."""
        if self._state.seat != self._places[agent]:
            return np.empty(0, np.int64)
        return window(self.encoding.arrays.legal_actions(self._state), np.int64).copy()

    def state(self) -> Floats:
        """What all seats know together, one after the other: for training that sees everything, never for a player."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    # --- pictures -----------------------------------------------------------------------------------------------------
    def render(self) -> Picture | None:
        """The game as ``perspective`` sees it: printed, as text, or as pixels (rows, columns, red-green-blue)."""
        if self.render_mode is None:
            warnings.warn(
                'render() draws nothing without a render_mode, such as env(…, render_mode="ansi")', stacklevel=2
            )
            return None
        game, state = self.encoding.game, self._state
        events = game.event_list(self._log, self.perspective, state.seat < 0)
        return draw(game.describe(state, self.perspective, events), game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    # --- copies -------------------------------------------------------------------------------------------------------
    @property
    def position(self) -> str:
        """The game as text, with everything that its seats do not know of each other."""
        return self.encoding.game.position_text(self._state)

    def restore(self, position: str) -> None:
        """Go on from a position as ``position`` has written it; the options stay."""
        self._begin(self._played.read_position(position))

    def clone(self) -> Self:
        """The same game, to go on with independently: for tree search. Cheaper than a deep copy, because the spaces of
        the clone are new ones, not seeded like those of the original.
        """
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.metadata = dict(self.metadata)
        new._observation_spaces, new._action_spaces = {}, {}
        new._starts = rng_of(numbers_of(self._starts))
        new._state = self._state.copy()
        new.agents = self.agents[:]
        new.rewards = self.rewards.copy()
        new._cumulative_rewards = self._cumulative_rewards.copy()
        new.terminations = self.terminations.copy()
        new.truncations = self.truncations.copy()
        new.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return new

    def imagine(self, agent: str, seed: int) -> Self:
        """A clone in which all that a seat may not know is drawn anew, for a search that knows no more than it does.

        The options are known to all, so what they say (a land, drawn armies) stays.
        """
        new = self.clone()
        new._state = self._state.resample(self._places[agent], Rng(seed))
        new._starts = Rng(seed)
        new._log = EventLog()
        return new

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        new = self.clone()
        new._observation_spaces = deepcopy(self._observation_spaces, memo)
        new._action_spaces = deepcopy(self._action_spaces, memo)
        return new

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in _CONSTANTS}
        return {**kept, "_log": self._log.rows, "_starts": numbers_of(self._starts)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._log = EventLog()
        self._log.rows = kept["_log"]
        self._starts = rng_of(kept["_starts"])
        self._make_constants()


class Env(OrderEnforcingWrapper):  # type: ignore[misc]
    """A game that complains about calls in the wrong order; its copies do, too."""

    env: RawEnv

    def last(self, observe: bool = True) -> Any:
        # The library's wrappers ask the game for its facts one by one, which takes longer than the step before it.
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def clone(self) -> Self:
        return self._around(self.env.clone())

    def imagine(self, agent: str, seed: int) -> Self:
        return self._around(self.env.imagine(agent, seed))

    def restore(self, position: str) -> None:
        self.env.restore(position)
        self._has_reset = self._has_updated = True

    def _around(self, game: RawEnv) -> Self:
        new = type(self)(game)
        new._has_reset, new._has_updated = self._has_reset, self._has_updated
        return new

    def __copy__(self) -> Self:
        return self.clone()

    def __str__(self) -> str:
        return str(self.env)

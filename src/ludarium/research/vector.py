"""Many games stepped at once, as a vector environment of Gymnasium.

from ludarium.research.vector import VectorEnv

games = VectorEnv("mur-en", 256)
observations, info = games.reset(seed=0)
while games.finished.sum() < 1000:
    observations, rewards, terminations, truncations, info = games.step(games.sample())

Every game is self-play: the actions are those of all seats in turn. An observation is that of the seat to act, and a
reward that of the seat that acted.
"""

import operator
import secrets
from collections.abc import Sequence
from ctypes import memset
from functools import cached_property
from typing import Any, Final, Self

from ludarium.arena.games import mix_seeds
from ludarium.core.errors import LudariumError
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.extras import missing
from ludarium.research.batch import DISABLED, NEXT_STEP, NONE, SAME_STEP, SEEDS, Batch, numbers_of, rng_of
from ludarium.research.encoding import Encoding, read_encoding, scaled, tops, window, writable_window
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.pictures import Picture, check_mode, draw, read_perspective
from ludarium.research.spaces import byte_box, observation_box

try:
    import gymnasium.vector
    import numpy as np
    from gymnasium.spaces import Box, Discrete, Space
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

Planes = NDArray[np.float32] | NDArray[np.uint8]
Info = dict[str, Any]
Answer = tuple[Planes, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]

_MOST: Final = 1 << 20  # games
_MODES: Final = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
_RENDER_MODES: Final = ("ansi", "rgb_array")
RESET_MASK: Final = "reset_mask"  # options of ``reset``: which games begin anew,
POSITION: Final = "position"  # and where


class VectorEnv(gymnasium.vector.VectorEnv[Planes, NDArray[np.integer[Any]], NDArray[Any]]):
    """``num_envs`` games of a ruleset (``mur-en`` or, with its version, ``mur-en-v1``) with these options.

    Observations are numbers from 0 to 1. Without ``scaled`` they are bytes, as the planes count: a quarter as large to
    keep, and a device can divide a whole batch of them by ``tops``.

    ``autoreset_mode`` is what becomes of a game that ends, in Gymnasium's words: it begins anew with the next step
    (``NextStep``), in the same step (``SameStep``; ``final_obs`` and ``final_info`` tell how it ended), or waits for
    ``reset`` (``Disabled``). A game that is over takes any action for none.

    With ``copy`` answers keep their values. Without, observations and action masks are windows on memory that the next
    step changes, which saves time where they are large.
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seed: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        scaled: bool = True,
        render_mode: str | None = None,
        perspective: str | int | None = None,
        **options: object,
    ) -> None:
        if not isinstance(num_envs, int | np.integer) or isinstance(num_envs, bool) or not 1 <= num_envs <= _MOST:
            raise ResearchError("vector_count", most=_MOST, given=shortened(num_envs))
        encoding = read_encoding(name, options)
        check_mode(render_mode, _RENDER_MODES)
        seat = read_perspective(perspective, [f"seat_{seat}" for seat in range(encoding.seats)])
        self._set_up(encoding, int(num_envs), _read_mode(autoreset_mode), copy, scaled, render_mode, seat)
        self._resets = Rng(secrets.randbits(96) if seed is None else operator.index(seed))
        self._batch.restart(self._resets.below(SEEDS))
        self._look()

    def _set_up(
        self,
        encoding: Encoding,
        num_envs: int,
        mode: AutoresetMode,
        copy: bool,
        scales: bool,
        render_mode: str | None,
        perspective: int,
    ) -> None:
        self.encoding = encoding
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": list(_RENDER_MODES)}
        self.copies = copy
        self.scales = scales
        self.render_mode = render_mode
        self.perspective = perspective
        self.tops = tops(encoding)  # the largest value of every cell of an observation
        deal = encoding.new if encoding.chance else None
        self._batch = Batch(encoding.arrays, encoding.start, deal, num_envs, _MODES[mode])
        self._open_windows()

    def _open_windows(self) -> None:
        """Open windows on the memory that the batch writes to."""
        batch, games, shape = self._batch, self.num_envs, self.encoding.observation_shape
        self._bytes = writable_window(batch.observations, np.uint8).reshape(games, *shape)
        self._floats = np.empty(self._bytes.shape if self.scales else 0, np.float32)
        self._planes: Planes = self._floats if self.scales else self._bytes
        self._masks = writable_window(batch.masks, np.int8).reshape(games, self.encoding.actions)
        self._finals = window(batch.finals, np.uint8).reshape(-1, *shape)
        self._turns = window(batch.turns, np.int64)
        self._gains = window(batch.gains, np.float64)
        self._rewards = window(batch.rewards, np.float64).reshape(games, self.encoding.seats)
        self._ended = window(batch.ended, np.bool_)
        self._lengths = window(batch.lengths, np.int64)
        self._drawn = window(batch.drawn, np.int64)
        self._seeds = window(batch.seeds, np.int64)
        self._finished = window(batch.finished, np.int64)

    def _look(self) -> None:
        memset(self._bytes.ctypes.data, 0, self._bytes.nbytes)
        self._batch.look()
        if self.scales:
            scaled(self._bytes, self.tops, self._floats)

    # --- spaces: those of all games together are as large as many observations, and made when somebody asks -----------
    @cached_property
    def single_observation_space(self) -> Box:  # type: ignore[override]
        return observation_box(self.encoding) if self.scales else byte_box(self.encoding)

    @cached_property
    def single_action_space(self) -> Discrete:  # type: ignore[override]
        return Discrete(self.encoding.actions)

    @cached_property
    def observation_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    # --- playing ------------------------------------------------------------------------------------------------------
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, Info]:
        """New games. The same seed gives the same ones; a list of seeds has one for each game, which then begins as
        ``env(…).reset(seed=…)`` of PettingZoo's door does.

        ``options`` may have ``reset_mask``, an array that is true for the games that begin anew (else all do), and
        ``position``: a text to begin from, or one for each game (``None``: from the start).
        """
        given = options or {}
        if unknown := given.keys() - {RESET_MASK, POSITION}:
            raise ResearchError("reset_options", unknown=sorted(map(str, unknown)), known=[RESET_MASK, POSITION])
        chosen = self._read_games(given.get(RESET_MASK))
        positions = self._read_positions(given.get(POSITION))
        seeds = self._read_seeds(seed)
        listed = [None] * self.num_envs if seeds is None else seeds
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            self._resets = Rng(int(seed))
        elif seeds is not None and None not in seeds:
            self._resets = mix_seeds(*[seed for seed in seeds if seed is not None])
        batch = self._batch
        if len(chosen) == self.num_envs:
            batch.restart(self._resets.below(SEEDS))
        elif seed is not None and seeds is None:
            batch.starts = Rng(self._resets.below(SEEDS))
        for game in chosen:
            if (state := positions[game]) is not None:
                batch.begin(game, state)
                batch.seeds[game] = NONE
            elif (number := listed[game]) is not None:
                batch.begin(game, self.encoding.new(number))
                batch.seeds[game] = number
            elif len(chosen) < self.num_envs:
                batch.begin_anew(game)
        self._look()
        return self.observe()

    def _read_games(self, mask: object) -> Sequence[int]:
        if mask is None:
            return range(self.num_envs)
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_ or not given.any():
            raise ResearchError("reset_mask", games=self.num_envs, shape=str(given.shape), dtype=str(given.dtype))
        return [int(game) for game in np.flatnonzero(given)]

    def _read_positions(self, given: object) -> list[State | None]:
        texts: Any = [given] * self.num_envs if given is None or isinstance(given, str) else given
        if not isinstance(texts, Sequence) or len(texts) != self.num_envs:
            raise ResearchError("reset_each", what=POSITION, games=self.num_envs, given=shortened(given))
        states = [None if text is None else self.encoding.read_position(str(text)) for text in texts]
        if any(state is not None and state.seat < 0 for state in states):
            raise ResearchError("position_over")
        return states

    def _read_seeds(self, given: object) -> list[int | None] | None:
        """One for each game, where they are given so."""
        if given is None or (isinstance(given, int | np.integer) and not isinstance(given, bool)):
            return None
        if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str) or len(given) != self.num_envs:
            raise ResearchError("reset_each", what="seed", games=self.num_envs, given=shortened(given))
        seeds = [None if seed is None else operator.index(seed) for seed in given]
        if any(seed is not None and not 0 <= seed < 1 << 63 for seed in seeds):
            raise ResearchError("reset_each", what="seed", games=self.num_envs, given=shortened(given))
        return seeds

    def step(self, actions: NDArray[np.integer[Any]]) -> Answer:
        """One action in every game. If one is illegal, none of them is taken; ``ActionError`` says which and why.

        A reward is that of the seat that acted; ``info`` has those of all seats. ``terminations`` are true for games
        that are over, or have ended in this step and begun anew; nothing is ever truncated, as only the rules end a
        game.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise ResearchError("vector_actions", games=self.num_envs, shape=str(given.shape), dtype=str(given.dtype))
        numbers: list[int] = given.tolist()
        wrong = int(self._batch.first_illegal(numbers))
        if wrong >= 0:
            raise ActionError("vector_illegal", self._why_not(wrong, numbers[wrong]), game=wrong)
        self._batch.take(numbers)
        self._look()
        seen, info = self.observe()
        ended = self._ended.copy()
        if self._again and ended.any():
            info |= self._final(ended)
        return seen, self._gains.copy(), ended, np.zeros(self.num_envs, np.bool_), info

    @property
    def _again(self) -> bool:
        return self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP

    def _why_not(self, game: int, action: int) -> LudariumError | None:
        try:
            self.encoding.read_action(self._batch.states[game], action)
        except LudariumError as error:
            return error
        return None

    def _final(self, ended: NDArray[np.bool_]) -> Info:
        """How games ended that have begun anew, in Gymnasium's form."""
        seen = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            last = self._finals[game]
            seen[game] = scaled(last, self.tops) if self.scales else last.copy()
        told = {
            "seat": np.where(ended, -1, 0),
            "seat_rewards": self._rewards.copy(),
            "length": np.where(ended, self._lengths, 0),
        }
        return _masked({"final_obs": seen, "final_info": _masked(told, ended)}, ended)

    def observe(self) -> tuple[Planes, Info]:
        """What the seats to act see now, and ``info``, once more.

        ``info`` has ``action_mask`` (1 where an action is legal), ``seat`` (who acts, -1 once a game is over),
        ``seat_rewards`` (what the last step brought every seat: not 0 only where it has ended a game), and ``length``
        (steps taken in the game).
        """
        info = {
            "action_mask": self._masks.copy() if self.copies else self._masks,
            "seat": self._turns.copy(),
            "seat_rewards": self._rewards.copy(),
            "length": np.where(self._ended, 0, self._lengths) if self._again else self._lengths.copy(),
        }
        seen = self._planes.copy() if self.copies else self._planes
        return seen, _masked(info, np.ones(self.num_envs, np.bool_))

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, a row for each game. Of a game that is over it is action 0, so that who chooses by
        the mask has something to choose; whatever is chosen is ignored.
        """
        return self._masks.astype(np.bool_)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, each with the same chance."""
        self._batch.sample()
        return self._drawn.copy()

    def legal_actions(self, game: int) -> NDArray[np.int64]:
        """The legal actions of one game: where wide masks have a 1, without looking for it."""
        place = range(self.num_envs)[game]
        first, after = self._batch.first[place], self._batch.first[place + 1]
        return window(self._batch.marked, np.int64)[first:after] - place * self.encoding.actions

    def render(self) -> tuple[Picture | None, ...] | None:  # type: ignore[override]
        """A picture of every game, as a spectator may see it, or the seat ``perspective``."""
        game, mode = self.encoding.game, self.render_mode
        if mode is None:
            return None
        scenes = (game.describe(state, self.perspective) for state in self._batch.states)
        return tuple(draw(scene, game, mode) for scene in scenes)

    # --- what whoever makes the experiment may know -------------------------------------------------------------------
    @property
    def seeds(self) -> NDArray[np.int64]:
        """The seeds that the present games were started with (-1: from a position); ``reset`` takes them again."""
        return self._seeds.copy()

    @property
    def finished(self) -> NDArray[np.int64]:
        """How many games have ended, by place, since all of them were last reset."""
        return self._finished.copy()

    def position(self, game: int) -> str:
        """One of the games as text, with everything that its seats do not know of each other."""
        return self.encoding.game.position_text(self._batch.states[game])

    # --- copies -------------------------------------------------------------------------------------------------------
    def clone(self) -> Self:
        """All games as they are now, with all that is random; the two go on independently."""
        new = type(self).__new__(type(self))
        new.__setstate__(self.__getstate__())
        return new

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __getstate__(self) -> tuple[Any, ...]:
        about = self.encoding, self.num_envs, self.metadata["autoreset_mode"], self.copies, self.scales
        return *about, self.render_mode, self.perspective, self.spec, self._batch.memory(), numbers_of(self._resets)

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        *about, spec, memory, resets = kept
        self._set_up(*about)
        self.spec = spec
        self._batch.recall(memory)
        self._look()
        self._resets = rng_of(resets)


def _masked(info: Info, games: NDArray[np.bool_]) -> Info:
    """With what Gymnasium's wrappers ask for: to every key, which games it is about."""
    return info | {f"_{key}": games for key in info}


def _read_mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise ResearchError(
            "autoreset_mode", mode=shortened(given), known=[mode.value for mode in AutoresetMode]
        ) from None

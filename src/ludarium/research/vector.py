"""Many games stepped at once, in the manner of vector environments: arrays in, arrays out.

from ludarium.research.vector import VectorEnv

games = VectorEnv("mur-en", 256, seed=0)
seen = games.reset()
while games.finished.sum() < 1000:
    seen = games.step(games.sample())
"""

import operator
import secrets
from ctypes import memset
from typing import Any, NamedTuple, Self

from ludarium.core.errors import LudariumError
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.extras import missing
from ludarium.research.batch import SEEDS, Batch, numbers_of, rng_of
from ludarium.research.encoding import Encoding, read_encoding, scaled, tops, window
from ludarium.research.errors import ActionError, ResearchError
from ludarium.research.spaces import byte_box, observation_box

try:
    import numpy as np
    from gymnasium.spaces import Discrete
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

_MOST = 1 << 20  # games


class Seen(NamedTuple):
    """What every game has come to; the first axis is the game. ``observations`` are those of the seat to act."""

    observations: NDArray[np.uint8 | np.float32]  # (games, planes, *shape): as counted, or 0 to 1
    masks: NDArray[np.int8]  # (games, actions): 1 where an action is legal
    seats: NDArray[np.int64]  # (games,): who acts next; -1 once a game is over (only without autoreset)
    rewards: NDArray[np.float64]  # (games, seats): not 0 only in the answer to the step that ends a game
    terminated: NDArray[np.bool_]  # (games,): the game has ended (with autoreset, by this step; the next has begun)
    truncated: NDArray[np.bool_]  # (games,): never, because nothing but the rules ends a game
    lengths: NDArray[np.int64]  # (games,): steps taken in the game; of the one that ended where one has

    def copy(self) -> "Seen":
        return Seen._make(array.copy() for array in self)


class VectorEnv:
    """``num_envs`` games of a ruleset (``mur-en`` or, with its version, ``mur-en-v1``) with these options.

    With ``autoreset`` a game that ends starts anew in the same step; without, it waits for ``reset`` and takes whatever
    action it is given for none. With ``copy`` the answers keep their values; without, they are windows on memory that
    the next step changes, which saves time where masks are wide.

    Observations are bytes, as the planes count: they are a quarter as large to keep, and a device can divide a whole
    batch of them by ``tops``. With ``scaled`` that is done here, and they are numbers from 0 to 1.
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        *,
        seed: int | None = None,
        autoreset: bool = True,
        copy: bool = True,
        scaled: bool = False,
        **options: object,
    ) -> None:
        if not isinstance(num_envs, int | np.integer) or isinstance(num_envs, bool) or not 1 <= num_envs <= _MOST:
            raise ResearchError("vector_count", most=_MOST, given=shortened(num_envs))
        self._set_up(read_encoding(name, options), int(num_envs), autoreset, copy, scaled)
        self._resets = Rng(secrets.randbits(96) if seed is None else operator.index(seed))
        self._restart()

    def _set_up(self, encoding: Encoding, num_envs: int, autoreset: bool, copy: bool, scales: bool) -> None:
        self.encoding = encoding
        self.num_envs = num_envs
        self.autoreset = autoreset
        self.copies = copy
        self.scales = scales
        self.tops = tops(encoding)  # the largest value of every cell of an observation
        self.single_observation_space = observation_box(encoding) if scales else byte_box(encoding)
        self.single_action_space = Discrete(encoding.actions)
        self._batch = Batch(
            encoding.arrays, encoding.start, encoding.new if encoding.chance else None, num_envs, autoreset
        )
        self._open_windows()

    def _open_windows(self) -> None:
        """Open windows on the memory that the batch writes to."""
        batch, games = self._batch, self.num_envs
        planes = window(batch.observations, np.uint8)
        self._bytes = planes.reshape(games, *self.encoding.observation_shape)
        self._floats = np.empty(self._bytes.shape if self.scales else 0, np.float32)
        self._windows = Seen(
            self._floats.view() if self.scales else self._bytes,
            window(batch.masks, np.int8).reshape(games, self.encoding.actions),
            window(batch.turns, np.int64),
            window(batch.rewards, np.float64).reshape(games, self.encoding.seats),
            window(batch.ended, np.bool_),
            np.zeros(games, np.bool_),
            window(batch.lengths, np.int64),
        )
        self._windows.truncated.flags.writeable = False
        self._windows.observations.flags.writeable = False
        self._drawn = window(batch.drawn, np.int64)
        self._seeds = window(batch.seeds, np.int64)
        self._finished = window(batch.finished, np.int64)

    def _restart(self) -> None:
        self._batch.restart(self._resets.below(SEEDS))
        self._look()

    def _look(self) -> None:
        memset(self._bytes.ctypes.data, 0, self._bytes.nbytes)
        self._batch.look()
        if self.scales:
            scaled(self._bytes, self.tops, self._floats)

    # --- playing ------------------------------------------------------------------------------------------------------
    def reset(self, *, seed: int | None = None) -> Seen:
        """All games from the beginning; the same seed gives the same games."""
        if seed is not None:
            self._resets = Rng(operator.index(seed))
        self._restart()
        return self.last()

    def step(self, actions: NDArray[np.integer[Any]]) -> Seen:
        """One action in every game. If one is illegal, none of them is taken; ``ActionError`` says which and why."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise ResearchError("vector_actions", games=self.num_envs, shape=str(given.shape), dtype=str(given.dtype))
        numbers: list[int] = given.tolist()
        wrong = int(self._batch.first_illegal(numbers))
        if wrong >= 0:
            raise ActionError("vector_illegal", self._why_not(wrong, numbers[wrong]), game=wrong)
        self._batch.take(numbers)
        self._look()
        return self.last()

    def _why_not(self, game: int, action: int) -> LudariumError | None:
        try:
            self.encoding.read_action(self._batch.states[game], action)
        except LudariumError as error:
            return error
        return None

    def last(self) -> Seen:
        """What the last step led to, once more."""
        return self._windows.copy() if self.copies else self._windows

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, each with the same chance; -1 where a game is over."""
        self._batch.sample()
        return self._drawn.copy()

    def legal_actions(self, game: int) -> NDArray[np.int64]:
        """The legal actions of one game: where wide masks have a 1, without looking for it."""
        place = range(self.num_envs)[game]
        first, after = self._batch.first[place], self._batch.first[place + 1]
        return window(self._batch.marked, np.int64)[first:after] - place * self.encoding.actions

    # --- what whoever makes the experiment may know -------------------------------------------------------------------
    @property
    def seeds(self) -> NDArray[np.int64]:
        """The seeds that the present games were started with: ``env(…).reset(seed=…)`` begins like them."""
        return self._seeds.copy()

    @property
    def finished(self) -> NDArray[np.int64]:
        """How many games have ended, by place, since the last reset."""
        return self._finished.copy()

    def position(self, game: int) -> str:
        """One of the games as text, with everything that its seats do not know of each other."""
        return self.encoding.game.position_text(self._batch.states[game])

    # --- copies -------------------------------------------------------------------------------------------------------
    def copy(self) -> Self:
        """All games as they are now, with all that is random; the two go on independently."""
        new = type(self).__new__(type(self))
        new.__setstate__(self.__getstate__())
        return new

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        about = self.encoding, self.num_envs, self.autoreset, self.copies, self.scales
        return *about, self._batch.memory(), numbers_of(self._resets)

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        *about, memory, resets = kept
        self._set_up(*about)
        self._batch.recall(memory)
        self._look()
        self._resets = rng_of(resets)

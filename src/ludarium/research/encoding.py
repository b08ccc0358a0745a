"""A ruleset with its options as numbers: how many seats, actions and planes, and how a state becomes arrays.

Most learners want every plane divided by its largest value, so that all numbers are 0 to 1 (``scaled``).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Integral
from typing import Any, Self, TypeVar

from librt.vecs import vec
from mypy_extensions import u8

from ludarium.core.arrays import ENDLESS, Arrays, Plane, all_planes, count_cells
from ludarium.core.game import Game, Ruleset, find_ruleset, rulesets
from ludarium.core.history import is_view
from ludarium.core.options import OptionValue, shortened
from ludarium.core.state import State
from ludarium.extras import missing
from ludarium.research.errors import ActionError, ResearchError

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

Floats = NDArray[np.float32]
Number = TypeVar("Number", bound=np.generic)
_VERSIONED = re.compile(r"(.+)-v(\d+)")


@cache
def blank(size: int) -> vec[u8]:
    """So many zeros, for compiled code to copy from. One object serves all who ask for that many: compiled code never
    lets go of a vec that interpreted code hands to it, so that a new one each time would stay in memory for ever.
    """
    return vec[u8](bytes(size))


def window(memory: Any, kind: type[Number]) -> NDArray[Number]:
    """The memory of a ``vec`` as an array: whatever compiled code writes there is seen at once."""
    return np.frombuffer(memoryview(memory), kind)


class _Memory:
    """The memory of a ``vec`` as NumPy reads it, which keeps the vec."""

    def __init__(self, memory: Any, kind: type[np.generic]) -> None:
        self._memory = memory
        seen = np.frombuffer(memoryview(memory), kind)
        self.__array_interface__ = {**seen.__array_interface__, "data": (seen.ctypes.data, False)}


def writable_window(memory: Any, kind: type[Number]) -> NDArray[Number]:
    """A window through which others may write, too: torch wants to share only such memory."""
    return np.asarray(_Memory(memory, kind))


def arrays_of(game: Game) -> Arrays:
    """The game's arrays; ``ResearchError`` if nobody has written any."""
    if game.arrays is None:
        raise ResearchError("no_arrays", game=game.name)
    return game.arrays


def read_name(name: str) -> Ruleset:
    """The ruleset called ``mur-en`` or, with the version of its arrays, ``mur-en-v1``."""
    versioned = _VERSIONED.fullmatch(name)
    if versioned is None or any(name == ruleset.name for ruleset in rulesets()):
        return find_ruleset(name)
    ruleset = find_ruleset(versioned[1])
    version = int(arrays_of(ruleset.game).version)
    if int(versioned[2]) != version:
        raise ResearchError("version", name=name, known=[f"{ruleset.name}-v{version}"])
    return ruleset


@dataclass(frozen=True)
class Encoding:
    """What is the same in all games of a ruleset with these options. ``planes`` begin with the one that says who acts
    next; an observation has them one after the other, each with the cells of ``shape``.
    """

    ruleset: Ruleset
    given: Mapping[str, object]  # the options that are not the ruleset's own
    options: Mapping[str, OptionValue]
    arrays: Arrays
    start: State  # the one of seed 0
    chance: bool  # whether starts differ from seed to seed
    seats: int
    actions: int
    longest: int
    shape: tuple[int, ...]
    cells: int
    planes: tuple[Plane, ...]
    layout: str
    version: int

    @property
    def name(self) -> str:
        return f"{self.ruleset.name}-v{self.version}"

    @property
    def game(self) -> Game:
        return self.ruleset.game

    def new(self, seed: int) -> State:
        """The start of a game."""
        return self.game.new(self.options, seed) if self.chance else self.start.copy()

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return len(self.planes), *self.shape

    def read_position(self, text: str) -> State:
        """A whole position of a game with these options."""
        state = self.game.read_position(self.options, text)
        if is_view(self.game, state):
            raise ResearchError("position_view")
        return state

    def read_action(self, state: State, action: int) -> int:
        """The step that an action is; what it is refused with says no more than the seat to act may know."""
        if not 0 <= action < self.actions:
            raise ActionError("action_range", action=shortened(action), last=self.actions - 1)
        step = self.arrays.step(state, action)
        if state.judge(step):
            self.game.refuse_illegal(state.view(state.seat), step)
        return int(step)

    def __deepcopy__(self, memo: object) -> Self:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[object, ...]:
        return read_encoding, (self.name, dict(self.given))

    def describe(self) -> str:
        """Names and meanings of all planes, as text."""
        what = f"{self.seats} seats, {self.actions} actions, {len(self.planes)} planes of {_times(self.shape)}"
        length = "no limit of steps" if self.longest == ENDLESS else f"at most {self.longest} steps"
        counted = "Every plane counts from 0 to its largest value, in brackets; observations are divided by it."
        lines = [f"{self.name}: {what}; {length}", self.layout, counted]
        lines += [f"{number:3} {plane.name} (0–{plane.top}): {plane.about}" for number, plane in enumerate(self.planes)]
        return "\n".join(lines) + "\n"


def _times(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) + (" cells" if len(shape) == 1 else "")


def _plain(value: object) -> object:
    """Whole numbers of other libraries, such as an array's, as Python's own."""
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value


def read_encoding(name: str, given: Mapping[str, object]) -> Encoding:
    """The encoding of a ruleset, with these options instead of its own."""
    ruleset = read_name(name)
    arrays = arrays_of(ruleset.game)
    options = ruleset.read({option: _plain(value) for option, value in given.items()})
    start = ruleset.game.new(options, 0)
    return Encoding(
        ruleset=ruleset,
        given={name: options[name] for name in given},
        options=options,
        arrays=arrays,
        start=start,
        chance=any(options[name] != value for name, value in ruleset.game.chance(start).items()),
        seats=int(start.seats),
        actions=int(arrays.actions(start)),
        longest=int(arrays.longest(start)),
        shape=arrays.shape(start),
        cells=int(count_cells(arrays, start)),
        planes=tuple(all_planes(arrays, start)),
        layout=arrays.layout,
        version=int(arrays.version),
    )


def tops(encoding: Encoding) -> Floats:
    """The largest value of every cell of an observation."""
    largest = np.empty(encoding.observation_shape, np.float32)
    largest.T[...] = [plane.top for plane in encoding.planes]
    largest.flags.writeable = False
    return largest


def scaled(planes: NDArray[Any], largest: Floats, out: Floats | None = None) -> Floats:
    """Observations, or one, from 0 to 1. It divides because that takes no longer than to multiply by reciprocals, and
    the largest value becomes exactly 1.
    """
    found = np.empty(planes.shape, np.float32) if out is None else out
    found[...] = planes  # first, because to divide numbers of another kind takes longer
    found /= largest
    return found

"""The same position seen otherwise: turned, mirrored, or from the other side of the board.

from ludarium.research.symmetries import symmetries

for way in symmetries("mur-en"):
    image = way(observation)
    learn(image.observation, image.mask(action_mask), image.policy(policy))

What a game's symmetries are, its folder says (``games/symmetric.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, overload

from ludarium.extras import missing
from ludarium.games.parts import symmetric_of
from ludarium.games.symmetric import Redrawing, Turn
from ludarium.research.batch import observe
from ludarium.research.encoding import Encoding, blank, read_encoding, scaled, tops, window
from ludarium.research.errors import ResearchError

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

Planes = NDArray[Any]  # float32 from 0 to 1, or bytes as the planes count; one observation, or many
Actions = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Image:
    """An observation, or a batch of them, seen otherwise; ``actions`` has the new number of every action.

    Where a symmetry does not hold (``holds``), an observation and its actions are as they were.
    """

    observation: Planes
    actions: Actions  # (actions,), or (n, actions) where they differ from position to position
    holds: NDArray[np.bool_]  # of every position

    def policy(self, policy: NDArray[Number]) -> NDArray[Number]:
        """A number for every action of the observation, such as a policy or a mask, as numbers for its image."""
        found = np.empty_like(policy)
        np.put_along_axis(found, self._spread(policy), policy, axis=-1)
        return found

    mask = policy

    def undo(self, policy: NDArray[Number]) -> NDArray[Number]:
        """The other way round: what was said about the image, as numbers for the observation."""
        return np.take_along_axis(policy, self._spread(policy), axis=-1)

    def _spread(self, policy: NDArray[Any]) -> NDArray[np.int64]:
        return np.broadcast_to(self.actions, policy.shape)

    def action(self, action: Any) -> Any:
        """What an action becomes; of a batch, one for each position."""
        if self.actions.ndim == 1:
            return self.actions[action]
        return self.actions[np.arange(len(self.actions)), action]


class _Fixed:
    """A turn of the board, which is always alike, as numbers."""

    def __init__(self, turn: Turn, encoding: Encoding) -> None:
        self.name = turn.name
        self._turn, self._encoding = turn, encoding
        numbers = {plane.name: number for number, plane in enumerate(encoding.planes)}
        self._cells = np.argsort(turn.cells)  # from where each cell of the image comes
        self._planes = np.arange(len(numbers))
        for plane, becomes in turn.planes.items():
            self._planes[numbers[becomes]] = numbers[plane]
        self._counts = {numbers[plane]: np.array(counts, np.uint8) for plane, counts in turn.counts.items()}

    def image(self, planes: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        seen = planes[..., self._planes, :][..., self._cells]
        for plane, counts in self._counts.items():
            seen[..., plane, :] = counts[seen[..., plane, :]]
        return seen, self.actions

    @cached_property
    def actions(self) -> NDArray[np.int64]:
        game, arrays, start = self._encoding.game, self._encoding.arrays, self._encoding.start
        texts = (game.step_text(arrays.step(start, action)) for action in range(self._encoding.actions))
        return np.array([arrays.action(start, game.read_step(self._turn.step(text))) for text in texts], np.int64)


class _Form:
    """Observations of one kind, as given and as bytes: (positions, planes, cells)."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._tops = tops(encoding)

    def read(self, given: Planes) -> NDArray[np.uint8]:
        shape = self._encoding.observation_shape
        fits = given.shape[-len(shape) :] == shape and given.ndim <= len(shape) + 1
        if not fits or given.dtype not in (np.float32, np.uint8):
            raise ResearchError("symmetry_form", shape=str(shape), given=f"{given.dtype} {given.shape}")
        counts = given if given.dtype == np.uint8 else np.rint(given * self._tops).astype(np.uint8)
        return counts.reshape(-1, shape[0], self._encoding.cells)

    def image(self, given: Planes, seen: NDArray[np.uint8], actions: Actions, holds: NDArray[np.bool_]) -> Image:
        """What was found out about these observations, in the form in which they were given."""
        observation: Planes = seen.reshape(given.shape)
        if given.dtype != np.uint8:
            observation = scaled(observation, self._tops)
        if given.ndim == len(self._encoding.observation_shape):
            actions, holds = actions.reshape(-1), holds.reshape(())
        return Image(observation, actions, holds)


class Symmetry:
    """One way to see positions otherwise: a function of an observation, or of many at once."""

    def __init__(self, way: "_Fixed | Redrawing", encoding: Encoding, unlike: Sequence[int]) -> None:
        self.name = way.name
        self._way, self._encoding, self._unlike = way, encoding, list(unlike)
        self._form = _Form(encoding)

    def __repr__(self) -> str:
        return f"<{self._encoding.name}: {self.name}>"

    def __call__(self, observation: Planes) -> Image:
        counts = self._form.read(observation)
        seen, actions = self.images(counts)
        holds = np.asarray(~counts[:, self._unlike].any(axis=(1, 2)), np.bool_)
        if not holds.all():
            seen = np.where(holds[:, None, None], seen, counts)
            actions = np.where(holds[:, None], actions, np.arange(self._encoding.actions))
        return self._form.image(observation, seen, actions, holds)

    def images(self, counts: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Actions]:
        """Of positions as bytes, whether the symmetry holds or not."""
        if isinstance(self._way, _Fixed):
            return self._way.image(counts)
        both = [self._way.image(one) for one in counts]
        seen, actions = np.array([one for one, _ in both], np.uint8), np.array([one for _, one in both], np.int64)
        return seen.reshape(counts.shape), actions.reshape(len(counts), self._encoding.actions)


class Symmetries(Sequence[Symmetry]):
    """All symmetries of a ruleset; the first one leaves everything as it is."""

    def __init__(self, encoding: Encoding) -> None:
        told = symmetric_of(encoding.game)
        ways = told.ways(encoding.start) or [Turn("as it is", range(encoding.cells), str)]
        numbers = {plane.name: number for number, plane in enumerate(encoding.planes)}
        unlike = [numbers[plane] for plane in told.unlike]
        self._all = [
            Symmetry(_Fixed(way, encoding) if isinstance(way, Turn) else way, encoding, unlike) for way in ways
        ]
        self._encoding = encoding
        self._form = _Form(encoding)
        self._side = numbers.get(told.side)

    @overload
    def __getitem__(self, index: int) -> Symmetry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Symmetry]: ...
    def __getitem__(self, index: int | slice) -> Symmetry | Sequence[Symmetry]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def canonical(self, observation: Planes) -> Image:
        """Every seat sees the board as seat 0 does: from the same side, where boards have sides (else nothing changes).

        It always holds: whatever learns from such images is only shown such images, and ``undo`` gives its policy back.
        """
        counts = self._form.read(observation)
        ways = self._all if self._side is not None else self._all[:1]
        images = [way.images(counts) for way in ways]
        which = np.zeros(len(counts), np.intp)
        if self._side is not None:
            alike = [(seen[:, self._side] == self._home).all(axis=1) for seen, _ in images]
            which = np.argmax(alike, axis=0)
        places = np.arange(len(counts))
        seen = np.stack([seen for seen, _ in images])[which, places]
        actions = np.stack([np.broadcast_to(of, (len(counts), of.shape[-1])) for _, of in images])[which, places]
        return self._form.image(observation, seen, actions, np.ones(len(counts), np.bool_))

    @cached_property
    def _home(self) -> NDArray[np.uint8]:
        """The plane that tells the side, as seat 0 sees it."""
        encoding = self._encoding
        nothing = blank(encoding.cells * len(encoding.planes))
        seen = observe(encoding.arrays, encoding.start, 0, encoding.cells, nothing)
        return window(seen, np.uint8).reshape(len(encoding.planes), -1)[self._side]


def symmetries(name: str, **options: object) -> Symmetries:
    """Those of a ruleset (``mur-en`` or, with its version, ``mur-en-v1``) with these options."""
    return Symmetries(read_encoding(name, options))

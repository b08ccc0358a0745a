"""Search with a judge of one's own, such as a network: it is shown many positions at once and says what it thinks.

def evaluator(batch):
    values, logits = my_net(batch.observations)
    ...
    return values, priors

search = Search("mur-en", evaluator, simulations=64)
for game in search.play(100):
    game.history, game.decisions
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from ctypes import memmove, memset
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ludarium.core.errors import NotAllowed
from ludarium.core.history import History
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.extras import missing
from ludarium.research.encoding import read_encoding, tops, window
from ludarium.research.errors import ResearchError
from ludarium.search.forest import Forest, Plan
from ludarium.search.hidden import truths_of
from ludarium.search.tree import Settings

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

_MOST = 1 << 16  # trees, leaves of a tree
_SEEDS = 1 << 31
_ALL = 1 << 30  # steps that are looked at: every one
_SLACK = 1e-3  # by which the values of a position may miss 1


class Batch(NamedTuple):
    """Positions to be judged; the first axis of ``observations`` and ``seats`` is the position. These are windows on
    memory that the next batch changes.
    """

    observations: NDArray[np.uint8]  # (n, planes, *shape): what the seat to act sees, as the planes count
    seats: NDArray[np.int64]  # (n,): the seat to act
    actions: NDArray[np.int64]  # the legal actions of all positions, one after another
    starts: NDArray[np.int64]  # (n + 1,): those of position i are actions[starts[i]:starts[i + 1]]


# Gives ``values`` (n, seats): what share of the win each seat can expect, the seat to act first and the others as they
# follow it; and ``priors``: for each of ``actions`` how likely a good player is to take it, in any scale, not negative.
Evaluator = Callable[[Batch], tuple[ArrayLike, ArrayLike]]


@dataclass(frozen=True)
class Decision:
    """What came of the search from one position."""

    step: int  # the one to take
    text: str  # the same as people write it
    actions: NDArray[np.int64]  # the legal ones
    policy: NDArray[np.float32]  # what the search makes of the priors of these actions, adding up to 1
    values: tuple[float, ...]  # what share of the win each seat can expect, seat 0 first


class HasHistory(Protocol):
    """Such as ``ludarium.new`` gives."""

    @property
    def history(self) -> History: ...


@dataclass
class Played:
    """A game, and the decision of each step that was searched, with the number of steps taken before it."""

    history: History
    seed: int = 0
    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    place: int = -1  # where the tree of its last decision is


class Search:
    """Searches games of a ruleset (``mur-en`` or, with its version, ``mur-en-v1``) with these options, up to ``trees``
    of them at a time; ``evaluator`` judges a batch with a leaf of each, or up to ``leaves``.

    A decision takes so many ``simulations``. With ``considered`` above 0 that many steps are tried at the root, the
    worse half of them left out again and again (Gumbel's way, the better one with few simulations); ``scale`` is how
    much values count beside priors, and with ``noise`` steps are taken as often as they are good, as for learning by
    self-play. With ``considered=0`` the root is searched like all the tree, and a part ``blur`` of its priors is left
    to chance (Dirichlet's distribution with the parameter ``evenness``).

    ``explore`` is the constant of PUCT; ``scout`` looks at once for steps that end the game, which takes time. In games
    with secrets a search plays ``truths`` that the seat to act cannot tell apart, with ``beliefs`` the likelier ones
    more often. ``most_nodes`` limits the memory of a tree, of about 40 bytes a node.
    """

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        *,
        simulations: int = 64,
        trees: int = 64,
        leaves: int = 1,
        considered: int = 16,
        scale: float = 0.1,
        noise: bool = False,
        blur: float = 0.0,
        evenness: float = 0.3,
        explore: float = 1.4,
        scout: bool = False,
        truths: int = 16,
        beliefs: bool = True,
        most_nodes: int = 200_000,
        seed: int = 0,
        **options: object,
    ) -> None:
        bounds: dict[str, tuple[float, float, float]] = {
            "simulations": (simulations, 1, _MOST),
            "trees": (trees, 1, _MOST),
            "leaves": (leaves, 1, _MOST),
            "truths": (truths, 1, _MOST),
            "considered": (considered, 0, _MOST),
            "blur": (blur, 0, 1),
            "evenness": (evenness, 0.001, 1),
        }
        for key, (value, least, most) in bounds.items():
            if not least <= value <= most:
                raise ResearchError("search_number", key=key, least=least, most=most, given=shortened(value))
        self.evaluator = evaluator
        self.encoding = encoding = read_encoding(name, options)
        self.tops = tops(encoding)  # the largest value of every cell of an observation
        self.truths = truths
        self.beliefs = beliefs
        self._rng = Rng(seed)
        self._keeps = considered == 0 and not encoding.game.hidden_information
        settings = Settings(
            explore=explore, guided=True, horizon=0, scout=scout, widen_base=_ALL, most_nodes=most_nodes, asks=True
        )
        plan = Plan(simulations, considered, scale, noise, blur, evenness)
        self._forest = Forest(encoding.arrays, encoding.start, settings, plan, trees, leaves, self._rng.below(_SEEDS))
        self._rows = 0  # of the last batch
        rows = trees * leaves
        self._observations = window(self._forest.observations, np.uint8).reshape(rows, *encoding.observation_shape)
        self._turns = window(self._forest.turns, np.int64)
        self._starts = window(self._forest.starts, np.int64)
        self._values = window(self._forest.values, np.float64)

    # --- playing ------------------------------------------------------------------------------------------------------
    def decide(self, games: Sequence[History | HasHistory]) -> list[Decision]:
        """A decision for each of these running games, by what its seat to act may know."""
        jobs = [Played(game if isinstance(game, History) else game.history) for game in games]
        for job in jobs:
            self._check(job.history)
        for job, decision in self._decisions(deque(), iter(jobs)):
            job.decisions.append((len(job.history.steps), decision))
        return [job.decisions[0][1] for job in jobs]

    def choose(self, views: Sequence[State]) -> Decision:
        """A decision for the seat to act that has seen this of a game, the oldest view first."""
        self._forest.plant(0, self._truths(views))
        while 0 not in self._forest.done():
            self._round()
        return self._decision(0, views[-1])

    def play(self, games: int, *, opening: int | range = 0, longest: int = 10_000) -> Iterator[Played]:
        """Games in which the search plays itself, each as soon as it is over or has ``longest`` steps. The first
        ``opening`` steps are random (of a range, as many as chance says), unless they are a secret set-up's. Later ones
        that leave no choice are taken without a search.
        """
        waiting = deque[Played]()
        for game, decision in self._decisions(waiting, (self._begin(opening) for _ in range(games))):
            history = game.history
            game.decisions.append((len(history.steps), decision))
            step: int | None = decision.step
            while step is not None and len(history.steps) < longest:
                history.take(step)
                legal = history.state.legal()
                step = int(legal[0]) if len(legal) == 1 else None
            if history.state.seat >= 0 and len(history.steps) < longest:
                waiting.append(game)
            else:
                yield game

    def _begin(self, opening: int | range) -> Played:
        seed = self._rng.below(_SEEDS)
        history = History(self.encoding.ruleset, self.encoding.new(seed))
        steps = opening if isinstance(opening, int) else opening[self._rng.below(len(opening))]
        history.take_at_random(steps, self._rng)
        return Played(history, seed)

    def _check(self, history: History) -> None:
        """Refuse a game that this search cannot go on with."""
        state, encoding = history.state, self.encoding
        arrays = encoding.arrays
        is_alike = history.game is encoding.game and (
            (state.seats, arrays.actions(state), arrays.shape(state), len(arrays.planes(state)) + 1)
            == (encoding.seats, encoding.actions, encoding.shape, len(encoding.planes))
        )
        if not is_alike:
            raise ResearchError("search_game", own=encoding.ruleset.name, given=history.ruleset.name)
        if state.seat < 0:
            raise NotAllowed("game_over")

    # --- searching ----------------------------------------------------------------------------------------------------
    def _decisions(self, waiting: deque[Played], fresh: Iterator[Played]) -> Iterator[tuple[Played, Decision]]:
        """The decisions of games, each as soon as it is made. Whenever there is room, the next game is one of the
        ``waiting`` ones, to which whoever takes the decisions may add, or a ``fresh`` one.
        """
        free = set(range(len(self._forest.trees)))
        for place in free:
            self._forest.clear(place)
        running: dict[int, Played] = {}
        while True:
            while free and (game := waiting.popleft() if waiting else next(fresh, None)):
                place = game.place if game.place in free else free.pop()
                free.discard(place)
                running[place] = game
                self._plant(place, game)
            if not running:
                return
            self._round()
            for place in self._forest.done():
                if game := running.pop(place, None):
                    free.add(place)
                    yield game, self._decision(place, game.history.state)

    def _plant(self, place: int, game: Played) -> None:
        state = game.history.state
        if self._keeps and game.place == place:
            self._forest.advance(place, state)
        else:
            self._forest.plant(place, self._truths(game.history.views(int(state.seat))))
        game.place = place

    def _truths(self, views: Sequence[State]) -> list[State]:
        return truths_of(self.encoding.game, views, self.beliefs, self._rng, self.truths)

    def _round(self) -> None:
        """One leaf of every tree, or a few, is judged."""
        forest = self._forest
        memset(self._observations.ctypes.data, 0, self._observations[: self._rows].nbytes)
        self._rows = rows = int(forest.collect())
        if not rows:
            return
        steps = int(self._starts[rows])
        batch = Batch(
            self._observations[:rows],
            self._turns[:rows],
            window(forest.actions, np.int64)[:steps],
            self._starts[: rows + 1],
        )
        values, priors = self.evaluator(batch)
        shares = _read("values", values, (rows, self.encoding.seats))
        if np.abs(shares.sum(axis=1) - 1).max() > _SLACK:
            raise ResearchError("search_values")
        _copy(shares, self._values)
        _copy(_read("priors", priors, (steps,)), window(forest.priors, np.float64))
        forest.settle()

    def _decision(self, place: int, state: State) -> Decision:
        forest = self._forest
        step = forest.best(place)
        return Decision(
            step,
            self.encoding.game.step_text(step),
            window(self.encoding.arrays.legal_actions(state), np.int64).copy(),
            np.array(forest.policy(place), np.float32),
            tuple(forest.value(place)),
        )


def _read(name: str, given: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """What an evaluator gave, if it can be used."""
    found = np.ascontiguousarray(given, np.float64)
    if found.shape != shape:
        raise ResearchError("search_shape", name=name, expected=str(shape), given=str(found.shape))
    if not np.isfinite(found).all() or found.min() < 0:
        raise ResearchError("search_negative", name=name)
    return found


def _copy(numbers: NDArray[np.float64], into: NDArray[np.float64]) -> None:
    """Write into memory of which Python itself only gives windows to look through."""
    memmove(into.ctypes.data, numbers.ctypes.data, numbers.nbytes)

"""Many trees that are searched at the same time, for judges that like to judge many positions at once.

A round has two halves. ``collect`` lets every tree that is not done go down to a leaf or a few, and writes what the
seats to act there see and may do into one buffer, a *row* for each leaf. Somebody else writes ``values`` and ``priors``
for all rows; ``settle`` takes them into the trees. Ends of games and proven leaves need no judge: they are counted at
once.
"""

from collections.abc import Sequence
from math import e, exp, log
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, all_planes, count_cells, write_observation
from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.choice import candidates, expectation
from ludarium.search.gumbel import Gumbel
from ludarium.search.reuse import continued
from ludarium.search.tree import NONE, ROOT, Settings, Tree
from ludarium.search.values import write_shares

_SEEDS: Final[i64] = 0x7FFFFFFF
_AT_ONCE: Final[i64] = 32  # simulations that a tree makes without a judge before the others have their turn


@final
class Plan:
    """How a tree comes to a decision: by so many ``simulations``, that of the root itself not counted.

    With ``considered`` above 0 the root's steps are tried as ``search/gumbel.py`` says, with its ``scale`` and
    ``noise``. Else they are tried as everywhere in the tree, after a part ``blur`` of their priors has been replaced by
    chance (Dirichlet's distribution with all parameters ``evenness``, above 0 and at most 1: the smaller, the fewer
    steps get nearly all of it).
    """

    def __init__(
        self,
        simulations: i64,
        considered: i64 = 16,
        scale: float = 0.1,
        noise: bool = True,
        blur: float = 0.0,
        evenness: float = 0.3,
    ) -> None:
        self.simulations: i64 = simulations
        self.considered: i64 = considered
        self.scale: float = scale
        self.noise: bool = noise
        self.blur: float = blur
        self.evenness: float = evenness


@final
class Forest:
    """``count`` places for trees, all for games with the options of ``start``. In a round a tree gives out at most
    ``leaves``, none of them twice.

    The buffer: row i has its planes in ``observations`` from i × ``size`` on, its legal actions in ``actions`` from
    ``starts[i]`` to ``starts[i + 1]``, and the seat to act in ``turns[i]``. Whoever judges writes into ``values`` from
    i × ``seats`` on what each seat can expect (0 to 1, together 1), the one to act first and the others as they follow
    it, and into ``priors`` a weight for each of ``actions``, not negative, of any sum.
    """

    def __init__(
        self, arrays: Arrays, start: State, settings: Settings, plan: Plan, count: i64, leaves: i64, seed: int
    ) -> None:
        self.arrays: Arrays = arrays
        self.settings: Settings = settings
        self.plan: Plan = plan
        self.leaves: i64 = leaves
        self.rng: Rng = Rng(seed)
        self.insight: Insight = Insight()
        self.seats: i64 = start.seats
        self.cells: i64 = count_cells(arrays, start)
        self.size: i64 = self.cells * len(all_planes(arrays, start))
        # places
        self.trees: list[Tree | None] = [None] * int(count)
        self.choices: list[Gumbel | None] = [None] * int(count)
        self.begun: vec[i64] = vec[i64]([0] * int(count))  # simulations
        # rows
        most: i64 = count * leaves
        self.rows: i64 = 0
        self.observations: vec[u8] = vec[u8]([0] * int(most * self.size))
        self.turns: vec[i64] = vec[i64]([0] * int(most))
        self.starts: vec[i64] = vec[i64]([0] * int(most + 1))
        self.values: vec[float] = vec[float]([0.0] * int(most * self.seats))
        self.places: vec[i64] = vec[i64]([0] * int(most))
        self.nodes: vec[i64] = vec[i64]([0] * int(most))
        self.states: list[State] = [start] * int(most)
        # steps of all rows, one after another
        self.steps: vec[i64] = vec[i64]([0] * 64)
        self.actions: vec[i64] = vec[i64]([0] * 64)
        self.priors: vec[float] = vec[float]([0.0] * 64)

    # --- trees --------------------------------------------------------------------------------------------------------
    def plant(self, place: i64, truths: Sequence[State]) -> None:
        """A new tree, for a running game; ``truths`` as ``Tree`` takes them. No leaf of this place may be out."""
        self._set(place, Tree(truths, self.insight, self.settings, self.rng.below(_SEEDS)))

    def advance(self, place: i64, state: State) -> None:
        """A tree for a position that the one in this place has led to: what that knows is kept. Not with hidden
        information, where each decision has other truths.
        """
        old: Tree | None = self.trees[place]
        kept: Tree | None = None
        if old is not None:
            kept = continued(old, state, self.rng.below(_SEEDS))
        if kept is None:
            self.plant(place, [state])
            return
        self._set(place, kept)
        if kept.menu[ROOT] != NONE:
            self._prepare(place, kept)

    def clear(self, place: i64) -> None:
        """No tree."""
        self.trees[place] = None
        self.choices[place] = None

    def _set(self, place: i64, tree: Tree) -> None:
        self.trees[place] = tree
        self.choices[place] = None
        self.begun[place] = 0

    def _prepare(self, place: i64, tree: Tree) -> None:
        """The root has got its steps: this is how they are chosen from."""
        plan: Plan = self.plan
        if plan.considered > 0:
            self.choices[place] = Gumbel(tree, plan.simulations, plan.considered, plan.scale, plan.noise, self.rng)
        elif plan.blur > 0.0:
            nodes = tree.nodes(i64(tree.menu[ROOT]))
            chance: vec[float] = dirichlet(len(nodes), plan.evenness, self.rng)
            for index in range(i64(len(nodes))):
                prior: float = tree.prior_of(nodes[index])
                tree.set_prior(nodes[index], prior + plan.blur * (chance[index] - prior))

    # --- leaves -------------------------------------------------------------------------------------------------------
    def collect(self) -> i64:
        """Fill the buffer; how many rows there are now. ``observations`` must be 0 everywhere: whoever holds their
        memory clears them all at once.
        """
        self.rows = 0
        for place in range(i64(len(self.trees))):
            tree: Tree | None = self.trees[place]
            if tree is not None:
                first: i64 = self.rows
                while self.rows < first + self.leaves and self._reach(place, tree, first):
                    pass
        return self.rows

    def _reach(self, place: i64, tree: Tree, first: i64) -> bool:
        """Write a row for one more leaf of a tree whose rows begin with ``first``; whether there was one."""
        for _one in range(_AT_ONCE):
            start: i64 = self._next(place, tree, self.rows > first)
            if start == NONE:
                return False
            leaf, state = tree.reach(start)
            if state.seat < 0 or tree.is_proven(leaf):
                tree.judge(leaf, state)
                tree.back_up(leaf)
                continue
            for row in range(first, self.rows):
                if self.nodes[row] == leaf:
                    tree.leave(leaf)
                    self._put_off(place)
                    return False
            self._write(place, leaf, state)
            return True
        return False

    def _next(self, place: i64, tree: Tree, waiting: bool) -> i64:
        """Where the next simulation begins; ``NONE`` if there is none, or none before what is waiting is settled."""
        if tree.is_proven(ROOT):
            return NONE
        if tree.menu[ROOT] == NONE:
            return NONE if waiting else ROOT
        choice: Gumbel | None = self.choices[place]
        if choice is not None:
            return NONE if waiting and choice.is_halving() else choice.next()
        if self.begun[place] >= self.plan.simulations:
            return NONE
        self.begun[place] += 1
        return ROOT

    def _put_off(self, place: i64) -> None:
        """The simulation that has just begun is to begin again later."""
        choice: Gumbel | None = self.choices[place]
        if choice is not None:
            choice.begun -= 1
        else:
            self.begun[place] -= 1

    def _write(self, place: i64, leaf: i64, state: State) -> None:
        row: i64 = self.rows
        self.places[row] = place
        self.nodes[row] = leaf
        self.states[row] = state
        self.turns[row] = state.seat
        write_observation(self.arrays, state, state.seat, self.cells, self.observations, row * self.size)
        legal: vec[i64] = state.legal()
        at: i64 = self.starts[row]
        end: i64 = at + len(legal)
        while i64(len(self.steps)) < end:
            self.steps = append(self.steps, 0)
            self.actions = append(self.actions, 0)
            self.priors = append(self.priors, 0.0)
        for index in range(i64(len(legal))):
            self.steps[at + index] = legal[index]
        self.arrays.to_actions(state, legal)
        for index in range(i64(len(legal))):
            self.actions[at + index] = legal[index]
        self.starts[row + 1] = end
        self.rows = row + 1

    def settle(self) -> None:
        """Take the values and priors of all rows into the trees."""
        for row in range(self.rows):
            place: i64 = self.places[row]
            tree: Tree | None = self.trees[place]
            if tree is None:
                continue
            state: State = self.states[row]
            leaf: i64 = self.nodes[row]
            if not tree.full:
                self._grow(row, tree, leaf, state)
            if tree.is_proven(leaf):
                write_shares(i64(tree.result[leaf]), self.seats, tree.worth)
            else:
                for relative in range(self.seats):
                    tree.worth[(state.seat + relative) % self.seats] = self.values[row * self.seats + relative]
            tree.back_up(leaf)
            if tree.simulations == 1 and leaf == ROOT:
                self._prepare(place, tree)
        self.rows = 0

    def _grow(self, row: i64, tree: Tree, leaf: i64, state: State) -> None:
        at: i64 = self.starts[row]
        steps: vec[i64] = self.steps[at : self.starts[row + 1]]
        count: i64 = len(steps)
        tree.make_room(count)
        weights: vec[float] = tree.weights
        total: float = 0.0
        for index in range(count):
            weights[index] = self.priors[at + index]
            total += weights[index]
        if total <= 0.0:
            for index in range(count):
                weights[index] = 1.0
        tree.grow(leaf, state, steps)

    # --- decisions ----------------------------------------------------------------------------------------------------
    def done(self) -> list[int]:
        """The places whose trees need no more simulations. Ask after ``settle``."""
        return [place for place in range(len(self.trees)) if self._is_done(place)]

    def _is_done(self, place: i64) -> bool:
        tree: Tree | None = self.trees[place]
        if tree is None or tree.is_proven(ROOT):
            return tree is not None
        choice: Gumbel | None = self.choices[place]
        if choice is not None:
            return choice.is_over()
        return tree.menu[ROOT] != NONE and self.begun[place] >= self.plan.simulations

    def tree(self, place: i64) -> Tree:
        """The tree in a place that has one."""
        tree: Tree | None = self.trees[place]
        if tree is None:
            raise IndexError(f"no tree in place {int(place)}")
        return tree

    def best(self, place: i64) -> int:
        """The step to take, once a tree has been searched."""
        choice: Gumbel | None = self.choices[place]
        if choice is not None:
            return choice.steps()[choice.best()]
        return candidates(self.tree(place))[0].step

    def policy(self, place: i64) -> list[float]:
        """How good the search thinks each legal step is, in their order, adding up to 1: by visits where Gumbel's way
        is not used; all of it for the best step where the result is proven.
        """
        tree: Tree = self.tree(place)
        choice: Gumbel | None = self.choices[place]
        shares: dict[int, float] = {}
        if tree.is_proven(ROOT):
            shares[self.best(place)] = 1.0
        elif choice is not None:
            for step, part in zip(choice.steps(), choice.policy(), strict=True):
                shares[step] = part
        else:
            tried = candidates(tree)
            visits: int = sum([one.visits for one in tried])
            for one in tried:
                shares[one.step] = float(one.visits) / float(visits) if visits else 1.0 / float(len(tried))
        return [shares.get(int(step), 0.0) for step in tree.root.legal()]

    def value(self, place: i64) -> list[float]:
        """What each seat can expect, seat 0 first."""
        return expectation(self.tree(place))


def dirichlet(count: i64, evenness: float, rng: Rng) -> vec[float]:
    """Parts of 1 by Dirichlet's distribution with equal parameters, above 0 and at most 1."""
    parts: vec[float] = vec[float]([0.0] * int(count))
    total: float = 0.0
    for index in range(count):
        parts[index] = _gamma(evenness, rng)
        total += parts[index]
    for index in range(count):
        parts[index] = parts[index] / total if total > 0.0 else 1.0 / float(count)
    return parts


def _gamma(shape: float, rng: Rng) -> float:
    """A number by the gamma distribution, with a shape of at most 1 (Ahrens and Dieter's method GS, 1974)."""
    most: float = (e + shape) / e
    while True:
        chance: float = most * rng.fraction()
        if chance <= 1.0:
            found: float = exp(log(chance) / shape)
            if rng.fraction() <= exp(-found):
                return found
        else:
            found = -log((most - chance) / shape)
            if log(rng.fraction()) <= (shape - 1.0) * log(found):
                return found

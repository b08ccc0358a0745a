"""Choosing at the root with few simulations: some steps drawn by their priors, the worse half left out again and again.

After Danihelka and others, "Policy improvement by planning with Gumbel" (2022): however few the simulations are, what
comes out is no worse than the priors, so that a net can learn from it.
"""

from math import exp, log
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.rng import Rng
from ludarium.search.tree import NONE, ROOT, Tree

_HEAD_START: Final[float] = 50.0  # visits that every step is credited with when values are weighed against priors


@final
class Gumbel:
    """One decision on a tree of its own, of at most so many ``simulations``. ``considered`` steps are tried, ``scale``
    says how much their values count beside the priors; without ``noise`` the best step is sought, else one that is as
    likely as it is good.

    Simulations are made one after another with ``run``, or by somebody else who asks with ``next`` where each begins.
    """

    def __init__(self, tree: Tree, simulations: i64, considered: i64, scale: float, noise: bool, rng: Rng) -> None:
        self.tree: Tree = tree
        self.scale: float = scale
        self.menu: i64 = tree.menu_for(ROOT, tree.root)
        self.first: i64 = i64(tree.first[self.menu])  # the other nodes at the root follow it
        self.count: i64 = i64(tree.count[self.menu])
        self.logits: vec[float] = vec[float]([0.0] * int(self.count))
        self.bonus: vec[float] = vec[float]([0.0] * int(self.count))
        order: list[tuple[float, int]] = []
        for index in range(self.count):
            logit: float = log(max(1.0e-9, tree.prior_of(self.first + index)))
            self.logits[index] = logit
            self.bonus[index] = logit + (-log(-log(rng.fraction())) if noise else 0.0)
            order.append((-self.bonus[index], int(index)))
        order.sort()
        self.left: list[int] = [index for _, index in order[: int(min(considered, simulations))]]
        self.simulations: i64 = simulations
        self.budget: i64 = simulations  # for this round and those after it
        self.rounds: i64 = 1
        while (i64(1) << self.rounds) < len(self.left):
            self.rounds += 1
        self.round: i64 = self._round()  # simulations of the round going on
        self.begun: i64 = 0  # those of them that have begun

    # --- where to look ------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Make all simulations."""
        while True:
            node: i64 = self.next()
            if node == NONE:
                return
            self.tree.try_step(node)

    def next(self) -> i64:
        """The step that the next simulation begins with, as a node; ``NONE`` once all are made or the result is proven.
        Every step that is left gets equally many, then only the better half of them goes on. Proven ones need none.
        """
        while not self.tree.is_proven(ROOT):
            while self.begun < self.round:
                node: i64 = self.first + self.left[self.begun % len(self.left)]
                self.begun += 1
                if not self.tree.is_proven(node):
                    return node
            if not self.is_halving():
                break
            ranked = sorted([(-self._score(index), index) for index in self.left])
            self.left = [index for _, index in ranked[: (len(ranked) + 1) // 2]]
            self.budget -= self.round
            self.round = self._round()
            self.begun = 0
        return NONE

    def is_halving(self) -> bool:
        """Whether ``next`` will compare values first: whatever has begun must have ended by then."""
        return self.begun >= self.round and len(self.left) > 2 and self.budget > self.round

    def is_over(self) -> bool:
        """Whether ``next`` has none to give."""
        return self.tree.is_proven(ROOT) or (self.begun >= self.round and not self.is_halving())

    def _round(self) -> i64:
        left: i64 = len(self.left)
        if left <= 2:
            return self.budget
        return min(self.budget, left * max(i64(1), self.simulations // (self.rounds * left)))

    # --- what came of it ----------------------------------------------------------------------------------------------
    def best(self) -> int:
        """The step to take, by its place in the menu."""
        proven: i64 = self.tree.best_proven(self.menu)
        if self.tree.is_proven(ROOT) and proven != NONE:
            return int(proven - self.first)
        hopeful = [index for index in self.left if not self._is_lost(index)]
        if not hopeful:
            hopeful = [int(index) for index in range(self.count) if not self._is_lost(index)] or self.left
        return min([(-self._score(index), index) for index in hopeful])[1]

    def _is_lost(self, index: i64) -> bool:
        return self.tree.is_proven(self.first + index) and self.value(index) <= 0.0

    def _score(self, index: i64) -> float:
        return self.bonus[index] + self._weight() * self.value(index)

    def _weight(self) -> float:
        most: i64 = 0
        for node in range(self.first, self.first + self.count):
            most = max(most, i64(self.tree.visits[node]))
        return (_HEAD_START + float(most)) * self.scale

    def value(self, index: i64) -> float:
        """What the deciding seat can expect of a step that was tried."""
        tree: Tree = self.tree
        node: i64 = self.first + index
        if tree.is_proven(node):
            return tree.share_of(node, i64(tree.seat[self.menu]))
        return tree.total[node] / float(i64(tree.visits[node])) if tree.visits[node] else 0.0

    def policy(self) -> list[float]:
        """What the search makes of the priors: how good each step is, adding up to 1. A step that was not tried counts
        as good as the others are, weighed by their priors.
        """
        tree: Tree = self.tree
        known: float = 0.0
        total: float = 0.0
        for index in range(self.count):
            if tree.visits[self.first + index] or tree.is_proven(self.first + index):
                prior: float = tree.prior_of(self.first + index)
                known += prior
                total += prior * self.value(index)
        usual: float = total / known if known > 0.0 else 0.5
        weight: float = self._weight()
        logits: list[float] = []
        for index in range(self.count):
            tried = tree.visits[self.first + index] > 0 or tree.is_proven(self.first + index)
            logits.append(self.logits[index] + weight * (self.value(index) if tried else usual))
        most: float = max(logits)
        shares = [exp(logit - most) for logit in logits]
        whole: float = sum(shares)
        return [one / whole for one in shares]

    def steps(self) -> list[int]:
        return [int(self.tree.step[node]) for node in range(self.first, self.first + self.count)]

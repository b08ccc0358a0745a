"""Monte Carlo tree search over any game, in flat arrays.

A *node* stands for a step taken; a *menu* is the row of steps that were legal at a node. With open information a node
has one menu. With hidden information every simulation plays another truth, and a node has a menu for each different
set of legal steps met there, so that what a seat did is judged together with what it could have done.

A node keeps the value for the seat that chose it: one number serves two seats as well as six.
"""

from collections.abc import Sequence
from math import log, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.insight import Insight
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.values import UNKNOWN, normalise, share, sort_down, write_shares

ROOT: Final[i64] = 0
NONE: Final[i64] = -1
_LONGEST_PLAYOUT: Final[i64] = 10_000  # steps: a game without a cap on turns must not hold a simulation for ever
_LOOKS: Final[i64] = 200  # steps between two looks at the clock
_UNTRIED: Final[float] = 1.0e9
_DOUBT: Final[float] = 0.1  # how much worse than its parent an untried step is taken to be in a guided search
_KEY_MASK: Final[i64] = 0xFFFFFFFFFFFF


@final
class Settings:
    """How a search goes about its work; the limits of one decision are not part of it.

    ``explore``: how much steps are tried that look worse or are little known (the constant of UCB1 or PUCT).
    ``guided``: whether the insight's preferences order and weigh the steps; else all are tried alike (UCB1).
    ``horizon``: as ``Insight.horizon``. ``proofs``: whether proven results are passed on up the tree. ``scout``:
    whether steps that end the game are looked for as soon as a node gets children. ``widen_base`` and ``widen_rate``:
    in a guided search only the best ``widen_base`` + ``widen_rate`` · √visits steps are looked at. ``most_nodes``
    limits the memory.
    """

    def __init__(
        self,
        explore: float = 1.4,
        guided: bool = False,
        horizon: i64 = -1,
        proofs: bool = True,
        scout: bool = True,
        widen_base: i64 = 4,
        widen_rate: float = 1.5,
        most_nodes: i64 = 2_000_000,
    ) -> None:
        self.explore: float = explore
        self.guided: bool = guided
        self.horizon: i64 = horizon
        self.proofs: bool = proofs
        self.scout: bool = scout
        self.widen_base: i64 = widen_base
        self.widen_rate: float = widen_rate
        self.most_nodes: i64 = most_nodes


@final
class Tree:
    """The search from one position. ``truths`` are the states that the deciding seat cannot tell apart; with open
    information there is one. Each simulation plays one of them, drawn with equal chances.
    """

    def __init__(self, truths: Sequence[State], insight: Insight, settings: Settings, seed: int) -> None:
        self.truths: list[State] = list(truths)
        self.root: State = self.truths[0]
        self.insight: Insight = insight
        self.settings: Settings = settings
        self.rng: Rng = Rng(seed)
        self.seats: i64 = self.root.seats
        self.hidden: bool = len(self.truths) > 1
        self.simulations: i64 = 0
        self.worth: vec[float] = vec[float]([0.0] * int(self.seats))  # of the simulation going on
        self.sums: vec[float] = vec[float]([0.0] * int(self.seats))  # of all simulations
        self.weights: vec[float] = vec[float]([0.0] * 64)
        self.full: bool = False
        self.steps_taken: i64 = _LOOKS  # since the last look at the clock
        # nodes
        self.step: vec[i64] = vec[i64]([NONE])
        self.visits: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])
        self.prior: vec[float] = vec[float]([1.0])
        self.result: vec[i64] = vec[i64]([UNKNOWN])  # the proven winners
        self.length: vec[i64] = vec[i64]([0])  # steps to the proven end
        self.parent: vec[i64] = vec[i64]([NONE])  # a menu
        self.menu: vec[i64] = vec[i64]([NONE])  # the first one
        # menus
        self.first: vec[i64] = vec[i64]()
        self.count: vec[i64] = vec[i64]()
        self.unproven: vec[i64] = vec[i64]()
        self.seat: vec[i64] = vec[i64]()
        self.tried: vec[i64] = vec[i64]()
        self.gained: vec[float] = vec[float]()
        self.owner: vec[i64] = vec[i64]()
        self.key: vec[i64] = vec[i64]()
        self.next: vec[i64] = vec[i64]()

    # --- running ----------------------------------------------------------------------------------------------------
    def run(self, simulations: i64, deadline: float) -> i64:
        """Simulate until so many were done, the clock (``time.perf_counter``) shows ``deadline`` or the result is
        proven; how many were done.
        """
        done: i64 = 0
        while done < simulations and self.result[ROOT] == UNKNOWN:
            if self.steps_taken >= _LOOKS:
                self.steps_taken = 0
                if perf_counter() >= deadline:
                    break
            state: State = self._truth().copy()
            self.visits[ROOT] += 1
            leaf: i64 = self._descend(state, ROOT)
            self._judge(leaf, state)
            self._back_up(leaf)
            done += 1
        return done

    def try_step(self, node: i64) -> None:
        """One simulation that begins with this step at the root."""
        state: State = self._truth().copy()
        menu: i64 = self.parent[node]
        self.visits[ROOT] += 1
        self.visits[node] += 1
        self.tried[menu] += 1
        if self.result[node] == UNKNOWN:
            state.apply(self.step[node], None)
        leaf: i64 = self._descend(state, node)
        self._judge(leaf, state)
        self._back_up(leaf)

    def collect(self, most: i64) -> list[tuple[int, State]]:
        """For judges that like to judge many positions at once: leaves with their states, each to be given back with
        ``settle``. Until then it counts as lost, so that the next one is sought elsewhere.
        """
        leaves: list[tuple[int, State]] = []
        tries: i64 = 0
        while len(leaves) < most and tries < 2 * most and self.result[ROOT] == UNKNOWN:
            state: State = self._truth().copy()
            self.visits[ROOT] += 1
            leaf: i64 = self._descend(state, ROOT)
            tries += 1
            if state.seat < 0 or self.result[leaf] != UNKNOWN:
                self._judge(leaf, state)
                self._back_up(leaf)
            else:
                leaves.append((int(leaf), state))
        return leaves

    def settle(self, leaf: int, worth: Sequence[float]) -> None:
        """Give the worth for each seat of a leaf that ``collect`` gave out."""
        for seat in range(self.seats):
            self.worth[seat] = worth[int(seat)]
        self._back_up(leaf)

    def _truth(self) -> State:
        if not self.hidden:
            return self.root
        return self.truths[self.rng.below(len(self.truths))]

    # --- one simulation ---------------------------------------------------------------------------------------------
    def _descend(self, state: State, start: i64) -> i64:
        """Follow the most promising steps to a node that is new, proven or the end; ``state`` goes along."""
        node: i64 = start
        while state.seat >= 0 and self.result[node] == UNKNOWN:
            menu: i64 = self._find_menu(node, state)
            if menu == NONE:
                if (self.visits[node] == 1 and node != ROOT) or self.full:
                    return node
                menu = self._open_menu(node, state)
                if self.result[node] != UNKNOWN:
                    return node
            node = self._select(menu)
            self.visits[node] += 1
            self.tried[menu] += 1
            self.steps_taken += 1
            if self.result[node] == UNKNOWN:
                state.apply(self.step[node], None)
        return node

    def _judge(self, leaf: i64, state: State) -> None:
        """What the leaf is worth: proven, at its end, or by a playout and the insight."""
        if self.result[leaf] != UNKNOWN:
            write_shares(self.result[leaf], self.seats, self.worth)
            return
        if state.seat < 0:
            write_shares(state.winners, self.seats, self.worth)
            if self.settings.proofs and not self.hidden:
                self._prove(leaf, state.winners, 0)
            return
        horizon: i64 = self.settings.horizon
        steps: i64 = 0
        while state.seat >= 0:
            if steps == horizon:
                self.insight.judge_worth(state, self.worth)
                return
            if steps >= _LONGEST_PLAYOUT:
                write_shares(0, self.seats, self.worth)
                return
            state.apply(self.insight.rollout_step(state, self.rng), None)
            steps += 1
            self.steps_taken += 1
        write_shares(state.winners, self.seats, self.worth)

    def _back_up(self, leaf: i64) -> None:
        self.simulations += 1
        for seat in range(self.seats):
            self.sums[seat] += self.worth[seat]
        node: i64 = leaf
        menu: i64 = self.parent[node]
        while menu != NONE:
            seat_there: i64 = self.seat[menu]
            value: float = self.worth[seat_there]
            self.total[node] += value
            self.gained[menu] += value
            node = self.owner[menu]
            menu = self.parent[node]

    # --- choosing ---------------------------------------------------------------------------------------------------
    def _select(self, menu: i64) -> i64:
        """The step to try next. Proven ones have their value and nothing left to explore."""
        first: i64 = self.first[menu]
        end: i64 = first + self.count[menu]
        tried: float = float(self.tried[menu])
        seat: i64 = self.seat[menu]
        explore: float = self.settings.explore
        guided: bool = self.settings.guided
        looked_at: i64 = end - first
        expected: float = 0.5
        scale: float = 0.0
        if guided:
            looked_at = self.settings.widen_base + i64(int(self.settings.widen_rate * sqrt(tried)))
            if tried > 0.0:
                expected = self.gained[menu] / tried - _DOUBT
            scale = explore * sqrt(tried + 1.0)
        elif tried > 0.0:
            scale = log(tried)
        visits: vec[i64] = self.visits
        total: vec[float] = self.total
        prior: vec[float] = self.prior
        result: vec[i64] = self.result
        best: i64 = first
        best_score: float = -_UNTRIED
        node: i64 = first
        while node < end and looked_at > 0:
            score: float
            count: float = float(visits[node])
            if result[node] != UNKNOWN:
                score = share(result[node], seat, self.seats)
                if score <= 0.0:
                    score = -1.0 - count  # only where nothing else is left, and then all in turn
            else:
                looked_at -= 1
                if guided:
                    mean: float = expected if count == 0.0 else total[node] / count
                    score = mean + scale * prior[node] / (1.0 + count)
                elif count == 0.0:
                    return node
                else:
                    score = total[node] / count + explore * sqrt(scale / count)
            if score > best_score:
                best = node
                best_score = score
            node += 1
        return best

    # --- growing ----------------------------------------------------------------------------------------------------
    def _find_menu(self, node: i64, state: State) -> i64:
        menu: i64 = self.menu[node]
        if not self.hidden or menu == NONE:
            return menu
        key: i64 = _key(state.legal())
        while menu != NONE and self.key[menu] != key:
            menu = self.next[menu]
        return menu

    def _open_menu(self, node: i64, state: State) -> i64:
        """Give a node the steps that are legal now: the most promising first, or in a random order."""
        steps: vec[i64] = state.legal()
        count: i64 = len(steps)
        key: i64 = _key(steps) if self.hidden else 0
        while len(self.weights) < count:
            self.weights = append(self.weights, 0.0)
        if self.settings.guided:
            self.insight.priors(state, steps, self.weights)
            sort_down(steps, self.weights)
            normalise(self.weights, count)
        else:
            self._shuffle(steps)
        menu: i64 = self._add_menu(node, state.seat, count, key)
        for index in range(count):
            self._add_node(menu, steps[index], self.weights[index])
        if self.settings.scout and self.settings.proofs and not self.hidden:
            self._scout(menu, state)
        return menu

    def _add_menu(self, node: i64, seat: i64, count: i64, key: i64) -> i64:
        """A menu whose ``count`` nodes are added next."""
        menu: i64 = len(self.first)
        self.first = append(self.first, len(self.step))
        self.count = append(self.count, count)
        self.unproven = append(self.unproven, count)
        self.seat = append(self.seat, seat)
        self.tried = append(self.tried, 0)
        self.gained = append(self.gained, 0.0)
        self.owner = append(self.owner, node)
        self.key = append(self.key, key)
        self.next = append(self.next, self.menu[node])
        self.menu[node] = menu
        self.full = i64(len(self.step)) + count >= self.settings.most_nodes
        return menu

    def _add_node(self, menu: i64, step: i64, prior: float) -> None:
        self.step = append(self.step, step)
        self.visits = append(self.visits, 0)
        self.total = append(self.total, 0.0)
        self.prior = append(self.prior, prior)
        self.result = append(self.result, UNKNOWN)
        self.length = append(self.length, 0)
        self.parent = append(self.parent, menu)
        self.menu = append(self.menu, NONE)

    def copy_menu(self, other: "Tree", theirs: i64, node: i64) -> i64:
        """Give a node a menu like one of another tree; its first step's node."""
        menu: i64 = self._add_menu(node, other.seat[theirs], other.count[theirs], other.key[theirs])
        self.unproven[menu] = other.unproven[theirs]
        self.tried[menu] = other.tried[theirs]
        self.gained[menu] = other.gained[theirs]
        first: i64 = self.first[menu]
        there: i64 = other.first[theirs]
        for index in range(self.count[menu]):
            self._add_node(menu, other.step[there + index], other.prior[there + index])
            self.visits[first + index] = other.visits[there + index]
            self.total[first + index] = other.total[there + index]
            self.result[first + index] = other.result[there + index]
            self.length[first + index] = other.length[there + index]
        return first

    def _shuffle(self, steps: vec[i64]) -> None:
        last: i64 = len(steps) - 1
        while last > 0:
            other: i64 = self.rng.below(last + 1)
            kept: i64 = steps[last]
            steps[last] = steps[other]
            steps[other] = kept
            last -= 1

    def _scout(self, menu: i64, state: State) -> None:
        """Prove the steps that end the game at once."""
        node: i64 = self.first[menu]
        end: i64 = node + self.count[menu]
        while node < end:
            after: State = state.copy()
            after.apply(self.step[node], None)
            if after.seat < 0:
                self._prove(node, after.winners, 0)
                if self.result[self.owner[menu]] != UNKNOWN:
                    return
            node += 1

    # --- proving ----------------------------------------------------------------------------------------------------
    def _prove(self, proven: i64, winners: i64, length: i64) -> None:
        """Note a proven result and what follows from it further up."""
        node: i64 = proven
        while True:
            self.result[node] = winners
            self.length[node] = length
            menu: i64 = self.parent[node]
            if menu == NONE:
                return
            self.unproven[menu] -= 1
            if share(winners, self.seat[menu], self.seats) < 1.0:
                if self.unproven[menu] > 0:
                    return
                node = self.best_proven(menu)
                if self._is_undecided(menu, node):
                    return
            winners = self.result[node]
            length = self.length[node] + 1
            node = self.owner[menu]
            if self.result[node] != UNKNOWN:
                return

    def _is_undecided(self, menu: i64, best: i64) -> bool:
        """Whether a seat gets the same from results that others get something else from: nobody knows then which of
        them it chooses. (Between two seats there is no such choice.)
        """
        if self.seats == 2:
            return False
        seat: i64 = self.seat[menu]
        most: float = share(self.result[best], seat, self.seats)
        for node in range(self.first[menu], self.first[menu] + self.count[menu]):
            if self.result[node] != self.result[best] and share(self.result[node], seat, self.seats) == most:
                return True
        return False

    def prove_line(self, steps: Sequence[int], winners: i64, length: i64) -> None:
        """Note a result that somebody else proved for the position after these steps from the root."""
        node: i64 = ROOT
        state: State = self.root.copy()
        for step in steps:
            menu: i64 = self.menu_for(node, state)
            if self.result[node] != UNKNOWN:
                return
            node = self.first[menu]
            while self.step[node] != step:
                node += 1
            state.apply(step, None)
        if self.result[node] == UNKNOWN:
            self._prove(node, winners, length)

    def prove_root(self) -> None:
        """Note what the root's proven steps say about it. (The solver proves results of which no step is known that
        leads to them: such a result does not help to decide.)
        """
        menu: i64 = self.menu[ROOT]
        best: i64 = NONE if menu == NONE else self.best_proven(menu)
        if best == NONE:
            return
        is_won: bool = share(self.result[best], self.seat[menu], self.seats) >= 1.0
        if is_won or (self.unproven[menu] == 0 and not self._is_undecided(menu, best)):
            self.result[ROOT] = self.result[best]
            self.length[ROOT] = self.length[best] + 1

    def menu_for(self, node: i64, state: State) -> i64:
        """The menu of a node's state, a new one if need be."""
        menu: i64 = self._find_menu(node, state)
        return self._open_menu(node, state) if menu == NONE else menu

    def best_proven(self, menu: i64) -> i64:
        """The best of a menu's proven steps: the quickest of the best ones, or the longest way to lose."""
        best: i64 = NONE
        most: float = 0.0
        for node in range(self.first[menu], self.first[menu] + self.count[menu]):
            if self.result[node] == UNKNOWN:
                continue
            here: float = share(self.result[node], self.seat[menu], self.seats)
            better: bool = best == NONE or here > most
            if not better and here == most:
                longer: bool = self.length[node] > self.length[best]
                better = longer if here <= 0.0 else self.length[node] < self.length[best]
            if better:
                best = node
                most = here
        return best


def _key(steps: vec[i64]) -> i64:
    key: i64 = 17
    for step in steps:
        key = (key * 33 + step) & _KEY_MASK
    return key

"""Monte Carlo tree search over any game, in flat arrays.

A *node* stands for a step taken; a *menu* is the row of steps that were legal at a node. With open information a node
has one menu. With hidden information every simulation plays another truth, and a node has a menu for each different
set of legal steps met there, so that what a seat did is judged together with what it could have done.

A node keeps the value for the seat that chose it: one number serves two seats as well as six.

Memory is what limits long thinking, so fields are narrow, and in a guided search a step gets its node only when it may
be tried: the untried step with the highest prior is always tried before the others, so few of a menu are enough.

So that games get somewhere, a judgement fades towards what the rules give when they end a game that nobody has won
(``fade``), and a turn that brings back a position of the game (``avoid``) is worth to the deciding seat what it would
get then, and a little less. Both leave proven results alone, and who is losing may go back as often as it likes.
"""

from collections.abc import Iterable, Sequence
from math import log, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

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
_FIRST_NODES: Final[i64] = 4  # of a new menu in a guided search
_WHOLE: Final[float] = 1073741824.0  # 2 to the power of 30: a prior of 1
_LONGEST: Final[i64] = 32767  # steps to a proven end: longer ways count as this
_FRESH: Final[float] = 0.5  # how much of a game's turns is used up before judgements begin to fade
_LEAST_EXPLORE: Final[float] = 0.1  # of ``Settings.explore``, when they have faded
_STALE: Final[float] = 0.05  # how much less than the end of the game a position is worth each time that it was there


@final
class Settings:
    """How a search goes about its work; the limits of one decision are not part of it.

    ``explore``: how much steps are tried that look worse or are little known (the constant of UCB1 or PUCT).
    ``guided``: whether the insight's preferences order and weigh the steps; else all are tried alike (UCB1).
    ``horizon``: as ``Insight.horizon``. ``proofs``: whether proven results are passed on up the tree. ``scout``:
    whether steps that end the game are looked for as soon as a node gets children. ``widen_base`` and ``widen_rate``:
    in a guided search only the best ``widen_base`` + ``widen_rate`` · √visits steps are looked at. ``most_nodes``
    limits the memory. ``asks``: whether leaves are judged and given their steps from outside (``search/forest.py``).
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
        asks: bool = False,
    ) -> None:
        self.explore: float = explore
        self.guided: bool = guided
        self.horizon: i64 = horizon
        self.proofs: bool = proofs
        self.scout: bool = scout
        self.widen_base: i64 = widen_base
        self.widen_rate: float = widen_rate
        self.most_nodes: i64 = most_nodes
        self.asks: bool = asks


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
        self.explore: float = settings.explore
        if settings.horizon >= 0:  # the differences between judgements fade, too
            self.explore *= max(_LEAST_EXPLORE, _freshness(self.root))
        # positions that come back
        self.earlier: dict[State, int] = {}  # by ``timeless``: how often they were there
        self.ended: dict[int, int] = {}  # nodes that end the turn at the root: how often what follows was there
        self.back: i64 = NONE  # the one of them on the way of the simulation going on, if it was there
        self.end_share: float = share(self.root.count_winners(), max(self.root.seat, 0), self.seats)
        # nodes
        self.step: vec[i64] = vec[i64]([NONE])
        self.visits: vec[i32] = vec[i32]([0])
        self.total: vec[float] = vec[float]([0.0])
        self.prior: vec[i32] = vec[i32]([0])  # in parts of ``_WHOLE``
        self.result: vec[i16] = vec[i16]([i16(UNKNOWN)])  # the proven winners
        self.length: vec[i16] = vec[i16]([0])  # steps to the proven end
        self.parent: vec[i32] = vec[i32]([i32(NONE)])  # a menu
        self.menu: vec[i32] = vec[i32]([i32(NONE)])  # the first one
        self.sibling: vec[i32] = vec[i32]([i32(NONE)])  # the next node of the same menu
        # menus
        self.first: vec[i32] = vec[i32]()
        self.count: vec[i32] = vec[i32]()  # legal steps
        self.made: vec[i32] = vec[i32]()  # how many of them have a node
        self.unproven: vec[i32] = vec[i32]()  # legal steps, with a node or without
        self.seat: vec[u8] = vec[u8]()
        self.tried: vec[i32] = vec[i32]()
        self.gained: vec[float] = vec[float]()
        self.owner: vec[i32] = vec[i32]()
        self.next: vec[i32] = vec[i32]()
        self.key: vec[i64] = vec[i64]()  # only with hidden information

    # --- running ----------------------------------------------------------------------------------------------------
    def run(self, simulations: i64, deadline: float) -> i64:
        """Simulate until so many were done, the clock (``time.perf_counter``) shows ``deadline`` or the result is
        proven; how many were done.
        """
        done: i64 = 0
        while done < simulations and not self.is_proven(ROOT):
            if self.steps_taken >= _LOOKS:
                self.steps_taken = 0
                if perf_counter() >= deadline:
                    break
            self.try_step(ROOT)
            done += 1
        return done

    def try_step(self, start: i64) -> None:
        """One simulation that begins with this step at the root, or with any (``ROOT``)."""
        leaf, state = self.reach(start)
        self.judge(leaf, state)
        self.back_up(leaf)

    def reach(self, start: i64) -> tuple[i64, State]:
        """Go down to a leaf, as a simulation does that begins with this step at the root, or with any (``ROOT``). The
        leaf waits for ``back_up``; until then it counts as lost, so that the next one is sought elsewhere.
        """
        state: State = self._truth().copy()
        self.visits[ROOT] += 1
        if start != ROOT:
            self.visits[start] += 1
            self.tried[i64(self.parent[start])] += 1
            if not self.is_proven(start):
                state.apply(self.step[start], None)
        return self._descend(state, start), state

    def leave(self, leaf: i64) -> None:
        """Undo a ``reach``: the leaf is not judged."""
        node: i64 = leaf
        while True:
            self.visits[node] -= 1
            menu: i64 = i64(self.parent[node])
            if menu == NONE:
                return
            self.tried[menu] -= 1
            node = i64(self.owner[menu])

    def avoid(self, positions: Iterable[State]) -> None:
        """Let the deciding seat look for something else than these positions of the game, as it saw them. They matter
        for this decision only: below the turn at the root nothing is worth less, so the tree can go on.
        """
        for position in positions:
            key: State = position.timeless()
            self.earlier[key] = self.earlier.get(key, 0) + 1

    def _end_turn(self, node: i64, state: State) -> None:
        """A simulation has come to the end of the turn at the root: note whether its position was there before. (A step
        that does something else in another truth shows what was hidden: nothing comes back by it.)
        """
        seat: i64 = self.root.seat
        times: int | None = self.ended.get(int(node))
        if times is None:
            times = self.earlier.get(state.view(seat).timeless(), 0)
            self.ended[int(node)] = times
            if times:
                self._forget(node)
        self.back = node if times else NONE

    def _forget(self, node: i64) -> None:
        """Forget all simulations through a node but the one going on: they are from a time before ``avoid``."""
        visits: i64 = i64(self.visits[node]) - 1
        own: float = self.total[node]
        seat: i64 = i64(self.seat[i64(self.parent[node])])
        above: i64 = node
        menu: i64 = i64(self.parent[above])
        while menu != NONE:
            gone: float = own
            if i64(self.seat[menu]) != seat:  # of which only the mean is known
                gone = self.total[above] * float(visits) / float(max(i64(self.visits[above]) - 1, 1))
            self.visits[above] -= i32(visits)
            self.total[above] -= gone
            self.tried[menu] -= i32(visits)
            self.gained[menu] -= gone
            above = i64(self.owner[menu])
            menu = i64(self.parent[above])
        self.visits[ROOT] -= i32(visits)

    def _staleness(self) -> float:
        """How much less the turn of the simulation going on is worth to the deciding seat because it leads back."""
        if self.back == NONE or self.is_proven(self.back):
            return 0.0
        lead: float = 0.0
        if self.simulations > 0:
            lead = self.sums[self.root.seat] / float(self.simulations) - self.end_share
        return max(0.0, lead + _STALE * float(self.ended[int(self.back)]))

    def _truth(self) -> State:
        if not self.hidden:
            return self.root
        return self.truths[self.rng.below(len(self.truths))]

    # --- one simulation ---------------------------------------------------------------------------------------------
    def _descend(self, state: State, start: i64) -> i64:
        """Follow the most promising steps to a node that is new, proven or the end; ``state`` goes along."""
        node: i64 = start
        turn: i64 = self.root.turn
        looks_back: bool = start == ROOT and len(self.earlier) > 0
        self.back = NONE
        while state.seat >= 0 and not self.is_proven(node):
            menu: i64 = self._find_menu(node, state)
            if menu == NONE:
                if self.settings.asks or (self.visits[node] == 1 and node != ROOT) or self.full:
                    return node
                menu = self._open_menu(node, state)
                if self.is_proven(node):
                    return node
            node = self._select(menu, True)
            if node == NONE:
                self._grow(menu, state, i64(self.made[menu]))
                node = self._select(menu, False)
            self.visits[node] += 1
            self.tried[menu] += 1
            self.steps_taken += 1
            if not self.is_proven(node):
                state.apply(self.step[node], None)
                if looks_back and state.turn != turn:
                    looks_back = False
                    if state.seat >= 0:
                        self._end_turn(node, state)
        return node

    def judge(self, leaf: i64, state: State) -> None:
        """What the leaf is worth: proven, at its end, or by a playout and the insight."""
        if self.is_proven(leaf):
            write_shares(i64(self.result[leaf]), self.seats, self.worth)
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
                self.fade(state)
                return
            if steps >= _LONGEST_PLAYOUT:
                write_shares(0, self.seats, self.worth)
                return
            state.apply(self.insight.rollout_step(state, self.rng), None)
            steps += 1
            self.steps_taken += 1
        write_shares(state.winners, self.seats, self.worth)

    def fade(self, state: State) -> None:
        """Draw what is in ``worth`` for a running game towards what the rules give when they end it unwon."""
        fresh: float = _freshness(state)
        if fresh < 1.0:
            winners: i64 = state.count_winners()
            for seat in range(self.seats):
                self.worth[seat] = fresh * self.worth[seat] + (1.0 - fresh) * share(winners, seat, self.seats)

    def back_up(self, leaf: i64) -> None:
        """Count what is in ``worth`` for all steps on the way to the leaf."""
        stale: float = self._staleness()
        back: i64 = self.back if stale > 0.0 else NONE
        behind: bool = False
        self.simulations += 1
        for seat in range(self.seats):
            self.sums[seat] += self.worth[seat]
        node: i64 = leaf
        menu: i64 = i64(self.parent[node])
        while menu != NONE:
            value: float = self.worth[i64(self.seat[menu])]
            if node == back:
                behind = True
            if behind and i64(self.seat[menu]) == self.root.seat:
                value = max(0.0, value - stale)
            self.total[node] += value
            self.gained[menu] += value
            node = i64(self.owner[menu])
            menu = i64(self.parent[node])

    # --- choosing ---------------------------------------------------------------------------------------------------
    def _select(self, menu: i64, may_grow: bool) -> i64:
        """The step to try next; ``NONE`` if the menu may grow and must do so first. Proven steps have their value and
        nothing left to explore.
        """
        tried: float = float(i64(self.tried[menu]))
        seat: i64 = i64(self.seat[menu])
        explore: float = self.explore
        guided: bool = self.settings.guided
        looked_at: i64 = i64(self.count[menu])
        expected: float = 0.5
        scale: float = 0.0
        if guided:
            looked_at = self.settings.widen_base + i64(int(self.settings.widen_rate * sqrt(tried)))
            if tried > 0.0:
                expected = self.gained[menu] / tried - _DOUBT
            scale = explore * sqrt(tried + 1.0) / _WHOLE
        elif tried > 0.0:
            scale = log(tried)
        visits: vec[i32] = self.visits
        total: vec[float] = self.total
        prior: vec[i32] = self.prior
        result: vec[i16] = self.result
        sibling: vec[i32] = self.sibling
        node: i64 = i64(self.first[menu])
        best: i64 = node
        best_score: float = -_UNTRIED
        met_untried: bool = False
        while node != NONE and looked_at > 0:
            score: float
            count: float = float(i64(visits[node]))
            proven: i64 = i64(result[node])
            if proven != UNKNOWN:
                score = share(proven, seat, self.seats)
                if score <= 0.0:
                    score = -1.0 - count  # only where nothing else is left, and then all in turn
            else:
                looked_at -= 1
                if count == 0.0:
                    if not guided:
                        return node
                    met_untried = True
                    score = expected + scale * float(i64(prior[node]))
                elif guided:
                    score = total[node] / count + scale * float(i64(prior[node])) / (1.0 + count)
                else:
                    score = total[node] / count + explore * sqrt(scale / count)
            if score > best_score:
                best = node
                best_score = score
            node = i64(sibling[node])
        if looked_at == 0 or met_untried or not may_grow or self.made[menu] == self.count[menu]:
            return best
        return best if self.full and self._has_unproven(menu) else NONE

    def _has_unproven(self, menu: i64) -> bool:
        """Whether there is a node of which the result is not proven."""
        return self.unproven[menu] > self.count[menu] - self.made[menu]

    # --- growing ----------------------------------------------------------------------------------------------------
    def _find_menu(self, node: i64, state: State) -> i64:
        menu: i64 = i64(self.menu[node])
        if not self.hidden or menu == NONE:
            return menu
        key: i64 = _key(state.legal())
        while menu != NONE and self.key[menu] != key:
            menu = i64(self.next[menu])
        return menu

    def menu_for(self, node: i64, state: State) -> i64:
        """The menu of a node's state, a new one if need be. At the root all its steps have nodes; elsewhere one of
        those whose result is not proven has, if there are any.
        """
        menu: i64 = self._find_menu(node, state)
        if menu == NONE:
            return self._open_menu(node, state)
        if node == ROOT:
            self._grow(menu, state, i64(self.count[menu]))
        elif not self._has_unproven(menu):
            self._grow(menu, state, i64(self.made[menu]))
        return menu

    def _open_menu(self, node: i64, state: State) -> i64:
        """Give a node the steps that are legal now."""
        steps: vec[i64] = state.legal()
        self._sort(state, steps)
        most: i64 = len(steps) if node == ROOT or not self.settings.guided else _FIRST_NODES
        return self._give(node, state, steps, most)

    def make_room(self, count: i64) -> None:
        """Make ``weights`` long enough for so many steps."""
        while len(self.weights) < count:
            self.weights = append(self.weights, 0.0)

    def grow(self, node: i64, state: State, steps: vec[i64]) -> i64:
        """Give a node its legal steps; their priors, of any sum, are the first ``weights``."""
        sort_down(steps, self.weights)
        normalise(self.weights, len(steps))
        return self._give(node, state, steps, len(steps))

    def _give(self, node: i64, state: State, steps: vec[i64], most: i64) -> i64:
        """A menu of these sorted steps, of which at most so many get their nodes now."""
        menu: i64 = self._add_menu(node, state.seat, len(steps), _key(state.legal()) if self.hidden else 0)
        count: i64 = min(most, i64(len(steps)))
        last: i64 = NONE
        for index in range(count):
            last = self._add_node(menu, last, steps[index], self.weights[index])
        if self.settings.scout and self.settings.proofs and not self.hidden:
            self._scout(menu, state, steps)
        self.full = len(self.step) >= self.settings.most_nodes
        return menu

    def _grow(self, menu: i64, state: State, more: i64) -> None:
        """Give so many more of a menu's steps their nodes, the most promising first."""
        if self.made[menu] >= self.count[menu]:
            return
        steps: vec[i64] = state.legal()
        self._sort(state, steps)
        last: i64 = self.nodes(menu)[-1]
        for index in range(i64(len(steps))):
            if more > 0 and self.node_of(menu, steps[index]) == NONE:
                last = self._add_node(menu, last, steps[index], self.weights[index])
                more -= 1
        self.full = len(self.step) >= self.settings.most_nodes

    def _sort(self, state: State, steps: vec[i64]) -> None:
        """Put the most promising steps first, or all in a random order; ``weights`` has their priors then."""
        self.make_room(len(steps))
        if not self.settings.guided:
            self._shuffle(steps)
            return
        self.insight.priors(state, steps, self.weights)
        sort_down(steps, self.weights)
        normalise(self.weights, len(steps))

    def _add_menu(self, node: i64, seat: i64, count: i64, key: i64) -> i64:
        """A menu of so many steps, without nodes."""
        menu: i64 = len(self.first)
        self.first = append(self.first, i32(NONE))
        self.count = append(self.count, i32(count))
        self.made = append(self.made, i32(0))
        self.unproven = append(self.unproven, i32(count))
        self.seat = append(self.seat, u8(seat))
        self.tried = append(self.tried, i32(0))
        self.gained = append(self.gained, 0.0)
        self.owner = append(self.owner, i32(node))
        self.next = append(self.next, self.menu[node])
        if self.hidden:
            self.key = append(self.key, key)
        self.menu[node] = i32(menu)
        return menu

    def _add_node(self, menu: i64, last: i64, step: i64, prior: float) -> i64:
        """A node after the menu's last one (``NONE``: it is the first)."""
        node: i64 = len(self.step)
        if last == NONE:
            self.first[menu] = i32(node)
        else:
            self.sibling[last] = i32(node)
        self.made[menu] += 1
        self.step = append(self.step, step)
        self.visits = append(self.visits, i32(0))
        self.total = append(self.total, 0.0)
        self.prior = append(self.prior, i32(i64(int(prior * _WHOLE))))
        self.result = append(self.result, i16(UNKNOWN))
        self.length = append(self.length, i16(0))
        self.parent = append(self.parent, i32(menu))
        self.menu = append(self.menu, i32(NONE))
        self.sibling = append(self.sibling, i32(NONE))
        return node

    def copy_menu(self, other: "Tree", theirs: i64, node: i64) -> i64:
        """Give a node a menu like one of another tree; its first step's node, which the others follow."""
        menu: i64 = self._add_menu(node, i64(other.seat[theirs]), i64(other.count[theirs]), 0)
        self.unproven[menu] = other.unproven[theirs]
        self.tried[menu] = other.tried[theirs]
        self.gained[menu] = other.gained[theirs]
        last: i64 = NONE
        there: i64 = i64(other.first[theirs])
        while there != NONE:
            last = self._add_node(menu, last, other.step[there], 0.0)
            self.visits[last] = other.visits[there]
            self.total[last] = other.total[there]
            self.prior[last] = other.prior[there]
            self.result[last] = other.result[there]
            self.length[last] = other.length[there]
            there = i64(other.sibling[there])
        self.full = len(self.step) >= self.settings.most_nodes
        return i64(self.first[menu])

    def _shuffle(self, steps: vec[i64]) -> None:
        last: i64 = len(steps) - 1
        while last > 0:
            other: i64 = self.rng.below(last + 1)
            kept: i64 = steps[last]
            steps[last] = steps[other]
            steps[other] = kept
            last -= 1

    def _scout(self, menu: i64, state: State, steps: vec[i64]) -> None:
        """Prove the steps that end the game at once; ``steps`` are those of a new menu, as sorted."""
        first: i64 = i64(self.first[menu])
        ready: i64 = i64(self.made[menu])
        last: i64 = first + ready - 1
        for index in range(i64(len(steps))):
            after: State = state.copy()
            after.apply(steps[index], None)
            if after.seat < 0:
                node: i64 = first + index
                if index >= ready:
                    node = last = self._add_node(menu, last, steps[index], self.weights[index])
                self._prove(node, after.winners, 0)
                if self.is_proven(i64(self.owner[menu])):
                    return

    # --- reading ------------------------------------------------------------------------------------------------------
    def nodes(self, menu: i64) -> list[i64]:
        """Of the steps that have one."""
        found: list[i64] = []
        node: i64 = i64(self.first[menu])
        while node != NONE:
            found.append(node)
            node = i64(self.sibling[node])
        return found

    def node_of(self, menu: i64, step: i64) -> i64:
        """A step's node; ``NONE`` if it has none."""
        node: i64 = i64(self.first[menu])
        while node != NONE and self.step[node] != step:
            node = i64(self.sibling[node])
        return node

    def prior_of(self, node: i64) -> float:
        return float(i64(self.prior[node])) / _WHOLE

    def set_prior(self, node: i64, prior: float) -> None:
        self.prior[node] = i32(i64(int(prior * _WHOLE)))

    def is_proven(self, node: i64) -> bool:
        return i64(self.result[node]) != UNKNOWN

    def share_of(self, node: i64, seat: i64) -> float:
        """What a seat gets from a proven result."""
        return share(i64(self.result[node]), seat, self.seats)

    # --- proving ----------------------------------------------------------------------------------------------------
    def _prove(self, proven: i64, winners: i64, length: i64) -> None:
        """Note a proven result and what follows from it further up."""
        node: i64 = proven
        while True:
            self.result[node] = i16(winners)
            self.length[node] = i16(min(length, _LONGEST))
            menu: i64 = i64(self.parent[node])
            if menu == NONE:
                return
            self.unproven[menu] -= 1
            if self.share_of(node, i64(self.seat[menu])) < 1.0:
                if self.unproven[menu] > 0:
                    return
                node = self.best_proven(menu)
                if self._is_undecided(menu, node):
                    return
            winners = i64(self.result[node])
            length = i64(self.length[node]) + 1
            node = i64(self.owner[menu])
            if self.is_proven(node):
                return

    def _is_undecided(self, menu: i64, best: i64) -> bool:
        """Whether a seat gets the same from results that others get something else from: nobody knows then which of
        them it chooses. (Between two seats there is no such choice.)
        """
        if self.seats == 2:
            return False
        seat: i64 = i64(self.seat[menu])
        most: float = self.share_of(best, seat)
        for node in self.nodes(menu):
            if self.result[node] != self.result[best] and self.share_of(node, seat) == most:
                return True
        return False

    def prove_line(self, steps: Sequence[int], winners: i64, length: i64) -> None:
        """Note a result that somebody else proved for the position after these steps from the root."""
        node: i64 = ROOT
        state: State = self.root.copy()
        for step in steps:
            menu: i64 = self.menu_for(node, state)
            if self.is_proven(node):
                return
            if self.node_of(menu, step) == NONE:
                self._grow(menu, state, i64(self.count[menu]))
            node = self.node_of(menu, step)
            if node == NONE:
                return  # two sets of steps with the same key
            state.apply(step, None)
        if not self.is_proven(node):
            self._prove(node, winners, length)

    def prove_root(self) -> None:
        """Note what the root's proven steps say about it. (The solver proves results of which no step is known that
        leads to them: such a result does not help to decide.)
        """
        menu: i64 = i64(self.menu[ROOT])
        best: i64 = NONE if menu == NONE else self.best_proven(menu)
        if best == NONE:
            return
        is_won: bool = self.share_of(best, i64(self.seat[menu])) >= 1.0
        if is_won or (self.unproven[menu] == 0 and not self._is_undecided(menu, best)):
            self.result[ROOT] = self.result[best]
            self.length[ROOT] = i16(min(i64(self.length[best]) + 1, _LONGEST))

    def best_proven(self, menu: i64) -> i64:
        """The best of a menu's proven steps: the quickest of the best ones, or the longest way to lose."""
        best: i64 = NONE
        most: float = 0.0
        for node in self.nodes(menu):
            if not self.is_proven(node):
                continue
            here: float = self.share_of(node, i64(self.seat[menu]))
            better: bool = best == NONE or here > most
            if not better and here == most:
                longer: bool = self.length[node] > self.length[best]
                better = longer if here <= 0.0 else self.length[node] < self.length[best]
            if better:
                best = node
                most = here
        return best


def _freshness(state: State) -> float:
    """How much a judgement counts: all in the first part of a game, nothing at its end."""
    spent: float = state.spent()
    return 1.0 if spent <= _FRESH else max(0.0, (1.0 - spent) / (1.0 - _FRESH))


def _key(steps: vec[i64]) -> i64:
    key: i64 = 17
    for step in steps:
        key = (key * 33 + step) & _KEY_MASK
    return key

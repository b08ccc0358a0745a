"""What a searched tree says: which step is best, what it is worth, how the game may go on."""

from dataclasses import dataclass

from mypy_extensions import i64

from ludarium.search.tree import NONE, ROOT, Tree
from ludarium.search.values import UNKNOWN, with_own


@dataclass(frozen=True)
class Candidate:
    """One step that was looked at. ``worth`` is what the deciding seat can expect from it, 0 if it was neither tried
    nor proven; ``winners`` (a bit for each seat) and ``length`` (steps until the end) are there if the result is
    proven, else -1 and 0.
    """

    step: int
    visits: int
    worth: float
    winners: int
    length: int

    @property
    def rank(self) -> tuple[float, ...]:
        return rank_step(self.visits, self.worth, self.winners, self.length)


def rank_step(visits: int, worth: float, winners: int, length: int) -> tuple[float, ...]:
    """Sorts steps, the best first: proven wins (the quickest first), then by visits, then proven losses (the longest
    first).
    """
    if winners != UNKNOWN and worth >= 1.0:
        return (0.0, float(length))
    if winners != UNKNOWN and worth <= 0.0:
        return (2.0, -float(length))
    return (1.0, -float(visits), -worth)


def candidates(tree: Tree) -> list[Candidate]:
    """All steps at the root, the best first."""
    found: list[Candidate] = []
    menu = i64(tree.menu[ROOT])
    while menu != NONE:
        for node in tree.nodes(menu):
            found.append(_candidate(tree, menu, node))
        menu = i64(tree.next[menu])
    return sorted(found, key=lambda one: one.rank)


def _candidate(tree: Tree, menu: i64, node: i64) -> Candidate:
    step, visits = int(tree.step[node]), int(tree.visits[node])
    if tree.is_proven(node):
        worth = tree.share_of(node, i64(tree.seat[menu]))
        return Candidate(step, visits, worth, int(tree.result[node]), int(tree.length[node]) + 1)
    worth = tree.total[node] / visits if visits else 0.0
    return Candidate(step, visits, worth, int(UNKNOWN), 0)


def expectation(tree: Tree) -> list[float]:
    """Each seat's expected share of the win: the deciding seat's by its best step, the others' in proportion. Where the
    best step was not tried yet, what all simulations came to. (A tree that has only just gone on from an old one knows
    its steps, but has no simulations of its own: then the others count alike.)
    """
    if tree.is_proven(ROOT):
        return [tree.share_of(ROOT, seat) for seat in range(tree.seats)]
    means = [1.0 / float(tree.seats)] * int(tree.seats)
    if tree.simulations > 0:
        means = [tree.sums[seat] / float(tree.simulations) for seat in range(tree.seats)]
    seat = int(tree.root.seat)
    if seat < 0:
        return means
    best = next(iter(candidates(tree)), None)
    if best is None or (not best.visits and best.winners == UNKNOWN):
        return means
    return with_own(means, seat, best.worth)


def line(tree: Tree, step: int, longest: int) -> list[int]:
    """The steps that are expected after ``step``, itself included."""
    found: list[int] = []
    menu = i64(tree.menu[ROOT])
    wanted = step
    while menu != NONE and len(found) < longest:
        node = tree.node_of(menu, wanted)
        if node == NONE:
            break
        found.append(wanted)
        menu = _most_tried(tree, i64(tree.menu[node]))
        if menu != NONE:
            wanted = int(tree.step[expected_node(tree, menu)])
    return found


def _most_tried(tree: Tree, menu: i64) -> i64:
    best = menu
    while menu != NONE:
        if tree.tried[menu] > tree.tried[best]:
            best = menu
        menu = i64(tree.next[menu])
    return best


def expected_node(tree: Tree, menu: i64) -> i64:
    """The step of a menu that its seat would choose now."""
    return min(tree.nodes(menu), key=lambda node: _candidate(tree, menu, node).rank)

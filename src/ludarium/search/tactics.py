"""What a player must not miss: a win within its turn, and a loss within the others' answer to it.

The solver looks at whole turns where a tree may not have looked at every step. What it finds is noted in the tree.
With hidden information only what holds in every truth looked at counts as found.
"""

from collections.abc import Iterator
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.state import State
from ludarium.search.choice import expected_node
from ludarium.search.solver import YES, Solver
from ludarium.search.tree import ROOT, Tree

MOST_TRUTHS: Final = 24
_MOST_TURNS: Final = 20_000  # different ways to play one turn that are looked at


def find_win(tree: Tree, solver: Solver, turns: i64) -> list[int]:
    """A line that forces a win for the deciding seat, noted in the tree; empty if none is found.

    With hidden information it is the steps of one turn that win whatever is true.
    """
    seat: i64 = tree.root.seat
    one: i64 = 1
    if not tree.hidden:
        needed, line = solver.quickest(tree.root, turns)
        if needed:
            tree.prove_line(line[:1], one << seat, len(line) - 1)
        return line
    if not tree.insight.may_win(tree.root):
        return []
    for number, plan in enumerate(_turns(tree.root, seat, [], solver)):
        if number == _MOST_TURNS or solver.is_spent():
            break
        if all(_wins(truth, plan, seat, solver) for truth in (*_spread(tree), *tree.truths)):
            tree.prove_line(plan, one << seat, 0)
            return plan
    return []


def _turns(state: State, seat: i64, begun: list[int], solver: Solver) -> Iterator[list[int]]:
    """Every way to play the turn to its end."""
    steps: vec[i64] = state.legal()
    for step in steps:
        after: State = state.copy()
        solver.take(after, step)
        plan = [*begun, int(step)]
        if after.seat == seat and after.turn == state.turn:
            yield from _turns(after, seat, plan, solver)
        else:
            yield plan


def _spread(tree: Tree) -> list[State]:
    """Some of the truths: from all over the list, as the same likely one may follow itself many times."""
    gap: int = -(-len(tree.truths) // MOST_TRUTHS)
    return tree.truths[::gap]


def _wins(truth: State, plan: list[int], seat: i64, solver: Solver) -> bool:
    state: State = truth.copy()
    for step in plan:
        if state.seat != seat or state.judge(step):
            return False
        solver.take(state, step)
    return solver.forces(state, seat, 0) == YES


def find_loss(tree: Tree, solver: Solver) -> bool:
    """Whether the turn that the tree would play now lets the next seat force its win at once (in every truth);
    then it is noted in the tree as lost: from its first step on, if nothing after that step helps.
    """
    node: i64 = ROOT
    state: State = tree.root.copy()
    plan: list[int] = []
    while state.seat >= 0 and state.turn == tree.root.turn:
        if tree.is_proven(node):
            return False
        node = expected_node(tree, tree.menu_for(node, state))
        plan.append(int(tree.step[node]))
        state.apply(plan[-1], None)
    if state.seat < 0 or tree.is_proven(node):
        return False
    enemy: i64 = state.seat
    if not _loses(tree, plan, enemy, solver):
        return False
    one: i64 = 1
    tree.prove_line(plan[:1] if _loses(tree, plan[:1], enemy, solver) else plan, one << enemy, 1)
    return True


def _loses(tree: Tree, plan: list[int], enemy: i64, solver: Solver) -> bool:
    """Whether after these steps the enemy forces its win within its next turn, whatever is true."""
    for truth in _spread(tree):
        state: State = truth.copy()
        for step in plan:
            if state.seat < 0 or state.judge(step):
                return False  # in this truth it comes to something else
            solver.take(state, step)
        # The enemy may have a part in a turn that is not its own; its own begins after that.
        turns: i64 = 2 if state.seat == enemy and state.turn == tree.root.turn else 1
        if solver.forces(state, enemy, turns) != YES:
            return False
    return True

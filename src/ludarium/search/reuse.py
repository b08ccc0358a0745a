"""Going on with an old tree after some steps were taken: what was learnt about the new position is kept."""

from math import inf
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from ludarium.core.state import State
from ludarium.search.tree import NONE, ROOT, Tree

_MOST_LOOKS: Final = 3000  # positions compared with the new one
_MENUS: Final = 256  # copied between two looks at the clock


def continued(tree: Tree, state: State, seed: int, deadline: float = inf) -> Tree | None:
    """The part of an old tree that stands for a position it has reached by now; nothing if it has not seen it.

    Its upper part where the clock (``time.perf_counter``) shows ``deadline`` before all is copied.
    """
    if tree.hidden or type(state) is not type(tree.root):
        return None
    node = _find(tree, state)
    return None if node == NONE else _part(tree, node, state, seed, deadline)


def _find(tree: Tree, state: State) -> i64:
    waiting: list[tuple[i64, State]] = [(ROOT, tree.root)]
    looks = 0
    for node, here in waiting:
        if here.turn == state.turn and here.seat == state.seat and here == state:
            return node
        menu: i64 = tree.menu[node]
        if menu == NONE or here.turn > state.turn:
            continue
        for child in range(tree.first[menu], tree.first[menu] + tree.count[menu]):
            looks += 1
            if looks > _MOST_LOOKS:
                return NONE
            if tree.visits[child] > 0:
                after: State = here.copy()
                after.apply(tree.step[child], None)
                waiting.append((child, after))
    return NONE


def _part(tree: Tree, top: i64, state: State, seed: int, deadline: float) -> Tree:
    part = Tree([state], tree.insight, tree.settings, seed)
    part.visits[ROOT] = tree.visits[top]
    waiting: list[tuple[i64, i64]] = [(top, ROOT)]  # nodes there and here
    for number, (old, new) in enumerate(waiting):
        if number % _MENUS == _MENUS - 1 and perf_counter() >= deadline:
            break
        menu: i64 = tree.menu[old]
        if menu == NONE:
            continue
        first: i64 = part.copy_menu(tree, menu, new)
        for index in range(tree.count[menu]):
            if tree.menu[tree.first[menu] + index] != NONE:
                waiting.append((tree.first[menu] + index, first + index))
    part.prove_root()
    return part

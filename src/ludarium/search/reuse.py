"""Going on with an old tree after some steps were taken: what was learnt about the new position is kept."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.state import State
from ludarium.search.tree import NONE, ROOT, Tree

_MOST_LOOKS: Final = 3000  # positions compared with the new one
_MENUS: Final[i64] = 256  # copied between two questions whether it is enough
_KEPT: Final[i64] = 2  # half of the nodes that a tree may have at most: the other half is room to grow


def continued(tree: Tree, state: State, seed: int, is_enough: Callable[[], bool] | None = None) -> Tree | None:
    """The part of an old tree that stands for a position it has reached by now; nothing if it has not seen it.

    Its upper part if it is too large, or if ``is_enough``, which is asked often, says so before all is copied.
    """
    if tree.hidden or type(state) is not type(tree.root):
        return None
    node = _find(tree, state)
    return None if node == NONE else _part(tree, node, state, seed, is_enough)


def _find(tree: Tree, state: State) -> i64:
    """The node of a position, sought where the tree has looked most: what is played is seldom far from that."""
    waiting: list[tuple[int, int, int, State]] = [(0, 0, int(ROOT), tree.root)]
    looks = 0
    while waiting and looks < _MOST_LOOKS:
        _, _, node, here = heappop(waiting)
        if here.turn == state.turn and here.seat == state.seat and here == state:
            return node
        menu: i64 = i64(tree.menu[node])
        if menu == NONE or here.turn > state.turn:
            continue
        for child in tree.nodes(menu):
            if tree.visits[child] > 0:
                looks += 1
                after: State = here.copy()
                after.apply(tree.step[child], None)
                heappush(waiting, (-int(tree.visits[child]), looks, int(child), after))
    return NONE


def _part(tree: Tree, top: i64, state: State, seed: int, is_enough: Callable[[], bool] | None) -> Tree:
    part = Tree([state], tree.insight, tree.settings, seed)
    part.visits[ROOT] = tree.visits[top]
    theirs: vec[i64] = vec[i64]([top])  # nodes there
    ours: vec[i64] = vec[i64]([ROOT])  # the same here
    number: i64 = 0
    while number < len(theirs) and i64(len(part.step)) < tree.settings.most_nodes // _KEPT:
        if number % _MENUS == _MENUS - 1 and is_enough is not None and is_enough():
            break
        menu: i64 = i64(tree.menu[theirs[number]])
        if menu != NONE:
            copy: i64 = part.copy_menu(tree, menu, ours[number])
            child: i64 = i64(tree.first[menu])
            while child != NONE:
                if i64(tree.menu[child]) != NONE:
                    theirs = append(theirs, child)
                    ours = append(ours, copy)
                child = i64(tree.sibling[child])
                copy += 1
        number += 1
    part.menu_for(ROOT, state)
    part.prove_root()
    return part

"""Mutter Land's arrays, turned and mirrored: columns get other ranks, and with them all that is numbered by ranks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludarium.core.state import State
from ludarium.games.mutterland.arrays import A_BUILD, A_LAY, A_MOVE, A_PLACE, A_RETURN, ACTIONS, MutterLandArrays
from ludarium.games.mutterland.rules_land import NUTS, TOWARDS, WAY_NAMES, WAYS
from ludarium.games.mutterland.traits import symmetry
from ludarium.games.symmetric import Symmetric

Numbers = NDArray[np.int64]
_MOST, _WAYS = int(NUTS), int(WAYS)
_VECTORS = [((int(one) + 128) % 256 - 128, (int(one) + 128) // 256) for one in TOWARDS]  # of each way, q and r


@dataclass(frozen=True)
class _Redrawing:
    """So many sixths of a turn, before which the land may be mirrored."""

    turns: int
    mirrored: bool
    planes: dict[str, int]

    @property
    def name(self) -> str:
        return f"{'mirrored, ' if self.mirrored else ''}turned by {60 * self.turns}°"

    def image(self, planes: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Numbers]:
        here = {name: planes[self.planes[name]].astype(np.int64) for name in ("column", "q", "r")}
        count = int(here["column"].sum())
        move = symmetry(self.turns, self.mirrored)
        old = here["q"][:count], here["r"][:count]
        moved = np.array([move((int(one), int(other))) for one, other in zip(*old, strict=True)]).reshape(count, 2)
        q, r = (moved - moved.min(axis=0, initial=1 << 20)).T
        order = np.lexsort((q, r))  # the old rank of the column with each new one
        ranks = np.arange(_MOST)  # the new rank of the column with each old one
        ranks[order] = np.arange(count)
        ways = np.array([_VECTORS.index(move(vector)) for vector in _VECTORS])

        seen = planes.copy()
        seen[:, ranks] = planes
        seen[self.planes["q"], :count], seen[self.planes["r"], :count] = q[order], r[order]
        beside = np.append(0, ranks + 1).astype(np.uint8)  # by rank plus 1; 0: none
        for way, name in enumerate(WAY_NAMES):
            new = self.planes[f"beside_{WAY_NAMES[ways[way]]}"]
            seen[new, ranks] = beside[planes[self.planes[f"beside_{name}"]]]
        return seen, _actions(ranks, ways, q, r)


def _actions(ranks: Numbers, ways: Numbers, q: Numbers, r: Numbers) -> Numbers:
    """The new number of every action. ``q`` and ``r`` are where the columns have come, by their old ranks."""
    actions = np.arange(int(ACTIONS))
    actions[int(A_PLACE) : int(A_MOVE)] = A_PLACE + ranks
    pairs = (ranks[:, None] * _MOST + ranks).reshape(-1)
    pushes = np.append(0, ways + 1)
    actions[int(A_MOVE) : int(A_BUILD)] = (A_MOVE + pairs[:, None] * (_WAYS + 1) + pushes).reshape(-1)
    actions[int(A_BUILD) : int(A_RETURN)] = A_BUILD + pairs
    # A place beside several columns has a number for each; the first of them, by rank, is the one that is used.
    towards = np.array(_VECTORS)[ways]
    places = ((r[:, None] + towards[:, 1]) * 4 * _MOST + q[:, None] + towards[:, 0]).reshape(-1)
    numbers, images = np.arange(len(places)), (ranks[: len(q), None] * _WAYS + ways).reshape(-1)
    before, after = np.lexsort((numbers, places)), np.lexsort((images, places))
    actions[int(A_LAY) + numbers[before]] = A_LAY + images[after]
    return actions


def ways(start: State) -> Sequence[_Redrawing]:
    planes = {plane.name: 1 + number for number, plane in enumerate(MutterLandArrays().planes(start))}
    return [_Redrawing(turns, mirrored, planes) for mirrored in (False, True) for turns in range(6)]


SYMMETRIC = Symmetric(ways)

"""What Myrmidons' puzzles are about, and everything that hidden blocks can be."""

from collections import Counter
from collections.abc import Iterator

from ludarium.core.bits import bit_list
from ludarium.core.state import State, expect
from ludarium.games.myrmidons.notation import store_list
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_board import COMMANDER_BIT, FOOT
from ludarium.games.myrmidons.scene import SQUARES, might_be
from ludarium.games.myrmidons.terms import COMMANDER, TYPES
from ludarium.games.puzzling import Line, Puzzling, Reason

_MOST_TRUTHS = 150
_ENDINGS = {"commander_removed": "commander", "four_removed": "four", "far_row": "far_row"}


def themes(line: Line, ending: str) -> list[str]:
    kinds = [event.kind for event in line[0].events]
    found = {
        _ENDINGS.get(ending, ""): ending in _ENDINGS,
        "order": kinds.count("moved") > 1,
        "fight": "removed" in kinds,
        "repelled": "fell_back" in kinds,
        "quiet": "removed" not in kinds and "fell_back" not in kinds,
    }
    return [theme for theme, holds in found.items() if holds]


def guess_themes(view: State, at: str) -> list[str]:
    """What tells something about the hidden block there: how far it went, who gave orders, what the others are."""
    own, square = expect(view, Myrmidons), SQUARES[at]
    owner = int(own.red >> square & 1)
    found = {
        "pace": own.least_at(square) > 1,
        "orders": own.least_at(square) == 1 and not own.suspects >> square & 1,
        "elimination": own.known(owner) != 0,
    }
    return [theme for theme, holds in found.items() if holds]


def guess_reasons(view: State, at: str) -> list[Reason]:
    """Why the block there can be no more than it can: MYR-M1, F1, O4."""
    own, square = expect(view, Myrmidons), SQUARES[at]
    owner, least = int(own.red >> square & 1), int(own.least_at(square))
    hidden, known = own.unknown(owner), store_list(own.known(owner))
    suspects = 0 if own.known(owner) & COMMANDER_BIT else hidden & own.suspects
    if suspects == 1 << square:
        return [("only_commander", {})]
    found: list[Reason] = []
    if least > 1:
        found.append(("pace", {"pace": least}))
    elif suspects and not suspects >> square & 1:
        found.append(("not_commander", {}))
    if known:
        found.append(("known", {"piece": known}))
    fitting = {name for name in store_list(own.pool(owner)) if FOOT[TYPES.index(name)] >= least}
    if fitting - set(might_be(own).get(square, ())):
        found.append(("needed", {}))
    return found


def truths(view: State, seat: int) -> list[State]:
    """MYR-B4, F1, O4: every army that fits what the seat knows; none if they are too many."""
    own = expect(view, Myrmidons)
    other = 1 - seat
    hidden = bit_list(own.unknown(other))
    if own.left or own.seat < 0:
        return []
    pool = Counter(TYPES.index(name) for name in store_list(own.pool(other)))
    chiefs = [-1] if own.known(other) & COMMANDER_BIT else [at for at in hidden if own.suspects >> at & 1]
    found: list[State] = []
    for chief in chiefs:
        rest = sorted((at for at in hidden if at != chief), key=lambda at: -own.least_at(at))
        for types in _filled([int(own.least_at(at)) for at in rest], pool):
            if len(found) == _MOST_TRUTHS:
                return []
            truth = own.copy()
            for at, type_ in zip(rest, types, strict=True):
                truth.put_type(at, type_)
            if chief >= 0:
                truth.put_type(chief, COMMANDER)
            truth.veiled = 0
            truth.find_chiefs()
            found.append(truth)
    return found


def _filled(feet: list[int], pool: Counter[int]) -> Iterator[list[int]]:
    """Every way to give places that need these feet a type each."""
    if not feet:
        yield []
        return
    for type_ in sorted(pool):
        if pool[type_] and FOOT[type_] >= feet[0]:
            for others in _filled(feet[1:], pool - Counter([type_])):
                yield [type_, *others]


PUZZLING = Puzzling(themes, truths=truths, guess_themes=guess_themes, guess_reasons=guess_reasons)

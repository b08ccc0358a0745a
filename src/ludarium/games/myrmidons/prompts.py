"""What Myrmidons is about, and what the seat to act does now."""

from collections.abc import Sequence

from ludarium.core.game import Prompt
from ludarium.games.myrmidons import rules, rules_board
from ludarium.games.myrmidons.notation import site_name
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.scene import SQUARES, might_be
from ludarium.games.myrmidons.terms import UNKNOWN


def prompt(view: Myrmidons, clicks: Sequence[str]) -> Prompt:
    if view.left:
        return _set_up(view)
    if view.order >= 0:  # MYR-O1
        return Prompt("order_ready" if rules.CARRY_OUT in list(view.legal()) and not clicks else "order_blocks")
    match [SQUARES.get(click, click) for click in clicks]:
        case [int(square)]:
            return Prompt("block", {"foot": int(rules_board.FOOT[view.type_at(square)])})
        case [int(_), "#order"]:
            return Prompt("order_direction")
    enemy = 1 - view.seat
    return Prompt("threat" if view.men(enemy) & rules_board.far_row(enemy, view.rows) else "turn")  # MYR-E2


def _set_up(view: Myrmidons) -> Prompt:
    """MYR-P1, X1."""
    left, total = int(view.left_of(view.seat)), int(view.size)
    data = {"square": site_name(view.next_square()), "n": total - left + 1, "total": total}
    commander_left = bool(view.hand(view.seat) & rules_board.COMMANDER_BIT)
    if left == 1 and commander_left:
        return Prompt("commander", data)
    if view.secret:
        return Prompt("choose_type", data)
    # Where the commander would go to a corner now, or for lack of another square next. With two rows even a corner has
    # three neighbours (MYR-X2).
    corner = total <= rules_board.ROW and commander_left and left in (total, 2)
    return Prompt("place_corner" if corner else "place_block", data)


def odds(view: Myrmidons, step: int) -> Prompt | None:
    """MYR-F1: sword against shield, or how many of the types that the enemy can still be would lose."""
    if not rules.MOVES <= step < rules.ORDERS:
        return None
    square, target = (step - rules.MOVES) // 48, rules_board.TARGET[step - rules.MOVES]
    if not view.men(1 - view.seat) >> target & 1:
        return None
    sword = int(rules_board.SWORD[view.type_at(square)])
    shields = [int(type_[1]) for type_ in might_be(view).get(target, ())]
    if view.type_at(target) != UNKNOWN:
        shields = [int(rules_board.SHIELD[view.type_at(target)])]
    if len(set(shields)) == 1:
        return Prompt("fight", {"sword": sword, "shield": shields[0]})
    beaten = sum(shield <= sword for shield in shields)
    return Prompt("uncertain_fight", {"sword": sword, "n": beaten, "total": len(shields)})

"""What Mur is about, and what the seat to act does now."""

from collections.abc import Sequence

from ludarium.core.bits import count_bits32
from ludarium.core.game import Prompt
from ludarium.games.mur import rules_board as board
from ludarium.games.mur.notation import POINTS
from ludarium.games.mur.rules import CLOSES_TO_WIN, Mur


def goal(view: Mur) -> Prompt:
    """MUR-C3."""
    edition = "jp" if view.jp else "en"
    if view.options.closes == CLOSES_TO_WIN:
        return Prompt(edition)
    return Prompt(f"{edition}_fewer", {"n": view.options.closes})  # MUR-X1


def prompt(view: Mur, clicks: Sequence[str]) -> Prompt:
    own = view.white if view.seat else view.black
    match [POINTS.get(click, click) for click in clicks]:
        case [int(ship)]:
            if board.WITHDRAW + ship in list(view.legal()):
                return Prompt("port")
            return Prompt("ship", {"class": int(board.class_of(1 << ship, own))})
        case [int(_), int(_)]:
            return Prompt("direction")
    return Prompt(_turn(view, own))


def _turn(view: Mur, own: int) -> str:
    if view.leave or view.owed_by == view.seat:  # MUR-C4, C7
        return "withdraw_jp" if view.jp else "withdraw_en"
    if view.penalty == view.seat:  # MUR-R1
        return "penalty"
    steps = list(view.legal())
    if steps and steps[0] >= board.WITHDRAW:  # they are the last ones
        return "stuck"
    return "all_out" if count_bits32(own) >= view.options.ships else "turn"

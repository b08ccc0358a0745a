"""What Realm is about, and what the seat to act does now."""

from collections.abc import Sequence

from ludarium.core.game import Prompt
from ludarium.games.realm import rules, rules_board
from ludarium.games.realm.notation import SQUARES, lifted_pieces, realm_name, site_name
from ludarium.games.realm.rules import Realm
from ludarium.games.realm.rules_event import MAY_CAPTURE, MAY_CREATE, MAY_ENFORCE
from ludarium.games.realm.rules_rearrange import first_place, squares_of
from ludarium.games.realm.terms import PIECES


def prompt(view: Realm, clicks: Sequence[str]) -> Prompt:
    if view.stage in (rules.PUTS_BASE, rules.PUTS_POWER):
        return _set_up(view)
    if view.stage == rules.REARRANGES:
        return Prompt("facing") if clicks else _rearrangement(view)
    if view.event:
        return Prompt("facing") if clicks else _event(view)
    match [SQUARES.get(click, click) for click in clicks]:
        case ["#rearrange"]:
            return Prompt("rearrange")
        case [int(square)]:
            is_power = view.board[square] >> 2 == rules_board.POWER + view.seat
            return Prompt("power_picked" if is_power else "enforcer_picked")
    return _turn(view)


def _set_up(view: Realm) -> Prompt:
    """RLM-P1, P2."""
    is_base = view.stage == rules.PUTS_BASE
    kind = (rules_board.BASE if is_base else rules_board.POWER) + view.seat
    placed = sum(piece >> 2 == kind for piece in view.board)
    return Prompt("bases" if is_base else "powers", {"n": placed + 1, "total": int(view.powers)})


def _rearrangement(view: Realm) -> Prompt:
    """RLM-T3."""
    pieces = dict(lifted_pieces(view))
    square = view.lifted * rules_board.REALM_SIZE + first_place(view.left)
    total, left = bin(squares_of(view.old)).count("1"), bin(view.left).count("1")
    data = {"piece": PIECES[(pieces[square] >> 3) - 1], "square": site_name(square), "n": total - left + 1}
    return Prompt("rearrangement", {**data, "total": total})


def _event(view: Realm) -> Prompt:
    """RLM-E1 to E4."""
    data = {"realm": realm_name(rules_board.realm_of(view.stopped))}
    key = "must" if view.compulsory else "event"
    if view.event == MAY_CREATE:
        return Prompt(f"{key}_base", data)
    if view.event == MAY_ENFORCE:
        return Prompt(f"{key}_enforcer", data)
    steps = [step for step in view.legal() if step != rules_board.DECLINE]
    what = "capture" if view.event == MAY_CAPTURE else "neutralise"
    lost = "_lost" if all(_costs_enforcer(view, step) for step in steps) else ""
    return Prompt(f"{key}_{what}{lost}", data)


def _costs_enforcer(view: Realm, step: int) -> bool:
    """Whether the enforcer that has stopped is neutralised by what it does."""
    after = view.copy()
    after.apply(step)
    return bool(after.board[view.stopped] >> 2 == rules_board.NEUTRALISED + view.seat)


def _turn(view: Realm) -> Prompt:
    """RLM-T1, T2, T4."""
    data = {name: realm_name(one) for name, one in (("source", view.source), ("target", view.target)) if one >= 0}
    if len(data) == 2:
        return Prompt("either", data)
    if data:
        return Prompt("dispersal" if "source" in data else "concentration", data)
    return Prompt("passed" if view.passed else "turn")

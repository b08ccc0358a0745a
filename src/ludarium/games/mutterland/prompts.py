"""What Mutter Land is about, and what the seat to act does now."""

from collections.abc import Sequence

from ludarium.core.game import Prompt
from ludarium.games.mutterland import rules, rules_steps
from ludarium.games.mutterland.notation import is_site, read_site
from ludarium.games.mutterland.rules import MutterLand
from ludarium.games.mutterland.rules_columns import TOWER

_SEATS = {"owner": "seat"}
_ADVICE = ("marbles_apart", "marbles_capes")  # on where to place them: the rulebook's, by turns


def goal(view: MutterLand) -> Prompt:
    """MUT-E1."""
    options = view.options
    if options.floor != TOWER:
        return Prompt("towers_lower", {"n": options.towers_to_win(), "floor": options.floor})  # MUT-X1
    return Prompt("towers", {"n": options.towers_to_win()})


def prompt(view: MutterLand, clicks: Sequence[str]) -> Prompt:
    if view.stage == rules.LAYING:  # MUT-P1
        return Prompt("land", {"n": int(view.columns.land.size) + 1, "total": view.options.nuts})
    if view.stage == rules.PLACING:  # MUT-P2
        owner, total = int(view.placed_for()), view.options.marbles_each()
        placed = int(view.columns.marbles_of(owner, 1))
        key = _ADVICE[placed % 2] if placed else "marbles"
        return Prompt(key, {"owner": owner, "n": placed + 1, "total": total}, _SEATS)
    if view.stage == rules.RETURNING:  # MUT-R1
        return Prompt("return_marble", {"owner": int(view.owner)}, _SEATS)
    if clicks and clicks[0] == "#return":
        return Prompt("return_by")
    match [read_site(click) if is_site(click) else click for click in clicks]:
        case [int(one)]:
            if _seat_on(view, one) < 0:
                return Prompt("nut_taken")
            return Prompt("marble" if view.descent == 1 else "marble_any_descent")  # MUT-M4
        case [int(_), int(other)]:
            return Prompt("push", {"owner": _seat_on(view, other)}, _SEATS)
    kinds = {rules_steps.kind_of(step) for step in view.legal()}
    if rules_steps.MOVE not in kinds:
        return Prompt("nut" if rules_steps.BUILD in kinds else "nothing_left")
    return Prompt("turn_one" if view.one_marble else "turn_all")


def _seat_on(view: MutterLand, hexagon: int) -> int:
    return int(view.columns.seat_on(view.columns.land.place(hexagon)))

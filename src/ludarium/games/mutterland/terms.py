"""The numbers that Mutter Land's rules use for what happens, is refused, ends a game and can be chosen."""

from typing import Final

from mypy_extensions import i64

from ludarium.core.vocabulary import LOWER, MOVE, PUSH, PUT, RAISE, TAKE, Ending, EventKind, Option, Reason

MOST_PLAYERS: Final = 6

E_LAID: Final = 0
E_PLACED: Final = 1
E_MOVED: Final = 2
E_PUSHED: Final = 3
E_FELL: Final = 4
E_CALLED: Final = 5
E_RETURNED: Final = 6
E_LIFTED: Final = 7
E_BUILT: Final = 8
E_ENDED: Final = 9
E_PASSED: Final = 10

_SEAT: Final = ("seat", "seat")
_AT: Final = ("at", "site")
_TO: Final = ("to", "site")
_FROM_TO: Final = (("from", "site"), _TO)

EVENTS: Final = (
    EventKind("laid", (_SEAT, _AT), RAISE),
    EventKind("placed", (_SEAT, ("owner", "seat"), ("piece", "piece"), _AT), PUT),
    EventKind("moved", (("piece", "piece"), *_FROM_TO), MOVE),
    EventKind("pushed", (("piece", "piece"), *_FROM_TO), PUSH),
    EventKind("fell", (("piece", "piece"), _AT), TAKE),
    EventKind("called", (_SEAT, ("other", "seat"))),
    EventKind("returned", (_SEAT, ("owner", "seat"), ("piece", "piece"), _AT), PUT),
    EventKind("lifted", (_SEAT, _AT), LOWER),
    EventKind("built", (_SEAT, _AT, ("floor", "number")), RAISE),
    EventKind("ended", (_SEAT,)),
    EventKind("passed", (_SEAT,)),
)

R_OVER: Final[i64] = 1
R_LAND_FIRST: Final[i64] = 2
R_FIRST_NUT: Final[i64] = 3
R_NUT_THERE: Final[i64] = 4
R_NOT_BESIDE_LAND: Final[i64] = 5
R_LAND_DONE: Final[i64] = 6
R_MARBLES_FIRST: Final[i64] = 7
R_NO_NUT: Final[i64] = 8
R_TAKEN: Final[i64] = 9
R_NOT_EDGE: Final[i64] = 10
R_ALL_PLACED: Final[i64] = 11
R_RETURN_FIRST: Final[i64] = 12
R_RETURN_NOT_EDGE: Final[i64] = 13
R_RETURN_HIGH: Final[i64] = 14
R_RETURN_STRANDED: Final[i64] = 15
R_RETURN_SELF: Final[i64] = 16
R_NO_PLAYER: Final[i64] = 17
R_NOTHING_FALLEN: Final[i64] = 18
R_RETURN_LATE: Final[i64] = 19
R_RETURN_ONCE: Final[i64] = 20
R_RETURN_NOWHERE: Final[i64] = 21
R_NOT_YOURS: Final[i64] = 22
R_MOVED_ALREADY: Final[i64] = 23
R_ONE_MARBLE: Final[i64] = 24
R_RETURNED: Final[i64] = 25
R_OFF_LAND: Final[i64] = 26
R_SAME_COLUMN: Final[i64] = 27
R_OWN_MARBLE: Final[i64] = 28
R_TOO_FAR: Final[i64] = 29
R_STEEP: Final[i64] = 30
R_NAME_PUSH: Final[i64] = 31
R_NOBODY_THERE: Final[i64] = 32
R_PUSH_FROM_AFAR: Final[i64] = 33
R_PUSH_UPHILL: Final[i64] = 34
R_PUSH_BLOCKED: Final[i64] = 35
R_PUSH_HIGHER: Final[i64] = 36
R_NOTHING_TO_TAKE: Final[i64] = 37
R_NUT_UNDER_MARBLE: Final[i64] = 38
R_NUT_NOT_BESIDE: Final[i64] = 39
R_FEW_SIDES: Final[i64] = 40
R_SAME_NUT: Final[i64] = 41
R_NO_NUT_UNDER: Final[i64] = 42
R_NUT_ON_MARBLE: Final[i64] = 43
R_NUT_TOO_FAR: Final[i64] = 44

# Of a refused step, "at" and "from" are the first hexagon and "to" is the second one.
REASONS: Final = (
    Reason("", ""),
    Reason("MUT-E1", "over"),
    Reason("MUT-P1", "land_first"),
    Reason("MUT-P1", "first_nut"),
    Reason("MUT-P1", "nut_there", (_AT,)),
    Reason("MUT-P1", "not_beside_land", (_AT,)),
    Reason("MUT-P1", "land_done"),
    Reason("MUT-P2", "marbles_first", (("owner", "seat"),)),
    Reason("MUT-B1", "no_nut", (_AT,)),
    Reason("MUT-B1", "taken", (_AT,)),
    Reason("MUT-P2", "not_edge", (_AT,)),
    Reason("MUT-P2", "all_placed"),
    Reason("MUT-R1", "return_first", (("owner", "seat"),)),
    Reason("MUT-R1", "return_not_edge", (_AT,)),
    Reason("MUT-R1", "return_high", (_AT, ("floor", "number"))),
    Reason("MUT-R1", "return_stranded", (_AT,)),
    Reason("MUT-R1", "return_self"),
    Reason("MUT-R1", "no_player", (("number", "number"), ("last", "number"))),
    Reason("MUT-R1", "nothing_fallen"),
    Reason("MUT-R1", "return_late"),
    Reason("MUT-R1", "return_once"),
    Reason("MUT-R1", "return_nowhere"),
    Reason("MUT-M1", "not_yours", (_AT,)),
    Reason("MUT-M1", "moved_already", (_AT,)),
    Reason("MUT-M1", "one_marble"),
    Reason("MUT-R1", "no_move_after_return"),
    Reason("MUT-M4", "off_land", (_TO,)),
    Reason("MUT-M3", "same_column", (_TO,)),
    Reason("MUT-M4", "own_marble", (_TO,)),
    Reason("MUT-M2", "too_far", _FROM_TO),
    Reason("MUT-M4", "steep", _FROM_TO),
    Reason("MUT-S1", "name_push", _FROM_TO),
    Reason("MUT-S1", "nobody_there", (_TO,)),
    Reason("MUT-S1", "push_from_afar", (*_FROM_TO, ("way", "way"))),
    Reason("MUT-S1", "push_uphill", (_TO,)),
    Reason("MUT-S1", "push_blocked", (_TO, ("behind", "site"))),
    Reason("MUT-S1", "push_higher", (_TO, ("behind", "site"))),
    Reason("MUT-N2", "nothing_to_take", (_AT,)),
    Reason("MUT-N2", "nut_under_marble", (_AT,)),
    Reason("MUT-N1", "nut_not_beside", (_AT,)),
    Reason("MUT-N2", "few_sides", (_AT, ("sides", "number"))),
    Reason("MUT-N1", "same_nut", (_AT,)),
    Reason("MUT-N3", "no_nut_under", (_TO,)),
    Reason("MUT-N3", "nut_on_marble", (_TO,)),
    Reason("MUT-N1", "nut_too_far", _FROM_TO),
)

END_TOWERS: Final[i64] = 1
END_IDLE: Final[i64] = 2
END_TURN_CAP: Final[i64] = 3
ENDINGS: Final = (
    Ending("", ""),
    Ending("MUT-E1", "towers"),
    Ending("MUT-E2", "idle"),
    Ending("MUT-E2", "turn_cap"),
)

OPTIONS: Final = (
    Option("players", 2, "MUT-B1", low=2, high=MOST_PLAYERS),
    Option("land", "generated", "MUT-P1", values=("generated", "built", "block"), lists="[[q, r], …] × 70"),
    Option("marbles_per_turn", "all", "MUT-M1", values=("all", "one")),
    Option("push_uphill", False, "MUT-S1"),
    Option("free_side", "nut", "MUT-N2", values=("nut", "nut_or_marble")),
    Option("turn_cap", 150, "MUT-E2", low=1, high=100_000, zero=True),
)

"""The numbers that Myrmidons' rules use for what happens, is refused, ends a game and can be chosen."""

from typing import Final

from mypy_extensions import i64

from ludarium.core.vocabulary import AT, FROM, MOVE, PIECE, PUSH, PUT, SEAT, SHOW, TAKE, TO, Option, Reason, Terms

# MYR-B2: sword, shield and foot of every type of block; the commander comes first.
TYPES: Final = (
    *("111", "135", "144", "153", "225", "234", "243", "252", "315", "324"),
    *("333", "342", "351", "414", "423", "432", "441", "513", "522", "531"),
)
COMMANDER: Final[i64] = 0
UNKNOWN: Final[i64] = 20  # a block whose type the viewer may not know
BASE_TYPES: Final = ("243", "324", "333", "432", "522")  # MYR-B3

FULL_BOARD: Final = "6x7"
BOARDS: Final = {FULL_BOARD: (6, 7), "4x4": (4, 4), "3x4": (3, 4), "3x3": (3, 3)}  # columns and rows (MYR-B1, X3)

TERMS: Final = Terms()
_BLOCK: Final = (("owner", "seat"), PIECE, AT)
_WAY: Final = (SEAT, FROM, TO)

E_PUT: Final = TERMS.event("put", (SEAT, PIECE, AT), PUT, private=("piece",))
# MYR-O4: an order is its owner's alone until it is carried out, and then nobody sees who gave it. It tells its owner
# nothing new, so until then it can be taken back.
E_ORDERING: Final = TERMS.event("ordering", (SEAT, AT, ("direction", "direction")), secret=True, shows=False)
E_NAMED: Final = TERMS.event("named", (SEAT, AT, ("distance", "number")), secret=True, shows=False)
# Of an order's blocks the one in front may be listed later, so the one that was there first goes on.
E_MOVED: Final = TERMS.event("moved", _WAY, PUSH)
E_SHOWN: Final = TERMS.event("shown", _BLOCK, SHOW)
E_GLIMPSED: Final = TERMS.event("glimpsed", _BLOCK, shows=True)  # display = memory: the picture does not keep it
E_REMOVED: Final = TERMS.event("removed", _BLOCK, TAKE)
E_FELL_BACK: Final = TERMS.event("fell_back", _WAY, MOVE)
E_PUSHED_BACK: Final = TERMS.event("pushed_back", _WAY, PUSH)
E_REVEALED: Final = TERMS.event("revealed", _BLOCK, SHOW)

R_OVER: Final[i64] = 1
R_VEILED: Final[i64] = 2
R_SET_UP_FIRST: Final[i64] = 3
R_SET_UP_OVER: Final[i64] = 4
R_NOT_IN_HAND: Final[i64] = 5
R_USED: Final[i64] = 6
R_COMMANDER_LAST: Final[i64] = 7
R_NOT_YOURS: Final[i64] = 8
R_OFF_BOARD: Final[i64] = 9
R_TOO_FAR: Final[i64] = 10
R_BLOCKED: Final[i64] = 11
R_OWN_BLOCK: Final[i64] = 12
R_ORDER_OPEN: Final[i64] = 13
R_NO_ORDER: Final[i64] = 14
R_COMMANDER_BLOCKED: Final[i64] = 15
R_NO_COMPANION: Final[i64] = 16
R_IS_COMMANDER: Final[i64] = 17
R_NOT_NEXT: Final[i64] = 18
R_NAMED_TOO_LATE: Final[i64] = 19
R_MAKE_ROOM: Final[i64] = 20
R_IN_THE_WAY: Final[i64] = 21
R_TOO_SHORT: Final[i64] = 22
R_ALONE: Final[i64] = 23
R_ORDER_TOO_FAR: Final[i64] = 24

REASONS: Final = (
    Reason("", ""),
    Reason("MYR-E1", "over"),
    Reason("MYR-B4", "veiled"),
    Reason("MYR-P1", "set_up_first"),
    Reason("MYR-P1", "set_up_over"),
    Reason("MYR-P1", "not_in_hand", (PIECE,)),
    Reason("MYR-X1", "used", (PIECE,)),
    Reason("MYR-P1", "commander_last"),
    Reason("MYR-M1", "not_yours", (AT,)),
    Reason("MYR-B1", "off_board", (AT,)),
    Reason("MYR-M1", "too_far", (AT, ("foot", "number"), ("distance", "number"))),
    Reason("MYR-M1", "blocked", (AT, ("by", "site"))),
    Reason("MYR-M1", "own_block", (AT,)),
    Reason("MYR-O1", "order_open"),
    Reason("MYR-O1", "no_order"),
    Reason("MYR-O2", "commander_blocked", (AT,)),
    Reason("MYR-O1", "no_companion", (("direction", "direction"),)),
    Reason("MYR-O1", "is_commander", (AT,)),
    Reason("MYR-O1", "not_next", (AT,)),
    Reason("MYR-O1", "named_too_late", (AT,)),
    Reason("MYR-O2", "make_room", (AT,)),
    Reason("MYR-O2", "in_the_way", (AT, TO)),
    Reason("MYR-O2", "too_short", (AT, ("least", "number"))),
    Reason("MYR-O1", "alone"),
    Reason("MYR-O1", "order_too_far", (AT, ("foot", "number"), ("distance", "number"))),
)

END_COMMANDER: Final[i64] = TERMS.ending("MYR-E1", "commander_removed")
END_FOUR_REMOVED: Final[i64] = TERMS.ending("MYR-E1", "four_removed")
END_FAR_ROW: Final[i64] = TERMS.ending("MYR-E2", "far_row")
END_TURN_CAP: Final[i64] = TERMS.ending("MYR-E3", "turn_cap")

OPTIONS: Final = (
    Option("army", "base", "MYR-X1", values=("base", "agreed", "secret", "random")),
    Option("types", (), "MYR-B3", lists='["324", …]'),  # none given: the base army
    Option("size", 6, "MYR-X2", low=6, high=12, stride=6),
    Option("board", FULL_BOARD, "MYR-X3", values=tuple(BOARDS)),
    Option("display", "open", "MYR-F1", values=("open", "memory")),
    Option("order_distance", "foot", "MYR-O1", values=("foot", "unlimited")),
    Option("turn_cap", 300, "MYR-E3", low=1, high=100_000, zero=True),
    Option("drawn", (), "MYR-X1", lists='[["324", …], ["333", …]]'),  # none given: the seed draws
)

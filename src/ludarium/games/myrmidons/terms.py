"""The numbers that Myrmidons' rules use for what happens, is refused, ends a game and can be chosen."""

from typing import Final

from mypy_extensions import i64

from ludarium.core.vocabulary import MOVE, PUSH, PUT, SHOW, TAKE, Ending, EventKind, Option, Reason

# MYR-B2: sword, shield and foot of every type of block; the commander comes first.
TYPES: Final = (
    *("111", "135", "144", "153", "225", "234", "243", "252", "315", "324"),
    *("333", "342", "351", "414", "423", "432", "441", "513", "522", "531"),
)
COMMANDER: Final[i64] = 0
UNKNOWN: Final[i64] = 20  # a block whose type the viewer may not know
BASE_TYPES: Final = ("243", "324", "333", "432", "522")  # MYR-B3

E_PUT: Final = 0
E_ORDERING: Final = 1
E_NAMED: Final = 2
E_MOVED: Final = 3
E_SHOWN: Final = 4
E_GLIMPSED: Final = 5
E_REMOVED: Final = 6
E_FELL_BACK: Final = 7
E_PUSHED_BACK: Final = 8
E_REVEALED: Final = 9

_BLOCK: Final = (("owner", "seat"), ("piece", "piece"), ("at", "site"))
_WAY: Final = (("seat", "seat"), ("from", "site"), ("to", "site"))
EVENTS: Final = (
    EventKind("put", (("seat", "seat"), ("piece", "piece"), ("at", "site")), PUT, private=("piece",)),
    # MYR-O4: an order is its owner's alone until it is carried out, and then nobody sees who gave it. It tells its
    # owner nothing new, so until then it can be taken back.
    EventKind("ordering", (("seat", "seat"), ("at", "site"), ("direction", "direction")), secret=True, shows=False),
    EventKind("named", (("seat", "seat"), ("at", "site"), ("distance", "number")), secret=True, shows=False),
    # Of an order's blocks the one in front may be listed later, so the one that was there first goes on.
    EventKind("moved", _WAY, PUSH),
    EventKind("shown", _BLOCK, SHOW),
    EventKind("glimpsed", _BLOCK, shows=True),  # display = memory: the picture does not keep it
    EventKind("removed", _BLOCK, TAKE),
    EventKind("fell_back", _WAY, MOVE),
    EventKind("pushed_back", _WAY, PUSH),
    EventKind("revealed", _BLOCK, SHOW),
)

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

_AT: Final = (("at", "site"),)
REASONS: Final = (
    Reason("", ""),
    Reason("MYR-E1", "over"),
    Reason("MYR-B4", "veiled"),
    Reason("MYR-P1", "set_up_first"),
    Reason("MYR-P1", "set_up_over"),
    Reason("MYR-P1", "not_in_hand", (("piece", "piece"),)),
    Reason("MYR-X1", "used", (("piece", "piece"),)),
    Reason("MYR-P1", "commander_last"),
    Reason("MYR-M1", "not_yours", _AT),
    Reason("MYR-B1", "off_board", _AT),
    Reason("MYR-M1", "too_far", (("at", "site"), ("foot", "number"), ("distance", "number"))),
    Reason("MYR-M1", "blocked", (("at", "site"), ("by", "site"))),
    Reason("MYR-M1", "own_block", _AT),
    Reason("MYR-O1", "order_open"),
    Reason("MYR-O1", "no_order"),
    Reason("MYR-O2", "commander_blocked", _AT),
    Reason("MYR-O1", "no_companion", (("direction", "direction"),)),
    Reason("MYR-O1", "is_commander", _AT),
    Reason("MYR-O1", "not_next", _AT),
    Reason("MYR-O1", "named_too_late", _AT),
    Reason("MYR-O2", "make_room", _AT),
    Reason("MYR-O2", "in_the_way", (("at", "site"), ("to", "site"))),
    Reason("MYR-O2", "too_short", (("at", "site"), ("least", "number"))),
    Reason("MYR-O1", "alone"),
    Reason("MYR-O1", "order_too_far", (("at", "site"), ("foot", "number"), ("distance", "number"))),
)

END_COMMANDER: Final[i64] = 1
END_FOUR_REMOVED: Final[i64] = 2
END_FAR_ROW: Final[i64] = 3
END_TURN_CAP: Final[i64] = 4
ENDINGS: Final = (
    Ending("", ""),
    Ending("MYR-E1", "commander_removed"),
    Ending("MYR-E1", "four_removed"),
    Ending("MYR-E2", "far_row"),
    Ending("MYR-E3", "turn_cap"),
)

OPTIONS: Final = (
    Option("army", "base", "MYR-X1", values=("base", "agreed", "secret", "random")),
    Option("types", (), "MYR-B3", lists='["324", …]'),  # none given: the base army
    Option("size", 6, "MYR-X2", low=6, high=12, stride=6),
    Option("display", "open", "MYR-F1", values=("open", "memory")),
    Option("order_distance", "foot", "MYR-O1", values=("foot", "unlimited")),
    Option("turn_cap", 300, "MYR-E3", low=1, high=100_000, zero=True),
    Option("drawn", (), "MYR-X1", lists='[["324", …], ["333", …]]'),  # none given: the seed draws
)

"""The numbers that Mutter Land's rules use for what happens, is refused, ends a game and can be chosen."""

from typing import Final

from mypy_extensions import i64

from ludarium.core.vocabulary import (
    AT,
    FROM,
    LOWER,
    MOVE,
    PIECE,
    PUSH,
    PUT,
    RAISE,
    SEAT,
    TAKE,
    TO,
    Option,
    Reason,
    Terms,
)

MOST_PLAYERS: Final = 6

TERMS: Final = Terms()
_OWNER: Final = ("owner", "seat")

E_LAID: Final = TERMS.event("laid", (SEAT, AT), RAISE)
E_PLACED: Final = TERMS.event("placed", (SEAT, _OWNER, PIECE, AT), PUT)
E_MOVED: Final = TERMS.event("moved", (PIECE, FROM, TO), MOVE)
E_PUSHED: Final = TERMS.event("pushed", (PIECE, FROM, TO), PUSH)
E_FELL: Final = TERMS.event("fell", (PIECE, AT), TAKE)
E_CALLED: Final = TERMS.event("called", (SEAT, ("other", "seat")))
E_RETURNED: Final = TERMS.event("returned", (SEAT, _OWNER, PIECE, AT), PUT)
E_LIFTED: Final = TERMS.event("lifted", (SEAT, AT), LOWER)
E_BUILT: Final = TERMS.event("built", (SEAT, AT, ("floor", "number")), RAISE)
E_ENDED: Final = TERMS.event("ended", (SEAT,))
E_PASSED: Final = TERMS.event("passed", (SEAT,))

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
R_STEEP_UP: Final[i64] = 45
R_PUSH_LOWER: Final[i64] = 46

# Of a refused step, "at" and "from" are the first hexagon and "to" is the second one.
REASONS: Final = (
    Reason("", ""),
    Reason("MUT-E1", "over"),
    Reason("MUT-P1", "land_first"),
    Reason("MUT-P1", "first_nut"),
    Reason("MUT-P1", "nut_there", (AT,)),
    Reason("MUT-P1", "not_beside_land", (AT,)),
    Reason("MUT-P1", "land_done"),
    Reason("MUT-P2", "marbles_first", (_OWNER,)),
    Reason("MUT-B1", "no_nut", (AT,)),
    Reason("MUT-B1", "taken", (AT,)),
    Reason("MUT-P2", "not_edge", (AT,)),
    Reason("MUT-P2", "all_placed"),
    Reason("MUT-R1", "return_first", (_OWNER,)),
    Reason("MUT-R1", "return_not_edge", (AT,)),
    Reason("MUT-R1", "return_high", (AT, ("floor", "number"))),
    Reason("MUT-R1", "return_stranded", (AT,)),
    Reason("MUT-R1", "return_self"),
    Reason("MUT-R1", "no_player", (("number", "number"), ("last", "number"))),
    Reason("MUT-R1", "nothing_fallen"),
    Reason("MUT-R1", "return_late"),
    Reason("MUT-R1", "return_once"),
    Reason("MUT-R1", "return_nowhere"),
    Reason("MUT-M1", "not_yours", (AT,)),
    Reason("MUT-M1", "moved_already", (AT,)),
    Reason("MUT-M1", "one_marble"),
    Reason("MUT-R1", "no_move_after_return"),
    Reason("MUT-M4", "off_land", (TO,)),
    Reason("MUT-M3", "same_column", (TO,)),
    Reason("MUT-M4", "own_marble", (TO,)),
    Reason("MUT-M2", "too_far", (FROM, TO)),
    Reason("MUT-M4", "steep", (FROM, TO)),
    Reason("MUT-S1", "name_push", (FROM, TO)),
    Reason("MUT-S1", "nobody_there", (TO,)),
    Reason("MUT-S1", "push_from_afar", (FROM, TO, ("way", "way"))),
    Reason("MUT-S1", "push_uphill", (TO,)),
    Reason("MUT-S1", "push_blocked", (TO, ("behind", "site"))),
    Reason("MUT-S1", "push_higher", (TO, ("behind", "site"))),
    Reason("MUT-N2", "nothing_to_take", (AT,)),
    Reason("MUT-N2", "nut_under_marble", (AT,)),
    Reason("MUT-N1", "nut_not_beside", (AT,)),
    Reason("MUT-N2", "few_sides", (AT, ("sides", "number"))),
    Reason("MUT-N1", "same_nut", (AT,)),
    Reason("MUT-N3", "no_nut_under", (TO,)),
    Reason("MUT-N3", "nut_on_marble", (TO,)),
    Reason("MUT-N1", "nut_too_far", (FROM, TO)),
    Reason("MUT-M4", "steep_up", (FROM, TO)),
    Reason("MUT-S1", "push_lower", (TO, ("behind", "site"))),
)

END_TOWERS: Final[i64] = TERMS.ending("MUT-E1", "towers")
END_IDLE: Final[i64] = TERMS.ending("MUT-E2", "idle")
END_TURN_CAP: Final[i64] = TERMS.ending("MUT-E2", "turn_cap")

OPTIONS: Final = (
    Option("players", 2, "MUT-B1", low=2, high=MOST_PLAYERS),
    Option(
        *("land", "generated", "MUT-P1"),
        values=("generated", "built", "block"),
        lists="70 × q:r (0:0..9:0 3:1 …)",
        places=True,
    ),
    Option("marbles_per_turn", "all", "MUT-M1", values=("all", "one")),
    Option("descent", "one", "MUT-M4", values=("one", "any")),
    Option("push_uphill", False, "MUT-S1"),
    Option("push_down", "any", "MUT-S1", values=("any", "one")),
    Option("free_side", "nut", "MUT-N2", values=("nut", "nut_or_marble")),
    Option("turn_cap", 150, "MUT-E2", low=1, high=100_000, zero=True),
    Option("nuts", 70, "MUT-X1", low=4, high=70),
    Option("marbles", 0, "MUT-X1", low=1, high=5, zero=True),
    Option("floor", 4, "MUT-X1", low=2, high=4),
    Option("towers", 0, "MUT-X1", low=1, high=3, zero=True),
)

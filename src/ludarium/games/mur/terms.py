"""The numbers that Mur's rules use for what happens, is refused, ends a game and can be chosen, and their meaning."""

from typing import Final

from mypy_extensions import i64

from ludarium.core.vocabulary import AT, FROM, MOVE, PIECE, PUSH, PUT, SEAT, TAKE, TO, Option, Reason, Terms

KRAKEN: Final[i64] = 2  # as a piece in events; 0 and 1 are the colours' ships

TERMS: Final = Terms()

E_PLACED: Final = TERMS.event("placed", (SEAT, PIECE, AT), PUT)
E_MOVED: Final = TERMS.event("moved", (PIECE, FROM, TO), MOVE)
E_KNOCKED: Final = TERMS.event("knocked", (PIECE, FROM, TO), PUSH)
E_CLOSED: Final = TERMS.event("closed", (SEAT, PIECE, AT, ("count", "number")))
E_KRAKEN_CLOSED: Final = TERMS.event("kraken_closed", (SEAT, AT))
E_WITHDRAWN: Final = TERMS.event("withdrawn", (SEAT, PIECE, AT), TAKE)
E_PENALTY: Final = TERMS.event("penalty", (SEAT,))
# The Japanese edition says trap where the English one says close.
E_TRAPPED: Final = TERMS.event("trapped", (SEAT, PIECE, AT, ("count", "number")))
E_KRAKEN_TRAPPED: Final = TERMS.event("kraken_trapped", (SEAT, AT))

R_OVER: Final[i64] = 1
R_OCCUPIED: Final[i64] = 2
R_NO_SHIP_LEFT: Final[i64] = 3
R_NOT_YOURS: Final[i64] = 4
R_NO_WITHDRAWAL: Final[i64] = 5
R_BOUNCE: Final[i64] = 6
R_UNCHANGED: Final[i64] = 7
R_TOO_WEAK: Final[i64] = 8
R_MUST_WITHDRAW: Final[i64] = 9
R_MUST_WITHDRAW_OWN: Final[i64] = 10
R_WALLS_OWN: Final[i64] = 11
R_INTO_EYE: Final[i64] = 12
R_KRAKEN_INTO_EYE: Final[i64] = 13
R_REPEATS: Final[i64] = 14
R_PENALTY: Final[i64] = 15
R_NO_PORT: Final[i64] = 16
R_NOTHING_CLOSED: Final[i64] = 17
R_TRAPPED: Final[i64] = 18
R_LAST_TURN: Final[i64] = 19
R_NONE_TO_WITHDRAW: Final[i64] = 20

REASONS: Final = (
    Reason("", ""),
    Reason("MUR-C3", "over"),
    Reason("MUR-T1", "occupied", (AT,)),
    Reason("MUR-T1", "no_ship_left"),
    Reason("MUR-T2", "not_yours", (AT,)),
    Reason("MUR-T3", "no_withdrawal", (AT,)),
    Reason("MUR-V4", "bounce", (AT, ("class", "number"))),
    Reason("MUR-V4", "unchanged", (AT,)),
    Reason("MUR-K1", "too_weak", (("class", "number"), PIECE, ("other", "number"), TO)),
    Reason("MUR-C4", "must_withdraw", (("sites", "sites"),)),
    Reason("MUR-C7", "must_withdraw_own", (("sites", "sites"),)),
    Reason("MUR-C5", "walls_own", (("sites", "sites"),)),
    Reason("MUR-C6", "into_eye", (("sites", "sites"),)),
    Reason("MUR-C6", "kraken_into_eye", (AT,)),
    Reason("MUR-R1", "repeats", (("turns", "number"),)),
    Reason("MUR-R1", "penalty"),
    Reason("MUR-W1", "no_port", (AT,)),
    Reason("MUR-C4", "nothing_closed"),
    Reason("MUR-C4", "trapped", (("sites", "sites"),)),
    Reason("MUR-R2", "last_turn"),
    Reason("MUR-T3", "none_to_withdraw", (AT,)),
)

END_KRAKEN_CLOSED: Final[i64] = TERMS.ending("MUR-C3", "kraken_closed")
END_THREE_CLOSES: Final[i64] = TERMS.ending("MUR-C3", "three_closes")
END_KRAKEN_TRAPPED: Final[i64] = TERMS.ending("MUR-C3", "kraken_trapped")
END_THREE_TRAPS: Final[i64] = TERMS.ending("MUR-C3", "three_traps")
END_TURN_CAP: Final[i64] = TERMS.ending("MUR-R2", "turn_cap")
END_CLOSES: Final[i64] = TERMS.ending("MUR-X1", "closes")
END_TRAPS: Final[i64] = TERMS.ending("MUR-X1", "traps")

OPTIONS: Final = (
    Option("kraken_walls", "own", "MUR-C1", values=("own", "any")),
    Option("turn_cap", 400, "MUR-R2", low=1, high=100_000, zero=True),
    Option("ships", 7, "MUR-X1", low=3, high=7),
    Option("closes", 3, "MUR-X1", low=1, high=3),
)

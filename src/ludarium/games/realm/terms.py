"""The numbers that Realm's rules use for what happens, is refused, ends a game and can be chosen, and their meaning."""

from typing import Final

from mypy_extensions import i64

from ludarium.core.vocabulary import AT, FROM, MOVE, PIECE, PUT, SEAT, SHOW, TAKE, TO, Option, Reason, Terms

# Pieces, as events and scenes name them.
P_BASE: Final[i64] = 0
P_POWER: Final[i64] = 1
P_ENFORCER: Final[i64] = 2
P_NEUTRALISED: Final[i64] = 3
PIECES: Final = ("base", "power", "enforcer", "neutralised")

TERMS: Final = Terms()
_REALM: Final = ("realm", "realm")
_FACING: Final = ("facing", "facing")
_PUT: Final = (SEAT, PIECE, AT)
_MOVE: Final = (SEAT, PIECE, FROM, TO)

E_BASE_PUT: Final = TERMS.event("base_put", (*_PUT, _REALM), PUT)
E_POWER_PUT: Final = TERMS.event("power_put", _PUT, PUT)
E_ENFORCER_PUT: Final = TERMS.event("enforcer_put", (*_PUT, _FACING), PUT)
E_POWER_MOVED: Final = TERMS.event("power_moved", _MOVE, MOVE)
E_ENFORCER_MOVED: Final = TERMS.event("enforcer_moved", (*_MOVE, _FACING), MOVE)
# Stood upright, it points nowhere any more (RLM-M5).
E_NEUTRALISED: Final = TERMS.event("neutralised", (("owner", "seat"), PIECE, AT, _FACING), SHOW)
E_CAPTURED: Final = TERMS.event("captured", (*_PUT, _REALM), TAKE)
E_DECLINED: Final = TERMS.event("declined", (SEAT,))
E_REARRANGES: Final = TERMS.event("rearranges", (SEAT, _REALM))
E_LIFTED: Final = TERMS.event("lifted", _PUT, TAKE)
E_PASSED: Final = TERMS.event("passed", (SEAT,))

R_OVER: Final[i64] = 1
R_PUT_BASE: Final[i64] = 2
R_CENTRE_TAKEN: Final[i64] = 3
R_SAME_LINE: Final[i64] = 4
R_PUT_POWER: Final[i64] = 5
R_CENTRE: Final[i64] = 6
R_NOT_YOUR_REALM: Final[i64] = 7
R_ONE_POWER: Final[i64] = 8
R_SETUP_OVER: Final[i64] = 9
R_NOT_YOURS: Final[i64] = 10
R_BASE: Final[i64] = 11
R_NEUTRALISED: Final[i64] = 12
R_CROOKED: Final[i64] = 13
R_ABOUT: Final[i64] = 14
R_BLOCKED: Final[i64] = 15
R_SAME_REALM: Final[i64] = 16
R_DISPERSAL: Final[i64] = 17
R_CONCENTRATION: Final[i64] = 18
R_EITHER: Final[i64] = 19
R_NOTHING_MOVED: Final[i64] = 20
R_PASS_LATE: Final[i64] = 21
R_NO_CREATE: Final[i64] = 22
R_NO_ENFORCER: Final[i64] = 23
R_NO_NEUTRALISE: Final[i64] = 24
R_NO_CAPTURE: Final[i64] = 25
R_NOTHING_TO_DECLINE: Final[i64] = 26
R_DECIDE_CREATE: Final[i64] = 27
R_DECIDE_ENFORCER: Final[i64] = 28
R_DECIDE_NEUTRALISE: Final[i64] = 29
R_DECIDE_CAPTURE: Final[i64] = 30
R_ENFORCER_WHERE: Final[i64] = 31
R_VICTIM: Final[i64] = 32
R_REARRANGE_LATE: Final[i64] = 33
R_NONE_TO_LIFT: Final[i64] = 34
R_THIRD_TIME: Final[i64] = 35
R_NO_OTHER_LOOK: Final[i64] = 36
R_NOTHING_LIFTED: Final[i64] = 37
R_RETURN_POWER: Final[i64] = 38
R_RETURN_ENFORCER: Final[i64] = 39
R_OUTSIDE: Final[i64] = 40
R_TAKEN: Final[i64] = 41
R_OLD_SQUARE: Final[i64] = 42
R_LAST_SQUARE: Final[i64] = 43
R_LOOKS_SAME: Final[i64] = 44
R_CENTRE_CLOSED: Final[i64] = 45
R_MUST_CREATE: Final[i64] = 46
R_MUST_ENFORCE: Final[i64] = 47
R_MUST_NEUTRALISE: Final[i64] = 48
R_MUST_CAPTURE: Final[i64] = 49
R_MUST_VICTIM: Final[i64] = 50

REASONS: Final = (
    Reason("", ""),
    Reason("RLM-F1", "over"),
    Reason("RLM-P1", "put_base"),
    Reason("RLM-P1", "centre_taken", (_REALM,)),
    Reason("RLM-P1", "same_line", (_REALM,)),
    Reason("RLM-P2", "put_power"),
    Reason("RLM-M3", "centre", (AT,)),
    Reason("RLM-P2", "not_your_realm", (_REALM,)),
    Reason("RLM-P2", "one_power", (_REALM,)),
    Reason("RLM-P3", "setup_over"),
    Reason("RLM-T1", "not_yours", (AT,)),
    Reason("RLM-M1", "base", (AT,)),
    Reason("RLM-M5", "neutralised", (AT,)),
    Reason("RLM-M2", "crooked", (FROM, TO)),
    Reason("RLM-M4", "about", (AT, _FACING)),
    Reason("RLM-M2", "blocked", (AT,)),
    Reason("RLM-M2", "same_realm", (_REALM,)),
    Reason("RLM-T1", "dispersal", (("source", "realm"),)),
    Reason("RLM-T2", "concentration", (("target", "realm"),)),
    Reason("RLM-T2", "either", (("source", "realm"), ("target", "realm"))),
    Reason("RLM-T1", "nothing_moved"),
    Reason("RLM-T4", "pass_late"),
    Reason("RLM-E1", "no_create"),
    Reason("RLM-E2", "no_enforcer"),
    Reason("RLM-E3", "no_neutralise"),
    Reason("RLM-E4", "no_capture"),
    Reason("RLM-T1", "nothing_to_decline"),
    Reason("RLM-E1", "decide_create", (_REALM,)),
    Reason("RLM-E2", "decide_enforcer", (_REALM,)),
    Reason("RLM-E3", "decide_neutralise", (_REALM,)),
    Reason("RLM-E4", "decide_capture", (_REALM,)),
    Reason("RLM-E2", "enforcer_where", (_REALM,)),
    Reason("RLM-E3", "victim", (AT, _REALM)),
    Reason("RLM-T3", "rearrange_late"),
    Reason("RLM-T3", "none_to_lift", (_REALM,)),
    Reason("RLM-T3", "third_time", (_REALM,)),
    Reason("RLM-T3", "no_other_look", (_REALM,)),
    Reason("RLM-T3", "nothing_lifted"),
    Reason("RLM-T3", "return_power", (AT, _REALM)),
    Reason("RLM-T3", "return_enforcer", (AT, _REALM)),
    Reason("RLM-T3", "outside", (_REALM,)),
    Reason("RLM-T3", "taken", (AT,)),
    Reason("RLM-T3", "old_square", (AT,)),
    Reason("RLM-T3", "last_square", (AT,)),
    Reason("RLM-T3", "looks_same", (_REALM,)),
    Reason("RLM-M3", "centre_closed", (AT,)),
    Reason("RLM-E1", "must_create", (_REALM,)),
    Reason("RLM-E2", "must_enforce", (_REALM,)),
    Reason("RLM-E3", "must_neutralise", (_REALM,)),
    Reason("RLM-E4", "must_capture", (_REALM,)),
    Reason("RLM-E3", "must_victim", (AT, _REALM)),
)

END_LAST_BASE: Final[i64] = TERMS.ending("RLM-F1", "last_base")
END_AGREED: Final[i64] = TERMS.ending("RLM-T4", "agreed")
END_QUIET: Final[i64] = TERMS.ending("RLM-F1", "quiet_cap")
END_TURN_CAP: Final[i64] = TERMS.ending("RLM-F1", "turn_cap")

OPTIONS: Final = (
    Option("powers", 3, "RLM-B2", low=3, high=4),
    Option("enforcers", 8, "RLM-B2", low=0, high=9),
    Option("bases", 12, "RLM-B2", low=4, high=14),
    Option("centres", "open", "RLM-M3", values=("open", "blocked")),
    Option("events", "optional", "RLM-E1", values=("optional", "compulsory")),
    Option("counter", "outnumbered", "RLM-E3", values=("outnumbered", "not_superior")),
    Option("quiet_cap", 60, "RLM-F1", low=1, high=100_000, zero=True),
    Option("turn_cap", 300, "RLM-F1", low=1, high=100_000, zero=True),
)

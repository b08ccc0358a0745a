"""Realm as numbers, for programs that learn."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import ENDLESS, Arrays, Plane, fill, until
from ludarium.core.state import State, expect
from ludarium.games.realm import rules_board as b
from ludarium.games.realm.rules import CAPTURED, HAND_BASES, HAND_ENFORCERS, MOBILE, PUTS_POWER, Realm
from ludarium.games.realm.rules_event import NO_EVENT
from ludarium.games.realm.rules_rearrange import LOOKS_ENFORCER, LOOKS_POWER, first_place

# Where a square is on a plane: the picture's rows, row 12 first.
_CELLS: Final = vec[i64]([int((11 - b.row_of(square)) * 12 + b.column_of(square)) for square in range(b.SQUARES)])

_NEVER: Final[i64] = b.PUT_ENFORCER - b.CROOKED  # steps that can be written but are never legal (RLM-M2)
_BORDER: Final[i64] = b.REALM_SIZE - 1  # squares of a realm where pieces stop
_FACINGS: Final = ("north", "east", "south", "west")


def _enforcers(name: str, about: str) -> list[Plane]:
    return [Plane(f"{name}_{way}", 1, f"{about} that points {way}") for way in _FACINGS]


def _piece_planes(whose: str, of: str) -> list[Plane]:
    return [
        Plane(f"{whose}_bases", 1, f"a base of {of}"),
        Plane(f"{whose}_powers", 1, f"a power of {of}"),
        *_enforcers(f"{whose}_enforcers", f"an active enforcer of {of}"),
        Plane(f"{whose}_neutralised", 1, f"a neutralised enforcer of {of}"),
    ]


def _seat_planes(whose: str, of: str) -> list[Plane]:
    return [
        Plane(f"{whose}_realms", 1, f"all squares of the realms that hold a base of {of}"),
        Plane(f"{whose}_rearranged", 2, f"the realm that {of} rearranged in its last turn; 2: and in the one before"),
        Plane(f"{whose}_bases_in_hand", 14, f"everywhere: bases in hand of {of}"),
        Plane(f"{whose}_enforcers_in_hand", 9, f"everywhere: enforcers in hand of {of}"),
        Plane(f"{whose}_captured", 14, f"everywhere: bases that {of} has captured"),
        Plane(f"{whose}_powers_to_put", 4, f"everywhere: powers that {of} still puts in the set-up"),
    ]


_OWN: Final = ("own", "the seat that looks")
_OTHER: Final = ("other", "the other seat")
_TURN_PLANES: Final = (
    Plane("centre", 1, "the middle square of a realm"),
    Plane("puts_base", 1, "everywhere: the seat to act puts a base in the set-up"),
    Plane("puts_power", 1, "everywhere: the seat to act puts a power in the set-up"),
    Plane("moves", 1, "everywhere: a turn, with moves and events"),
    Plane("rearranges", 1, "everywhere: the seat to act puts down what it has lifted"),
    Plane("may_create", 1, "the power that stopped here may bring a base"),
    Plane("may_enforce", 1, "the power that stopped here may bring an enforcer"),
    Plane("may_neutralise", 1, "the enforcer that stopped here may neutralise another"),
    Plane("may_capture", 1, "the enforcer that stopped here may capture the base"),
    Plane("source", 1, "the realm of which this turn may still be a dispersal"),
    Plane("target", 1, "the realm into which this turn may still be a concentration"),
    Plane("old_powers", 1, "a power stood here before the rearrangement"),
    *_enforcers("old_enforcers", "before the rearrangement an enforcer stood here"),
    Plane("lifted", 1, "the piece that stood here before is still to be put down"),
    Plane("next_lifted", 1, "the piece that stood here before is to be put down now"),
    Plane("taken", 1, "everywhere: an event was taken in this turn"),
    Plane("passed", 1, "everywhere: the last turn was a pass"),
    Plane(
        "quiet_left", 255, "everywhere: turns without an event until the game ends; 255: as many, or more, or no cap"
    ),
    Plane("turns_left", 255, "everywhere: turns until the turn cap ends the game; 255: as many, or more, or no cap"),
    Plane("not_superior", 1, "everywhere: the counter-blow also on equal numbers (the English game)"),
    Plane("centres_blocked", 1, "everywhere: nothing passes over an empty centre"),
    Plane("compulsory", 1, "everywhere: an event that can be taken must be"),
)
_PLANES: Final = (
    *_piece_planes(*_OWN),
    *_piece_planes(*_OTHER),
    *_seat_planes(*_OWN),
    *_seat_planes(*_OTHER),
    *_TURN_PLANES,
)
_PIECE_PLANES: Final[i64] = 7
_SEAT_PLANES: Final[i64] = 6


@final
class RealmArrays(Arrays):
    """An action is a step; moves that are not straight, which are never legal, have none.

    Of the options, what pieces there are can be counted: on the board and in hand.
    """

    def __init__(self) -> None:
        super().__init__(
            version=2, layout="Twelve rows of twelve squares; the first row is row 12, the first column is a."
        )

    def actions(self, state: State) -> i64:
        return b.STEPS - _NEVER

    def action(self, state: State, step: i64) -> i64:
        return step if step < b.CROOKED else step - _NEVER

    def step(self, state: State, action: i64) -> i64:
        return action if action < b.CROOKED else action + _NEVER

    def longest(self, state: State) -> i64:
        game = expect(state, Realm)
        mobile: i64 = game.powers + game.options.enforcers
        # The moved pieces of a turn come from one realm, or stop in one (RLM-T1, T2), and each moves once. A move may
        # need a choice, and the turn an ``end``; a rearrangement (T3) is shorter.
        turn: i64 = 2 * min(mobile, _BORDER) + 1
        turns: i64 = _most_turns(game)
        # Set-up: a base and a power for every power of both seats (P1, P2).
        return ENDLESS if turns == ENDLESS else 4 * game.powers + turns * turn

    def shape(self, state: State) -> tuple[int, ...]:
        return 12, 12

    def planes(self, state: State) -> list[Plane]:
        return list(_PLANES)

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        game = expect(view, Realm)
        _write_pieces(game, seat, out, at)
        at += 2 * _PIECE_PLANES * b.SQUARES
        for other in range(i64(2)):
            _write_seat(game, seat ^ other, out, at)
            at += _SEAT_PLANES * b.SQUARES
        for realm in range(b.REALMS):
            out[at + _CELLS[b.centre_of(realm)]] = u8(1)
        fill(out, at + (1 + game.stage) * b.SQUARES, b.SQUARES, 1)
        if game.event != NO_EVENT:
            out[at + (4 + game.event) * b.SQUARES + _CELLS[game.stopped]] = u8(1)
        _mark_realm(game.source, 1, out, at + 9 * b.SQUARES)
        _mark_realm(game.target, 1, out, at + 10 * b.SQUARES)
        if game.left:
            _write_lifted(game, out, at + 11 * b.SQUARES)
        fill(out, at + 18 * b.SQUARES, b.SQUARES, game.taken)
        fill(out, at + 19 * b.SQUARES, b.SQUARES, game.passed)
        fill(out, at + 20 * b.SQUARES, b.SQUARES, until(game.quiet_cap, game.quiet))
        fill(out, at + 21 * b.SQUARES, b.SQUARES, until(game.turn_cap, game.turn))
        fill(out, at + 22 * b.SQUARES, b.SQUARES, 1 if game.not_superior else 0)
        fill(out, at + 23 * b.SQUARES, b.SQUARES, 1 if game.closed else 0)
        fill(out, at + 24 * b.SQUARES, b.SQUARES, 1 if game.compulsory else 0)


def _most_turns(game: Realm) -> i64:
    """RLM-F1. Every base is put at most once and captured at most once, every enforcer is put at most once and
    neutralised at most once: so many turns can have an event, each after quiet ones, and quiet ones end the game.
    """
    events: i64 = 2 * (2 * game.options.bases - game.powers + 2 * game.options.enforcers)
    turns: i64 = ENDLESS
    if game.turn_cap:
        turns = game.turn_cap
    if game.quiet_cap:
        turns = min(turns, (events + 1) * game.quiet_cap)
    return turns


def _write_pieces(game: Realm, seat: i64, out: vec[u8], at: i64) -> None:
    """The pieces of the seat that looks, then the other's."""
    for square in range(b.SQUARES):
        piece: i64 = i64(game.board[square])
        if piece:
            owner: i64 = piece >> 2 & 1
            kind: i64 = (piece >> 2) - owner
            plane: i64 = 0
            if kind == b.POWER:
                plane = 1
            elif kind == b.ENFORCER:
                plane = 2 + (piece & 3)
            elif kind == b.NEUTRALISED:
                plane = 6
            if owner != seat:
                plane += _PIECE_PLANES
            out[at + plane * b.SQUARES + _CELLS[square]] = u8(1)


def _write_seat(game: Realm, seat: i64, out: vec[u8], at: i64) -> None:
    """What ``_seat_planes`` tells about one seat."""
    for realm in range(b.REALMS):
        if i64(game.board[b.centre_of(realm)]) >> 2 == b.BASE + seat:
            _mark_realm(realm, 1, out, at)
    again: i64 = game.again1 if seat else game.again0
    if again >= b.REALMS:
        _mark_realm(again - b.REALMS, 2, out, at + b.SQUARES)
    else:
        _mark_realm(again, 1, out, at + b.SQUARES)
    fill(out, at + 2 * b.SQUARES, b.SQUARES, i64(game.hand[HAND_BASES + seat]))
    fill(out, at + 3 * b.SQUARES, b.SQUARES, i64(game.hand[HAND_ENFORCERS + seat]))
    fill(out, at + 4 * b.SQUARES, b.SQUARES, i64(game.hand[CAPTURED + seat]))
    if game.stage <= PUTS_POWER:
        put: i64 = 0
        while i64(game.mobile[seat * MOBILE + put]) < b.SQUARES:
            put += 1
        fill(out, at + 5 * b.SQUARES, b.SQUARES, game.powers - put)


def _mark_realm(realm: i64, value: i64, out: vec[u8], at: i64) -> None:
    """All nine squares of a realm, if there is one."""
    if realm >= 0:
        for square in range(realm * b.REALM_SIZE, (realm + 1) * b.REALM_SIZE):
            out[at + _CELLS[square]] = u8(value)


def _write_lifted(game: Realm, out: vec[u8], at: i64) -> None:
    """RLM-T3: how the realm looked, and which of its pieces are still in the hand."""
    first: i64 = game.lifted * b.REALM_SIZE
    for place in range(b.REALM_SIZE):
        look: i64 = game.old >> (3 * place) & 7
        cell: i64 = at + _CELLS[first + place]
        if look == LOOKS_POWER:
            out[cell] = u8(1)
        elif look:
            out[cell + (1 + look - LOOKS_ENFORCER) * b.SQUARES] = u8(1)
        if game.left >> (3 * place) & 1:
            out[cell + 5 * b.SQUARES] = u8(1)
    out[at + 6 * b.SQUARES + _CELLS[first + first_place(game.left)]] = u8(1)

"""Realm's steps and positions as text."""

from mypy_extensions import u8

from ludarium.core.errors import NotationError
from ludarium.core.game import find_step
from ludarium.core.position import join_parts, read_int, read_number, read_state_parts, split_parts, state_parts, wrong
from ludarium.games.realm import rules, rules_board
from ludarium.games.realm.rules import Options, Realm
from ludarium.games.realm.rules_event import NO_EVENT, event_at
from ludarium.games.realm.rules_rearrange import LOOKS_ENFORCER, LOOKS_POWER, look_of, squares_of
from ludarium.games.realm.terms import PIECES, TERMS

FACINGS = "nesw"
COLUMNS = "abcdefghijkl"
WORDS = {
    "create": rules_board.CREATE,
    "capture": rules_board.CAPTURE,
    "no": rules_board.DECLINE,
    "end": rules_board.END,
    "pass": rules_board.PASS,
}
_EXAMPLES = ["*B3", "+h4", "e4-e9", "+d5n", "xg7", "rearrange B2", "d4", "d4n", *WORDS]


def site_name(square: int) -> str:
    return f"{COLUMNS[rules_board.column_of(square)]}{rules_board.row_of(square) + 1}"


def realm_name(realm: int) -> str:
    return f"{'ABCD'[realm % 4]}{realm // 4 + 1}"


SQUARES = {site_name(square): square for square in range(rules_board.SQUARES)}
REALMS = {realm_name(realm): realm for realm in range(rules_board.REALMS)}


def _facing_name(number: int) -> str:
    """A square and a facing, counted together."""
    return site_name(number // 4) + FACINGS[number % 4]


def step_text(step: int) -> str:
    if step < rules_board.PUT_POWER:
        return "*" + realm_name(step)
    if step < rules_board.MOVE:
        return "+" + site_name(step - rules_board.PUT_POWER)
    if step < rules_board.PUT_ENFORCER:
        return "-".join(site_name(square) for square in rules_board.move_squares(step))
    if step < rules_board.VICTIM:
        return "+" + _facing_name(step - rules_board.PUT_ENFORCER)
    if step < rules_board.CREATE:
        return "x" + site_name(step - rules_board.VICTIM)
    if step < rules_board.REARRANGE:
        return next(word for word, number in WORDS.items() if number == step)
    if step < rules_board.RETURN_POWER:
        return "rearrange " + realm_name(step - rules_board.REARRANGE)
    if step < rules_board.RETURN_ENFORCER:
        return site_name(step - rules_board.RETURN_POWER)
    return _facing_name(step - rules_board.RETURN_ENFORCER)


_OTHERS = (*range(rules_board.MOVE), *range(rules_board.PUT_ENFORCER, rules_board.STEPS))
_STEPS = {step_text(step): step for step in _OTHERS}  # all but the moves, which are many


def read_step(text: str) -> int:
    start, _, stop = text.partition("-")
    if start in SQUARES and stop in SQUARES and start != stop:
        return rules_board.move_step(SQUARES[start], SQUARES[stop])
    return find_step(text, _STEPS, _EXAMPLES)


# --- positions ------------------------------------------------------------------------------------------------
_KINDS = (
    ("bases", rules_board.BASE),
    ("powers", rules_board.POWER),
    ("enforcers", rules_board.ENFORCER),
    ("neutral", rules_board.NEUTRALISED),
)
_PIECE_KEYS = tuple(f"{kind}{seat}" for seat in (0, 1) for kind, _ in _KINDS)
_TURN_KEYS = ("captured0", "captured1", "quiet", "passed", "again0", "again1")
_STEP_KEYS = ("source", "target", "taken", "event", "lifted")
_KEYS = ("setup", *_PIECE_KEYS, *_TURN_KEYS, *_STEP_KEYS)


def piece_name(square: int, piece: int) -> str:
    """A piece as positions have it: a base by its realm, an enforcer with its facing."""
    if piece >> 3 == rules_board.BASE >> 1:
        return realm_name(square // 9)
    return _facing_name(square * 4 + piece % 4) if piece >> 3 == rules_board.ENFORCER >> 1 else site_name(square)


def position_text(state: Realm) -> str:
    def held(code: int) -> list[str] | None:
        return [piece_name(square, piece) for square, piece in enumerate(state.board) if piece >> 2 == code] or None

    def one(count: int) -> list[int] | None:
        return [count] if count else None

    def realm(number: int, *more: str) -> list[str] | None:
        return [realm_name(number % 16), *more] if number >= 0 else None

    again = [realm(number, *(["2"] if number >= 16 else [])) for number in (state.again0, state.again1)]
    lifted = [piece_name(square, piece) for square, piece in lifted_pieces(state)]  # also those already put down
    return (
        join_parts(
            [
                ("setup", [] if state.stage in (rules.PUTS_BASE, rules.PUTS_POWER) else None),
                *((f"{kind}{seat}", held(code + seat)) for seat in (0, 1) for kind, code in _KINDS),
                *((f"captured{seat}", one(state.hand[rules.CAPTURED + seat])) for seat in (0, 1)),
                ("quiet", one(state.quiet)),
                ("passed", [] if state.passed else None),
                *((f"again{seat}", again[seat]) for seat in (0, 1)),
                ("source", realm(state.source)),
                ("target", realm(state.target)),
                ("taken", [] if state.taken else None),
                ("event", [site_name(state.stopped)] if state.event else None),
                ("lifted", lifted or None),
                *state_parts(state, TERMS.endings),
            ]
        )
        or "next 0"
    )


def lifted_pieces(state: Realm) -> list[tuple[int, int]]:
    """The pieces of a rearrangement in progress, in their order: old square and piece."""
    found = []
    for place in range(9):
        look = state.old >> 3 * place & 7
        if look:
            kind = rules_board.POWER if look == LOOKS_POWER else rules_board.ENFORCER
            found.append((state.lifted * 9 + place, rules_board.code_of(kind, state.seat, look & 3 if look > 1 else 0)))
    return found


def read_position(options: Options, text: str) -> Realm:
    parts = split_parts(text, _KEYS)
    board = bytearray(144)
    held = {key: _read_pieces(board, key, parts.get(key, [])) for key in _PIECE_KEYS}
    hand = []
    for seat in (0, 1):
        captured = f"captured{1 - seat}"
        lost = read_number(parts, captured, 0, options.bases, usual=0)
        # RLM-F1: whoever has put his last base has ended the game.
        most = options.bases - lost - (0 if "over" in parts else 1)
        _check_count(f"bases{seat}", held[f"bases{seat}"], most)
        _check_count(f"powers{seat}", held[f"powers{seat}"], options.powers)
        enforcers = held[f"enforcers{seat}"] + held[f"neutral{seat}"]
        _check_count(f"enforcers{seat}", enforcers, options.enforcers)
        hand.append((options.bases - lost - held[f"bases{seat}"], options.enforcers - enforcers, lost))
    (bases0, enforcers0, lost0), (bases1, enforcers1, lost1) = hand
    counts = bytes([bases0, bases1, enforcers0, enforcers1, lost1, lost0])
    state = rules.laid_out(options, bytes(board), counts)
    state.stage = rules.MOVES
    read_state_parts(state, parts, TERMS.endings)
    if "setup" in parts:
        _read_setup(state, parts, held)
        return state
    if "over" in parts:
        for key in _STEP_KEYS:
            if key in parts:
                raise wrong(key, parts[key], "RLM-F1")
    state.quiet = read_number(parts, "quiet", 0, 10**9, usual=0)
    state.passed = _read_flag(parts, "passed")
    state.taken = _read_flag(parts, "taken")
    state.again0 = _read_again(parts, "again0")
    state.again1 = _read_again(parts, "again1")
    state.source = _read_one_realm(parts, "source")
    state.target = _read_one_realm(parts, "target")
    if state.source >= 0 and state.source == state.target:
        raise wrong("target", parts["target"], "RLM-M2")
    if state.taken and state.source < 0 and state.target < 0:
        raise wrong("taken", [], "source / target (RLM-T1, T2)")  # an event is taken by a piece that has moved
    if "lifted" in parts:
        _read_lifted(state, parts["lifted"])
    if "event" in parts:
        _read_event(state, parts["event"])
    return state


def _read_pieces(board: bytearray, key: str, names: list[str]) -> int:
    """Put the pieces of a part on the board; their number."""
    kind, seat = dict(_KINDS)[key[:-1]], int(key[-1])
    for name in names:
        square, facing = _read_piece(key, kind, name)
        if board[square]:
            raise NotationError("position_overlap")
        board[square] = rules_board.code_of(kind, seat, facing)
    return len(names)


def _read_piece(key: str, kind: int, name: str) -> tuple[int, int]:
    """The square and facing of a piece of that kind."""
    if kind == rules_board.BASE:
        if name not in REALMS:
            raise wrong(key, [name], "A1–D4")
        return REALMS[name] * 9 + 4, 0
    pointed = kind == rules_board.ENFORCER
    square = SQUARES.get(name[:-1] if pointed else name, int(rules_board.CENTRE))
    if square % 9 == rules_board.CENTRE or (pointed and name[-1] not in FACINGS):
        raise wrong(key, [name], "a1n–l12w (RLM-M3)" if pointed else "a1–l12 (RLM-M3)")
    return square, FACINGS.index(name[-1]) if pointed else 0


def _check_count(key: str, number: int, most: int) -> None:
    if number > most:
        raise NotationError("position_many", key=key, most=most)


def _read_setup(state: Realm, parts: dict[str, list[str]], held: dict[str, int]) -> None:
    """RLM-P1, P2: alternately bases, then powers, and nothing else yet."""
    done = [held[f"bases{seat}"] + held[f"powers{seat}"] for seat in (0, 1)]
    for seat in (0, 1):
        if held[f"bases{seat}"] > state.powers:
            raise NotationError("position_many", key=f"bases{seat}", most=state.powers)
        if held[f"powers{seat}"] and min(held["bases0"], held["bases1"]) < state.powers:
            raise wrong(f"powers{seat}", parts[f"powers{seat}"], "RLM-P2")
    others = [key for key in parts if key not in ("setup", "bases0", "bases1", "powers0", "powers1", "next")]
    if parts["setup"] or others or done[0] - done[1] != state.seat or sum(done) == 4 * state.powers:
        raise wrong("setup", parts["setup"] or others or done, "RLM-P1, RLM-P2")
    state.stage = rules.PUTS_BASE if sum(done) < 2 * state.powers else rules.PUTS_POWER


def _read_flag(parts: dict[str, list[str]], key: str) -> int:
    if parts.get(key):
        raise wrong(key, parts[key], "—")
    return 1 if key in parts else 0


def _read_one_realm(parts: dict[str, list[str]], key: str) -> int:
    if key not in parts:
        return int(rules_board.NOWHERE)
    if len(parts[key]) != 1 or parts[key][0] not in REALMS:
        raise wrong(key, parts[key], "A1–D4")
    return REALMS[parts[key][0]]


def _read_again(parts: dict[str, list[str]], key: str) -> int:
    if key not in parts:
        return int(rules_board.NOWHERE)
    realm, *times = parts[key] or [""]
    if realm not in REALMS or len(times) > 1:
        raise wrong(key, parts[key], "A1–D4, A1–D4 2")
    return REALMS[realm] + (int(rules_board.REALMS) if times and read_int(key, times[0], 1, 2) == 2 else 0)


def _read_event(state: Realm, values: list[str]) -> None:
    """The piece that has just stopped; what it may do follows from the position."""
    if len(values) != 1 or values[0] not in SQUARES:
        raise wrong("event", values, "a1–l12")
    square = SQUARES[values[0]]
    own = state.board[square] >> 2 in (rules_board.POWER + state.seat, rules_board.ENFORCER + state.seat)
    moved = state.target in (square // 9, rules_board.NOWHERE) and state.source != square // 9
    if not own or not moved or (state.source < 0 and state.target < 0):
        raise wrong("event", values, "RLM-E1–E4")
    state.stopped = square
    state.event = event_at(state.board, state.seat, square, int(state.hand[rules.HAND_ENFORCERS + state.seat]))
    if state.event == NO_EVENT:
        raise wrong("event", values, "RLM-E1–E4")


def _read_lifted(state: Realm, names: list[str]) -> None:
    """A rearrangement in progress: the old squares of its pieces; those that stand in the realm again are put down."""
    pieces = []
    for name in names:
        kind = rules_board.ENFORCER if name[-1] in FACINGS else rules_board.POWER
        pieces.append((*_read_piece("lifted", kind, name), kind == rules_board.POWER))
    squares = [square for square, _, _ in pieces]
    realm = squares[0] // 9 if squares else 0
    down = int(squares_of(look_of(state.board, state.seat, realm))).bit_count()
    enforcers = sum(not is_power for _, _, is_power in pieces[down:])
    powers_down = sum(is_power for _, _, is_power in pieces[:down])
    powers = sum(piece >> 2 == rules_board.POWER + state.seat for piece in state.board)
    state.lifted = realm
    for square, facing, is_power in pieces:
        state.old |= (LOOKS_POWER if is_power else LOOKS_ENFORCER | facing) << 3 * (square % 9)
    state.left = sum(1 << 3 * (square % 9) for square in squares[down:])
    hand = rules.HAND_ENFORCERS + state.seat
    if (
        any(square // 9 != realm for square in squares)
        or squares != sorted(set(squares))
        or not state.left
        or rules_board.count(state.board, realm, rules_board.POWER + state.seat) != powers_down
        or powers + len(pieces) - down - enforcers > state.powers
        or enforcers > state.hand[hand]
        or state.source >= 0
        or state.target >= 0
        or state.taken
    ):
        raise wrong("lifted", names, "RLM-T3")
    state.hand[hand] = u8(state.hand[hand] - enforcers)
    state.stage = rules.REARRANGES
    if not state.legal():
        raise wrong("lifted", names, "RLM-T3")


def facing_name(facing: int) -> str:
    return FACINGS[facing] if facing >= 0 else ""


CODES = {"site": site_name, "realm": realm_name, "piece": PIECES.__getitem__, "facing": facing_name}

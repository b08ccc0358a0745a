"""Myrmidons' steps and positions as text."""

import re
from collections import Counter
from pathlib import Path

from mypy_extensions import u8

from ludarium.core.bits import bit_list, count_bits
from ludarium.core.errors import NotationError
from ludarium.core.game import find_step
from ludarium.core.position import Part, join_parts, read_number, read_state_parts, split_parts, state_parts, wrong
from ludarium.games.myrmidons import rules, rules_board
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.rules_position import Options
from ludarium.games.myrmidons.terms import COMMANDER, TERMS, TYPES, UNKNOWN

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
SEATS = ("blue", "red")
HIDDEN = "?"
_TEXT = Path(__file__).parent / "text"
_SQUARES = [f"{column}{row}" for row in range(1, 8) for column in "abcdef"]
_BLOCK = re.compile(r"(?P<site>[a-f][1-7])=(?P<type>\?|[1-5]{3})(?:(?P<shown>!)|/(?P<least>[2-5]))?")


def site_name(square: int) -> str:
    return _SQUARES[square]


def site_list(squares: int) -> list[str]:
    return [site_name(square) for square in bit_list(squares)]


def type_name(type_: int) -> str:
    return HIDDEN if type_ == UNKNOWN else TYPES[type_]


# --- steps --------------------------------------------------------------------------------------------------------
def step_text(step: int) -> str:
    if step < rules.MOVES:
        return "=" + TYPES[step]
    if step < rules.ORDERS:
        number = step - rules.MOVES
        return f"{site_name(number // 48)}{DIRECTIONS[number // 6 % 8]}{number % 6 + 1}"
    if step < rules.COMPANIONS:
        return "!" + DIRECTIONS[step - rules.ORDERS]
    if step < rules.CARRY_OUT:
        number = step - rules.COMPANIONS
        return f"{site_name(number // 6)}:{number % 6 + 1}"
    return "."


_STEPS = {step_text(step): step for step in range(rules.CARRY_OUT + 1)}


def read_step(text: str) -> int:
    return find_step(text, _STEPS, ("=324", "b1n3", "!ne", "b2:3", "."))


# --- positions ------------------------------------------------------------------------------------------------------
def position_text(state: Myrmidons) -> str:
    parts: list[Part] = []
    for seat, name in enumerate(SEATS):
        parts.append((name, [_block_text(state, square) for square in bit_list(state.men(seat))]))
    for seat, name in enumerate(SEATS):
        suspects = state.suspects & state.men(seat)
        drew = state.left_of(seat) and state.options.army == "random" and not state.veiled >> seat & 1
        parts.append((name + "_lost", store_list(state.lost(seat)) or None))
        parts.append((name + "_suspects", site_list(suspects) if suspects != _usual_suspects(state, seat) else None))
        parts.append((name + "_hand", store_list(state.hand(seat)) if drew else None))
    parts.append(("setup", [state.left] if state.left else None))
    parts.append(("order", [DIRECTIONS[state.order & 7], *_companions(state)] if state.order >= 0 else None))
    parts.append(("veiled", bit_list(state.veiled) or None))
    return join_parts(parts + state_parts(state, TERMS.endings))


def _block_text(state: Myrmidons, square: int) -> str:
    least = state.least_at(square)
    mark = "!" if state.shown >> square & 1 else f"/{least}" if least > 1 else ""
    return f"{site_name(square)}={type_name(state.type_at(square))}{mark}"


def store_list(store: int) -> list[str]:
    """The types of the blocks of a store, each as often as it is there."""
    return [name for type_, name in enumerate(TYPES) for half in range(2) if store >> (2 * type_ + half) & 1]


def _usual_suspects(state: Myrmidons, seat: int) -> int:
    """The commander once it was shown, else all blocks that neither were shown nor have gone two squares at once."""
    squares = bit_list(state.men(seat))
    for square in squares:
        if state.shown >> square & 1 and state.type_at(square) == COMMANDER:
            return 1 << square
    return sum(1 << at for at in squares if not state.shown >> at & 1 and state.least_at(at) == 1)


def _companions(state: Myrmidons) -> list[str]:
    chief = state.chief()
    named = [(rules_board.NEIGHBOUR[chief * 8 + place], state.order >> (3 + 3 * place) & 7) for place in range(8)]
    return [f"{site_name(square)}:{distance}" for square, distance in named if distance]


_KEYS = (
    *(name + part for part in ("", "_lost", "_suspects", "_hand") for name in SEATS),
    *("setup", "order", "veiled"),
)


def read_position(options: Options, text: str) -> Myrmidons:
    parts = split_parts(text, _KEYS)
    state = rules.empty(options)
    read_state_parts(state, parts, TERMS.endings)
    for seat in range(2):
        if str(seat) in parts.get("veiled", []):
            state.veiled |= 1 << seat
    if [value for value in parts.get("veiled", []) if value not in ("0", "1")] or (state.veiled and state.seat < 0):
        raise wrong("veiled", parts["veiled"], "0, 1" if state.seat >= 0 else "—")
    state.left = read_number(parts, "setup", 1, 2 * options.size, usual=0)
    for seat in range(2):
        _read_army(state, seat, parts)
    if state.left:
        _check_set_up(state, parts)
    if options.army == "random" and max(Counter(_army(state, 0) + _army(state, 1)).values(), default=0) > 2:
        raise NotationError("position_army", key=" + ".join(SEATS), army=options.army).in_words_of(_TEXT)
    state.find_chiefs()
    for seat in range(2):
        _read_suspects(state, seat, parts)
    _check_unknown(state)
    if "order" in parts:
        _read_order(state, parts["order"])
    return state


def _read_army(state: Myrmidons, seat: int, parts: dict[str, list[str]]) -> None:
    """The blocks of a seat on the board, removed and in hand; together they must be (a part of) a possible army."""
    name = SEATS[seat]
    for text in parts.get(name, []):
        _read_block(state, seat, text)
    for key in (name + "_lost", name + "_hand"):
        for type_ in parts.get(key, []):
            if type_ not in TYPES:
                raise wrong(key, [type_], TYPES)
    lost = parts.get(name + "_lost", [])
    hand = parts.get(name + "_hand", [])
    random = state.options.army == "random"
    if hand and (not random or state.veiled >> seat & 1 or len(hand) != state.left_of(seat)):
        raise wrong(name + "_hand", hand, "—")
    known = Counter([type_name(state.type_at(at)) for at in bit_list(state.men(seat))] + lost + hand)
    hidden = known.pop(HIDDEN, 0)
    allowed = TYPES if random or state.options.army == "secret" else ("111", *state.options.types)
    if (
        known["111"] > 1
        or max(known.values(), default=0) > (2 if random else 1)
        or not set(known) <= set(allowed)
        or known.total() + hidden > state.size
    ):
        raise NotationError("position_army", key=name, army=state.options.army).in_words_of(_TEXT)
    state.set_lost(seat, sum(_store(type_, number) for type_, number in Counter(lost).items()))
    if state.left_of(seat) and not state.veiled >> seat & 1:
        if random:
            state.set_hand(seat, sum(_store(type_, number) for type_, number in Counter(hand).items()))
        else:
            state.set_hand(seat, sum(_store(type_, 1) for type_ in allowed if not known[type_]))


def _store(type_: str, number: int) -> int:
    return (0, 1, 3)[number] << 2 * TYPES.index(type_)


def _army(state: Myrmidons, seat: int) -> list[str]:
    return store_list(state.known(seat))


def _read_block(state: Myrmidons, seat: int, text: str) -> None:
    match = _BLOCK.fullmatch(text)
    if match is None or (match["type"] != HIDDEN and match["type"] not in TYPES):
        raise wrong(SEATS[seat], [text], "a1=324, a1=324!, a1=324/3, a1=?")
    square = _SQUARES.index(match["site"])
    if state.beyond >> square & 1:
        raise wrong(SEATS[seat], [text], site_list(~state.beyond & (1 << len(_SQUARES)) - 1))
    if (state.blue | state.red) >> square & 1:
        raise NotationError("position_overlap")
    hidden = bool(state.veiled >> seat & 1 and not match["shown"])
    least = int(match["least"] or 1)
    if hidden != (match["type"] == HIDDEN):
        raise wrong(SEATS[seat], [text], f"{match['site']}=?" if hidden else f"{match['site']}=324")
    if not hidden and int(match["type"][2]) < least:
        raise wrong(SEATS[seat], [text], f"{match['site']}={match['type']}")
    type_ = UNKNOWN if hidden else TYPES.index(match["type"])
    state.cells[square] = u8(type_ | least << 5)
    state.set_men(seat, state.men(seat) | 1 << square)
    if match["shown"]:
        state.shown |= 1 << square


def _check_set_up(state: Myrmidons, parts: dict[str, list[str]]) -> None:
    """During the set-up: the first squares are filled, nothing has moved, been shown or removed."""
    state.seat = 0 if state.left_of(0) else 1
    if "next" in parts and parts["next"] != [str(state.seat)]:
        raise wrong("next", parts["next"], state.seat)
    for key in ("turn", "over", "blue_lost", "red_lost", "order"):
        if key in parts:
            raise wrong(key, parts[key], "—")
    for seat, name in enumerate(SEATS):
        filled = sum(
            1 << rules_board.set_up_square(seat, at, state.rows) for at in range(state.size - state.left_of(seat))
        )
        if state.men(seat) != filled or any(state.least_at(at) > 1 for at in bit_list(state.men(seat))) or state.shown:
            raise wrong(name, parts.get(name, []), site_list(filled))
        if state.options.army == "random" and state.left_of(seat) and not state.veiled >> seat & 1:
            if not state.hand(seat):
                raise wrong(name + "_hand", [], f"{state.left_of(seat)} × 324")


def _read_suspects(state: Myrmidons, seat: int, parts: dict[str, list[str]]) -> None:
    """MYR-O4: which blocks may command, for all that the enemy knows; there must be one that can, and one only."""
    name, key = SEATS[seat], SEATS[seat] + "_suspects"
    usual = _usual_suspects(state, seat)
    suspects = usual
    if key in parts:
        suspects = sum({1 << _SQUARES.index(site) for site in parts[key] if site in _SQUARES})
        if suspects & ~usual or len(parts[key]) != suspects.bit_count():
            raise wrong(key, parts[key], site_list(usual))
    state.suspects |= suspects
    chief = state.red_chief if seat else state.blue_chief
    if state.left_of(seat) == 0 and state.seat >= 0:
        if chief < 0 and not (state.veiled >> seat & 1 and suspects):
            raise NotationError("position_commander", key=name).in_words_of(_TEXT)
    if chief >= 0 and not suspects >> chief & 1:
        raise wrong(key, parts.get(key, []), site_list(usual))


def _check_unknown(state: Myrmidons) -> None:
    """Whether there are blocks enough for the unknown ones, whatever feet they have proved."""
    armies = [(0, 1)] if state.options.army == "random" else [(0,), (1,)]
    for seats in armies:
        places = [at for seat in seats for at in bit_list(state.men(seat)) if state.type_at(at) == UNKNOWN]
        commanders = sum(bool(state.unknown(seat) & state.suspects) and not state.known(seat) & 1 for seat in seats)
        for foot in range(1, 6):
            needed = sum(state.least_at(at) >= foot for at in places) - (commanders if foot == 1 else 0)
            if needed > count_bits(state.pool(seats[0]) & rules_board.OF_FOOT[foot]):
                name = " + ".join(SEATS[seat] for seat in seats)
                raise NotationError("position_army", key=name, army=state.options.army).in_words_of(_TEXT)


def _read_order(state: Myrmidons, values: list[str]) -> None:
    """The unfinished order, named step by step so that each is judged."""
    way, *companions = values or [""]
    for number, text in enumerate(["!" + way, *companions]):
        step = _STEPS.get(text, -1)
        first, end = (rules.COMPANIONS, rules.CARRY_OUT) if number else (rules.ORDERS, rules.COMPANIONS)
        if not first <= step < end or state.judge(step):
            raise wrong("order", values, "ne b2:3")
        state.apply(step)


CODES = {"site": site_name, "piece": type_name, "direction": DIRECTIONS.__getitem__}


def drawn(state: Myrmidons) -> tuple[tuple[str, ...], ...]:
    """MYR-X1 random: what each seat drew."""
    return tuple(tuple(type_ for type_ in _army(state, seat) if type_ != "111") for seat in range(2))

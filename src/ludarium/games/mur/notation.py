"""Mur's steps and positions as text."""

import re

from ludarium.core.bits import bit_list
from ludarium.core.errors import NotationError
from ludarium.core.game import find_step
from ludarium.core.position import join_parts, read_int, read_number, read_state_parts, split_parts, state_parts, wrong
from ludarium.games.mur import rules_board as board
from ludarium.games.mur.rules import Mur, Options
from ludarium.games.mur.terms import TERMS

DIRECTIONS = "rlio"
SIDES = ("black", "white", "kraken")
NAMES = (*(f"{spoke}{ring}" for ring in (1, 2, 3) for spoke in "abcdefgh"), "x")
POINTS = {name: point for point, name in enumerate(NAMES)}


def site_name(point: int) -> str:
    return NAMES[point]


def site_list(points: int) -> list[str]:
    return [site_name(point) for point in bit_list(points)]


def step_text(step: int) -> str:
    if step < board.MOVES:
        return "+" + site_name(step)
    if step < board.FROM_CENTRE:
        return site_name(board.start_of(step)) + DIRECTIONS[(step - board.MOVES) % 4]
    if step < board.WITHDRAW:
        return "x" + "abcdefgh"[step - board.FROM_CENTRE]
    if step < board.WITHDRAW_ALL:
        return "-" + site_name(step - board.WITHDRAW)
    return "--"


_STEPS = {step_text(step): step for step in range(board.WITHDRAW_ALL + 1)}


def read_step(text: str) -> int:
    step = find_step(text, _STEPS, ("+c2", "c2r", "xa", "-c3", "--"))
    if not board.is_written(step):
        raise NotationError("step_instead", text=text, instead=text[:2] + "i", clause="MUR-V2")
    return step


def route(text: str, source: str, target: str) -> list[str]:
    """MUR-V2, MUR-K2: the points on the way of the ship that makes a move, or of the piece that it knocks."""
    step = _STEPS.get(text, -1)
    if not board.MOVES <= step < board.WITHDRAW:
        return []
    walk = [site_name(board.start_of(step)), *(site_name(board.arrival(step, far)) for far in range(1, 20))]
    if source not in walk or target not in walk[walk.index(source) + 1 :]:
        return []
    start = walk.index(source)
    return walk[start : walk.index(target, start + 1) + 1]


def position_text(state: Mur) -> str:
    closes = [state.closes_black, state.closes_white]
    past = [format(key, "x") for key in (state.past1, state.past2, state.past3) if key >= 0]
    return join_parts(
        [
            ("black", site_list(state.black)),
            ("white", site_list(state.white)),
            ("kraken", [site_name(state.kraken)]),
            ("closes", closes if any(closes) else None),
            ("leave", site_list(state.leave) or None),
            ("owed", [state.owed_by, *site_list(state.owed)] if state.owed else None),
            ("penalty", [state.penalty] if state.penalty >= 0 else None),
            ("past", past or None),
            *state_parts(state, TERMS.endings),
        ]
    )


_KEYS = ("black", "white", "kraken", "closes", "leave", "past")
_KEYS_JP = ("owed", "penalty")


def read_position(options: Options, text: str) -> Mur:
    state = Mur(options)
    parts = split_parts(text, (*_KEYS, *_KEYS_JP) if state.jp else _KEYS)
    state.black = _read_points(parts, "black", options.ships)
    state.white = _read_points(parts, "white", options.ships)
    kraken = _read_points(parts, "kraken", 1) or int(board.CENTRE_BIT)
    if state.black & state.white or (state.black | state.white) & kraken:
        raise NotationError("position_overlap")
    state.kraken = kraken.bit_length() - 1
    state.here = board.position_key(state.black, state.white, state.kraken)
    read_state_parts(state, parts, TERMS.endings)
    if "closes" in parts:
        _read_closes(state, parts["closes"])
    if "penalty" in parts:
        state.penalty = read_number(parts, "penalty", 0, 1)
        owners = [seat for seat, ships in enumerate((state.black, state.white)) if ships]
        if state.penalty not in owners:
            raise wrong("penalty", [state.penalty], owners)
    if "leave" in parts:
        state.leave = _read_points(parts, "leave", options.ships)
        _check_owner("leave", state.leave, _may_leave(state))
    if "owed" in parts:
        seat, *sites = parts["owed"] or [""]
        first, last = _may_owe(state)
        state.owed_by = read_int("owed", seat, first, last)
        state.owed = _read_points({"owed": sites}, "owed", options.ships)
        _check_owner("owed", state.owed, state.white if state.owed_by else state.black)
    if "past" in parts:
        _read_past(state, parts["past"])
    return state


def _read_closes(state: Mur, values: list[str]) -> None:
    most = state.options.closes - 1  # MUR-C2, C3
    if state.seat < 0:
        most += state.options.ships
    if len(values) != 2:
        raise wrong("closes", values, f"0–{most} 0–{most}")
    state.closes_black, state.closes_white = (read_int("closes", value, 0, most) for value in values)


def _may_leave(state: Mur) -> int:
    """Only ships of the seat to act are to be withdrawn, after the end those of one side."""
    if state.seat >= 0:
        return state.white if state.seat else state.black
    return state.black if state.leave & state.black else state.white


def _may_owe(state: Mur) -> tuple[int, int]:
    """MUR-C7: the opponent's ships leave first, then those of the player who made the chain trap."""
    if state.seat < 0:
        return 0, 1
    seat = 1 - int(state.seat) if state.leave else int(state.seat)
    return seat, seat


def _read_points(parts: dict[str, list[str]], key: str, most: int) -> int:
    points = 0
    for name in parts.get(key, []):
        if name not in POINTS:
            raise wrong(key, [name], "x, a1–h3")
        if points >> POINTS[name] & 1:
            raise NotationError("position_overlap")
        points |= 1 << POINTS[name]
    if points.bit_count() > most:
        raise NotationError("position_many", key=key, most=most)
    return points


def _check_owner(key: str, points: int, ships: int) -> None:
    if points & ~ships or not points:
        raise wrong(key, site_list(points), site_list(ships))


def _read_past(state: Mur, keys: list[str]) -> None:
    numbers = []
    for key in keys:
        if not re.fullmatch(r"[0-9a-f]{1,14}", key) or int(key, 16) >= board.POINTS << 50:
            raise wrong("past", [key], "0–9a–f")
        numbers.append(int(key, 16))
    if len(numbers) > 3:
        raise NotationError("position_many", key="past", most=3)
    state.past1, state.past2, state.past3 = (*numbers, -1, -1, -1)[:3]


CODES = {"site": site_name, "sites": site_list, "piece": SIDES.__getitem__}

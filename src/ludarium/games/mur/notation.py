"""Mur's steps and positions as text."""

import re
from collections.abc import Sequence

from ludarium.core.errors import NotationError
from ludarium.core.options import shortened
from ludarium.core.position import join_parts, read_int, read_number, read_state_parts, split_parts, state_parts
from ludarium.games.mur import rules
from ludarium.games.mur.rules import Mur, Options
from ludarium.games.mur.terms import ENDINGS

DIRECTIONS = "rlio"
SIDES = ("black", "white", "kraken")
_STEP = re.compile(
    r"--|\+(?P<place>x|[a-h][1-3])|-(?P<take>x|[a-h][1-3])|(?P<from>[a-h][1-3])(?P<way>[rlio])|x(?P<spoke>[a-h])"
)


def site_name(point: int) -> str:
    return "x" if point == rules.CENTRE else f"{'abcdefgh'[point % 8]}{point // 8 + 1}"


def read_site(name: str) -> int:
    """The point of that name; the name must be one."""
    return rules.CENTRE if name == "x" else "abcdefgh".index(name[0]) + (int(name[1]) - 1) * 8


def site_list(points: int) -> list[str]:
    return [site_name(point) for point in range(rules.POINTS) if points >> point & 1]


def step_text(step: int) -> str:
    if step < rules.MOVES:
        return "+" + site_name(step)
    if step < rules.FROM_CENTRE:
        return site_name(rules.start_of(step)) + DIRECTIONS[(step - rules.MOVES) % 4]
    if step < rules.WITHDRAW:
        return "x" + "abcdefgh"[step - rules.FROM_CENTRE]
    if step < rules.WITHDRAW_ALL:
        return "-" + site_name(step - rules.WITHDRAW)
    return "--"


def read_step(text: str) -> int:
    match = _STEP.fullmatch(text)
    if match is None:
        raise NotationError("step_syntax", text=shortened(text), examples=["+c2", "c2r", "xa", "-c3", "--"])
    if match["place"]:
        return rules.PLACE + read_site(match["place"])
    if match["take"]:
        return rules.WITHDRAW + read_site(match["take"])
    if match["spoke"]:
        return rules.FROM_CENTRE + "abcdefgh".index(match["spoke"])
    if match["from"]:
        step = rules.MOVES + read_site(match["from"]) * 4 + DIRECTIONS.index(match["way"])
        if not rules.is_written(step):
            raise NotationError("step_instead", text=text, instead=match["from"] + "i", clause="MUR-V2")
        return step
    return rules.WITHDRAW_ALL


def position_text(state: Mur) -> str:
    parts: list[tuple[str, Sequence[object]]] = [
        ("black", site_list(state.black)),
        ("white", site_list(state.white)),
        ("kraken", [site_name(state.kraken)]),
    ]
    if state.closes_black or state.closes_white:
        parts.append(("closes", [state.closes_black, state.closes_white]))
    if state.leave:
        parts.append(("leave", site_list(state.leave)))
    if state.owed:
        parts.append(("owed", [state.owed_by, *site_list(state.owed)]))
    if state.penalty >= 0:
        parts.append(("penalty", [state.penalty]))
    if state.first:
        parts.append(("first", [state.first]))
    past = [key for key in (state.past1, state.past2, state.past3) if key >= 0]
    if past:
        parts.append(("past", [format(key, "x") for key in past]))
    return join_parts(parts + state_parts(state, ENDINGS))


_KEYS = ("black", "white", "kraken", "closes", "leave", "owed", "penalty", "first", "past")


def read_position(options: Options, text: str) -> Mur:
    parts = split_parts(text, _KEYS)
    state = Mur(options)
    state.black = _read_points(parts, "black", rules.SHIPS)
    state.white = _read_points(parts, "white", rules.SHIPS)
    kraken = _read_points(parts, "kraken", 1) or 1 << int(rules.CENTRE)
    if state.black & state.white or (state.black | state.white) & kraken:
        raise NotationError("position_overlap")
    state.kraken = kraken.bit_length() - 1
    state.here = rules.position_key(state.black, state.white, state.kraken)
    if "first" in parts:
        state.first = read_number(parts, "first", 0, 1)
        state.seat = state.first
    read_state_parts(state, parts, ENDINGS)
    if "closes" in parts:
        if len(parts["closes"]) != 2:
            raise NotationError(
                "position_value", key="closes", value=shortened(" ".join(parts["closes"])), takes="0–9 0–9"
            )
        state.closes_black, state.closes_white = (read_int("closes", text, 0, 9) for text in parts["closes"])
    if "penalty" in parts:
        state.penalty = read_number(parts, "penalty", 0, 1)
    if "leave" in parts:
        state.leave = _read_points(parts, "leave", rules.SHIPS)
        _check_owner("leave", state.leave, state.black | state.white)
    if "owed" in parts:
        seat, *sites = parts["owed"] or [""]
        state.owed_by = read_int("owed", seat, 0, 1)
        state.owed = _read_points({"owed": sites}, "owed", rules.SHIPS)
        _check_owner("owed", state.owed, state.white if state.owed_by else state.black)
    if "past" in parts:
        _read_past(state, parts["past"])
    return state


def _read_points(parts: dict[str, list[str]], key: str, most: int) -> int:
    points = 0
    for name in parts.get(key, []):
        if not re.fullmatch(r"x|[a-h][1-3]", name):
            raise NotationError("position_value", key=key, value=shortened(name), takes="x, a1–h3")
        if points >> read_site(name) & 1:
            raise NotationError("position_overlap")
        points |= 1 << read_site(name)
    if points.bit_count() > most:
        raise NotationError("position_many", key=key, most=most)
    return points


def _check_owner(key: str, points: int, ships: int) -> None:
    if points & ~ships or not points:
        takes = site_list(ships)
        raise NotationError("position_value", key=key, value=" ".join(site_list(points)), takes=takes)


def _read_past(state: Mur, keys: list[str]) -> None:
    numbers = []
    for key in keys:
        if not re.fullmatch(r"[0-9a-f]{1,14}", key) or int(key, 16) >= rules.POINTS << 50:
            raise NotationError("position_value", key="past", value=shortened(key), takes="0–9a–f")
        numbers.append(int(key, 16))
    if len(numbers) > 3:
        raise NotationError("position_many", key="past", most=3)
    state.past1, state.past2, state.past3 = (*numbers, -1, -1, -1)[:3]


def code(kind: str, value: int) -> object:
    if kind == "site":
        return site_name(value)
    if kind == "sites":
        return site_list(value)
    if kind == "piece":
        return SIDES[value]
    return value

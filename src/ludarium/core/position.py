"""The frame of a position text: parts separated by semicolons, each a key and its values.

``black a1 c2; white b2; kraken x; turn 3; next 1`` — a game adds its own parts to the ones that all games share.
A part that has its usual value is left out, so that a position can be written by hand.
"""

from collections.abc import Iterable, Mapping, Sequence

from ludarium.core.bits import bit_list
from ludarium.core.errors import NotationError
from ludarium.core.options import shortened
from ludarium.core.state import State
from ludarium.core.vocabulary import Ending

LONGEST = 100_000  # characters; far beyond any real position

Part = tuple[str, Sequence[object] | None]  # key and values; with None instead of them it is left out


def join_parts(parts: Iterable[Part]) -> str:
    return "; ".join(" ".join([key, *map(str, values)]) for key, values in parts if values is not None)


def split_parts(text: str, keys: Iterable[str]) -> dict[str, list[str]]:
    """The values by key; ``NotationError`` for a key that is unknown or stands twice."""
    if len(text) > LONGEST:
        raise NotationError("position_long", longest=LONGEST)
    known = [*keys, "turn", "next", "over"]
    parts: dict[str, list[str]] = {}
    for part in text.split(";"):
        key, *values = part.split() or [""]
        if key not in known:
            raise NotationError("position_key", key=shortened(key), known=known)
        if key in parts:
            raise NotationError("position_twice", key=key)
        parts[key] = values
    return parts


def state_parts(state: State, endings: Sequence[Ending]) -> list[Part]:
    """Turn, seat to act and result: the parts that all games share."""
    return [
        ("turn", [state.turn] if state.turn else None),
        ("next", [state.seat] if state.seat > 0 else None),
        ("over", [endings[state.ending].name, *bit_list(state.winners)] if state.seat < 0 else None),
    ]


def read_state_parts(state: State, parts: Mapping[str, list[str]], endings: Sequence[Ending]) -> None:
    """Set what ``state_parts`` wrote; ``state.seats`` is known already."""
    state.turn = read_number(parts, "turn", 0, 10**9, state.turn)
    state.seat = read_number(parts, "next", 0, state.seats - 1, state.seat)
    if "over" in parts:
        name, *winners = parts["over"] or [""]
        names = [ending.name for ending in endings[1:]]
        if name not in names:
            raise wrong("over", [name], names)
        state.ending = names.index(name) + 1
        state.seat = -1
        state.winners = 0
        for winner in winners:
            state.winners |= 1 << read_int("over", winner, 0, state.seats - 1)


def read_number(parts: Mapping[str, list[str]], key: str, low: int, high: int, usual: int | None = None) -> int:
    """The one number of a part; the usual one, if there is one, where it is left out."""
    if usual is not None and key not in parts:
        return usual
    values = parts[key]
    if len(values) != 1:
        raise wrong(key, values, f"{low}–{high}")
    return read_int(key, values[0], low, high)


def read_int(key: str, text: str, low: int, high: int) -> int:
    """A whole number within its limits, written in plain digits."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 20 or not low <= int(text) <= high:
        raise wrong(key, [text], f"{low}–{high}")
    return int(text)


def wrong(key: str, values: Iterable[object], takes: object) -> NotationError:
    """The error of a part whose values are not what it ``takes``."""
    return NotationError("position_value", key=key, value=shortened(" ".join(map(str, values))), takes=takes)

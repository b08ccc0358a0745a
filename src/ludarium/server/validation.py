"""Checks JSON before its fields are read, and turns what pydantic finds wrong with a field into a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from ludarium.server.errors import ServerError

MOST_ITEMS = 5_000  # of all lists and objects of one text together: a long game that is analysed
_MOST_BRACKETS, _MOST_COMMAS = 20_000, 100_000  # also within texts, such as a file of games

# The kinds of mistakes that pydantic tells apart, and our sentences; what a sentence needs is in its context.
_SENTENCES = {
    "missing": ("field_missing", {}),
    "extra_forbidden": ("field_extra", {}),
    "string_too_short": ("field_short", {"least": "min_length"}),
    "too_short": ("field_short", {"least": "min_length"}),
    "string_too_long": ("field_long", {"most": "max_length"}),
    "too_long": ("field_long", {"most": "max_length"}),
    "greater_than_equal": ("field_low", {"least": "ge"}),
    "less_than_equal": ("field_high", {"most": "le"}),
    "less_than": ("field_high", {"most": "lt"}),
    "literal_error": ("field_one_of", {"known": "expected"}),
    "union_tag_invalid": ("field_one_of", {"known": "expected_tags"}),
}
_LONGEST = 60
_NUL = b"\\u0000"  # the only way to write it in JSON; databases do not keep it, and no name, move or position has it


def read_json(data: bytes) -> Any:
    """What a text says, unless to read it would take long already."""
    if data.count(b"[") + data.count(b"{") > _MOST_BRACKETS or data.count(b",") > _MOST_COMMAS:
        raise ServerError("body_items", 413, most=MOST_ITEMS)
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise ServerError("body_json", 422, why=error.msg) from None


def check_json(data: bytes) -> None:
    """Stricter than the readers that come after it: no half characters, no endless nesting, nothing that is not a
    number; and so little that all its mistakes together are found in a moment.
    """
    found = read_json(data)
    if _NUL in data:
        raise ServerError("body_nul", 400)
    count, waiting = 0, [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | dict):
            count += len(one)
            if count > MOST_ITEMS:
                raise ServerError("body_items", 413, most=MOST_ITEMS)
            waiting.extend(one.values() if isinstance(one, dict) else one)


def wrong_field(mistakes: Sequence[Mapping[str, Any]]) -> ServerError:
    """The first mistake, as an error that says what to write instead."""
    first = mistakes[0]
    kind = str(first["type"])
    field = ".".join(str(part) for part in first["loc"][1:])[:_LONGEST] or "body"
    if kind == "json_invalid":
        return ServerError("body_json", 422, why=first.get("ctx", {}).get("error", ""))
    if kind in _SENTENCES:
        key, needs = _SENTENCES[kind]
        known = first.get("ctx", {})
        return ServerError(key, 422, field=field, **{name: known.get(ours, "") for name, ours in needs.items()})
    if kind.endswith("_type"):
        wanted = kind.removesuffix("_type").removeprefix("model_attributes").strip("_") or "dict"
        return ServerError("field_type", 422, field=field, type=wanted)
    return ServerError("field_wrong", 422, field=field)

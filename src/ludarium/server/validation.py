"""What is wrong with a body, in a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.server.errors import ServerError

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

"""The fields of a request. What each of them takes is said here, once; a test compares it with ``docs/engine.md``."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludarium.core.game import find_ruleset
from ludarium.core.history import History
from ludarium.core.options import shortened
from ludarium.core.state import SPECTATOR, State
from ludarium.engine.reach import RequestError, reach
from ludarium.players.levels import LEVELS
from ludarium.players.report import MOST_LINES

LARGEST_SEED = (1 << 63) - 1
DEEPEST = 40  # steps


class Field(NamedTuple):
    """What a field takes, in words and as types; its value where it is left out; and the bounds of a number."""

    takes: str
    types: tuple[type, ...]
    usual: object = None
    bounds: tuple[float, float] | None = None


def number(low: float, high: float, usual: int | None = None, types: tuple[type, ...] = (int,)) -> Field:
    return Field(f"{low}–{high}", types, usual, (low, high))


ANYTHING = Field("", (object,))
TEXT = Field("text", (str,))
TEXTS = Field('["…", …]', (list,), ())
TRUTH = Field("true | false", (bool,), False)
OBJECT = Field('{"…": …, …}', (dict,), {})
THINKING_SECONDS = number(0.05, 3600, None, (int, float))  # for ``search`` and ``analyse``

FIELDS: Mapping[str, Field] = {
    **{"id": ANYTHING, "do": TEXT, "ruleset": TEXT, "options": OBJECT, "seed": number(0, LARGEST_SEED, 0)},
    **{"position": TEXT, "steps": TEXTS, "step": TEXT, "depth": number(0, DEEPEST), "divide": TRUTH},
    **{"count": number(1, 1_000_000, 100), "seconds": number(1, 3600, 60)},
    "view_seat": number(SPECTATOR, 99),  # the game has fewer
    **{"views": TEXTS, "record": TEXT, "level": number(1, len(LEVELS)), "simulations": number(1, 10_000_000)},
    **{"lines": number(1, 1000, MOST_LINES), "stream": TRUTH, "search": ANYTHING},
}


class Request:
    """A request, each field of which is checked when it is asked for. ``null`` is the same as leaving a field out."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        for name in fields:
            if name not in FIELDS:
                raise RequestError("field_unknown", field=shortened(name), known=tuple(FIELDS))
        self.given = {name: value for name, value in fields.items() if value is not None}

    def get(self, name: str, field: Field | None = None) -> Any:
        """The value of a field; ``field`` says what it takes where that depends on what is asked."""
        field = field or FIELDS[name]
        if name not in self.given:
            return field.usual
        value: Any = self.given[name]
        fits = isinstance(value, field.types) and (not isinstance(value, bool) or int not in field.types)
        if fits and field.bounds is not None and not field.bounds[0] <= value <= field.bounds[1]:
            fits = False
        wrong = [one for one in value if not isinstance(one, str)] if fits and field is TEXTS else []
        if wrong or not fits:
            said = shortened(json.dumps(wrong[0] if wrong else value, ensure_ascii=False))
            raise RequestError("field_value", field=name, value=said, takes=field.takes)
        return value

    def need(self, name: str) -> Any:
        """The value of a field that cannot be left out, or empty."""
        value = self.get(name)
        if value is None or value == "":
            raise RequestError("field_missing", field=name)
        return value

    def reached(self, *more: str) -> History:
        """The game so far that the request speaks of; ``more`` are steps taken after its ``steps``."""
        ruleset = find_ruleset(self.need("ruleset"))
        options, seed, position, steps = map(self.get, ("options", "seed", "position", "steps"))
        return reach(ruleset, options, seed, position, [*steps, *more])

    def view_seat(self, state: State, lowest: int = SPECTATOR) -> int | None:
        found: int | None = self.get("view_seat", number(lowest, int(state.seats) - 1))
        return found

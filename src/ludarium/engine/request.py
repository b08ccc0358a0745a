"""The fields of a request."""

import json
from collections.abc import Mapping

from ludarium.core.game import find_ruleset
from ludarium.core.history import History
from ludarium.core.options import shortened
from ludarium.core.state import SPECTATOR, State
from ludarium.engine.errors import Clock, RequestError
from ludarium.engine.reach import reach

LARGEST_SEED = (1 << 63) - 1
USUAL_SECONDS = 60
MOST_SECONDS = 3600


class Request:
    """The fields of a request, each checked when it is asked for. ``null`` is the same as leaving a field out."""

    FIELDS = (
        *("id", "do", "ruleset", "options", "seed", "position", "steps", "step"),
        *("depth", "divide", "count", "seconds", "view_seat"),
        *("views", "record", "level", "simulations", "lines", "stream", "search"),
    )

    def __init__(self, fields: Mapping[str, object]) -> None:
        for name in fields:
            if name not in self.FIELDS:
                raise RequestError("field_unknown", field=shortened(name), known=self.FIELDS)
        self.fields = {name: value for name, value in fields.items() if value is not None}

    def text(self, name: str) -> str | None:
        value = self.fields.get(name)
        if value is not None and not isinstance(value, str):
            raise self._refused(name, value, "text")
        return value

    def needed_text(self, name: str) -> str:
        return self.text(name) or self._missing(name)

    def number(self, name: str, low: int, high: int) -> int | None:
        value = self.fields.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._refused(name, value, f"{low}–{high}")
        return value

    def amount(self, name: str, low: float, high: float) -> float | None:
        """A number that may have a fraction."""
        value = self.fields.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self._refused(name, value, f"{low}–{high}")
        return float(value)

    def truth(self, name: str) -> bool:
        value = self.fields.get(name, False)
        if not isinstance(value, bool):
            raise self._refused(name, value, "true | false")
        return value

    def texts(self, name: str) -> list[str]:
        value = self.fields.get(name, [])
        if not isinstance(value, list):
            raise self._refused(name, value, '["…", …]')
        for text in value:
            if not isinstance(text, str):
                raise self._refused(name, text, '["…", …]')
        return value

    def options(self) -> Mapping[str, object]:
        value = self.fields.get("options", {})
        if not isinstance(value, dict):
            raise self._refused("options", value, '{"…": …, …}')
        return value

    def reached(self, *more: str) -> History:
        """The game so far that the request speaks of; ``more`` are steps taken after its ``steps``."""
        ruleset = find_ruleset(self.needed_text("ruleset"))
        return reach(ruleset, self.options(), self.seed(), self.text("position"), [*self.texts("steps"), *more])

    def seed(self) -> int:
        return self.number("seed", 0, LARGEST_SEED) or 0

    def view_seat(self, state: State) -> int | None:
        return self.number("view_seat", SPECTATOR, int(state.seats) - 1)

    def clock(self) -> Clock:
        return Clock(self.number("seconds", 1, MOST_SECONDS) or USUAL_SECONDS)

    def _missing(self, name: str) -> str:
        raise RequestError("field_missing", field=name)

    @staticmethod
    def _refused(name: str, value: object, takes: str) -> RequestError:
        said = shortened(json.dumps(value, ensure_ascii=False))
        return RequestError("field_value", field=name, value=said, takes=takes)

"""What is agreed on before a game (what is played, by whom, how fast), and what an event at a table is."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Literal

from ludarium.core.game import Ruleset
from ludarium.server.wire import OccupantKind, Visibility
from ludarium.table.clock import Pace

# What can happen at a table once all seats are taken. The first event is always ``begin``.
TableEventKind = Literal["begin", "step", "undo", "resign", "timeout", "offer", "answer", "next", "down"]


@dataclass(frozen=True, slots=True)
class TableSetup:
    """``secret`` is what the salts of the record are made from."""

    id: str
    ruleset: Ruleset
    options: Mapping[str, object]
    seed: int
    secret: str
    owner: str
    visibility: Visibility
    pace: Pace
    lots: bool
    rated: bool
    series: bool
    chat: bool
    made: int

    def new_salts(self) -> Callable[[], str]:
        """Salts nobody can guess, the same ones in the same order every time: so a record can be made again."""
        numbers = count()

        def salt() -> str:
            return hmac.new(self.secret.encode(), str(next(numbers)).encode(), hashlib.sha256).hexdigest()[:32]

        return salt


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat: ``person`` is a public id (empty for others), ``level`` that of a computer (0 for people)."""

    kind: OccupantKind
    person: str = ""
    name: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened at a table, at a time in milliseconds; all that is needed to apply it again."""

    kind: TableEventKind
    seat: int
    data: Mapping[str, object]
    at: int

"""The file of a tournament."""

from ludarium.arena.ledger import GrowingFile
from ludarium.arena.play import Result
from ludarium.core.errors import LudariumError


class ArenaError(LudariumError):
    """A tournament that cannot be played or gone on with."""

    section = "arena"


class Ledger(GrowingFile[Result]):
    """All results of a tournament so far, by number."""

    format = "ludarium-arena 1"
    error = ArenaError

    def read_game(self, fields: dict[str, object]) -> Result:
        result = Result(**{key: tuple(one) if isinstance(one, list) else one for key, one in fields.items()})  # type: ignore[arg-type]
        if not set(result.winners) <= set(range(len(result.seating))):
            raise ValueError("winners that are not at this table")
        return result

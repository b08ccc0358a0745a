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
        return Result(**{key: tuple(one) if isinstance(one, list) else one for key, one in fields.items()})  # type: ignore[arg-type]

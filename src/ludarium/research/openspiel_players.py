"""Players that other libraries bring: importing this lets the arena know their names, and no library is loaded yet."""

from ludarium.arena.contestants import Contestant, register_contestants
from ludarium.extras import needs

OPENSPIEL = "openspiel"


def _read_bot(text: str) -> Contestant:
    with needs("openspiel"):
        from ludarium.research.openspiel.players import read_bot  # noqa: PLC0415 (few need it, and it takes a second)
    return read_bot(text)


register_contestants(OPENSPIEL, _read_bot)

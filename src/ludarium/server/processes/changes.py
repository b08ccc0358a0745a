"""What processes tell each other: that something changed which others may have in memory.

A notice is told within the write that made the change, so it comes if that is kept and only then; every process hears
it, the one that told it, too. It names ids, and no secrets. With a file there is one process, and nobody to tell.
"""

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.orm import Session

from ludarium.server.store import connection_of

CHANNEL = "ludarium"
SESSION = "session"  # it has ended; its digest
PERSON = "person"  # something about them is another now; their id
GONE = "gone"  # somebody has left for good; their id
TABLE = "table"  # a table is new, begins or ends, or a seat was taken or left; its id
PRESENCE = "presence"  # who is here; see ``presence.py``
CHALLENGE = "challenge"  # one was declined or withdrawn at a process that does not have the table; its id
COMPANY = "company"  # somebody has blocked or unblocked others; their id
PROCESS = "process"  # one came or went; its number
_NOTIFY = sa.text("SELECT pg_notify(:channel, :said)")


def tell(session: Session, kind: str, about: str) -> None:
    """In a write."""
    connection = connection_of(session)
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "said": f"{kind} {about}"})


class Ears:
    """Who wants to hear what."""

    def __init__(self) -> None:
        self._by_kind: dict[str, list[Callable[[str], object]]] = {}

    def on(self, kind: str, hear: Callable[[str], object]) -> None:
        self._by_kind.setdefault(kind, []).append(hear)

    def hear(self, said: str) -> None:
        kind, _, about = said.partition(" ")
        for one in self._by_kind.get(kind, ()):
            one(about)

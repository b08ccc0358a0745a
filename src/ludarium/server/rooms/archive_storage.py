"""Old tables: all their events in one compressed row, instead of hundreds of rows beside those that are being played.

Only events are put there. What lists, profiles and people's data are made from stays where it is: the table's row, its
seats and its chat. Names are not among the compressed events but beside them, where they can be changed and deleted.
All functions here run within a ``Session``.
"""

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from ludarium.server.store import Base

_PLAYERS = "players"  # what the first event says about names


class ArchiveRow(Base):
    __tablename__ = "table_archive"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    last: Mapped[int]  # the number of the last event
    players: Mapped[str] = mapped_column(sa.Text)  # JSON, as the game began; empty if it never did
    events: Mapped[bytes] = mapped_column(sa.LargeBinary)


class Stored(NamedTuple):
    """An event as it is stored."""

    kind: str
    seat: int
    data: dict[str, Any]
    at: int


def events_of(session: Session, id_: str) -> tuple[int, list[Stored]]:
    """The number of the last event in the archive, and all of them; 0 if there are none."""
    row = session.get(ArchiveRow, id_)
    if row is None:
        return 0, []
    events = unpack(row.events)
    if row.players:
        events[0].data[_PLAYERS] = orjson.loads(row.players)
    return row.last, events


def pack(events: Sequence[Stored]) -> bytes:
    """Without names. Values of a kind lie together, times as differences, since that is shorter."""
    data = [{name: value for name, value in one.data.items() if name != _PLAYERS} for one in events]
    times = [one.at for one in events]
    since = [at - before for at, before in zip(times, [0, *times], strict=False)]
    return zlib.compress(orjson.dumps([[one.kind for one in events], [one.seat for one in events], data, since]), 9)


def unpack(packed: bytes) -> list[Stored]:
    kinds, seats, data, since = orjson.loads(zlib.decompress(packed))
    events, at = [], 0
    for kind, seat, one, more in zip(kinds, seats, data, since, strict=True):
        at += more
        events.append(Stored(kind, seat, one, at))
    return events


def players_of(data: str) -> str:
    """The names in the data of the event with which a game began."""
    return orjson.dumps(orjson.loads(data)[_PLAYERS]).decode()


def rename(session: Session, id_: str, seat: int, name: str) -> None:
    """In a write."""
    row = session.get(ArchiveRow, id_)
    if row is not None and row.players:
        players = orjson.loads(row.players)
        players[seat] = name
        row.players = orjson.dumps(players).decode()

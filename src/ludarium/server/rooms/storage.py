"""Tables in the database: written event by event, read back as they were. All of this runs within a ``Session``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import orjson
from sqlalchemy import ColumnElement, Table, and_, insert, select, update
from sqlalchemy.orm import Session, aliased

from ludarium.core.game import find_ruleset
from ludarium.server import wire
from ludarium.server.rooms.models import ChatMessageRow, SeatRow, TableEventRow, TableRow
from ludarium.server.rooms.play import Play
from ludarium.server.rooms.table_setup import Occupant, TableEvent, TableEventKind, TableSetup
from ludarium.table.clock import Kind, Pace

MOST_CHAT_MESSAGES = 200  # that somebody who comes late is told

_ADD_EVENT = insert(
    cast(Table, TableEventRow.__table__)
)  # not the row's class, and made once: this is done at every step


@dataclass
class StoredTable:
    """A table as the database has it."""

    play: Play
    rematch: str
    counted: bool
    chat: list[wire.ChatMessage]
    ratings: dict[str, float] = field(default_factory=dict)  # by person


def load(session: Session, id_: str) -> StoredTable | None:
    """The table with that id, with all its events applied again; nothing if there is none."""
    row = session.get(TableRow, id_)
    if row is None:
        return None
    seats = session.scalars(select(SeatRow).where(SeatRow.table_id == id_).order_by(SeatRow.seat))
    play = Play(setup_of(row), [occupant_of(seat) for seat in seats])
    events = session.execute(
        select(TableEventRow.kind, TableEventRow.seat, TableEventRow.data, TableEventRow.at)
        .where(TableEventRow.table_id == id_)
        .order_by(TableEventRow.number)
    )
    for kind, seat, data, at in events:
        play.apply(TableEvent(cast(TableEventKind, kind), seat, orjson.loads(data), at))
    newest = (
        select(ChatMessageRow)
        .where(ChatMessageRow.table_id == id_)
        .order_by(ChatMessageRow.number.desc())
        .limit(MOST_CHAT_MESSAGES)
    )
    chat = [wire.ChatMessage(one.number, one.name, one.seat, one.text, one.at) for one in session.scalars(newest)]
    return StoredTable(play, row.rematch, row.counted, chat[::-1])


def setup_of(row: TableRow) -> TableSetup:
    return TableSetup(
        id=row.id,
        ruleset=find_ruleset(row.ruleset),
        options=orjson.loads(row.options),
        seed=row.seed,
        secret=row.secret,
        owner=row.owner,
        visibility=cast(wire.Visibility, row.visibility),
        pace=Pace(cast(Kind, row.clock), row.base, row.increment),
        lots=row.lots,
        rated=row.rated,
        series=row.series,
        chat=row.chat,
        made=row.made,
    )


def occupant_of(row: SeatRow) -> Occupant:
    return Occupant(cast(wire.OccupantKind, row.occupant), row.person, row.name, row.level)


def add_table(session: Session, play: Play, begun: TableEvent | None) -> None:
    """Store a new table with its seats and, if it has begun, the event of that."""
    setup = play.setup
    session.add(
        TableRow(
            id=setup.id,
            ruleset=setup.ruleset.name,
            options=orjson.dumps(dict(setup.options)).decode(),
            seed=setup.seed,
            secret=setup.secret,
            owner=setup.owner,
            visibility=setup.visibility,
            clock=setup.pace.kind,
            base=setup.pace.base,
            increment=setup.pace.increment,
            lots=setup.lots,
            rated=setup.rated,
            series=setup.series,
            chat=setup.chat,
            made=setup.made,
            rematch="",
            counted=False,
            changed=setup.made,
            **standing(play),
        )
    )
    session.flush()
    for seat, occupant in enumerate(play.occupants):
        session.execute(insert(SeatRow), _seat_values(setup.id, seat, occupant))
    if begun is not None:
        add_event(session, event_values(play, begun))


def write_seats(session: Session, id_: str, occupants: Sequence[Occupant], seats: Iterable[int], now: int) -> None:
    """Somebody sat down or left."""
    for seat in seats:
        where = (SeatRow.table_id == id_, SeatRow.seat == seat)
        session.execute(update(SeatRow).where(*where).values(_seat_values(id_, seat, occupants[seat])))
    session.execute(update(TableRow).where(TableRow.id == id_).values(changed=now))


def _seat_values(id_: str, seat: int, occupant: Occupant) -> dict[str, Any]:
    return {
        "table_id": id_,
        "seat": seat,
        "occupant": occupant.kind,
        "person": occupant.person,
        "name": occupant.name,
        "level": occupant.level,
    }


def event_values(play: Play, event: TableEvent, noticed: bool = True) -> dict[str, Any]:
    """The row of an event that has just been applied."""
    return {
        "table_id": play.setup.id,
        "number": play.event_count,
        "kind": event.kind,
        "seat": event.seat,
        "data": orjson.dumps(event.data).decode(),
        "at": event.at,
        "acts": play.seat,
        "due": play.clock.due,
        "noticed": noticed,
    }


def add_event(session: Session, values: dict[str, Any]) -> None:
    session.connection().execute(_ADD_EVENT, values)


def is_last_event(noticed: bool = False) -> ColumnElement[bool]:
    """Joins each table with its last event, or with the last one that everybody may know of."""
    other = aliased(TableEventRow)
    newest = select(other.number).where(other.table_id == TableRow.id).order_by(other.number.desc()).limit(1)
    if noticed:
        newest = newest.where(other.noticed)
    return and_(
        TableEventRow.table_id == TableRow.id, TableEventRow.number == newest.correlate(TableRow).scalar_subquery()
    )


def standing(play: Play) -> dict[str, str]:
    """How a table stands, for lists."""
    outcome = play.outcome
    return {
        "phase": "playing" if play.phase == "over" and not play.finished else play.phase,
        "outcome": orjson.dumps(outcome.as_json()).decode() if outcome else "",
    }


def write_standing(session: Session, id_: str, values: dict[str, str], now: int) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(changed=now, **values))


def write_counted(session: Session, id_: str) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(counted=True))


def write_rematch(session: Session, id_: str, rematch: str) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(rematch=rematch))


def add_chat_message(session: Session, id_: str, person: str, message: wire.ChatMessage) -> None:
    values = {
        "table_id": id_,
        "number": message.number,
        "person": person,
        "name": message.name,
        "seat": message.seat,
        "text": message.text,
        "at": message.at,
    }
    session.execute(insert(ChatMessageRow), values)

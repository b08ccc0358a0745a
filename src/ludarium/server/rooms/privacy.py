"""What is stored about a person at tables: exported on request, made nameless when the account is deleted."""

import orjson
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ludarium.server.people.people import PersonalData
from ludarium.server.rooms.models import ChatMessageRow, SeatRow, TableEventRow, TableRow

NOBODY = "?"  # in every language


def _tell(session: Session, person: str) -> object:
    seats = session.execute(
        select(SeatRow, TableRow)
        .join(TableRow, TableRow.id == SeatRow.table_id)
        .where(SeatRow.person == person)
        .order_by(TableRow.made, SeatRow.seat)
    )
    chat = session.scalars(select(ChatMessageRow).where(ChatMessageRow.person == person).order_by(ChatMessageRow.at))
    return {
        "seats": [
            {"table": table.id, "ruleset": table.ruleset, "seat": seat.seat, "name": seat.name, "made": table.made}
            for seat, table in seats
        ],
        "chat": [{"table": one.table_id, "text": one.text, "at": one.at} for one in chat],
    }


def _forget(session: Session, person: str) -> None:
    """In a write. The records of games that are in memory say the name until they are put away."""
    seats = session.execute(select(SeatRow.table_id, SeatRow.seat).where(SeatRow.person == person)).all()
    for table, seat in seats:
        for event in session.scalars(
            select(TableEventRow).where(TableEventRow.table_id == table, TableEventRow.kind == "begin")
        ):
            data = orjson.loads(event.data)
            data["players"][seat] = NOBODY
            event.data = orjson.dumps(data).decode()
    session.execute(update(SeatRow).where(SeatRow.person == person).values(name=NOBODY))
    session.execute(update(ChatMessageRow).where(ChatMessageRow.person == person).values(name=NOBODY))


TABLES_DATA = PersonalData("tables", _tell, _forget)

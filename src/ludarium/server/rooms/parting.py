"""What tables keep about a person: told to them on request, and without a name once they have left."""

import orjson
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from ludarium.server.people.people import Keeper
from ludarium.server.rooms.models import DeedRow, RemarkRow, SeatRow, TableRow

NOBODY = "?"  # in every language


def _tell(session: Session, person: str) -> object:
    seats = session.execute(
        select(SeatRow, TableRow)
        .join(TableRow, TableRow.id == SeatRow.game)
        .where(SeatRow.person == person)
        .order_by(TableRow.made, SeatRow.seat)
    )
    remarks = session.scalars(select(RemarkRow).where(RemarkRow.person == person).order_by(RemarkRow.at))
    return {
        "seats": [
            {"table": table.id, "ruleset": table.ruleset, "seat": seat.seat, "name": seat.name, "made": table.made}
            for seat, table in seats
        ],
        "remarks": [{"table": one.game, "text": one.text, "at": one.at} for one in remarks],
    }


def _forget(session: Session, person: str) -> None:
    """In a write. The records of games that are in memory say the name until they are put away."""
    seats = session.execute(select(SeatRow.game, SeatRow.seat).where(SeatRow.person == person)).all()
    for game, seat in seats:
        for deed in session.scalars(select(DeedRow).where(DeedRow.game == game, DeedRow.kind == "begin")):
            data = orjson.loads(deed.data)
            data["players"][seat] = NOBODY
            deed.data = orjson.dumps(data).decode()
    session.execute(update(SeatRow).where(SeatRow.person == person).values(name=NOBODY))
    session.execute(update(RemarkRow).where(RemarkRow.person == person).values(name=NOBODY))


KEEPER = Keeper("tables", _tell, _forget)

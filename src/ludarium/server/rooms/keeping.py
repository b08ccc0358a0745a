"""Tables in the database: written deed by deed, read back as they were. All of this runs within a ``Session``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import orjson
from sqlalchemy import ColumnElement, Table, and_, insert, select, update
from sqlalchemy.orm import Session, aliased

from ludarium.core.game import find_ruleset
from ludarium.server import wire
from ludarium.server.rooms.models import DeedRow, RemarkRow, SeatRow, TableRow
from ludarium.server.rooms.play import Play
from ludarium.server.rooms.terms import Deed, DeedKind, Sitter, Terms
from ludarium.table.clock import Kind, Pace

MOST_REMARKS = 200  # that somebody who comes late is told

_ADD_DEED = insert(cast(Table, DeedRow.__table__))  # not the row's class, and made once: this is done at every step


@dataclass
class Kept:
    """A table as it was kept."""

    play: Play
    rematch: str
    counted: bool
    remarks: list[wire.Remark]
    ratings: dict[str, float] = field(default_factory=dict)  # by person


def load(session: Session, id_: str) -> Kept | None:
    """The table with that id, all its deeds done again; nothing if there is none."""
    row = session.get(TableRow, id_)
    if row is None:
        return None
    seats = session.scalars(select(SeatRow).where(SeatRow.game == id_).order_by(SeatRow.seat))
    play = Play(terms_of(row), [sitter_of(seat) for seat in seats])
    deeds = session.execute(
        select(DeedRow.kind, DeedRow.seat, DeedRow.data, DeedRow.at).where(DeedRow.game == id_).order_by(DeedRow.number)
    )
    for kind, seat, data, at in deeds:
        play.do(Deed(cast(DeedKind, kind), seat, orjson.loads(data), at))
    newest = select(RemarkRow).where(RemarkRow.game == id_).order_by(RemarkRow.number.desc()).limit(MOST_REMARKS)
    remarks = [wire.Remark(one.number, one.name, one.seat, one.text, one.at) for one in session.scalars(newest)]
    return Kept(play, row.rematch, row.counted, remarks[::-1])


def terms_of(row: TableRow) -> Terms:
    return Terms(
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


def sitter_of(row: SeatRow) -> Sitter:
    return Sitter(cast(wire.Company, row.company), row.person, row.name, row.level)


def add_table(session: Session, play: Play, begun: Deed | None) -> None:
    """Keep a new table with its seats, and that it has begun."""
    terms = play.terms
    session.add(
        TableRow(
            id=terms.id,
            ruleset=terms.ruleset.name,
            options=orjson.dumps(dict(terms.options)).decode(),
            seed=terms.seed,
            secret=terms.secret,
            owner=terms.owner,
            visibility=terms.visibility,
            clock=terms.pace.kind,
            base=terms.pace.base,
            increment=terms.pace.increment,
            lots=terms.lots,
            rated=terms.rated,
            series=terms.series,
            chat=terms.chat,
            made=terms.made,
            rematch="",
            counted=False,
            changed=terms.made,
            **standing(play),
        )
    )
    session.flush()
    for seat, sitter in enumerate(play.sitters):
        session.execute(insert(SeatRow), _seat_values(terms.id, seat, sitter))
    if begun is not None:
        add_deed(session, deed_values(play, begun))


def write_seats(session: Session, id_: str, sitters: Sequence[Sitter], seats: Iterable[int], now: int) -> None:
    """Somebody sat down or left."""
    for seat in seats:
        where = (SeatRow.game == id_, SeatRow.seat == seat)
        session.execute(update(SeatRow).where(*where).values(_seat_values(id_, seat, sitters[seat])))
    session.execute(update(TableRow).where(TableRow.id == id_).values(changed=now))


def _seat_values(id_: str, seat: int, sitter: Sitter) -> dict[str, Any]:
    return {
        "game": id_,
        "seat": seat,
        "company": sitter.company,
        "person": sitter.person,
        "name": sitter.name,
        "level": sitter.level,
    }


def deed_values(play: Play, deed: Deed, noticed: bool = True) -> dict[str, Any]:
    """The row of a deed that has just been done."""
    return {
        "game": play.terms.id,
        "number": play.deeds,
        "kind": deed.kind,
        "seat": deed.seat,
        "data": orjson.dumps(deed.data).decode(),
        "at": deed.at,
        "acts": play.seat,
        "due": play.clock.due,
        "noticed": noticed,
    }


def add_deed(session: Session, values: dict[str, Any]) -> None:
    session.connection().execute(_ADD_DEED, values)


def is_last_deed(noticed: bool = False) -> ColumnElement[bool]:
    """Joins each table with its last deed, or with the last one that everybody may know of."""
    other = aliased(DeedRow)
    newest = select(other.number).where(other.game == TableRow.id).order_by(other.number.desc()).limit(1)
    if noticed:
        newest = newest.where(other.noticed)
    return and_(DeedRow.game == TableRow.id, DeedRow.number == newest.correlate(TableRow).scalar_subquery())


def standing(play: Play) -> dict[str, str]:
    """How a table stands, for lists."""
    outcome = play.outcome
    return {
        "phase": "playing" if play.phase == "over" and not play.finished else play.phase,
        "ending": orjson.dumps(outcome.as_json()).decode() if outcome else "",
    }


def write_standing(session: Session, id_: str, values: dict[str, str], now: int) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(changed=now, **values))


def write_counted(session: Session, id_: str) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(counted=True))


def write_rematch(session: Session, id_: str, rematch: str) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(rematch=rematch))


def add_remark(session: Session, id_: str, person: str, remark: wire.Remark) -> None:
    values = {
        "game": id_,
        "number": remark.number,
        "person": person,
        "name": remark.name,
        "seat": remark.seat,
        "text": remark.text,
        "at": remark.at,
    }
    session.execute(insert(RemarkRow), values)

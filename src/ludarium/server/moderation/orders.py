"""What moderators and administrators do: written to the audit log and, where a running server has to notice it, given
as an order, which the server finds within seconds. All functions run within a ``Session`` that writes.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import orjson
import sqlalchemy as sa
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from ludarium.server.errors import ModerationError
from ludarium.server.moderation.models import AuditRow, OrderRow, ReportRow
from ludarium.server.people import people, sanctions
from ludarium.server.people.models import LONGEST_WHY, AccountRow, ModeratorRow, PersonRow
from ludarium.server.people.names import fold, read_name
from ludarium.server.people.people import PersonalData
from ludarium.server.people.sanctions import DAY, FOR_GOOD, SanctionKind, moment, until_after
from ludarium.server.people.sessions import Sessions
from ludarium.server.rooms import storage
from ludarium.server.rooms.storage import CLOSED, TableRow
from ludarium.server.store import now

OrderKind = Literal["ban", "logout", "rename", "close", "remove", "prune"]
MOST_DAYS = 3650
_KEPT = DAY  # milliseconds for which an order is kept after it was carried out


@dataclass(frozen=True)
class Actor:
    """Who does something: a moderator, or (without an id) whoever runs the server, by the name that the system has."""

    id: str
    name: str


@dataclass(frozen=True)
class Order:
    """``data`` is what it needs; once it is carried out, ``ended`` are the sessions that ended by it."""

    id: int
    kind: OrderKind
    target: str
    data: dict[str, Any]
    done: bool

    @property
    def ended(self) -> list[str]:
        return list(self.data.get("ended", []))


# --- who and which ----------------------------------------------------------------------------------------------------
def find_person(session: Session, called: str) -> PersonRow:
    """The person with that id, the account of that name, or the only guest of that name."""
    text = called.strip()
    row = session.get(PersonRow, text)
    if row is not None and row.name:
        return row
    account = session.scalar(select(AccountRow.person).where(AccountRow.folded == fold(text)))
    if account is not None:
        return session.get_one(PersonRow, account)
    guests = select(PersonRow).where(PersonRow.name == text, PersonRow.name != "")
    found = list(session.scalars(guests.order_by(PersonRow.created.desc()).limit(5)))
    if len(found) > 1:
        raise ModerationError("person_which", 409, called=text[:60], ids=[one.id for one in found])
    if not found:
        raise ModerationError("person_unknown", 404, called=text[:60])
    return found[0]


def find_table(session: Session, id_: str) -> TableRow:
    """The table with that id, which may be given as the address of its page."""
    row = session.get(TableRow, re.sub(r"^.*/t/|[/?#].*$", "", id_.strip())[: storage.ID_LENGTH])
    if row is None:
        raise ModerationError("table_unknown", 404, id=id_[:60])
    return row


# --- what can be done -------------------------------------------------------------------------------------------------
def sanction(session: Session, by: Actor, person: PersonRow, kind: SanctionKind, days: int, why: str) -> int:
    """Ban or mute somebody for some days (0: for good). The number of an order, or 0 where nobody need notice it."""
    until = until_after(days)
    detail = moment(until) if until != FOR_GOOD else ""
    note(session, by, kind, person.id, person.name, detail, why)
    if kind == "mute":
        sanctions.impose(session, person.id, kind, until, why)
        return 0
    return _give(session, "ban", person.id, until=until, why=why)


def lift(session: Session, by: Actor, person: PersonRow, kind: SanctionKind, why: str) -> int:
    if sanctions.find(session, person.id, kind) is None:
        raise ModerationError(f"not_{kind}", 409, called=person.name)
    sanctions.lift(session, person.id, kind)
    note(session, by, f"un{kind}", person.id, person.name, "", why)
    return 0


def rename(session: Session, by: Actor, person: PersonRow, name: str, why: str) -> int:
    name = read_name(name)
    people.refuse_taken(session, name, person.id)
    note(session, by, "rename", person.id, person.name, name, why)
    return _give(session, "rename", person.id, name=name)


def log_out(session: Session, by: Actor, person: PersonRow, why: str) -> int:
    note(session, by, "logout", person.id, person.name, "", why)
    return _give(session, "logout", person.id)


def remove(session: Session, by: Actor, person: PersonRow, why: str) -> int:
    note(session, by, "remove", person.id, person.name, "", why)
    return _give(session, "remove", person.id)


def close_table(session: Session, by: Actor, table: TableRow, why: str) -> int:
    if table.phase in ("over", CLOSED):
        raise ModerationError("table_over", 409, id=table.id)
    note(session, by, "close", table.id, "", table.ruleset, why)
    return _give(session, "close", table.id)


def appoint(session: Session, by: Actor, person: PersonRow, on: bool, why: str) -> int:
    """Make somebody with an account a moderator, or no longer."""
    if on and session.get(AccountRow, person.id) is None:
        raise ModerationError("moderator_guest", 409, called=person.name)
    if on:
        session.merge(ModeratorRow(person=person.id, since=now()))
    else:
        session.execute(delete(ModeratorRow).where(ModeratorRow.person == person.id))
    note(session, by, "moderator_on" if on else "moderator_off", person.id, person.name, "", why)
    return 0


def close_report(session: Session, by: Actor, number: int, why: str) -> int:
    report = session.get(ReportRow, number)
    if report is None or report.closed:
        raise ModerationError("report_unknown", 404, number=number)
    report.closed = now()
    person = session.get(PersonRow, report.reported)
    note(session, by, "report", str(number), person.name if person else "", "", why)
    return 0


def pruned(session: Session, by: Actor, detail: str) -> int:
    """Tables were closed and deleted (``upkeep``)."""
    note(session, by, "prune", detail=detail)
    return _give(session, "prune", "")


def note(
    session: Session, by: Actor, what: str, whom: str = "", name: str = "", detail: str = "", why: str = ""
) -> None:
    """Write something to the audit log: who did what to whom."""
    texts = {"detail": detail[:200], "why": why[:LONGEST_WHY]}
    session.add(AuditRow(at=now(), moderator=by.id, by=by.name[:40], what=what, whom=whom, name=name[:40], **texts))


def audit_log(session: Session, most: int, whom: str = "") -> list[AuditRow]:
    """The latest entries, of one person or table or of all; the latest first."""
    found = select(AuditRow).order_by(AuditRow.id.desc()).limit(most)
    return list(session.scalars(found.where(AuditRow.whom == whom) if whom else found))


# --- orders -----------------------------------------------------------------------------------------------------------
def _give(session: Session, kind: OrderKind, target: str, **data: object) -> int:
    row = OrderRow(kind=kind, target=target, data=orjson.dumps(data).decode(), given=now(), done=0)
    session.add(row)
    session.flush()
    return row.id


def read_order(session: Session, number: int) -> Order | None:
    found = session.execute(sa.select(OrderRow).where(OrderRow.id == number)).scalar_one_or_none()
    return None if found is None else _order_of(found)


def _order_of(row: OrderRow) -> Order:
    kind: Any = row.kind
    return Order(row.id, kind, row.target, orjson.loads(row.data), row.done > 0)


def orders_after(session: Session, number: int) -> list[Order]:
    return [
        _order_of(row) for row in session.scalars(select(OrderRow).where(OrderRow.id > number).order_by(OrderRow.id))
    ]


def waiting_orders(session: Session) -> list[Order]:
    return [_order_of(row) for row in session.scalars(select(OrderRow).where(OrderRow.done == 0).order_by(OrderRow.id))]


def carry_out(session: Session, number: int, personal_data: Iterable[PersonalData]) -> Order | None:
    """Do in the database what was ordered, unless it is done already; the order as it is then."""
    unclaimed = (OrderRow.id == number, OrderRow.done == 0)
    claimed = session.scalars(update(OrderRow).where(*unclaimed).values(done=now()).returning(OrderRow.id)).all()
    order = read_order(session, number)
    if order is None or not claimed:
        return order
    ended = _DEEDS[order.kind](session, order, personal_data)
    _keep(session, order, ended=ended)
    return read_order(session, number)


def give_up(session: Session, number: int) -> None:
    """An order that cannot be carried out must not keep the others waiting."""
    order = read_order(session, number)
    if order is not None:
        session.execute(update(OrderRow).where(OrderRow.id == number).values(done=now()))
        _keep(session, order, failed=True)


def note_noticed(session: Session, number: int) -> None:
    """A running server has done its part, too: whoever waits for it can go on."""
    order = read_order(session, number)
    if order is not None:
        _keep(session, order, noticed=True)


def _keep(session: Session, order: Order, **result: object) -> None:
    data = orjson.dumps(order.data | result).decode()
    session.execute(update(OrderRow).where(OrderRow.id == order.id).values(data=data))


def _ban(session: Session, order: Order, _: Iterable[PersonalData]) -> list[str]:
    sanctions.impose(session, order.target, "ban", order.data["until"], order.data["why"])
    return Sessions.end_all(session, order.target)


def _log_out(session: Session, order: Order, _: Iterable[PersonalData]) -> list[str]:
    return Sessions.end_all(session, order.target)


def _rename(session: Session, order: Order, _: Iterable[PersonalData]) -> list[str]:
    people.rename(session, order.target, order.data["name"])
    storage.rename(session, order.target, order.data["name"])
    return []


def _close(session: Session, order: Order, _: Iterable[PersonalData]) -> list[str]:
    storage.close_table(session, order.target)
    return []


def _prune(_session: Session, _order: Order, _: Iterable[PersonalData]) -> list[str]:
    """Done already, in many small writes: a running server only has to notice."""
    return []


def _remove(session: Session, order: Order, personal_data: Iterable[PersonalData]) -> list[str]:
    people.erase(session, order.target, personal_data)
    return Sessions.end_all(session, order.target)


_DEEDS: dict[OrderKind, Callable[[Session, Order, Iterable[PersonalData]], list[str]]] = {
    "ban": _ban,
    "logout": _log_out,
    "rename": _rename,
    "close": _close,
    "remove": _remove,
    "prune": _prune,
}


def tidy(session: Session, audit_days: int) -> None:
    """What time deletes: entries of the audit log, orders that were carried out, bans and mutes that have run out."""
    session.execute(delete(AuditRow).where(AuditRow.at < now() - audit_days * DAY))
    session.execute(delete(OrderRow).where(OrderRow.done > 0, OrderRow.done < now() - _KEPT))
    sanctions.sweep(session)

"""Tables in the database: written event by event, read back as they were. Times are milliseconds since 1970.

A table is its row, its seats and its events: the events applied again in their order give the table as it stands.
What rows say beyond that follows from them, and is there for lists. What changes with every step is in the rows of the
events, so that a step is one row. All functions here run within a ``Session``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, cast

import orjson
import sqlalchemy as sa
from sqlalchemy import and_, insert, select, update
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from ludarium import __version__
from ludarium.core.game import find_ruleset
from ludarium.players.levels import is_person
from ludarium.server import wire
from ludarium.server.people import ratings
from ludarium.server.people.models import AccountRow, PersonRow
from ludarium.server.people.people import PersonalData
from ludarium.server.people.vacations import vacations_of
from ludarium.server.processes import changes
from ludarium.server.rooms import archive_storage
from ludarium.server.rooms.about_people import MOST_RATED_TOGETHER, AboutPeople
from ludarium.server.rooms.archive_storage import ArchiveRow, Stored
from ludarium.server.rooms.challenge_storage import kept_seat
from ludarium.server.rooms.plan_storage import PlannedLineRow, lines_of
from ludarium.server.rooms.plans import PlannedLine
from ludarium.server.rooms.play import Course, Occupant, Play, TableEvent, TableEventKind, TableSetup
from ludarium.server.store import Base, connection_of
from ludarium.table.clock import Kind, Pace

CLOSED = "closed"  # the phase of a table that nobody can open any more
NOBODY = "?"  # the name of somebody who deleted their account, in every language
MOST_CHAT_MESSAGES = 200  # that somebody who comes late is told
ID_LENGTH = 16
_DAY = 86_400_000
_PERSON_LENGTH = 12
NO_PAGES: Mapping[str, str] = {}  # where names need not be those of an account
# What a table's row has under the same names as its setup.
_PLAIN = ("id", "seed", "secret", "owner", "visibility", "lots", "rated", "series", "chat", "made")


# --- rows -------------------------------------------------------------------------------------------------------------
class TableRow(Base):
    __tablename__ = "game_table"

    # Its setup, which does not change.
    id: Mapped[str] = mapped_column(sa.String(ID_LENGTH), primary_key=True)
    ruleset: Mapped[str] = mapped_column(sa.String(60))
    options: Mapped[str] = mapped_column(sa.Text)  # JSON
    seed: Mapped[int] = mapped_column(sa.BigInteger)
    secret: Mapped[str] = mapped_column(sa.String(64))  # what the salts of the record are made from
    owner: Mapped[str] = mapped_column(sa.String(_PERSON_LENGTH), index=True)
    visibility: Mapped[str] = mapped_column(sa.String(10))
    clock: Mapped[str] = mapped_column(sa.String(10))
    base: Mapped[int] = mapped_column(sa.BigInteger)
    increment: Mapped[int] = mapped_column(sa.BigInteger)
    lots: Mapped[bool]
    rated: Mapped[bool]
    series: Mapped[bool]
    chat: Mapped[bool]
    made: Mapped[int] = mapped_column(sa.BigInteger)
    course: Mapped[str | None] = mapped_column(sa.Text)  # JSON; nothing where its games follow each other as usual
    # What follows from its events.
    phase: Mapped[str] = mapped_column(sa.String(10))
    changed: Mapped[int] = mapped_column(sa.BigInteger)  # when it was made, a seat taken or left, its phase changed
    outcome: Mapped[str] = mapped_column(sa.Text)  # JSON, empty while there is none
    rematch: Mapped[str] = mapped_column(sa.String(ID_LENGTH))
    counted: Mapped[bool]  # whether its result is in the ratings
    rules_version: Mapped[str | None] = mapped_column(sa.String(40))  # under which it began; nothing: not known

    __table_args__ = (
        sa.Index("ix_game_table_phase_clock", "phase", "clock"),
        sa.Index("ix_game_table_lobby", "visibility", "phase", "changed"),
        sa.Index("ix_game_table_phase_changed", "phase", "changed"),
    )


class SeatRow(Base):
    __tablename__ = "table_seat"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    occupant: Mapped[str] = mapped_column(sa.String(10))
    person: Mapped[str] = mapped_column(sa.String(_PERSON_LENGTH), index=True)
    name: Mapped[str] = mapped_column(sa.String(40))
    level: Mapped[int]
    result: Mapped[str | None] = mapped_column(sa.String(5))  # won, drawn or lost; nothing until it is over


class RemovedRow(Base):
    """Somebody whom the owner removed from a seat, and who cannot sit down at this table again."""

    __tablename__ = "table_removed"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    person: Mapped[str] = mapped_column(sa.String(_PERSON_LENGTH), primary_key=True)


class TableEventRow(Base):
    __tablename__ = "table_event"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(10))
    seat: Mapped[int]
    data: Mapped[str] = mapped_column(sa.Text)  # JSON
    at: Mapped[int] = mapped_column(sa.BigInteger)
    # What follows from it and all before it.
    acts: Mapped[int]  # the seat to act next; -1: nobody
    due: Mapped[int | None] = mapped_column(sa.BigInteger)  # when the running clock will be used up
    noticed: Mapped[bool]  # whether everybody may know that something happened


class ChatMessageRow(Base):
    __tablename__ = "chat_message"

    table_id: Mapped[str] = mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(sa.String(_PERSON_LENGTH), index=True)
    name: Mapped[str] = mapped_column(sa.String(40))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(sa.String(500))
    at: Mapped[int] = mapped_column(sa.BigInteger, index=True)


class BeatRow(Base):
    """One row: when the server was last known to be at work, so that clocks can leave out the time it was not."""

    __tablename__ = "heartbeat"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(sa.BigInteger)


@lru_cache
def _insert_event(dialect: sa.Dialect) -> tuple[str, tuple[str, ...]]:
    """The statement that adds an event as a driver takes it, and the order of its values: it is run at every step."""
    compiled = insert(cast(sa.Table, TableEventRow.__table__)).compile(dialect=dialect)
    return str(compiled), tuple(getattr(compiled, "positiontup", None) or ())


# --- reading ----------------------------------------------------------------------------------------------------------
@dataclass
class StoredTable:
    """A table as the database has it."""

    play: Play
    rematch: str
    counted: bool
    chat: list[wire.ChatMessage]
    about: AboutPeople
    lines: list[PlannedLine]  # of all seats
    closed: bool = False
    kept: wire.KeptSeat | None = None  # for somebody who was challenged


def load(session: Session, id_: str, now: int) -> StoredTable | None:
    """The table with that id, with all its events applied again; nothing if there is none."""
    row = session.get(TableRow, id_)
    if row is None:
        return None
    seats = list(session.scalars(select(SeatRow).where(SeatRow.table_id == id_).order_by(SeatRow.seat)))
    said = newest_chat(session, id_, MOST_CHAT_MESSAGES)
    pages = pages_of(session, [*(seat.person for seat in seats), *(one.person for one in said)])
    of_seats = NO_PAGES if row.visibility == "screen" else pages
    removed = session.scalars(select(RemovedRow.person).where(RemovedRow.table_id == id_))
    play = Play(_setup_of(row), [occupant_of(seat, of_seats) for seat in seats], removed)
    about = about_people(session, play, row.changed if row.outcome else now)
    play.rest(about.vacations)
    for _, event in stored_events(session, id_):
        play.apply(TableEvent(cast(TableEventKind, event.kind), event.seat, event.data, event.at))
    chat = [
        wire.ChatMessage(one.number, one.name, one.seat, one.text, one.at, one.person, pages.get(one.person, ""))
        for one in said
    ]
    lines, kept = lines_of(session, id_), kept_seat(session, id_)
    return StoredTable(play, row.rematch, row.counted, chat, about, lines, row.phase == CLOSED, kept)


def stored_events(session: Session, id_: str) -> list[tuple[int, Stored]]:
    """All events of a table with their numbers, from the archive and what came after that."""
    last, archived = archive_storage.events_of(session, id_)
    row = TableEventRow
    newer = select(row.number, row.kind, row.seat, row.data, row.at).where(row.table_id == id_, row.number > last)
    return [
        *enumerate(archived, last - len(archived) + 1),
        *(
            (number, Stored(kind, seat, orjson.loads(data), at))
            for number, kind, seat, data, at in session.execute(newer.order_by(row.number))
        ),
    ]


Mark = tuple[int, int, str, str]  # by which one sees that something happened at a table


def mark(session: Session, id_: str) -> Mark | None:
    """The number of the last event, and what lists know; nothing if there is no such table."""
    row = session.get(TableRow, id_)
    last = select(sa.func.max(TableEventRow.number)).where(TableEventRow.table_id == id_)
    archived = select(ArchiveRow.last).where(ArchiveRow.table_id == id_)
    number = session.scalar(last) or session.scalar(archived) or 0
    return None if row is None else (number, row.changed, row.phase, row.rematch)


def newest_chat(session: Session, id_: str, most: int) -> list[ChatMessageRow]:
    """The last messages, in their order."""
    newest = select(ChatMessageRow).where(ChatMessageRow.table_id == id_).order_by(ChatMessageRow.number.desc())
    return list(session.scalars(newest.limit(most)))[::-1]


def about_people(session: Session, play: Play, at: int) -> AboutPeople:
    """What a table has to know of its people, at the time of its end or now."""
    persons = [occupant.person for occupant in play.occupants if occupant.person]
    setup = play.setup
    return AboutPeople(
        ratings.means(session, setup.ruleset.name, persons),
        ratings.provisional(session, setup.ruleset.name, persons) if setup.rated else frozenset(),
        setup.rated and _have_met_often(session, setup.id, persons, at),
        vacations_of(session, persons) if setup.pace.kind == "days" else {},
    )


def _have_met_often(session: Session, id_: str, persons: Sequence[str], at: int) -> bool:
    """Whether two of these people have played so many games that changed ratings within the day before."""
    rows = session.execute(
        select(SeatRow.table_id, SeatRow.person)
        .join(TableRow, TableRow.id == SeatRow.table_id)
        .where(SeatRow.person.in_(persons), TableRow.counted, TableRow.id != id_)
        .where(TableRow.changed > at - _DAY, TableRow.changed <= at)
    )
    met: dict[str, list[str]] = {}
    for table, person in rows:
        met.setdefault(table, []).append(person)
    pairs = Counter(pair for people in met.values() for pair in combinations(sorted(people), 2))
    return any(count >= MOST_RATED_TOGETHER for count in pairs.values())


def rate(session: Session, play: Play, places: Sequence[Sequence[str]], at: int) -> None:
    """In a write: put the result of a table into the ratings, unless it is one too many between the same people."""
    persons = [person for place in places for person in place]
    if not _have_met_often(session, play.setup.id, persons, at):
        write_table(session, play.setup.id, counted=True)
        ratings.rate(session, play.setup.ruleset.name, places)


def put_off(session: Session, person: str, start: int, by: int) -> None:
    """In a write: the time of a person's turns of days is used up later than was thought, or (negative) earlier."""
    due = (
        select(TableEventRow)
        .join(TableRow, is_last_event())
        .join(SeatRow, and_(SeatRow.table_id == TableRow.id, SeatRow.seat == TableEventRow.acts))
        .where(SeatRow.person == person, TableRow.phase == "playing", TableRow.clock == "days")
        .where(TableEventRow.due > start)
    )
    for event in session.scalars(due):
        event.due = (event.due or 0) + by


def _setup_of(row: TableRow) -> TableSetup:
    return TableSetup(
        ruleset=find_ruleset(row.ruleset),
        options=orjson.loads(row.options),
        pace=Pace(cast(Kind, row.clock), row.base, row.increment),
        course=Course(**orjson.loads(row.course)) if row.course else Course(),
        **{name: getattr(row, name) for name in _PLAIN},
    )


def occupant_of(row: SeatRow, pages: Mapping[str, str] = NO_PAGES) -> Occupant:
    kind = cast(wire.OccupantKind, row.occupant)
    return Occupant(kind, row.person, row.name, row.level, pages.get(row.person, ""))


def pages_of(session: Session, persons: Iterable[str]) -> dict[str, str]:
    """The names under which those of some people who have accounts have their pages."""
    known = select(PersonRow.id, PersonRow.name).join(AccountRow, AccountRow.person == PersonRow.id)
    return {id_: name for id_, name in session.execute(known.where(PersonRow.id.in_(set(persons) - {""})))}


def is_last_event(noticed: bool = False) -> sa.ColumnElement[bool]:
    """Joins each table with its last event, or with the last one that everybody may know of."""
    other = aliased(TableEventRow)
    newest = select(other.number).where(other.table_id == TableRow.id).order_by(other.number.desc()).limit(1)
    number = (newest.where(other.noticed) if noticed else newest).correlate(TableRow).scalar_subquery()
    return and_(TableEventRow.table_id == TableRow.id, TableEventRow.number == number)


def unattended(session: Session, *wanted: sa.ColumnElement[bool]) -> list[str]:
    """Of these tables, those at which something has to happen without anybody asking: a computer's step for people, the
    end of a time, perhaps a planned answer.
    """
    # Between two games of computers alone, nobody acts.
    acts = sa.case((TableEventRow.acts < 0, 0), else_=TableEventRow.acts)
    timed = and_(TableEventRow.due.is_not(None), TableRow.clock != "days")
    line = PlannedLineRow
    planned = select(line).where(line.table_id == TableRow.id, line.seat == TableEventRow.acts).exists()
    other = aliased(SeatRow)
    people = select(other).where(other.table_id == TableRow.id, other.occupant == "person").exists()
    computer = and_(SeatRow.occupant == "computer", people)
    found = session.scalars(
        select(TableRow.id)
        .join(TableEventRow, is_last_event())
        .join(SeatRow, and_(SeatRow.table_id == TableRow.id, SeatRow.seat == acts))
        .where(TableRow.phase == "playing", sa.or_(computer, timed, planned), *wanted)
        .order_by(TableEventRow.at.desc())
    )
    return list(found)


def overdue(session: Session, now: int) -> list[str]:
    """The tables whose days for a turn have passed."""
    found = session.scalars(
        select(TableRow.id)
        .join(TableEventRow, is_last_event())
        .where(TableRow.phase == "playing", TableRow.clock == "days", TableEventRow.due <= now)
    )
    return list(found)


# --- writing ----------------------------------------------------------------------------------------------------------
def add_table(session: Session, play: Play, begun: TableEvent | None) -> None:
    """Store a new table with its seats and, if it has begun, the event of that."""
    setup = play.setup
    session.add(
        TableRow(
            ruleset=setup.ruleset.name,
            options=orjson.dumps(dict(setup.options)).decode(),
            clock=setup.pace.kind,
            base=setup.pace.base,
            increment=setup.pace.increment,
            course=None if setup.course == Course() else orjson.dumps(asdict(setup.course)).decode(),
            rematch="",
            counted=False,
            changed=setup.made,
            rules_version=__version__ if begun is not None else None,
            **{name: getattr(setup, name) for name in _PLAIN},
            **standing(play),
        )
    )
    session.flush()
    for seat, occupant in enumerate(play.occupants):
        session.execute(insert(SeatRow), _seat_values(setup.id, seat, occupant))
    if begun is not None:
        add_event(session, event_row(setup.id, play.event_count, begun, play.seat, play.clock.due))
    changes.tell(session, changes.TABLE, setup.id)


def write_seats(session: Session, id_: str, occupants: Sequence[Occupant], seats: Iterable[int], now: int) -> None:
    """Somebody sat down or left."""
    for seat in seats:
        where = (SeatRow.table_id == id_, SeatRow.seat == seat)
        session.execute(update(SeatRow).where(*where).values(_seat_values(id_, seat, occupants[seat])))
    write_table(session, id_, changed=now)


def _seat_values(id_: str, seat: int, occupant: Occupant) -> dict[str, Any]:
    known = asdict(occupant)
    del known["page"]  # which may change
    return {"table_id": id_, "seat": seat, "occupant": known.pop("kind"), **known}


def write_table(session: Session, id_: str, **values: object) -> None:
    session.execute(update(TableRow).where(TableRow.id == id_).values(values))
    changes.tell(session, changes.TABLE, id_)


def note_rules(session: Session, id_: str) -> None:
    """The game begins now, under the rules of this version."""
    write_table(session, id_, rules_version=__version__)


def close_table(session: Session, id_: str) -> None:
    """It ends without a result; one that is over already stays as it is."""
    session.execute(update(TableRow).where(TableRow.id == id_, TableRow.phase != "over").values(phase=CLOSED))


def note_removed(session: Session, id_: str, person: str) -> None:
    session.merge(RemovedRow(table_id=id_, person=person))


def write_results(session: Session, id_: str, winners: Sequence[int]) -> None:
    """It is over: what each seat has made of it, for counting."""
    result = sa.case((SeatRow.seat.in_(winners), "won"), else_="lost") if winners else "drawn"
    session.execute(update(SeatRow).where(SeatRow.table_id == id_).values(result=result))


def standing(play: Play) -> dict[str, str]:
    """How a table stands, for lists."""
    outcome = play.outcome
    return {
        "phase": "playing" if play.phase == "over" and not play.finished else play.phase,
        "outcome": orjson.dumps(outcome.as_json()).decode() if outcome else "",
    }


def event_row(
    id_: str, number: int, event: TableEvent, acts: int, due: int | None, noticed: bool = True
) -> dict[str, Any]:
    """``number`` counts the events of a table; ``acts`` and ``due`` are as they are after it."""
    told = {"kind": event.kind, "seat": event.seat, "data": orjson.dumps(event.data).decode(), "at": event.at}
    return {"table_id": id_, "number": number, **told, "acts": acts, "due": due, "noticed": noticed}


def add_event(session: Session, values: dict[str, Any]) -> None:
    connection = connection_of(session)
    statement, order = _insert_event(connection.dialect)
    cursor = connection.connection.cursor()
    cursor.execute(statement, [values[name] for name in order] if order else values)
    cursor.close()


def add_chat_message(session: Session, id_: str, message: wire.ChatMessage) -> None:
    said = asdict(message)
    del said["page"]  # which may change
    session.execute(insert(ChatMessageRow), {"table_id": id_, **said})


def latest_said(session: Session, person: str, since: int, most: int) -> list[int]:
    """When somebody said something since then, at any table; the last ones, the latest first."""
    row = ChatMessageRow
    return list(
        session.scalars(select(row.at).where(row.person == person, row.at > since).order_by(row.at.desc()).limit(most))
    )


def abandoned(session: Session, before: int) -> list[str]:
    """The tables that have waited for players since then."""
    waits = (TableRow.phase == "waiting", TableRow.changed < before)
    return list(session.scalars(select(TableRow.id).where(*waits).order_by(TableRow.changed)))


def not_open(session: Session, ids: Sequence[str]) -> list[str]:
    """Which of these tables are closed, or not there any more."""
    there = set(session.scalars(select(TableRow.id).where(TableRow.id.in_(ids), TableRow.phase != CLOSED)))
    return [id_ for id_ in ids if id_ not in there]


def beat(session: Session, now: int) -> None:
    """Note that the server is at work."""
    session.execute(update(BeatRow).values(at=now))


def leave_out_downtime(session: Session, now: int) -> None:
    """Nobody is charged for the time since the server was last at work."""
    since = begin_to_beat(session, now)
    if since < now:
        _leave_out(session, since, now)
        beat(session, now)


def begin_to_beat(session: Session, now: int) -> int:
    """When the server was last at work; now, if never."""
    last_beat = session.get(BeatRow, 1)
    if last_beat is None:
        last_beat = BeatRow(id=1, at=now)
        session.add(last_beat)
    return last_beat.at


def leave_out_of(session: Session, id_: str, since: int, now: int) -> None:
    """The same at one table, whose process was last at work then; 0: as far as anybody knows."""
    _leave_out(session, since or begin_to_beat(session, now), now, TableRow.id == id_)


def _leave_out(session: Session, since: int, now: int, *wanted: sa.ColumnElement[bool]) -> None:
    running = session.execute(
        select(TableRow.id, TableEventRow)
        .join(TableEventRow, is_last_event())
        .where(TableRow.phase == "playing", TableRow.clock != "days", TableEventRow.due.is_not(None), *wanted)
    )
    for id_, last in running.all():
        start = max(since, last.at)
        event = TableEvent("down", -1, {"from": start, "to": now}, now)
        due = (last.due or 0) + max(0, now - start)
        add_event(session, event_row(id_, last.number + 1, event, last.acts, due, noticed=False))


# --- a person's data: exported on request, made nameless when the account is deleted ----------------------------------
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
        "owned": list(session.scalars(select(TableRow.id).where(TableRow.owner == person).order_by(TableRow.made))),
        "chat": [{"table": one.table_id, "text": one.text, "at": one.at} for one in chat],
    }


def _forget(session: Session, person: str) -> None:
    """In a write. Seats stay without name and id, so that nobody can tell whose they were, or that two were of one
    person; and what was said stays without whoever said it.
    """
    rename(session, person, NOBODY)
    for kind in (SeatRow, ChatMessageRow):
        session.execute(update(kind).where(kind.person == person).values(person=""))
    session.execute(update(TableRow).where(TableRow.owner == person).values(owner=NOBODY))


def rename(session: Session, person: str, name: str) -> None:
    """In a write: at all tables, somebody is called like this."""
    seats = session.execute(select(SeatRow.table_id, SeatRow.seat).where(SeatRow.person == person)).all()
    ended = (TableRow.id.in_([table for table, _ in seats]), TableRow.phase.in_(("over", CLOSED)))
    tables = select(TableRow.id).where(*ended).order_by(TableRow.id)
    session.execute(tables.with_for_update()).all()  # what is being put into the archive is there afterwards
    recorded = name if is_person(name) else f'"{name}"'
    for table, seat in seats:
        archive_storage.rename(session, table, seat, recorded)
        begun = select(TableEventRow).where(TableEventRow.table_id == table, TableEventRow.kind == "begin")
        for event in session.scalars(begun):
            data = orjson.loads(event.data)
            data["players"][seat] = recorded
            event.data = orjson.dumps(data).decode()
    session.execute(update(SeatRow).where(SeatRow.person == person).values(name=name))
    session.execute(update(ChatMessageRow).where(ChatMessageRow.person == person).values(name=name))


TABLES_DATA = PersonalData("tables", _tell, _forget)

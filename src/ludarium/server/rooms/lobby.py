"""Tables in lists: what is being played, and a person's own games."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import orjson
from sqlalchemy import ColumnElement, case, select
from sqlalchemy.orm import Session

from ludarium.core.game import Outcome, find_ruleset, rulesets
from ludarium.server import pictures, wire
from ludarium.server.errors import RoomError
from ludarium.server.people import ratings
from ludarium.server.rooms import games, messages
from ludarium.server.rooms.about_people import AboutPeople
from ludarium.server.rooms.messages import Presence
from ludarium.server.rooms.play import Occupant
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.rooms.storage import (
    CLOSED,
    NO_PAGES,
    SeatRow,
    TableEventRow,
    TableRow,
    is_last_event,
    occupant_of,
    pages_of,
)
from ludarium.server.visitor import Visitor

MOST = 100  # tables in a list
FRESH = 24 * 3600 * 1000  # milliseconds for which a table without players stays in the lobby
IN_LOBBY = ("waiting", "playing")  # phases


# When something happened at a table that everybody may know of.
_CHANGED: ColumnElement[int] = case((TableEventRow.at > TableRow.changed, TableEventRow.at), else_=TableRow.changed)


class FoundTable(NamedTuple):
    row: TableRow
    acts: int  # the seat to act; -1: nobody
    changed: int
    occupants: list[Occupant]
    about: AboutPeople


def open_tables(session: Session, since: int) -> list[tuple[str, str, int]]:
    """The tables that are open to everybody and at which something happened since then: id, phase, and when."""
    found = session.execute(
        select(TableRow.id, TableRow.phase, _CHANGED)
        .outerjoin(TableEventRow, is_last_event(noticed=True))
        .where(TableRow.visibility == "lobby", TableRow.phase.in_(IN_LOBBY), since < _CHANGED)
    )
    return [(id_, phase, changed) for id_, phase, changed in found]


async def own_tables(rooms: Rooms, who: Visitor) -> list[wire.TableCard]:
    seated = select(SeatRow.table_id).where(SeatRow.person == who.id)
    wanted = (TableRow.id.in_(seated), TableRow.phase != CLOSED)
    return await _cards(rooms, who, wanted, case((TableRow.phase == "over", 1), else_=0))


async def cards_of(rooms: Rooms, who: Visitor, tables: Sequence[str]) -> list[wire.TableCard]:
    """Some tables, in this order; not those of a game that is missing today."""
    found = {card.id: card for card in await _cards(rooms, who, [TableRow.id.in_(tables)])} if tables else {}
    return [found[id_] for id_ in tables if id_ in found]


async def table_card(rooms: Rooms, who: Visitor, id_: str) -> wire.TableCard:
    found = await _cards(rooms, who, [TableRow.id == id_])
    if not found:
        raise RoomError("table_unknown", 404)
    if found[0].phase == CLOSED:
        await rooms.look(id_, back=True)  # refused where there is nothing to look back at
    return found[0]


async def _cards(
    rooms: Rooms, who: Visitor, wanted: Iterable[ColumnElement[bool]], *first: ColumnElement[int]
) -> list[wire.TableCard]:
    found = await rooms.store.read(lambda session: _look_up(session, wanted, *first))
    return [card(who, one, presence(rooms, one), _clock(rooms, one)) for one in found]


def found_tables(session: Session, ids: Sequence[str]) -> list[FoundTable]:
    """These tables, in this order."""
    found = {one.row.id: one for one in _look_up(session, [TableRow.id.in_(ids)])}
    return [found[id_] for id_ in ids if id_ in found]


def _look_up(session: Session, wanted: Iterable[ColumnElement[bool]], *first: ColumnElement[int]) -> list[FoundTable]:
    known = [ruleset.name for ruleset in rulesets()]  # a game from outside may be missing today
    rows = session.execute(
        select(TableRow, TableEventRow.acts, _CHANGED)
        .outerjoin(TableEventRow, is_last_event(noticed=True))
        .where(*wanted, TableRow.ruleset.in_(known))
        .order_by(*first, _CHANGED.desc())
        .limit(MOST)
    ).all()
    seats: dict[str, list[Occupant]] = {row.id: [] for row, _, _ in rows}
    taken = list(session.scalars(select(SeatRow).where(SeatRow.table_id.in_(seats)).order_by(SeatRow.seat)))
    screens = {row.id for row, _, _ in rows if row.visibility == "screen"}
    pages = pages_of(session, {seat.person for seat in taken if seat.table_id not in screens})
    for seat in taken:
        seats[seat.table_id].append(occupant_of(seat, NO_PAGES if seat.table_id in screens else pages))
    found = []
    for row, acts, changed in rows:
        persons = [occupant.person for occupant in seats[row.id] if occupant.person]
        about = AboutPeople()
        if row.rated and persons:
            rated = (session, row.ruleset, persons)
            about = AboutPeople(ratings.means(*rated), ratings.provisional(*rated))
        found.append(FoundTable(row, -1 if acts is None else acts, changed, seats[row.id], about))
    return found


def presence(rooms: Rooms, found: FoundTable) -> Presence:
    """Who is at a table, whichever process has it."""
    room, there = rooms.in_memory.get(found.row.id), rooms.elsewhere.at(found.row.id)
    if room is not None:
        return room.presence()
    return Presence(there.persons, there.spectators, found.about, found.row.rematch)


def _clock(rooms: Rooms, found: FoundTable) -> wire.Clock:
    room = rooms.in_memory.get(found.row.id)
    return still_clock(found) if room is None else messages.clock(room.play, rooms.now())


def still_clock(found: FoundTable) -> wire.Clock:
    """As it was set: for lists that are sent when something happens, not when time passes."""
    row = found.row
    left = [row.base] * len(found.occupants)
    return wire.Clock(cast(wire.ClockKind, row.clock), row.base, row.increment, -1, left)


def card(who: Visitor, found: FoundTable, presence: Presence, clock: wire.Clock) -> wire.TableCard:
    row, occupants = found.row, found.occupants
    game = find_ruleset(row.ruleset).game
    ended = orjson.loads(row.outcome) if row.outcome else None
    outcome = ended and Outcome(tuple(ended["winners"]), ended["reason"], ended["clause"])
    return wire.TableCard(
        id=row.id,
        game=game.name,
        ruleset=row.ruleset,
        title=games.title(game, who.locale),
        phase=cast(wire.Phase, row.phase),
        hidden_information=game.hidden_information,
        visibility=cast(wire.Visibility, row.visibility),
        seats=messages.seat_infos(game, occupants, who.id, presence, who.locale),
        clock=clock,
        rated=row.rated,
        your_turn=bool(who.id) and 0 <= found.acts < len(occupants) and occupants[found.acts].person == who.id,
        changed=found.changed,
        outcome=pictures.outcome_told(game, outcome, who.locale) if outcome else None,
    )

"""Tables in lists: what is being played, and a person's own games."""

from collections.abc import Iterable
from typing import NamedTuple, cast

import orjson
from sqlalchemy import ColumnElement, case, select
from sqlalchemy.orm import Session

from ludarium.core.game import Outcome, find_ruleset, rulesets
from ludarium.server import pictures, wire
from ludarium.server.errors import RoomError
from ludarium.server.people import ratings
from ludarium.server.rooms import games, messages
from ludarium.server.rooms.messages import Presence
from ludarium.server.rooms.play import Occupant
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.rooms.storage import SeatRow, TableEventRow, TableRow, is_last_event, occupant_of
from ludarium.server.visitor import Visitor

_MOST = 100  # tables in a list
_FRESH = 12 * 3600 * 1000  # milliseconds for which a table without players stays in the lobby


# When something happened at a table that everybody may know of.
_CHANGED: ColumnElement[int] = case((TableEventRow.at > TableRow.changed, TableEventRow.at), else_=TableRow.changed)


class _Found(NamedTuple):
    row: TableRow
    acts: int  # the seat to act; -1: nobody
    changed: int
    occupants: list[Occupant]
    ratings: dict[str, float]


async def lobby(rooms: Rooms, who: Visitor) -> list[wire.TableCard]:
    """Tables that are open to everybody: first those with an open seat, then games to watch."""
    wanted = (
        TableRow.visibility == "lobby",
        TableRow.phase.in_(("waiting", "playing")),
        rooms.now() - _FRESH < _CHANGED,
    )
    return await _cards(rooms, who, wanted, case((TableRow.phase == "waiting", 0), else_=1))


async def own_tables(rooms: Rooms, who: Visitor) -> list[wire.TableCard]:
    seated = select(SeatRow.table_id).where(SeatRow.person == who.id)
    return await _cards(rooms, who, [TableRow.id.in_(seated)])


async def table_card(rooms: Rooms, who: Visitor, id_: str) -> wire.TableCard:
    found = await _cards(rooms, who, [TableRow.id == id_])
    if not found:
        raise RoomError("table_unknown", 404)
    return found[0]


async def _cards(
    rooms: Rooms, who: Visitor, wanted: Iterable[ColumnElement[bool]], *first: ColumnElement[int]
) -> list[wire.TableCard]:
    def look_up(session: Session) -> list[_Found]:
        rows = session.execute(
            select(TableRow, TableEventRow.acts, _CHANGED)
            .outerjoin(TableEventRow, is_last_event(noticed=True))
            .where(*wanted)
            .order_by(*first, _CHANGED.desc())
            .limit(_MOST)
        ).all()
        seats: dict[str, list[Occupant]] = {row.id: [] for row, _, _ in rows}
        for seat in session.scalars(select(SeatRow).where(SeatRow.table_id.in_(seats)).order_by(SeatRow.seat)):
            seats[seat.table_id].append(occupant_of(seat))
        found = []
        for row, acts, changed in rows:
            persons = [occupant.person for occupant in seats[row.id] if occupant.person]
            means = ratings.means(session, row.ruleset, persons) if row.rated and persons else {}
            found.append(_Found(row, -1 if acts is None else acts, changed, seats[row.id], means))
        return found

    known = {ruleset.name for ruleset in rulesets()}  # a game from outside may be missing today
    return [_card(rooms, who, found) for found in await rooms.store.read(look_up) if found.row.ruleset in known]


def _card(rooms: Rooms, who: Visitor, found: _Found) -> wire.TableCard:
    row, occupants = found.row, found.occupants
    game, room = find_ruleset(row.ruleset).game, rooms.in_memory.get(row.id)
    if room is not None:
        presence, clock = room.presence(), messages.clock(room.play, rooms.now())
    else:
        presence = Presence(frozenset(), 0, found.ratings, row.rematch)
        left = [row.base] * len(occupants)
        clock = wire.Clock(cast(wire.ClockKind, row.clock), row.base, row.increment, -1, left)
    ended = orjson.loads(row.outcome) if row.outcome else None
    outcome = ended and Outcome(tuple(ended["winners"]), ended["reason"], ended["clause"])
    return wire.TableCard(
        id=row.id,
        game=game.name,
        ruleset=row.ruleset,
        title=games.title(game, who.locale),
        phase=cast(wire.Phase, row.phase),
        visibility=cast(wire.Visibility, row.visibility),
        seats=messages.seat_infos(game, occupants, who.id, presence, who.locale),
        clock=clock,
        rated=row.rated,
        your_turn=bool(who.id) and 0 <= found.acts < len(occupants) and occupants[found.acts].person == who.id,
        changed=found.changed,
        outcome=pictures.outcome_told(game, outcome, who.locale) if outcome else None,
    )

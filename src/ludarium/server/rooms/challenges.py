"""Challenging somebody: a private table at which a seat is kept for them."""

from sqlalchemy import and_, case, or_, select
from sqlalchemy.orm import Session

from ludarium.server import wire
from ludarium.server.errors import RoomError
from ludarium.server.people.company import ids_blocked_by
from ludarium.server.people.models import PersonRow
from ludarium.server.processes import changes
from ludarium.server.processes.leases import HeldElsewhere
from ludarium.server.rooms import lobby
from ludarium.server.rooms.challenge_storage import ChallengeRow, end_challenge
from ludarium.server.rooms.room import Room
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.rooms.storage import TableRow
from ludarium.server.visitor import Visitor

_MOST = 50  # in the list


async def challenges_of(rooms: Rooms, who: Visitor) -> list[wire.Challenge]:
    """Those that wait for somebody's answer, then those that they have made, the latest first. Whom they block cannot
    challenge them: they are not told of it.
    """

    def look_up(session: Session) -> list[tuple[ChallengeRow, str]]:
        row, other = (
            ChallengeRow,
            case((ChallengeRow.challenger == who.id, ChallengeRow.person), else_=ChallengeRow.challenger),
        )
        asked = and_(
            row.person == who.id, row.declined.is_(False), row.challenger.not_in(ids_blocked_by(session, who.id))
        )
        found = session.execute(
            select(row, PersonRow.name)
            .join(TableRow, TableRow.id == row.table_id)
            .join(PersonRow, PersonRow.id == other)
            .where(TableRow.phase == "waiting", or_(row.challenger == who.id, asked))
            .order_by(case((row.challenger == who.id, 1), else_=0), row.made.desc())
            .limit(_MOST)
        )
        return [(one, name) for one, name in found]

    found = await rooms.store.read(look_up)
    cards = {card.id: card for card in await lobby.cards_of(rooms, who, [row.table_id for row, _ in found])}
    return [
        wire.Challenge(cards[row.table_id], name, row.challenger == who.id, row.declined)
        for row, name in found
        if row.table_id in cards
    ]


async def end(rooms: Rooms, who: Visitor, table: str) -> None:
    """Whoever was challenged declines; whoever challenged them no longer waits."""
    try:
        room = await rooms.open(table)
    except HeldElsewhere:
        await _end_elsewhere(rooms, who, table)
    else:
        async with room.lock:
            await room.end_challenge(_declines(room, who))


async def _end_elsewhere(rooms: Rooms, who: Visitor, table: str) -> None:
    """The process that has the table is told."""
    declined = _declines(await rooms.look(table), who)

    def write(session: Session) -> None:
        end_challenge(session, table, declined)
        changes.tell(session, changes.CHALLENGE, table)

    await rooms.store.write(write)


def _declines(room: Room, who: Visitor) -> bool:
    """Whether this is for whoever was challenged; ``RoomError`` if there is nothing to end for them."""
    kept, owner = room.kept, room.play.setup.owner
    mine = kept is not None and not kept.declined and kept.person == who.id
    if kept is None or room.play.begun or (owner != who.id and not mine):
        raise RoomError("challenge_gone", 404)
    return owner != who.id

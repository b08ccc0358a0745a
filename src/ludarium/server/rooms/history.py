"""What somebody has played: finished games, and how many were won. The database counts and pages."""

from dataclasses import dataclass
from typing import cast

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from ludarium.core.game import Game, rulesets
from ludarium.players.levels import find_level
from ludarium.server import wire
from ludarium.server.rooms import games, lobby
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.rooms.storage import SeatRow, TableRow
from ludarium.server.visitor import Visitor

PAGE = 12  # games


@dataclass(frozen=True)
class Wanted:
    """Which games of a history; empty: all."""

    game: str = ""
    result: wire.GameResult | None = None
    against: wire.Against | None = None


def statistics(session: Session, person: str, locale: str) -> list[wire.Statistic]:
    """By game, first against people, then against computers of each level: the strongest counts where there are
    several. Games of somebody on both sides of a screen say nothing about them.
    """
    mine, other = aliased(SeatRow), aliased(SeatRow)
    against_people = func.max(case((other.occupant == "person", 1), else_=0))
    each = (
        select(
            TableRow.ruleset.label("ruleset"),
            mine.result.label("result"),
            case((against_people == 1, 0), else_=func.max(other.level)).label("level"),
        )
        .join(TableRow, TableRow.id == mine.table_id)
        .join(other, and_(other.table_id == mine.table_id, other.seat != mine.seat))
        .where(mine.person == person, mine.result.is_not(None))
        .group_by(mine.table_id, mine.seat, TableRow.ruleset, mine.result)
        .having(func.max(case((other.person == person, 1), else_=0)) == 0)
        .subquery()
    )
    count = select(each.c.ruleset, each.c.level, each.c.result, func.count()).group_by(
        each.c.ruleset, each.c.level, each.c.result
    )
    tallies: dict[tuple[str, int], dict[str, int]] = {}
    known = {one.name: one.game for one in rulesets()}
    for ruleset, level, result, number in session.execute(count):
        if ruleset in known:  # a game from outside may be missing today
            tally = tallies.setdefault((known[ruleset].name, level), {"won": 0, "drawn": 0, "lost": 0})
            tally[result] += number
    order = list(dict.fromkeys(known.values()))
    return [
        _statistic(game, level, tallies[game.name, level], locale)
        for game in order
        for level in sorted(level for name, level in tallies if name == game.name)
    ]


def _statistic(game: Game, level: int, tally: dict[str, int], locale: str) -> wire.Statistic:
    opponent = find_level(level).name(game, locale) if level else ""
    return wire.Statistic(game.name, games.title(game, locale), level, opponent, sum(tally.values()), **tally)


async def played_games(rooms: Rooms, who: Visitor, person: str, wanted: Wanted, page: int) -> wire.PlayedGames:
    """A page of somebody's finished games as a visitor may see them: public ones, and those they played in."""

    def look_up(session: Session) -> tuple[int, list[tuple[str, str | None]]]:
        chosen = _chosen(who.id, person, wanted)
        total = session.scalar(select(func.count()).select_from(chosen.subquery())) or 0
        newest = chosen.order_by(TableRow.changed.desc(), TableRow.id).limit(PAGE).offset((page - 1) * PAGE)
        return total, [(id_, result if seats == 1 else None) for id_, _, seats, result in session.execute(newest)]

    total, found = await rooms.store.read(look_up)
    cards = {card.id: card for card in await lobby.cards_of(rooms, who, [id_ for id_, _ in found])}
    shown = [
        wire.PlayedGame(cards[id_], cast("wire.GameResult | None", result)) for id_, result in found if id_ in cards
    ]
    return wire.PlayedGames(shown, total, page, max(1, -(-total // PAGE)))


def _chosen(viewer: str, person: str, wanted: Wanted) -> Select[str, int, int, str | None]:
    """Tables with how many seats somebody had, and the result of (one of) them."""
    mine = aliased(SeatRow)
    seats, result = func.count(), func.max(mine.result)
    chosen = (
        select(TableRow.id, TableRow.changed, seats, result)
        .join(mine, mine.table_id == TableRow.id)
        .where(mine.person == person, mine.result.is_not(None))
        .group_by(TableRow.id, TableRow.changed)
    )
    if viewer != person:
        chosen = chosen.where(or_(TableRow.visibility == "lobby", _sits(viewer)))
    if wanted.game:
        chosen = chosen.where(TableRow.ruleset.in_([one.name for one in rulesets() if one.game.name == wanted.game]))
    if wanted.result:
        chosen = chosen.having(and_(seats == 1, result == wanted.result))
    if wanted.against:
        other = aliased(SeatRow)
        rivals = select(other.seat).where(
            other.table_id == TableRow.id, other.occupant == "person", other.person != person
        )
        chosen = chosen.where(rivals.exists() if wanted.against == "people" else ~rivals.exists())
    return chosen


def _sits(person: str) -> ColumnElement[bool]:
    seat = aliased(SeatRow)
    return select(seat.seat).where(seat.table_id == TableRow.id, seat.person == person, seat.person != "").exists()


def public_games(session: Session, people: list[str]) -> dict[str, str]:
    """The public game that each of some people plays now, by person."""
    rows = session.execute(
        select(SeatRow.person, TableRow.id)
        .join(TableRow, TableRow.id == SeatRow.table_id)
        .where(SeatRow.person.in_(people), TableRow.visibility == "lobby", TableRow.phase.in_(("playing", "paused")))
        .order_by(TableRow.changed)
    )
    return {person: table for person, table in rows}

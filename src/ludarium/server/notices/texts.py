"""What a notice says: the game, the others' names and the kind, and nothing that happened. It is made from a table's
setup and seats alone, so it is the same whatever was played.
"""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, find_ruleset
from ludarium.players.levels import find_level
from ludarium.server.errors import server_words
from ludarium.server.notices.kinds import NoticeKind
from ludarium.server.rooms.games import title
from ludarium.server.rooms.play import Occupant
from ludarium.server.rooms.storage import SeatRow, TableEventRow, TableRow, is_last_event, occupant_of


@dataclass(frozen=True)
class About:
    """A table as one of its people sees it."""

    table: str
    game: Game
    others: list[Occupant]

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def fields(self, locale: str) -> dict[str, object]:
        """What the sentences are filled with."""
        names = [
            find_level(one.level).name(self.game, locale) if one.kind == "computer" else one.name for one in self.others
        ]
        return {"game": title(self.game, locale), "names": names}

    def says(self, kind: NoticeKind, locale: str) -> dict[str, str]:
        """For a browser: all that its worker needs to show."""
        words, data = server_words(locale), self.fields(locale)
        parts = {part: words.say("notice", f"{kind}_{part}", data) for part in ("title", "body")}
        return {**parts, "path": self.path, "tag": self.table, "lang": locale}


def about(session: Session, table: str, person: str) -> About | None:
    """Nothing where there is no such table or game, or nobody else at it."""
    row = session.get(TableRow, table)
    if row is None:
        return None
    try:
        game = find_ruleset(row.ruleset).game
    except LudariumError:  # a game from outside may be missing today
        return None
    seats = session.scalars(select(SeatRow).where(SeatRow.table_id == table).order_by(SeatRow.seat))
    others = [one for one in map(occupant_of, seats) if one.kind != "open" and one.person != person]
    return About(table, game, others) if others else None


def is_to_act(session: Session, table: str, person: str) -> bool:
    """Whether it is somebody's turn at a table."""
    found = session.scalar(
        select(SeatRow.person)
        .join(TableRow, TableRow.id == SeatRow.table_id)
        .join(TableEventRow, is_last_event())
        .where(TableRow.id == table, SeatRow.seat == TableEventRow.acts)
    )
    return found == person

"""Who is best at a ruleset: looked up at most once a minute, however many ask."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludarium.core.game import find_ruleset
from ludarium.server.people import ratings
from ludarium.server.people.models import AccountRow, PersonRow, RatingRow
from ludarium.server.store import Store
from ludarium.server.wire import Leader, Leaderboard

LEAST_GAMES = 5  # rated games that somebody must have played
MOST = 100  # in the list
_SECONDS = 60.0


@dataclass(frozen=True)
class _Standing:
    """Everybody who has played enough, the best first."""

    leaders: list[Leader]
    places: dict[str, int]  # by person, in the list
    until: float


class Leaderboards:
    def __init__(self, store: Store, time: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._time = time
        self._known: dict[str, _Standing] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def seen_by(self, person: str, ruleset: str, locale: str) -> Leaderboard:
        """The best, and where somebody stands."""
        name = find_ruleset(ruleset).name
        standing = await self._standing(name)
        place = standing.places.get(person)
        own = None if place is None else standing.leaders[place]
        title = ratings.title(name, locale)
        return Leaderboard(name, title, LEAST_GAMES, len(standing.leaders), standing.leaders[:MOST], own)

    async def _standing(self, ruleset: str) -> _Standing:
        async with self._locks.setdefault(ruleset, asyncio.Lock()):  # the others wait for the one who looks
            known = self._known.get(ruleset)
            if known is None or known.until <= self._time():
                leaders = await self._store.read(lambda session: _leaders(session, ruleset))
                places = {leader.id: place for place, leader in enumerate(leaders)}
                known = self._known[ruleset] = _Standing(leaders, places, self._time() + _SECONDS)
            return known

    def forget(self, person: str) -> None:
        """Somebody has left for good."""
        self._known = {name: one for name, one in self._known.items() if person not in one.places}


def _leaders(session: Session, ruleset: str) -> list[Leader]:
    """Those who do equally well share a rank."""
    order = ratings.cautious()
    rows = session.execute(
        select(RatingRow.person, PersonRow.name, RatingRow.mean, RatingRow.deviation, RatingRow.games)
        .join(AccountRow, AccountRow.person == RatingRow.person)
        .join(PersonRow, PersonRow.id == RatingRow.person)
        .where(RatingRow.ruleset == ruleset, RatingRow.games >= LEAST_GAMES)
        .order_by(order.desc(), PersonRow.id)
    )
    leaders: list[Leader] = []
    for place, (person, name, mean, deviation, games) in enumerate(rows, 1):
        sure = round(mean - ratings.CAUTION * deviation)
        rank = leaders[-1].rank if leaders and leaders[-1].sure == sure else place
        leaders.append(Leader(rank, person, name, round(mean), round(deviation), sure, games))
    return leaders

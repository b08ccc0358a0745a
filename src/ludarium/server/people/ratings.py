"""How strong people are, for each ruleset: openskill's Plackett–Luce model, on a scale that begins at 1500.

A rating is provisional until it comes from some games. Whoever has such a rating moves those of others little: else
somebody with many new accounts could lift one of them as high as they like.
"""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from ludarium.core.game import rulesets
from ludarium.server.people.models import AccountRow, RatingRow
from ludarium.server.wire import Rating

MEAN, DEVIATION = 1500.0, 500.0
PROVISIONAL_GAMES = 5  # after which a rating is no longer provisional
_LITTLE = 0.25  # the most of a usual change that somebody with a provisional rating causes
CAUTION = 2.0  # deviations below the mean somebody is very probably not
_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=DEVIATION / 2, tau=DEVIATION / 100)


def rate(session: Session, ruleset: str, places: Sequence[Sequence[str]]) -> None:
    """In a write: a game has ended. ``places`` are ids of people, the best first; those in one place did equally well.

    Nothing changes unless at least two different people took part, all of them with an account: guests come and go.
    """
    people = [person for place in places for person in place]
    accounts = session.scalar(select(func.count()).where(AccountRow.person.in_(people)))
    if len(people) < 2 or accounts != len(people):
        return
    found = {person: _row(session, person, ruleset) for person in sorted(people)}  # all processes in the same order
    rows = [found[person] for person in people]
    ranks = [float(rank) for rank, place in enumerate(places) for _ in place]
    before = [[_MODEL.rating(mu=row.mean, sigma=row.deviation)] for row in rows]
    weights = [_weight(row.games) for row in rows]
    for seat, (row, [after]) in enumerate(zip(rows, _MODEL.rate(before, ranks=ranks), strict=True)):
        of_others = weights[:seat] + weights[seat + 1 :]
        row.mean += (after.mu - row.mean) * sum(of_others) / len(of_others)
        row.deviation = after.sigma
        row.games += 1


def _weight(games: int) -> float:
    """How much of a usual change an opponent causes who has played so many rated games: a hundredth in the first one,
    a quarter in the last that is provisional, then all of it.
    """
    return 1.0 if games >= PROVISIONAL_GAMES else _LITTLE * ((games + 1) / PROVISIONAL_GAMES) ** 2


def cautious() -> ColumnElement[float]:
    """How strong somebody is at least, very probably: who has played little does not stand above everybody."""
    return RatingRow.mean - CAUTION * RatingRow.deviation


def means(session: Session, ruleset: str, people: Iterable[str]) -> dict[str, float]:
    """What is shown beside the names of those who have a rating."""
    rows = session.scalars(select(RatingRow).where(RatingRow.ruleset == ruleset, RatingRow.person.in_(set(people))))
    return {row.person: float(round(row.mean)) for row in rows}


def provisional(session: Session, ruleset: str, people: Iterable[str]) -> frozenset[str]:
    """Those whose ratings are."""
    row = RatingRow
    where = (row.ruleset == ruleset, row.person.in_(set(people)), row.games < PROVISIONAL_GAMES)
    return frozenset(session.scalars(select(row.person).where(*where)))


def ratings_of(session: Session, person: str, locale: str) -> list[Rating]:
    """All ratings of a person, in the order of the games."""
    rows = {row.ruleset: row for row in session.scalars(select(RatingRow).where(RatingRow.person == person))}
    return [
        Rating(
            ruleset=one.name,
            title=title(one.name, locale),
            value=float(round(row.mean)),
            deviation=float(round(row.deviation)),
            games=row.games,
            provisional=row.games < PROVISIONAL_GAMES,
        )
        for one in rulesets()
        if (row := rows.get(one.name)) is not None
    ]


def title(name: str, locale: str) -> str:
    """What the ruleset's game is called, and the ruleset where the game has several."""
    ruleset = next(one for one in rulesets() if one.name == name)
    called = str(ruleset.game.words(locale).sections["name"])
    alone = sum(one.game is ruleset.game for one in rulesets()) == 1
    return called if alone else f"{called} ({name})"


def _row(session: Session, person: str, ruleset: str) -> RatingRow:
    row = session.get(RatingRow, (person, ruleset), with_for_update=True)
    if row is None:
        row = RatingRow(person=person, ruleset=ruleset, mean=MEAN, deviation=DEVIATION, games=0)
        session.add(row)
    return row

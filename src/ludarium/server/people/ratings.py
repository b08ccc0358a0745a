"""How strong people are, for each ruleset: openskill's Plackett–Luce model, on a scale that begins at 1500."""

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ludarium.core.game import rulesets
from ludarium.server.people.models import AccountRow, RatingRow
from ludarium.server.wire import Rating

MEAN, DEVIATION = 1500.0, 500.0
_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=DEVIATION / 2, tau=DEVIATION / 100)


def rate(session: Session, ruleset: str, places: Sequence[Sequence[str]]) -> None:
    """In a write: a game has ended. ``places`` are ids of people, the best first; those in one place did equally well.

    Nothing changes unless at least two different people took part, all of them with an account: guests come and go.
    """
    people = [person for place in places for person in place]
    accounts = session.scalar(select(func.count()).where(AccountRow.person.in_(people)))
    if len(people) < 2 or accounts != len(people):
        return
    rows = [_row(session, person, ruleset) for person in people]
    ranks = [float(rank) for rank, place in enumerate(places) for _ in place]
    before = [[_MODEL.rating(mu=row.mean, sigma=row.deviation)] for row in rows]
    for row, [after] in zip(rows, _MODEL.rate(before, ranks=ranks), strict=True):
        row.mean, row.deviation = after.mu, after.sigma
        row.games += 1


def means(session: Session, ruleset: str, people: Iterable[str]) -> dict[str, float]:
    """What is shown beside the names of those who have a rating."""
    rows = session.scalars(select(RatingRow).where(RatingRow.ruleset == ruleset, RatingRow.person.in_(set(people))))
    return {row.person: float(round(row.mean)) for row in rows}


def ratings_of(session: Session, person: str, locale: str) -> list[Rating]:
    """All ratings of a person, in the order of the games."""
    rows = {row.ruleset: row for row in session.scalars(select(RatingRow).where(RatingRow.person == person))}
    return [
        Rating(one.name, _title(one.name, locale), float(round(row.mean)), float(round(row.deviation)), row.games)
        for one in rulesets()
        if (row := rows.get(one.name)) is not None
    ]


def _title(name: str, locale: str) -> str:
    """What the ruleset's game is called, and the ruleset where the game has several."""
    ruleset = next(one for one in rulesets() if one.name == name)
    called = str(ruleset.game.words(locale).sections["name"])
    alone = sum(one.game is ruleset.game for one in rulesets()) == 1
    return called if alone else f"{called} ({name})"


def _row(session: Session, person: str, ruleset: str) -> RatingRow:
    row = session.get(RatingRow, (person, ruleset))
    if row is None:
        row = RatingRow(person=person, ruleset=ruleset, mean=MEAN, deviation=DEVIATION, games=0)
        session.add(row)
    return row

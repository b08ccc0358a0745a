"""How good somebody is at the puzzles of a game, and which ones they have solved.

What was solved, and what was missed at the first try, are rows of ``progress`` like lessons that were done. All
functions here run within a ``Session``.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy import delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from ludarium.core.game import Game, main_rulesets
from ludarium.learn.puzzles.data import find_puzzle, puzzles_of_game
from ludarium.learn.puzzles.progress import FIRST_RATING, Progress
from ludarium.learn.puzzles.puzzle import Puzzle, PuzzleError
from ludarium.server.learning.progress import ProgressRow
from ludarium.server.people.people import PersonalData
from ludarium.server.requests import PuzzleTried
from ludarium.server.store import Base, now
from ludarium.server.wire import PuzzleProgress, PuzzleRating, RatingChange

SOLVED, MISSED = "puzzle", "puzzle_missed"


class PuzzleRatingRow(Base):
    __tablename__ = "puzzle_rating"

    person: Mapped[str] = mapped_column(sa.ForeignKey("person.id"), primary_key=True)
    game: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    rating: Mapped[float]
    tries: Mapped[int]


def progress_in(session: Session, person: str, game: Game) -> Progress:
    """What somebody has done in a game; puzzles that are no longer there do not count."""
    known = {puzzle.id for puzzle in puzzles_of_game(game)}
    row = session.get(PuzzleRatingRow, (person, game.name))
    rating = row.rating if row else FIRST_RATING
    return Progress(
        rating, *([id_ for id_ in _ids(session, person, kind) if id_ in known] for kind in (SOLVED, MISSED))
    )


def _ids(session: Session, person: str, kind: str) -> list[str]:
    row = ProgressRow
    found = select(row.item).where(row.person == person, row.kind == kind).order_by(row.done, row.item)
    return list(session.scalars(found))


def change_of(progress: Progress, puzzle: Puzzle, right: bool) -> RatingChange | None:
    """Note a try; what it did to the rating, if it was the first one."""
    before = progress.rating
    return RatingChange(round(before), round(progress.rating)) if progress.note(puzzle, right) else None


def note_try(session: Session, person: str, puzzle: Puzzle, right: bool) -> RatingChange | None:
    """Somebody has solved a puzzle, or not; what that did to their rating."""
    if not right and _has(session, person, SOLVED, puzzle):
        return None  # whoever has solved it may look at it again
    progress = progress_in(session, person, puzzle.game)
    change = change_of(progress, puzzle, right)
    if change is not None:
        row = session.get(PuzzleRatingRow, (person, puzzle.game.name))
        if row is None:
            row = PuzzleRatingRow(person=person, game=puzzle.game.name, rating=FIRST_RATING, tries=0)
            session.add(row)
        row.rating = progress.rating
        row.tries += 1
    gone, kept = (MISSED, SOLVED) if right else (SOLVED, MISSED)
    session.execute(delete(ProgressRow).where(*_where(person, gone, puzzle)))
    if not _has(session, person, kept, puzzle):
        session.add(ProgressRow(person=person, kind=kept, ruleset=puzzle.ruleset, item=puzzle.id, done=now()))
    session.flush()
    return change


def _where(person: str, kind: str, puzzle: Puzzle) -> list[sa.ColumnElement[bool]]:
    row = ProgressRow
    return [row.person == person, row.kind == kind, row.ruleset == puzzle.ruleset, row.item == puzzle.id]


def _has(session: Session, person: str, kind: str, puzzle: Puzzle) -> bool:
    return session.get(ProgressRow, (person, kind, puzzle.ruleset, puzzle.id)) is not None


def note_tried(session: Session, person: str, tried: Iterable[PuzzleTried]) -> PuzzleProgress:
    """Take over what somebody did before they had a name, as if they had done it now."""
    for one in tried:
        try:
            puzzle = find_puzzle(one.puzzle)
        except PuzzleError:
            continue  # it is no longer there
        if _has(session, person, SOLVED, puzzle):
            continue
        if not _has(session, person, MISSED, puzzle):
            note_try(session, person, puzzle, one.right)
        if one.solved and not one.right:
            note_try(session, person, puzzle, True)
    return told(session, person)


def told(session: Session, person: str) -> PuzzleProgress:
    """All that somebody has done."""
    rows = {row.game: row for row in session.scalars(select(PuzzleRatingRow).where(PuzzleRatingRow.person == person))}
    games = [ruleset.game.name for ruleset in main_rulesets()]
    ratings = [PuzzleRating(name, round(rows[name].rating), rows[name].tries) for name in games if name in rows]
    return PuzzleProgress(ratings, _ids(session, person, SOLVED), _ids(session, person, MISSED))


# --- a person's data --------------------------------------------------------------------------------------------------
def _tell(session: Session, person: str) -> object:
    found = session.scalars(select(PuzzleRatingRow).where(PuzzleRatingRow.person == person))
    return [{"game": one.game, "rating": one.rating, "tries": one.tries} for one in found]


def _forget(session: Session, person: str) -> None:
    session.execute(delete(PuzzleRatingRow).where(PuzzleRatingRow.person == person))


PUZZLES_DATA = PersonalData("puzzle_ratings", _tell, _forget)

"""Puzzles, tries at them, and how good somebody is at them."""

from dataclasses import dataclass, field
from typing import Literal

from ludarium.server.wire.cards import OptionValue
from ludarium.server.wire.learning import LessonFrame
from ludarium.server.wire.pictures import Outcome


@dataclass(frozen=True)
class PuzzleTheme:
    theme: str
    label: str
    count: int


@dataclass(frozen=True)
class PuzzleRuleset:
    """What there is for a ruleset; ``least`` and ``most`` are ratings."""

    ruleset: str
    label: str
    count: int
    least: int
    most: int
    themes: list[PuzzleTheme]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle without its solution. ``at``: of a guess, where the piece stands. ``turns``, ``kind``: see
    ``learn/puzzles/puzzle.py``. ``view``: the solver's seat, and ``seat`` what it is called. The
    position of a guess would tell too much, so it is empty.
    """

    id: str
    ruleset: str
    game: str
    title: str
    label: str  # of the ruleset
    kind: Literal["win", "save", "guess"]
    turns: int
    at: str
    rating: int
    themes: list[str]
    view: int
    seat: str
    position: str
    options: dict[str, OptionValue]


@dataclass(frozen=True)
class PuzzleGame:
    game: str
    title: str
    first_rating: int  # that everybody begins with
    rulesets: list[PuzzleRuleset]
    daily: Puzzle


@dataclass(frozen=True)
class DailyPuzzle:
    """A game's puzzle of the day, with a drawing of it."""

    puzzle: Puzzle
    day: str  # 2026-11-18
    picture: str


@dataclass(frozen=True)
class NextPuzzle:
    puzzle: Puzzle | None  # none if all are solved


@dataclass(frozen=True)
class PuzzleRating:
    game: str
    rating: int
    tries: int


@dataclass(frozen=True)
class PuzzleProgress:
    ratings: list[PuzzleRating]
    solved: list[str]
    missed: list[str]  # at the first try, and not solved since


@dataclass(frozen=True)
class RatingChange:
    """What a first try did to the rating."""

    before: int
    after: int


@dataclass(frozen=True)
class PuzzleTry:
    """What came of steps: ``frames`` has the board after the last one, ``line`` what follows: the others' answer, or
    of a wrong one the refutation. ``change``: if this was the first try and it is over.
    """

    result: Literal["unfinished", "go_on", "right", "wrong"]
    why: Literal["", "loses", "escapes"]
    frames: list[LessonFrame]
    line: list[LessonFrame]
    outcome: Outcome | None  # at the end of the line
    change: RatingChange | None = None


@dataclass(frozen=True)
class PuzzleSolution:
    """The boards of the solution, the first one before any step."""

    frames: list[LessonFrame]
    outcome: Outcome | None
    change: RatingChange | None = None


@dataclass(frozen=True)
class GuessChoice:
    """Something that the piece might be; ``look`` is empty where there is no drawing."""

    kind: str
    label: str
    look: str


@dataclass(frozen=True)
class PuzzleGuess:
    """The boards that led to a guess, and what can be chosen. Only if somebody has guessed: what is right, and why."""

    frames: list[LessonFrame]
    choices: list[GuessChoice]
    art: dict[str, str]
    result: Literal["open", "right", "wrong"] = "open"
    answer: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    change: RatingChange | None = None

"""Lessons, tries at them, and what somebody has done already."""

from dataclasses import dataclass
from typing import Literal

from ludarium.server.wire.analysis import SeatMark
from ludarium.server.wire.pictures import Picture, Preview, Step
from ludarium.server.wire.tables import Explained

ProgressKind = Literal["lesson"]


@dataclass(frozen=True)
class ProgressItem:
    """Something that somebody has done: of lessons, ``item`` is the id of one in the path of ``ruleset``."""

    kind: ProgressKind
    ruleset: str
    item: str


@dataclass(frozen=True)
class LessonCard:
    id: str
    title: str
    tasks: int


@dataclass(frozen=True)
class LessonPath:
    """The lessons for a ruleset, in their order."""

    ruleset: str
    game: str
    title: str
    label: str  # what distinguishes the ruleset from others of its game
    taught: list[str]  # all rulesets that these lessons are for
    lessons: list[LessonCard]
    puzzles: bool  # whether there are puzzles with these rules


@dataclass(frozen=True)
class LessonTask:
    """``reads``: there is nothing to do. ``begins``: it has a position of its own; others go on from the one before."""

    say: str
    hint: str
    reads: bool
    begins: bool


@dataclass(frozen=True)
class Lesson:
    id: str
    title: str
    tasks: list[LessonTask]
    path: LessonPath


@dataclass(frozen=True)
class LessonFrame:
    """The board after some steps, to be shown one after the other."""

    picture: Picture
    steps: list[Step]


@dataclass(frozen=True)
class LessonTry:
    """What came of a try. ``frames``: the board after the learner's last step, then what others do; after a wrong step
    those show what they would answer.
    """

    verdict: Literal["more", "right", "wrong"]
    sentences: list[str]
    frames: list[LessonFrame]
    seats: list[SeatMark]
    solution: list[str]  # steps of the learner that would solve the task from here, if they were asked for


@dataclass(frozen=True)
class LessonClicks:
    """Why clicks make no step, if they make none; what the steps would do that they have begun, with drawings."""

    why: Explained
    previews: list[Preview]
    art: dict[str, str]

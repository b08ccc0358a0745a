"""What a lesson is. The words of a lesson stand in its file in every language; positions and steps are written as the
game writes them. ``reading`` makes these from files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.core.game import Ruleset
from ludarium.core.words import Words, read_words

Said = Mapping[str, str]  # by language


@cache
def learn_words(locale: str) -> Words:
    """What is said around all lessons."""
    return read_words(Path(__file__).parent / "text", locale)


class LearnError(LudariumError):
    """Something about a lesson that cannot be; its words are those of this room."""

    def sentence(self, locale: str) -> str:
        """What is wrong may be another error, in the same language."""
        data = {
            name: one.sentence(locale) if isinstance(one, LudariumError) else one for name, one in self.data.items()
        }
        return learn_words(locale).say(self.section, self.key, data)


class LessonError(LearnError):
    """What is wrong with a file of lessons, and where: the lesson's id and the number of the task (from 1), if any."""

    def __init__(self, file: str, lesson: str, task: int, problem: LudariumError) -> None:
        key = "at_task" if task else "at_lesson" if lesson else "at_file"
        super().__init__(key, file=file, lesson=lesson, task=task, problem=problem)
        self.problem = problem


@dataclass(frozen=True)
class Goal:
    """What the rules check: an event in the learner's turn (``fields`` as in the game's events), a win within so many
    of the learner's turns whatever the others do, or a turn after which nobody can win at once.
    """

    kind: str  # EVENT, WIN, SAFE
    event: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)
    turns: int = 1


EVENT, WIN, SAFE = "event", "win", "safe"


@dataclass(frozen=True)
class Mistake:
    """Words for legal steps that are not accepted."""

    steps: tuple[str, ...]
    say: Said


@dataclass(frozen=True)
class Task:
    """One position, one sentence, something to do. Without ``steps`` and ``goal`` it is only read; without
    ``position`` it goes on from where the task before ended (the first one: from the start of a game).
    """

    say: Said
    position: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seat: int | None = None  # whose eyes; without it the seat to act
    steps: tuple[tuple[str, ...], ...] = ()  # any of these
    goal: Goal | None = None
    hint: Said | None = None
    right: Said | None = None
    wrong: tuple[Mistake, ...] = ()
    after: tuple[str, ...] = ()  # what others then do

    @property
    def is_read(self) -> bool:
        return not self.steps and self.goal is None


@dataclass(frozen=True, eq=False)
class Lesson:
    id: str  # progress is kept by it
    title: Said
    clauses: tuple[str, ...]
    tasks: tuple[Task, ...]

    def begins(self, number: int) -> bool:
        """Whether task ``number`` (from 0) has a position of its own."""
        return number == 0 or self.tasks[number].position is not None

    def check_number(self, number: int) -> None:
        """Refuse the number of a task that is not there."""
        if not 0 <= number < len(self.tasks):
            raise LearnError("task_unknown", count=len(self.tasks))


@dataclass(frozen=True, eq=False)
class LessonPath:
    """The lessons of a ruleset in their order. Other rulesets of the game may be taught by the same path."""

    ruleset: Ruleset
    taught: Sequence[Ruleset]  # that one, and those others
    lessons: Sequence[Lesson]
    file: str

    @property
    def name(self) -> str:
        return self.ruleset.name

    def lesson(self, id_: str) -> Lesson:
        for lesson in self.lessons:
            if lesson.id == id_:
                return lesson
        raise LearnError("lesson_unknown", lesson=id_, ruleset=self.name, known=[one.id for one in self.lessons])

"""What is wrong with lessons, for those who write them: everything that a test would find, with the place of it."""

import re
from collections.abc import Iterator, Sequence

from ludarium.core.errors import LudariumError
from ludarium.core.game import by_game, find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.learn.format import LearnError, Lesson, LessonError, LessonPath, Said
from ludarium.learn.judging import MORE, RIGHT, WRONG, completed, judge, learner, own_steps, solution, start
from ludarium.learn.lessons import lesson_texts, read_paths

LESSONS = (1, 12)  # of a path
TASKS = (2, 5)  # of a lesson
# Of words: sentences; then words in English and characters in Japanese.
LENGTHS = {"title": (1, 7, 22), "say": (2, 34, 96), "hint": (3, 45, 130), "right": (3, 45, 130), "wrong": (3, 45, 130)}
_ENDS = {"en": re.compile(r"[.!?…](?=\s|$)"), "ja": re.compile(r"[。！？]")}
_TURNS = 60  # random ones, to see whether a goal is reached by anything
_LONGEST_TURN = 40  # steps of such a turn


def check_lessons(ruleset: str | None = None) -> tuple[Sequence[LessonPath], list[LessonError]]:
    """The paths of all games, or of one ruleset, and everything that is wrong with them."""
    wanted = None if ruleset is None else find_ruleset(ruleset)
    found: list[LessonPath] = []
    problems: list[LessonError] = []
    for game, members in by_game():
        if wanted is not None and wanted.game is not game:
            continue
        read, wrong = read_paths(members, lesson_texts(game, members))
        own = [path for path in read if wanted is None or wanted in path.taught]
        files = {path.file for path in own} if wanted is not None and own else {path.file for path in read}
        problems += [one for one in wrong if one.data["file"] in files or wanted is None or not own]
        found += own
        for path in own:
            problems += check_path(path)
    return found, problems


def check_path(path: LessonPath) -> Iterator[LessonError]:
    known = path.ruleset.game.words(LOCALES[0]).section("clauses")
    if not LESSONS[0] <= len(path.lessons) <= LESSONS[1]:
        low, high = LESSONS
        yield LessonError(path.file, "", 0, LearnError("count_lessons", count=len(path.lessons), low=low, high=high))
    for lesson in path.lessons:
        for clause in lesson.clauses:
            if clause not in known:
                yield LessonError(path.file, lesson.id, 0, LearnError("clause", clause=clause))
        for problem in _lengths({"title": lesson.title}):
            yield LessonError(path.file, lesson.id, 0, problem)
        if not TASKS[0] <= len(lesson.tasks) <= TASKS[1]:
            low, high = TASKS
            many = LearnError("count_tasks", count=len(lesson.tasks), low=low, high=high)
            yield LessonError(path.file, lesson.id, 0, many)
        for number in range(len(lesson.tasks)):
            try:
                yield from (LessonError(path.file, lesson.id, number + 1, one) for one in _task(path, lesson, number))
            except LudariumError as problem:
                yield LessonError(path.file, lesson.id, number + 1, problem)


def _task(path: LessonPath, lesson: Lesson, number: int) -> Iterator[LudariumError]:
    task, game = lesson.tasks[number], path.ruleset.game
    mistakes = {f"wrong {place + 1}": one.say for place, one in enumerate(task.wrong)}
    yield from _lengths({"say": task.say, "hint": task.hint, "right": task.right, **mistakes})
    history = start(path, lesson, number)
    state, seat = history.state, learner(task, history.state)
    if not -1 <= seat < state.seats or (seat != state.seat and not task.is_read):
        yield LearnError("seat", seat=seat, next=int(state.seat))
        return
    if state.seat < 0 and not task.is_read:
        yield LearnError("over")
        return
    earlier = completed(path, lesson, number, ())
    for steps in task.steps:
        own = own_steps(game, state, steps, seat)
        yield from _judged(path, lesson, number, own, steps, "steps_not_right", {RIGHT})
    for one in task.wrong:
        fits = {WRONG} if task.goal is None else {WRONG, MORE}  # what may still be put right may also become wrong
        yield from _judged(path, lesson, number, one.steps, one.steps, "mistake_not_wrong", fits)
    if task.goal is not None:
        way = solution(path, lesson, number)
        if judge(path, lesson, number, (*earlier, way)).verdict != RIGHT:
            yield LearnError("goal_unreached")
        elif _is_trivial(path, lesson, number, state, seat):
            yield LearnError("goal_trivial")
    elif task.is_read:
        judge(path, lesson, number, earlier)  # what others do then


def _judged(
    path: LessonPath, lesson: Lesson, number: int, own: Sequence[str], steps: Sequence[str], key: str, fits: set[str]
) -> Iterator[LudariumError]:
    """Whether the learner's own of these steps are legal and judged as they should."""
    try:
        verdict = judge(path, lesson, number, (*completed(path, lesson, number, ()), own))
    except LudariumError as problem:
        yield LearnError("steps_problem", steps=" ".join(steps), problem=problem)
        return
    if verdict.verdict not in fits:
        yield LearnError(key, steps=" ".join(steps))


def _is_trivial(path: LessonPath, lesson: Lesson, number: int, state: State, seat: int) -> bool:
    """Whether any turn would do, as far as random ones show it."""
    game, rng, earlier = path.ruleset.game, Rng(1), completed(path, lesson, number, ())
    for _ in range(_TURNS):
        taken: list[str] = []
        now, verdict = state, MORE
        while verdict == MORE and len(taken) < _LONGEST_TURN:
            taken.append(game.step_text(now.random_step(rng)))
            judged = judge(path, lesson, number, (*earlier, taken))
            now, verdict = judged.history.state, judged.verdict
        if verdict != RIGHT:
            return False
    return True


def _lengths(said: dict[str, Said | None]) -> Iterator[LudariumError]:
    for key, words in said.items():
        sentences, *most = LENGTHS[key.split()[0]]
        for locale, longest in zip(LOCALES, most, strict=True):
            text = (words or {}).get(locale, "")
            length = len(text) if locale == "ja" else len(text.split())
            ends = len(_ENDS[locale].findall(text))
            if length > longest:
                yield LearnError("long", key=key, locale=locale, length=length, most=longest)
            if ends > sentences:
                yield LearnError("many_sentences", key=key, locale=locale, count=ends, most=sentences)

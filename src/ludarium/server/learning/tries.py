"""Tries at lessons as a browser gets them: what came of one, and the boards to be shown. Only what the learner's seat
may know is in them. Nothing is kept between two requests.
"""

from collections.abc import Iterator
from dataclasses import replace

import orjson

from ludarium.core.errors import LudariumError
from ludarium.core.history import History
from ludarium.learn.format import EVENT, Lesson, LessonPath, Task
from ludarium.learn.judging import MORE, WRONG, Verdict, judge, learner, solution, start
from ludarium.learn.lessons import path_of, paths
from ludarium.learn.puzzles.data import has_puzzles
from ludarium.server import wire
from ludarium.server.errors import NotThere, refused, status_of
from ludarium.server.pictures import ArtCache, explained, previews, seat_marks, step_told
from ludarium.server.requests import TryClicks, TryRequest
from ludarium.server.rooms.games import ruleset_label, title


# --- what there is ----------------------------------------------------------------------------------------------------
def path_cards(locale: str) -> list[wire.LessonPath]:
    return [path_card(path, locale) for path in paths()]


def path_card(path: LessonPath, locale: str) -> wire.LessonPath:
    ruleset = path.ruleset
    return wire.LessonPath(
        ruleset=ruleset.name,
        game=ruleset.game.name,
        title=title(ruleset.game, locale),
        label=ruleset_label(ruleset, locale),
        taught=[one.name for one in path.taught],
        lessons=[wire.LessonCard(one.id, one.title[locale], len(one.tasks)) for one in path.lessons],
        puzzles=has_puzzles(ruleset),
    )


def lesson_told(ruleset: str, id_: str, locale: str) -> wire.Lesson:
    path, lesson = find(ruleset, id_)
    tasks = [_task(task, lesson.begins(number), locale) for number, task in enumerate(lesson.tasks)]
    return wire.Lesson(lesson.id, lesson.title[locale], tasks, path_card(path, locale))


def _task(task: Task, begins: bool, locale: str) -> wire.LessonTask:
    return wire.LessonTask(task.say[locale], task.hint[locale] if task.hint else "", task.is_read, begins)


def find_path(ruleset: str) -> LessonPath:
    try:
        return path_of(ruleset)
    except LudariumError as error:
        raise NotThere(error) from error


def find(ruleset: str, id_: str, task: int = 0) -> tuple[LessonPath, Lesson]:
    path = find_path(ruleset)
    try:
        lesson = path.lesson(id_)
        lesson.check_number(task)
    except LudariumError as error:
        raise NotThere(error) from error
    return path, lesson


# --- tries ------------------------------------------------------------------------------------------------------------
def needs_solver(wanted: TryRequest) -> bool:
    """Whether judging it may take long, and lets no other thread of its process do anything meanwhile."""
    _, lesson = find(wanted.ruleset, wanted.lesson, wanted.task)
    return any(task.goal is not None and task.goal.kind != EVENT for task in lesson.tasks[: wanted.task + 1])


def answer(wanted: TryRequest) -> tuple[int, bytes]:
    """The status and the text of the answer; what is refused is told in the language of the request."""
    try:
        found = clicked(wanted) if isinstance(wanted, TryClicks) else tried(wanted)
        return 200, orjson.dumps(found)
    except LudariumError as error:
        return status_of(error), orjson.dumps(refused(error, wanted.locale))


def tried(wanted: TryRequest) -> wire.LessonTry:
    path, lesson = find(wanted.ruleset, wanted.lesson, wanted.task)
    task, locale = lesson.tasks[wanted.task], wanted.locale
    verdict = _verdict(path, lesson, wanted)
    scene = verdict.history.scene(verdict.seat)
    return wire.LessonTry(
        verdict=verdict.verdict,  # type: ignore[arg-type]
        sentences=verdict.sentences(task, locale) if verdict.tried > verdict.begins else [],
        frames=list(_frames(verdict, wanted)),
        seats=seat_marks(path.ruleset.game, scene, wanted.theme, locale),
        solution=list(_way(path, lesson, wanted)) if wanted.solve and verdict.verdict == MORE else [],
    )


def _verdict(path: LessonPath, lesson: Lesson, wanted: TryRequest) -> Verdict:
    """A task that is only read waits until somebody has read it: then it is tried without a step."""
    task, tries = lesson.tasks[wanted.task], wanted.tries
    if task.is_read and len(tries) <= wanted.task:
        history = start(path, lesson, wanted.task, tries)
        return Verdict(MORE, learner(task, history.state), history, len(history.steps), len(history.steps))
    return judge(path, lesson, wanted.task, tries)


def _way(path: LessonPath, lesson: Lesson, wanted: TryRequest) -> tuple[str, ...]:
    """From the beginning of the task; the learner may have gone another way since."""
    return solution(path, lesson, wanted.task, wanted.tries[: wanted.task])


def _frames(verdict: Verdict, wanted: TryRequest) -> Iterator[wire.LessonFrame]:
    history, seat = verdict.history, verdict.seat
    art = ArtCache(wanted.theme, wanted.locale, wanted.known_ground)
    known = set(wanted.known_looks)
    yield frame_of(history.at(verdict.tried), seat, max(verdict.begins, verdict.tried - 1), art, known)
    for place in range(verdict.tried, len(history.steps)):
        yield frame_of(history.at(place + 1), seat, place, art, known)
    shown = history.copy()
    for step in verdict.shown if verdict.verdict == WRONG else ():
        shown.take(step)
        yield frame_of(shown.copy(), seat, len(shown.steps) - 1, art, known)


def frame_of(history: History, seat: int, since: int, art: ArtCache, known: set[str]) -> wire.LessonFrame:
    """The board as the seat may see it, and the steps after the place ``since``."""
    game = history.game
    picture = art.picture(game, history.scene(seat), view=history.seen(seat))
    new = {look: drawing for look, drawing in picture.art.items() if look not in known}
    told = [step_told(game, step, place, art.locale) for place, step in history.told(seat, since=since)]
    return wire.LessonFrame(replace(picture, art=new), told)


# --- clicks -----------------------------------------------------------------------------------------------------------
def clicked(wanted: TryClicks) -> wire.LessonClicks:
    """Why clicks make no step, and what steps would do, by what the learner's seat knows."""
    path, lesson = find(wanted.ruleset, wanted.lesson, wanted.task)
    verdict = _verdict(path, lesson, wanted)
    game, seen = path.ruleset.game, verdict.history.seen(verdict.seat)
    art = ArtCache(wanted.theme, wanted.locale)
    found, drawn = previews(game, seen, verdict.history.scene(verdict.seat), wanted.clicks, art)
    known = set(wanted.known_looks)
    why = (
        explained(game, seen, wanted.clicks, wanted.locale)
        if wanted.clicks
        else wire.Explained(0, True, "", "", "", "")
    )
    return wire.LessonClicks(why, found, {look: one for look, one in drawn.items() if look not in known})

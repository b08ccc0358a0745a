"""``ludarium learn``: lessons at the terminal, and a check of them for those who write some."""

import argparse

from rich.text import Text

from ludarium.cli.progress import Progress
from ludarium.cli.studying import Studying
from ludarium.cli.terminal import Left, Terminal, typed_number
from ludarium.learn.checking import check_lessons
from ludarium.learn.format import Lesson, LessonPath
from ludarium.learn.lessons import path_of, paths


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=terminal.say("learn.ruleset"))
    parser.add_argument("lesson", nargs="?", metavar="LESSON", help=terminal.say("learn.lesson"))
    parser.add_argument("--check", action="store_true", help=terminal.say("learn.check"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if given.check:
        return _check(given.ruleset, terminal)
    progress = Progress()
    if given.ruleset is None:
        _show_paths(progress, terminal)
        return 0
    path = path_of(given.ruleset)
    lesson = None if given.lesson is None else _find(path, given.lesson)
    if lesson is None:
        _show_lessons(path, progress, terminal)
        lesson = progress.next_lesson(path) or path.lessons[0]
    try:
        _study(path, lesson, progress, terminal)
    except (Left, KeyboardInterrupt):
        terminal.out.print()
        terminal.tell("learn.left", ruleset=path.name)
    return 0


def _check(ruleset: str | None, terminal: Terminal) -> int:
    found, problems = check_lessons(ruleset)
    for problem in problems:
        terminal.write(f"✗ {problem.sentence(terminal.locale)}")
    lessons = sum(len(path.lessons) for path in found)
    terminal.tell("learn.checked", paths=len(found), lessons=lessons, problems=len(problems))
    return 1 if problems else 0


def _find(path: LessonPath, name: str) -> Lesson:
    """A lesson by its number or its id."""
    number = typed_number(name, 1, len(path.lessons))
    return path.lesson(name) if number is None else path.lessons[number - 1]


def _show_paths(progress: Progress, terminal: Terminal) -> None:
    for path in paths():
        words = path.ruleset.game.words(terminal.locale)
        done, count = progress.count(path), len(path.lessons)
        terminal.show(Text.assemble((f"{path.name:<16} ", "cyan"), (str(words.sections["name"]), "bold")))
        terminal.tell("learn.path", label=words.name("rulesets", path.name), done=done, count=count)
    terminal.tell("learn.how")


def _show_lessons(path: LessonPath, progress: Progress, terminal: Terminal) -> None:
    terminal.show(Text(str(path.ruleset.game.words(terminal.locale).sections["name"]), "bold"))
    for number, lesson in enumerate(path.lessons, 1):
        mark = "✓" if progress.is_done(path, lesson) else " "
        terminal.show(Text.assemble((f"{mark} {number:>2}  ", "cyan"), lesson.title[terminal.locale]))


def _study(path: LessonPath, lesson: Lesson, progress: Progress, terminal: Terminal) -> None:
    """The lesson, and after it those that are not done, as long as somebody wants to."""
    while True:
        Studying(path, lesson, terminal).play()
        progress.note(path, lesson)
        following = progress.next_lesson(path, after=lesson)
        if following is None:
            terminal.tell("learn.all_done", ruleset=path.name)
            return
        terminal.tell("learn.lesson_done", done=progress.count(path), count=len(path.lessons))
        if not terminal.agrees(terminal.say("learn.go_on", title=following.title[terminal.locale]), usually=True):
            raise Left(asked=True)
        lesson = following

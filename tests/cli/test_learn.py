"""Lessons at the terminal: what is listed, tried, told and remembered."""

import json
from pathlib import Path

from ludarium.learn.judging import completed, solution
from ludarium.learn.lessons import path_of
from tests.cli.conftest import Command, typed


def test_all_paths_are_listed_with_what_is_done(ludarium: Command) -> None:
    done = ludarium("learn")
    assert "connect-four" in done.out
    assert "0 of 3 lessons done" in done.out


def test_a_lesson_is_played_and_remembered(ludarium: Command, tmp_path: Path) -> None:
    out = ludarium("learn", "connect-four", "dropping", typed=typed("d", "d", "n")).out
    assert "Drop a stone into the middle column." in out
    assert "✓ Right!\nBlue drops a stone: it comes to rest on d1. It fell to the bottom." in out
    assert "Lesson done: 1 of 3" in out
    assert json.loads((tmp_path / "lessons.json").read_text()) == [["connect-four", "dropping"]]
    assert "✓  1  Dropping a stone" in ludarium("learn", "connect-four", typed=typed("quit")).out
    assert "4 in a row" in ludarium("learn", "connect-four", typed=typed("quit")).out.split("Two threats")[1]


def test_a_wrong_step_is_told_and_can_be_tried_again(ludarium: Command) -> None:
    out = ludarium("learn", "connect-four", "1", typed=typed("a", "d", "quit")).out
    assert "✗ Not this one." in out
    assert "That is the column on the far left." in out
    assert out.index("Try again.") < out.index("✓ Right!")


def test_what_others_would_answer_is_told(ludarium: Command) -> None:
    out = ludarium("learn", "connect-four", "four", typed=typed("d", "a", "quit")).out
    assert "Now Red can win at once." in out
    assert "· Red drops a stone: it comes to rest on d4." in out


def test_help_hint_and_a_solution(ludarium: Command) -> None:
    out = ludarium(
        "learn", "connect-four", "1", typed=typed("hint", "show", "?", "list", "zz", ",", "undo", "quit")
    ).out
    assert "The middle column is d." in out
    assert "A solution: d" in out
    for typed_in in ("zz", ","):
        assert f'"{typed_in}" isn\'t a move.' in out
    assert "You can continue later: ludarium learn connect-four" in out


def test_all_lessons_to_the_end_in_japanese(ludarium: Command) -> None:
    path = path_of("connect-four")
    lines: list[str] = []
    for lesson in path.lessons:
        for number, task in enumerate(lesson.tasks):
            lines += [""] if task.is_read else solution(path, lesson, number, completed(path, lesson, number, ()))
        lines.append("")
    out = ludarium("learn", "connect-four", "--lang", "ja", typed=typed(*lines)).out
    assert "真ん中の列に石を落としてください。" in out
    assert "すべてのレッスンが完了しました。" in out


def test_what_there_is_not_is_said(ludarium: Command) -> None:
    assert "There are no lessons for breakthrough" in ludarium("learn", "breakthrough").err
    assert 'have no "nothing"' in ludarium("learn", "connect-four", "nothing").err


def test_writers_are_told_everything_that_is_wrong(ludarium: Command) -> None:
    done = ludarium("learn", "--check", "connect-four")
    assert (done.code, done.out) == (0, "1 path, 3 lessons, 0 problems.\n")

"""The lessons that the games bring: everything in them is legal, reaches its goal and is said in both languages."""

import tomllib
from pathlib import Path

import pytest

from ludarium.core.game import by_game, find_ruleset
from ludarium.learn.checking import check_path
from ludarium.learn.format import LessonPath
from ludarium.learn.lessons import lesson_texts, path_of, read_paths

MUST_KNOW = Path(__file__).parent / "must_know.toml"


def _paths() -> list[LessonPath]:
    read = (read_paths(members, lesson_texts(game, members))[0] for game, members in by_game())
    return [path for paths in read for path in paths]


each_path = pytest.mark.parametrize("path", _paths(), ids=lambda path: path.name)


def test_every_file_has_the_form_of_lessons() -> None:
    problems = [one for game, members in by_game() for one in read_paths(members, lesson_texts(game, members))[1]]
    assert not problems, "\n".join(map(str, problems))


@pytest.mark.slow
@each_path
def test_everything_in_a_path_is_legal_and_reaches_its_goal(path: LessonPath) -> None:
    problems = list(check_path(path))
    assert not problems, "\n".join(map(str, problems))


@each_path
def test_a_path_has_eight_to_twelve_lessons(path: LessonPath) -> None:
    if type(path.ruleset.game).__module__.startswith("ludarium."):
        assert 8 <= len(path.lessons) <= 12


@each_path
def test_what_a_player_must_know_is_taught(path: LessonPath) -> None:
    needed = tomllib.loads(MUST_KNOW.read_text(encoding="utf-8"))
    taught = {clause for lesson in path.lessons for clause in lesson.clauses}
    for ruleset in path.taught:
        lacking = sorted(set(needed.get(ruleset.name, [])) - taught)
        assert not lacking, f"no lesson for {ruleset.name} teaches {', '.join(lacking)}"


def test_the_must_know_list_names_rulesets_with_lessons() -> None:
    for name in tomllib.loads(MUST_KNOW.read_text(encoding="utf-8")):
        assert find_ruleset(name) in path_of(name).taught

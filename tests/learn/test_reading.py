"""Files of lessons with mistakes: each is told with its place, in both languages."""

import os
from pathlib import Path

import pytest

from ludarium.core.game import GameWarning, by_game, game_warnings
from ludarium.core.words import LOCALES
from ludarium.learn import lessons
from ludarium.learn.checking import check_path
from ludarium.learn.lessons import lesson_texts, read_paths
from tests.learn.pilot import PILOT, pilot, read

USED = """
rulesets = ["mur-jp", "mur-jp-any"]
[[lessons]]
use = "mur-en:placing"
"""

# What is replaced by what in the pilot, where the mistake is and what it is.
MISTAKES = [
    ('["mur-en"]', '["mur-fr"]', "", 0, "ruleset"),
    ('["mur-en"]', '["mur-jp"]', "", 0, "file_name"),
    ('id = "placing"', 'id = "Placing!"', "Placing!", 0, "id"),
    ('id = "closing"', 'id = "placing"', "placing", 0, "id_twice"),
    ('id = "placing"', 'id = "placing"\nlevel = 3', "placing", 0, "key"),
    (', ja = "狙い"', "", "strategy", 0, "language"),
    ('say = { en = "That was all.", ja = "これで終わりです。" }', "", "placing", 3, "missing"),
    ("safe = true", "safe = false", "strategy", 2, "goal"),
    ("turns = 2", "turns = 9", "strategy", 1, "goal"),
    ('event = "closed"', 'event = "opened"', "closing", 1, "event"),
    ('at = "c3"', 'on = "c3"', "closing", 1, "event_field"),
    (
        'goal = { event = "closed", at = "c3" }',
        'goal = { win = true }\nsteps = ["+c2"]',
        "closing",
        1,
        "steps_and_goal",
    ),
    ('steps = ["+c2"]', "steps = [3]", "placing", 1, "value"),
]
# The same for what only the rules know.
AGAINST_THE_RULES = [
    ("black b3 d3; white c3; kraken x; closes 2 0", "black b9", "closing", 2, "position_value"),
    ('steps = ["c2r", "c2l"]', 'steps = ["c2r", "d2l"]', "placing", 2, "steps_problem"),
    ('steps = ["+c2"]', 'steps = ["+c2 +e1 +c1"]', "placing", 1, "steps_problem"),  # then e1 is not empty afterwards
    ('at = "c3"', 'at = "c1"', "closing", 1, "goal_unreached"),
    ('event = "closed", at = "c3"', 'event = "placed", seat = 0', "closing", 1, ""),
    ("closes 0 2", "closes 0 0", "strategy", 2, "goal_trivial"),
    ("closes 2 0", "closes 2 0; next 1", "closing", 2, "goal_unreached"),
    ('steps = "+c1"', 'steps = "+c2"', "placing", 1, "mistake_not_wrong"),
    ("MUR-C3", "MUR-C33", "strategy", 0, "clause"),
    ("Save your ship.", "Save it. Save it. Save it.", "strategy", 2, "many_sentences"),
    ("Save your ship.", "Save " * 40, "strategy", 2, "long"),
]


@pytest.mark.parametrize(("old", "new", "lesson", "task", "key"), MISTAKES, ids=lambda value: str(value)[:20])
def test_a_mistake_of_form_is_told_with_its_place(old: str, new: str, lesson: str, task: int, key: str) -> None:
    assert old in PILOT
    _, problems = read({"mur-en": PILOT.replace(old, new, 1)})
    found = [(one.data["lesson"], one.data["task"], one.problem.key) for one in problems]
    assert (lesson, task, key) in found
    for locale in LOCALES:
        assert all("mur-en.toml" in one.sentence(locale) for one in problems)


@pytest.mark.parametrize(("old", "new", "lesson", "task", "key"), AGAINST_THE_RULES, ids=lambda value: str(value)[:20])
def test_what_the_rules_do_not_allow_is_told(old: str, new: str, lesson: str, task: int, key: str) -> None:
    assert old in PILOT
    problems = list(check_path(pilot(PILOT.replace(old, new, 1))))
    found = [(one.data["lesson"], one.data["task"], one.problem.key) for one in problems]
    assert (lesson, task, key) in found if key else not found
    assert all(one.sentence(locale) for one in problems for locale in LOCALES)


def test_what_is_no_toml_is_told() -> None:
    assert [problem.problem.key for problem in read({"mur-en": "lessons = ["})[1]] == ["toml"]


def test_a_lesson_of_another_file_is_played_with_this_ruleset() -> None:
    found, problems = read({"mur-jp": USED, "mur-en": PILOT})
    assert not problems
    assert [(path.name, len(path.lessons)) for path in found] == [("mur-jp", 1), ("mur-en", 3)]
    assert found[0].lessons[0].id == "placing"
    assert [ruleset.name for ruleset in found[0].taught] == ["mur-jp", "mur-jp-any"]
    wrong = read({"mur-jp": USED.replace(":placing", ":nothing"), "mur-en": PILOT})[1]
    assert [problem.problem.key for problem in wrong] == ["use_unknown"]


def test_a_file_that_cannot_be_read_is_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "lesson_texts", lambda game, members: {"mur-en": "?"} if game.name == "mur" else {})
    lessons.paths.cache_clear()
    try:
        with pytest.warns(GameWarning, match=r"mur-en\.toml"):
            assert lessons.paths() == []
    finally:
        lessons.paths.cache_clear()
        game_warnings().pop()


# --- games from outside -----------------------------------------------------------------------------------------------
GAME = next((game, members) for game, members in by_game() if not hasattr(game, "folder"))
LESSONS = """
rulesets = ["{name}"]
[[lessons]]
id = "one"
title = {{ en = "One", ja = "一" }}
clauses = ["{clause}"]
[[lessons.tasks]]
say = {{ en = "Look.", ja = "見てください。" }}
"""


def test_a_game_in_one_file_has_lessons_beside_it_or_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, members = GAME
    text = LESSONS.format(name=members[0].name, clause=next(iter(game.words("en").section("clauses"))))
    assert list(lesson_texts(game, members)) == [members[0].name]  # the example has some
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / f"{members[0].name}.toml").write_text(text, encoding="utf-8")
    (tmp_path / "lessons" / "another-game.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr("ludarium.learn.lessons._beside", lambda game: tmp_path)
    assert lesson_texts(game, members) == {members[0].name: text}
    monkeypatch.setattr(type(game), "lessons", {members[0].name: text}, raising=False)
    monkeypatch.setattr("ludarium.learn.lessons._beside", lambda game: Path(os.devnull))
    assert lesson_texts(game, members) == {members[0].name: text}
    found, problems = read_paths(members, lesson_texts(game, members))
    assert ([path.name for path in found], problems) == ([members[0].name], [])

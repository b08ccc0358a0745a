"""Tries at tasks, judged: positions that a person has worked out."""

from collections.abc import Sequence

import pytest

from ludarium.core.errors import IllegalStep
from ludarium.learn.checking import check_path
from ludarium.learn.format import LearnError
from ludarium.learn.judging import MORE, RIGHT, WRONG, Verdict, judge, solution
from tests.learn.pilot import pilot, read

PATH = pilot()


def tried(lesson: str, *tries: Sequence[str]) -> Verdict:
    return judge(PATH, PATH.lesson(lesson), len(tries) - 1, tries)


def said(lesson: str, *tries: Sequence[str]) -> list[str]:
    return tried(lesson, *tries).sentences(PATH.lesson(lesson).tasks[len(tries) - 1], "en")


def shown(verdict: Verdict) -> list[str]:
    return [PATH.ruleset.game.step_text(step) for step in verdict.shown]


def place_text(verdict: Verdict) -> str:
    return PATH.ruleset.game.position_text(verdict.history.state).partition("; past")[0]


def test_the_pilot_has_no_problem() -> None:
    assert [str(problem) for problem in check_path(PATH)] == []


# --- accepted steps ---------------------------------------------------------------------------------------------------
def test_an_accepted_step_is_right_and_told_with_what_to_notice() -> None:
    assert said("placing", ["+c2"]) == ["Black places a ship on c2.", "A single ship is class 1."]
    assert tried("placing", ["+c2"]).verdict == RIGHT


def test_after_a_right_one_the_others_do_what_the_task_says() -> None:
    verdict = tried("placing", ["+c2"])
    assert place_text(verdict) == "black c2; white e1; kraken x"
    assert (verdict.begins, verdict.tried, len(verdict.history.steps)) == (0, 1, 2)


def test_a_legal_step_that_is_not_accepted_is_told_with_its_own_words() -> None:
    assert said("placing", ["+c1"]) == ["Black places a ship on c1.", "That is the inner ring."]
    assert tried("placing", ["+c1"]).verdict == WRONG
    assert said("placing", ["+c3"])[1:] == ["That's a legal move, but not the one meant here."]


def test_an_illegal_step_is_refused_with_its_reason() -> None:
    with pytest.raises(IllegalStep, match="MUR-T1"):
        tried("placing", ["+x"])


def test_nothing_tried_yet_waits() -> None:
    assert tried("placing", []).verdict == MORE


def test_a_task_without_a_position_goes_on_from_what_was_done() -> None:
    assert place_text(tried("placing", ["+c2"], ["c2l"])) == "black b2; white e1; kraken x"
    with pytest.raises(LearnError, match="task 1"):
        tried("placing", ["+c1"], ["c2l"])


def test_what_was_not_tried_is_done_as_the_lesson_would() -> None:
    lesson = PATH.lesson("placing")
    assert solution(PATH, lesson, 1) == ("c2r",)
    assert place_text(judge(PATH, lesson, 2, [])) == "black d2; white e1; kraken x"
    assert judge(PATH, lesson, 2, []).verdict == RIGHT  # it is only read


def test_nothing_can_be_tried_after_the_end_of_a_try() -> None:
    with pytest.raises(LearnError, match="over"):
        tried("placing", ["+c1", "+c2"])


# --- goals ------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUR-C1")
def test_the_rules_see_whether_the_event_happened() -> None:
    assert tried("closing", ["+c2"]).verdict == RIGHT
    assert tried("closing", ["+a1"]).verdict == WRONG


@pytest.mark.clause("MUR-C3")
def test_a_win_is_told() -> None:
    assert said("closing", [], ["+c2"])[-1] == "Black wins: 3 closes."
    assert tried("closing", [], ["+a1"]).verdict == WRONG


def test_a_win_in_two_turns_is_answered_in_between() -> None:
    """With d3, Black threatens both c2 and e2; White can stop one of them only."""
    first = tried("strategy", ["+d3"])
    assert (first.verdict, len(first.history.steps)) == (MORE, 2)
    assert solution(PATH, PATH.lesson("strategy"), 0)[0] == "+d3"
    last = tried("strategy", solution(PATH, PATH.lesson("strategy"), 0))
    assert (last.verdict, last.history.outcome and last.history.outcome.winners) == (RIGHT, (0,))


def test_one_threat_is_refuted() -> None:
    """With c2, Black threatens d3 alone: White goes there, or takes the ship away."""
    verdict = tried("strategy", ["+c2"])
    assert verdict.verdict == WRONG
    assert len(verdict.shown) == 1
    assert said("strategy", ["+c2"])[-1] == "White has an answer to that."


def test_a_win_that_is_not_played_is_missed() -> None:
    assert said("strategy", ["+d3", "+h1"])[-1] == "That doesn't win the game in time."


def test_a_turn_that_lets_the_opponent_win_is_shown_how() -> None:
    verdict = tried("strategy", [], ["+a1"])
    assert (verdict.verdict, shown(verdict)) == (WRONG, ["+c2"])
    assert said("strategy", [], ["+a1"])[-1] == "Now White can win at once."
    assert tried("strategy", [], ["+c2"]).verdict == RIGHT


# --- turns of several steps, and hidden information -------------------------------------------------------------------
OTHERS = """
rulesets = ["{ruleset}"]
[[lessons]]
id = "one"
title = {{ en = "One", ja = "一" }}
clauses = ["{clause}"]
[[lessons.tasks]]
say = {{ en = "Do it.", ja = "やってみましょう。" }}
{task}
"""
REALM_TURN = 'position = "bases0 A1; powers0 a1; bases1 D4; powers1 l12"\n'
DISPERSAL = 'position = "enforcers0 a1n c1n l5w"\n'
FIGHT = 'position = "blue c3=324 a1=111; red c5=333 f7=111"\n'


def other(ruleset: str, clause: str, task: str, *steps: str) -> Verdict:
    paths, problems = read({ruleset: OTHERS.format(ruleset=ruleset, clause=clause, task=task)})
    assert not problems, str(problems[0])
    return judge(paths[0], paths[0].lessons[0], 0, [steps])


def test_an_event_may_come_with_a_later_step_of_the_turn() -> None:
    goal = REALM_TURN + 'goal = { event = "base_put", realm = "A2" }'
    assert other("realm", "RLM-E1", goal, "a1-a4").verdict == MORE
    assert other("realm", "RLM-E1", goal, "a1-a4", "create").verdict == RIGHT
    assert other("realm", "RLM-E1", goal, "a1-a4", "no").verdict == WRONG  # the turn goes on, but there is no way to it


def test_steps_in_another_order_that_come_to_the_same_are_accepted() -> None:
    steps = DISPERSAL + 'steps = ["a1-a4 c1-d1"]'
    assert other("realm", "RLM-M4", steps, "c1-d1").verdict == MORE
    assert other("realm", "RLM-M4", steps, "c1-d1", "a1-a4").verdict == RIGHT
    assert other("realm", "RLM-M4", steps, "c1-c4").verdict == WRONG


def test_steps_of_others_in_what_is_accepted_take_themselves() -> None:
    """In the set-up the seats put one base each in turn (RLM-P1)."""
    verdict = other("realm", "RLM-P1", 'steps = ["*B2 *A1 *C3"]', "*B2")
    assert (verdict.verdict, len(verdict.history.steps), verdict.history.state.seat) == (MORE, 2, 0)
    assert other("realm", "RLM-P1", 'steps = ["*B2 *A1 *C3"]', "*B2", "*C3").verdict == RIGHT


def test_of_what_is_hidden_only_what_the_learner_notices_is_told() -> None:
    verdict = other("myrmidons", "MYR-F1", FIGHT + 'goal = { event = "removed", piece = "333" }', "c3n2")
    assert verdict.verdict == RIGHT
    told = verdict.history.told(verdict.seat)
    assert [event.kind for _, step in told for event in step.events if event.kind == "shown"]
    hidden = verdict.history.at(0).scene(verdict.seat)
    assert [piece.kind for piece in hidden.pieces if piece.site == "c5"] == ["?"]


def test_a_written_view_is_no_position_of_a_lesson() -> None:
    with pytest.raises(LearnError, match="unknown"):
        other(
            "myrmidons", "MYR-F1", 'position = "blue c3=324 a1=111; red c5=? f7=?; veiled 1"\nsteps = ["c3n2"]', "c3n2"
        )

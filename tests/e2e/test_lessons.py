"""Every lesson of every path is solved by mouse in a real browser: what is to be clicked is read from the lessons."""

from typing import Any

import pytest
from playwright.sync_api import Request

from ludarium.learn.format import Lesson, LessonPath
from ludarium.learn.judging import solution
from ludarium.learn.lessons import paths
from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

each_path = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
RIGHT, WRONG = ".told section.right button", ".told section.wrong button"


class Learner:
    """Somebody at a lesson, and what the server has told their page about it."""

    def __init__(self, visitor: Visitor, path: LessonPath) -> None:
        self.visitor = visitor
        self.path = path
        self.asked: list[Request] = []
        visitor.page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        if request.url.partition("?")[0].endswith("/api/learn/try"):
            self.asked.append(request)

    def open(self, lesson: Lesson) -> None:
        self.asked.clear()
        self.visitor.go(f"/learn/{self.path.name}/{lesson.id}")
        self.visitor.until(lambda: bool(self.asked))

    def go_on(self) -> None:
        """To the next lesson, as the end of one offers it."""
        self.asked.clear()
        self.press("section:has(#over) a.primary")
        self.visitor.until(lambda: bool(self.asked))

    def told(self) -> dict[str, Any]:
        """What came of the last try."""
        answer = self.asked[-1].response()
        assert answer is not None
        found: dict[str, Any] = answer.json()
        return found

    def take(self, step: str) -> dict[str, Any]:
        """Click a step; what came of it."""
        clickable = self.told()["frames"][-1]["picture"]["paths"]
        clicks = next((path["clicks"] for path in clickable if path["step"] == step), None)
        assert clicks, f"{step} is not among {[path['step'] for path in clickable]}"
        self.visitor.page.locator(".board svg.active").wait_for()
        before = len(self.asked)
        for click in clicks:
            if click.startswith("#"):
                self.visitor.page.locator(f'[data-choice="{click}"]').click()
            else:
                self.visitor.page.mouse.click(*self.visitor.middle(click))
        self.visitor.until(lambda: len(self.asked) > before)
        return self.told()

    def press(self, button: str) -> None:
        """Press a button after which something is asked, unless the lesson is over."""
        self.visitor.page.locator(button).click()

    def solve(self, lesson: Lesson) -> None:
        tries: list[tuple[str, ...]] = []
        for number, task in enumerate(lesson.tasks):
            said = self.visitor.page.locator(".say")
            said.filter(has_text=task.say["en"][:40]).wait_for()
            steps = solution(self.path, lesson, number, tries)
            tries.append(steps)
            before = len(self.asked)
            if task.is_read:
                self.press(".told > button.primary")
            else:
                for step in steps:
                    told = self.take(step)
                assert told["verdict"] == "right", f"{lesson.id}, task {number + 1}: {steps} is {told['verdict']}"
                self.visitor.page.locator(RIGHT).wait_for()
                before = len(self.asked)
                self.press(RIGHT)
            if number + 1 < len(lesson.tasks):
                self.visitor.until(lambda least=before + 1 + task.is_read: len(self.asked) >= least)  # type: ignore[misc]
        self.visitor.page.locator("#over").wait_for()


@each_path
def test_every_lesson_is_solved_by_mouse(path: LessonPath, visit: Welcome) -> None:
    learner = Learner(visit(), path)
    learner.open(path.lessons[0])
    for lesson in path.lessons:
        learner.solve(lesson)
        if lesson is not path.lessons[-1]:
            learner.go_on()
    learner.visitor.go(f"/learn/{path.name}")
    learner.visitor.page.locator("li.finished").nth(len(path.lessons) - 1).wait_for()  # this browser remembers


def test_a_wrong_step_is_told_and_the_board_comes_back(visit: Welcome) -> None:
    path = next(path for path in paths() if path.name == "connect-four")
    learner = Learner(visit(), path)
    page = learner.visitor.page
    learner.open(path.lesson("four"))
    assert learner.take("a")["verdict"] == "wrong"
    page.locator(WRONG).wait_for()
    assert "That doesn't win the game in time." in page.locator(".told section").inner_text()
    page.locator(WRONG).click()
    page.locator(".board svg.active").wait_for()
    assert learner.told()["verdict"] == "more"
    learner.visitor.page.get_by_role("button", name="Show me").click()
    page.locator(RIGHT).wait_for()


def test_the_end_of_a_first_game_offers_the_next_lesson(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "connect-four", "seats": [{"who": "you"}, {"who": "you"}], "visibility": "screen"})
    for column in "abababa":
        visitor.until(lambda: visitor.may_step)
        visitor.take(next(path for path in visitor.paths if path["step"] == column))
    visitor.page.get_by_role("link", name="Lesson: Dropping a stone").click()
    visitor.page.get_by_role("heading", name="Dropping a stone").wait_for()


def test_a_first_visit_leads_from_the_home_page_to_lessons_and_remembers_them(visit: Welcome) -> None:
    path = next(path for path in paths() if path.name == "connect-four")
    learner = Learner(visit(), path)
    page, name = learner.visitor.page, "Connect Four"
    learner.visitor.go("/")
    page.get_by_role("link", name=f"Learn in five minutes: {name}").click()
    learner.visitor.until(lambda: bool(learner.asked))
    learner.solve(path.lessons[0])
    page.get_by_role("link", name="Next: 4 in a row").wait_for()
    learner.visitor.go("/")
    page.get_by_role("link", name=f"Continue learning: {name}").wait_for()
    # Whoever gets a name takes along what this browser remembers.
    page.get_by_role("button", name=f"Play {name}").click()
    page.wait_for_url("**/t/*")
    learner.visitor.go("/learn/connect-four")
    page.locator("li.finished").wait_for()
    learner.visitor.until(lambda: page.evaluate("localStorage.getItem('ludarium.progress')") is None)
    for lesson in path.lessons[1:]:
        learner.open(lesson)
        learner.solve(lesson)
    page.get_by_role("heading", name="All lessons done").wait_for()
    with page.expect_response(lambda answer: "/api/progress" in answer.url):
        learner.visitor.go("/")
    page.get_by_role("button", name=f"Play {name}").wait_for()
    learner.visitor.until(lambda: page.get_by_role("link", name=f"Continue learning: {name}").count() == 0)

"""Puzzles in a real browser: solved by mouse as their data say, answered wrongly, guessed, and kept in mind."""

import random
from typing import Any

import pytest
from playwright.sync_api import Request

from ludarium.core.game import find_ruleset
from ludarium.learn.puzzles.attempt import LOSES, WRONG, attempt, solution_of
from ludarium.learn.puzzles.data import puzzles_of_game
from ludarium.learn.puzzles.puzzle import GUESS, SAVE, WIN, Puzzle
from tests.e2e.conftest import Welcome
from tests.e2e.test_accessible import faults_of
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

MOST = 40  # of one game
# Nobody looks at what the others answer.
HURRY = "const wait = setTimeout; window.setTimeout = (what, ms, ...given) => wait(what, Math.min(ms, 60), ...given)"
ASKED = ("/api/puzzles/try", "/api/puzzles/guess", "/api/puzzles/solution")
RIGHT, WRONG_ONE = ".told section.right", ".told section.wrong"


class Solver:
    """Somebody at a puzzle, and what the server has told their page about it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.answered: list[Request] = []
        self.page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        if request.url.partition("?")[0].endswith(ASKED):
            self.answered.append(request)

    def told(self) -> Any:
        answer = self.answered[-1].response()
        assert answer is not None
        return answer.json()

    def open(self, puzzle: Puzzle) -> None:
        self.answered.clear()
        self.visitor.go(f"/puzzles/{puzzle.ruleset}/{puzzle.id}")
        self.visitor.until(lambda: bool(self.answered))

    def take(self, step: str) -> Any:
        """Click a step; what came of it."""
        told = self.told()
        shown = [*told["frames"], *told["line"]][-1]["picture"]
        clicks = next((path["clicks"] for path in shown["paths"] if path["step"] == step), None)
        assert clicks, f"{step} is not among {[path['step'] for path in shown['paths']]}"
        self.page.locator(".board svg.active").wait_for()
        before = len(self.answered)
        for click in clicks:
            if click.startswith("#"):
                self.page.locator(f'[data-choice="{click}"]').click()
            else:
                self.page.mouse.click(*self.visitor.middle(click))
        self.visitor.until(lambda: len(self.answered) > before)
        return self.told()

    def solve(self, puzzle: Puzzle) -> None:
        self.open(puzzle)
        if puzzle.kind == GUESS:
            self.guess(puzzle.answer)
        else:
            shown = solution_of(puzzle).history  # the data's solution, with what the others answer
            for taken in shown.taken:
                if taken.seat == shown.states[0].seat:
                    told = self.take(taken.text)
            assert told["result"] == "right", f"{puzzle.id}: {told['result']}"
        self.page.locator(RIGHT).wait_for()

    def guess(self, kinds: tuple[str, ...]) -> Any:
        before = len(self.answered)
        for kind in kinds:
            self.page.locator(f'input[value="{kind}"]').check()
        self.page.get_by_role("button", name="Answer").click()
        self.visitor.until(lambda: len(self.answered) > before)
        return self.told()


def some(game: str, kind: str = "") -> list[Puzzle]:
    """Puzzles of a game in an order that is the same for the same data."""
    puzzles = [one for one in puzzles_of_game(find_ruleset(game).game) if kind in ("", one.kind)]
    random.Random(game).shuffle(puzzles)
    return puzzles


@pytest.mark.parametrize("ruleset", ["mur-jp", "myrmidons", "mutterland", "realm"])
def test_random_puzzles_are_solved_by_mouse(ruleset: str, visit: Welcome) -> None:
    solver = Solver(visit())
    solver.visitor.context.add_init_script(HURRY)
    for puzzle in some(ruleset)[:MOST]:
        solver.solve(puzzle)


def test_a_wrong_answer_is_refuted_on_the_board(visit: Welcome) -> None:
    solver = Solver(visit())
    page = solver.page
    puzzle = next(one for one in some("mur-jp", SAVE) if one.turns == 1)
    legal = [puzzle.game.step_text(int(step)) for step in puzzle.read().legal()]
    wrong = next(step for step in legal if (tried := attempt(puzzle, [step])).result == WRONG and tried.why == LOSES)
    solver.open(puzzle)
    solver.take(wrong)
    page.get_by_role("button", name="Why is that wrong?").click()
    page.get_by_text("This lets your opponent win.").wait_for()
    loss = solver.told()["outcome"]["sentence"]
    page.locator(WRONG_ONE).get_by_text(loss).wait_for()  # after the last step of the refutation
    assert faults_of(solver.visitor) == []
    page.get_by_role("button", name="Try again").click()
    for step in puzzle.solution[0]:
        page.locator(".board svg.active").wait_for()
        solver.take(step)
    page.locator(RIGHT).wait_for()
    assert "(−" in page.locator(RIGHT).inner_text()  # the first try has counted
    assert faults_of(solver.visitor) == []


def test_a_guess_is_answered_with_its_reasons(visit: Welcome) -> None:
    solver = Solver(visit())
    page = solver.page
    puzzle = some("myrmidons", GUESS)[0]
    solver.open(puzzle)
    page.get_by_role("button", name="Next move").click()
    page.locator(".moments li").first.wait_for()
    others = [one["kind"] for one in solver.told()["choices"] if one["kind"] not in puzzle.answer]
    assert faults_of(solver.visitor) == []
    told = solver.guess((others[0],))
    for reason in told["reasons"]:
        page.locator(WRONG_ONE).get_by_text(reason).wait_for()
    assert page.locator("label.missed").count() == len(puzzle.answer)
    assert faults_of(solver.visitor) == []


def test_what_is_solved_is_remembered_and_goes_along_with_a_name(visit: Welcome) -> None:
    solver = Solver(visit())
    page, visitor = solver.page, solver.visitor
    puzzle = next(one for one in some("mur-jp", WIN) if one.turns == 1)
    solver.solve(puzzle)
    told = solver.told()["change"]
    assert told["after"] > told["before"] == 1000
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(lambda url: "/puzzles/" in url and not url.endswith(puzzle.id) and "after" not in url)
    page.locator(".board svg.active, .kinds").first.wait_for()
    visitor.go("/puzzles")
    page.get_by_text(f"Your rating: {told['after']}").wait_for()
    page.get_by_text("1 of ").wait_for()
    # Whoever gets a name takes along what this browser remembers.
    visitor.go("/")
    page.get_by_role("button", name="Play Mur").click()
    page.wait_for_url("**/t/*")
    visitor.go("/puzzles")
    page.get_by_text(f"Your rating: {told['after']}").wait_for()
    visitor.until(lambda: page.evaluate("localStorage.getItem('ludarium.puzzles')") is None)


def test_somebody_who_gives_up_sees_the_solution(visit: Welcome) -> None:
    solver = Solver(visit())
    page = solver.page
    solver.visitor.go("/puzzles/daily")
    page.get_by_role("link", name="Solve").first.wait_for()
    assert page.get_by_role("link", name="Solve").count() >= 4
    solver.open(some("realm", WIN)[0])
    page.get_by_role("button", name="Show solution").click()
    page.locator(".told section.solution .told li").first.wait_for()
    assert "(−" in page.locator(".told section.solution").inner_text()

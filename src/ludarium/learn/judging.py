"""A learner's try, judged: given a task and the steps taken in it, what comes next.

A task is played on the true position; what is told and shown is what the learner's seat may know. Nothing is kept
between two tries but answers that would be the same again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from ludarium.core.game import Game
from ludarium.core.history import History, is_view
from ludarium.core.state import State
from ludarium.learn.format import EVENT, SAFE, Goal, LearnError, Lesson, LessonPath, Task, learn_words
from ludarium.learn.goals import GoalSearch, same_turn, shows_event

MORE, RIGHT, WRONG = "more", "right", "wrong"
_TOLD = 6  # sentences about what happened, at most
_MOST_ORDERS = 5  # steps whose other orders are tried

Tries = Sequence[Sequence[str]]  # the learner's steps in each task of the lesson so far, the last one in this task
Line = tuple[tuple[str, ...], ...]  # the same, to be remembered


@dataclass(frozen=True)
class Verdict:
    """What came of the steps taken. ``history`` is the game since the position with which this task or one before it
    began: with what others answered, and after ``RIGHT`` with what they do then; ``begins`` is the place in it where
    this task began, ``tried`` where the last of the learner's steps ended. ``shown`` is what the others would answer to
    a wrong one, to be shown and forgotten.
    """

    verdict: str
    seat: int
    history: History
    begins: int
    tried: int
    said: tuple[str, ...] = ()  # keys of this room's words
    mistake: int = -1  # which of the task's own words for mistakes fit
    shown: tuple[int, ...] = ()

    def sentences(self, task: Task, locale: str) -> list[str]:
        """What happened, and what there is to say about it."""
        told = self._happened(locale) if self.verdict != MORE else []
        if self.verdict == RIGHT and task.right:
            told.append(task.right[locale])
        if self.verdict == WRONG and self.mistake >= 0:
            told.append(task.wrong[self.mistake].say[locale])
        seat = self.history.game.words(locale).name("seat", int(self.history.state.seat))
        return told + [learn_words(locale).say("verdict", key, {"seat": seat}) for key in self.said]

    def _happened(self, locale: str) -> list[str]:
        """What the learner's last turn did, as the learner may know it."""
        game, played = self.history.game, self.history.at(self.tried)
        own = [step for _, step in played.told(self.seat, since=self.begins) if step.seat == self.seat]
        turn = [step for step in own if step.turn == own[-1].turn] if own else []
        told = [game.event_sentence(event, locale) for step in turn for event in step.events]
        if self.history.outcome is not None:
            told.append(game.outcome_sentence(self.history.outcome, locale))
        return list(dict.fromkeys(told))[-_TOLD:]


def completed(path: LessonPath, lesson: Lesson, number: int, tries: Tries) -> Line:
    """The learner's steps in the tasks before task ``number``: these, and where the task goes on from others that are
    missing, as the lesson itself would solve them.
    """
    first = max(place for place in range(number + 1) if lesson.begins(place))
    found = [tuple(steps) for steps in tries[:number]]
    for place in range(len(found), number):
        found.append(solution(path, lesson, place, found) if place >= first else ())
    return tuple(found)


def start(path: LessonPath, lesson: Lesson, number: int, tries: Tries = ()) -> History:
    """The game at the beginning of task ``number`` (from 0), where those before it were solved by these ``tries``."""
    if lesson.begins(number):
        return _begin(path, lesson.tasks[number])
    verdict = _judge(path, lesson, number - 1, completed(path, lesson, number, tries))
    if verdict.verdict != RIGHT:
        raise LearnError("task_before", task=number)
    return verdict.history.copy()


def _begin(path: LessonPath, task: Task) -> History:
    game, options = path.ruleset.game, path.ruleset.read(task.options)
    state = game.new(options, 0) if task.position is None else game.read_position(options, task.position)
    if is_view(game, state):
        raise LearnError("position_view")
    return History(path.ruleset, state)


def learner(task: Task, state: State) -> int:
    """Whose eyes a task is seen with."""
    return int(state.seat) if task.seat is None else task.seat


def judge(path: LessonPath, lesson: Lesson, number: int, tries: Tries) -> Verdict:
    """What comes of the last of these tries, which is at task ``number``; ``IllegalStep`` if the rules forbid it."""
    taken = tuple(tries[number]) if number < len(tries) else ()
    return _judge(path, lesson, number, (*completed(path, lesson, number, tries), taken))


@lru_cache(maxsize=512)
def _judge(path: LessonPath, lesson: Lesson, number: int, tries: Line) -> Verdict:
    return _Try(lesson.tasks[number], start(path, lesson, number, tries[:number]), tries[number]).verdict()


class _Try:
    """One try at one task."""

    def __init__(self, task: Task, history: History, taken: Sequence[str]) -> None:
        self.task = task
        self.history = history
        self.game: Game = history.game
        self.seat = learner(task, history.state)
        self.begins = len(history.steps)
        self.taken = [self.game.read_step(text) for text in taken]
        self.tried = self.begins
        self.turns = 1  # of the learner's, with the one that is going on

    def verdict(self) -> Verdict:
        if self.task.is_read:
            return self._finish()
        accepted = [[self.game.read_step(text) for text in steps] for steps in self.task.steps]
        found = self._made(MORE)
        for step in self.taken:
            if found.verdict != MORE:
                raise LearnError("try_over")
            self._take(step)
            self.tried = len(self.history.steps)
            goal = self.task.goal
            found = self._by_steps(accepted) if goal is None else self._by_goal(goal)
        return found

    def _take(self, step: int) -> None:
        self.game.refuse_illegal(self.history.state, step)
        self.history.take(step)

    def _made(self, verdict: str, *said: str, shown: Sequence[int] = ()) -> Verdict:
        mistake = self._mistake() if verdict == WRONG else -1
        said = () if mistake >= 0 and not shown else said
        history = self.history.copy()
        return Verdict(verdict, self.seat, history, self.begins, self.tried, said, mistake, tuple(shown))

    def _finish(self) -> Verdict:
        """The task is solved; the others do what it says."""
        for text in self.task.after:
            self._take(self.game.read_step(text))
        return self._made(RIGHT)

    def _mistake(self) -> int:
        """The words for the longest beginning of what was tried."""
        best = -1
        for place, one in enumerate(self.task.wrong):
            steps = [self.game.read_step(text) for text in one.steps]
            if self.taken[: len(steps)] == steps and (best < 0 or len(steps) > len(self.task.wrong[best].steps)):
                best = place
        return best

    # --- accepted steps -----------------------------------------------------------------------------------------------
    def _by_steps(self, accepted: Sequence[Sequence[int]]) -> Verdict:
        """The steps of others in what is accepted take themselves."""
        line = self.history.steps[self.begins :]
        for steps in sorted(accepted, key=len):
            if list(steps[: len(line)]) == line or self._comes_to(steps, line):
                while self.history.state.seat not in (-1, self.seat) and len(line) < len(steps):
                    self._take(steps[len(line)])
                    line = self.history.steps[self.begins :]
                return self._finish() if len(line) == len(steps) else self._made(MORE)
        return self._made(WRONG, "not_accepted")

    def _comes_to(self, steps: Sequence[int], line: Sequence[int]) -> bool:
        """Whether these steps in another order lead to the same position."""
        rest = Counter(steps)
        rest.subtract(line)
        if len(steps) > _MOST_ORDERS or any(count < 0 for count in rest.values()):
            return False
        wanted = _after(self.history.states[self.begins], steps)
        left = list(rest.elements())
        return wanted is not None and any(_after(self.history.state, one) == wanted for one in permutations(left))

    # --- goals --------------------------------------------------------------------------------------------------------
    def _by_goal(self, goal: Goal) -> Verdict:
        before, state = self.history.states[self.tried - 1], self.history.state
        goes_on = same_turn(before, state, self.seat)
        search = GoalSearch(self.game, goal, self.seat)
        if goal.kind == EVENT:
            logs = [taken.log for taken in self.history.taken[self.begins :] if taken.seat == self.seat]
            if any(shows_event(self.game, goal, log) for log in logs):
                # What others do then, they do when the turn is over.
                return self._made(MORE) if goes_on and self.task.after else self._finish()
            return self._made(MORE) if goes_on and search.possible(state, 0) else self._made(WRONG, "not_reached")
        left = goal.turns - self.turns
        if goes_on:
            return self._made(MORE) if search.possible(state, left) else self._made(WRONG, "no_win")
        if not search.reached(state, left):
            return self._wrong(search, state, left)
        if goal.kind == SAFE:
            return self._finish()
        for step in search.defence(state, left):
            self.history.take(step)
        self.turns += 1
        return self._finish() if self.history.state.seat < 0 else self._made(MORE, "answered")

    def _wrong(self, search: GoalSearch, state: State, left: int) -> Verdict:
        shown = search.refutation(state, left) if state.seat >= 0 else []
        if search.goal.kind == SAFE:
            return self._made(WRONG, "not_safe" if shown else "not_safe_at_all", shown=shown)
        return self._made(WRONG, "refuted" if shown else "no_win" if left else "not_won", shown=shown)


def _after(state: State, steps: Sequence[int]) -> State | None:
    """The state after these steps, if they can be taken."""
    state = state.copy()
    for step in steps:
        if state.seat < 0 or state.judge(step):
            return None
        state.apply(step)
    return state


def solution(path: LessonPath, lesson: Lesson, number: int, tries: Tries = ()) -> tuple[str, ...]:
    """The learner's steps that solve a task: the first accepted ones, or a way to the goal that search finds."""
    task, earlier = lesson.tasks[number], completed(path, lesson, number, tries)
    game, begun = path.ruleset.game, start(path, lesson, number, earlier).state
    seat = learner(task, begun)
    if task.goal is None:
        return own_steps(game, begun, task.steps[0], seat) if task.steps else ()
    taken: list[str] = []
    for _ in range(task.goal.turns):
        verdict = _judge(path, lesson, number, (*earlier, tuple(taken)))
        if verdict.verdict != MORE:
            break
        way = GoalSearch(game, task.goal, seat).way(verdict.history.state, bool(task.after))
        if not way:
            raise LearnError("goal_unreached")
        taken += [game.step_text(step) for step in way]
    return tuple(taken)


def own_steps(game: Game, state: State, steps: Sequence[str], seat: int) -> tuple[str, ...]:
    """Those of the steps that the seat itself takes."""
    own, now = [], state.copy()
    for text in steps:
        if now.seat == seat:
            own.append(text)
        step = game.read_step(text)
        if now.seat < 0 or now.judge(step):
            break
        now.apply(step)
    return tuple(own)

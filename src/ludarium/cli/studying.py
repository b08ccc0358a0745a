"""One lesson at a terminal: the board, a sentence, and what is typed."""

from collections.abc import Callable

from rich.text import Text

from ludarium.cli.sitting import meant_step, spoken_steps
from ludarium.cli.terminal import Left, Terminal
from ludarium.core.errors import LudariumError
from ludarium.core.history import History
from ludarium.draw.lines import wrapped
from ludarium.learn.format import Lesson, LessonPath, Task
from ludarium.learn.judging import MORE, RIGHT, Verdict, judge, learner, solution, start


class Studying:
    """Plays a lesson to its end, or until somebody leaves."""

    def __init__(self, path: LessonPath, lesson: Lesson, terminal: Terminal) -> None:
        self.path = path
        self.lesson = lesson
        self.terminal = terminal
        self.game = path.ruleset.game
        self.words = self.game.words(terminal.locale)
        self.tries: list[tuple[str, ...]] = []  # in each task so far
        self.own: tuple[str, ...] = ()  # in this one
        self.commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "hint": self._hint,
            "show": self._show_me,
            "list": self._list,
            "board": self._show_task,
            "undo": self._undo,
            "quit": self._quit,
        }

    def play(self) -> None:
        self.terminal.show(Text(self.lesson.title[self.terminal.locale], "bold"))
        for number in range(len(self.lesson.tasks)):
            self.number, self.own = number, ()
            self._show_task()
            if self.task.is_read:
                self.terminal.need(self.terminal.say("learn.read"))
                self._tell_others(self._judged(()), len(self._begun().steps))
            while not self.task.is_read and self._verdict().verdict != RIGHT:
                self._ask()
            self.tries.append(self.own)

    @property
    def task(self) -> Task:
        return self.lesson.tasks[self.number]

    def _judged(self, own: tuple[str, ...]) -> Verdict:
        return judge(self.path, self.lesson, self.number, [*self.tries, own])

    def _verdict(self) -> Verdict:
        return self._judged(self.own)

    def _begun(self) -> History:
        return start(self.path, self.lesson, self.number, self.tries)

    # --- the screen -------------------------------------------------------------------------------------------------
    def _print(self, text: str, style: str = "") -> None:
        self.terminal.out.print(text, style=style or None, soft_wrap=not self.terminal.out.is_terminal)

    def _board(self, history: History) -> None:
        seat = learner(self.task, self._begun().state)
        self.terminal.write(self.terminal.draw(history.scene(seat), self.game))

    def _show_task(self) -> None:
        self._board(self._begun() if self.task.is_read else self._verdict().history)
        self.terminal.tell("learn.task", number=self.number + 1, count=len(self.lesson.tasks))
        self._print(self.task.say[self.terminal.locale], "bold")

    def _tell_others(self, verdict: Verdict, since: int) -> None:
        """What others did after the place ``since``, as the learner may know it."""
        for _, step in verdict.history.told(verdict.seat, since=since):
            said = self.words.joined(self.game.event_sentence(event, self.terminal.locale) for event in step.events)
            if said:
                self.terminal.out.print(Text.assemble(("· ", "dim"), said))

    # --- what is typed ----------------------------------------------------------------------------------------------
    def _ask(self) -> None:
        seat = self._verdict().seat
        legal = self._legal()
        prompt = self.terminal.say("play.prompt", name=self.words.name("seat", seat))
        text = self.terminal.need(prompt, [*legal, *self.commands])
        if not text:
            return
        try:
            if text not in legal and text.lower() in self.commands:
                self.commands[text.lower()]()
                return
            meant = meant_step(text, legal)
            for step in [meant] if meant in legal else self.game.split_steps(text) or [text]:
                if not self._take(meant_step(step, self._legal())):
                    break
        except LudariumError as error:
            self._print(error.sentence(self.terminal.locale), "red")

    def _legal(self) -> list[str]:
        return [self.game.step_text(step) for step in self._verdict().history.state.legal()]

    def _take(self, step: str) -> bool:
        """Try a step, tell what came of it, and whether the task goes on."""
        verdict = self._judged((*self.own, step))
        said = self.words.joined(verdict.sentences(self.task, self.terminal.locale))
        if verdict.verdict in (MORE, RIGHT):
            self.own = (*self.own, step)
            self._tell_others(verdict, verdict.tried) if verdict.verdict == MORE else None
            self._board(verdict.history.at(verdict.tried) if verdict.verdict == RIGHT else verdict.history)
            if verdict.verdict == RIGHT:
                self.terminal.tell("learn.right")
        else:
            self.terminal.tell("learn.wrong")
        if said:
            self._print(said)
        if verdict.verdict == RIGHT:
            self._tell_others(verdict, verdict.tried)
        elif verdict.verdict != MORE:
            self._show_refutation(verdict)
            self.terminal.tell("learn.try_again")
        return verdict.verdict == MORE

    def _show_refutation(self, verdict: Verdict) -> None:
        shown = verdict.history.copy()
        for step in verdict.shown:
            shown.take(step)
        for _, told in shown.told(verdict.seat, since=len(verdict.history.steps)):
            said = self.words.joined(self.game.event_sentence(event, self.terminal.locale) for event in told.events)
            self.terminal.out.print(Text.assemble(("· ", "dim"), said))

    # --- commands ---------------------------------------------------------------------------------------------------
    def _help(self) -> None:
        self.terminal.tell("learn.commands")
        for form, meaning in self.words.section("notation").items():
            self.terminal.out.print(Text.assemble((f"  {form}  ", "cyan"), meaning))

    def _hint(self) -> None:
        hint = self.task.hint
        self._print(hint[self.terminal.locale]) if hint else self.terminal.tell("learn.no_hint")

    def _show_me(self) -> None:
        steps = solution(self.path, self.lesson, self.number, self.tries)
        self.terminal.tell("learn.solution", steps="  ".join(steps))

    def _list(self) -> None:
        verdict = self._verdict()
        steps = spoken_steps(verdict.history.scene(verdict.seat), self.words)
        for line in wrapped(steps, self.terminal.out.width, "  "):
            self.terminal.out.print(line)

    def _undo(self) -> None:
        self.own = self.own[:-1]
        self._show_task()

    def _quit(self) -> None:
        raise Left(asked=True)

"""One game at a terminal: who sits where, what they see, and what they type."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli import rules
from ludarium.cli.keeping import Keeping
from ludarium.cli.seating import Company, Seating
from ludarium.cli.terminal import Left, Terminal
from ludarium.cli.thinking import show_advice
from ludarium.core.errors import IllegalStep, LudariumError, NotAllowed
from ludarium.core.game import Outcome
from ludarium.core.history import Step
from ludarium.core.scene import CHOICE, Path, Scene
from ludarium.core.state import SPECTATOR
from ludarium.core.words import Words
from ludarium.draw.lines import wrapped
from ludarium.draw.rulebook import clauses
from ludarium.draw.spoken import Spoken, choice_name
from ludarium.players.levels import LEVELS, Level
from ludarium.players.report import Report
from ludarium.table import Table, guide
from ludarium.table.agreement import agreement_words, would_be_said

_FEW = 12  # steps that fit on a line or two


class Sitting(Seating):
    """Plays the game of a table to its end, or until the people leave."""

    def __init__(self, table: Table, company: Company, keeping: Keeping, terminal: Terminal) -> None:
        super().__init__(table, company, keeping, terminal)
        self.knows_goal: set[int] = set()  # readers
        self.notes: list[Callable[[], None]] = []  # to be told below the next board: above it they scroll away
        self.commands: dict[str, Callable[[int, str], None]] = {
            "?": self._help,
            "help": self._help,
            "goal": self._goal,
            "list": self._list,
            "board": self._board,
            "hint": self._hint,
            "coach": self._switch_coach,
            "undo": self._undo,
            "log": self._log,
            "rules": self._rules,
            "position": lambda seat, _: self.terminal.out.print(self.table.position(seat), soft_wrap=True),
            "save": lambda _, rest: self.keeping.save_as(rest),
            "agree": self._agree,
            "resign": self._resign,
            "quit": self._quit,
        }

    def play(self) -> None:
        """Until the end, or ``Left``."""
        while self.table.outcome is None:
            seat = self.table.seat
            if seat in self.people:
                self._hand_over(seat)
                if self.is_forced(len(self.table.history.taken)):
                    (step,) = self.table.legal(seat)
                    self._note("play.forced", step=step)
                    self.table.take(seat, step)
                    continue
                self._show(seat)
                self._let_act(seat)
                continue
            self._let_computer_act(seat)
            if not self.people:
                self._print_steps(self.news(SPECTATOR))
                self.keeping.tell(again=False)
        self._show_end()

    # --- computer players -------------------------------------------------------------------------------------------
    def _let_computer_act(self, seat: int) -> None:
        if self.is_random(seat):
            self.take_at_random(seat)
            return
        report = self._think(seat, self.level(seat), "play.thinking", name=self.name(seat))
        if self.take_decided(seat, report):
            others = set(range(len(self.company.players))) - {seat, *self.people}
            if all(self._accepts(other, "") for other in others):
                self.note_offer(seat)

    def _think(self, seat: int, level: Level, key: str, **data: object) -> Report:
        return self.company.thinker.decide(self.question(seat, level), self.terminal.say(key, **data))

    def _hint(self, seat: int, rest: str) -> None:
        report = self._think(seat, LEVELS[-1], "hint.thinking")
        show_advice(report, self.game, self.table.view(seat), self.terminal, most=1)

    # --- the coach --------------------------------------------------------------------------------------------------
    def _show_coach(self, seat: int) -> None:
        coach = self.coach(seat)
        if coach is None:
            return
        remark, question = coach.remark(), coach.question()
        if remark is None and question is not None:
            remark = coach.judged(self.company.thinker.decide(question, self.terminal.say("play.coach_looks")))
        if remark is not None:
            self.terminal.out.print(self.note_remark(remark))

    def _switch_coach(self, seat: int, rest: str) -> None:
        if self.alone is None:
            self.terminal.tell("play.coach_alone")
            return
        self.coached = not self.coached
        self.terminal.tell("play.coach_on" if self.coached else "play.coach_off")
        if self.coached:
            self.coached_turn = -1
            self._show_coach(seat)

    # --- the screen -------------------------------------------------------------------------------------------------
    def _hand_over(self, seat: int) -> None:
        """In a game with secrets: nobody sees what was on the screen for another one."""
        if not self.passes_on or self.shown_to == seat:
            return
        if self.shown_to is not None:
            self._show_board(self.shown_to)
            self._show_news(self.shown_to)
            self._wait("play.hide")
        self.terminal.clear()
        self._wait("play.hand_over", name=self.name(seat))
        self.terminal.clear()
        self.shown_to = seat

    def _wait(self, key: str, **data: object) -> None:
        self.terminal.need(self.terminal.say(key, **data))

    def _show(self, seat: int) -> None:
        """The board, what is new for a seat and what can be done."""
        self._show_board(seat)
        if self.reader(seat) not in self.knows_goal:
            self.knows_goal.add(self.reader(seat))
            self._show_goal(seat)
        self._show_news(seat)
        if self.is_offered():
            self._show_offer()
        self.keeping.tell(again=True)
        legal = self.table.legal(seat)
        few = len(legal) <= _FEW
        key = "play.to_act" if few else "play.to_act_many"
        self.terminal.tell(key, turn=self.table.turn, name=self.name(seat), count=len(legal))
        self._show_what_to_do(seat)
        if self.coached:
            self._show_coach(seat)
        if few:
            self._print_wrapped(spoken_steps(self.table.scene(seat), self.words), "  ")

    def _show_goal(self, seat: int) -> None:
        said = self.game.goal_sentence(self.table.view(seat), self.terminal.locale)
        if said:
            self.terminal.tell("play.goal", said=said)

    def _show_what_to_do(self, seat: int) -> None:
        said = self.game.prompt_sentence(self.table.view(seat), (), self.terminal.locale)
        if said:
            self.terminal.out.print(said)

    def _note(self, key: str, **data: object) -> None:
        self.notes.append(partial(self.terminal.tell, key, **data))

    def _tell_notes(self) -> None:
        notes, self.notes = self.notes, []
        for tell in notes:
            tell()

    def _show_news(self, seat: int) -> None:
        self._tell_notes()
        for taken in self.news(seat):
            said = self.said(taken)
            if said:
                self.terminal.out.print(Text.assemble(("· ", "dim"), said))

    def _show_board(self, seat: int) -> None:
        self.terminal.write(self.terminal.draw(self.table.scene(seat), self.table.game))

    def _show_end(self) -> None:
        viewer = SPECTATOR if self.alone is None else self.alone
        self._show_board(viewer)
        self._tell_notes()
        if self.passes_on:
            self._print_steps(self.table.steps(viewer)[-1:])
        elif self.people:
            self._show_news(viewer)
        if self.table.outcome is not None:
            said = self.game.outcome_sentence(self.table.outcome, self.terminal.locale)
            self.terminal.out.print(said, style="bold")

    # --- what is typed ----------------------------------------------------------------------------------------------
    def _let_act(self, seat: int) -> None:
        """Ask until something changes the game."""
        before = self._stand()
        legal = self.table.legal(seat)
        prompt = self.terminal.say("play.prompt", name=self.words.name("seat", seat))
        while self._stand() == before:
            text = self.terminal.need(prompt, [*legal, *self.commands])
            if not text:
                continue
            try:
                self._do(seat, meant_step(text, legal), legal)
            except LudariumError as error:
                self.notes.append(partial(self._show_error, error))
            if self._stand() == before:
                self._tell_notes()

    def _stand(self) -> tuple[int, Outcome | None]:
        """Changes with the game."""
        return len(self.table.history.steps), self.table.outcome

    def _show_error(self, error: LudariumError) -> None:
        self.terminal.out.print(error.sentence(self.terminal.locale), style="red")
        if isinstance(error, IllegalStep):
            self.terminal.out.print(self.terminal.say("play.more", clause=error.clause), style="dim")
        elif error.key == "step_syntax":
            show_notation(self.words, self.terminal)

    def _do(self, seat: int, text: str, legal: Sequence[str]) -> None:
        word, _, rest = text.partition(" ")
        if text not in legal and word.lower() in self.commands:
            self.commands[word.lower()](seat, rest.strip())
            return
        if text not in legal and (begun := beginning_with(text, legal)) and not self.game.is_step(text):
            self.terminal.tell("play.begun", text=text)
            self._print_wrapped(begun, "  ")
            return
        steps = [text] if text in legal else self.game.split_steps(text) or [text]
        taken = 0
        try:
            while taken < len(steps) and (not taken or self.goes_on(len(self.table.history.taken))):
                step = meant_step(steps[taken], self.table.legal(seat))
                if not self._is_sure(seat, step):
                    return
                self.table.take(seat, step)
                taken += 1
        finally:
            if taken < len(steps) and len(steps) > 1:
                self._note("play.not_played", steps=" ".join(steps[taken:]))

    def _is_sure(self, seat: int, step: str) -> bool:
        """Whoever is about to let the game end unwon is asked; what is piped in was decided on before."""
        if not self.terminal.is_person:
            return True
        view, scene = self.table.view(seat), self.table.scene(seat)
        caution = guide.cautions(self.game, view, scene, self.terminal.locale).get(step)
        if not caution:
            return True
        question = self.words.joined([caution, self.terminal.say("play.sure")])
        return self.terminal.agrees(question, usually=False)

    def _goal(self, seat: int, rest: str) -> None:
        """How one wins (a game that does not say it has a summary), and how far everybody is."""
        said = self.game.goal_sentence(self.table.view(seat), self.terminal.locale)
        self.terminal.tell("play.goal", said=said or self.words.sections["summary"])
        scene, spoken = self.table.scene(seat), Spoken(self.terminal.locale, self.words)
        for owner in range(scene.seats):
            figures = [f"{spoken.score(one.name)} {one.figure()}" for one in scene.scores if one.owner == owner]
            if figures:
                self._print_wrapped(figures, self.terminal.say("play.progress", name=self.name(owner)))

    def _board(self, seat: int, rest: str) -> None:
        self._show_board(seat)
        self._show_what_to_do(seat)

    def _help(self, seat: int, rest: str) -> None:
        self._goal(seat, rest)
        self._show_what_to_do(seat)
        show_notation(self.words, self.terminal)
        what = agreement_words(self.game, self.terminal.locale).section("agreement")["help"]
        agree = self.terminal.say("play.help_agree", what=what) if self.game.agreement else ""
        self.terminal.tell("play.help", clause=clauses(self.game, self.terminal.locale)[0], agree=agree)

    def _list(self, seat: int, rest: str) -> None:
        scene, legal = self.table.scene(seat), self.table.legal(seat)
        chosen = beginning_with(rest, legal)
        if not chosen:
            self.terminal.tell("play.none", text=rest)
        for name, group in grouped_steps(scene.paths, chosen):
            self._print_wrapped(group, f"  {name}: " if name else "  ")

    def _undo(self, seat: int, rest: str) -> None:
        undone = self.take_back(seat)
        self._note("play.undone", name=self.name(undone.seat), step=undone.text)

    def _log(self, seat: int, rest: str) -> None:
        self._print_steps(self.table.steps(seat))

    def _print_steps(self, taken: Sequence[Step]) -> None:
        for one in taken:
            side = self.words.name("seat", one.seat)
            self.terminal.out.print(Text.assemble((f"{one.turn:>4} {side} {one.text}  ", "bold"), self.said(one)))

    def _rules(self, seat: int, rest: str) -> None:
        if rest:
            rules.show(self.game, rest, self.terminal)
            return
        for clause in clauses(self.game, self.terminal.locale):
            self.terminal.out.print(f"  {clause}  {self.words.name('clauses', clause)}")
        self.terminal.tell("play.rules", game=self.game.name)

    def _resign(self, seat: int, rest: str) -> None:
        if self.terminal.agrees(self.terminal.say("play.resign", name=self.name(seat)), usually=False):
            self.table.resign(seat)

    def _show_offer(self) -> None:
        words = agreement_words(self.game, self.terminal.locale)
        name = self.name(self.offer[0]) if self.offer else ""
        self.terminal.out.print(words.say("agreement", "offered", {"name": name}))
        self.terminal.tell("play.offered")

    def _agree(self, seat: int, rest: str) -> None:
        """End the game here, if all want that: a draw, or what the game counts then."""
        if not self.game.agreement:
            raise NotAllowed("no_agreement")
        questions = agreement_words(self.game, self.terminal.locale).section("agreement")
        reader = SPECTATOR if self.alone is None else self.alone
        would = would_be_said(self.game, self.table.state, self.terminal.locale, reader)
        self.terminal.out.print(would)
        if not self.terminal.agrees(questions["sure_accept" if self.is_offered() else "sure_offer"], usually=False):
            return
        if self.passes_on:  # the others have to read the question, and not what only this seat may see
            self.terminal.clear()
        asked = self.people if self.is_offered() else range(len(self.company.players))
        for other in asked:
            if other != seat and not self._accepts(other, self.words.joined([would, questions["sure_accept"]])):
                self.terminal.tell("play.declined", name=self.name(other))
                break
        else:
            self.table.agree()
            return
        if self.passes_on:
            self._wait("play.hand_over", name=self.name(seat))
            self.terminal.clear()
            self._show(seat)

    def _accepts(self, seat: int, question: str) -> bool:
        if seat in self.people:
            return self.terminal.agrees(f"{self.name(seat)}: {question}", usually=False)
        if self.is_random(seat):
            return bool(self.company.rng.below(2))
        return self.would_accept(seat, self._think(seat, self.level(seat), "play.thinking", name=self.name(seat)))

    def _quit(self, seat: int, rest: str) -> None:
        raise Left(asked=True)

    def _print_wrapped(self, words: Sequence[str], indent: str) -> None:
        for line in wrapped(words, self.terminal.out.width, indent):
            self.terminal.out.print(line)


def show_notation(words: Words, terminal: Terminal) -> None:
    """How steps are written, and what the signs on the board are."""
    terminal.tell("play.notation")
    grid = Grid(box=None, show_header=False, pad_edge=False)
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(overflow="fold")
    for written, meaning in words.section("notation").items():
        grid.add_row(f"  {written}", meaning)
    terminal.show(grid)
    terminal.out.print(str(words.sections["board"]))


# --- legal steps for people ----------------------------------------------------------------------------------------
def spoken_steps(scene: Scene, words: Words) -> list[str]:
    """The steps, each with what it means where a person would press a button for it."""
    lines = []
    for path in scene.paths:
        known = choice_name(words, path.clicks[-1])
        lines.append(f"{path.step} ({known})" if known else path.step)
    return lines


def grouped_steps(paths: Iterable[Path], steps: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The steps by what a person would click first; those that are alone with their first click come together."""
    first = {path.step: path.clicks[0] for path in paths}
    groups: dict[str, list[str]] = {}
    for step in steps:
        groups.setdefault(first.get(step, ""), []).append(step)
    alone = [group[0] for group in groups.values() if len(group) == 1]
    together = [(name.removeprefix(CHOICE), group) for name, group in groups.items() if len(group) > 1]
    return [("", alone), *together] if alone else together


def beginning_with(start: str, steps: Iterable[str]) -> list[str]:
    return [step for step in steps if step.lower().startswith(start.lower())]


def meant_step(text: str, steps: Sequence[str]) -> str:
    """The legal step that somebody meant who did not care for capitals and spaces; else the text as it is."""
    if text in steps:
        return text
    alike = [step for step in steps if _plain(step) == _plain(text)]
    return alike[0] if len(alike) == 1 else text


def _plain(text: str) -> str:
    return "".join(text.split()).lower()

"""A game on a full screen: what ``cli/sitting.py`` does line by line."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Event as Flag
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from ludarium.cli.keeping import Keeping
from ludarium.cli.screen import dialogs
from ludarium.cli.screen.dialogs import Ask, Curtain
from ludarium.cli.screen.foresight import Foresight, foresee
from ludarium.cli.screen.layout import BoardScreen, FullScreen, Move, sites_of
from ludarium.cli.screen.marks import Marked
from ludarium.cli.seating import Company, Seating
from ludarium.cli.sitting import meant_step
from ludarium.cli.terminal import Left, Terminal
from ludarium.cli.thinking import player_title
from ludarium.core.errors import LudariumError
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.players.explain import explain_line
from ludarium.players.levels import LEVELS
from ludarium.players.report import Report
from ludarium.players.thinker import Question
from ludarium.table import Table, guide
from ludarium.table.agreement import agreement_words, would_be_said
from ludarium.table.picking import Picking

_PACE: Final = 0.4  # seconds between the moves of computers where nobody else plays


class TableScreen(BoardScreen):
    """Plays the game of a table to its end, or until the people leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint"),
        Binding("u", "undo"),
        Binding("c", "coach"),
        Binding("a", "agree"),
        Binding("r", "resign"),
        Binding("s", "save"),
        Binding("m", "type"),
    ]

    def __init__(self, seating: Seating) -> None:
        super().__init__(seating.game, seating.terminal)
        self.seating = seating
        seating.keeping.way_out = "screen.save_key"
        self.table = seating.table
        self.picking = Picking()
        self.acting: int | None = None  # the person whose turn it is, if nothing else is being waited for
        self.waiting = ""  # for what, in words
        self.hinted: set[str] = set()  # sites
        self._changed = asyncio.Event()
        self._knows_goal: set[int] = set()  # readers
        self._hurry: Flag | None = None  # of a decision that is being made: it is to be made now
        self._foreseen: dict[str, Foresight] = {}  # by step
        self._may_leave = False  # the game is over

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._play(), name="game")

    # --- the course of the game ---------------------------------------------------------------------------------------
    async def _play(self) -> None:
        seating, table = self.seating, self.table
        while table.outcome is None:
            seat = table.seat
            if seat in seating.people:
                await self._hand_over(seat)
                await self._let_act(seat)
            else:
                await self._let_computer_act(seat)
        await self._show_end()

    async def _let_act(self, seat: int) -> None:
        """Until something changes the game."""
        self.acting, self.waiting = seat, ""
        self._renew()
        self._tell_news(seat)
        self.run_worker(self._look_for_coach(seat), group="coach", exclusive=True)
        self._changed.clear()
        await self._changed.wait()
        self.acting = None
        self.hinted = set()
        self.workers.cancel_group(self, "coach")

    async def _hand_over(self, seat: int) -> None:
        """In a game with secrets: nobody sees what was on the screen for another one."""
        seating = self.seating
        if not seating.passes_on or seating.shown_to == seat:
            return
        if seating.shown_to is not None:
            self.waiting = self.terminal.say("play.hide").strip()
            self.draw()
            self._tell_news(seating.shown_to)
            self._changed.clear()
            await self._changed.wait()
        self._hide_all()
        await self.app.push_screen_wait(Curtain(self.terminal.say("play.hand_over", name=seating.name(seat))))
        seating.shown_to = seat

    def _hide_all(self) -> None:
        """Nothing of what a seat saw is kept in sight or in a place that can be looked up."""
        self.seating.shown_to = None
        self.picking, self.hinted, self.waiting = Picking(), set(), ""
        self._foreseen = {}
        self.tell("")
        self.draw()

    async def _let_computer_act(self, seat: int) -> None:
        seating = self.seating
        if seating.is_random(seat):
            if not seating.people:
                await asyncio.sleep(_PACE)
            seating.take_at_random(seat)
        elif seating.take_decided(seat, await self._think_for(seat)):
            others = set(range(len(seating.company.players))) - {seat, *seating.people}
            for other in others:
                if not await self._would_accept(other):
                    break
            else:
                seating.note_offer(seat)
        if not seating.people:
            self._renew()
            self._tell_keeping(again=False)

    async def _think_for(self, seat: int) -> Report:
        said = self.terminal.say("play.thinking", name=self.seating.name(seat))
        return await self._decide(self.seating.question(seat, self.seating.level(seat)), said)

    async def _would_accept(self, seat: int) -> bool:
        if self.seating.is_random(seat):
            return bool(self.seating.company.rng.below(2))
        return self.seating.would_accept(seat, await self._think_for(seat))

    async def _decide(self, question: Question, said: str) -> Report:
        """A decision beside the screen, which stays awake; meanwhile it says who thinks, and how far they are."""
        thinker, loop = self.seating.company.thinker, asyncio.get_running_loop()
        hurry = self._hurry = Flag()
        self.waiting = said
        self._renew()

        def tell(report: Report) -> None:
            with suppress(RuntimeError):  # the screen is gone
                loop.call_soon_threadsafe(self._tell_progress, said, report.simulations)

        try:
            return await asyncio.to_thread(thinker.decide_aside, question, hurry.is_set, tell)
        except asyncio.CancelledError:
            hurry.set()
            raise
        finally:
            if self._hurry is hurry:
                self._hurry, self.waiting = None, ""

    def _tell_progress(self, said: str, simulations: int) -> None:
        if self.waiting.startswith(said) and simulations and self.is_running:
            self.waiting = f"{said}  {simulations}"
            self.draw_prompt()

    async def _show_end(self) -> None:
        self.seating.shown_to = None
        self._may_leave = True
        self._renew()
        if self.table.outcome is not None:
            self.tell(Text(self.game.outcome_sentence(self.table.outcome, self.locale), style="bold"))

    # --- what is shown ------------------------------------------------------------------------------------------------
    @property
    def viewer(self) -> int:
        """Who looks at the screen: whoever is to act, else the one person who plays, else anybody."""
        seating = self.seating
        if self.table.outcome is not None:
            return SPECTATOR if seating.alone is None else seating.alone
        if seating.passes_on:
            return SPECTATOR if seating.shown_to is None else seating.shown_to
        if seating.alone is not None:
            return seating.alone
        return SPECTATOR if self.acting is None else self.acting

    @property
    def _is_covered(self) -> bool:
        return self.seating.passes_on and self.seating.shown_to is None and self.table.outcome is None

    def _renew(self) -> None:
        """The game has changed: what is picked stays so if a step can still begin like that."""
        self._foreseen = {}
        scene = self.scene()
        clicks = self.picking.clicks
        self.picking = Picking(scene.paths if scene is not None and self.acting is not None else (), clicks)
        self.draw()

    def scene(self) -> Scene | None:
        if self._is_covered:
            return None
        scene = self.table.scene(self.viewer)
        return scene.with_last(sites_of(self.table.steps(self.viewer), scene))

    def marked(self) -> Marked:
        scene, found = self.scene(), Marked()
        if scene is None:
            return found
        found.add("last", scene.last)
        found.add("threatened", scene.threatened)
        found.add("forced", scene.forced)
        if self.acting is None:
            return found
        seen = self._foresight(self.board.site)
        found.add("movable", self.picking.starts if not self.picking.clicks else ())
        if self.picking.clicks:
            strikes = [site for site in self.picking.sites if self._foresight(site).struck]
            found.add("strike", strikes)
            found.add("target", set(self.picking.sites) - set(strikes))
            found.add("picked", self.picking.picked)
        found.add("struck", seen.struck - {self.board.site})
        found.add("would", seen.would - {self.board.site})
        found.add("hint", self.hinted)
        return found

    def ghosts(self) -> dict[str, str]:
        return self._foresight(self.board.site).ghosts

    def _foresight(self, site: str) -> Foresight:
        """What a click there would do, if that is clear."""
        steps = self.picking.steps_to(site)
        if self.acting is None or len(steps) != 1:
            return Foresight()
        if steps[0] not in self._foreseen:
            view, scene = self.table.view(self.acting), self.table.scene(self.acting)
            found = foresee(self.game, view, scene, steps[0], self.locale, self.say("or"))
            self._foreseen[steps[0]] = found
        return self._foreseen[steps[0]]

    def heading(self) -> str:
        name = str(self.game.words(self.locale).sections["name"])
        return name if self.table.outcome is not None else self.say("heading", name=name, turn=self.table.turn)

    def player(self, seat: int) -> str:
        return player_title(self.seating.company.players[seat], self.game, self.terminal)

    def prompt(self) -> str:
        if self.table.outcome is not None:
            return self.game.outcome_sentence(self.table.outcome, self.locale)
        if self._is_covered or self.waiting:
            return self.waiting
        if self.acting is None:
            return self.say("waits", name=self.seating.name(self.table.seat))
        said = self.game.prompt_sentence(self.table.view(self.acting), self.picking.clicks, self.locale)
        return self.say("to_act", name=self.seating.words.name("seat", self.acting), said=said)

    def moves(self) -> list[Move]:
        if self._is_covered:
            return []
        steps = self.table.steps(self.viewer)
        return [(str(one.turn), self.step_said(self.seating.said(one), one.text)) for one in steps]

    def told(self) -> str:
        scene = self.scene()
        if scene is None:
            return ""
        return "\n".join(filter(None, [self.place(scene), self._foresight(self.board.site).said]))

    def buttons(self) -> list[tuple[str, str]]:
        if self.acting is None:
            return []
        return [(click, self.spoken.choice(click)) for click in self.picking.choices]

    def keys(self) -> list[tuple[str, str, str]]:
        if self._is_covered:
            return []
        found = [("l", self.say("key_log"), "log"), ("?", self.say("key_help"), "help")]
        if self._may_leave:
            return [("Enter", self.say("key_close"), "choose"), *found]
        found.append(("q", self.say("key_leave"), "leave"))
        if self.acting is None:
            return [("Enter", self.say("key_hide"), "choose"), *found] if self._hides else found
        before = [("Enter", self.say("key_choose"), "choose")]
        if self.picking.clicks:
            before.append(("Esc", self.say("key_release"), "release"))
        before += [("h", self.say("key_hint"), "hint"), ("u", self.say("key_undo"), "undo")]
        found.append(("r", self.say("key_resign"), "resign"))
        if self.game.agreement:
            found.append(("a", self._agreement["offer"], "agree"))
        return [*before, *found]

    @property
    def _hides(self) -> bool:
        """Whether somebody has ended their turn and looks at it before another one may look."""
        return bool(self.waiting) and self.seating.shown_to is not None and self.table.seat in self.seating.people

    @property
    def _agreement(self) -> dict[str, str]:
        return dict(agreement_words(self.game, self.locale).section("agreement"))

    def wanted(self) -> list[str]:
        return self.picking.sites or self.picking.starts

    def _tell_news(self, seat: int) -> None:
        """What happened since somebody last looked, and what must not be overlooked."""
        said = [self.seating.said(taken) for taken in self.seating.news(seat) if taken.seat != seat]
        if self.seating.is_offered() and self.seating.offer:
            words = agreement_words(self.game, self.locale)
            name = self.seating.name(self.seating.offer[0])
            said = [words.say("agreement", "offered", {"name": name}), self.say("offered")]
        if (reader := self.seating.reader(seat)) not in self._knows_goal:
            self._knows_goal.add(reader)
            said = [self._goal(seat)]
        if said := [one for one in said if one]:
            self.tell(self.game.words(self.locale).joined(said))
        self._tell_keeping(again=True)

    def _goal(self, seat: int) -> str:
        said = self.game.goal_sentence(self.table.view(seat), self.locale)
        return self.terminal.say("play.goal", said=said or self.game.words(self.locale).sections["summary"])

    def help(self) -> Text:
        return Text(self._goal(self.viewer) + "\n\n").append_text(super().help())

    def _tell_keeping(self, again: bool) -> None:
        if heard := self._heard(lambda: self.seating.keeping.tell(again=again)):
            self.tell(heard)

    def _heard(self, say: Callable[[], object]) -> Text:
        """What is told line by line, for this screen."""
        with self.terminal.out.capture() as capture:
            say()
        return Text.from_ansi(capture.get().strip())

    # --- what the person to act does ----------------------------------------------------------------------------------
    def action_choose(self) -> None:
        if self._may_leave:
            self._leave("over")
        elif self.acting is not None:
            self._press(self.board.site)
        elif self._hides:
            self._changed.set()  # the screen may be hidden now

    def action_press(self, place: int) -> None:
        buttons = self.buttons()
        if place < len(buttons):
            self._press(buttons[place][0])

    def action_release(self) -> None:
        if self.acting is not None and self.picking.release():
            self.tell("")
            self.draw()

    def _press(self, click: str) -> None:
        pressed = self.picking.press(click)
        self.tell("")
        if pressed.step:
            self.run_worker(self._take(pressed.step), group="asked", exclusive=True)
        elif pressed.attempt:
            self.draw()
            self._refuse(pressed.attempt)
        else:
            self.draw()

    async def _take(self, step: str) -> None:
        """Whoever is about to let the game end unwon is asked."""
        seat = self.acting
        if seat is None:
            return
        view, scene = self.table.view(seat), self.table.scene(seat)
        caution = guide.cautions(self.game, view, scene, self.locale).get(step)
        if caution and await self._ask(caution, self.say("play_anyway"), self.say("keep_playing")) != 0:
            self.draw()
            return
        try:
            self.table.take(seat, step)
        except LudariumError as error:
            self._tell_error(error)
            return
        self._changed.set()

    def _refuse(self, clicks: tuple[str, ...]) -> None:
        if self.acting is None:
            return
        found = self.game.why_not(self.table.view(self.acting), clicks)
        if found.refusal is not None:
            clause = found.refusal.clause
            said = guide.without_clause(self.game.refusal_sentence(found.refusal, self.locale), clause)
            rule = self.game.words(self.locale).name("clauses", clause)
            self.tell(Text.assemble((said, "red"), "\n", (self.say("rule", rule=rule), "dim")))
        elif not found.allowed:
            self.tell(Text(self.say("nothing_here"), style="red"))

    def _tell_error(self, error: LudariumError) -> None:
        self.draw()
        self.tell(Text(error.sentence(self.locale), style="red"))

    def action_undo(self) -> None:
        if self.acting is None:
            return
        try:
            undone = self.seating.take_back(self.acting)
        except LudariumError as error:
            self._tell_error(error)
            return
        self.picking = Picking()
        self.tell(self.terminal.say("play.undone", name=self.seating.name(undone.seat), step=undone.text))
        self._changed.set()

    def action_hint(self) -> None:
        if self.acting is not None:
            self.run_worker(self._hint(self.acting), group="asked", exclusive=True)

    async def _hint(self, seat: int) -> None:
        question = self.seating.question(seat, LEVELS[-1])
        number = len(self.table.history.steps)
        report = await self._decide(question, self.terminal.say("hint.thinking"))
        if number != len(self.table.history.steps) or self.acting != seat:
            return
        best, scene = self.game.step_text(report.step), self.table.scene(seat)
        names = {site.name for site in scene.sites}
        self.hinted = {click for path in scene.paths if path.step == best for click in path.clicks} & names
        self.draw()
        self.tell(self._advice(report))

    def _advice(self, report: Report) -> str:
        """The best step in words, and what everybody can expect."""
        view, words = self.table.view(report.seat), self.game.words(self.locale)
        told = explain_line(self.game, view, report.seat, report.best.steps[:1])
        said = [sentence for one in told for sentence in one.sentences(self.game, self.locale)]
        move = words.joined(said) or self.game.step_text(report.step)
        shares = [
            self.terminal.say("hint.share", name=words.name("seat", seat), percent=round(100 * share))
            for seat, share in enumerate(report.expectation)
        ]
        return self.say("hint_is", move=move) + "\n" + self.terminal.say("hint.expectation", seats=shares)

    def action_coach(self) -> None:
        seating = self.seating
        if seating.alone is None:
            self.tell(self.terminal.say("play.coach_alone"))
            return
        seating.coached = not seating.coached
        self.tell(self.say("coach_on" if seating.coached else "coach_off"))
        if seating.coached and self.acting is not None:
            seating.coached_turn = -1
            self.run_worker(self._look_for_coach(self.acting), group="coach", exclusive=True)

    async def _look_for_coach(self, seat: int) -> None:
        """Meanwhile the person can play on; then what it would have said is of no use."""
        coach, number = self.seating.coach(seat), len(self.table.history.steps)
        if coach is None:
            return
        remark = await asyncio.to_thread(coach.remark)
        question = coach.question() if remark is None else None
        if question is not None:
            decide = self.seating.company.thinker.decide_aside
            remark = coach.judged(await asyncio.to_thread(decide, question, lambda: self.acting != seat))
        if remark is not None and number == len(self.table.history.steps) and self.acting == seat:
            self.tell(self.seating.note_remark(remark))

    def action_resign(self) -> None:
        if self.acting is not None:
            self.run_worker(self._resign(self.acting), group="asked", exclusive=True)

    async def _resign(self, seat: int) -> None:
        question = self.terminal.say("play.resign", name=self.seating.name(seat))
        if await self._ask(question, self.say("resign"), self.say("keep_playing")) == 0:
            self.table.resign(seat)
            self._changed.set()

    def action_save(self) -> None:
        if not self._is_covered:
            self.run_worker(self._save(), group="asked", exclusive=True)

    async def _save(self) -> None:
        """To another file, too; if its own cannot be written, the game goes on in that one."""
        name = await self.app.push_screen_wait(dialogs.Line(self.say("save_where")))
        if not name:
            return
        try:
            self.tell(self._heard(lambda: self.seating.keeping.save_as(name)))
        except LudariumError as error:
            self._tell_error(error)

    def action_agree(self) -> None:
        if self.acting is not None and self.game.agreement:
            self.run_worker(self._agree(self.acting), group="asked", exclusive=True)

    async def _agree(self, seat: int) -> None:
        """End the game here, if all want that: a draw, or what the game counts then."""
        seating, questions = self.seating, self._agreement
        reader = SPECTATOR if seating.alone is None else seating.alone
        would = would_be_said(self.game, self.table.state, self.locale, reader)
        sure = questions["sure_accept" if seating.is_offered() else "sure_offer"]
        if await self._ask(f"{would} {sure}", questions["offer"], self.say("keep_playing")) != 0:
            return
        asked = seating.people if seating.is_offered() else range(len(seating.company.players))
        for other in asked:
            if other != seat and not await self._accepts(other, f"{would} {questions['sure_accept']}"):
                self.draw()
                self.tell(self.terminal.say("play.declined", name=seating.name(other)))
                return
        self.table.agree()
        self._changed.set()

    async def _accepts(self, seat: int, question: str) -> bool:
        if seat not in self.seating.people:
            return await self._would_accept(seat)
        # Where secrets are passed on, the other one has to read the question, and not what only this seat may see.
        shown = dialogs.Question if self.seating.passes_on else Ask
        answers = (self.say("accept"), self.say("decline"))
        return await self.app.push_screen_wait(shown(f"{self.seating.name(seat)}: {question}", answers)) == 0

    async def _ask(self, question: str, *answers: str) -> int:
        return await self.app.push_screen_wait(Ask(question, answers))

    def action_type(self) -> None:
        if self.acting is not None:
            self.run_worker(self._type(self.acting), group="asked", exclusive=True)

    async def _type(self, seat: int) -> None:
        """Who would rather write: a place to go to, or a whole move."""
        text = await self.app.push_screen_wait(dialogs.Line(self.say("type_what")))
        sites = {site.name.lower(): site.name for site in self.table.scene(seat).sites}
        if text.lower() in sites:
            self.board.go_to(sites[text.lower()])
        elif text:
            await self._take(meant_step(text, self.table.legal(seat)))

    def action_interrupt(self) -> None:
        """Ctrl-C: who thinks decides now; else the people leave."""
        if self._hurry is not None and not self._hurry.is_set():
            self._hurry.set()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        self._leave("left")

    def _leave(self, how: str) -> None:
        if self._hurry is not None:
            self._hurry.set()  # nobody waits for it any more
        self.app.exit(how)


def play(table: Table, company: Company, keeping: Keeping, terminal: Terminal) -> None:
    """The game to its end, or ``Left``."""
    if FullScreen(TableScreen(Seating(table, company, keeping, terminal))).run() != "over":
        raise Left(asked=True)

"""One table of a server at the terminal: what is shown of it, and what is typed there."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, RLock
from time import monotonic

from rich.text import Text

from ludarium.cli import rules
from ludarium.cli.files import write
from ludarium.cli.join_line import Line
from ludarium.cli.join_server import Server, Told, without_colour
from ludarium.cli.sitting import beginning_with, grouped_steps, meant_step, show_notation
from ludarium.cli.terminal import CommandError, Left, Terminal
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, rulesets
from ludarium.core.scene import CHOICE
from ludarium.core.scene import Path as ClickPath
from ludarium.draw import terminal as characters
from ludarium.draw.lines import wrapped
from ludarium.draw.rulebook import clauses

_FEW = 12  # steps that fit on a line or two
_LATEST = 3  # steps that are told to whoever comes
_OFFERS = {"takeback": "undo", "pause": "pause", "resume": "resume", "rematch": "rematch", "continue": "play_on"}
_HOUR, _DAY = 3_600, 86_400


class JoinedTable:
    """A table that somebody looks at. Its line tells what happens while a person is typing."""

    def __init__(self, server: Server, table: str, terminal: Terminal) -> None:
        self.server = server
        self.terminal = terminal
        self.id = table
        self.table: Told = {}
        self.picture: Told = {}
        self.steps: list[Told] = []
        self.told = 0  # steps
        self.following = ""  # the table to go to
        self._heard_at = monotonic()
        self._broken = self._ended = False
        self._knows_goal = False
        self._lock = RLock()
        self._news = Condition(self._lock)
        self._completions: list[str] = []
        written = "text" if characters.speaks_unicode(terminal.out.encoding) else "ascii"
        self.line = Line(server, table, written, self)
        self.commands: dict[str, Callable[[str], object]] = {
            "?": self._help,
            "help": self._help,
            "goal": lambda _: self._show_goal(),
            "list": self._list,
            "board": lambda _: self._show_board(),
            "hint": self._hint,
            "undo": lambda _: self._act("undo", seat=self.seat, number=len(self.steps)),
            "log": lambda _: self._print_steps(self.steps),
            "rules": self._rules,
            "save": self._save,
            "say": lambda rest: self._act("say", text=rest[:500]) if rest else None,
            "clock": lambda _: self._show_clocks(),
            "who": lambda _: self._show_seats(),
            "sit": self._sit,
            "stand": lambda _: self._act("stand", seat=self.seat),
            "agree": self._agree,
            "accept": lambda _: self._answer(True),
            "decline": lambda _: self._answer(False),
            **{word: self._offering(kind) for word, kind in _OFFERS.items()},
            "next": lambda _: self._act("next"),
            "abort": lambda _: self._act("abort", seat=self.seat),
            "claim": lambda _: self._act("claim", seat=self.seat, win=True),
            "resign": self._resign,
            "quit": self._quit,
        }

    def play(self, seat: str | None, watches: bool) -> str:
        """Until the person leaves; the table at which they go on, if there is one."""
        self.line.open()
        try:
            self._wait(lambda: bool(self.table))
            if not self._ended and not watches and "sit" in self.table["may"]:
                self._sit(seat or "")
            while not self._ended and not self.following:
                self._ask()
        except (Left, KeyboardInterrupt):
            if self.table and self.table["phase"] in ("waiting", "playing", "paused") and self.seats:
                self.terminal.out.print()
                self.terminal.tell("join.left", address=f"{self.server.origin}/t/{self.id}")
            raise
        finally:
            self.line.close()
        return self.following

    # --- what is known ----------------------------------------------------------------------------------------------
    @property
    def game(self) -> Game | None:
        """Its rules, where they are known here, too."""
        return next((one.game for one in rulesets() if one.name == self.table["ruleset"]), None)

    @property
    def seats(self) -> list[int]:
        """One's own."""
        return [one["seat"] for one in self.table.get("seats", ()) if one["yours"]]

    @property
    def seat(self) -> int:
        """The one for which one acts."""
        return self.table["seat"] if self.table["seat"] in self.seats else next(iter(self.seats), 0)

    @property
    def paths(self) -> list[ClickPath]:
        return [ClickPath(one["step"], tuple(one["clicks"])) for one in self.picture.get("paths", ())]

    @property
    def legal(self) -> list[str]:
        return [path.step for path in self.paths] if self.may_step else []

    @property
    def may_step(self) -> bool:
        return bool(self.table) and "step" in self.table["may"] and self.table["seat"] in self.seats

    def name(self, seat: int) -> str:
        found = self.table["seats"][seat]
        if found["occupant"] == "open":
            shown = self.terminal.say("join.open")
        elif found["occupant"] == "computer" and found["name"] == str(found["level"]):
            shown = self.terminal.say("level.number", number=found["level"])
        else:
            shown = found["name"]
        return self.terminal.say("play.named", side=found["label"], player=shown)

    # --- what comes over the line, in its thread ----------------------------------------------------------------------
    def hear(self, message: Told) -> None:
        tell = getattr(self, f"_tell_{message.get('type')}", None)
        with self._news:
            before, sat = self.table, bool(self.seats)
            if "table" in message:
                self.table, self._heard_at = message["table"], monotonic()
            self.picture = message.get("picture", self.picture)
            with self.terminal.above():
                if before and self.seats and not sat:
                    self.terminal.tell("join.seated", name=self.name(self.seats[0]))
                if tell is not None:
                    tell(message, before)
            self._completions[:] = [*self.legal, *self.commands]
            self._news.notify_all()

    def lost(self, seconds: float) -> None:
        with self._news, self.terminal.above():
            self.terminal.warn("join.lost" if not self._broken else "join.still_lost", seconds=round(seconds))
            self._broken = True

    def ended(self, error: CommandError | None) -> None:
        with self._news, self.terminal.above():
            if error is not None:
                self.terminal.complain(error)
            self.terminal.tell("join.closed_enter" if self.terminal.is_person else "join.closed")
            self._ended = True
            self._news.notify_all()

    def _tell_welcome(self, message: Told, before: Told) -> None:
        self.steps = list(message["steps"])
        if not before:
            self._show_head()
            for one in message["chat"]:
                self._show_chat(one)
            self.told = max(0, len(self.steps) - _LATEST)
        elif self._broken:
            self.terminal.tell("join.again")
        self._broken = False
        self.told = min(self.told, len(self.steps))
        self._show_state(True)

    def _tell_stepped(self, message: Told, before: Told) -> None:
        self.steps += message["steps"]
        self._show_state(False)

    def _tell_undone(self, message: Told, before: Told) -> None:
        del self.steps[message["kept"] :]
        self.told = len(self.steps)
        self.terminal.tell("join.taken_back")
        self._show_state(True)

    def _tell_changed(self, message: Told, before: Told) -> None:
        for old, new in zip(before["seats"], self.table["seats"], strict=True):
            if (old["occupant"], old["person"]) != (new["occupant"], new["person"]) and not new["yours"]:
                self.terminal.tell("join.seat_taken", name=self.name(new["seat"]))
            elif old["here"] != new["here"] and new["occupant"] == "person" and not new["yours"]:
                self.terminal.tell("join.came" if new["here"] else "join.went", name=self.name(new["seat"]))
        for offer in self.table["offers"]:
            if (offer["kind"], offer["by"]) not in [(old["kind"], old["by"]) for old in before["offers"]]:
                self._show_offer(offer)
        if self.table["rematch"] and not before["rematch"]:
            self.terminal.tell("join.rematch_ready")
        claim = self.table["claim"]
        if claim is not None and before["claim"] is None:
            self.terminal.tell("join.claim", name=self.name(claim["seat"]), seconds=-(-claim["left"] // 1000))
        if (before["phase"], before["seat"]) != (self.table["phase"], self.table["seat"]):
            self._show_state(True)

    def _tell_declined(self, message: Told, before: Told) -> None:
        self.terminal.tell("play.declined", name=self.name(message["seat"]))

    def _tell_chatted(self, message: Told, before: Told) -> None:
        self._show_chat(message["message"])

    def _show_chat(self, message: Told) -> None:
        self.terminal.out.print(Text.assemble((f"{message['name']}: ", "bold cyan"), message["text"]))

    def _tell_problem(self, message: Told, before: Told) -> None:
        self._refuse(message)

    # --- the screen -------------------------------------------------------------------------------------------------
    def _show_head(self) -> None:
        settings = [f"{one['name']}: {one['value']}" for one in self.table["settings"]]
        rated = [self.terminal.say("join.rated")] if self.table["rated"] else []
        self.terminal.out.print(Text.assemble((self.table["title"], "bold"), "  " + ", ".join([*rated, *settings])))
        self._show_seats()

    def _show_seats(self) -> None:
        for one in self.table["seats"]:
            absent = one["occupant"] == "person" and not one["here"] and not one["yours"]
            notes = [self.terminal.say("join.you")] if one["yours"] else []
            notes += [self.terminal.say("join.away")] if absent else []
            self.terminal.out.print("  ".join([f"  {self.name(one['seat'])}", *notes]))

    def _show_board(self) -> None:
        out = self.terminal.out
        board = self.picture["board"]
        self.terminal.write((board if out.is_terminal and not out.no_color else without_colour(board)).rstrip("\n"))

    def _show_state(self, anew: bool) -> None:
        """What is new, and who is to do what. The board comes when it is one's turn, or ``anew``."""
        phase, begun = self.table["phase"], self.table["phase"] != "waiting"
        if begun and (anew or self.may_step or phase == "over"):
            self._show_board()
        if begun and not self._knows_goal and self.picture["goal"]:
            self._knows_goal = True
            self._show_goal()
        self._show_news()
        if phase == "waiting":
            count = sum(one["occupant"] == "open" for one in self.table["seats"])
            self.terminal.tell("join.waiting", count=count)
        elif phase == "over":
            self._show_end()
        elif phase == "paused":
            self.terminal.tell("join.paused")
        elif self.may_step:
            self._show_turn()
        elif self.table["seat"] >= 0:
            self.terminal.tell("join.turn_of", name=self.name(self.table["seat"]), clock=self._clock())

    def _show_turn(self) -> None:
        paths = self.paths
        few = len(paths) <= _FEW
        key = "join.to_act" if few else "join.to_act_many"
        self.terminal.tell(key, name=self.name(self.seat), count=len(paths), clock=self._clock())
        if said := self.picture["prompts"].get(""):
            self.terminal.out.print(said)
        if few:
            self._print_wrapped([self._spoken(path) for path in paths], "  ")

    def _spoken(self, path: ClickPath) -> str:
        known = self.picture["choices"].get(path.clicks[-1], "") if path.clicks[-1].startswith(CHOICE) else ""
        return f"{path.step} ({known})" if known else path.step

    def _show_goal(self) -> None:
        if self.picture.get("goal"):
            self.terminal.tell("play.goal", said=self.picture["goal"])

    def _show_news(self) -> None:
        for step in self.steps[self.told :]:
            if said := self._said(step):
                self.terminal.out.print(Text.assemble(("· ", "dim"), said))
        self.told = len(self.steps)

    def _said(self, step: Told) -> str:
        return self.terminal.words.joined(event["sentence"] for event in step["events"] if event["sentence"])

    def _show_end(self) -> None:
        outcome = self.table["outcome"]
        said = outcome["sentence"] if outcome is not None else self.terminal.say("join.over")
        self.terminal.out.print(said, style="bold")
        if self.table["unrated"]:
            self.terminal.out.print(self.table["unrated"])
        if "next" in self.table["may"]:
            self.terminal.tell("join.next")
        elif "rematch" in self.table["may"]:
            self.terminal.tell("join.rematch")

    def _show_offer(self, offer: Told) -> None:
        name, agreement = self.name(offer["by"]), self.table["agreement"]
        if offer["by"] in self.seats:
            self.terminal.tell("join.offer_made")
            return
        if offer["kind"] == "end" and agreement is not None:
            self.terminal.out.print(agreement["offered"].replace("{name}", name))
            self.terminal.out.print(agreement["now"])
        else:
            self.terminal.tell(f"join.offered_{offer['kind']}", name=name)
        if self.seats:
            self.terminal.tell("join.answer")

    def _clock(self, seat: int | None = None) -> str:
        """How much time the seat to act has left, or another one; nothing without a clock."""
        clock = self.table["clock"]
        if clock["kind"] == "none" or self.table["seat"] < 0:
            return ""
        seat = self.table["seat"] if seat is None else seat
        passed = monotonic() - self._heard_at if clock["running"] == seat else 0.0
        left = max(0, int(clock["left"][seat] / 1000 - passed))
        if left >= _DAY:
            said = self.terminal.say("join.days", days=left // _DAY, hours=left % _DAY // _HOUR)
        else:
            hours = f"{left // _HOUR}:{left % _HOUR // 60:02}" if left >= _HOUR else str(left // 60)
            said = f"{hours}:{left % 60:02}"
        return self.terminal.say("join.clock", left=said)

    def _show_clocks(self) -> None:
        if self.table["clock"]["kind"] == "none":
            self.terminal.tell("join.no_clock")
            return
        for one in self.table["seats"]:
            self.terminal.out.print(f"  {self.name(one['seat'])}{self._clock(one['seat'])}")

    def _print_steps(self, steps: Sequence[Told]) -> None:
        for one in steps:
            side = self.table["seats"][one["seat"]]["label"]
            self.terminal.out.print(
                Text.assemble((f"{one['turn']:>4} {side} {one['text']}  ", "bold"), self._said(one))
            )

    def _print_wrapped(self, words: Sequence[str], indent: str) -> None:
        for line in wrapped(words, self.terminal.out.width, indent):
            self.terminal.out.print(line)

    # --- what is typed ----------------------------------------------------------------------------------------------
    def _wait(self, wanted: Callable[[], bool]) -> None:
        with self._news:
            self._news.wait_for(lambda: wanted() or self._ended)

    def _ask(self) -> None:
        if not self.terminal.is_person:  # a file has its lines ready, but not before there is something to do
            self._wait(lambda: self.may_step or self.table["phase"] in ("over", "closed") or not self.seats)
        label = self.table["seats"][self.seats[0]]["label"] if self.seats else self.table["title"]
        text = self.terminal.need(self.terminal.say("play.prompt", name=label), self._completions)
        if not text or self._ended:
            return
        word, _, rest = text.partition(" ")
        try:
            if text not in self.legal and word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            else:
                self._step(text)
        except LudariumError as error:
            self.terminal.out.print(error.sentence(self.terminal.locale), style="red")

    def _step(self, text: str) -> None:
        """One step, or several of a turn."""
        if not self.may_step:
            self._tell_no_turn()
            return
        game, whole = self.game, meant_step(text, self.legal)
        is_whole = whole in self.legal or (game is not None and game.is_step(text))
        if not is_whole and (begun := beginning_with(text, self.legal)):
            self.terminal.tell("play.begun", text=text)
            self._print_wrapped(begun, "  ")
            return
        parts = game.split_steps(text) if game is not None else re.split(r"[\s,]+", text)
        steps = [whole] if is_whole else parts or [text]
        for number, step in enumerate(steps):
            goes_on = not number or "undo" in self.table["may"]
            if not (goes_on and self.may_step and self._take(meant_step(step, self.legal))):
                if len(steps) > 1:
                    self.terminal.tell("play.not_played", steps=" ".join(steps[number:]))
                return

    def _tell_no_turn(self) -> None:
        self.terminal.tell("join.not_your_turn" if self.seats else "join.watching")

    def _take(self, step: str) -> bool:
        caution = self.picture["cautions"].get(step)
        if caution and self.terminal.is_person:
            question = self.terminal.words.joined([caution, self.terminal.say("play.sure")])
            if not self.terminal.agrees(question, usually=False):
                return False
        return self._act("step", seat=self.seat, step=step, number=len(self.steps))

    def _act(self, do: str, **data: object) -> bool:
        """Ask the server to do something; whether it did. What it says against it is shown."""
        answer = self.line.ask(do, **data)
        if answer is None:
            self.terminal.warn("join.unsure")
            return False
        if answer["type"] == "problem":
            self._refuse(answer)
            return False
        return True

    def _refuse(self, problem: Told) -> None:
        clause = f"{problem['clause']}: " if problem["clause"] else ""
        self.terminal.out.print(clause + problem["sentence"], style="red")
        if problem["clause"] and self.game is not None:
            self.terminal.out.print(self.terminal.say("play.more", clause=problem["clause"]), style="dim")

    def _help(self, rest: str) -> None:
        self._show_goal()
        game = self.game
        if game is not None:
            show_notation(game.words(self.terminal.locale), self.terminal)
        clause = clauses(game, self.terminal.locale)[0] if game is not None else "…"
        self.terminal.tell("join.help", clause=clause)

    def _list(self, rest: str) -> None:
        if not self.may_step:
            self._tell_no_turn()
            return
        chosen = beginning_with(rest, self.legal)
        if not chosen:
            self.terminal.tell("play.none", text=rest)
        for name, group in grouped_steps(self.paths, chosen):
            self._print_wrapped(group, f"  {name}: " if name else "  ")

    def _hint(self, rest: str) -> None:
        with self.terminal.waiting(self.terminal.say("hint.thinking")):
            answer = self.line.ask("hint", seat=self.seat)
        if answer is None or answer["type"] != "hint":
            self._refuse(answer) if answer else self.terminal.warn("join.unsure")
            return
        line = answer["line"]
        percent = "–" if line["share"] is None else round(100 * line["share"])
        self.terminal.out.print(self.terminal.say("hint.best", percent=percent) + "  ".join(line["steps"]))
        for said in filter(None, [*line["sentences"], answer["proof"]]):
            self.terminal.out.print(Text.assemble(("· ", "dim"), said))

    def _rules(self, rest: str) -> None:
        if self.game is None:
            self.terminal.tell("join.rules", address=f"{self.server.origin}/rules/{self.table['game']}")
        elif rest:
            rules.show(self.game, rest, self.terminal)
        else:
            words = self.game.words(self.terminal.locale)
            for clause in clauses(self.game, self.terminal.locale):
                self.terminal.out.print(f"  {clause}  {words.name('clauses', clause)}")
            self.terminal.tell("play.rules", game=self.game.name)

    def _save(self, rest: str) -> None:
        if not rest:
            raise CommandError("save_name")
        file = Path(rest).expanduser()
        if file.exists():
            raise CommandError("file_exists", file=file)
        write(file, self.server.read(f"/api/tables/{self.id}/record"), self.terminal)

    # --- seats, offers, the end -------------------------------------------------------------------------------------
    def _sit(self, rest: str) -> None:
        """Take the seat with this colour or number, or any."""
        free = [one for one in self.table["seats"] if one["occupant"] == "open"]
        if not rest and len(free) > 1 and self.terminal.is_person:
            self._print_wrapped([one["label"] for one in free], "  ")
            rest = self.terminal.need(self.terminal.say("join.which_seat"))
        wanted = [one["seat"] for one in free if rest.lower() in (one["label"].lower(), str(one["seat"] + 1))]
        if rest and not wanted:
            raise CommandError("join_seat", seat=rest, free=", ".join(one["label"] for one in free) or "–")
        self._act("sit", seat=wanted[0] if wanted else -1)

    def _offering(self, kind: str) -> Callable[[str], object]:
        def offer(rest: str) -> None:
            if kind == "rematch" and self.table["rematch"]:
                self.following = str(self.table["rematch"])
            elif self._is_asked(kind):
                self._act("answer", seat=self.seat, kind=kind, yes=True)
            else:
                self._act("offer", seat=self.seat, kind=kind)

        return offer

    def _is_asked(self, kind: str) -> bool:
        """Whether somebody else waits for an answer to such an offer."""
        return any(one["kind"] == kind and self.seat in one["waiting"] for one in self.table["offers"])

    def _agree(self, rest: str) -> None:
        agreement = self.table["agreement"]
        asked = self._is_asked("end")
        if agreement is not None:
            self.terminal.out.print(agreement["now"])
            if not self.terminal.agrees(agreement["sure_accept" if asked else "sure_offer"], usually=False):
                return
        if asked:
            self._act("answer", seat=self.seat, kind="end", yes=True)
        else:
            self._act("offer", seat=self.seat, kind="end")

    def _answer(self, yes: bool) -> None:
        """To whatever is offered; one's own offer is withdrawn."""
        own = -1 if yes else self.seat
        offers = [one for one in self.table["offers"] if self.seat in one["waiting"] or one["by"] == own]
        if not offers:
            self.terminal.tell("join.no_offer")
        for one in offers:
            if yes and one["kind"] == "end":
                self._agree("")
            else:
                self._act("answer", seat=self.seat, kind=one["kind"], yes=yes)

    def _resign(self, rest: str) -> None:
        if self.terminal.agrees(self.terminal.say("play.resign", name=self.name(self.seat)), usually=False):
            self._act("resign", seat=self.seat)

    def _quit(self, rest: str) -> None:
        raise Left(asked=True)

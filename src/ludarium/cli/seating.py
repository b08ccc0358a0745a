"""Who plays at this machine, and what follows from it, whether the game is shown line by line or on a full screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.cli.keeping import Keeping
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.cli.thinking import TerminalPool, player_title
from ludarium.core.history import Step, TakenStep
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR
from ludarium.learn.coach import Coach, Remark
from ludarium.players.agreement import accepts_end, offers_end
from ludarium.players.levels import LEVELS, RANDOM, Level, is_person, level_of
from ludarium.players.report import Report
from ludarium.players.thinker import Question
from ludarium.table import Table

_SEEDS = 1 << 30


@dataclass(frozen=True)
class Company:
    """Who plays: the players by seat, as a record names them, and what those need who are no people."""

    players: Sequence[str]
    rng: Rng
    thinker: TerminalPool
    seconds: float  # for a decision whose level has no limit of its own
    coached: bool = False  # whether somebody who plays computers alone hears a coach


class Seating:
    """The game of a table with its people and computers. It shows nothing and asks nobody."""

    def __init__(self, table: Table, company: Company, keeping: Keeping, terminal: Terminal) -> None:
        self.table = table
        self.company = company
        self.keeping = keeping
        self.terminal = terminal
        self.game = table.game
        self.words = table.game.words(terminal.locale)
        self.began = {seat: table.number(seat) for seat in range(SPECTATOR, len(company.players))}
        self.seen: dict[int, int] = {}  # how many steps were told, by reader
        self.people = [seat for seat, player in enumerate(company.players) if is_person(player)]
        self.alone = self.people[0] if len(self.people) == 1 else None
        self.passes_on = table.game.hidden_information and len(self.people) > 1
        self.shown_to: int | None = None  # the seat whose secrets are on the screen
        self.coached = company.coached and self.alone is not None and len(company.players) > 1
        self.heard: set[str] = set()  # what the coach has explained
        self.coached_turn = -1  # the last turn to which it has said something
        self.offer: tuple[int, int] | None = None  # the computer that offers to end the game, after so many steps

    def name(self, seat: int) -> str:
        """What a seat is called, with the name of its player if there is one."""
        side, shown = self.words.name("seat", seat), player_title(self.company.players[seat], self.game, self.terminal)
        return self.terminal.say("play.named", side=side, player=shown) if shown else side

    # --- what is new ------------------------------------------------------------------------------------------------
    def reader(self, seat: int) -> int:
        """Who reads what is shown to a seat: everybody together, or where secrets are passed on, each one."""
        return seat if self.passes_on else SPECTATOR

    def news(self, seat: int) -> list[Step]:
        """What happened since its reader last looked."""
        reader = self.reader(seat)
        number = self.table.number(seat)
        news = self.table.steps(seat, min(self.seen.get(reader, self.began[seat]), number))
        self.seen[reader] = number
        return news

    def said(self, taken: Step) -> str:
        return self.words.joined(self.game.event_sentence(event, self.terminal.locale) for event in taken.events)

    # --- computer players -------------------------------------------------------------------------------------------
    def level(self, seat: int) -> Level:
        return level_of(self.company.players[seat]) or LEVELS[0]

    def is_random(self, seat: int) -> bool:
        return self.company.players[seat] == RANDOM

    def take_at_random(self, seat: int) -> None:
        legal = self.table.legal(seat)
        self.table.take(seat, legal[self.company.rng.below(len(legal))])

    def question(self, seat: int, level: Level) -> Question:
        """What a computer player is asked that decides for a seat, by nothing but what that seat has seen."""
        style = level.within(self.company.seconds)
        views, seed = self.table.views(seat), int(self.company.rng.below(_SEEDS))
        viewer = SPECTATOR if seat == self.table.seat else seat
        return Question(self.table.ruleset.name, views, style, seed, viewer)

    def take_decided(self, seat: int, report: Report) -> bool:
        """Take the step of a computer player; whether it would now rather end the game."""
        self.table.take(seat, self.game.step_text(report.step))
        ends_turn = self.table.outcome is None and self.table.history.taken[-1].ends_turn
        return ends_turn and offers_end(self.game, self.table.views(seat), seat, report)

    def would_accept(self, seat: int, report: Report) -> bool:
        """Whether a computer player agrees to end the game, by what it thinks of it."""
        return accepts_end(self.game, self.table.views(seat), seat, report)

    def note_offer(self, seat: int) -> None:
        """All computers would end the game: they offer it to the people, and where there are none they do it."""
        self.offer = seat, len(self.table.history.steps)
        if not self.people:
            self.table.agree()

    def is_offered(self) -> bool:
        """Whether the computers offer to end the game here."""
        return self.offer is not None and self.offer[1] == len(self.table.history.steps)

    # --- the coach --------------------------------------------------------------------------------------------------
    def coach(self, seat: int) -> Coach | None:
        """The coach, if it is to look at this turn."""
        if not self.coached or self.coached_turn == int(self.table.state.turn):
            return None
        return Coach(self.table.history.copy(), seat, self.heard, int(self.company.rng.below(_SEEDS)))

    def note_remark(self, remark: Remark) -> str:
        """It has said something to this turn: the sentence."""
        self.coached_turn = int(self.table.state.turn)
        self.heard |= {remark.key} if remark.kind == "phase" else set()
        return self.terminal.say("play.coach", said=remark.sentence(self.game, self.terminal.locale))

    # --- going back -------------------------------------------------------------------------------------------------
    def take_back(self, seat: int) -> TakenStep:
        """Back to the last decision of a person, which is given; where secrets are passed on, only in a turn that
        showed nothing.
        """
        taken = self.table.history.taken
        decided = (place for place in reversed(range(len(taken))) if taken[place].seat in self.people)
        place = next((place for place in decided if not self.is_forced(place)), None)
        if place is None:
            raise CommandError("undo_nothing")
        if self.passes_on and self.table.own_steps(seat, unseen=True) < len(taken) - place:
            raise CommandError("undo_secret")
        undone = taken[place]
        self.table.undo(len(taken) - place)
        return undone

    # --- turns of several steps -------------------------------------------------------------------------------------
    def goes_on(self, place: int) -> bool:
        """Whether the turn goes on in which the step before this place was taken."""
        return place > 0 and not self.table.history.taken[place - 1].ends_turn and self.table.outcome is None

    def is_forced(self, place: int) -> bool:
        """Whether the step at a place of the game is the only one with which a person's turn could go on: nobody need
        decide about it. An order that is passed on with its secrets could not be undone after that.
        """
        state = self.table.history.states[place]
        if not self.goes_on(place) or state.seat not in self.people or len(state.legal()) != 1:
            return False
        return not self.passes_on or self.table.history.taken[place - 1].is_setup

"""The table: the one authority that runs a game, for a terminal, a browser, a replay and a test alike.

It says who may act and when the game is over; what was done and what a seat may know of it is its ``history``.
Every question names a seat (-1 is a spectator) and is answered with no more than that seat may know.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Protocol

from ludarium.core.errors import NotAllowed
from ludarium.core.game import Event, Game, Outcome, Ruleset, find_ruleset
from ludarium.core.history import History, Step, TakenStep, shows
from ludarium.core.options import OptionValue, shortened
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, State

# Endings that are the table's and not the rules'.
RESIGNED, TIMED_OUT, LEFT, ABORTED = "resigned", "timed_out", "left", "aborted"


class Recorder(Protocol):
    """Is told everything before it counts; what it raises keeps it from happening."""

    def took(self, taken: TakenStep, outcome: Outcome | None) -> None: ...

    def undid(self, count: int) -> None: ...

    def ended(self, outcome: Outcome) -> None: ...


class Table:
    """One game being played.

    ``drawn`` stands for what the seed would decide (see ``Game.chance``); ``start`` is a position to start from
    instead of the usual one. An error leaves everything as it was.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        players: Sequence[str] = (),
        *,
        drawn: Mapping[str, object] | None = None,
        start: State | None = None,
    ) -> None:
        self.ruleset = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.game: Game = self.ruleset.game
        self.seed = seed
        given, decided = options or {}, drawn or {}
        full = self.ruleset.read({**given, **decided})
        usual = self.game.new(full, seed)
        chance = {**self.game.chance(usual), **{name: full[name] for name in decided}}
        # A secret, also where somebody chose it instead of chance.
        sealed = chance if self.game.hidden_information else {}
        self.options = self.ruleset.read({name: value for name, value in given.items() if name not in sealed})
        self.drawn = {name: value for name, value in chance.items() if self.options[name] != value}
        self.start = start
        self.history = History(self.ruleset, usual if start is None else start.copy())
        if len(players) > self.state.seats:
            raise NotAllowed("players_many", seats=self.state.seats, given=len(players))
        names = [" ".join(name.split()) for name in players]
        self.players = (*names, *[""] * (self.state.seats - len(names)))
        self.recorder: Recorder | None = None
        self._ended: Outcome | None = None  # by the table, not by a step

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that are not the ruleset's usual ones."""
        usual = self.ruleset.read({})
        return {name: value for name, value in self.options.items() if value != usual[name]}

    @property
    def state(self) -> State:
        """All of the truth: for the table's own use, not for a seat's."""
        return self.history.state

    @property
    def seat(self) -> int:
        """The seat to act, -1 once the game is over."""
        return -1 if self._ended else self.history.state.seat

    @property
    def turn(self) -> int:
        """The number of the turn being played, counted from 1."""
        return self.history.state.turn + 1

    @property
    def outcome(self) -> Outcome | None:
        return self._ended or self.history.outcome

    # --- what changes the game --------------------------------------------------------------------------------------
    def take(self, seat: int, text: str, number: int | None = None) -> list[Event]:
        """Take the step that is written so; what it did, as that seat sees it.

        ``number`` is how many steps the seat has noticed by then; a step meant for an earlier position is refused.
        """
        self._check_running()
        self._check_seat(seat, lowest=0)
        if seat != self.state.seat:
            raise NotAllowed("not_your_turn", seat=seat, next=self.state.seat)
        if number is not None and number != self.number(seat):
            raise NotAllowed("stale", number=shortened(number), taken=self.number(seat))
        step = self.game.read_step(text)
        self.game.refuse_illegal(self.state.view(seat), step)  # by what the seat knows, so that no refusal tells more
        taken, after = self.history.look_ahead(step)
        outcome = self.game.outcome(after)
        if self.recorder is not None:
            self.recorder.took(taken, outcome)
        self.history.add(taken, after)
        return self.game.event_list(taken.log, seat, outcome is not None)

    def undo(self, count: int = 1) -> None:
        """Take back so many steps."""
        self._check_running()
        if not 0 < count <= len(self.history.steps):
            raise NotAllowed("undo_count", count=shortened(count))
        if self.recorder is not None:
            self.recorder.undid(count)
        self.history.undo(count)

    def rewind(self, count: int) -> None:
        """Take back so many steps of a game that nobody else plays and that is not being recorded, also after its
        end.
        """
        if not 0 <= count <= len(self.history.steps):
            raise NotAllowed("undo_count", count=shortened(count))
        self._ended = None
        self.history.undo(count)

    def own_steps(self, seat: int, unseen: bool = False) -> int:
        """How many steps of its unfinished turn a seat could take back; with ``unseen`` none that showed anybody what
        had been hidden, and none before it.
        """
        count = 0
        for taken in reversed(self.history.taken if seat == self.seat else ()):
            if taken.seat != seat or taken.ends_turn or (unseen and shows(self.game, taken)):
                break
            count += 1
        return count

    def resign(self, seat: int) -> None:
        """Give the game up, at any time; all other seats win."""
        self._lose(seat, RESIGNED)

    def time_out(self, seat: int) -> None:
        """A seat has used up its time; all other seats win, as if it had resigned."""
        self._lose(seat, TIMED_OUT)

    def leave(self, seat: int) -> None:
        """A seat's player is gone for good; all other seats win, as if it had resigned."""
        self._lose(seat, LEFT)

    def abort(self) -> None:
        """The game ends without a result: nobody wins, and it is no draw."""
        self._check_running()
        self._end(Outcome((), ABORTED, ""))

    def agree(self) -> None:
        """All seats have agreed to end the game here: what that means, a draw or a count, is the game's to say."""
        self._check_running()
        if not self.game.agreement:
            raise NotAllowed("no_agreement")
        self._end(self.game.agreed(self.state))

    def _lose(self, seat: int, reason: str) -> None:
        self._check_running()
        self._check_seat(seat, lowest=0)
        self._end(Outcome(tuple(other for other in range(self.state.seats) if other != seat), reason, ""))

    def _end(self, outcome: Outcome) -> None:
        if self.recorder is not None:
            self.recorder.ended(outcome)
        self._ended = outcome

    def _check_running(self) -> None:
        if self.outcome is not None:
            raise NotAllowed("game_over")

    def _check_seat(self, seat: int, lowest: int = SPECTATOR) -> None:
        if not lowest <= seat < self.state.seats:
            raise NotAllowed("seat_unknown", seat=shortened(seat), known=list(range(self.state.seats)))

    def snapshot(self) -> "Table":
        """The table as it stands: a copy that no later step changes, for whoever looks at it meanwhile."""
        found = copy(self)
        found.history, found.recorder = self.history.copy(), None
        return found

    # --- what a seat may know: everything, once the game is over ------------------------------------------------------
    def view(self, seat: int) -> State:
        """The state as a seat may know it."""
        self._check_seat(seat)
        return self.history.seen(seat, open_=self.outcome is not None)

    def views(self, seat: int) -> list[State]:
        """All that a player who sits there may decide by."""
        self._check_seat(seat)
        return self.history.views(seat)

    def position(self, seat: int) -> str:
        """``view`` as text."""
        return self.game.position_text(self.view(seat))

    def legal(self, seat: int) -> list[str]:
        """The steps that the seat may take now; none when another one is to act."""
        self._check_seat(seat)
        if seat != self.seat or seat == SPECTATOR:
            return []
        return [self.game.step_text(step) for step in self.state.view(seat).legal()]

    def scene(self, seat: int) -> Scene:
        """The picture for a seat, with the sites of the last step that it noticed."""
        self._check_seat(seat)
        scene = self.history.scene(seat, open_=self.outcome is not None)
        return scene._replace(seat=-1, paths=(), forced=()) if self._ended else scene

    def number(self, seat: int) -> int:
        """How many steps the seat has noticed: its own, and those of others of which it saw something."""
        self._check_seat(seat)
        return self.history.number(seat)

    def steps(self, seat: int, since: int = 0) -> list[Step]:
        """The steps after the first ``since`` that the seat noticed, as it may know them."""
        self._check_seat(seat)
        first = self.history.place_of(seat, since)
        return [step for _, step in self.history.told(seat, self.outcome is not None, first)]

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What these steps did, as the seat may know it."""
        return [event for step in self.steps(seat, since) for event in step.events]

    def sentences(self, seat: int, locale: str, since: int = 0) -> list[str]:
        """The same in words."""
        return [self.game.event_sentence(event, locale) for event in self.events(seat, since)]

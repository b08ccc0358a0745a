"""The table: the one authority that runs a game, for a terminal, a browser, a replay and a test alike.

Whoever asks says for which seat, and gets no more than that seat may know (-1 is a spectator).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Protocol

from ludarium.core.errors import NotAllowed
from ludarium.core.game import Event, Game, Outcome, Ruleset, find_ruleset
from ludarium.core.options import OptionValue, shortened
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.core.vocabulary import SHOW
from ludarium.players.views import notices, seen

RESIGNED, TIMED_OUT = "resigned", "timed_out"  # endings that are the table's and not the rules'


@dataclass(frozen=True)
class Entry:
    """A step that was taken, with all that it did: what the table keeps."""

    turn: int  # counted from 1
    seat: int
    step: int
    text: str
    log: EventLog
    ends_turn: bool
    is_setup: bool
    ends_setup: bool  # with it, the secret set-up of its seat is complete


@dataclass(frozen=True)
class Taken:
    """A step as one seat may know it; ``step`` is empty where only its events may be known."""

    turn: int
    seat: int
    step: str
    events: tuple[Event, ...]


class Recorder(Protocol):
    """Is told everything before it counts; what it raises keeps it from happening."""

    def took(self, entry: Entry, outcome: Outcome | None) -> None: ...

    def undid(self, count: int) -> None: ...

    def ended(self, outcome: Outcome) -> None: ...


class Table:
    """One game with its history.

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
        self.seed = seed
        given, decided = options or {}, drawn or {}
        full = self.ruleset.read({**given, **decided})
        usual = self.game.new(full, seed)
        chance = {**self.game.chance(usual), **{name: full[name] for name in decided}}
        sealed = (
            chance if self.game.hidden_information else {}
        )  # a secret, also where somebody chose it instead of chance
        self.options = self.ruleset.read({name: value for name, value in given.items() if name not in sealed})
        self.drawn = {name: value for name, value in chance.items() if self.options[name] != value}
        self.start = start
        self.history = [usual if start is None else start.copy()]  # the state at the start and after each step
        if len(players) > self.state.seats:
            raise NotAllowed("players_many", seats=self.state.seats, given=len(players))
        names = [" ".join(name.split()) for name in players]
        self.players = (*names, *[""] * (self.state.seats - len(names)))
        self.entries: list[Entry] = []
        self.recorder: Recorder | None = None
        self._noticed: dict[int, list[int]] = {}
        self._ended: Outcome | None = None  # by the table, not by a step

    @property
    def game(self) -> Game:
        return self.ruleset.game

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that are not the ruleset's usual ones."""
        usual = self.ruleset.read({})
        return {name: value for name, value in self.options.items() if value != usual[name]}

    @property
    def state(self) -> State:
        """All of the truth: for the table's own use, not for a seat's."""
        return self.history[-1]

    @property
    def seat(self) -> int:
        """The seat to act, -1 once the game is over."""
        return -1 if self._ended else self.state.seat

    @property
    def turn(self) -> int:
        """The number of the turn being played, counted from 1."""
        return self.state.turn + 1

    @property
    def outcome(self) -> Outcome | None:
        return self._ended or self.game.outcome(self.state)

    # --- what changes the game --------------------------------------------------------------------------------------
    def take(self, seat: int, text: str, number: int | None = None) -> list[Event]:
        """Take the step that is written so; what it did, as that seat sees it.

        ``number`` is how many steps the seat has seen by then; a step meant for an earlier position is refused.
        """
        self._check_running()
        self._check_turn(seat)
        if number is not None and number != self.number(seat):
            raise NotAllowed("stale", number=shortened(number), taken=self.number(seat))
        step = self.game.read_step(text)
        self.game.refuse_illegal(self.state.view(seat), step)  # by what the seat knows, so that no refusal tells more
        after, log = self.state.copy(), EventLog()
        after.apply(step, log)
        entry = entry_of(self.game, self.state, step, after, log)
        outcome = self.game.outcome(after)
        if self.recorder is not None:
            self.recorder.took(entry, outcome)
        self.entries.append(entry)
        self.history.append(after)
        return self.game.event_list(log, seat, outcome is not None)

    def undo(self, whole_turn: bool = False) -> int:
        """Take back the last step, or all steps back to the start of its turn; how many were taken back."""
        self._check_running()
        if not self.entries:
            raise NotAllowed("undo_start")
        last = self.entries[-1]
        count = 1
        while whole_turn and count < len(self.entries):
            before = self.entries[-1 - count]
            if (before.turn, before.seat) != (last.turn, last.seat):
                break
            count += 1
        self.undo_steps(count)
        return count

    def undo_steps(self, count: int) -> None:
        """Take back so many steps."""
        self._check_running()
        if not 0 < count <= len(self.entries):
            raise NotAllowed("undo_count", count=shortened(count))
        if self.recorder is not None:
            self.recorder.undid(count)
        del self.history[-count:]
        del self.entries[-count:]
        for counts in self._noticed.values():
            del counts[len(self.entries) + 1 :]

    def own_steps(self, seat: int, unseen: bool = False) -> int:
        """How many steps of its unfinished turn a seat could take back; with ``unseen`` none that showed anybody what
        had been hidden, and none before it.
        """
        count = 0
        for entry in reversed(self.entries if seat == self.seat else ()):
            if entry.seat != seat or entry.ends_turn or (unseen and shows(self.game, entry)):
                break
            count += 1
        return count

    def resign(self, seat: int) -> None:
        """Give the game up, at any time; all other seats win."""
        self._lose(seat, RESIGNED)

    def time_out(self, seat: int) -> None:
        """A seat has used up its time; all other seats win, as if it had resigned."""
        self._lose(seat, TIMED_OUT)

    def agree(self) -> None:
        """All seats have agreed to end the game here: what that means, a draw or a count, is the game's to say."""
        self._check_running()
        if not self.game.agreement:
            raise NotAllowed("no_agreement")
        self._end(self.game.agreed(self.state))

    def _lose(self, seat: int, reason: str) -> None:
        self._check_running()
        if not 0 <= seat < self.state.seats:
            raise self._unknown_seat(seat)
        self._end(Outcome(tuple(other for other in range(self.state.seats) if other != seat), reason, ""))

    def _end(self, outcome: Outcome) -> None:
        if self.recorder is not None:
            self.recorder.ended(outcome)
        self._ended = outcome

    def _check_running(self) -> None:
        if self.outcome is not None:
            raise NotAllowed("game_over")

    def _check_turn(self, seat: int) -> None:
        if not 0 <= seat < self.state.seats:
            raise self._unknown_seat(seat)
        if seat != self.state.seat:
            raise NotAllowed("not_your_turn", seat=seat, next=self.state.seat)

    def _check_viewer(self, seat: int) -> None:
        if seat != SPECTATOR and not 0 <= seat < self.state.seats:
            raise self._unknown_seat(seat)

    def _unknown_seat(self, seat: int) -> NotAllowed:
        return NotAllowed("seat_unknown", seat=shortened(seat), known=list(range(self.state.seats)))

    def snapshot(self) -> "Table":
        """The table as it stands: a copy that no later step changes, for whoever looks at it meanwhile."""
        found = copy(self)
        found.history, found.entries = list(self.history), list(self.entries)
        found.recorder, found._noticed = None, {}
        return found

    # --- what a seat may know ---------------------------------------------------------------------------------------
    def view(self, seat: int) -> State:
        """The state as a seat may know it; all of it once the game is over."""
        self._check_viewer(seat)
        return self.state.copy() if self.outcome else self.state.view(seat)

    def views(self, seat: int, after: int | None = None) -> list[State]:
        """What the seat has seen of the game: its views at the start and after every step that it noticed; the last
        one is of the present, or of the time when so many steps had been taken.
        """
        self._check_viewer(seat)
        number = len(self.entries) if after is None else after
        noticed = [sees(self.game, entry, seat) for entry in self.entries[:number]]
        return seen(self.history[: number + 1], noticed, seat)

    def seen(self, seat: int) -> list[State]:
        """All that a player who sits there may decide by: without secrets, the present is enough."""
        return self.views(seat) if self.game.hidden_information else [self.view(seat)]

    def position(self, seat: int) -> str:
        """``view`` as text."""
        return self.game.position_text(self.view(seat))

    def legal(self, seat: int) -> list[str]:
        """The steps that the seat may take now; none when another one is to act."""
        self._check_viewer(seat)
        if seat != self.seat or seat == SPECTATOR:
            return []
        return [self.game.step_text(step) for step in self.state.view(seat).legal()]

    def scene(self, seat: int) -> Scene:
        """The picture for a seat, with the sites of the last step that it saw."""
        self._check_viewer(seat)
        over = self.outcome is not None
        # How far the game had gone with the last step that the seat saw.
        gone = len(self.entries) if over else bisect_left(self._counts(seat), self.number(seat))
        last = self.game.event_list(self.entries[gone - 1].log, seat, over) if gone else ()
        scene = self.game.describe(self.state, seat, last, open_=over)
        return replace(scene, seat=-1, paths=(), forced=()) if self._ended else scene

    def number(self, seat: int) -> int:
        """How many steps the seat has seen: its own, and those of others of which it saw something."""
        self._check_viewer(seat)
        return self._counts(seat)[-1]

    def steps(self, seat: int, since: int = 0) -> list[Taken]:
        """The steps after the first ``since`` that the seat saw (see ``number``), as it may know them."""
        self._check_viewer(seat)
        return list(tell(self.game, self._after(seat, since), seat, self.outcome is not None))

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What these steps did, as the seat may know it."""
        return [event for taken in self.steps(seat, since) for event in taken.events]

    def log(self, seat: int, locale: str, since: int = 0) -> list[str]:
        """The same as sentences."""
        return [self.game.event_sentence(event, locale) for event in self.events(seat, since)]

    def _after(self, seat: int, since: int) -> Sequence[Entry]:
        return self.entries[bisect_left(self._counts(seat), since) :]

    def _counts(self, seat: int) -> list[int]:
        """How many steps the seat had seen at the start and after each step: counted once, games can be long."""
        counts = self._noticed.setdefault(seat, [0])
        for entry in self.entries[len(counts) - 1 :]:
            counts.append(counts[-1] + sees(self.game, entry, seat))
        return counts


def entry_of(game: Game, before: State, step: int, after: State, log: EventLog) -> Entry:
    """What is to be kept of a step that was taken."""
    seat, is_setup = int(before.seat), game.is_setup(before)
    return Entry(
        turn=int(before.turn) + 1,
        seat=seat,
        step=step,
        text=game.step_text(step),
        log=log,
        ends_turn=(after.turn, after.seat) != (before.turn, before.seat),
        is_setup=is_setup,
        ends_setup=is_setup and not (after.seat == seat and game.is_setup(after)),
    )


def sees(game: Game, entry: Entry, seat: int) -> bool:
    """Whether a seat notices, while the game runs, that this step was taken."""
    return notices(game, entry.log, entry.seat, seat)


def shows(game: Game, entry: Entry) -> bool:
    """Whether somebody, the seat itself or another one, learned by a step what had been hidden from them."""
    for row in entry.log.rows:
        kind = game.events[row[0]]
        told = kind.shows if kind.shows is not None else kind.effect == SHOW or (kind.secret and not entry.is_setup)
        if told:
            return True
    return False


def tell(game: Game, entries: Iterable[Entry], seat: int, over: bool) -> Iterator[Taken]:
    """Steps as a seat may know them; after the end everything is shown."""
    for entry in entries:
        if over or sees(game, entry, seat):
            told = over or not game.hidden_information or entry.seat == seat
            events = tuple(game.event_list(entry.log, seat, over))
            yield Taken(entry.turn, entry.seat, entry.text if told else "", events)

"""One game so far: its states and steps, what each step did, and what each seat could know of it.

Everything that follows a game shares this: tables and records, replays, computer players and the analysis of a game,
the engine and the adapters. Whoever looks names a seat (-1 is a spectator) and gets what that seat may know; with
``open_`` it gets everything.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from ludarium.core.game import Event, Game, Outcome, Ruleset, find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.core.vocabulary import SHOW

_REMEMBERED = 60  # turns: whatever comes back in a game comes back sooner


@dataclass(frozen=True)
class TakenStep:
    """A step that was taken, with all that it did."""

    turn: int  # counted from 1
    seat: int
    step: int
    text: str
    log: EventLog
    ends_turn: bool
    is_setup: bool
    ends_setup: bool  # with it, the secret set-up of its seat is complete


@dataclass(frozen=True)
class Step:
    """A step as one seat may know it; ``text`` is empty where only what it did may be known."""

    turn: int
    seat: int
    text: str
    events: tuple[Event, ...]


class History:
    """``states`` are those at the start and after each of the ``steps``. A *place* is a number of steps taken."""

    def __init__(self, ruleset: Ruleset, start: State) -> None:
        self.ruleset = ruleset
        self.states: list[State] = [start]
        self.steps: list[int] = []
        self._taken: list[TakenStep] = []  # of the first steps; the others are looked at when somebody asks
        self._counts: dict[int, list[int]] = {}  # by seat: how many steps it had noticed, at each place

    @property
    def game(self) -> Game:
        return self.ruleset.game

    @property
    def state(self) -> State:
        """The present, all of it."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the rules ended the game."""
        state = self.states[-1]
        return None if state.seat >= 0 else self.ruleset.game.outcome(state)

    # --- what changes it --------------------------------------------------------------------------------------------
    def take(self, step: int) -> None:
        """Take a legal step."""
        after = self.states[-1].copy()
        after.apply(step)
        self.states.append(after)
        self.steps.append(step)

    def take_at_random(self, steps: int, rng: Rng) -> None:
        """Take up to so many random steps, none of a secret set-up and none that ends the game."""
        for _ in range(steps):
            before = self.states[-1]
            if self.game.is_setup(before):
                return
            step, after = before.random_step(rng), before.copy()
            after.apply(step)
            if after.seat < 0:
                return
            self.states.append(after)
            self.steps.append(int(step))

    def look_ahead(self, step: int) -> tuple[TakenStep, State]:
        """What a legal step would do, and the state after it; ``add`` takes it."""
        before = self.states[-1]
        after, log = before.copy(), EventLog()
        after.apply(step, log)
        return taken_step(self.game, before, step, after, log), after

    def add(self, taken: TakenStep, after: State) -> None:
        """Take a step that was looked at before."""
        if len(self._taken) == len(self.steps):
            self._taken.append(taken)
        self.states.append(after)
        self.steps.append(taken.step)

    def undo(self, count: int) -> None:
        """Take back the last steps."""
        left = len(self.steps) - count
        del self.states[left + 1 :]
        del self.steps[left:]
        del self._taken[left:]
        for counts in self._counts.values():
            del counts[left + 1 :]

    def at(self, place: int) -> "History":
        """The same game when so many steps had been taken: a copy that no later step changes."""
        found = History(self.ruleset, self.states[0])
        found.states = self.states[: place + 1]
        found.steps = self.steps[:place]
        found._taken = self._taken[:place]
        return found

    def copy(self) -> "History":
        return self.at(len(self.steps))

    # --- what was really done -----------------------------------------------------------------------------------------
    @property
    def taken(self) -> list[TakenStep]:
        """All steps, with all that they did."""
        for place in range(len(self._taken), len(self.steps)):
            before, after, log = self.states[place], self.states[place + 1], EventLog()
            before.copy().apply(self.steps[place], log)
            self._taken.append(taken_step(self.game, before, self.steps[place], after, log))
        return self._taken

    # --- what a seat may know -----------------------------------------------------------------------------------------
    def counts(self, seat: int) -> list[int]:
        """How many steps a seat had noticed at each place, its own and those of others of which it saw something."""
        counts = self._counts.setdefault(seat, [0])
        if len(counts) <= len(self.steps):
            if self.game.hidden_information:
                for taken in self.taken[len(counts) - 1 :]:
                    counts.append(counts[-1] + notices(self.game, taken, seat))
            else:
                counts.extend(range(len(counts), len(self.steps) + 1))
        return counts

    def number(self, seat: int) -> int:
        """How many steps a seat has noticed."""
        return self.counts(seat)[-1] if self.game.hidden_information else len(self.steps)

    def place_of(self, seat: int, number: int) -> int:
        """The place at which a seat had noticed so many steps."""
        return bisect_left(self.counts(seat), number)

    def seen(self, seat: int, open_: bool = False) -> State:
        """The present as a seat may know it."""
        return self.states[-1].copy() if open_ else self.states[-1].view(seat)

    def views(self, seat: int, place: int = -1) -> list[State]:
        """All that a player may decide by: its views at the start and after every step that it noticed, the last one
        of the present (or of that place). Without hidden information those with which the last turns began are enough.
        """
        place = len(self.steps) if place < 0 else place
        present = self.states[place].view(seat)
        if not self.game.hidden_information:
            return [*self._turns(place), present]
        counts = self.counts(seat)
        noticed = [one for one in range(1, place + 1) if counts[one] > counts[one - 1]]
        views = [self.states[one].view(seat) for one in (0, *noticed)]
        if present != views[-1]:  # nothing happened for the seat, but now it is its turn
            views.append(present)
        return views

    def _turns(self, place: int) -> list[State]:
        """The positions with which the last turns before a place began, the oldest first."""
        found: list[State] = []
        while place > 0 and len(found) < _REMEMBERED:
            place -= 1
            if place == 0 or self.states[place].turn != self.states[place - 1].turn:
                found.append(self.states[place])
        return found[::-1]

    def told(self, seat: int, open_: bool = False, since: int = 0) -> list[tuple[int, Step]]:
        """The steps after the place ``since``, each with its place, as a seat could know it when it was taken."""
        told: list[tuple[int, Step]] = []
        for place in range(since, len(self.steps)):
            taken = self.taken[place]
            over = open_ or self.states[place + 1].seat < 0  # with the last step, everybody saw everything
            if over or notices(self.game, taken, seat):
                knows_text = over or not self.game.hidden_information or taken.seat == seat
                events = tuple(self.game.event_list(taken.log, seat, over))
                told.append((place + 1, Step(taken.turn, taken.seat, taken.text if knows_text else "", events)))
        return told

    def last_events(self, seat: int, open_: bool = False) -> list[Event]:
        """What the last step did that a seat noticed: it cannot tell whether there were others since then."""
        over = open_ or self.states[-1].seat < 0
        place = len(self.steps) if over else self.place_of(seat, self.number(seat))
        return self.game.event_list(self.taken[place - 1].log, seat, over) if place else []

    def scene(self, seat: int, open_: bool = False) -> Scene:
        """The present drawn for a seat, with the sites of the last step that it noticed."""
        return self.game.describe(self.states[-1], seat, self.last_events(seat, open_), open_)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        same = self.ruleset.name == other.ruleset.name and self.steps == other.steps
        return same and self.states == other.states

    def __hash__(self) -> int:
        return hash((self.ruleset.name, self.states[0], tuple(self.steps)))

    def __reduce__(self) -> tuple[object, ...]:
        return play_steps, (self.ruleset.name, self.states[0], self.steps)


def play_steps(ruleset: str, start: State, steps: Iterable[int]) -> History:
    """The history of these legal steps."""
    history = History(find_ruleset(ruleset), start)
    for step in steps:
        history.take(step)
    return history


def taken_step(game: Game, before: State, step: int, after: State, log: EventLog) -> TakenStep:
    seat, is_setup = int(before.seat), game.is_setup(before)
    return TakenStep(
        turn=int(before.turn) + 1,
        seat=seat,
        step=step,
        text=game.step_text(step),
        log=log,
        ends_turn=(after.turn, after.seat) != (before.turn, before.seat),
        is_setup=is_setup,
        ends_setup=is_setup and not (after.seat == seat and game.is_setup(after)),
    )


def notices(game: Game, taken: TakenStep, seat: int) -> bool:
    """Whether a seat notices, while the game runs, that this step was taken."""
    return not game.hidden_information or taken.seat == seat or bool(game.event_list(taken.log, seat, over=False))


def shows(game: Game, taken: TakenStep) -> bool:
    """Whether somebody, the seat itself or another one, learned by a step what had been hidden from them."""
    for row in taken.log.rows:
        kind = game.events[row[0]]
        if kind.shows if kind.shows is not None else kind.effect == SHOW or (kind.secret and not taken.is_setup):
            return True
    return False


def is_view(game: Game, state: State) -> bool:
    """Whether a running game's state is only what somebody sees of it: nobody can know what its unknown pieces do."""
    seats = range(SPECTATOR, int(state.seats))
    return game.hidden_information and state.seat >= 0 and any(state.view(seat) == state for seat in seats)

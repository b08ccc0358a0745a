"""Many games stepped at once: states in, arrays out, with no Python work for each game."""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, all_planes, count_cells, write_mask, write_observation
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.values import payoff

NONE: Final[i64] = -1  # no game, no seed
SEEDS: Final[i64] = 0x7FFFFFFF  # how many different ones a game is started with
# What becomes of a game that has ended: it waits to be told, the next step begins another one, or the same step does.
DISABLED: Final[i64] = 0
NEXT_STEP: Final[i64] = 1
SAME_STEP: Final[i64] = 2
_ANY: Final = vec[i64]([0])
_OTHER: Final = 0x9E3779B9  # so that what is sampled has nothing to do with how games start
Deal = Callable[[int], State]
Numbers = tuple[int, int, int, int]  # of an Rng
Counts = tuple[list[int], list[int], list[int], list[int], list[int]]
Memory = tuple[list[State], Counts, tuple[list[float], list[float]], Numbers, Numbers]


def numbers_of(rng: Rng) -> Numbers:
    return rng.a, rng.b, rng.c, rng.count


def rng_of(numbers: Numbers) -> Rng:
    """One that goes on where the one with these numbers was."""
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.count = numbers
    return rng


def observe(arrays: Arrays, state: State, seat: i64, cells: i64, blank: vec[u8]) -> vec[u8]:
    """What a seat sees; ``blank`` has the right length."""
    out: vec[u8] = blank[:]
    write_observation(arrays, state, seat, cells, out, 0)
    return out


def mask(arrays: Arrays, state: State, blank: vec[u8]) -> vec[u8]:
    """1 for every legal action of the seat to act."""
    out: vec[u8] = blank[:]
    write_mask(arrays, state, out, 0)
    return out


@final
class Batch:
    """So many games of one kind. The arrays are written in place and never grow, so whoever looks at their memory sees
    what is there now. ``deal`` gives the start of a game for a seed; without it, all games start like ``start``.
    """

    def __init__(self, arrays: Arrays, start: State, deal: Deal | None, count: i64, autoreset: i64) -> None:
        self.arrays: Arrays = arrays
        self.start: State = start
        self.deal: Deal | None = deal
        self.count: i64 = count
        self.autoreset: i64 = autoreset
        self.seats: i64 = start.seats
        self.actions: i64 = arrays.actions(start)
        self.cells: i64 = count_cells(arrays, start)
        self.size: i64 = self.cells * len(all_planes(arrays, start))
        self.rng: Rng = Rng(0)  # for what is sampled
        self.starts: Rng = Rng(0)
        self.states: list[State] = []
        games = int(count)
        # What the last step led to, game by game.
        self.observations: vec[u8] = vec[u8]([0] * int(self.size * count))
        self.masks: vec[u8] = vec[u8]([0] * int(self.actions * count))
        self.turns: vec[i64] = vec[i64]([0] * games)  # the seat to act, or -1
        self.movers: vec[i64] = vec[i64]([0] * games)  # the seat that took the last step
        self.gains: vec[float] = vec[float]([0.0] * games)  # what that step brought this seat
        self.rewards: vec[float] = vec[float]([0.0] * int(self.seats * count))  # and all seats
        self.ended: vec[u8] = vec[u8]([0] * games)
        self.lengths: vec[i64] = vec[i64]([0] * games)  # steps taken in the game, or in the one that ended just now
        self.seeds: vec[i64] = vec[i64]([0] * games)  # of the starts
        self.finished: vec[i64] = vec[i64]([0] * games)  # games played to the end
        self.drawn: vec[i64] = vec[i64]([0] * games)
        # Where another game begins in the same step: what whoever ended the last one saw then, if it did just now.
        self.finals: vec[u8] = vec[u8]([0] * int(self.size * count if autoreset == SAME_STEP else 0))
        # Where in the masks there is a 1, game by game: to be cleared and sampled without looking at all the rest.
        self.marked: vec[i64] = vec[i64]([0] * 64)
        self.first: vec[i64] = vec[i64]([0] * (games + 1))

    # --- starting -----------------------------------------------------------------------------------------------------
    def restart(self, seed: int) -> None:
        """All games from the beginning."""
        self.rng = Rng(seed ^ _OTHER)
        self.starts = Rng(seed)
        self.states = [self.start] * int(self.count)
        for game in range(self.count):
            self.begin_anew(game)
            self.finished[game] = 0

    def begin_anew(self, game: i64) -> None:
        """One of the games from the beginning."""
        self.begin(game, self.new(game))

    def new(self, game: i64) -> State:
        """A start for one of the games."""
        seed: i64 = self.starts.below(SEEDS)
        self.seeds[game] = seed
        if self.deal is None:
            return self.start.copy()
        return self.deal(seed)

    def begin(self, game: i64, state: State) -> None:
        """One of the games from this state."""
        self.states[game] = state
        self.movers[game] = 0
        self.lengths[game] = 0
        self.ended[game] = u8(0)
        self.reward(game, 0.0)

    def reward(self, game: i64, amount: float) -> None:
        """The same for all seats."""
        self.gains[game] = amount
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = amount

    def memory(self) -> Memory:
        """Everything that makes this batch what it is, as plain values and copies of the states."""
        counts = list(self.movers), list(self.lengths), list(self.seeds), list(self.finished), list(self.ended)
        amounts = list(self.gains), list(self.rewards)
        return [state.copy() for state in self.states], counts, amounts, numbers_of(self.rng), numbers_of(self.starts)

    def recall(self, memory: Memory) -> None:
        """Become what another batch of the same kind was."""
        states, (movers, lengths, seeds, finished, ended), (gains, rewards), rng, starts = memory
        self.states = [state.copy() for state in states]
        for game in range(self.count):
            self.movers[game] = movers[game]
            self.gains[game] = gains[game]
            self.lengths[game] = lengths[game]
            self.seeds[game] = seeds[game]
            self.finished[game] = finished[game]
            self.ended[game] = u8(ended[game])
        for place in range(i64(len(self.rewards))):
            self.rewards[place] = rewards[place]
        self.rng = rng_of(rng)
        self.starts = rng_of(starts)

    # --- stepping -----------------------------------------------------------------------------------------------------
    def first_illegal(self, actions: list[int]) -> i64:
        """The first game whose action is not legal, ``NONE`` if all are. A game that is over takes any.

        The masks are not asked: whoever looks at their memory may write there.
        """
        most: int = self.actions  # a number from outside may be too large for an i64
        for game in range(self.count):
            if self.states[game].seat >= 0:
                given: int = actions[game]
                if not 0 <= given < most or not self.is_marked(game, given):
                    return game
        return NONE

    def is_marked(self, game: i64, action: i64) -> bool:
        at: i64 = game * self.actions + action
        place: i64 = self.first[game]
        after: i64 = self.first[game + 1]
        while place < after and self.marked[place] != at:
            place += 1
        return place < after

    def take(self, actions: list[int]) -> None:
        """One legal step in every game that is not over."""
        arrays = self.arrays
        for game in range(self.count):
            if self.ended[game]:
                self.forget(game)
            state: State = self.states[game]
            if state.seat >= 0:
                action: i64 = actions[game]
                self.movers[game] = state.seat
                state.apply(arrays.step(state, action), None)
                self.lengths[game] += 1
                if state.seat < 0:
                    self.end(game, state)
            elif self.autoreset == NEXT_STEP:
                self.begin_anew(game)

    def forget(self, game: i64) -> None:
        """What was told of a game that ended with the step before this one."""
        self.reward(game, 0.0)
        if self.autoreset == SAME_STEP:
            self.ended[game] = u8(0)
            self.lengths[game] = 0

    def end(self, game: i64, state: State) -> None:
        mover: i64 = self.movers[game]
        self.ended[game] = u8(1)
        self.finished[game] += 1
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = payoff(state.winners, seat, self.seats)
        self.gains[game] = self.rewards[game * self.seats + mover]
        if self.autoreset == SAME_STEP:
            at: i64 = game * self.size
            for place in range(at, at + self.size):
                self.finals[place] = u8(0)
            write_observation(self.arrays, state, mover, self.cells, self.finals, at)
            self.states[game] = self.new(game)

    # --- looking ------------------------------------------------------------------------------------------------------
    def look(self) -> None:
        """Write what the seat to act sees and may do in every game. Once a game is over, it is what whoever took the
        last step sees, and action 0, so that who chooses by the mask has something to choose; any is taken for none.

        ``observations`` must be 0 everywhere: whoever holds their memory clears them all at once, which is many times
        as fast as one by one.
        """
        arrays, observations, masks, marked = self.arrays, self.observations, self.masks, self.marked
        for place in range(self.first[self.count]):
            masks[marked[place]] = u8(0)
        count: i64 = 0
        for game in range(self.count):
            state: State = self.states[game]
            self.turns[game] = state.seat
            looks: i64 = state.seat if state.seat >= 0 else self.movers[game]
            write_observation(arrays, state, looks, self.cells, observations, game * self.size)
            self.first[game] = count
            at: i64 = game * self.actions
            actions: vec[i64] = arrays.legal_actions(state) if state.seat >= 0 else _ANY
            for action in actions:
                masks[at + action] = u8(1)
                if count == i64(len(marked)):
                    marked = append(marked, at + action)
                else:
                    marked[count] = at + action
                count += 1
        self.marked = marked
        self.first[self.count] = count

    def sample(self) -> None:
        """Into ``drawn``: a legal action for every game, all with the same chance."""
        for game in range(self.count):
            start: i64 = self.first[game]
            drawn: i64 = self.rng.below(self.first[game + 1] - start)
            self.drawn[game] = self.marked[start + drawn] - game * self.actions

"""Many games stepped at once: states in, arrays out, with no Python work for each game."""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, all_planes, count_cells, write_mask, write_observation
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.values import payoff

NONE: Final[i64] = -1  # no action, no game
SEEDS: Final[i64] = 0x7FFFFFFF  # how many different ones a game is started with
_OTHER: Final = 0x9E3779B9  # so that what is sampled has nothing to do with how games start
Deal = Callable[[int], State]
Numbers = tuple[int, int, int, int]  # of an Rng
Memory = tuple[list[State], tuple[list[int], list[int], list[int], list[int], list[float]], Numbers, Numbers]


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

    def __init__(self, arrays: Arrays, start: State, deal: Deal | None, count: i64, again: bool) -> None:
        self.arrays: Arrays = arrays
        self.start: State = start
        self.deal: Deal | None = deal
        self.count: i64 = count
        self.again: bool = again  # whether a game that has ended starts anew at once
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
        self.rewards: vec[float] = vec[float]([0.0] * int(self.seats * count))
        self.ended: vec[u8] = vec[u8]([0] * games)
        self.lengths: vec[i64] = vec[i64]([0] * games)  # steps taken in the game, or in the one that ended just now
        self.seeds: vec[i64] = vec[i64]([0] * games)  # of the starts
        self.finished: vec[i64] = vec[i64]([0] * games)  # games played to the end
        self.drawn: vec[i64] = vec[i64]([NONE] * games)
        # Where in the masks there is a 1, game by game: to be cleared and sampled without looking at all the rest.
        self.marked: vec[i64] = vec[i64]([0] * 64)
        self.first: vec[i64] = vec[i64]([0] * (games + 1))

    # --- starting -----------------------------------------------------------------------------------------------------
    def restart(self, seed: int) -> None:
        """All games from the beginning."""
        self.rng = Rng(seed ^ _OTHER)
        self.starts = Rng(seed)
        states: list[State] = []
        for game in range(self.count):
            states.append(self.new(game))
            self.finished[game] = 0
            self.lengths[game] = 0
            self.ended[game] = u8(0)
        for place in range(i64(len(self.rewards))):
            self.rewards[place] = 0.0
        self.states = states

    def new(self, game: i64) -> State:
        """A start for one of the games."""
        seed: i64 = self.starts.below(SEEDS)
        self.seeds[game] = seed
        if self.deal is None:
            return self.start.copy()
        return self.deal(seed)

    def memory(self) -> Memory:
        """Everything that makes this batch what it is, as plain values and copies of the states."""
        numbers = list(self.lengths), list(self.seeds), list(self.finished), list(self.ended), list(self.rewards)
        return [state.copy() for state in self.states], numbers, numbers_of(self.rng), numbers_of(self.starts)

    def recall(self, memory: Memory) -> None:
        """Become what another batch of the same kind was."""
        states, (lengths, seeds, finished, ended, rewards), rng, starts = memory
        self.states = [state.copy() for state in states]
        for game in range(self.count):
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
        """The first game whose action is not legal, ``NONE`` if all are. A game that is over takes any."""
        most: int = self.actions  # a number from outside may be too large for an i64
        for game in range(self.count):
            if self.turns[game] >= 0:
                given: int = actions[game]
                if not 0 <= given < most or not self.masks[game * self.actions + given]:
                    return game
        return NONE

    def take(self, actions: list[int]) -> None:
        """One legal step in every game that is not over."""
        self.forget()
        arrays = self.arrays
        for game in range(self.count):
            state: State = self.states[game]
            if state.seat >= 0:
                action: i64 = actions[game]
                state.apply(arrays.step(state, action), None)
                self.lengths[game] += 1
                if state.seat < 0:
                    self.end(game, state)

    def end(self, game: i64, state: State) -> None:
        self.ended[game] = u8(1)
        self.finished[game] += 1
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = payoff(state.winners, seat, self.seats)
        if self.again:
            self.states[game] = self.new(game)

    def forget(self) -> None:
        """What was told of games that ended with the step before this one."""
        for game in range(self.count):
            if self.ended[game]:
                for seat in range(self.seats):
                    self.rewards[game * self.seats + seat] = 0.0
                if self.again:
                    self.ended[game] = u8(0)
                    self.lengths[game] = 0

    # --- looking ------------------------------------------------------------------------------------------------------
    def look(self) -> None:
        """Write what the seat to act sees and may do in every game; once a game is over, what seat 0 sees.

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
            write_observation(arrays, state, max(state.seat, i64(0)), self.cells, observations, game * self.size)
            self.first[game] = count
            at: i64 = game * self.actions
            actions: vec[i64] = arrays.legal_actions(state)
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
        """Into ``drawn``: a legal action for every game, all with the same chance; ``NONE`` where a game is over."""
        for game in range(self.count):
            start: i64 = self.first[game]
            choices: i64 = self.first[game + 1] - start
            if choices:
                self.drawn[game] = self.marked[start + self.rng.below(choices)] - game * self.actions
            else:
                self.drawn[game] = NONE

"""Judging what somebody plays in a puzzle, for browser and terminal: right, wrong with a refutation, or go on.

Nothing is kept between two attempts: whoever asks sends all own steps since the position of the puzzle, and gets the
game with the others' answers to them, which are always the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.core.errors import IllegalStep
from ludarium.core.game import Game
from ludarium.core.history import History, play_steps
from ludarium.core.state import State
from ludarium.learn.puzzles.proof import Prover, enemy_turns, played, results_of
from ludarium.learn.puzzles.puzzle import GUESS, SAVE, Puzzle, PuzzleError
from ludarium.search.solver import YES
from ludarium.search.ways import ways_of

UNFINISHED, GO_ON, RIGHT, WRONG = "unfinished", "go_on", "right", "wrong"
LOSES, ESCAPES = "loses", "escapes"
MOST_STEPS = 200  # of one attempt
_MOST_POSITIONS = 5000  # that the solver looks at for the line of a refutation


@dataclass(frozen=True)
class Attempt:
    """``result``: ``UNFINISHED`` in the middle of a turn, ``GO_ON`` after an answer, ``RIGHT`` or ``WRONG``.

    ``history`` has everything since the position of the puzzle: own steps and answers, and at the end the line that
    shows why, from the place ``shown`` on (as many steps as were taken before it). Where something is hidden, it is
    one of the truths that fit, so show ``history`` to nobody but as the solver's seat sees it.
    ``why``, of a wrong one: an opponent forces a win (``LOSES``), or there is no win in time any more (``ESCAPES``).
    """

    result: str
    history: History
    shown: int
    why: str = ""


def begin(puzzle: Puzzle) -> Attempt:
    """Before the first step."""
    return attempt(puzzle, [])


def attempt(puzzle: Puzzle, steps: Sequence[str]) -> Attempt:
    """What becomes of these own steps. ``IllegalStep`` or ``NotationError`` for one that cannot be taken."""
    if puzzle.kind == GUESS or len(steps) > MOST_STEPS:
        raise PuzzleError("no_steps", puzzle=puzzle.id)
    view = puzzle.read()
    return _Judge(puzzle, view).judge([puzzle.game.read_step(step) for step in steps])


def solution_of(puzzle: Puzzle) -> Attempt:
    """How it is solved, with what the others answer."""
    return attempt(puzzle, [step for turn in puzzle.solution[::2] for step in turn])


def solve(puzzle: Puzzle) -> Attempt:
    """A whole solution, from one that is right in its first turn at least.

    Where something is hidden, what follows may win in one of the truths only; another turn is then found that wins in
    all that look the same.
    """
    own: list[str] = []
    now = begin(puzzle)
    for turn in puzzle.solution[::2]:
        tried, steps = _tried(puzzle, [*own, *turn]), list(turn)
        if tried is None or tried.result == WRONG:
            steps = _Judge(puzzle, puzzle.read()).next_turn(own)
            tried = attempt(puzzle, [*own, *steps])
        own += steps
        now = tried
        if now.result != GO_ON:
            break
    return now


def _tried(puzzle: Puzzle, steps: Sequence[str]) -> Attempt | None:
    try:
        return attempt(puzzle, steps)
    except IllegalStep:
        return None


def guessed(puzzle: Puzzle, kinds: Sequence[str]) -> bool:
    """Whether these, and no others, are what the piece can be."""
    return puzzle.kind == GUESS and set(kinds) == set(puzzle.answer)


@dataclass(frozen=True)
class _World:
    """One of the truths that fit all that the seat has seen, and the steps that led there."""

    start: State
    taken: tuple[int, ...]
    state: State

    def after(self, steps: Sequence[int]) -> "_World":
        return _World(self.start, (*self.taken, *steps), played(self.state, steps))


class _Judge:
    def __init__(self, puzzle: Puzzle, view: State) -> None:
        self.puzzle = puzzle
        self.game: Game = puzzle.game
        self.seat = puzzle.solver_seat(view)
        self.prover = Prover(self.game)
        self.worlds = [_World(world, (), world) for world in self.prover.worlds(view, self.seat)]
        self.left = puzzle.turns  # turns in which the win must come, with the one that is played
        self.begun = int(view.turn)

    def judge(self, steps: Sequence[int]) -> Attempt:
        for place, step in enumerate(steps):
            before = self.worlds[0].state
            self.game.refuse_illegal(before, step)
            self.worlds = [world.after([step]) for world in self.worlds]
            after = self.worlds[0].state
            if after.seat == self.seat and after.turn == before.turn:
                continue
            found = self._turn_done()
            if found is not None:
                return found
            shown = len(self.worlds[0].taken)
            self._answer()
            if place == len(steps) - 1:
                return self._ended(GO_ON, self.worlds[0], shown)
        return self._ended(UNFINISHED, self.worlds[0], len(self.worlds[0].taken))

    def next_turn(self, steps: Sequence[str]) -> list[str]:
        """After own steps that were right so far: a turn that is right, too."""
        self.judge([self.game.read_step(step) for step in steps])
        worlds = [world.state for world in self.worlds]
        for after, way in ways_of(worlds[0], self.prover.most_ways):
            results = results_of(after, way, worlds)
            if self.prover.judge(results, self.seat, self.puzzle.kind, self.left, self.begun) == YES:
                return [self.game.step_text(step) for step in way]
        raise PuzzleError("no_solution", puzzle=self.puzzle.id)

    def _ended(self, result: str, world: _World, shown: int, more: Sequence[int] = (), why: str = "") -> Attempt:
        return Attempt(result, play_steps(self.puzzle.ruleset, world.start, (*world.taken, *more)), shown, why)

    def _turn_done(self) -> Attempt | None:
        """The verdict on a turn of the solver; none if the others answer it and it is right so far."""
        kind, first = self.puzzle.kind, self.worlds[0]
        for world in self.worlds:
            if self.prover.judge([world.state], self.seat, kind, self.left, self.begun) != YES:
                return self._wrong(world)
        if self.prover.judge([world.state for world in self.worlds], self.seat, kind, self.left, self.begun) != YES:
            return self._wrong(first)
        if kind == SAVE or first.state.seat < 0:
            return self._ended(RIGHT, first, len(first.taken))
        if self.left == 1:  # the game ends while the others answer
            return self._ended(RIGHT, first, len(first.taken), self.prover.solver.line(first.state, self.seat, 0))
        return None

    def _answer(self) -> None:
        """Let the others take their steps, those that hold out longest."""
        first = self.worlds[0]
        for step in self.prover.solver.line(first.state, self.seat, self.left - 1):
            if first.state.seat == self.seat:
                break
            before, first = first.state, first.after([step])
            if first.state.seat == self.seat and first.state.turn != before.turn:
                self.left -= 1
                self.begun = int(first.state.turn)
        seen = first.state.view(self.seat)
        others = [self._same(world, seen) for world in self.worlds[1:]]
        self.worlds = [first, *(world for world in others if world is not None)]

    def _same(self, world: _World, seen: State) -> _World | None:
        """The world after the others' turn, if that can look as it was seen."""
        for after, steps in ways_of(world.state, self.prover.most_ways):
            if after.view(self.seat) == seen:
                return world.after(steps)
        return None

    def _wrong(self, world: _World) -> Attempt:
        """Show in this world what is wrong: an opponent's win if there is one, else an answer after which it is too
        late to win in time.
        """
        self.worlds = [world]
        state, shown = world.state, len(world.taken)
        if state.seat < 0:
            return self._ended(WRONG, world, shown, why=LOSES if state.winners else ESCAPES)
        solver = Prover(self.game, _MOST_POSITIONS).solver
        for turns in range(1, max(2, self.puzzle.turns) + 1):
            for enemy in range(int(state.seats)):
                if enemy != self.seat:
                    line = solver.line(state, enemy, enemy_turns(state, enemy, turns, self.begun))
                    if line:
                        return self._ended(WRONG, world, shown, line, LOSES)
        return self._ended(WRONG, world, shown, self._escape(state), ESCAPES)

    def _escape(self, state: State) -> Sequence[int]:
        """A turn of the others after which the solver's seat no longer wins in time."""
        left = self.left - 1
        for after, steps in ways_of(state, self.prover.most_ways):
            if after.seat == self.seat and self.prover.solver.forces(after, self.seat, left) != YES:
                return steps
            if after.seat != self.seat and after.winners != 1 << self.seat:
                return steps
        return ()

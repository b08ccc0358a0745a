"""How hard a puzzle is, by who solves it.

Players whose ratings are taken as given (``_PLAYERS``) try it a few times each, from one that steps at random to level
5. The rating of the puzzle is the number at which the usual curve, by which a player who is 400 points better succeeds
ten times as often as he fails, fits their successes best: maximum likelihood, with one success and one failure of a
player of 1400 thrown in, so that there is a best fit if all or none succeed. It is kept between 600 and 2400.

Computers do not guess. A guess is as hard as there is much to follow: 800, and 50 for everything that happened, and 100
for each way in which something tells about the piece (each theme).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.learn.puzzles.proof import Prover, played
from ludarium.learn.puzzles.puzzle import GUESS, LEAST_RATING, MOST_RATING, Puzzle
from ludarium.players.levels import find_level
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Thinker
from ludarium.search.solver import YES

_SCALE = 400.0
_MIDDLE = 1400
_MOST_STEPS = 60
_FINE = 1 << 30
_GUESS, _MOMENT, _THEME = 800, 50, 100


@dataclass(frozen=True)
class _Player:
    rating: int
    tries: int
    style: ThinkingStyle | None  # none steps at random


def _level(number: int, simulations: int | None = None) -> ThinkingStyle:
    style = find_level(number).style
    return style if simulations is None else replace(style, limits=Limits(simulations=simulations))


_PLAYERS = (
    _Player(600, 6, None),
    _Player(900, 4, _level(1)),
    _Player(1150, 4, _level(2)),
    _Player(1400, 4, _level(3)),
    _Player(1700, 3, _level(4)),
    _Player(2000, 2, _level(5, 400)),  # as good as in a second or so, and the same everywhere
)


def rate(puzzle: Puzzle, seed: int) -> Puzzle:
    """The puzzle with its rating."""
    if puzzle.kind == GUESS:
        points = _GUESS + _MOMENT * len(puzzle.steps) + _THEME * len(puzzle.themes)
        return replace(puzzle, rating=min(MOST_RATING, points))
    view, prover = puzzle.read(), Prover(puzzle.game)
    seat = puzzle.solver_seat(view)
    worlds = prover.worlds(view, seat)
    rng, results = Rng(seed), list[tuple[int, bool]]()
    for player in _PLAYERS:
        for _ in range(player.tries):
            steps = _turn(puzzle, view, player.style, rng)
            after = [played(world, steps) for world in worlds]
            solved = prover.judge(after, seat, puzzle.kind, puzzle.turns, int(view.turn)) == YES
            results.append((player.rating, solved))
    return replace(puzzle, rating=fitted(results))


def _turn(puzzle: Puzzle, view: State, style: ThinkingStyle | None, rng: Rng) -> list[int]:
    """The turn that a player plays there."""
    state, steps, thinker = view.copy(), list[int](), Thinker()
    if puzzle.game.hidden_information:
        state = view.resample(view.seat, rng)
    while state.seat == view.seat and state.turn == view.turn and len(steps) < _MOST_STEPS:
        if style is None:
            step = int(state.random_step(rng))
        else:
            step = thinker.decide(Question(puzzle.ruleset, [state.view(view.seat)], style, rng.below(_FINE))).step
        steps.append(step)
        state.apply(step)
    return steps


def fitted(results: Sequence[tuple[int, bool]]) -> int:
    """The rating of a puzzle which players of these ratings solved or not."""
    known = [*results, (_MIDDLE, True), (_MIDDLE, False)]
    low, high = 0.0, 3000.0
    while high - low > 1.0:  # the sum of expected successes falls as the rating grows
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / _SCALE)) for rating, _ in known)
        if expected > sum(solved for _, solved in known):
            low = middle
        else:
            high = middle
    return max(LEAST_RATING, min(MOST_RATING, round(low)))

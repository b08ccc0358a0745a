"""What a player may know beyond the rules: which positions are good, which steps look good, what others hide.

Rules never use it, search does. Every method has a default that knows nothing, so that a game without an insight
can be searched all the same.
"""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ludarium.core.rng import Rng
from ludarium.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Belief:
    """How likely the truths are that a seat's view leaves open, judged by how the others behaved."""

    def weight(self, truth: State) -> float:
        """How likely this truth is, compared with the others: any number that is not negative."""
        return 1.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight:
    """A game's cheap judgement. One object serves all games of its kind, so it keeps nothing about one of them.

    ``horizon`` is the number of steps that a playout takes before ``judge_worth`` is asked: 0 asks at once, -1
    always plays to the end (for a game whose ``judge_worth`` knows nothing).
    ``guides`` says whether ``priors`` knows anything; else all steps are tried alike.
    ``explore`` is how much a search should try steps that look worse (the constant of PUCT where ``guides``, else of
    UCB1).
    """

    def __init__(self, horizon: i64 = -1, guides: bool = False, explore: float = 1.4) -> None:
        self.horizon: i64 = horizon
        self.guides: bool = guides
        self.explore: float = explore

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        """Write each seat's expected share of the win (0 to 1, together 1) in a running game into ``worth``."""
        share: float = 1.0 / float(state.seats)
        for seat in range(state.seats):
            worth[seat] = share

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        """Write into ``weights`` how promising each of the legal ``steps`` looks: positive, of any sum.

        ``weights`` may be longer than ``steps``.
        """
        for index in range(i64(len(steps))):
            weights[index] = 1.0

    def rollout_step(self, state: State, rng: Rng) -> i64:
        """A legal step for a playout: better than chance, and cheap."""
        return state.random_step(rng)

    def set_up_step(self, view: State, rng: Rng) -> i64:
        """A step for the seat to act that is drawn instead of searched for: before play begins there is little to see
        for a search, and what is always the same is no secret. -1: search.
        """
        return -1

    def may_win(self, state: State) -> bool:
        """False only if the seat to act certainly cannot win before its next turn: saves the solver the looking."""
        return True

    def belief(self, views: Sequence[State], seat: int) -> Belief:
        """What a seat makes of the others' behaviour. ``views`` are the seat's own views, the oldest first: at the
        start of the game and after every step that the seat noticed; the last one is the view it decides on.
        """
        return Belief()

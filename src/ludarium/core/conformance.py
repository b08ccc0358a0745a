"""What the conformance suite must be told about a game, and its innermost loop.

Compiled, because the loop asks about every step that can be written, in every position of whole games.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.state import State

# A state that is another one seen otherwise (mirrored, turned, with exchanged seats), and how steps as text change.
Image = tuple[State, Callable[[str], str]]


def nothing(state: State) -> object:
    return None


@dataclass(frozen=True)
class Traits:
    """What the suite cannot know about a game by itself: the game's module has them as ``TRAITS``.

    ``option_sets`` are (ruleset, options) to be played beside the plain rulesets, until every value of every option
    is. ``conserved`` is what no step changes, such as the number of pieces on and beside the board. ``images`` are a
    position's symmetries.
    """

    option_sets: Sequence[tuple[str, Mapping[str, object]]] = ()
    conserved: Callable[[State], object] = nothing
    images: Callable[[State], list[Image]] | None = None


def first_disagreement(state: State) -> i64:
    """A step that ``judge`` and ``legal`` (or ``legal`` and its order) disagree about; -1 if there is none."""
    legal: vec[i64] = state.legal()
    found: i64 = 0
    before: i64 = -1
    for step in state.universe():
        if step <= before:
            return step
        before = step
        listed: bool = found < len(legal) and legal[found] == step
        if listed:
            found += 1
        if listed != (state.judge(step) == 0):
            return step
    return legal[found] if found < len(legal) else -1

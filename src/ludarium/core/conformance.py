"""What must hold in every state of every game: for the tests of the games here and of games elsewhere.

Compiled, because it asks about every step that can be written, in every position of whole games.
"""

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.state import State


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

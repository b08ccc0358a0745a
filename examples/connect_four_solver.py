"""An exact solver for Connect Four: whether the seat to act wins, draws or loses if both play perfectly.

    python examples/connect_four_solver.py ddcabf

tells the value of the position after these steps, and of each step from there: 1 (the seat to act wins), 0 or -1.

It is an alpha-beta search over sets of sites (``connect_four.py``) that remembers positions. With twenty stones on the
board or more it answers in seconds. Compiled together with the game it is a hundred times as fast: ``make
four-positions`` does that to solve 1,000 positions, on which ``make four`` measures players.
"""

import sys
from typing import Final, final

from connect_four import (
    BOARD,
    BOTTOM_ROW,
    COLUMNS,
    LETTERS,
    ConnectFour,
    completing,
    count,
    has_four,
    landings,
    mirrored,
)
from librt.vecs import vec
from mypy_extensions import i64

WIN: Final[i64] = 1
DRAW: Final[i64] = 0
LOSS: Final[i64] = -1
SITES: Final[i64] = 42
_MEMORY: Final[i64] = 8_388_593  # positions remembered: a prime, so that like positions lie apart
# The columns, those through which more lines go first.
_COLUMNS: Final = vec[i64]([0b111111 << 7 * column for column in (3, 2, 4, 1, 5, 0, 6)])
_BOUND_BITS: Final[i64] = 4
_MIRRORED: Final[i64] = 18  # with fewer stones a position and its mirror image are remembered as one


@final
class Solver:
    """Remembers what it has found out from one question to the next."""

    def __init__(self, memory: i64 = _MEMORY) -> None:
        # A position, how it may end at least and at most (each + 1, two bits).
        self.memory: vec[i64] = vec[i64]([0] * int(memory))
        self.looked_at: i64 = 0  # positions
        self.moves: vec[i64] = vec[i64]([0] * int((SITES + 1) * COLUMNS))  # of the positions on the way to this one
        self.threats: vec[i64] = vec[i64]([0] * int((SITES + 1) * COLUMNS))

    def value(self, state: ConnectFour) -> int:
        """What a running game is worth for the seat to act."""
        return int(self._value(state.mine, state.filled))

    def values(self, state: ConnectFour) -> dict[int, int]:
        """What each legal step is worth for the seat that takes it."""
        found: dict[int, int] = {}
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            if after.seat < 0:
                found[int(step)] = 1 if after.winners else 0
            else:
                found[int(step)] = -int(self._value(after.mine, after.filled))
        return found

    def keeping(self, state: ConnectFour) -> list[int]:
        """The legal steps that are worth what the position is: sooner found than what each step is worth."""
        value: i64 = self._value(state.mine, state.filled)
        found: list[int] = []
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            if after.seat < 0:
                is_kept = value == (WIN if after.winners else DRAW)
            else:
                is_kept = not self._is_above(after.mine, after.filled, -value)
            if is_kept:
                found.append(int(step))
        return found

    def _value(self, mine: i64, filled: i64) -> i64:
        if self._is_above(mine, filled, DRAW):
            return WIN
        return DRAW if self._is_above(mine, filled, LOSS) else LOSS

    def _is_above(self, mine: i64, filled: i64, value: i64) -> bool:
        """Whether a running game is worth more than this to the seat to act."""
        if value == WIN:
            return False
        if completing(mine, landings(filled)):
            return True
        return self._search(mine, filled, count(filled), value, value + 1) > value

    def _search(self, mine: i64, filled: i64, stones: i64, alpha: i64, beta: i64) -> i64:
        """The value, if it is between ``alpha`` and ``beta``, else a bound on that side. The next stone of the seat to
        act cannot win.
        """
        self.looked_at += 1
        theirs: i64 = mine ^ filled
        empty: i64 = BOARD & ~filled
        threats: i64 = completing(theirs, empty)
        steps: i64 = landings(filled)
        forced: i64 = steps & threats
        if forced:
            if forced & (forced - 1):
                return LOSS
            steps = forced
        steps &= ~(threats >> 1)  # a stone right under such a site would give it away
        if not steps:
            return LOSS if empty else DRAW
        if stones >= SITES - 2:
            return DRAW
        # What is remembered about this position.
        key: i64 = mine + filled + BOTTOM_ROW
        if stones < _MIRRORED:
            key = min(key, mirrored(mine) + mirrored(filled) + BOTTOM_ROW)
        slot: i64 = key % i64(len(self.memory))
        entry: i64 = self.memory[slot]
        least: i64 = LOSS
        most: i64 = WIN
        if entry >> _BOUND_BITS == key:
            least = (entry >> 2 & 3) - 1
            most = (entry & 3) - 1
        else:
            if not has_four(mine | empty):
                most = DRAW
            if not has_four(theirs | empty):
                least = DRAW
        if least >= beta:
            return least
        if most <= alpha or least == most:
            return most
        alpha = max(alpha, least)
        beta = min(beta, most)
        # Steps that threaten most come first, and those nearer to the centre.
        first: i64 = stones * COLUMNS
        end: i64 = first
        for place in range(COLUMNS):
            site: i64 = steps & _COLUMNS[place]
            if site:
                threat: i64 = count(completing(mine | site, empty ^ site))
                at: i64 = end
                while at > first and self.threats[at - 1] < threat:
                    self.moves[at] = self.moves[at - 1]
                    self.threats[at] = self.threats[at - 1]
                    at -= 1
                self.moves[at] = site
                self.threats[at] = threat
                end += 1
        best: i64 = LOSS
        reached: i64 = alpha
        for place in range(first, end):
            best = max(best, -self._search(theirs, filled | self.moves[place], stones + 1, -beta, -reached))
            reached = max(reached, best)
            if best >= beta:
                break
        if best > alpha:
            least = best
        if best < beta:
            most = max(best, least)
        self.memory[slot] = key << _BOUND_BITS | (least + 1) << 2 | (most + 1)
        return best if best > alpha else most


def after(text: str) -> ConnectFour:
    """The position after these steps, such as ``ddcabf``, from the start."""
    state = ConnectFour()
    for letter in text:
        step = LETTERS.find(letter)
        if step < 0 or state.judge(step):
            raise ValueError(f"{letter!r} is no step that can be taken in {text!r}")
        state.apply(step)
    return state


def main() -> None:
    state, solver = after("".join(sys.argv[1:])), Solver()
    print("value", solver.value(state))
    print(*(f"{LETTERS[step]} {value}" for step, value in solver.values(state).items()), sep="\n")


if __name__ == "__main__":
    main()

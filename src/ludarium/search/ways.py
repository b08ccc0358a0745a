"""All that a seat can do with its turn: every position that it can lead to."""

from librt.vecs import vec
from mypy_extensions import i64

from ludarium.core.state import State

Way = tuple[State, list[int]]  # what a turn leads to, and the steps of the shortest one that does


def ways_of(start: State, most: i64) -> list[Way]:
    """Every way in which the seat to act can play on until it is another seat's turn (or a new one, or the game is
    over), those of the fewest steps first; none at all if there are more than ``most`` of them, or of the positions
    in between.
    """
    seat: i64 = start.seat
    turn: i64 = start.turn
    found: list[Way] = []
    known: set[State] = set()
    waiting: list[Way] = [(start, [])]
    place: i64 = 0
    while place < len(waiting):
        before, taken = waiting[place]
        place += 1
        steps: vec[i64] = before.legal()
        for step in steps:
            after: State = before.copy()
            after.apply(step, None)
            if after in known:
                continue
            known.add(after)
            if after.seat == seat and after.turn == turn:
                waiting.append((after, [*taken, int(step)]))
            else:
                found.append((after, [*taken, int(step)]))
            if len(found) > most or len(waiting) > most:
                return []
    return found

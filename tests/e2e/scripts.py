"""Games made up beforehand, for tests that need a certain kind of step to come up soon."""

from collections.abc import Callable, Mapping

from ludarium.core.rng import Rng
from ludarium.table import Table

_TRIED = 300  # games
_LONGEST = 400  # steps


def shortest_game_with(ruleset: str, options: Mapping[str, object], wanted: Callable[[Table, str], bool]) -> list[str]:
    """The steps of a game from the start until a wanted one has been taken, the shortest that random play found."""
    best: list[str] = []
    for seed in range(_TRIED):
        table, rng = Table(ruleset, options), Rng(seed)
        limit = len(best) if best else _LONGEST
        while table.outcome is None and len(table.history.steps) < limit - 1:
            legal = table.legal(table.seat)
            step = next((one for one in legal if wanted(table, one)), legal[rng.below(len(legal))])
            found = wanted(table, step)
            table.take(table.seat, step)
            if found:
                best = [entry.text for entry in table.history.taken]
                break
    assert best, "no such game was found"
    return best

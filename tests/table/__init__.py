"""The tests of the table, and what they share."""

from ludarium.core.rng import Rng
from ludarium.table import Table


def play(table: Table, steps: str) -> Table:
    """Take steps that are separated by commas, each for the seat to act."""
    for step in steps.split(", "):
        table.take(table.seat, step)
    return table


def play_randomly(table: Table, seed: int, most: int = 10_000) -> Table:
    rng = Rng(seed)
    for _ in range(most):
        if table.outcome is not None:
            break
        steps = table.legal(table.seat)
        table.take(table.seat, steps[rng.below(len(steps))])
    return table

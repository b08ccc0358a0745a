"""Steps in the order in which they are worth looking at."""

from librt.vecs import vec
from mypy_extensions import i64


def sort_down(steps: vec[i64], weights: vec[float]) -> None:
    """Sort both by falling weight; equal ones keep their order (insertion: menus are short)."""
    for index in range(i64(1), i64(len(steps))):
        step: i64 = steps[index]
        weight: float = weights[index]
        place: i64 = index
        while place > 0 and weights[place - 1] < weight:
            steps[place] = steps[place - 1]
            weights[place] = weights[place - 1]
            place -= 1
        steps[place] = step
        weights[place] = weight


def normalise(weights: vec[float], count: i64) -> None:
    """Make the first ``count`` weights add up to 1."""
    total: float = 0.0
    for index in range(count):
        total += weights[index]
    for index in range(count):
        weights[index] = weights[index] / total

"""Observations as most learners want them: every plane divided by its largest value, so that all numbers are 0 to 1."""

from typing import Any

from ludarium.research.encoding import Encoding
from ludarium.research.errors import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error) from error

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def tops(encoding: Encoding) -> Floats:
    """The largest value of every cell of an observation."""
    largest = np.empty(encoding.observation_shape, np.float32)
    largest.T[...] = [plane.top for plane in encoding.planes]
    largest.flags.writeable = False
    return largest


def scaled(planes: NDArray[Any], largest: Floats, out: Floats | None = None) -> Floats:
    """Observations, or one, from 0 to 1. It divides because that takes no longer than to multiply by reciprocals, and
    the largest value becomes exactly 1.
    """
    found = np.empty(planes.shape, np.float32) if out is None else out
    found[...] = planes  # first, because to divide numbers of another kind takes longer
    found /= largest
    return found

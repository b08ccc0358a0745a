"""Gymnasium's spaces for a ruleset's arrays."""

from ludarium.extras import missing
from ludarium.research.encoding import Encoding, tops

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict
except ImportError as error:
    raise missing(error, "gymnasium") from error


def byte_box(encoding: Encoding) -> Box:
    """What one seat can see as it is counted: every plane up to its largest value."""
    return Box(0, tops(encoding).astype(np.uint8), dtype=np.uint8)


def observation_box(encoding: Encoding, seats: int = 1) -> Box:
    """What so many seats can see, one after the other: every plane from 0 to 1."""
    planes, *cells = encoding.observation_shape
    return Box(0, 1, (seats * planes, *cells), np.float32)


def masked_observation(encoding: Encoding) -> Dict:
    """What one seat can see, together with a mask of the actions."""
    return Dict({"observation": observation_box(encoding), "action_mask": Box(0, 1, (encoding.actions,), np.int8)})

"""Gymnasium's spaces for a ruleset's arrays."""

from ludarium.research.errors import missing
from ludarium.research.form import Form

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict
except ImportError as error:
    raise missing(error) from error


def observation_box(form: Form) -> Box:
    """What one seat can see: every plane up to its largest value."""
    high = np.empty(form.observation_shape, np.uint8)
    high.T[...] = [plane.top for plane in form.planes]
    return Box(0, high, dtype=np.uint8)


def masked_observation(form: Form) -> Dict:
    """The same together with a mask of the actions."""
    return Dict({"observation": observation_box(form), "action_mask": Box(0, 1, (form.actions,), np.int8)})

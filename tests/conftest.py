"""All tests know all games and the example; those that need compiled rules are left out where there are none."""

import os
import signal
import sys
from pathlib import Path

import pytest

from ludarium.core import state

# The example comes from outside, as other people's games do: whatever holds for all games holds for it, too.
_EXAMPLE, _NAMED = Path(__file__).parent.parent / "examples" / "connect_four.py", "LUDARIUM_GAMES"
os.environ[_NAMED] = os.pathsep.join(filter(None, [str(_EXAMPLE), os.environ.get(_NAMED)]))

sys.path.append(str(_EXAMPLE.parent))  # the other examples

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

COMPILED = not state.__file__.endswith(".py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not COMPILED and item.get_closest_marker("compiled_only")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]

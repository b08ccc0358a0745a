"""All tests know all games; those that need compiled rules are left out where there are none."""

import pytest

import ludarium.games  # noqa: F401 (registers them)
from ludarium.core import state

COMPILED = not state.__file__.endswith(".py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not COMPILED and item.get_closest_marker("compiled_only")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]

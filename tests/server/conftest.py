"""What several tests of the server need."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.visiting import Open, Visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Open]:
    with Open(tmp_path) as opened:
        yield opened


@pytest.fixture
def visitor(server: Open) -> Visitor:
    return server.visitor()

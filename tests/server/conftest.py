"""What several tests of the server need."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from ludarium.server.people import passwords
from tests.server.visiting import Open, Visitor


@pytest.fixture(autouse=True, scope="session")
def quick_hashes() -> Iterator[None]:
    """Tests need no good hashes: a real one takes longer than many a test, and every server makes one as it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "PasswordHasher", lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Open]:
    with Open(tmp_path) as opened:
        yield opened


@pytest.fixture
def visitor(server: Open) -> Visitor:
    return server.visitor()

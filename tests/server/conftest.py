"""What several tests of the server need."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from ludarium.server.people import passwords
from tests.server.postgres import Postgres, running_postgres
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


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as found:
        yield found


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Gives the address of a database that is empty, again and again: of a file, and of one in PostgreSQL."""
    names = (f"{request.param}{number}" for number in count())
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        return lambda: postgres.new(next(names))
    folder = tmp_path_factory.mktemp("sqlite")
    return lambda: f"sqlite:///{folder}/{next(names)}.sqlite"

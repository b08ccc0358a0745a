"""What all parts of the server share: one of each, made when it starts (``app.make_app``)."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from ludarium.server.metrics import Metrics
from ludarium.server.store import Store
from ludarium.server.study.desk import Studies

if TYPE_CHECKING:
    from ludarium.server.people.people import People
    from ludarium.server.rooms.rooms import Rooms
    from ludarium.server.settings import Settings
    from ludarium.server.thinking import Thinkers


@dataclass
class House:
    settings: "Settings"
    store: Store
    metrics: Metrics
    people: "People"  # accounts, sessions, ratings
    thinkers: "Thinkers"  # the processes in which computer players think
    rooms: "Rooms" = field(init=False)  # the tables in memory; they need the rest
    studies: Studies = field(default_factory=Studies)  # who has something judged


def house(connection: HTTPConnection) -> House:
    """The house in which a request or WebSocket arrives; for FastAPI's ``Depends``."""
    found: House = connection.app.state.house
    return found

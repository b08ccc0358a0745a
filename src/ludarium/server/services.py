"""What all parts of the server share: one of each, made when it starts (``app.make_app``)."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from ludarium.server.analysis.connection import Analyses
from ludarium.server.metrics import Metrics
from ludarium.server.store import Store

if TYPE_CHECKING:
    from ludarium.server.people.people import People
    from ludarium.server.rooms.rooms import Rooms
    from ludarium.server.settings import Settings
    from ludarium.server.thinking import Thinkers


@dataclass
class Services:
    settings: "Settings"
    store: Store
    metrics: Metrics
    people: "People"  # accounts, sessions, ratings
    thinkers: "Thinkers"  # the processes in which computer players think
    rooms: "Rooms" = field(init=False)  # the tables in memory; they need the rest
    analyses: Analyses = field(default_factory=Analyses)  # positions and games that are being judged


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that a request or WebSocket arrived at; for FastAPI's ``Depends``."""
    found: Services = connection.app.state.services
    return found

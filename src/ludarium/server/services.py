"""The parts of a running server, for the routes: one of each, made when it starts (``app.make_app``)."""

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from ludarium.server.analysis.connection import Analyses
from ludarium.server.analysis.posters import Posters
from ludarium.server.analysis.thumbnails import Thumbnails
from ludarium.server.errors import ServerError
from ludarium.server.metrics import Metrics
from ludarium.server.moderation.keeper import Keeper
from ludarium.server.notices.notices import Notices
from ludarium.server.people.leaderboard import Leaderboards
from ludarium.server.people.people import People
from ludarium.server.people.recovery import Recovery
from ludarium.server.processes.process import Process
from ludarium.server.processes.workers import SharedThinkers
from ludarium.server.rooms.open_tables import OpenTables
from ludarium.server.rooms.presences import Presences
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.settings import Settings
from ludarium.server.store import Store
from ludarium.server.visitor import Visitor, locale_of, token_of


@dataclass
class Services:
    settings: Settings
    store: Store
    metrics: Metrics
    people: People  # accounts, sessions, ratings
    thinkers: SharedThinkers  # where computer players think: workers, or processes here
    rooms: Rooms  # the tables in memory
    open_tables: OpenTables  # the lobby
    notices: Notices  # to people who are away
    posters: Posters  # pictures for the previews of shared links
    keeper: Keeper  # what moderators and administrators have ordered
    process: Process | None = None  # this one among those that share the database; none with a file
    analyses: Analyses = field(default_factory=Analyses)  # positions and games that are being judged

    def __post_init__(self) -> None:
        self.presences = Presences(self.rooms, self.people, self.open_tables.came_or_went)  # who is where
        self.leaderboards = Leaderboards(self.store)  # who is best
        self.recovery = Recovery(self.store, self.people)  # codes for those who have lost their password
        process_count = self.people.limits.process_count
        self.thumbnails = Thumbnails(self.store, self.analyses, self.settings, process_count)  # how games ended


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that a request or WebSocket arrived at."""
    found: Services = connection.app.state.services
    return found


async def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor who sent this request or opens this WebSocket."""
    people = services_of(connection).people
    locale = locale_of(connection)
    person = await people.person_of(token_of(connection))
    if person is None:
        return Visitor("", "", True, locale)
    connection.scope["ludarium_person"] = person.id  # for the log
    people.limits.person.take(person.id)
    return Visitor(person.id, person.name, person.guest, locale)


async def known_visitor(found: Annotated[Visitor, Depends(visitor_of)]) -> Visitor:
    """The same, for what nobody may do without a name."""
    if not found.id:
        raise ServerError("no_name", 401)
    return found


TheServices = Annotated[Services, Depends(services_of)]
AnyVisitor = Annotated[Visitor, Depends(visitor_of)]
KnownVisitor = Annotated[Visitor, Depends(known_visitor)]

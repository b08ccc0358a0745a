"""The web application: everything that the server can do, put together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludarium import __version__
from ludarium.core.errors import LudariumError
from ludarium.server import wire
from ludarium.server.analysis.poster_routes import router as posters_router
from ludarium.server.analysis.posters import Posters
from ludarium.server.analysis.routes import router as analysis_router
from ludarium.server.answers import Packed, refusal
from ludarium.server.database_lock import file_of, lock_file
from ludarium.server.errors import ServerError
from ludarium.server.guard import Bodies, Doorkeeper, Floods, SessionGuard, Watch
from ludarium.server.learning.progress import PROGRESS_DATA
from ludarium.server.learning.routes import router as learning_router
from ludarium.server.limits import ProcessCount
from ludarium.server.logs import note
from ludarium.server.metrics import Metrics
from ludarium.server.migrations import bring_up_to_date
from ludarium.server.moderation.keeper import Keeper
from ludarium.server.moderation.reports import REPORTS_DATA
from ludarium.server.moderation.routes import router as moderation_router
from ludarium.server.notices.notices import NOTICES_DATA, Notices
from ludarium.server.notices.routes import router as notices_router
from ludarium.server.pages import Pages
from ludarium.server.people.company import COMPANY_DATA
from ludarium.server.people.people import People
from ludarium.server.people.recovery import RECOVERY_DATA
from ludarium.server.people.routes import router as people_router
from ludarium.server.people.vacations import VACATIONS_DATA
from ludarium.server.previews import Previews
from ludarium.server.probes import add_probes
from ludarium.server.processes import changes
from ludarium.server.processes.process import Process
from ludarium.server.processes.relay import InnerDoor
from ludarium.server.processes.routes import router as processes_router
from ludarium.server.processes.workers import SharedThinkers
from ludarium.server.puzzles.progress import PUZZLES_DATA
from ludarium.server.puzzles.routes import router as puzzles_router
from ludarium.server.retention import Retention
from ludarium.server.rooms.archive import Archive
from ludarium.server.rooms.challenge_storage import CHALLENGES_DATA
from ludarium.server.rooms.open_tables import OpenTables
from ludarium.server.rooms.person_routes import router as persons_router
from ludarium.server.rooms.plan_storage import PLANS_DATA
from ludarium.server.rooms.rooms import Rooms
from ludarium.server.rooms.routes import router as rooms_router
from ludarium.server.rooms.storage import TABLES_DATA
from ludarium.server.services import Services
from ludarium.server.settings import Settings
from ludarium.server.store import Store
from ludarium.server.validation import wrong_field

_log = logging.getLogger(__name__)
_CLOSING_SECONDS = 5  # for what is going on when the server is told to stop

# Of all applications together: the framework works out once what each route takes and gives, not once per application.
_API = APIRouter(responses={"4XX": {"model": wire.Refused}, "5XX": {"model": wire.Refused}})
for _router in (
    people_router,
    rooms_router,
    persons_router,
    analysis_router,
    learning_router,
    puzzles_router,
    posters_router,
):
    _API.include_router(_router)
_API.include_router(moderation_router)
_API.include_router(notices_router)
_API.include_router(processes_router)

# What the parts of the server store about people: it is exported, and goes with an account.
PERSONAL_DATA = (
    *(TABLES_DATA, PLANS_DATA, PROGRESS_DATA, PUZZLES_DATA),
    *(VACATIONS_DATA, REPORTS_DATA, NOTICES_DATA),
    *(CHALLENGES_DATA, RECOVERY_DATA, COMPANY_DATA),
)


def make_app(settings: Settings, address: str = "", loopback_push: bool = False) -> FastAPI:
    """``address`` is where other processes that share the database reach this one; ``loopback_push`` lets tests have a
    push service of their own on this machine.
    """
    metrics, process_count = Metrics(), ProcessCount()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lock = await asyncio.to_thread(lock_file, settings.database_url)
        try:
            app.state.services = await _open(settings, metrics, process_count, address, loopback_push)
            note(_log, "started", version=__version__)
            watching = [
                asyncio.create_task(app.state.services.open_tables.run()),
                asyncio.create_task(app.state.services.presences.run()),
                asyncio.create_task(metrics.watch_loop(lambda: app.state.services.thinkers.waiting)),
            ]
            try:
                yield
            finally:
                for task in watching:
                    task.cancel()
                await _close(app.state.services)
                note(_log, "stopped")
        finally:
            if lock is not None:
                lock.close()

    app = FastAPI(
        title="Ludarium",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        routes=_API.routes,
    )
    add_probes(app, metrics if settings.metrics else None)
    app.router.default = Pages(Previews(settings, process_count))  # for whatever is not the API's
    app.add_exception_handler(LudariumError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_wrong_body)
    app.add_exception_handler(HTTPException, _on_http)
    # From the inside to the outside.
    app.add_middleware(Packed)
    app.add_middleware(SessionGuard)
    app.add_middleware(Bodies, settings=settings)
    app.add_middleware(Floods, settings=settings, process_count=process_count)
    app.add_middleware(Doorkeeper, settings=settings)
    app.add_middleware(InnerDoor)
    app.add_middleware(Watch, settings=settings, metrics=metrics)
    return app


async def _open(
    settings: Settings, metrics: Metrics, process_count: ProcessCount, address: str, loopback_push: bool
) -> Services:
    try:
        store = Store(settings.database_url)
    except ImportError:
        raise ServerError("database_driver") from None
    except SQLAlchemyError as error:
        raise ServerError("database_closed", why=error) from error
    try:
        await asyncio.to_thread(bring_up_to_date, store.engine)
    except BaseException:
        store.close()
        raise
    store.watch = metrics.watch_store
    process = None if file_of(settings.database_url) else Process(store, settings.internal_address or address)
    people = People(store, settings, process_count)
    thinkers = SharedThinkers(settings.thinking_cores, settings.thinking_memory, metrics)
    absent = Notices(store, settings, loopback_push, process_count=process_count)
    delay, days = settings.bot_delay_ms / 1000, settings.waiting_days
    rooms = Rooms(
        store, thinkers, people.limits, metrics, delay, process=process, waiting_days=days, notify=absent.notify
    )
    rooms.chores += [
        Retention(store, people, settings, rooms.now).sweep,
        Archive(store, settings.archive_days, rooms.now).sweep,
    ]
    open_tables = OpenTables(rooms)
    rooms.noticed = open_tables.note
    absent.watch = metrics.watch_notice
    metrics.notices_waiting.set_function(lambda: absent.waiting)
    metrics.mails_waiting.set_function(lambda: absent.mails_waiting)
    posters, keeper = Posters(settings, process_count), Keeper(store, people, rooms, settings.audit_days)
    services = Services(
        settings, store, metrics, people, thinkers, rooms, open_tables, absent, posters, keeper, process
    )
    in_memory = {TABLES_DATA.name: rooms.without_name, COMPANY_DATA.name: services.leaderboards.forget}
    people.personal_data += [replace(one, forgotten=in_memory.get(one.name, one.forgotten)) for one in PERSONAL_DATA]
    try:
        if process is not None:
            _listen(process, services, process_count)
            await process.start()
        await people.start()
        await absent.start()
        await rooms.start()
        await keeper.start()
    except BaseException:
        await _close(services)
        raise
    return services


def _listen(process: Process, services: Services, process_count: ProcessCount) -> None:
    """What this process does when others change something, come or go."""
    people, rooms, presences = services.people, services.rooms, services.presences

    def count(processes: int) -> None:
        process_count.processes = processes
        presences.forget_dead()

    def come_back() -> None:
        people.sessions.doubt()
        for work in (people.sessions.check(), rooms.take_over()):
            rooms.run(work)

    hear = process.ears.on
    hear(changes.SESSION, lambda digest: people.sessions.ended([digest]))
    hear(changes.PERSON, people.sessions.forget)
    hear(changes.PERSON, lambda person: rooms.run(rooms.person_changed(person)))
    hear(changes.GONE, people.is_gone)
    hear(changes.TABLE, services.open_tables.hear)
    hear(changes.CHALLENGE, lambda table: rooms.run(rooms.challenge_ended(table)))
    hear(changes.COMPANY, lambda person: rooms.run(rooms.company_changed(person)))
    hear(changes.PRESENCE, presences.hear)
    hear(changes.PROCESS, lambda _: presences.tell_anew())
    hear(changes.PROCESS, lambda _: rooms.look_after_others())
    process.when_counted.append(count)
    process.when_lost += [people.sessions.doubt, rooms.abandon]
    process.when_back.append(come_back)


async def _close(services: Services) -> None:
    """In this order: nobody steps any more, nobody thinks any more, and what was done is on the disk."""
    await services.keeper.close()
    try:
        async with asyncio.timeout(_CLOSING_SECONDS):
            await services.rooms.close()
    except TimeoutError:
        _log.warning("tables took too long to close")
    await services.notices.close()
    if services.process is not None:
        await services.process.leave()
    await asyncio.to_thread(services.thinkers.close)
    await asyncio.to_thread(services.analyses.apart.close)
    await asyncio.to_thread(services.store.close)


# --- what goes wrong --------------------------------------------------------------------------------------------------
async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, LudariumError)
    return refusal(request, error)


async def _on_wrong_body(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(request, wrong_field(error.errors()))


async def _on_http(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: an unknown path, a method that a path does not have."""
    assert isinstance(error, HTTPException)
    key = {404: "path_unknown", 405: "method_unknown"}.get(error.status_code, "request_wrong")
    answer = refusal(request, ServerError(key, error.status_code))
    answer.headers.update(error.headers or {})
    return answer

"""Probes for machines: whether the server lives, whether it can work, and its figures."""

import asyncio
import logging
from time import monotonic

from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse, Response

from ludarium.server.metrics import Metrics
from ludarium.server.services import Services, services_of

_SECONDS = 5  # in which a write must be done
_FRESH = 1.0  # seconds for which an answer holds: each costs a write to the disk
_log = logging.getLogger(__name__)


class Readiness:
    """Whether steps can be stored, found out by storing something; at most once at a time and once in a second."""

    def __init__(self) -> None:
        self._looking: asyncio.Task[str] | None = None
        self._since = 0.0

    async def missing(self, services: Services) -> str:
        """What keeps the server from working; nothing if it can."""
        if self._looking is None or (self._looking.done() and monotonic() - self._since > _FRESH):
            self._since = monotonic()
            self._looking = asyncio.create_task(_look(services))
        return await asyncio.shield(self._looking)


async def _look(services: Services) -> str:
    if not services.store.alive:
        return "the store has stopped"
    if services.process is not None and not services.process.number:
        return "the process has lost its place among the others"
    try:
        async with asyncio.timeout(_SECONDS):
            await services.rooms.beat()
    except Exception as error:
        _log.warning("not ready: %s", error or type(error).__name__)
        return "the database cannot be written"
    return ""


def add_probes(app: FastAPI, metrics: Metrics | None) -> None:
    readiness = Readiness()

    @app.get("/healthz", include_in_schema=False)
    async def alive() -> Response:
        return PlainTextResponse("alive\n")

    @app.get("/readyz", include_in_schema=False)
    async def ready(request: Request) -> Response:
        missing = await readiness.missing(services_of(request))
        return PlainTextResponse(f"{missing}\n", 503) if missing else PlainTextResponse("ready\n")

    if metrics is not None:

        @app.get("/metrics", include_in_schema=False)
        async def figures() -> Response:
            return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

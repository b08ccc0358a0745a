"""Running the application: uvicorn in one process, begun and ended in good order."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import uvicorn

from ludarium.server.app import make_app
from ludarium.server.connections import Guarded, most_connections, within_descriptors
from ludarium.server.database_lock import write_address
from ludarium.server.packing import WebSockets
from ludarium.server.settings import Settings

_LONGEST_MESSAGE = 400_000  # bytes over a WebSocket: the analysis of a whole game; tables take much less
_SWITCH_SECONDS = 0.0005  # the writer needs the interpreter often, for a moment: it need not wait long for it
# Looking through everything for rubbish takes half a second with 500 tables in memory, and nobody can step meanwhile.
# Nearly all rubbish is found without it; so it is done only after 50 million new things, about half an hour at best.
RUBBISH = 5_000, 10, 1_000
_PARTING_SECONDS = 3  # for answers that are being sent when the server is told to stop


class _Server(uvicorn.Server):
    """Says when it is ready, and on a signal only stops: what comes after it is done in any case."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        usual = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in usual.items():
                signal.signal(one, handler)


def serve(settings: Settings, listening: socket.socket, address: str, ready: Callable[[], None]) -> None:
    """Serve until a signal comes; whatever keeps the server from starting is raised."""
    Guarded.most = most_connections(settings)
    app = make_app(within_descriptors(settings, Guarded.most), urlsplit(address).netloc)
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.freeze()  # what is there from the beginning stays
    gc.set_threshold(*RUBBISH)
    config = uvicorn.Config(
        app,
        http=Guarded,
        ws=WebSockets,
        ws_max_size=_LONGEST_MESSAGE,
        lifespan="off",  # it surrounds the server here, so that errors reach the caller
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=_PARTING_SECONDS,
    )

    def started() -> None:
        write_address(settings.database_url, address)
        ready()

    async def run() -> None:
        async with app.router.lifespan_context(app):
            await _Server(config, started).serve([listening])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())

"""What connections cost a server on which nothing happens: half of them look at the lobby, half at a table.

``python -m benchmarks.idle benchmarks/results.md``: the memory of the server's process before and after so many
browsers have connected, and the processor time of ten quiet seconds.
"""

import asyncio
import resource
import tempfile
import time
from pathlib import Path

import httpx
import uvloop
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import report
from benchmarks.server import SETTINGS, memory, processor
from tests.server.bots import Guest
from tests.server.running import Server

CONNECTIONS = 5000
AT_ONE_TABLE = 50
QUIET = 10.0  # seconds
TABLE = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}], "visibility": "private"}
_AT_ONCE = 50


async def measure(server: Server, progress: Progress) -> str:
    address = server.address.replace("http", "ws", 1)
    async with httpx.AsyncClient(timeout=60) as http:
        ada = await Guest(server.address).arrive(http, "Ada")
        tables = [await ada.open_table(http, TABLE) for _ in range(CONNECTIONS // 2 // AT_ONE_TABLE)]
    paths = ["/ws/lobby?lang=en"] * (CONNECTIONS // 2)
    paths += [f"/ws/tables/{one}?lang=en&theme=light" for one in tables for _ in range(AT_ONE_TABLE)]
    alone = memory(server.pid)
    connecting = progress.add_task(f"Connecting {len(paths)} browsers", total=len(paths))
    sockets: list[ClientConnection] = []
    for first in range(0, len(paths), _AT_ONCE):
        sockets += await asyncio.gather(*(_open(server, address + path) for path in paths[first : first + _AT_ONCE]))
        progress.update(connecting, completed=len(sockets))
    await asyncio.sleep(2)  # until everybody has heard who came
    busy, began = processor(server.pid), time.monotonic()
    await asyncio.sleep(QUIET)
    share = (processor(server.pid) - busy) / (time.monotonic() - began)
    full = memory(server.pid)
    assert all(socket.close_code is None for socket in sockets)
    await asyncio.gather(*(socket.close() for socket in sockets))
    each = (full - alone) * 1024 / len(sockets)
    return f"| {len(sockets)} | {alone:.0f} | {full:.0f} | {each:.0f} | {100 * share:.0f} % |"


async def _open(server: Server, address: str) -> ClientConnection:
    """As a browser does, which asks for packed messages."""
    socket = await connect(
        address,
        origin=server.address,  # type: ignore[arg-type]  # a plain text is what it takes
        max_size=None,
        ping_interval=None,
        max_queue=None,
    )
    await socket.recv()
    return socket


def main() -> None:
    given = report.parser(__doc__).parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    settings = {**SETTINGS, "LUDARIUM_CONNECTIONS": str(CONNECTIONS + 100)}
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        server = Server(Path(folder), settings)
        server.start()
        row = uvloop.run(measure(server, progress))
        server.stop()
    text = "\n".join(
        [
            f"Half of the browsers look at the lobby, half at {CONNECTIONS // 2 // AT_ONE_TABLE} tables, on which "
            f"nothing happens. Messages are packed (permessage-deflate), as browsers ask for it.",
            "",
            "| connections | MiB without them | MiB with them | KiB for each | busy |",
            "|---|---|---|---|---|",
            row,
            "",
        ]
    )
    report.deliver("idle", "Connections on which nothing happens", text, given.results)


if __name__ == "__main__":
    main()

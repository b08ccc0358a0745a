"""What one step costs a server: the calls and the processor time from its arrival until everybody has been told.

``python -m benchmarks.step benchmarks/results.md``: two browsers play the same game of Mur again and again, one step
after the other. ``--before SRC`` measures another checkout's ``src`` as well, in turns with this one, so that both are
measured on the same machine at the same time. Calls are those of Python functions, in all threads and in all packages;
they are counted in games of their own, because counting takes time.
"""

import asyncio
import os
import signal
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import httpx
import orjson
import uvloop
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import report
from ludarium.core.rng import Rng
from ludarium.table import Table
from tests.server.bots import HEADERS, Guest
from tests.server.postgres import Postgres
from tests.server.running import Server

SECTION = "step"
RULESET, SEED = "mur-en", 4
GAMES = 6  # in each round
SETTINGS = {"LUDARIUM_LIMITS": "off", "LUDARIUM_LOG_LEVEL": "warning"}
# Loaded by the server's process when it starts: SIGUSR1 writes how often which package was called so far.
COUNTER = """
import signal, sys, threading
from collections import Counter

calls = Counter()

def count(frame, event, _):
    if event == "call":
        calls[frame.f_code.co_filename] += 1

def write(*_):
    own = sum(number for file, number in list(calls.items()) if "/ludarium/" in file)
    with open({file!r} + "~", "w") as to:
        to.write(f"{{calls.total()}} {{own}}")
    import os
    os.rename({file!r} + "~", {file!r})

signal.signal(signal.SIGUSR1, write)
threading.setprofile(count)
sys.setprofile(count)
"""


@dataclass
class Cost:
    """Of one checkout, for a step."""

    name: str
    source: Path
    calls: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)  # calls of Ludarium's functions
    processor: list[float] = field(default_factory=list)  # microseconds
    waits: list[float] = field(default_factory=list)  # milliseconds until it is acknowledged

    def row(self) -> str:
        return (
            f"| {self.name} | {median(self.calls):.0f} | {median(self.own):.0f} | {median(self.processor):.0f} "
            f"| {median(self.waits):.2f} |"
        )


def game_steps() -> list[tuple[int, str]]:
    """A game of Mur that somebody plays at random: its seats and steps."""
    table, rng, found = Table(RULESET), Rng(SEED), []
    while table.seat >= 0:
        legal = table.legal(table.seat)
        found.append((table.seat, legal[int(rng.below(len(legal)))]))
        table.take(*found[-1])
    return found


class Pair:
    """Two people with a browser each."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._guests: list[Guest] = []
        self._sockets: list[ClientConnection] = []

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        """Both at a new table."""
        if not self._guests:
            self._guests = [await Guest(self._address).arrive(http, name) for name in ("Ann", "Ben")]
        wanted = {"ruleset": RULESET, "seats": [{"who": "you"}, {"who": "open"}], "visibility": "private"}
        table = await self._guests[0].open_table(http, wanted)
        self._sockets = [await self._connect(guest, table) for guest in self._guests]
        await self._sockets[1].send('{"do":"sit","id":1,"seat":-1}')
        await self._until(self._sockets[1], b'"done"', 1)
        await asyncio.sleep(0.2)  # until everybody has heard who came

    async def play(self, steps: list[tuple[int, str]]) -> list[float]:
        """A game; the seconds until each step was acknowledged."""
        waits, sockets = [], self._sockets
        for number, (seat, step) in enumerate(steps):
            asked = {"do": "step", "id": number + 2, "seat": seat, "step": step, "number": number}
            began = time.perf_counter()
            await sockets[seat].send(orjson.dumps(asked), text=True)
            await self._until(sockets[seat], b'"done"', number + 2)
            waits.append(time.perf_counter() - began)
            await self._until(sockets[1 - seat], b'"stepped"')
        return waits

    async def leave(self) -> None:
        for socket in self._sockets:
            await socket.close()

    async def _connect(self, guest: Guest, table: str) -> ClientConnection:
        return await connect(
            f"{self._address.replace('http', 'ws', 1)}/ws/tables/{table}?lang=en&theme=light",
            origin=self._address,  # type: ignore[arg-type]  # a plain text is what it takes
            additional_headers={"Cookie": guest.cookie},
            max_size=None,
            compression=None,
        )

    async def _until(self, socket: ClientConnection, kind: bytes, asked: int = 0) -> None:
        while True:
            heard = await socket.recv(decode=False)
            if b'"problem"' in heard[-400:]:
                raise RuntimeError(heard)
            if kind in heard[-40:] and (not asked or orjson.loads(heard)["id"] == asked):
                return


async def measure(
    cost: Cost, folder: Path, steps: list[tuple[int, str]], counted: bool, games: int, database: str
) -> None:
    folder.mkdir()
    written = folder / "calls"
    environment = {**SETTINGS, "PYTHONPATH": f"{cost.source}:{folder}"}
    if database:
        environment["LUDARIUM_DATABASE"] = database
    if counted:
        (folder / "sitecustomize.py").write_text(COUNTER.format(file=str(written)))
    server = Server(folder, environment)
    address = await asyncio.to_thread(server.start)
    pair, waits, busy, calls = Pair(address), list[float](), 0.0, [0, 0]
    async with httpx.AsyncClient(timeout=60, headers=HEADERS) as http:
        for game in range(games + 1):
            await pair.sit_down(http)
            before = await _calls(server.pid, written) if counted else [0, 0]
            began = _processor(server.pid)
            waited = await pair.play(steps)
            if game:  # in the first one, what is made once is made
                busy += _processor(server.pid) - began
                waits += waited
                after = await _calls(server.pid, written) if counted else [0, 0]
                calls = [calls[0] + after[0] - before[0], calls[1] + after[1] - before[1]]
            await pair.leave()
    taken = games * len(steps)
    if counted:
        cost.calls.append(calls[0] / taken)
        cost.own.append(calls[1] / taken)
    else:
        cost.processor.append(busy / taken * 1e6)
        cost.waits.append(1000 * median(waits))
    await asyncio.to_thread(server.stop)


async def _calls(pid: int, written: Path) -> list[int]:
    written.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    while not written.exists():
        await asyncio.sleep(0.01)
    return [int(number) for number in written.read_text().split()]


def _processor(pid: int) -> float:
    """Seconds that all threads of a process were busy, to the nanosecond."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def table(costs: list[Cost], steps: int) -> str:
    rows = [cost.row() for cost in costs]
    if len(costs) > 1:
        now, before = costs
        shares = [
            f"{100 * median(getattr(now, what)) / median(getattr(before, what)):.0f} %"
            for what in ("calls", "own", "processor", "waits")
        ]
        rows.append(f"| of before | {' | '.join(shares)} |")
    return "\n".join(
        [
            f"Two browsers at one table play a game of Mur ({steps} steps), one step after the other. "
            "Medians over the rounds.",
            "",
            "| | calls | of these Ludarium's own | µs of processor time | ms until acknowledged |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _postgres(folder: Path) -> Postgres:
    folder.mkdir()
    made = Postgres(folder)
    made.start()
    return made


def main() -> None:
    parser = report.parser(__doc__)
    parser.add_argument("--before", type=Path, help="the src folder of another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--postgres", action="store_true", help="with PostgreSQL instead of a file")
    given = parser.parse_args()
    here = Path(__file__).parents[1] / "src"
    costs = [Cost("now", here), *([Cost("before", given.before.resolve())] if given.before else [])]
    steps = game_steps()
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        postgres = _postgres(Path(folder) / "postgres") if given.postgres else None
        rounds = progress.add_task("Playing", total=given.rounds * len(costs))
        for number in range(given.rounds):
            for cost in costs:
                place = Path(folder) / f"{number}-{cost.name}"
                database = postgres.new(f"{cost.name}{number}") if postgres else ""
                uvloop.run(measure(cost, place, steps, counted=False, games=GAMES, database=database))
                if number == 0:
                    counted = place.with_suffix(".counted")
                    uvloop.run(measure(cost, counted, steps, counted=True, games=2, database=database))
                progress.advance(rounds)
        if postgres:
            postgres.stop()
    report.deliver(SECTION, "What a step costs a server", table(costs, len(steps)), given.results)


if __name__ == "__main__":
    main()

"""How long servers on this machine take to acknowledge steps while many tables are being played.

``python -m benchmarks.server benchmarks/results.md``: two clients at each table, each of whom takes a step every few
seconds, or as soon as it is their turn. A step is acknowledged once it is on the disk. Each server runs in a process of
its own, with a file or with PostgreSQL; where there are several, both clients of a table come to the one that has it,
as a proxy sends them. The clients take the cores that are left, at least one.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import quantiles

import httpx
import uvloop
from rich.progress import Progress

from benchmarks import report
from ludarium.core.game import main_rulesets
from tests.server.bots import Guest, Refused, Sitting
from tests.server.postgres import running_postgres
from tests.server.running import Server

# Tables, seconds between two steps of one client (0: without a pause), and how many servers there are; 0: one with a
# file as its database.
MEASURED = (
    *((50, 2.0, 0), (500, 4.0, 0), (500, 2.0, 0), (500, 4.0, 1), (500, 4.0, 2)),
    *((50, 0.0, 0), (50, 0.0, 1), (100, 0.0, 2)),
)
SECTION = "server"
# Everybody here is one address and, to the server, suspiciously busy.
SETTINGS = {"LUDARIUM_LIMITS": "off", "LUDARIUM_LOG_LEVEL": "warning"}


@dataclass
class Measured:
    tables: int
    pace: float
    servers: int
    seconds: float
    waits: list[float] = field(default_factory=list)  # seconds from sending a step to its acknowledgement
    refused: int = 0
    finished: int = 0
    processor: float = 0.0  # seconds that the servers' processes were busy
    memory: float = 0.0  # MiB, of all

    def row(self) -> str:
        cuts = [1000 * cut for cut in quantiles(self.waits, n=100)]
        rate = len(self.waits) / self.seconds
        busy = 100 * self.processor / self.seconds
        servers = f"{self.servers}, PostgreSQL" if self.servers else "1, file"
        return (
            f"| {servers} | {self.tables} | {f'{self.pace:.0f}' if self.pace else 'none'} "
            f"| {rate:.0f} | {cuts[49]:.1f} | {cuts[94]:.1f} | {cuts[98]:.1f} | {1000 * max(self.waits):.0f} "
            f"| {busy:.0f} % | {len(self.waits) / self.processor:.0f} | {self.memory:.0f} | {self.finished} "
            f"| {self.refused} |"
        )


class Players:
    """Two clients who play one game after the other against each other."""

    def __init__(self, address: str, ruleset: str, rng: random.Random, measured: Measured) -> None:
        self.address = address
        self.ruleset = ruleset
        self.rng = rng
        self.measured = measured
        self.sittings: list[Sitting] = []
        self.guests: list[Guest] = []

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        if not self.guests:
            self.guests = [await Guest(self.address).arrive(http, f"Guest {self.rng.randrange(10**9)}") for _ in "ab"]
        wanted = {"ruleset": self.ruleset, "seats": [{"who": "you"}, {"who": "open"}], "visibility": "private"}
        table = await self.guests[0].open_table(http, wanted)
        self.sittings = [Sitting(guest, table) for guest in self.guests]
        for sitting in self.sittings:
            await sitting.connect()
        await self.sittings[1].ask("sit", seat=-1)
        for sitting in self.sittings:
            while sitting.table["phase"] != "playing":
                await sitting.hear()

    async def play(self, http: httpx.AsyncClient, begin: float) -> None:
        while True:
            await asyncio.gather(*(self._step_by_step(sitting, begin) for sitting in self.sittings))
            self.measured.finished += 1
            for sitting in self.sittings:
                await sitting.close()
            await self.sit_down(http)

    async def _step_by_step(self, sitting: Sitting, begin: float) -> None:
        due = begin + self.rng.random() * self.measured.pace
        while not sitting.over:
            if not sitting.may_step:
                await sitting.hear()
                continue
            await asyncio.sleep(due - time.monotonic())
            path = self.rng.choice(sitting.picture["paths"])
            sent = time.monotonic()
            try:
                await sitting.step(path["step"])
            except Refused:
                self.measured.refused += 1
            self.measured.waits.append(time.monotonic() - sent)
            due = max(due, sent) + self.measured.pace


@dataclass(frozen=True)
class Share:
    """What one process of clients does: tables by number."""

    addresses: Sequence[str]
    tables: Sequence[int]
    pace: float
    seconds: float


Told = int | Measured  # so many tables more are open, or what came of it


def measure(servers: list[Server], measured: Measured, progress: Progress) -> None:
    clients = max(1, (os.cpu_count() or 1) - len(servers) - 1)
    context, addresses = get_context("spawn"), [server.address for server in servers]
    told: Queue[Told] = context.Queue()
    begin = context.Event()
    shares = [
        Share(addresses, range(first, measured.tables, clients), measured.pace, measured.seconds)
        for first in range(min(clients, measured.tables))
    ]
    processes = [context.Process(target=take_part, args=(share, told, begin), daemon=True) for share in shares]
    for process in processes:
        process.start()
    opening = progress.add_task(f"Opening {measured.tables} tables", total=measured.tables)
    while not progress.tasks[opening].finished:
        progress.advance(opening, _number(told.get(timeout=300)))
    playing = progress.add_task(f"Playing {measured.seconds:.0f} s", total=measured.seconds)
    pids = [server.pid for server in servers]
    busy, began = sum(map(processor, pids)), time.monotonic()
    begin.set()
    while (gone := time.monotonic() - began) < measured.seconds:
        progress.update(playing, completed=gone)
        time.sleep(min(0.5, measured.seconds - gone))
    progress.update(playing, completed=measured.seconds)
    measured.processor = sum(map(processor, pids)) - busy
    measured.memory = sum(map(memory, pids))
    for _ in processes:
        part = told.get(timeout=300)
        assert isinstance(part, Measured)
        measured.waits += part.waits
        measured.refused += part.refused
        measured.finished += part.finished
    for process in processes:
        process.join()


def _number(told: Told) -> int:
    assert isinstance(told, int)
    return told


def take_part(share: Share, told: "Queue[Told]", begin: Event) -> None:
    uvloop.run(play_share(share, told, begin))


async def play_share(share: Share, told: "Queue[Told]", begin: Event) -> None:
    names, measured = [ruleset.name for ruleset in main_rulesets()], Measured(0, share.pace, 0, share.seconds)
    pairs = [
        Players(share.addresses[n % len(share.addresses)], names[n % len(names)], random.Random(n), measured)
        for n in share.tables
    ]
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=20)) as http:
        for first in range(0, len(pairs), 20):
            opened = pairs[first : first + 20]
            await asyncio.gather(*(pair.sit_down(http) for pair in opened))
            told.put(len(opened))
        await asyncio.to_thread(begin.wait)
        games = [asyncio.create_task(pair.play(http, time.monotonic())) for pair in pairs]
        done, _ = await asyncio.wait(games, timeout=share.seconds, return_when=asyncio.FIRST_EXCEPTION)
        for game in done:
            game.result()  # a game goes on for ever, unless something is wrong
        told.put(replace(measured, waits=list(measured.waits)))  # it is sent a moment later
        for game in games:
            game.cancel()
        await asyncio.wait(games)
        await asyncio.gather(*(sitting.close() for pair in pairs for sitting in pair.sittings))


def processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def new_folder(within: str) -> Path:
    return Path(tempfile.mkdtemp(dir=within))


def table(rows: list[Measured]) -> str:
    return "\n".join(
        [
            "Two clients at each table, on the main rulesets in turn, choosing at random; whoever finishes a game "
            f"opens a new table. Clients and servers share a machine with {os.cpu_count()} cores. Milliseconds from "
            "sending a step to its acknowledgement, which comes when the step is on the disk. `busy` is the processor "
            "time of all servers (PostgreSQL has its own), `per core` how many steps they take in a second of it.",
            "",
            "| servers | tables | s between steps of a client | steps/s | median ms | 95 % ms | 99 % ms | longest ms "
            "| busy | steps/s per core | MiB | games over | refused |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
            *(row.row() for row in rows),
            "",
        ]
    )


def main() -> None:
    parser = report.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--section", default=SECTION, help="of the page: another for another machine")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres, Progress() as progress:
        for number, (tables, pace, count) in enumerate(MEASURED):
            settings = {**SETTINGS, **({"LUDARIUM_DATABASE": postgres.new(f"bench{number}")} if count else {})}
            servers = [Server(new_folder(folder), settings) for _ in range(max(1, count))]
            for server in servers:
                server.start()
            rows.append(Measured(tables, pace, count, given.seconds))
            measure(servers, rows[-1], progress)
            for server in servers:
                server.stop()
    report.deliver(given.section, "Many tables at once", table(rows), given.results)


if __name__ == "__main__":
    main()

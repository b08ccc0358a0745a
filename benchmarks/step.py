"""What one step costs a server: the calls and the processor time from its arrival until everybody has been told.

``python -m benchmarks.step benchmarks/results.md``: two browsers play games of each main ruleset (or of one:
``--ruleset``), one step after the other. ``--before SRC`` measures another checkout's ``src`` as well, in turns with
this one, so that both are measured on the same machine at the same time. Calls are those of Python functions, in all
threads and in all packages; they are counted in games of their own, because counting takes time.
"""

import asyncio
import os
import signal
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import httpx
import uvloop
from rich.progress import Progress

from benchmarks import report
from ludarium.core.game import main_rulesets
from ludarium.core.rng import Rng
from tests.server.bots import HEADERS, Guest, Sitting
from tests.server.postgres import running_postgres
from tests.server.running import Server

SECTION = "step"
SEED = 4
STEPS = 1500  # about, in each round; counted in a fifth of it
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
    """Of one checkout, for a step of one ruleset."""

    name: str
    source: Path
    ruleset: str
    calls: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)  # calls of Ludarium's functions
    processor: list[float] = field(default_factory=list)  # microseconds
    waits: list[float] = field(default_factory=list)  # milliseconds until it is acknowledged

    def row(self) -> str:
        return (
            f"| {self.ruleset} | {self.name} | {median(self.calls):.0f} | {median(self.own):.0f} "
            f"| {median(self.processor):.0f} | {median(self.waits):.2f} |"
        )


class Pair:
    """Two people with a browser each, who choose at random: the same each time, where a game is the same."""

    def __init__(self, address: str, ruleset: str) -> None:
        self._address = address
        self._ruleset = ruleset
        self._guests: list[Guest] = []
        self._sittings: list[Sitting] = []
        self._rng = Rng(SEED)

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        """Both at a new table."""
        if not self._guests:
            self._guests = [await Guest(self._address).arrive(http, name) for name in ("Ann", "Ben")]
        wanted = {"ruleset": self._ruleset, "seats": [{"who": "you"}, {"who": "open"}], "visibility": "private"}
        table = await self._guests[0].open_table(http, wanted)
        self._sittings = [await Sitting(guest, table).connect() for guest in self._guests]
        await self._sittings[1].ask("sit", seat=-1)
        await asyncio.sleep(0.2)  # until everybody has heard who came
        for sitting in self._sittings:
            await sitting.until(lambda told: bool(told.get("table") and told["table"]["phase"] == "playing"))

    async def play(self) -> list[float]:
        """A game; the seconds until each step was acknowledged."""
        waits: list[float] = []
        acting, other = self._sittings
        while not acting.over:
            if not acting.may_step:
                acting, other = other, acting
                while not (acting.may_step or acting.over):
                    await acting.hear()
                continue
            paths = acting.picture["paths"]
            began = time.perf_counter()
            await acting.step(paths[int(self._rng.below(len(paths)))]["step"])
            waits.append(time.perf_counter() - began)
        return waits

    async def leave(self) -> None:
        for sitting in self._sittings:
            await sitting.close()


async def measure(cost: Cost, folder: Path, counted: bool, database: str) -> None:
    folder.mkdir()
    written = folder / "calls"
    environment = {**SETTINGS, "PYTHONPATH": f"{cost.source}:{folder}"}
    if database:
        environment["LUDARIUM_DATABASE"] = database
    if counted:
        (folder / "sitecustomize.py").write_text(COUNTER.format(file=str(written)))
    server = Server(folder, environment)
    address = await asyncio.to_thread(server.start)
    pair, waits, busy, calls = Pair(address, cost.ruleset), list[float](), 0.0, [0, 0]
    games = 0
    async with httpx.AsyncClient(timeout=60, headers=HEADERS) as http:
        while len(waits) < (STEPS / 5 if counted else STEPS):
            await pair.sit_down(http)
            before = await _calls(server.pid, written) if counted else [0, 0]
            began = _processor(server.pid)
            waited = await pair.play()
            if games:  # in the first one, what is made once is made
                busy += _processor(server.pid) - began
                waits += waited
                after = await _calls(server.pid, written) if counted else [0, 0]
                calls = [calls[0] + after[0] - before[0], calls[1] + after[1] - before[1]]
            games += 1
            await pair.leave()
    if counted:
        cost.calls.append(calls[0] / len(waits))
        cost.own.append(calls[1] / len(waits))
    else:
        cost.processor.append(busy / len(waits) * 1e6)
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


def table(costs: list[Cost], rulesets: list[str]) -> str:
    rows = []
    for ruleset in rulesets:
        now, *others = [cost for cost in costs if cost.ruleset == ruleset]
        rows += [cost.row() for cost in (now, *others)]
        rows += [_shares(now, before) for before in others]
    return "\n".join(
        [
            f"Two browsers at one table play at random, one step after the other: {STEPS} steps or more in each of "
            f"{len(costs[0].processor)} rounds, whose medians these are.",
            "",
            "| ruleset | | calls | of these Ludarium's own | µs of processor time | ms until acknowledged |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _shares(now: Cost, before: Cost) -> str:
    shares = [
        f"{100 * median(getattr(now, what)) / median(getattr(before, what)):.0f} %"
        for what in ("calls", "own", "processor", "waits")
    ]
    return f"| {now.ruleset} | of before | {' | '.join(shares)} |"


def main() -> None:
    parser = report.parser(__doc__)
    parser.add_argument("--before", type=Path, help="the src folder of another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--postgres", action="store_true", help="with PostgreSQL instead of a file")
    parser.add_argument("--ruleset", help="only this one")
    given = parser.parse_args()
    here = Path(__file__).parents[1] / "src"
    checkouts = [("now", here), *([("before", given.before.resolve())] if given.before else [])]
    rulesets = [given.ruleset] if given.ruleset else [one.name for one in main_rulesets()]
    costs = [Cost(*checkout, ruleset) for ruleset in rulesets for checkout in checkouts]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack, Progress() as progress:
        postgres = stack.enter_context(running_postgres()) if given.postgres else None
        rounds = progress.add_task("Playing", total=given.rounds * len(costs))
        for number in range(given.rounds):
            for index, cost in enumerate(costs):
                place = Path(folder) / f"{number}-{index}"
                database = postgres.new(f"step{number}_{index}") if postgres else ""
                uvloop.run(measure(cost, place, counted=False, database=database))
                if number == 0:
                    uvloop.run(measure(cost, place.with_suffix(".counted"), counted=True, database=database))
                progress.advance(rounds)
    report.deliver(SECTION, "What a step costs a server", table(costs, rulesets), given.results)


if __name__ == "__main__":
    main()

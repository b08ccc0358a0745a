"""How long the lobby takes to answer with many tables in the database, nearly all of them left long ago.

``python -m benchmarks.lobby benchmarks/results.md``: a hundred tables wait for players, and beside the questions one
after the other is opened. What is measured is what a client sees, from asking to the last byte; in turns with it, how
long ``/healthz`` takes, which has nothing to look up: what the machine and the connection take is in both.
"""

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import httpx
import uvloop

from benchmarks import report
from benchmarks.server import SETTINGS
from tests.server.bots import Guest
from tests.server.running import Server

LEFT = (0, 1_000, 100_000)  # tables that were left
WAITING = 100
QUESTIONS = 300
PAUSE = 0.025  # seconds between two questions
_MONTH = 30 * 24 * 3600 * 1000
TABLE = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}], "visibility": "lobby"}


async def open_tables(address: str, count: int) -> None:
    async with httpx.AsyncClient() as http:
        ada = await Guest(address).arrive(http, "Ada")
        for _ in range(count):
            await ada.open_table(http, TABLE)


def leave_tables(file: Path, count: int) -> None:
    """Copies of the one table that is there, a month old."""
    with sqlite3.connect(file) as database:
        for name in ("game_table", "table_seat"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "game_table" else "table_id"
            old = {key: "'left' || n"} | {one: f"{one} - {_MONTH}" for one in ("made", "changed")}
            taken = ", ".join(old.get(one, one) for one in columns)
            database.execute(
                f"WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) "
                f"INSERT INTO {name} SELECT {taken} FROM numbers, (SELECT * FROM {name} WHERE {key} NOT LIKE 'left%')"
            )


async def ask(address: str) -> tuple[list[float], list[float]]:
    """Seconds for each answer of the lobby and of ``/healthz``, while somebody opens tables."""
    waits: tuple[list[float], list[float]] = [], []
    await asyncio.sleep(2)  # until the list has all of them
    opening = asyncio.create_task(keep_opening(address))
    async with httpx.AsyncClient() as http:
        for _ in range(QUESTIONS):
            for path, kept in zip(("/api/tables", "/healthz"), waits, strict=True):
                await asyncio.sleep(PAUSE)
                began = time.perf_counter()
                answer = await http.get(f"{address}{path}")
                kept.append(time.perf_counter() - began)
                assert path == "/healthz" or len(answer.json()) == WAITING
    opening.cancel()
    return waits


async def keep_opening(address: str) -> None:
    async with httpx.AsyncClient() as http:
        ada = await Guest(address).arrive(http, "Ada")
        while True:
            await ada.open_table(http, TABLE)
            await asyncio.sleep(10 * PAUSE)


def measure(folder: Path, left: int) -> str:
    server = Server(folder, SETTINGS)
    uvloop.run(open_tables(server.start(), 1))
    server.stop()
    if left:
        leave_tables(folder / "ludarium.db", left)
    address = server.start()
    uvloop.run(open_tables(address, WAITING))
    waits = uvloop.run(ask(address))
    server.stop()
    return "\n".join(
        f"| {left:,} | {name} | {_told(one)} |" for name, one in zip(("lobby", "healthz"), waits, strict=True)
    )


def _told(seconds: list[float]) -> str:
    waits = [1000 * one for one in seconds]
    cuts = quantiles(waits, n=100)
    return " | ".join(f"{one:.1f}" for one in (median(waits), cuts[94], cuts[98], max(waits)))


def main() -> None:
    given = report.parser(__doc__).parse_args()
    rows = []
    for left in LEFT:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(Path(folder), left))
    text = "\n".join(
        [
            f"{WAITING} tables wait for players; one more is opened beside every tenth of {QUESTIONS} questions.",
            "",
            "| tables left a month ago | answer | median ms | 95 % ms | 99 % ms | longest ms |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )
    report.deliver("lobby", "The lobby beside tables that were left", text, given.results)


if __name__ == "__main__":
    main()

"""How much the first page weighs, and how soon somebody can play, in a Chromium whose line and processor are slowed.

``python -m benchmarks.pages benchmarks/results.md``: every figure is the median of several visits with an empty cache.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession
from rich.progress import track

from benchmarks import report
from tests.e2e.chromium import SIZE, chromium
from tests.e2e.visitor import Visitor
from tests.server.running import Server

SECTION = "pages"
VISITS = 5
GAME = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "computer", "level": 1}]}


@dataclass(frozen=True)
class Profile:
    """A slow line (bits in a second, milliseconds there and back) and a processor so many times slower."""

    name: str
    down: float
    latency: float
    slower: float

    def apply(self, session: CDPSession) -> None:
        if self.down:
            session.send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": self.latency,
                    "downloadThroughput": self.down / 8,
                    "uploadThroughput": self.down / 16,
                },
            )
        session.send("Emulation.setCPUThrottlingRate", {"rate": self.slower})


PROFILES = (
    Profile("this machine", 0, 0, 1),
    Profile("10 Mbit/s, 40 ms, processor 4 × slower", 10e6, 40, 4),
    Profile("1.6 Mbit/s, 150 ms, processor 4 × slower", 1.6e6, 150, 4),
)


@dataclass
class Visit:
    first_bytes: int = 0  # of the first page, as they came over the line
    first_seconds: float = 0.0  # until its games can be chosen
    table_seconds: float = 0.0  # from opening a table's address until a step can be taken


def _visit(browser: Browser, address: str, profile: Profile) -> Visit:
    visitor = Visitor(browser.new_context(viewport=SIZE), address, {"speed": "normal"})
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    profile.apply(session)
    measured = Visit()
    began = time.monotonic()
    visitor.go("/")
    visitor.page.get_by_role("button", name="Play").first.wait_for()
    measured.first_seconds = time.monotonic() - began
    visitor.page.wait_for_load_state("networkidle")
    measured.first_bytes = sum(sizes)
    table = visitor.open_table(GAME)
    session.send("Network.clearBrowserCache")
    kept = {"origin": address, "storageTypes": "service_workers,cache_storage"}
    session.send("Storage.clearDataForOrigin", kept)  # what the service worker keeps
    began = time.monotonic()
    visitor.page.goto(f"{address}/t/{table}", wait_until="commit")
    visitor.page.locator("[data-site].clickable").first.wait_for()
    measured.table_seconds = time.monotonic() - began
    visitor.close()
    return measured


def table(rows: list[tuple[Profile, list[Visit]]]) -> str:
    lines = [
        f"Medians of {VISITS} visits with an empty cache in Chromium; the first page is ready when a game can be "
        "chosen, a table when a step can be taken.",
        "",
        "| line and processor | first page kB | first page ready s | table ready s |",
        "|---|---|---|---|",
    ]
    for profile, visits in rows:
        weight = median(visit.first_bytes for visit in visits) / 1000
        first = median(visit.first_seconds for visit in visits)
        table = median(visit.table_seconds for visit in visits)
        lines.append(f"| {profile.name} | {weight:.0f} | {first:.2f} | {table:.2f} |")
    return "\n".join([*lines, ""])


def main() -> None:
    parser = report.parser(__doc__)
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder), {"LUDARIUM_LIMITS": "off"})
        address = server.start()
        _visit(browser, address, PROFILES[0])  # the server has drawn its pictures once
        for profile in PROFILES:
            visits = [_visit(browser, address, profile) for _ in track(range(VISITS), profile.name)]
            rows.append((profile, visits))
        server.stop()
    report.deliver(SECTION, "The pages on slow lines", table(rows), given.results)


if __name__ == "__main__":
    main()

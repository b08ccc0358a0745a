"""How much the first page weighs, how soon somebody can play, and how smoothly steps are shown, in a Chromium whose
line and processor are slowed.

``python -m benchmarks.pages benchmarks/results.md``: figures of pages are medians of several visits with an empty
cache, those of boards are taken while a game is played against a computer.
"""

import os
import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession
from rich.progress import track

from benchmarks import report
from tests.e2e.chromium import PHONE, SIZE, chromium
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


# --- how smoothly a step is shown -----------------------------------------------------------------------------------
SLOWER = 4  # times, the processor
STEPS = 12  # of both sides together, for each game and size
ALONE = 1200  # milliseconds that a computer takes at least, so that each step is shown to its end
# Ruleset, and own steps before anything is counted: the set-up, and in Mur some ships.
BOARDS = (("mur-en", 4), ("myrmidons", 6), ("mutterland", 5), ("realm", 6))
SIZES: Mapping[str, Mapping[str, Any]] = {
    "desktop": {"viewport": SIZE},
    "phone": {"viewport": PHONE, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
}
# When frames were drawn, when the page heard of steps, and in which frames anything moved.
WATCH = """(() => {
  const seen = (window.seen = { frames: [], steps: [], moves: [] });
  const frame = () => {
    const now = performance.now();
    seen.frames.push(now);
    if (document.querySelector(".mover")) seen.moves.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (JSON.parse(data).type === "stepped") seen.steps.push(performance.now());
      });
    }
  };
})()"""


@dataclass(frozen=True)
class Shown:
    """How one step was shown: in seconds, how long after the page heard of it something moved, how long it moved, and
    the longest time without a frame meanwhile.
    """

    wait: float
    frames: int
    seconds: float
    gap: float

    @property
    def rate(self) -> float:
        return self.frames / self.seconds


def shown_steps(seen: Mapping[str, Sequence[float]]) -> list[Shown]:
    """What was watched (in milliseconds), by step; a step that moves nothing is left out."""
    found = []
    for began, following in pairwise([*seen["steps"], float("inf")]):
        moves = [one for one in seen["moves"] if began < one < following]
        if len(moves) < 2:
            continue
        frames = [one for one in seen["frames"] if moves[0] <= one <= moves[-1]]
        gap = max(later - sooner for sooner, later in pairwise(frames))
        seconds = (moves[-1] - moves[0]) / 1000
        found.append(Shown((moves[0] - began) / 1000, len(frames) - 1, seconds, gap / 1000))
    return found


def _play(browser: Browser, address: str, ruleset: str, unwatched: int, size: Mapping[str, Any]) -> list[Shown]:
    """The steps of a game; should it end early, those of another one follow."""
    visitor = Visitor(browser.new_context(**size), address, {"speed": "normal"})
    visitor.context.add_init_script(WATCH)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    rng = random.Random(ruleset)
    found: list[Shown] = []
    while len(found) < STEPS:
        found += _play_once(visitor, ruleset, unwatched, STEPS - len(found), rng)
    visitor.close()
    return found


def _play_once(visitor: Visitor, ruleset: str, unwatched: int, most: int, rng: random.Random) -> list[Shown]:
    visitor.open_table({**GAME, "ruleset": ruleset})
    found: list[Shown] = []
    while len(found) < most and not visitor.over:
        visitor.until(lambda: visitor.may_step or visitor.over)
        visitor.page.wait_for_timeout(ALONE)  # until what came last is over
        if unwatched > 0:
            visitor.page.evaluate("seen.steps.length = seen.moves.length = 0")
        else:
            found = shown_steps(visitor.page.evaluate("seen"))
        if not visitor.over:
            visitor.take(rng.choice(visitor.paths))
            unwatched -= 1
    return found[:most]


def smoothness(boards: Sequence[tuple[str, str, Sequence[Shown]]], before: float, after: float) -> str:
    lines = [
        f"How steps of both sides are shown in games against a computer, processor {SLOWER} × slower: frames in a "
        f"second while something moves (median of {STEPS} steps; 60 is the most), the longest time without a frame "
        "meanwhile, and how long after the page hears of a step something begins to move (median). This Chromium has "
        "no screen and no graphics card: it paints with the processor, and shares its cores with the server, the "
        f"player and whatever else runs there. The machine's load was {before:.1f} before all this and {after:.1f} at "
        "its end, of which about 2 are its own.",
        "",
        "| game | size | frames/s | slowest step frames/s | longest gap ms | begins after ms |",
        "|---|---|---|---|---|---|",
    ]
    for ruleset, size, steps in boards:
        rates = [step.rate for step in steps]
        gap = max(step.gap for step in steps) * 1000
        wait = median(step.wait for step in steps) * 1000
        lines.append(f"| {ruleset} | {size} | {median(rates):.0f} | {min(rates):.0f} | {gap:.0f} | {wait:.0f} |")
    return "\n".join([*lines, ""])


# --- the page of figures --------------------------------------------------------------------------------------------
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
    rows, boards = [], []
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder), {"LUDARIUM_LIMITS": "off"})
        address = server.start()
        _visit(browser, address, PROFILES[0])  # the server has drawn its pictures once
        for profile in PROFILES:
            visits = [_visit(browser, address, profile) for _ in track(range(VISITS), profile.name)]
            rows.append((profile, visits))
        server.stop()
        server = Server(Path(folder), {"LUDARIUM_LIMITS": "off", "LUDARIUM_BOT_DELAY_MS": str(ALONE)})
        address = server.start()
        for name, size in SIZES.items():
            for ruleset, unwatched in track(BOARDS, name):
                boards.append((ruleset, name, _play(browser, address, ruleset, unwatched, size)))
        server.stop()
    text = table(rows) + "\n" + smoothness(boards, before, os.getloadavg()[0])
    report.deliver(SECTION, "The pages on slow lines", text, given.results)


if __name__ == "__main__":
    main()

"""Takes the pictures of the README: the first page, and every board in a real game against a computer.

``python -m tests.e2e.screenshots FOLDER``. The visitor plays with the computer's own judgement (level 3), so that the
boards look like games that somebody played.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser
from rich.progress import track

from ludarium.core.game import find_ruleset
from ludarium.players.levels import find_level
from ludarium.players.thinker import Question, Thinker
from ludarium.table import read_record
from tests.e2e.chromium import SIZE, chromium
from tests.e2e.visitor import Clickable, Visitor
from tests.server.running import Server

# Ruleset, options, computers, own steps until the picture is taken.
SCENES: tuple[tuple[str, dict[str, object], int, int], ...] = (
    ("mur-en", {}, 1, 9),
    ("myrmidons", {}, 1, 10),
    ("mutterland", {"players": 4}, 3, 24),
    ("realm", {}, 1, 26),
)

_SETTLED = 1200  # milliseconds after which nothing lights up any more, and the list shows the last move


def _best(visitor: Visitor, seed: int) -> Clickable:
    """The step that a computer would take in the visitor's place, by the record that the visitor may have."""
    game = find_ruleset(visitor.table["ruleset"]).game
    if game.hidden_information:  # the record of a running game leaves out too much: any step will do
        return visitor.paths[seed * 7 % len(visitor.paths)]
    text = visitor.page.evaluate(
        "id => fetch(`/api/tables/${id}/record`).then((one) => one.text())", visitor.table["id"]
    )
    table = read_record(text, repair=True).table
    report = Thinker().decide(Question(table.ruleset.name, table.views(table.seat), find_level(3).style, seed))
    return next(path for path in visitor.paths if path["step"] == game.step_text(report.step))


def _take_pictures(browser: Browser, address: str, folder: Path) -> None:
    visitor = Visitor(browser.new_context(viewport=SIZE, reduced_motion="reduce"), address)
    visitor.go("/")
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.screenshot(path=folder / "home.png")
    for ruleset, options, computers, steps in SCENES:
        seats = [{"who": "you"}, *[{"who": "computer", "level": 3}] * computers]
        while True:
            visitor.open_table({"ruleset": ruleset, "options": options, "seats": seats})
            if _play(visitor, ruleset, steps):
                break  # else it was over too soon
        visitor.page.wait_for_timeout(_SETTLED)
        visitor.page.screenshot(path=folder / f"{ruleset}.png")
    visitor.close()


def _play(visitor: Visitor, ruleset: str, steps: int) -> bool:
    """Whether the game still goes on after so many own steps."""
    for number in track(range(steps), f"{ruleset} "):
        visitor.until(lambda: visitor.may_step or visitor.over)
        if visitor.over:
            return False
        visitor.take(_best(visitor, number))
    visitor.until(lambda: visitor.may_step or visitor.over)
    return not visitor.over


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        server = Server(Path(place), {"LUDARIUM_LIMITS": "off"})
        try:
            _take_pictures(browser, server.start(), folder)
        finally:
            server.stop()


if __name__ == "__main__":
    main()

"""Somebody at a real browser: looks at pages, clicks, drags, taps and types. What the server tells the page is read
along, so that a test knows which steps are possible; taking them is left to mouse, fingers and keys.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebSocket

from tests.server.bots import Known, Told

Clickable = dict[str, Any]
SETTINGS = "ludarium.settings"  # where the pages keep theirs
PATIENCE = 20_000  # milliseconds
# What a browser says itself when the server is away for a while; the last one, when it goes while worker.js comes (one
# that is missing or broken is told in other words).
_CONNECTION_LOST = ("WebSocket connection to", "net::ERR_", "An unknown error occurred when fetching the script.")
_IN_THE_LOUPE = """(name) => {
  const site = document.querySelector(`[data-site="${name}"]`).transform.baseVal[0].matrix;
  const at = new DOMPoint(site.e, site.f).matrixTransform(document.querySelector(".loupe svg").getScreenCTM());
  return [at.x, at.y];
}"""
# The place nearest to the middle of a site that nothing in front of it covers.
_OPEN_PLACE = """(name) => {
  const { x, y, width, height } = document.querySelector(`[data-site="${name}"]`).getBoundingClientRect();
  const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
  const points = shares.flatMap((a) =>
    shares.map((b) => ({ at: [x + a * width, y + b * height], far: Math.hypot(a - 0.5, b - 0.5) })));
  const open = ({ at }) => document.elementFromPoint(...at)?.closest("[data-site]")?.dataset.site === name;
  return (points.sort((one, other) => one.far - other.far).find(open) ?? points[0]).at;
}"""


class Visitor(Known):
    def __init__(self, context: BrowserContext, address: str, settings: Mapping[str, object] | None = None) -> None:
        super().__init__()
        self.address = address
        self.context = context
        self.problems: list[str] = []  # everything a page should not have done
        self.bytes: list[bytes] = []  # every message of a table, as it came
        self.connections = 0
        chosen = {"sound": False, "speed": "off", "language": "en", **(settings or {})}
        # Only the first time: a test may change them on the page.
        context.add_init_script(
            f"if (!localStorage.getItem('{SETTINGS}')) localStorage.setItem('{SETTINGS}', '{json.dumps(chosen)}')"
        )
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("request", self._on_request)
        self.page.on("websocket", self._on_socket)

    # --- what is watched --------------------------------------------------------------------------------------------
    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in _CONNECTION_LOST):
            self.problems.append(f"{message.type}: {message.text}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.problems.append(f"foreign request: {request.url}")

    def _on_socket(self, socket: WebSocket) -> None:
        if "/ws/tables/" in socket.url:
            self.connections += 1
            socket.on("framereceived", self._on_message)

    def _on_message(self, data: str | bytes) -> None:
        raw = data.encode() if isinstance(data, str) else data
        self.bytes.append(raw)
        self.note(json.loads(raw))

    # --- going about ------------------------------------------------------------------------------------------------
    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def open_table(self, wanted: Mapping[str, object]) -> str:
        """A table as the pages would ask for it; the browser goes there. Its id."""
        if not self.page.url.startswith(self.address):
            self.go("/")
        found: Told = self.page.evaluate(
            """async (wanted) => {
              const headers = { "X-Ludarium": "1", "Content-Type": "application/json" };
              const ask = (path, body) =>
                fetch(path, { method: "POST", headers, body: JSON.stringify(body) }).then((answer) => answer.json());
              const me = await fetch("/api/me").then((answer) => answer.json());
              if (!me.id) await ask("/api/me", { name: "Ada" });
              return ask("/api/tables", wanted);
            }""",
            dict(wanted),
        )
        assert "id" in found, found
        self.sit_at(found["id"])
        return str(found["id"])

    def sit_at(self, table: str) -> None:
        self.table = {}
        self.go(f"/t/{table}")
        self.until(lambda: bool(self.table))

    def until(self, happened: Callable[[], bool], patience: int = PATIENCE) -> None:
        """Wait until something is so: looking often at first, then less and less, as each look costs something."""
        waited, pause = 0, 10
        while waited < patience:
            if happened():
                return
            self.page.wait_for_timeout(pause)
            waited, pause = waited + pause, min(2 * pause, 160)
        raise AssertionError(f"it did not happen; table: {self.table}, problems: {self.problems}")

    # --- playing ----------------------------------------------------------------------------------------------------
    @property
    def paths(self) -> list[Clickable]:
        return list(self.picture.get("paths", []))

    def take(self, path: Clickable, by: str = "mouse") -> None:
        """Make the clicks of a step, and wait until the page knows that it counts."""
        before = len(self.steps), self.table["phase"]
        {"mouse": self._by_mouse, "keys": self._by_keys, "drag": self._by_dragging, "tap": self._by_tapping}[by](path)
        self.until(lambda: (len(self.steps), self.table["phase"]) != before)

    def uncover(self) -> None:
        """On a shared screen: take it over, if the curtain is drawn."""
        self.until(lambda: self.table["curtain"] >= 0 or self.may_step or self.over)
        seat = self.table["curtain"]
        if seat >= 0:
            self.page.get_by_role("dialog").get_by_role("button").click()
            self.until(lambda: self.table["viewer"] == seat and self.table["curtain"] < 0)

    def _by_mouse(self, path: Clickable) -> None:
        for click in path["clicks"]:
            if click.startswith("#"):
                self.page.locator(f'[data-choice="{click}"]').click()
            else:
                self.page.mouse.click(*self.middle(click))
        self._insist(path)

    def _insist(self, path: Clickable) -> None:
        """A button that may lose the game asks first."""
        if path["step"] in self.picture.get("cautions", {}):
            self.page.get_by_role("dialog").locator("button.danger").click()

    def _by_tapping(self, path: Clickable) -> None:
        """Where a tap shows first what it would do, the same once more does it."""
        for click in path["clicks"]:
            if click.startswith("#"):
                self.page.locator(f'[data-choice="{click}"]').tap()
            else:
                self.tap(click)
        if not path["clicks"][-1].startswith("#"):
            self.tap(path["clicks"][-1])
        elif self.page.locator("[data-confirm]").is_visible():
            self.page.locator("[data-confirm]").tap()
        self._insist(path)

    def tap(self, site: str) -> None:
        """Tap a site; and if it is shown larger then, tap it there."""
        loupe = self.page.locator(".loupe svg")
        if not loupe.is_visible():
            self.page.touchscreen.tap(*self.middle(site))
            self.page.wait_for_timeout(60)
        if loupe.is_visible():
            self.page.touchscreen.tap(*self.in_loupe(site))
            self.page.wait_for_timeout(60)

    def _by_dragging(self, path: Clickable) -> None:
        first, second, *rest = path["clicks"]
        self.page.mouse.move(*self.middle(first))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(second), steps=6)
        self.page.mouse.up()
        for click in rest:
            self.page.locator(f'[data-choice="{click}"]').click()

    def _by_keys(self, path: Clickable) -> None:
        """Tab to the board, type the name of a site, Enter; choices are buttons."""
        for click in path["clicks"]:
            if click.startswith("#"):
                button = self.page.locator(f'[data-choice="{click}"]')
                button.focus()
                self.page.keyboard.press("Enter")
            else:
                self.focus_board()
                self.page.wait_for_timeout(950)  # the page forgets what was typed before
                self.page.keyboard.type(click)
                assert self.page.evaluate("document.activeElement.dataset.site") == click
                self.page.keyboard.press("Enter")

    def focus_board(self) -> None:
        """By the Tab key alone, as somebody without a mouse would."""
        for _ in range(60):
            if self.page.evaluate("!!document.activeElement?.dataset?.site"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the board cannot be reached with the Tab key")

    def middle(self, site: str) -> tuple[float, float]:
        """Where on the screen a site is: in its middle, or where it is not covered."""
        self.page.locator(f'[data-site="{site}"]').scroll_into_view_if_needed()
        x, y = self.page.evaluate(_OPEN_PLACE, site)
        return x, y

    def in_loupe(self, site: str) -> tuple[float, float]:
        """Where on the screen a site is in the part of the board that is shown larger."""
        x, y = self.page.evaluate(_IN_THE_LOUPE, site)
        return x, y

    def close(self) -> None:
        self.context.close()
        assert self.problems == [], self.problems

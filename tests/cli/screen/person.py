"""Somebody at a full screen: what they read there, and keys that they press."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import ModalScreen

from ludarium.cli.keeping import Keeping
from ludarium.cli.screen.layout import FullScreen
from ludarium.cli.screen.table import TableScreen
from ludarium.cli.seating import Company, Seating
from ludarium.cli.terminal import Terminal
from ludarium.cli.thinking import TerminalPool
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.table import Record, Table

SMALL, LARGE = (80, 24), (120, 40)


def lines(app: FullScreen) -> list[str]:
    """What is on the screen, line by line; of a dialog, what is in its box."""
    found = [strip.text.replace("\u00a0", " ") for strip in app.screen._compositor.render_strips()]
    if not isinstance(app.screen, ModalScreen):
        return found
    box = app.screen.children[0].content_region  # what lies below is not read together with it
    return [line[box.x : box.right] for line in found[box.y : box.bottom]]


def text(app: FullScreen) -> str:
    return "\n".join(lines(app))


def said(app: FullScreen) -> str:
    """The same on one line, however the lines were broken."""
    return " ".join(text(app).split())


def looks(app: FullScreen) -> list[str]:
    """With all styles."""
    return [repr(list(strip)) for strip in app.screen._compositor.render_strips()]


class Person:
    """At a game on a full screen."""

    def __init__(self, pilot: Pilot[str], seating: Seating) -> None:
        self.pilot = pilot
        self.seating = seating
        self.table = seating.table

    @property
    def app(self) -> FullScreen:
        assert isinstance(self.pilot.app, FullScreen)
        return self.pilot.app

    @property
    def screen(self) -> TableScreen:
        assert isinstance(self.app.first, TableScreen)
        return self.app.first

    def lines(self) -> list[str]:
        return lines(self.app)

    def text(self) -> str:
        return text(self.app)

    def said(self) -> str:
        return said(self.app)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def go_to(self, site: str) -> None:
        """By Tab, as somebody would who sees where it leads."""
        for _ in range(200):
            if self.screen.board.site == site:
                return
            await self.press("tab")
        raise AssertionError(f"Tab does not lead to {site}")

    async def take(self, step: str) -> None:
        """The step that is written so, by keys alone."""
        scene = self.table.scene(self.screen.viewer)
        (clicks,) = [path.clicks for path in scene.paths if path.step == step]
        for click in clicks:
            buttons = [button for button, _ in self.screen.buttons()]
            if click in buttons:
                await self.press("1234567890ABCDEFGHIJ"[buttons.index(click)])
            else:
                await self.go_to(click)
                await self.press("enter")

    async def take_at_once(self, step: str) -> None:
        """The same without keys; the screen notices, and computers answer."""
        self.table.take(self.table.seat, step)
        self.screen.acting = None
        self.screen._changed.set()
        await self.until(lambda: self.screen.acting is not None or self.screen.waiting or self.table.outcome)
        await self.pilot.pause()

    async def until(self, reached: Callable[[], object]) -> None:
        for _ in range(500):
            if reached():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"in vain; on the screen: {self.text()}")


def seated(
    ruleset: str,
    players: Sequence[str],
    *,
    options: dict[str, object] | None = None,
    seed: int = 1,
    locale: str = "en",
    file: Path | None = None,
    coached: bool = False,
    start: State | None = None,
) -> Seating:
    terminal = Terminal(locale)
    table = Table(ruleset, options or {}, seed, players, start=start)
    keeping = Keeping(Record.create(table, file), file or Path("game.txt"), True, terminal)
    company = Company(table.players, Rng(seed), TerminalPool(terminal), 0.1, coached)
    return Seating(table, company, keeping, terminal)


@asynccontextmanager
async def sits_at(seating: Seating, size: tuple[int, int] = SMALL) -> AsyncIterator[Person]:
    app = FullScreen(TableScreen(seating))
    with seating.company.thinker:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Person(pilot, seating)


def at_a_screen(seating: Seating, do: Callable[[Person], Awaitable[Any]], size: tuple[int, int] = SMALL) -> None:
    async def sit() -> None:
        async with sits_at(seating, size) as person:
            await do(person)

    asyncio.run(sit())

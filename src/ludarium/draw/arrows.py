"""What steps will do, drawn on the board that stands before them: arrows, ghosts of what comes, crosses on what goes.

It follows the effects of events as ``scene.Board`` does, and looks as the browser's arrows do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from ludarium.core import vocabulary
from ludarium.core.game import Event
from ludarium.core.scene import Scene
from ludarium.draw.art import Art
from ludarium.draw.layout import Layout, PlacedSite
from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import Theme


@dataclass(frozen=True)
class Done:
    """What one step does: its events, and the scene after it, from which new pieces get their looks."""

    step: str
    events: Sequence[Event]
    after: Scene


def draw_steps(pen: Pen, steps: Sequence[Done], layout: Layout, art: Art, theme: Theme) -> None:
    """All of them, numbered where several do something."""
    drawn = [_Step(pen, done, layout, art, theme) for done in steps]
    coins: list[Point] = []
    for step in drawn:
        with pen.group(data_step=step.done.step):
            place = step.draw()
        coins += [place] if place else []
    if len(coins) > 1:
        for number, (x, y) in enumerate(coins, 1):
            _coin(pen.at(x, y, 0.24 * _reach(layout)), number, theme)


def _reach(layout: Layout) -> float:
    return next(iter(layout.sites.values())).reach


class _Step:
    def __init__(self, pen: Pen, done: Done, layout: Layout, art: Art, theme: Theme) -> None:
        self.done = done
        self._pen = pen
        self._layout = layout
        self._art = art
        self._theme = theme
        self._reach = _reach(layout)

    def draw(self) -> Point | None:
        """Where its number can stand; nowhere if nothing is to be seen. Who leaves a place that another one has come to
        is pushed, or thrown back.
        """
        places: list[Point] = []
        reached: set[str] = set()
        for event in self.done.events:
            at = self._layout.sites.get(str(event.data.get("at", "")))
            if event.effect in (vocabulary.MOVE, vocabulary.PUSH):
                source, target = str(event.data["from"]), str(event.data["to"])
                places += self._draw_way(source, target, pushed=source in reached)
                reached.add(target)
            elif at and event.effect == vocabulary.PUT:
                places += self._draw_ghost(at, event)
            elif at and event.effect == vocabulary.TAKE:
                places += self._draw_cross(at)
            elif at and event.effect in (vocabulary.RAISE, vocabulary.LOWER):
                places += self._draw_floor(at, event.effect == vocabulary.RAISE)
        return places[0] if places else None

    def _draw_way(self, source: str, target: str, pushed: bool) -> list[Point]:
        route = self._art.route(self.done.step, source, target) if self._art.route else []
        names = route if len(route) > 1 else [source, target]
        sites = [self._layout.sites[name] for name in names if name in self._layout.sites]
        if len(sites) < 2 or (len(sites) == 2 and sites[0] is sites[1]):
            return []
        points = self._apart([(site.x + site.aside, site.y + site.down) for site in sites])
        line, tip, toward = self._bent(*points) if len(points) == 2 else self._along(points)
        theme, reach = self._theme, self._reach
        size = 0.32 * reach
        neck = (tip[0] - toward[0] * size, tip[1] - toward[1] * size)
        line = f"{line} {neck[0]:.2f} {neck[1]:.2f}"
        wing = (-toward[1] * size * 0.62, toward[0] * size * 0.62)
        head = [tip, (neck[0] + wing[0], neck[1] + wing[1]), (neck[0] - wing[0], neck[1] - wing[1])]
        colour = theme.danger if pushed else theme.arrow
        dash = (0.16 * reach, 0.14 * reach) if pushed else ()
        self._pen.path(line, stroke=theme.casing, width=0.2 * reach)
        self._pen.polygon(head, stroke=theme.casing, width=0.1 * reach)
        self._pen.path(line, stroke=colour, width=0.1 * reach, dash=dash)
        self._pen.polygon(head, fill=colour)
        middle = (
            points[len(points) // 2] if len(points) > 2 else ((points[0][0] + tip[0]) / 2, (points[0][1] + tip[1]) / 2)
        )
        return [middle]

    def _apart(self, points: Sequence[Point]) -> list[Point]:
        """Where a way turns back on itself, the way back lies beside the way there."""
        made: list[Point] = []
        aside = (0.0, 0.0)
        for k, (x, y) in enumerate(points):
            if k >= 2 and points[k] == points[k - 2]:
                ux, uy = _unit(points[k - 1], points[k])
                aside = (-uy * 0.4 * self._reach, ux * 0.4 * self._reach)
                made[-1] = (made[-1][0] + aside[0] / 2, made[-1][1] + aside[1] / 2)
            last = k == len(points) - 1
            made.append((x, y) if last else (x + aside[0], y + aside[1]))
        return made

    def _bent(self, a: Point, b: Point) -> tuple[str, Point, Point]:
        """From the edge of one site to the edge of another, a little aside, so that ways there and back differ."""
        far = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
        near, bend = min(0.5 * self._reach, 0.25 * far), min(0.35 * self._reach, 0.12 * far)
        start, tip = (a[0] + ux * near, a[1] + uy * near), (b[0] - ux * near, b[1] - uy * near)
        mid = ((start[0] + tip[0]) / 2 + uy * bend, (start[1] + tip[1]) / 2 - ux * bend)
        return f"M {start[0]:.2f} {start[1]:.2f} Q {mid[0]:.2f} {mid[1]:.2f}", tip, _unit(mid, tip)

    def _along(self, points: Sequence[Point]) -> tuple[str, Point, Point]:
        """Through all the places on the way, as smooth as a rope (Catmull-Rom)."""
        near = 0.5 * self._reach
        first, last = _unit(points[0], points[1]), _unit(points[-2], points[-1])
        start = (points[0][0] + first[0] * near, points[0][1] + first[1] * near)
        tip = (points[-1][0] - last[0] * near, points[-1][1] - last[1] * near)
        stops = [start, *points[1:-1], tip]
        line = f"M {start[0]:.2f} {start[1]:.2f}"
        for k in range(len(stops) - 1):
            before, a, b, after = stops[max(k - 1, 0)], stops[k], stops[k + 1], stops[min(k + 2, len(stops) - 1)]
            one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
            two = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
            end = "" if k == len(stops) - 2 else f" {b[0]:.2f} {b[1]:.2f}"
            line += f" C {one[0]:.2f} {one[1]:.2f} {two[0]:.2f} {two[1]:.2f}{end}"
        return line, tip, _unit(two, tip)

    def _draw_ghost(self, at: PlacedSite, event: Event) -> list[Point]:
        """What is put there, pale and with a broken outline; never where it cannot be told how it looks."""
        owner = event.data.get("owner", event.data.get("seat", -1))
        here = self.done.after.pieces_by_site().get(at.site.name, [])
        piece = next((one for one in here if one.owner == owner or one.owner < 0), None)
        x, y, theme = at.x + at.aside, at.y + at.down, self._theme
        if piece:
            with self._pen.group(opacity="0.58"):
                self._art.draw_piece(self._pen.at(x, y, at.body), piece, theme)
        dash = (0.14 * self._reach, 0.1 * self._reach)
        self._pen.circle(x, y, 1.12 * at.body, stroke=theme.casing, width=0.14 * self._reach)
        self._pen.circle(x, y, 1.12 * at.body, stroke=theme.arrow, width=0.07 * self._reach, dash=dash)
        return [self._beside(at)]

    def _draw_cross(self, at: PlacedSite) -> list[Point]:
        pen = self._pen.at(at.x + at.aside, at.y + at.down, at.body)
        for colour, width in ((self._theme.casing, 0.36), (self._theme.danger, 0.2)):
            pen.line((-0.7, -0.7), (0.7, 0.7), stroke=colour, width=width)
            pen.line((-0.7, 0.7), (0.7, -0.7), stroke=colour, width=width)
        return [self._beside(at)]

    def _draw_floor(self, at: PlacedSite, up: bool) -> list[Point]:
        text, size = ("+1" if up else "−1"), 0.62 * self._reach
        self._pen.text(at.x, at.y, text, size, bold=True, halo=self._theme.casing, fill=self._theme.arrow)
        return [self._beside(at)]

    def _beside(self, at: PlacedSite) -> Point:
        return at.x - 0.62 * at.reach, at.y - 0.62 * at.reach


def _unit(a: Point, b: Point) -> Point:
    far = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def _coin(pen: Pen, number: int, theme: Theme) -> None:
    pen.circle(0, 0, 1, fill=theme.arrow, stroke=theme.casing, width=0.25)
    pen.text(0, 0, str(number), 1.3, bold=True, fill=theme.casing)

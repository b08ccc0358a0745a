"""Draws what each seat could expect in the course of a game: one curve for each, costly steps marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.core.game import Game
from ludarium.core.words import common_words
from ludarium.draw.art import art_of
from ludarium.draw.lines import in_rows, marks, text_width
from ludarium.draw.pen import Pen
from ludarium.draw.spoken import Spoken
from ludarium.draw.theme import find_theme

_RATIO = 0.42  # height of the ground to the width of the picture
_LEVELS = (0, 25, 50, 75, 100)  # per cent
_MOST_TICKS = 10
_DASHES: tuple[Sequence[float], ...] = ((), (9, 5), (2, 5), (12, 4, 2, 4), (5, 3), (16, 5))
_SIZE = 13.0


@dataclass(frozen=True)
class Costly:
    """A step to be marked: its number (counted from 1), and the seat that took it."""

    number: int
    seat: int


def curve(
    expected: Sequence[Sequence[float]],
    game: Game | None = None,
    *,
    costly: Sequence[Costly] = (),
    theme: str = "light",
    locale: str = "en",
    width: int = 720,
) -> str:
    """``expected`` is each seat's expected share of the win, at the start and after each step. Seats differ by dashes
    and by the emblems of the game, not by colour alone.
    """
    return _Curve(expected, game, costly, theme, locale, float(width)).draw(locale)


class _Curve:
    def __init__(
        self,
        expected: Sequence[Sequence[float]],
        game: Game | None,
        costly: Sequence[Costly],
        theme: str,
        locale: str,
        width: float,
    ) -> None:
        words = game.words(locale) if game else None
        self._expected = expected
        self._art = art_of(game)
        self._costly = costly
        self._theme = find_theme(theme)
        self._spoken = Spoken(locale, words)
        self._game = str(words.sections.get("name", "")) if words else ""
        self._common = common_words(locale)
        self._width = width
        self._left, self._top = 4.2 * _SIZE, 1.6 * _SIZE
        self._across = width - self._left - 2 * _SIZE
        self._down = width * _RATIO
        self._seats = range(len(expected[0]))

    def draw(self, locale: str) -> str:
        pen = Pen()
        widths = [text_width(self._spoken.seat(seat), _SIZE) + 7.5 * _SIZE for seat in self._seats]
        legend = in_rows(self._seats, widths, self._width - _SIZE - self._left)
        height = self._top + self._down + (4.2 + 2 * len(legend)) * _SIZE
        pen.rect(0, 0, self._width, height, 10, fill=self._theme.paper)
        with pen.group(data_part="ground"):
            self._draw_ground(pen)
        for seat in self._seats:
            with pen.group(self._said(seat), data_part="curve", data_seat=str(seat), role="graphics-symbol img"):
                self._draw_curve(pen, seat)
        with pen.group(data_part="costly"):
            self._draw_costly(pen)
        with pen.group(data_part="seats"):
            for row, seats in enumerate(legend):
                for seat in seats:
                    x = self._left + sum(widths[other] for other in seats if other < seat)
                    self._draw_name(pen.at(x, self._top + self._down + (4 + 2 * row) * _SIZE), seat)
        return pen.document(self._width, height, locale, self._title(), self._description())

    # --- places -----------------------------------------------------------------------------------------------------
    def _x(self, place: float) -> float:
        return self._left + self._across * place / max(1, len(self._expected) - 1)

    def _y(self, share: float) -> float:
        return self._top + self._down * (1 - min(max(share, 0.0), 1.0))

    # --- drawing ----------------------------------------------------------------------------------------------------
    def _draw_ground(self, pen: Pen) -> None:
        theme = self._theme
        for percent in _LEVELS:
            y = self._y(percent / 100)
            width = (1.4 if percent in (0, 50, 100) else 0.7) * theme.weight
            pen.line((self._left, y), (self._left + self._across, y), stroke=theme.line, width=width, opacity=0.6)
            said = self._common.say("draw", "percent", {"value": percent})
            pen.text(self._left - 0.5 * _SIZE, y, said, _SIZE * 0.85, anchor="end", fill=theme.faint)
        steps, right, foot = len(self._expected) - 1, self._left + self._across, self._top + self._down
        for place in marks(0, steps, whole=True, most=_MOST_TICKS):
            x = self._x(place)
            pen.line((x, foot), (x, foot + 0.4 * _SIZE), stroke=theme.line, width=theme.weight)
            pen.text(x, foot + 1.1 * _SIZE, f"{place:.0f}", _SIZE * 0.85, fill=theme.faint)
        said = self._common.say("draw", "curve_steps", {})
        pen.text(right, foot + 2.3 * _SIZE, said, _SIZE * 0.85, anchor="end", fill=theme.faint)

    def _draw_curve(self, pen: Pen, seat: int) -> None:
        points = [(self._x(place), self._y(shares[seat])) for place, shares in enumerate(self._expected)]
        self._draw_line(pen, seat, points)
        self._art.draw_emblem(pen.at(*points[-1], 0.6 * _SIZE), seat, self._theme)

    def _draw_line(self, pen: Pen, seat: int, points: Sequence[tuple[float, float]]) -> None:
        """A light line keeps visible on light paper by its dark edge."""
        coat = self._art.coat(seat, self._theme)
        dash = _DASHES[seat % len(_DASHES)]
        width = 2.4 * self._theme.weight
        pen.line(*points, stroke=coat.edge, width=width + 1.2, dash=dash)
        pen.line(*points, stroke=coat.fill, width=width, dash=dash)

    def _draw_costly(self, pen: Pen) -> None:
        for one in self._costly:
            x, y = self._x(one.number), self._y(self._expected[one.number][one.seat])
            with pen.group(data_step=str(one.number)):
                pen.circle(x, y, 0.55 * _SIZE, stroke=self._theme.danger, width=2.2 * self._theme.weight)
                above = y - 1.25 * _SIZE if y > self._top + 1.5 * _SIZE else y + 1.25 * _SIZE
                pen.text(
                    x, above, str(one.number), _SIZE * 0.85, bold=True, halo=self._theme.paper, fill=self._theme.danger
                )

    def _draw_name(self, pen: Pen, seat: int) -> None:
        self._draw_line(pen, seat, [(0, 0), (3 * _SIZE, 0)])
        self._art.draw_emblem(pen.at(4 * _SIZE, 0, 0.7 * _SIZE), seat, self._theme)
        pen.text(5.2 * _SIZE, 0, self._spoken.seat(seat), _SIZE, anchor="start", fill=self._theme.ink)

    # --- words ------------------------------------------------------------------------------------------------------
    def _title(self) -> str:
        return self._common.say("draw", "curve_title", {"game": self._game})

    def _said(self, seat: int) -> str:
        shares = [round(100 * shares[seat]) for shares in self._expected]
        data = {"first": shares[0], "last": shares[-1], "low": min(shares), "high": max(shares)}
        return self._common.say("draw", "curve_seat", {"seat": self._spoken.seat(seat), **data})

    def _description(self) -> str:
        stop = self._common.say("draw", "stop", {})
        said = [self._said(seat) for seat in self._seats]
        if self._costly:
            said.append(self._common.say("draw", "curve_turning", {"steps": [one.number for one in self._costly]}))
        return stop.join([*said, ""]).strip()

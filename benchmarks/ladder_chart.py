"""The ladder as a picture: a row for every table, on it the players by their ratings, with 95 % intervals."""

from collections.abc import Mapping

from ludarium.arena.statistics import Rating
from ludarium.draw.lines import marks, text_width
from ludarium.draw.pen import Pen
from ludarium.draw.theme import find_theme

_MARGIN = 16.0
_NAME = 168.0  # width of the tables' names
_PLOT = 712.0
_ROW = 78.0
_HEAD = 40.0
_FOOT = 40.0
_LETTERS = 13.0
_SMALL = 11.0
_LINES = (-16.0, 17.0, -30.0, 31.0)  # where a player's name is written: above or below its mark, nearer or farther
_GAP = 5.0  # between two names


def chart(ladders: Mapping[str, Mapping[str, Rating]], theme: str = "light") -> str:
    """The picture as SVG."""
    colours, pen = find_theme(theme), Pen()
    width, height = 2 * _MARGIN + _NAME + _PLOT, _HEAD + len(ladders) * _ROW + _FOOT
    ends = [one.elo + sign * one.margin for ratings in ladders.values() for one in ratings.values() for sign in (-1, 1)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)

    def across(elo: float) -> float:
        return _MARGIN + _NAME + 20 + (_PLOT - 40) * (elo - low) / (high - low)

    pen.rect(0, 0, width, height, 10, fill=colours.paper)
    title = "Computer players: Elo with 95 % intervals (rings: best with 30, 150, 1000 simulations)"
    pen.text(_MARGIN, 24, title, 16, bold=True, anchor="start", fill=colours.ink)
    bottom = _HEAD + len(ladders) * _ROW
    for mark in marks(low, high, whole=True, most=10):
        pen.line((across(mark), _HEAD), (across(mark), bottom), stroke=colours.line, width=1, dash=(2, 4), opacity=0.7)
        pen.text(across(mark), bottom + 16, f"{mark:.0f}", _SMALL, fill=colours.faint)
    for row, (table, ratings) in enumerate(ladders.items()):
        at = pen.at(0, _HEAD + (row + 0.5) * _ROW)
        if row % 2 == 0:
            at.rect(_MARGIN / 2, -_ROW / 2, width - _MARGIN, _ROW, 4, fill=colours.dark, opacity=0.45)
        at.text(_MARGIN, 0, table, _LETTERS, bold=True, anchor="start", fill=colours.ink)
        for rating in ratings.values():
            ends_at = [(across(rating.elo + sign * rating.margin), 0.0) for sign in (-1, 1)]
            at.line(*ends_at, stroke=colours.seats[0].fill, width=2, opacity=0.4)
        taken = dict.fromkeys(_LINES, 0.0)  # how far to the right names reach
        for name, rating in sorted(ratings.items(), key=lambda item: item[1].elo):
            x, short = across(rating.elo), _short(name)
            with at.group(f"{table}, {name}: {rating.elo:.0f} ± {rating.margin:.0f}"):
                if not short:
                    at.circle(x, 0, 3.5, fill=colours.paper, stroke=colours.seats[0].fill, width=1.5)
                    continue
                at.circle(x, 0, 5, fill=colours.seats[0].fill, stroke=colours.paper, width=1.5)
                half = text_width(short, _SMALL) / 2
                y = next((y for y in _LINES if taken[y] <= x - half), min(_LINES, key=lambda y: taken[y]))
                taken[y] = x + half + _GAP
                at.text(x, y, short, _SMALL, bold=short.isdigit(), fill=colours.ink)
    told = (f"{table}: {_told(ratings)}" for table, ratings in ladders.items())
    return pen.document(width, height, "en", title, "; ".join(told))


def _told(ratings: Mapping[str, Rating]) -> str:
    return ", ".join(f"{name} {one.elo:.0f}" for name, one in ratings.items())


def _short(player: str) -> str:
    """The name as it is written in the picture: the time is the same for all who have one, and those who count their
    simulations are only rungs between the others.
    """
    return "" if "sims" in player else player.removesuffix(":0.1s").replace("best:0.1s-", "without ")

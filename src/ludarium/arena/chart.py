"""A tournament as a picture: the ratings with their intervals, and the cross table."""

from collections.abc import Callable

from ludarium.arena.summary import Standing, Summary
from ludarium.core.game import Ruleset
from ludarium.core.words import Words, common_words
from ludarium.draw.lines import marks
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme, find_theme

_MARGIN = 16.0
_NAME = 186.0  # width of the names
_PLOT = 380.0
_FIGURES = 120.0
_ROW = 28.0
_HEAD = 54.0
_CELL = 74.0
_LETTERS = 13.0
_SMALL = 10.5
_LONGEST_NAME = 19
_LEAST_SPAN = 100.0  # Elo


def chart(summary: Summary, ruleset: Ruleset, locale: str, theme: str = "light") -> str:
    """The picture as SVG."""
    words, colours = common_words(locale), find_theme(theme)
    rows = len(summary.standings)
    width = 2 * _MARGIN + max(_NAME + _PLOT + _FIGURES, _NAME + rows * _CELL)
    ratings_height = _HEAD + rows * _ROW + _ROW
    height = ratings_height + _HEAD + rows * _ROW + _MARGIN
    pen = Pen()
    pen.rect(0, 0, width, height, 10, fill=colours.paper)
    title = words.say("tournament", "title", {"ruleset": ruleset.name, "games": summary.games})
    pen.text(_MARGIN, _MARGIN + 10, title, 16, bold=True, anchor="start", fill=colours.ink)
    with pen.group(data_part="ratings"):
        _draw_ratings(pen.at(_MARGIN, _HEAD), summary, words, colours)
    with pen.group(data_part="cross"):
        _draw_cross(pen.at(_MARGIN, ratings_height + _HEAD), summary, words, colours)
    told = "; ".join(f"{one.name} {one.rating.elo:+.0f} ± {one.rating.margin:.0f}" for one in summary.standings)
    return pen.document(width, height, locale, title, told)


def _shortened(name: str) -> str:
    """A name that fits; long ones, such as commands, often differ at their ends."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 9]}…{name[-8:]}"


def _draw_ratings(pen: Pen, summary: Summary, words: Words, theme: Theme) -> None:
    ends = [one.rating.elo + sign * one.rating.margin for one in summary.standings for sign in (-1, 1)]
    low, high = min(*ends, -_LEAST_SPAN / 2), max(*ends, _LEAST_SPAN / 2)
    rows = len(summary.standings)

    def across(elo: float) -> float:
        return _NAME + _PLOT * (elo - low) / (high - low)

    for mark in marks(low, high, whole=True):
        x = across(mark)
        pen.line((x, -4), (x, rows * _ROW), stroke=theme.line, width=1, dash=(2, 4), opacity=0.7)
        pen.text(x, rows * _ROW + 10, f"{mark:+.0f}" if mark else "0", _SMALL, fill=theme.faint)
    pen.text(
        _NAME + _PLOT + 14,
        rows * _ROW + 10,
        words.say("tournament", "elo_axis", {}),
        _SMALL,
        anchor="start",
        fill=theme.faint,
    )
    for row, standing in enumerate(summary.standings):
        at = pen.at(0, (row + 0.5) * _ROW)
        _draw_name(at, row, standing, theme)
        _draw_rating(at, standing, across, theme)


def _draw_name(pen: Pen, row: int, standing: Standing, theme: Theme) -> None:
    pen.text(18, 0, f"{row + 1}.", _LETTERS, bold=True, anchor="end", fill=theme.faint)
    pen.text(26, 0, _shortened(standing.name), _LETTERS, anchor="start", fill=theme.ink)


def _draw_rating(pen: Pen, standing: Standing, across: Callable[[float], float], theme: Theme) -> None:
    elo, margin = standing.rating.elo, standing.rating.margin
    with pen.group(f"{standing.name}: {elo:+.1f} ± {margin:.1f}"):
        left, right = across(elo - margin), across(elo + margin)
        pen.line((left, 0), (right, 0), stroke=theme.seats[0].fill, width=3 * theme.weight)
        for end in (left, right):
            pen.line((end, -5), (end, 5), stroke=theme.seats[0].fill, width=2 * theme.weight)
        pen.circle(across(elo), 0, 5, fill=theme.seats[0].fill, stroke=theme.paper, width=1.5)
        pen.text(_NAME + _PLOT + 14, 0, f"{elo:+.0f} ± {margin:.0f}", _LETTERS, anchor="start", fill=theme.ink)


def _draw_cross(pen: Pen, summary: Summary, words: Words, theme: Theme) -> None:
    """Rows against columns, both from the best to the worst: the score and, below it, wins, draws and defeats."""
    pen.text(0, -_ROW / 2, words.say("tournament", "cross", {}), _LETTERS, bold=True, anchor="start", fill=theme.ink)
    for column in range(len(summary.standings)):
        pen.text(_NAME + (column + 0.5) * _CELL, -_ROW / 2, f"{column + 1}.", _LETTERS, bold=True, fill=theme.faint)
    for row, standing in enumerate(summary.standings):
        _draw_name(pen.at(0, (row + 0.5) * _ROW), row, standing, theme)
        for column, other in enumerate(summary.standings):
            pair = summary.cross[standing.player][other.player]
            at = pen.at(_NAME + column * _CELL, row * _ROW)
            if not pair.games:
                at.rect(1, 1, _CELL - 2, _ROW - 2, 3, fill=theme.dark)
                continue
            better = theme.seats[0] if pair.score >= 0.5 else theme.seats[1]
            strength = min(1.0, 2 * abs(pair.score - 0.5))
            with at.group(f"{standing.name} – {other.name}: {pair.score:.1%}"):
                at.rect(1, 1, _CELL - 2, _ROW - 2, 3, fill=theme.light)
                at.rect(1, 1, _CELL - 2, _ROW - 2, 3, fill=better.fill, opacity=0.05 + 0.4 * strength)
                at.text(_CELL / 2, 10, f"{pair.score:.0%}", 12, bold=True, fill=theme.ink)
                at.text(_CELL / 2, 21, f"+{pair.wins} ={pair.draws} −{pair.losses}", 8.5, fill=theme.ink)

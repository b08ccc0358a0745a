"""How a training goes, as a picture: what its nets won against the best one before them (or against whom they are to
beat), what they have learned, and how long the games were.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludarium.core.words import common_words
from ludarium.draw.lines import marks, text_width
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme, find_theme
from ludarium.train.plan import Plan
from ludarium.train.progress import Generation

_WIDTH, _PANEL, _GAP, _LEFT, _RIGHT, _HEAD, _FOOT = 720.0, 140.0, 52.0, 64.0, 130.0, 92.0, 44.0
_SIZE, _SMALL, _DOT = 12.0, 10.0, 4.0
_EVEN, _AROUND = 0.5, 0.06  # the score of equals, and how much around it is always shown
_MOST_NUMBERS = 20  # along the axis


@dataclass(frozen=True)
class _Line:
    name: str
    value: Callable[[Generation], float]
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class _Panel:
    """``scores`` are each against another net, so no line leads from one to the next: they stand on that of equals."""

    name: str
    lines: Sequence[_Line]
    scores: bool = False


def curves(generations: Sequence[Generation], plan: Plan, locale: str = "en", theme: str = "light") -> str:
    """The picture as SVG, of at least one generation."""
    words, colours = common_words(locale), find_theme(theme)

    def say(key: str, **data: object) -> str:
        return words.say("training", key, data)

    title = say("title", ruleset=plan.ruleset, count=len(generations))
    losses = [
        _Line(say("insight"), lambda one: one.insight_loss, (6, 4)),
        _Line(say("net"), lambda one: one.value_loss),
    ]
    scores = say("scores_against", player=plan.against) if plan.against else say("scores")
    panels = [
        _Panel(scores, [_Line("", lambda one: one.score)], scores=True),
        _Panel(say("value_losses"), losses),
        _Panel(say("policy_losses"), [_Line(say("net"), lambda one: one.policy_loss)]),
        _Panel(say("lengths"), [_Line("", lambda one: one.length)]),
    ]
    pen = Pen()
    height = _HEAD + len(panels) * (_PANEL + _GAP) - _GAP + _FOOT
    pen.rect(0, 0, _WIDTH, height, 10, fill=colours.paper)
    pen.text(16, 24, title, 16, bold=True, anchor="start", fill=colours.ink)
    _draw_legend(pen.at(16 + _DOT, 46), [(True, say("better")), (False, say("not_better"))], colours)
    for place, panel in enumerate(panels):
        with pen.group(panel.name, data_part="panel"):
            _draw_panel(pen.at(_LEFT, _HEAD + place * (_PANEL + _GAP)), panel, generations, colours)
    across = _LEFT + (_WIDTH - _LEFT - _RIGHT) / 2
    pen.text(across, height - 14, say("across"), _SMALL, fill=colours.ink)
    best = [one.number for one in generations if one.passed]
    return pen.document(_WIDTH, height, locale, title, say("passed", numbers=best) if best else say("none_passed"))


def _draw_legend(pen: Pen, entries: Sequence[tuple[bool, str]], theme: Theme) -> None:
    x = 0.0
    for passed, name in entries:
        _draw_dot(pen, x, 0, passed, theme)
        pen.text(x + 10, 0, name, _SMALL, anchor="start", fill=theme.ink)
        x += 30 + text_width(name, _SMALL)


def _draw_dot(pen: Pen, x: float, y: float, passed: bool, theme: Theme) -> None:
    pen.circle(x, y, _DOT, fill=theme.gold if passed else theme.paper, stroke=theme.ink, width=1.2)


def _draw_panel(pen: Pen, panel: _Panel, generations: Sequence[Generation], theme: Theme) -> None:
    values = [line.value(one) for line in panel.lines for one in generations]
    values += [_EVEN - _AROUND, _EVEN + _AROUND] if panel.scores else []
    spare = 0.05 * (max(values) - min(values)) or 0.01 * abs(max(values)) or 1.0
    low, high = min(values) - spare, max(values) + spare
    room = _WIDTH - _LEFT - _RIGHT
    stride = room / max(1, len(generations) - 1)

    def down(value: float) -> float:
        return _PANEL * (high - value) / (high - low)

    pen.text(0, -16, panel.name, _SIZE, anchor="start", fill=theme.ink)
    for mark in sorted({*marks(low, high, most=5), *((_EVEN,) if panel.scores else ())}):
        even = panel.scores and mark == _EVEN
        dash = () if even else (2, 4)
        pen.line((0, down(mark)), (room, down(mark)), stroke=theme.ink if even else theme.line, width=1, dash=dash)
        pen.text(-8, down(mark), f"{mark:.0%}" if panel.scores else f"{mark:g}", _SMALL, anchor="end", fill=theme.faint)
    every = -(-len(generations) // _MOST_NUMBERS)
    for place, one in enumerate(generations):
        if one.number % every == 0 or len(generations) <= _MOST_NUMBERS:
            pen.text(place * stride, _PANEL + 12, str(one.number), _SMALL, fill=theme.faint)
    for line in panel.lines:
        points = [(place * stride, down(line.value(one))) for place, one in enumerate(generations)]
        if panel.scores:
            for x, y in points:
                pen.line((x, down(_EVEN)), (x, y), stroke=theme.ink, width=1.5)
        elif len(points) > 1:
            pen.line(*points, stroke=theme.ink, width=1.5, dash=line.dash)
        for point, one in zip(points, generations, strict=True):
            _draw_dot(pen, *point, one.passed, theme)
        pen.text(points[-1][0] + 12, points[-1][1], line.name, _SMALL, anchor="start", fill=theme.ink)

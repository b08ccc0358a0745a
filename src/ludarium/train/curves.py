"""How a training goes, as a picture: what its nets won against the best one before them, and what they have learned."""

from collections.abc import Callable, Sequence

from ludarium.core.words import common_words
from ludarium.draw.lines import marks
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Theme, find_theme
from ludarium.train.progress import Generation

_WIDTH, _PANEL, _LEFT, _HEAD, _SIZE = 720.0, 180.0, 60.0, 44.0, 12.0


def curves(generations: Sequence[Generation], ruleset: str, locale: str = "en", theme: str = "light") -> str:
    """The picture as SVG."""
    words, colours = common_words(locale), find_theme(theme)

    def say(key: str, **data: object) -> str:
        return words.say("training", key, data)

    title = say("title", ruleset=ruleset, count=len(generations))
    panels: list[tuple[str, list[tuple[str, Callable[[Generation], float]]]]] = [
        (say("scores"), [("", lambda one: one.score)]),
        (
            say("value_losses"),
            [(say("insight"), lambda one: one.insight_loss), (say("net"), lambda one: one.value_loss)],
        ),
        (say("policy_losses"), [(say("net"), lambda one: one.policy_loss)]),
    ]
    pen = Pen()
    height = _HEAD + len(panels) * (_PANEL + _HEAD)
    pen.rect(0, 0, _WIDTH, height, 10, fill=colours.paper)
    pen.text(16, 24, title, 16, bold=True, anchor="start", fill=colours.ink)
    for place, (name, lines) in enumerate(panels):
        with pen.group(name, data_part="panel"):
            _draw_panel(pen.at(_LEFT, 2 * _HEAD + place * (_PANEL + _HEAD)), name, lines, generations, colours)
    best = [one.number for one in generations if one.passed]
    return pen.document(_WIDTH, height, locale, title, say("passed", numbers=best) if best else say("none_passed"))


def _draw_panel(
    pen: Pen,
    name: str,
    lines: Sequence[tuple[str, Callable[[Generation], float]]],
    generations: Sequence[Generation],
    theme: Theme,
) -> None:
    values = [value(one) for _, value in lines for one in generations]
    low, high = min(values) - 0.005, max(values) + 0.005
    room = _WIDTH - _LEFT - 130
    across = room / max(1, len(generations) - 1)
    pen.text(0, -12, name, _SIZE, anchor="start", fill=theme.ink)

    def down(value: float) -> float:
        return _PANEL * (high - value) / (high - low)

    for mark in marks(low, high, most=5):
        pen.line((0, down(mark)), (room, down(mark)), stroke=theme.line, width=1, dash=(2, 4), opacity=0.7)
        pen.text(-8, down(mark), f"{mark:g}", 10, anchor="end", fill=theme.faint)
    for number, (label, value) in enumerate(lines):
        points = [(index * across, down(value(one))) for index, one in enumerate(generations)]
        if len(points) > 1:
            pen.line(*points, stroke=theme.ink, width=1.5, dash=() if number else (6, 4) if len(lines) > 1 else ())
        for point, one in zip(points, generations, strict=True):
            pen.circle(*point, 3.5, fill=theme.gold if one.passed else theme.paper, stroke=theme.ink, width=1.2)
        pen.text(room + 10, points[-1][1], label, 10, anchor="start", fill=theme.ink)

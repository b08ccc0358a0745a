"""First turns on the board itself: the larger a disc, the more games began there; its colour says how well."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from ludarium.core.scene import Scene
from ludarium.draw.columns import columns_of, draw_column, draw_lakes
from ludarium.draw.ground import draw_ground, draw_notes
from ludarium.draw.layout import lay_out
from ludarium.draw.pen import Pen, document
from ludarium.draw.theme import find_theme
from ludarium.research.study.figures import Beginning

WIDTH = 440.0
_MARGIN = 8.0
_SMALLEST = 0.16  # of the largest disc's radius


@dataclass(frozen=True)
class Told:
    title: str
    description: str
    names: Mapping[str, str]  # what is said of each site
    locale: str


def heat_map(scene: Scene, sites: Sequence[Beginning], usual: float, told: Told, theme_name: str) -> str:
    """``usual`` is what the seat scores on average: better sites are blue, worse ones red, strongly where it is clear
    that this is no accident. ``scene`` gives the board; what stands on it is not drawn.
    """
    theme = find_theme(theme_name)
    layout = lay_out(scene, WIDTH, _MARGIN)
    parts: list[str] = []
    pen = Pen(parts)
    height = layout.height + 2 * _MARGIN
    pen.rect(0, 0, WIDTH, height, 10, fill=theme.paper)
    draw_ground(pen, scene, layout, theme)
    draw_lakes(pen, layout, theme)
    for spot, column in columns_of(layout):
        draw_column(pen.at(spot.x, spot.y, spot.size), column, theme)
    draw_notes(pen, scene, layout, theme)
    most = max((one.games for one in sites), default=1)
    for one in sites:
        if one.name not in layout.spots:
            continue
        place = layout.spots[one.name]
        colour = theme.seats[0] if one.score.value >= usual else theme.seats[1]
        with pen.group(told.names[one.name], data_site=one.name):
            radius = 0.9 * place.reach * max(_SMALLEST, sqrt(one.games / most))
            strength = 0.95 if one.score.excludes(usual) else 0.45
            pen.circle(place.x, place.y, radius, fill=colour.fill, opacity=strength)
            pen.circle(place.x, place.y, radius, stroke=colour.edge, width=1)
    return document(parts, WIDTH, height, told.locale, told.title, told.description)

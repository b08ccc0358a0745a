"""How Mur looks: black and white ships, the kraken, ports."""

from ludarium.core.scene import Piece
from ludarium.draw.art import Art
from ludarium.draw.pen import Pen, Point, around
from ludarium.draw.theme import Coat, Theme

_SHIPS = {
    "light": (Coat("#22303c", "#10171d", "#ffffff"), Coat("#fffdf7", "#22303c", "#22303c")),
    "dark": (Coat("#0a0e12", "#ece5d6", "#ffffff"), Coat("#f4eee0", "#0a0e12", "#16202a")),
    "contrast": (Coat("#000000", "#000000", "#ffffff"), Coat("#ffffff", "#000000", "#000000")),
    "safe": (Coat("#1a242e", "#0c1218", "#ffffff"), Coat("#ffffff", "#1a242e", "#1a242e")),
}
_KRAKEN = {"light": "#c8402f", "dark": "#e2604c", "contrast": "#b00000", "safe": "#c04a00"}
_HULL = (
    "M 0 -1.16 C 0.46 -0.74 0.72 -0.2 0.7 0.3 L 0.58 0.9 Q 0 1.08 -0.58 0.9 "
    "L -0.7 0.3 C -0.72 -0.2 -0.46 -0.74 0 -1.16 Z"
)
_HEAD = "M -0.5 0.3 C -0.78 -0.5 -0.5 -1.08 0 -1.08 C 0.5 -1.08 0.78 -0.5 0.5 0.3 C 0.25 0.68 -0.25 0.68 -0.5 0.3 Z"
_RIGHT_ARMS = (
    "M 0.3 0.05 C 0.75 0 1.1 -0.3 0.78 -0.66",
    "M 0.35 0.25 C 0.8 0.3 1.3 0.15 1.12 -0.2",
    "M 0.3 0.4 C 0.7 0.55 1.1 0.8 1.18 0.42",
    "M 0.15 0.45 C 0.25 0.85 0.6 1.12 0.82 0.84",
)


def _ship(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    _wall(pen, piece, theme)
    pen.ellipse(0, 0.98, 0.62, 0.14, fill=theme.back, opacity=0.45)
    pen.path(_HULL, fill=coat.fill, stroke=coat.edge, width=0.1 * theme.weight)
    if piece.owner == 1:  # the ring of the second seat is a second gunwale
        pen.at(0, -0.06, 0.78).path(_HULL, stroke=coat.edge, width=0.065 * theme.weight, opacity=0.55)
    for badge in piece.badges[:1]:
        pen.text(0, 0.16, badge, 1.16, bold=True, fill=coat.mark)


def _kraken(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    _wall(pen, piece, theme)
    colour = _KRAKEN.get(theme.name, theme.danger)
    pen = pen.at(0, 0.05, 0.88)
    arms = [*_RIGHT_ARMS, *map(_mirrored, _RIGHT_ARMS)]
    for arm in arms:
        pen.path(arm, stroke=theme.paper, width=0.36)
    for arm in arms:
        pen.path(arm, stroke=colour, width=0.24)
    pen.path(_HEAD, fill=colour, stroke=theme.paper, width=0.06)
    for x in (-0.22, 0.22):
        pen.circle(x, 0.02, 0.17, fill="#ffffff")
        pen.circle(x, 0.05, 0.08, fill="#16202a")


def _mirrored(path: str) -> str:
    """The same path to the left of the upright axis."""
    words = path.split()
    numbers = [position for position, word in enumerate(words) if not word.isalpha()]
    for position in numbers[::2]:
        words[position] = str(-float(words[position]))
    return " ".join(words)


def _wall(pen: Pen, piece: Piece, theme: Theme) -> None:
    """No way out: a wall with battlements around the piece."""
    if "walled" not in piece.marks:
        return
    pen = pen.at(0, 0, 1.42)
    count = 14
    low, high = 0.86, 1.08
    points: list[Point] = []
    for inner, outer in zip(around(2 * count, low), around(2 * count, high), strict=True):
        points += [inner, outer] if len(points) // 2 % 2 == 0 else [outer, inner]
    pen.circle(0, 0, low - 0.04, stroke=theme.paper, width=0.3)
    pen.polygon(points, stroke=theme.ink, width=0.07 * theme.weight)
    pen.circle(0, 0, low - 0.08, stroke=theme.ink, width=0.05 * theme.weight)


def _port(pen: Pen, theme: Theme) -> None:
    pen.circle(0, 0, 1.36, fill=theme.sea, stroke=theme.gold, width=0.14 * theme.weight, dash=(0.3, 0.26))


ART = Art(
    pieces={"ship": _ship, "kraken": _kraken},
    marks=("walled",),
    emblem="ship",
    coats=_SHIPS,
    styles=("97;40", "30;107"),  # a black and a white plate
    letters={"walled": "#"},
    sites={"port": _port},
)

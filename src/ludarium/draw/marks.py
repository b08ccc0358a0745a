"""The mark of each seat and the small icons on pieces, in the units of a pen held over their place (radius 1)."""

from collections.abc import Callable

from ludarium.draw.pen import Pen, around

MARKS = ("plain", "ring", "bar", "dot", "cross", "chevron")


def seat_mark(pen: Pen, seat: int, colour: str, contour: Callable[[Pen], None] | None = None) -> None:
    """What tells a seat without colour. A ring follows the outline of the piece where ``contour`` draws it."""
    if seat < 0:
        return
    mark = MARKS[seat % len(MARKS)]
    if mark == "ring":
        if contour is None:
            pen.circle(0, 0, 0.72, stroke=colour, width=0.36)
        else:
            contour(pen)
    elif mark == "bar":
        pen.line((-0.85, 0), (0.85, 0), stroke=colour, width=0.5)
    elif mark == "dot":
        pen.circle(0, 0, 0.6, fill=colour)
    elif mark == "cross":
        pen.line((-0.65, -0.65), (0.65, 0.65), stroke=colour, width=0.4)
        pen.line((-0.65, 0.65), (0.65, -0.65), stroke=colour, width=0.4)
    elif mark == "chevron":
        pen.line((-0.75, 0.45), (0, -0.4), (0.75, 0.45), stroke=colour, width=0.42)


def sword(pen: Pen, colour: str) -> None:
    pen.polygon([(0, -1), (0.2, -0.74), (0.14, 0.34), (-0.14, 0.34), (-0.2, -0.74)], fill=colour)
    pen.line((-0.4, 0.42), (0.4, 0.42), stroke=colour, width=0.18)
    pen.line((0, 0.5), (0, 0.92), stroke=colour, width=0.2)


def shield(pen: Pen, colour: str) -> None:
    pen.path(
        "M -0.8 -0.82 L 0.8 -0.82 L 0.8 0.05 C 0.8 0.6 0.35 0.9 0 1.08 C -0.35 0.9 -0.8 0.6 -0.8 0.05 Z",
        stroke=colour,
        width=0.15,
    )


def foot(pen: Pen, colour: str) -> None:
    """A boot, toes to the right."""
    pen.path(
        "M -0.55 -0.95 L 0.12 -0.95 L 0.12 0.05 C 0.4 0.2 0.95 0.2 0.95 0.62 L 0.95 0.85 L -0.55 0.85 Z", fill=colour
    )


def crown(pen: Pen, colour: str, edge: str) -> None:
    pen.polygon(
        [(-1, -0.6), (-0.48, 0.02), (0, -0.85), (0.48, 0.02), (1, -0.6), (0.78, 0.62), (-0.78, 0.62)],
        fill=colour,
        stroke=edge,
        width=0.14,
    )


def helmet(pen: Pen, colour: str, ground: str) -> None:
    """The back of a block whose values are not known."""
    pen.path(
        "M -0.75 0.1 C -0.75 -0.55 -0.4 -0.8 0 -0.8 C 0.4 -0.8 0.75 -0.55 0.75 0.1 L 0.62 0.85 L 0.22 0.95 "
        "L 0.22 0.3 L -0.22 0.3 L -0.22 0.95 L -0.62 0.85 Z",
        fill=colour,
    )
    pen.line((-0.48, 0.1), (0.48, 0.1), stroke=ground, width=0.17)
    pen.path("M -0.7 -0.72 C -0.35 -1.2 0.35 -1.2 0.7 -0.72", stroke=colour, width=0.24)


def burst(pen: Pen, fill: str, edge: str) -> None:
    points = [point for pair in zip(around(9, 1), around(9, 0.58, 0.5), strict=True) for point in pair]
    pen.polygon(points, fill=fill, stroke=edge, width=0.12)

"""The mark of each seat, in the units of a pen held over its place (radius 1)."""

from collections.abc import Callable

from ludarium.draw.pen import Pen

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

"""The kraken: a head, and eight arms that taper."""

from math import hypot

from ludarium.draw.pen import Pen, Point
from ludarium.draw.theme import Theme

_SKIN = {  # where light falls on it, its face, its shade, suckers
    "light": ("#f08a5c", "#c8442d", "#7d1f18", "#ffd2b0"),
    "dark": ("#f08a5c", "#c8442d", "#7d1f18", "#ffd2b0"),
    "contrast": ("#b00000", "#b00000", "#000000", "#ffffff"),
    "safe": ("#f0a050", "#c04a00", "#6b2a00", "#ffe2c0"),
}
_HEAD = (
    "M -0.4 0.12 C -0.66 -0.3 -0.56 -0.98 0 -0.98 C 0.56 -0.98 0.66 -0.3 0.4 0.12 C 0.24 0.36 -0.24 0.36 -0.4 0.12 Z"
)
# Those on the right, from the uppermost: root, two points that pull, tip; then half the width of the root.
_ARMS: tuple[tuple[Point, Point, Point, Point, float], ...] = (
    ((0.24, -0.06), (0.74, -0.14), (0.7, -0.8), (1.12, -0.7), 0.16),
    ((0.3, 0.06), (0.92, -0.02), (1.02, -0.12), (1.2, 0.26), 0.17),
    ((0.26, 0.16), (0.86, 0.24), (0.86, 0.84), (1.14, 0.62), 0.16),
    ((0.1, 0.2), (0.3, 0.66), (0.2, 1.02), (0.62, 1.08), 0.15),
)


def draw_kraken(pen: Pen, theme: Theme) -> None:
    light, skin, shade, suckers = _SKIN.get(theme.name, _SKIN["light"])
    body = skin
    if theme.plain:
        pen.path(f"{_BOTH_ARMS} {_HEAD}", stroke=theme.casing, width=0.14)
    else:
        pen.circle(0.06, 0.2, 1.15, fill=pen.radial((0, "#061a22", 0.7), (0.6, "#061a22", 0.4), (1, "#061a22", 0)))
        body = pen.radial((0, light), (0.55, skin), (1, shade), middle=(0.38, 0.3), radius=0.8)
    pen.path(_BOTH_ARMS, fill=skin, stroke=shade, width=0.04)
    if not theme.plain:
        pen.path(_BOTH_ROWS, stroke=suckers, width=0.085, dash=(0, 0.15))
    pen.path(_HEAD, fill=body, stroke=shade, width=0.05)
    if not theme.plain:
        pen.path("M -0.3 -0.5 Q -0.26 -0.78 -0.04 -0.82", stroke="#ffe6d6", width=0.1, opacity=0.7)
    for side in (-1, 1):
        pen.circle(0.2 * side, -0.06, 0.16, fill="#fffaf0", stroke=shade, width=0.04)
        pen.line((0.18 * side, -0.1), (0.18 * side, 0), stroke="#16202a", width=0.12)
    pen.path("M -0.42 -0.3 L -0.1 -0.2 M 0.42 -0.3 L 0.1 -0.2", stroke=shade, width=0.09)


def _arm(root: Point, first: Point, second: Point, tip: Point, half: float) -> str:
    """Out along one side and back along the other."""
    path = (root, first, second, tip)
    sides = []
    for way in (1, -1):
        side = [tip]
        for (x, y), before, after, wide in zip(
            path, (root, *path), path[1:], (half, half * 0.8, half * 0.45), strict=False
        ):
            across, down = after[0] - before[0], after[1] - before[1]
            length = hypot(across, down) / wide * way
            side.append((x - down / length, y + across / length))
        sides.append(side)
    (_, start, one, two), (_, end, three, four) = sides
    return f"M {_at(start)} C {_at(one)} {_at(two)} {_at(tip)} C {_at(four)} {_at(three)} {_at(end)} Z"


def _row(root: Point, first: Point, second: Point, tip: Point) -> str:
    """Suckers along an arm, but not to its tip."""
    return (
        f"M {_at(_between(root, first, 0.6))} Q {_at(_between(first, second, 0.5))} {_at(_between(second, tip, 0.5))}"
    )


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _at(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"


def _mirrored(path: str) -> str:
    """The same path to the left of the upright axis."""
    words = path.split()
    numbers = [position for position, word in enumerate(words) if not word.isalpha()]
    for position in numbers[::2]:
        words[position] = str(-float(words[position]))
    return " ".join(words)


def _both(paths: list[str]) -> str:
    return " ".join([*paths, *map(_mirrored, paths)])


_BOTH_ARMS = _both([_arm(*arm) for arm in _ARMS])
_BOTH_ROWS = _both([_row(*arm[:4]) for arm in _ARMS])

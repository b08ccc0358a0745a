"""Boards and pieces that are objects: cheap to send and to draw, and plain where a theme says so."""

import re
from math import hypot

import pytest

from ludarium.core.scene import Piece, Stock
from ludarium.draw import parts
from ludarium.draw.layout import lay_out
from ludarium.draw.pen import Pen
from ludarium.draw.theme import NIGHT, THEMES
from tests.draw.scenes import ARTS, SCENES

BOARDS = ["mur", "walled", "myrmidons"]


def drawings(name: str, theme: str) -> tuple[str, list[str]]:
    """The ground of a scene, and everything that stands on it."""
    scene, art = SCENES[name](), ARTS[name]
    layout = parts.lay_out_parts(scene, art)
    ground = parts.ground_art(scene, layout, art, theme) + parts.over_art(scene, layout, art, theme)
    pieces = [*scene.pieces, *map(parts.stock_piece, scene.stock)]
    return ground, [parts.piece_art(piece, art, theme) for piece in pieces]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_slow_connection_and_a_slow_phone_can_bear_them(name: str, theme: str) -> None:
    ground, pieces = drawings(name, theme)
    assert len(ground) < 25_000
    assert ground.count("<") < 500
    assert max(map(len, pieces)) < 2_750
    for drawn in (ground, *pieces):
        assert not re.search("<(filter|image|style|mask|clipPath)", drawn)


@pytest.mark.parametrize("name", BOARDS)
def test_a_plain_theme_has_no_paint_but_colours(name: str) -> None:
    for theme in THEMES.values():
        ground, pieces = drawings(name, theme.name)
        assert [drawn for drawn in (ground, *pieces) if theme.plain and ("url(" in drawn or "opacity" in drawn)] == []
        assert theme.plain or "url(" in ground


@pytest.mark.parametrize("name", BOARDS)
def test_by_night_the_ground_lies_in_lamplight_and_no_piece_does(name: str) -> None:
    ground, pieces = drawings(name, "dark")
    assert ground.count(NIGHT) == 1
    assert NIGHT not in drawings(name, "light")[0] + "".join(pieces)


def test_names_of_points_are_left_out_where_nobody_could_read_them() -> None:
    scene, art = SCENES["mur"](), ARTS["mur"]
    for width, told in ((200, False), (300, False), (600, True)):
        pen = Pen()
        assert art.ground is not None
        art.ground(pen, scene, lay_out(scene, width, 5), THEMES["light"])
        drawn = "".join(pen.parts)
        assert (">d2</text>" in drawn) is told
        assert all(f">{letter}</text>" in drawn for letter in "abcdefgh123")


@pytest.mark.parametrize("theme", THEMES)
def test_blocks_and_ships_of_two_seats_differ_without_colour(theme: str) -> None:
    cases = [
        *(("myrmidons", "block", badges) for badges in (("3", "2", "4"), ("?", "?", "3+"), ("?", "?", "?"))),
        *(("mur", shape, (size,)) for shape in ("ship", "ship_b") for size in "17"),
    ]
    for name, shape, badges in cases:
        drawn = {
            re.sub(
                "#[0-9a-f]{6}|p[0-9a-f]{10}",
                "",
                parts.piece_art(Piece("", "", seat, shape, badges=badges), ARTS[name], theme),
            )
            for seat in (0, 1)
        }
        assert len(drawn) == 2


def test_a_ship_shows_its_class_as_a_figure_and_as_pips() -> None:
    """Pips are dots in a dashed line; beyond four they fill a second row."""
    for size in range(1, 8):
        drawn = parts.piece_art(Piece("", "", 0, "ship_c", badges=(str(size),)), ARTS["mur"], "contrast")
        assert f">{size}</text>" in drawn
        lines = re.findall(r'points="([-\d.]+),([-\d.]+) ([-\d.]+),([-\d.]+)"', drawn)
        lengths = [hypot(float(x) - float(u), float(y) - float(v)) for x, y, u, v in lines]
        pips = sum(1 + int(length / 22 + 0.001) for length in lengths) + drawn.count('r="7.15"')
        assert pips == size


def test_blocks_in_hand_have_figures_that_can_be_read() -> None:
    """Half as high as the block: on a card of 32 pixels they have 13."""
    block = parts.stock_piece(Stock(0, "324", "block", 1, ("3", "2", "4")))
    sizes = re.findall(r'font-size="([\d.]+)"', parts.piece_art(block, ARTS["myrmidons"], "light"))
    assert len(sizes) == 3
    assert min(map(float, sizes)) >= 95

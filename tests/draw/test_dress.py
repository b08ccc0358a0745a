"""A scene in parts: each stands for itself, and equal names mean equal drawings."""

from dataclasses import replace
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

from ludarium.core.scene import Piece, Stock
from ludarium.draw import dress
from ludarium.draw.columns import Column
from ludarium.draw.layout import lift
from ludarium.draw.regions import majorities
from ludarium.draw.signs import NAMES
from ludarium.draw.theme import THEMES
from tests.draw.scenes import SCENES, hexagon, mur, mutterland, realm
from tests.draw.test_svg import luminance

BADGES: list[tuple[str, ...]] = [("3", "2", "4"), ("3", "3", "3"), ("?", "?", "2+")]
PIECES = [
    *(Piece("", "p", owner, shape) for owner in (0, 1, 5) for shape in ("ship", "marble", "base", "power", "disc")),
    *(Piece("", "e", owner, "enforcer", facing) for owner in (0, 1) for facing in "nesw"),
    Piece("", "e", 0, "enforcer", "n", marks=("neutralised",)),
    Piece("", "kraken", -1, "kraken"),
    *(Piece("", "s", 0, "ship", badges=(size,)) for size in "123"),
    *(Piece("", "b", owner, "block", badges=badges) for owner in (0, 1) for badges in BADGES),
    Piece("", "b", 0, "block", badges=("3", "2", "4"), marks=("shown",)),
    Piece("", "b", 0, "block", badges=("1", "1", "1"), marks=("commander",)),
    Piece("", "blue", 0, "disc", token="X"),
]


def parsed(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(fragment)


def written(fragment: str) -> list[str]:
    return [text.text or "" for text in parsed(fragment).iter("text")]


@pytest.mark.parametrize("theme", THEMES)
def test_every_part_stands_for_itself(theme: str) -> None:
    for scene in (make() for make in SCENES.values()):
        plan = dress.plan_of(scene)
        parts = [dress.piece_art(piece, theme) for piece in scene.pieces]
        parts += [dress.seat_art(scene, seat, theme) for seat in range(scene.seats)]
        parts += [dress.sign_art(name, site.shape, theme) for site in scene.sites[:1] for name in NAMES]
        for stand in plan.stands:
            if stand.column is not None:
                parts += dress.column_parts(stand.column, theme).art.values()
        assert all(list(parsed(part)) for part in parts)
        ground = dress.ground_art(scene, plan, theme)
        assert list(parsed(ground)) or plan.stands[0].column is not None  # there may be nothing under columns
        for part in (*parts, ground):
            assert " id=" not in part
            assert "href" not in part


def test_equal_looks_are_equal_drawings_and_no_others() -> None:
    drawn = {dress.piece_look(piece): dress.piece_art(piece, "light") for piece in PIECES}
    assert len(drawn) == len(PIECES)
    assert len(set(drawn.values())) == len(PIECES)


def test_a_look_does_not_depend_on_what_is_not_drawn() -> None:
    hidden = Piece("a1", "?", 1, "block", badges=("?", "?", "?"))
    known = replace(hidden, site="b2", kind="324", token="R32", marks=("moved", "ordered", "walled"))
    assert dress.piece_look(known) == dress.piece_look(hidden)
    assert dress.piece_art(known, "dark") == dress.piece_art(hidden, "dark")


def test_places_are_painted_from_the_back_to_the_front() -> None:
    plan = dress.plan_of(mutterland())
    sites = [stand.spot.site for stand in plan.stands]
    assert [(site.y, site.x) for site in sites] == sorted((site.y, site.x) for site in mutterland().sites)


def test_a_number_keeps_clear_of_what_stands_on_the_column_and_in_front_of_it() -> None:
    """Bare it is in the middle, or above a column in front of it; covered it is smaller and near the upper rim."""
    low, tower = hexagon(0, 0, 2), hexagon(0, 1, 6)
    scene = replace(mutterland(), sites=(low, tower), pieces=())
    back, front = (stand.column for stand in dress.plan_of(scene).stands)
    assert back is not None
    assert front is not None
    assert front.hidden == 0
    assert back.hidden == pytest.approx(lift(6) - lift(2))
    heights = {}
    for column in (back, front):
        parts = dress.column_parts(column, "light")
        for covered, look in ((False, parts.bare), (True, parts.covered)):
            (text,) = parsed(parts.art[look]).iter("text")
            assert text.text == str(column.height)
            heights[column.height, covered] = float(text.get("y", "")), float(text.get("font-size", ""))
    assert heights[6, False][0] > heights[2, False][0] > heights[2, True][0]
    assert heights[2, True][1] < heights[2, False][1]
    water = dress.column_parts(Column(0, False, (), 0, 0, 0), "light")
    assert (water.look, water.bare, water.covered) == ("lake", "", "")


@pytest.mark.parametrize("theme", THEMES)
def test_equal_looks_of_columns_are_equal_drawings(theme: str) -> None:
    """Whatever the columns around them are, and wherever pieces stand for their sake."""
    drawn: dict[str, str] = {}
    for height, other in product(range(1, 8), repeat=2):
        scene = replace(mutterland(), sites=(hexagon(0, 0, height), hexagon(0, 1, other), hexagon(1, -1, 2)), pieces=())
        for stand in dress.plan_of(scene).stands:
            assert stand.column is not None
            for look, art in dress.column_parts(stand.column, theme).art.items():
                assert drawn.setdefault(look, art) == art
    assert len(set(drawn.values())) > 40


def test_cliffs_change_the_look_of_a_column() -> None:
    """The same height beside a lower neighbour in front, behind, or beside none."""
    looks = set()
    for others in ([], [hexagon(0, 1, 1)], [hexagon(0, -1, 1)], [hexagon(0, 1, 2)], [hexagon(0, 1, 3)]):
        scene = replace(mutterland(), sites=(hexagon(0, 0, 4), *others), pieces=())
        stand = next(stand for stand in dress.plan_of(scene).stands if stand.spot.site.height == 4)
        assert stand.column is not None
        parts = dress.column_parts(stand.column, "light")
        looks.add((parts.look, parts.art[parts.look]))
    assert len(looks) == 4  # one floor lower is no cliff
    assert len({look for look, _ in looks}) == len({art for _, art in looks}) == 4


def test_majorities_lie_over_the_ground_and_not_in_it() -> None:
    scene = realm()
    plan = dress.plan_of(scene)
    found = majorities(scene.pieces, plan.regions)
    over = dress.over_art(found, plan, "light")
    assert {one.get("data-majority") for one in parsed(over) if one.get("data-majority")} == {
        "b2",
        "h5",
        "e2",
        "b8",
        "k5",
    }
    assert "data-majority" not in dress.ground_art(scene, plan, "light")
    assert dress.over_art((), plan, "light") == ""


def test_blocks_beside_the_board_show_their_values() -> None:
    assert written(dress.piece_art(dress.stock_piece(Stock(0, "324", "block", 1)), "light")) == ["3", "2", "4"]
    assert written(dress.piece_art(dress.stock_piece(Stock(0, "?", "block", 4)), "light")) == []
    assert dress.stock_piece(Stock(1, "enforcer", "enforcer", 2)).facing == "n"


def test_seats_have_emblems_of_their_own() -> None:
    scene = mur()
    assert dress.seat_art(scene, 0, "light") != dress.seat_art(scene, 1, "light")
    assert [dress.seat_look(seat) for seat in range(2)] == ["seat:0", "seat:1"]


def lightness(colour: str) -> float:
    """From 0 (black) to 100 (white), as eyes judge it."""
    return float(116 * luminance(colour) ** (1 / 3) - 16)


def test_the_safe_theme_needs_no_colours() -> None:
    """No two seats, and no two floors, are equally light."""
    seats = sorted(lightness(coat.fill) for coat in THEMES["safe"].seats)
    assert min(b - a for a, b in pairwise(seats)) >= 9
    floors = [lightness(colour) for colour in THEMES["safe"].floors]
    assert min(a - b for a, b in pairwise(floors)) >= 3

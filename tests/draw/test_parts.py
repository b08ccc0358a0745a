"""A scene in parts: each stands for itself, and equal names mean equal drawings."""

import re
from dataclasses import replace
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

from ludarium.core.scene import Piece, Stock
from ludarium.draw import parts
from ludarium.draw.art import Art, art_of
from ludarium.draw.columns import Column, columns_of, lift
from ludarium.draw.signs import sign_names
from ludarium.draw.theme import THEMES
from tests.draw.scenes import ARTS, GAMES, SCENES, hexagon, mur, mutterland, realm
from tests.draw.test_svg import luminance, own_paint, without_colour

MUR, LAND, MYRMIDONS, REALM = (ARTS[name] for name in ("mur", "mutterland", "myrmidons", "realm"))
BADGES: list[tuple[str, ...]] = [("3", "2", "4"), ("3", "3", "3"), ("?", "?", "2+")]
PIECES = {
    MUR: [
        *(Piece("", "p", owner, shape) for owner in (0, 1) for shape in ("ship", "disc")),
        *(Piece("", "s", 0, "ship", badges=(size,)) for size in "123"),
        Piece("", "s", 0, "ship", marks=("walled",)),
        Piece("", "kraken", -1, "kraken"),
        Piece("", "kraken", -1, "kraken", marks=("walled",)),
        Piece("", "blue", 0, "disc", token="X"),
    ],
    LAND: [Piece("", "p", owner, "marble") for owner in (0, 1, 5)],
    REALM: [
        *(Piece("", "p", owner, shape) for owner in (0, 1, 5) for shape in ("base", "power")),
        *(Piece("", "e", owner, "enforcer", facing) for owner in (0, 1) for facing in "nesw"),
        Piece("", "e", 0, "enforcer", "n", marks=("neutralised",)),
    ],
    MYRMIDONS: [
        *(Piece("", "b", owner, "block", badges=badges) for owner in (0, 1) for badges in BADGES),
        Piece("", "b", 0, "block", badges=("3", "2", "4"), marks=("shown",)),
        Piece("", "b", 0, "block", badges=("1", "1", "1"), marks=("commander",)),
    ],
}


def parsed(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(fragment)


def written(fragment: str) -> list[str]:
    return [text.text or "" for text in parsed(fragment).iter("text")]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SCENES)
def test_every_part_stands_for_itself(name: str, theme: str) -> None:
    scene, art = SCENES[name](), ARTS[name]
    layout = parts.lay_out_parts(scene, art)
    drawn = [parts.piece_art(piece, art, theme) for piece in scene.pieces]
    drawn += [parts.seat_art(seat, art, theme) for seat in range(scene.seats)]
    drawn += [parts.sign_art(sign, site.shape, art, theme) for site in scene.sites[:1] for sign in sign_names(art)]
    for placed in layout.painted():
        drawn += parts.column_parts(placed.column, theme).art.values()
    assert all(list(parsed(part)) for part in drawn)
    ground = parts.ground_art(scene, layout, art, theme)
    assert list(parsed(ground)) or layout.painted()[0].column is not None  # there may be nothing under columns
    for part in (*drawn, ground):
        assert own_paint(part)
        assert "href" not in part
        if theme == "contrast":
            assert "Gradient" not in part
            assert "<pattern" not in part


@pytest.mark.parametrize("art", PIECES)
def test_equal_looks_are_equal_drawings_and_no_others(art: Art) -> None:
    drawn = {parts.piece_look(piece, art): parts.piece_art(piece, art, "light") for piece in PIECES[art]}
    assert len(drawn) == len(PIECES[art])
    assert len(set(drawn.values())) == len(PIECES[art])


def test_a_look_does_not_depend_on_what_is_not_drawn() -> None:
    hidden = Piece("a1", "?", 1, "block", badges=("?", "?", "?"))
    known = hidden._replace(site="b2", kind="324", token="R32", marks=("ordered",), might=("324", "333"))
    assert parts.piece_look(known, MYRMIDONS) == parts.piece_look(hidden, MYRMIDONS)
    assert parts.piece_art(known, MYRMIDONS, "dark") == parts.piece_art(hidden, MYRMIDONS, "dark")


def test_sites_are_painted_from_the_back_to_the_front() -> None:
    sites = [placed.site for placed in parts.lay_out_parts(mutterland(), LAND).painted()]
    assert [(site.y, site.x) for site in sites] == sorted((site.y, site.x) for site in mutterland().sites)


def test_a_plate_keeps_clear_of_columns_in_front() -> None:
    """At the front corner, beside one higher column in front of it, above two of them or one straight ahead."""
    alone, beside, above = (
        columns_of((hexagon(0, 0, 2), *front), climb=1)["0:0"]
        for front in ((), (hexagon(0, 1, 4),), (hexagon(0, 1, 4), hexagon(-1, 1, 4)))
    )
    assert (alone.right, alone.left) == (0, 0)
    assert beside.right == pytest.approx(lift(4) - lift(2))
    assert beside.left == 0
    assert alone.plate[0] == above.plate[0] == 0
    assert beside.plate[0] < 0 < beside.plate[1]
    assert above.plate[1] < 0 < alone.plate[1]
    made = parts.column_parts(alone, "light")
    assert written(made.art[made.plate]) == ["2"]
    ahead = columns_of((hexagon(0, 0, 1), hexagon(-1, 2, 5)), climb=1)["0:0"]
    assert ahead.right == ahead.left > 0


def test_floor_1_has_no_plate_and_where_it_is_golden_there_is_a_crown() -> None:
    plates = {}
    for height in range(6):
        site = hexagon(0, 0, height)._replace(tags=("golden",) if height >= 4 else ())
        made = parts.column_parts(columns_of([site])["0:0"], "light")
        plates[height] = made.art.get(made.plate, "")
    assert [bool(plate) for plate in plates.values()] == [False, False, True, True, True, True]
    assert [height for height, plate in plates.items() if "<path" in plate] == [4, 5]


def test_what_stands_behind_towers_is_told_over_them() -> None:
    low = hexagon(0, 0)
    beside, straight = (hexagon(0, 1, 3), hexagon(-1, 1, 3)), hexagon(-1, 2, 4)
    fronts = [(), (hexagon(0, 1, 5),), beside, (straight,), (straight._replace(height=2),)]
    columns = [columns_of((low, *front), climb=1)["0:0"] for front in fronts]
    assert [column.behind for column in columns] == [False, False, True, True, False]
    assert columns[1].aside < 0  # half of it is in sight, and the piece stands there
    rings = {without_colour(parts.behind_art(seat, LAND, "light")) for seat in range(6)}
    assert len(rings) == 6


@pytest.mark.parametrize("theme", THEMES)
def test_looks_are_small(theme: str) -> None:
    """Each is sent once, but a phone draws dozens of them."""
    looks: dict[str, str] = {}
    for height in range(1, 8):
        looks.update(parts.column_parts(Column(height, False, tuple(range(6)), True), theme).art)
    assert max(map(len, looks.values())) < 1500
    for name in ("mutterland", "realm"):
        scene, art = SCENES[name](), ARTS[name]
        assert max(len(parts.piece_art(piece, art, theme)) for piece in scene.pieces) < 2000
        assert len(parts.ground_art(scene, parts.lay_out_parts(scene, art), art, theme)) < 30_000


@pytest.mark.parametrize("theme", THEMES)
def test_equal_looks_of_columns_are_equal_drawings(theme: str) -> None:
    """Whatever the columns around them are, and wherever pieces stand for their sake."""
    drawn: dict[str, str] = {}
    for height, other in product(range(1, 8), repeat=2):
        sites = (hexagon(0, 0, height), hexagon(0, 1, other), hexagon(1, -1, 2))
        for column in columns_of(sites, climb=1).values():
            for look, art in parts.column_parts(column, theme).art.items():
                assert drawn.setdefault(look, art) == art
    assert len(set(drawn.values())) > 20


@pytest.mark.parametrize(("climb", "different"), [(1, 3), (2, 3), (0, 1)])
def test_cliffs_change_the_look_of_a_column(climb: int, different: int) -> None:
    """Height 4 beside none, 1 in front, 1 behind, 2 and 3 in front: what can be climbed is no cliff."""
    looks = set()
    for others in ([], [hexagon(0, 1, 1)], [hexagon(0, -1, 1)], [hexagon(0, 1, 2)], [hexagon(0, 1, 3)]):
        column = columns_of((hexagon(0, 0, 4), *others), climb)["0:0"]
        made = parts.column_parts(column, "light")
        looks.add((made.look, made.art[made.look]))
    assert len(looks) == len({look for look, _ in looks}) == len({art for _, art in looks}) == different


def test_majorities_lie_over_the_ground_and_not_in_it() -> None:
    scene = realm()
    layout = parts.lay_out_parts(scene, REALM)
    over = parts.over_art(scene, layout, REALM, "light")
    assert {one.get("data-majority") for one in parsed(over)} == {None, "A1", "C2", "B1", "A3", "D2"}
    assert "data-majority" not in parts.ground_art(scene, layout, REALM, "light")
    assert parts.over_art(scene, layout, replace(REALM, over=None), "light") == ""


def test_ropes_join_the_ships_of_a_group_and_follow_from_the_pieces() -> None:
    scene = mur("black a3 b3 b2 x; white a2 h1 f1 f2 f3 d1; kraken c1; next 0")
    layout = parts.lay_out_parts(scene, MUR)

    def ropes(*pieces: Piece) -> list[str]:
        """From where to where, as Black's and White's first strokes go."""
        over = parts.over_art(scene._replace(pieces=pieces), layout, MUR, "light")
        places = {f"{placed.x:.1f} {placed.y:.1f}": name for name, placed in layout.sites.items()}
        found = []
        for path in parsed(over).findall("path")[::3] if over else []:
            for stroke in path.get("d", "").split("M ")[1:]:
                x, y, *_, u, v = map(float, re.findall(r"[-\d.]+", stroke))
                found.append(places[f"{x:.1f} {y:.1f}"] + "-" + places[f"{u:.1f} {v:.1f}"])
        return sorted(found)

    assert ropes(*scene.pieces) == ["a3-b3", "b2-b3", "f1-f2", "f2-f3"]
    assert ropes(*scene.pieces[:1]) == ropes() == []
    assert ropes(Piece("x", "black", 0, "ship_a"), Piece("c1", "black", 0, "ship_c")) == ["x-c1"]
    assert ropes(Piece("h2", "white", 1, "ship_h"), Piece("a2", "white", 1, "ship_a")) == ["h2-a2"]


def test_blocks_beside_the_board_show_their_values() -> None:
    known, unknown = Stock(0, "324", "block", 1, ("3", "2", "4")), Stock(0, "?", "block", 4)
    assert written(parts.piece_art(parts.stock_piece(known), MYRMIDONS, "light")) == ["3", "2", "4"]
    assert written(parts.piece_art(parts.stock_piece(unknown), MYRMIDONS, "light")) == []
    assert parts.stock_piece(Stock(1, "enforcer", "enforcer", 2)).facing == "n"


def test_seats_have_emblems_of_their_own() -> None:
    for art in ARTS.values():
        assert parts.seat_art(0, art, "light") != parts.seat_art(1, art, "light")
    assert [parts.seat_look(seat) for seat in range(2)] == ["seat:0", "seat:1"]


def test_a_game_without_art_has_lettered_discs() -> None:
    plain = art_of(None)
    piece = Piece("a1", "wolf", 1, "wolf", token="W", marks=("hungry",))
    assert written(parts.piece_art(piece, plain, "light")) == ["W"]
    assert parts.piece_look(piece, plain) == "wolf:1::::W"


def test_what_is_no_art_is_refused() -> None:
    class Wrong(type(GAMES["mur"])):  # type: ignore[misc]
        art = "ships"

    with pytest.raises(TypeError, match="an Art was expected, not str"):
        art_of(Wrong())


def lightness(colour: str) -> float:
    """From 0 (black) to 100 (white), as eyes judge it."""
    return float(116 * luminance(colour) ** (1 / 3) - 16)


def test_the_safe_theme_needs_no_colours() -> None:
    """No two seats, and no two floors, are equally light."""
    seats = sorted(lightness(coat.fill) for coat in THEMES["safe"].seats)
    assert min(b - a for a, b in pairwise(seats)) >= 9
    floors = [lightness(colour) for colour in THEMES["safe"].floors]
    assert min(b - a for a, b in pairwise(floors)) >= 3

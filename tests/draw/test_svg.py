"""The SVG renderer: everything of a scene is in the picture, and the picture is a sound file."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from ludarium.core.errors import UnknownName
from ludarium.core.scene import Piece, Scene, Site, Stock
from ludarium.draw.layout import lay_out, rise
from ludarium.draw.lines import text_width
from ludarium.draw.marks import MARKS, seat_mark
from ludarium.draw.pen import Pen, number
from ludarium.draw.svg import svg, targets
from ludarium.draw.theme import THEMES, find_theme
from tests.draw.scenes import ARTS, GAMES, PICKED, SCENES, hexagon, mur, mutterland, myrmidons, realm, walled_mur

SVG = "{http://www.w3.org/2000/svg}"
MUR, LAND, MYRMIDONS, REALM = (GAMES[name] for name in ("mur", "mutterland", "myrmidons", "realm"))


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def groups(picture: str, **wanted: str) -> list[ElementTree.Element]:
    """The groups that have these attributes (data_site is data-site)."""
    attributes = {key.replace("_", "-"): value for key, value in wanted.items()}
    return [g for g in parsed(picture).iter(f"{SVG}g") if attributes.items() <= g.attrib.items()]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def own_paint(drawn: str) -> bool:
    """Whether all that is named is a gradient or pattern, stands in the drawing itself and is used there."""
    named = set(re.findall(r' id="([^"]*)"', drawn))
    painted = set(re.findall(r"<(?:linearGradient|radialGradient|pattern) id=\"(p[0-9a-f]{10})\"", drawn))
    return named == painted == set(re.findall(r"url\(#([^)]*)\)", drawn))


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_picture_is_well_formed_the_same_twice_and_of_its_own(name: str, theme: str) -> None:
    scene = SCENES[name]()
    picture = svg(scene, GAMES[name], theme=theme, picked=PICKED.get(name))
    root = parsed(picture)
    assert picture == svg(scene, GAMES[name], theme=theme, picked=PICKED.get(name))
    assert "href" not in picture
    assert own_paint(picture)
    assert not [one for one in root.iter() if one.tag in (f"{SVG}script", f"{SVG}style", f"{SVG}image")]
    assert not re.findall(r"\d\.\d{3,}", picture)
    assert "nan" not in picture
    assert THEMES[theme].paper in picture


@pytest.mark.parametrize("name", SCENES)
def test_every_piece_is_drawn_on_its_site(name: str) -> None:
    scene = SCENES[name]()
    picture = svg(scene, GAMES[name])
    for piece in scene.pieces:
        (drawn,) = groups(picture, data_site=piece.site, data_piece=piece.kind, data_owner=str(piece.owner))
        title = drawn.find(f"{SVG}title")
        assert title is not None
        assert (title.text or "").startswith(piece.site)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("width", [360, 720])
def test_nothing_leaves_the_picture(name: str, width: int) -> None:
    root = parsed(svg(SCENES[name](), GAMES[name], width=width))
    assert root.get("width") == str(width)
    height = float(root.get("height", ""))
    for element in root.iter():
        for horizontal, vertical in (("cx", "cy"), ("x", "y")):
            if horizontal in element.attrib:
                assert 0 <= float(element.attrib[horizontal]) <= width
                assert 0 <= float(element.attrib[vertical]) <= height
        for pair in element.get("points", "").split():
            x, y = map(float, pair.split(","))
            assert -1 <= x <= width + 1
            assert -1 <= y <= height + 1


@pytest.mark.parametrize("name", ["realm", "myrmidons", "mur"])
def test_every_site_is_drawn(name: str) -> None:
    """Each square is a rectangle of its own, each point a dot, at the place that the layout gives it: on the board of a
    game whose art has no ground.
    """
    scene = SCENES[name]()
    layout = lay_out(scene, 720, 12)
    root = parsed(svg(scene, width=720))
    if name == "mur":
        dots = {(circle.get("cx"), circle.get("cy")) for circle in root.iter(f"{SVG}circle")}
        assert {(number(placed.x), number(placed.y)) for placed in layout.sites.values()} <= dots
    else:
        corners = {(rect.get("x"), rect.get("y")) for rect in root.iter(f"{SVG}rect")}
        assert {
            (number(placed.x - placed.size / 2), number(placed.y - placed.size / 2)) for placed in layout.sites.values()
        } <= corners


def test_notes_name_rows_and_columns() -> None:
    for scene in (mur(), myrmidons(), realm()):
        written = texts(parsed(svg(scene)))
        assert {note.text for note in scene.notes} <= set(written)


def test_ships_show_their_class() -> None:
    scene = mur()
    picture = svg(scene, MUR)
    for piece in scene.pieces:
        if piece.owner >= 0:
            assert piece.shape == f"ship_{piece.site[0]}"  # it heads outwards
            (drawn,) = groups(picture, data_site=piece.site, data_piece=piece.kind)
            assert texts(drawn) == list(piece.badges)


def test_blocks_show_what_is_known_and_no_more() -> None:
    picture = svg(myrmidons(), MYRMIDONS)
    for site, expected in (("a1", "324"), ("d4", "333")):
        (drawn,) = groups(picture, data_site=site, role="graphics-symbol img")
        assert "".join(texts(drawn)) == expected
    (hidden,) = groups(picture, data_site="b5", role="graphics-symbol img")
    assert texts(hidden) == ["3+"]
    (unknown,) = groups(picture, data_site="d6", role="graphics-symbol img")
    assert texts(unknown) == []


def drawing(piece: Piece, theme: str = "light") -> str:
    """By the art that knows the shape."""
    parts: list[str] = []
    art = next(art for art in ARTS.values() if piece.shape in art.pieces)
    art.draw_piece(Pen(50, 50, 20, parts=parts), piece, find_theme(theme))
    return "".join(parts)


def without_colour(drawn: str) -> str:
    """Names of gradients and patterns are made from their colours, too."""
    return re.sub(r'#[0-9a-f]{6}"|#?\bp[0-9a-f]{10}\b', '"', drawn)


@pytest.mark.parametrize("shape", ["marble", "base", "power", "enforcer", "block"])
@pytest.mark.parametrize("theme", THEMES)
def test_seats_differ_without_colour(shape: str, theme: str) -> None:
    """As many seats as the game of that shape has."""
    badges = ("3", "2", "4") if shape == "block" else ()
    seats = len(MARKS) if shape == "marble" else 2
    pieces = [Piece("", "p", seat, shape, "n", badges=badges) for seat in range(seats)]
    assert len({without_colour(drawing(piece, theme)) for piece in pieces}) == seats


def test_black_and_white_ships_differ_in_shade_and_shape() -> None:
    black, white = (drawing(Piece("", "p", seat, "ship", badges=("2",))) for seat in (0, 1))
    assert without_colour(black) != without_colour(white)
    for theme in THEMES.values():
        shades = [int(ARTS["mur"].coat(seat, theme).fill[1:3], 16) for seat in (0, 1)]
        assert shades[1] - shades[0] > 180


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_on_a_piece_can_be_read(theme: str) -> None:
    """At least 3 : 1 between mark and surface, as for large text; 7 : 1 for text on the paper."""
    chosen = find_theme(theme)
    for coat in (art.coat(seat, chosen) for art in ARTS.values() for seat in range(len(MARKS))):
        assert contrast(coat.fill, coat.mark) >= 3
    assert contrast(chosen.ink, chosen.paper) >= 7
    assert contrast(chosen.stone, chosen.casing) >= 7
    assert all(contrast(chosen.stone, floor) >= 3 for floor in chosen.floors)


def contrast(one: str, other: str) -> float:
    low, high = sorted(luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_plain_is_the_only_seat_without_a_mark() -> None:
    for seat, mark in enumerate(MARKS):
        parts: list[str] = []
        seat_mark(Pen(parts=parts), seat, "#000000")
        assert bool(parts) == (mark != "plain")


@pytest.mark.parametrize(
    ("plain", "marked"),
    [
        (Piece("", "e", 0, "enforcer", "n"), Piece("", "e", 0, "enforcer", "e")),
        *(
            (Piece("", "e", 0, "enforcer", "n", marks=marks), Piece("", "e", 1, "enforcer", "n", marks=marks))
            for marks in ((), ("neutralised",))
        ),
        (Piece("", "e", 0, "enforcer", "n"), Piece("", "e", 0, "enforcer", "n", marks=("neutralised",))),
        (Piece("", "324", 0, "block", badges=("3", "2", "4")), Piece("", "324", 0, "block", badges=("?", "?", "?"))),
        (
            Piece("", "324", 0, "block", badges=("3", "2", "4")),
            Piece("", "324", 0, "block", badges=("3", "2", "4"), marks=("shown",)),
        ),
        (
            Piece("", "111", 0, "block", badges=("1", "1", "1")),
            Piece("", "111", 0, "block", badges=("1", "1", "1"), marks=("commander",)),
        ),
        (Piece("", "b", 0, "base"), Piece("", "p", 0, "power")),
    ],
)
def test_what_matters_about_a_piece_is_seen_without_colour(plain: Piece, marked: Piece) -> None:
    assert without_colour(drawing(plain)) != without_colour(drawing(marked))


def test_a_neutralised_enforcer_stands_upright_whatever_way_it_faced() -> None:
    facings = {drawing(Piece("", "e", 1, "enforcer", facing, marks=("neutralised",))) for facing in "nesw"}
    assert len(facings) == 1


def test_signs_stand_where_the_scene_says() -> None:
    scene = walled_mur()._replace(last=("a2", "c2"))
    picture = svg(scene, MUR)
    for sign, sites in (("last", scene.last), ("forced", scene.forced), ("threatened", scene.threatened)):
        assert sites
        assert {g.get("data-site") for g in groups(picture, data_sign=sign)} == set(sites)
    assert {g.get("data-site") for g in groups(svg(mutterland(), LAND), data_sign="moved")} == {"5:3"}
    assert {g.get("data-site") for g in groups(svg(myrmidons(), MYRMIDONS), data_sign="ordered")} == {"c2"}


def test_a_walled_piece_has_a_wall() -> None:
    scene = walled_mur()
    assert [piece.site for piece in scene.pieces if "walled" in piece.marks] == ["c2"]
    free = scene._replace(pieces=tuple(piece._replace(marks=()) for piece in scene.pieces))
    (walled,), (unwalled,) = (groups(svg(one, MUR), data_site="c2", data_owner="1") for one in (scene, free))
    assert len(list(walled.iter())) > len(list(unwalled.iter()))


@pytest.mark.parametrize("name", PICKED)
def test_targets_are_where_a_path_goes_on(name: str) -> None:
    scene = SCENES[name]()
    picked = PICKED[name]
    expected = {path.clicks[1] for path in scene.paths if path.clicks[0] == picked and len(path.clicks) > 1}
    picture = svg(scene, GAMES[name], picked=picked)
    assert expected
    assert {g.get("data-site") for g in groups(picture, data_sign="target")} == expected
    assert [g.get("data-site") for g in groups(picture, data_sign="picked")] == [picked]
    assert not groups(svg(scene, GAMES[name]), data_sign="target")


def test_choices_and_whole_steps_are_no_targets() -> None:
    scene = mur("black c3 c2; white a1; kraken x; turn 9")
    assert not [name for name in targets(scene, "c3") if name.startswith("#")]
    assert targets(scene, "e3") == []  # placing a ship there is one click


def test_columns_rise_with_their_height_and_say_it() -> None:
    scene = mutterland()
    layout = lay_out(scene, 720, 12)
    lifts = [rise(hexagon(0, 0, height)) for height in range(1, 9)]
    assert all(after - before > 0.3 for before, after in pairwise(lifts))  # one sees it
    assert lifts[3] > 2  # floor 4 towers over floor 1
    tower, ground = layout.sites["4:3"], layout.sites["3:3"]
    assert tower.y < ground.y
    picture = svg(scene, LAND)
    written = texts(groups(picture, data_part="board")[0])
    assert sorted(written) == sorted(str(site.height) for site in scene.sites if site.height > 1)


def test_columns_are_drawn_from_the_back_to_the_front() -> None:
    """What is in front comes later, so that it covers what lies behind."""
    sites = (hexagon(0, 1, 1), hexagon(0, 0, 4))
    pieces = tuple(Piece(site.name, "marble", 0, "marble") for site in sites)
    scene = Scene((-2, -2, 5, 6), -1, 0, 1, sites, pieces)
    board = groups(svg(scene, LAND), data_part="board")[0]
    order = [g.get("data-site") for g in board.iter(f"{SVG}g") if g.get("data-piece")]
    assert order == ["0:0", "0:1"]


def test_a_number_is_written_after_its_marble() -> None:
    scene = Scene((-2, -2, 4, 4), -1, 0, 1, (hexagon(0, 0, 3),), (Piece("0:0", "marble", 0, "marble"),))
    picture = svg(scene, LAND)
    assert picture.index('data-piece="marble"') < picture.index(">3</text>")


def test_cliffs_lakes_and_missing_hexagons_are_drawn() -> None:
    ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    box = (-3.0, -3.0, 6.0, 6.0)

    def elements(*sites: Site) -> int:
        return len(list(parsed(svg(Scene(box, -1, 0, 1, sites, ()), LAND)).iter()))

    def lakes(picture: str) -> int:
        return len(groups(picture, data_lake="1"))

    lake = svg(Scene(box, -1, 0, 1, tuple(hexagon(q, r) for q, r in ring), ()), LAND)
    bay = svg(Scene(box, -1, 0, 1, tuple(hexagon(q, r) for q, r in ring[1:]), ()), LAND)
    assert lakes(lake) == 1
    assert lakes(bay) == 0
    # The second floor of difference makes a cliff, which has a rim.
    assert elements(hexagon(0, 0, 3), hexagon(0, 1)) > elements(hexagon(0, 0, 2), hexagon(0, 1))
    missing = svg(Scene(box, -1, 0, 1, (hexagon(0, 0, 0, "missing"),), ()), LAND)
    assert "stroke-dasharray" in missing
    assert texts(groups(missing, data_part="board")[0]) == []


def test_majorities_in_realms_are_told_with_their_lead() -> None:
    scene = realm()
    pills = {g.get("data-majority"): g for g in groups(svg(scene, REALM)) if g.get("data-majority")}
    assert {realm: g.get("data-owner") for realm, g in pills.items()} == {
        **{"A1": "0", "C2": "0"},
        **{"B1": "1", "A3": "1", "D2": "1"},
    }
    # One power ahead and two powers ahead look different: the enforcer that captures is lost or not.
    assert (texts(pills["A1"]), texts(pills["C2"])) == (["+1"], ["+2"])
    tied = scene._replace(pieces=(*scene.pieces, Piece("k6", "power", 0, "power")))
    assert not groups(svg(tied, REALM), data_majority="D2")


@pytest.mark.parametrize("theme", THEMES)
def test_who_owns_a_realm_is_told_without_colour_and_otherwise_than_a_majority(theme: str) -> None:
    scene = realm()._replace(pieces=(Piece("b2", "base", 0, "base"), Piece("e5", "base", 1, "base")))
    picture = svg(scene, REALM, theme=theme)
    blue, red = (groups(picture, data_owner=owner, data_realms=name)[0] for owner, name in (("0", "A1"), ("1", "B2")))
    hems = [without_colour(ElementTree.tostring(hem, "unicode")) for hem in (blue, red)]
    assert hems[0] != hems[1]
    assert not groups(picture, data_majority="A1")


def test_the_panel_has_names_figures_and_stock() -> None:
    picture = svg(mur(), MUR)
    black, white = (groups(picture, data_seat=seat)[0] for seat in "01")
    assert texts(black) == ["Black", "closes 0/3", "×2"]
    assert texts(white) == ["White", "closes 0/3", "×0"]
    assert white.get("aria-current") == "true"
    assert black.get("aria-current") is None
    assert groups(svg(realm(), REALM), data_stock="enforcer")


@pytest.mark.parametrize("width", [300, 360, 720])
@pytest.mark.parametrize("letters", [3, 30, 90])
def test_long_words_stay_in_the_picture(width: int, letters: int) -> None:
    scene = mutterland()
    scene = scene._replace(scores=tuple(score._replace(name="m" * letters) for score in scene.scores))
    panel = groups(svg(scene, LAND, width=width), data_part="seats")[0]
    ends = []
    for text in panel.iter(f"{SVG}text"):
        end = float(text.get("x", "")) + text_width(text.text or "", float(text.get("font-size", "")))
        ends.append((text.get("y"), float(text.get("x", "")), end))
    assert max(end for _, _, end in ends) <= width
    for row, start, end in ends:
        assert not [other for other in ends if other[0] == row and start < other[1] < end]


def test_kinds_that_look_alike_are_told_apart_by_words() -> None:
    scene = realm()._replace(stock=(Stock(0, "base", "base", 3), Stock(0, "captured", "base", 1)))
    assert texts(groups(svg(scene, REALM), data_seat="0")[0])[-2:] == ["×3", "captured base ×1"]


def test_a_picture_without_captions_has_no_word() -> None:
    for name, game in GAMES.items():
        panel = groups(svg(SCENES[name](), game, captions=False), data_part="seats")[0]
        assert all(re.fullmatch(r"[×/\d]+", text) for text in texts(panel))


def test_goals_are_pips_where_words_are_missing() -> None:
    scene = mutterland()._replace(stock=())
    for seat, reached in (("0", 1), ("2", 0)):
        pips = groups(svg(scene, LAND, captions=False), data_seat=seat)[0]
        filled = [pip for pip in pips.iter(f"{SVG}circle") if pip.get("fill") == find_theme("light").bright]
        assert len(filled) == reached


def test_it_speaks_the_language_of_the_reader() -> None:
    for locale, title, said in (
        ("en", "Mur: White to move", "b1 – White: white ship (4)"),
        ("ja", "マー：白の番です", "b1 白：白船（4）"),
    ):
        root = parsed(svg(mur(), MUR, locale=locale))
        assert root.findtext(f"{SVG}title") == title
        assert said in (root.findtext(f"{SVG}desc") or "")
        assert root.get("lang") == locale
        assert "img" in " ".join(g.get("role", "") for g in root.iter(f"{SVG}g"))


def test_whatever_a_text_holds_is_escaped() -> None:
    nasty = "<&\"'>\x00\x1b]]>"
    sites = (Site(nasty, 0, 0, "square", 1), Site("b", 1, 0, "square", 1))
    pieces = (
        Piece(nasty, nasty, 0, nasty, nasty, nasty, (nasty,), (nasty,)),
        Piece("b", "?", 1, "ship", badges=(nasty,)),
    )
    scene = Scene((-1, -1, 3, 3), 0, 0, 2, sites, pieces, stock=(Stock(0, nasty, "block", 1),), last=(nasty,))
    for game in (None, MUR, MYRMIDONS):
        root = parsed(svg(scene, game, picked=nasty))
        assert [text for text in texts(root) if "<&" in text]


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="light"):
        svg(mur(), theme="sepia")


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.001, "0"), (2.346, "2.35"), (10, "10"), (0.5, "0.5")])
def test_numbers_have_at_most_two_decimals(value: float, text: str) -> None:
    assert number(value) == text

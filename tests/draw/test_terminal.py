"""Scenes with characters: everything can be told apart without colour, within a hundred columns."""

import re

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.scene import Piece
from ludarium.core.words import LOCALES
from ludarium.draw.lines import columns, wrapped
from ludarium.draw.sheet import Sheet, seat_style
from ludarium.draw.terminal import plan, speaks_unicode, text
from tests.draw.scenes import ARTS, GAMES, SCENES, mur, mutterland, myrmidons, realm, six_players, walled_mur


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("unicode", [True, False])
def test_it_fits_a_terminal(name: str, unicode: bool) -> None:
    drawn = text(SCENES[name](), GAMES[name], colour=False, unicode=unicode)
    assert max(map(len, drawn.splitlines())) <= 100
    assert "\x1b" not in drawn
    assert drawn.isascii() or unicode


@pytest.mark.parametrize("name", SCENES)
def test_colour_changes_nothing_but_colour(name: str) -> None:
    scene = SCENES[name]()
    coloured = text(scene, GAMES[name], colour=True)
    assert "\x1b[" in coloured
    bare = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == text(scene, GAMES[name], colour=False).splitlines()


def test_every_piece_and_every_empty_point_of_a_round_board() -> None:
    scene = mur()
    drawn = text(scene, GAMES["mur"], colour=False)
    taken = {piece.site for piece in scene.pieces}
    words = re.findall(r"[\w]+", drawn.split("* last")[0])
    for site in scene.sites:
        assert (site.name in words) == (site.name not in taken)
    assert sorted(word for word in words if re.fullmatch(r"[BW]\d|K", word)) == sorted(p.token for p in scene.pieces)
    assert "(c3)" in drawn  # a port
    assert "(W1)" in drawn  # a ship in one
    assert "·" in drawn  # rings and spokes


def test_signs_and_their_legend() -> None:
    drawn = text(walled_mur(), GAMES["mur"], colour=False)
    assert "W1#*!" in drawn
    assert "K~" in drawn
    assert "* last move  ! action needed  ~ in danger  # surrounded" in drawn
    assert "has moved" not in drawn


def test_a_grid_has_borders_names_and_values() -> None:
    lines = text(myrmidons(), GAMES["myrmidons"], colour=False).splitlines()
    assert lines[0].strip().startswith("╔")
    row = next(line for line in lines if line.startswith("1 "))
    assert [cell.strip() for cell in re.split("[║│]", row)] == ["1", "A?", "", "", "", "A?", "", ""]
    values = lines[lines.index(row) + 1]
    assert [cell.strip() for cell in re.split("[║│]", values)] == ["", "3 2 4", "", "", "", "3 3 3", "", ""]
    assert "? ? 3+" in "\n".join(lines)
    assert lines[lines.index(row) + 3].split() == list("abcdef")


def test_realm_borders_centres_and_arrows() -> None:
    lines = text(realm(), GAMES["realm"], colour=False).splitlines()
    assert sum("╬" in line for line in lines) == 3  # between four rows of realms
    joined = "\n".join(lines)
    assert joined.count("()") == 10  # 16 centres, six with a base
    assert joined.count("b)") == 6
    for arrow in ("▲", "▶", "▼", "◀"):
        assert arrow in joined
    ascii_lines = "\n".join(text(realm(), GAMES["realm"], colour=False, unicode=False).splitlines())
    assert "Ae>" in ascii_lines
    assert "Be<" in ascii_lines
    assert "Aex" in ascii_lines  # neutralised: it faces nowhere


def test_an_arrow_that_the_token_has_already_is_not_written_twice() -> None:
    scene = realm()._replace(pieces=(Piece("a1", "enforcer", 0, "enforcer", "e", "E>"),))
    assert "E▶" in text(scene, GAMES["realm"], colour=False)
    assert ">" not in text(scene, GAMES["realm"], colour=False)
    assert "E>" in text(scene, GAMES["realm"], colour=False, unicode=False)
    assert "E>>" not in text(scene, GAMES["realm"], colour=False, unicode=False)


def test_hexagons_say_height_marble_and_name() -> None:
    drawn = text(mutterland(), GAMES["mutterland"], colour=False)
    for content in ("5 A", "4 B", "1 C~", "2 A'*"):
        assert content in drawn
    for site in mutterland().sites:
        assert site.name in drawn


def test_a_wide_land_goes_without_names() -> None:
    drawn = text(six_players(), GAMES["six"], colour=False)
    assert "0:0" not in drawn
    assert "1 F" in drawn
    assert ":" in drawn  # hexagons where a nut may be put


def test_seats_stock_and_scores() -> None:
    assert text(mur(), GAMES["mur"], colour=False).splitlines()[-2:] == [
        "  Black (B)  closes 0/3  off the board: black ship ×2",
        "▶ White (W)  closes 0/3  off the board: white ship ×0",
    ]
    japanese = text(mur(), GAMES["mur"], colour=False, locale="ja")
    assert "▶ 白 (W)  クローズ 0/3" in japanese


def test_what_is_said_of_a_seat_never_breaks_a_word_at_the_edge() -> None:
    ruleset = find_ruleset("realm")
    for locale in LOCALES:
        drawn = text(ruleset.game.describe(ruleset.new(), 0), ruleset.game, colour=False, locale=locale)
        below = drawn.split("\n\n")[-1].splitlines()
        assert len(below) > ruleset.new().seats
        assert all(columns(line) <= 80 for line in below)


def test_wrapped_words_keep_to_the_width_and_their_indent() -> None:
    assert wrapped(["c2r", "c2l", "c2i"], 14, "  c2: ") == ["  c2: c2r  c2l", "      c2i"]
    assert wrapped(["時計回り", "内向き"], 16, "船: ") == ["船: 時計回り", "    内向き"]
    assert wrapped([], 10, "x") == ["x"]


@pytest.mark.parametrize(
    ("encoding", "able"), [("utf-8", True), ("ascii", False), ("latin-1", False), (None, False), ("no such", False)]
)
def test_which_outputs_can_show_the_signs(encoding: str | None, able: bool) -> None:
    assert speaks_unicode(encoding) == able


def luminance(red: float, green: float, blue: float) -> float:
    """Of a colour between 0 and 1, as WCAG 2 defines it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("seat", range(6))
def test_the_colours_of_the_seats_can_be_read_on_black_and_on_white(seat: int) -> None:
    number = int(seat_style(seat, ARTS["mutterland"]).removeprefix("1;38;5;"))
    levels = (0, 95, 135, 175, 215, 255)  # of the 256 colours that terminals have: a cube, then greys
    place = number - 16
    cube = (levels[place // 36 % 6], levels[place // 6 % 6], levels[place % 6])
    rgb = cube if number < 232 else (8 + 10 * (number - 232),) * 3
    light = luminance(*(part / 255 for part in rgb))
    assert (light + 0.05) / 0.05 >= 3
    assert 1.05 / (light + 0.05) >= 3


# --- boards alone, in three sizes, with their sites -------------------------------------------------------------------
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("room", [(200, 100), (60, 18), (1, 1)])
def test_a_plan_knows_where_every_site_is(name: str, room: tuple[int, int]) -> None:
    scene = SCENES[name]()
    found = plan(scene, GAMES[name], room)
    assert {len(row) for row in found.cells} == {found.width}
    assert set(found.areas) == {site.name for site in scene.sites}
    taken: set[tuple[int, int]] = set()
    for area in found.areas.values():
        cells = {
            (row, column)
            for row in range(area.row, area.row + area.height)
            for column in range(area.column, area.column + area.width)
        }
        assert not cells & taken  # no two sites share a place
        taken |= cells
        assert area.column > 0  # room for a mark before it and behind it
        assert area.column + area.width < found.width
    for piece in scene.pieces:
        area = found.areas[piece.site]
        written = "".join(letter for letter, _ in found.cells[area.row][area.column : area.column + area.width])
        assert (piece.token or piece.kind[:3])[0] in written


@pytest.mark.parametrize(("name", "size"), [("mur", (52, 17)), ("myrmidons", (51, 17))])
def test_the_smallest_boards_leave_room_beside_them_at_80_by_24(name: str, size: tuple[int, int]) -> None:
    found = plan(SCENES[name](), GAMES[name], (54, 18))
    assert found.width <= size[0]
    assert found.height <= size[1]


def test_a_larger_room_has_a_larger_board() -> None:
    sizes = [plan(mutterland(), GAMES["mutterland"], room) for room in ((10, 10), (80, 20), (200, 100))]
    assert sizes[0].height < sizes[1].height < sizes[2].height
    assert sizes[2].height <= 100


def test_signs_of_sites_are_left_to_the_reader() -> None:
    scene = walled_mur()
    written = "".join(letter for row in plan(scene, GAMES["mur"], (54, 18)).cells for letter, _ in row)
    assert "*" not in written
    assert "#" in written  # of a piece


def test_a_wide_letter_takes_two_places() -> None:
    sheet = Sheet()
    sheet.put(0, 0, "国a")
    assert [letter for letter, _ in sheet.cells()[0]] == ["国", "", "a"]
    assert sheet.lines(colour=False) == ["国a"]

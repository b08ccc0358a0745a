"""The diagrams of the rulebook pages: read, checked, drawn; and those in the repository are fresh."""

from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.game import find_ruleset
from ludarium.draw.art import art_of
from ludarium.draw.blocks import PageError
from ludarium.draw.diagrams import scene_of
from ludarium.draw.figure import legend
from tests.draw.diagram_pictures import main, pictures, read_pages, write_pictures

RULES = Path(__file__).parents[2] / "docs" / "rules"
KNOCK = """ruleset: mur-en
option: turn_cap=0
position: black c2; white d2 d3; kraken x
steps: c2r"""


def page(folder: Path, name: str, *diagrams: tuple[str, str], image: str = "") -> None:
    text = "# A page\n\n"
    for diagram, content in diagrams:
        text += f"Text.\n\n<!-- diagram: {diagram}\n{content}\n-->\n" + (image or f"![What is seen](img/{diagram}.svg)")
        text += "\n\n"
    (folder / name).write_text(text, encoding="utf-8")


def refusal(folder: Path) -> str:
    with pytest.raises(PageError) as refused:
        pictures(folder)
    assert refused.value.sentence("ja") != refused.value.sentence("en")
    return str(refused.value)


def test_diagrams_are_drawn_and_idle_ones_removed(tmp_path: Path) -> None:
    page(tmp_path, "mur.en.md", ("mur-knock", KNOCK), ("mur-start", "ruleset: mur-jp"))
    page(tmp_path, "mur.ja.md", ("mur-start", "ruleset: mur-jp"), ("mur-knock", KNOCK))
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "mur-old.svg").write_text("")
    assert write_pictures(tmp_path) == 2
    assert sorted(file.name for file in (tmp_path / "img").iterdir()) == ["mur-knock.svg", "mur-start.svg"]
    assert (tmp_path / "img" / "mur-knock.svg").read_text(encoding="utf-8") == pictures(tmp_path)["mur-knock.svg"]


def test_a_diagram_shows_the_position_after_its_steps(tmp_path: Path) -> None:
    page(tmp_path, "mur.en.md", ("mur-knock", KNOCK))
    (diagram,) = read_pages(tmp_path)
    assert (diagram.page, diagram.line) == ("mur.en.md", 5)
    scene = scene_of(diagram)
    # The lone black ship (class 1) goes one point along its ring and knocks the white one, of class 2, on to e2.
    assert {piece.site: piece.owner for piece in scene.pieces} == {"d2": 0, "e2": 1, "d3": 1, "x": -1}
    assert set(scene.last) == {"c2", "d2", "e2"}
    assert scene.viewer == -1


def test_a_view_is_that_of_a_seat(tmp_path: Path) -> None:
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-en\nview: 1"))
    assert scene_of(read_pages(tmp_path)[0]).viewer == 1


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("ruleset: mur-xx", 5, 'no ruleset "mur-xx"'),
        ("position: black c2", 5, "must be a line"),
        ("ruleset: mur-en\nsize: 3", 7, 'no part "size"'),
        ("ruleset: mur-en\nnonsense", 7, 'no part "nonsense"'),
        ("ruleset: mur-en\nruleset: mur-jp", 7, "stands twice"),
        ("ruleset: mur-en\noption: turn_cap", 5, "name=value"),
        ("ruleset: mur-en\noption: colour=red", 5, 'no option "colour"'),
        ("ruleset: mur-en\nposition: black z9", 5, "z9"),
        ("ruleset: mur-en\nsteps: hop", 5, "isn't a move"),
        ("ruleset: mur-en\nsteps: +c2 +c2", 5, "MUR-T1"),
        ("ruleset: mur-en\nview: 2", 5, 'not for "2"'),
    ],
)
def test_what_is_wrong_is_said_with_page_and_line(tmp_path: Path, content: str, line: int, said: str) -> None:
    page(tmp_path, "mur.en.md", ("mur-a", content))
    assert f"mur.en.md, line {line}: " in refusal(tmp_path)
    assert said in refusal(tmp_path)


@pytest.mark.parametrize("name", ["Mur", "../mur", "mur knock", "mur_knock", ""])
def test_names_are_plain(tmp_path: Path, name: str) -> None:
    page(tmp_path, "mur.en.md", (name, "ruleset: mur-en"))
    assert "is no name for" in refusal(tmp_path)


@pytest.mark.parametrize("image", ["", "![](img/mur-a.svg)", "![Other](img/mur-b.svg)", "Text"])
def test_the_image_follows_with_a_text(tmp_path: Path, image: str) -> None:
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-en"), image=image or "\n")
    assert "img/mur-a.svg" in refusal(tmp_path)


def test_a_comment_must_end(tmp_path: Path) -> None:
    (tmp_path / "mur.en.md").write_text("<!-- diagram: mur-a\nruleset: mur-en\n")
    assert "does not end" in refusal(tmp_path)


def test_a_name_is_used_once(tmp_path: Path) -> None:
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-en"), ("mur-a", "ruleset: mur-en"))
    assert "already" in refusal(tmp_path)
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-en"))
    page(tmp_path, "realm.en.md", ("mur-a", "ruleset: mur-en"))
    assert "already" in refusal(tmp_path)


def test_both_languages_show_the_same(tmp_path: Path) -> None:
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-en"))
    page(tmp_path, "mur.ja.md", ("mur-a", "ruleset: mur-jp"))
    assert "mur.ja.md, line 5: The block mur-a is written otherwise in mur.en.md, line 5" in refusal(tmp_path)
    page(tmp_path, "mur.ja.md")
    assert "mur.en.md, line 5: The block mur-a of this page is missing in mur.ja.md" in refusal(tmp_path)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-en"))
    assert main([str(tmp_path)]) == 0
    assert "1 diagram" in capsys.readouterr().out
    page(tmp_path, "mur.en.md", ("mur-a", "ruleset: mur-xx"))
    assert main([str(tmp_path)]) == 1
    assert "line 5" in capsys.readouterr().err
    with pytest.raises(LudariumError, match="no folder"):
        read_pages(tmp_path / "none")


@pytest.mark.parametrize("folder", [RULES, RULES.parent / "learn"], ids=lambda folder: folder.name)
def test_the_pictures_of_the_pages_are_fresh(folder: Path) -> None:
    """``make diagrams`` draws them anew."""
    committed = {file.name: file.read_text(encoding="utf-8") for file in (folder / "img").glob("*.svg")}
    fresh = pictures(folder)
    assert sorted(committed) == sorted(fresh)
    assert [name for name in fresh if committed[name] != fresh[name]] == []


def test_both_boards_with_arrows_names_and_a_key(tmp_path: Path) -> None:
    page(tmp_path, "mur.en.md", ("mur-knock", KNOCK + "\nnames: c2 d2"))
    drawn = pictures(tmp_path)["mur-knock.svg"]
    assert drawn.count('data-part="board"') == 2
    assert drawn.count('data-step="c2r"') == 1  # on the board before
    assert drawn.count(">c2</text>") >= 2
    assert 'data-sign="last"' not in drawn
    page(tmp_path, "mur.en.md", ("mur-knock", KNOCK + "\nshow: after"))
    alone = pictures(tmp_path)["mur-knock.svg"]
    assert alone.count('data-part="board"') == 1
    assert "data-step" not in alone
    assert 'data-sign="last"' in alone
    assert "last move" in alone  # what the dotted ring means, in both languages
    assert '<g systemLanguage="ja">' in alone
    assert "直前の手" in alone


def test_a_legend_is_cut_out_of_the_board(tmp_path: Path) -> None:
    text = "<!-- legend: mur-a\nruleset: mur-en\nposition: black a3; kraken x\nshow: a3 x\n-->\n- **Ships**\n- **It**\n"
    (tmp_path / "mur.en.md").write_text(text, encoding="utf-8")
    (block,) = read_pages(tmp_path)
    ship, kraken = legend(block)
    assert ship.count("data-piece=") == 1
    assert "<title>Black: black ship (1)</title>" in ship
    assert 'data-piece="kraken"' in kraken


def test_ways_are_drawn_as_ships_go() -> None:
    route = art_of(find_ruleset("mur-en").game).route
    assert route
    assert route("a2r", "a2", "e2") == ["a2", "b2", "c2", "d2", "e2"]
    assert route("a2r", "e2", "f2") == ["e2", "f2"]
    assert route("a2o", "a2", "a1") == ["a2", "a3", "a2", "a1"]  # MUR-V2: it turns back at ring 3
    assert route("+c2", "a1", "a2") == []

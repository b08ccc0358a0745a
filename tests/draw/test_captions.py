"""What is said of a picture agrees with it, on every page and in both languages."""

from pathlib import Path

import pytest

from ludarium.core.game import find_ruleset
from ludarium.draw.captions import own_names, places_in
from ludarium.draw.proofread import check, check_block
from tests.draw.diagram_pictures import read_pages

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted([*(DOCS / "rules").glob("*.md"), *(DOCS / "learn").glob("*.md")])
MOVE = "ruleset: mur-en\nposition: black a1 a2 b1 b2; white e1 e2 e3 d3 f3; kraken g3\nsteps: a2r"


@pytest.mark.parametrize("file", PAGES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_nothing_is_wrong_with_a_page(file: Path) -> None:
    """``ludarium rules --check FILE`` says the same."""
    assert [problem.sentence("en") for problem in check(file)] == []


def told(folder: Path, content: str, said: str, locale: str = "en") -> list[str]:
    """What is said to be wrong with the caption of a diagram."""
    text = f"# A page\n\n<!-- diagram: a\n{content}\n-->\n![{said}](img/a.svg)\n"
    for file in folder.glob("*.md"):
        file.unlink()
    (folder / f"page.{locale}.md").write_text(text, encoding="utf-8")
    (block,) = read_pages(folder)
    return [str(problem.problem) for problem in check_block(block, locale)]


def test_a_place_must_be_written_on_the_board(tmp_path: Path) -> None:
    assert told(tmp_path, MOVE + "\nnames: a2 e2", "From a2 to e2") == []
    assert "not: e2." in told(tmp_path, MOVE + "\nnames: a2", "From a2 to e2")[0]
    assert "j9, which is no place" in told(tmp_path, MOVE, "To j9")[0]
    assert 'no place "j9"' in told(tmp_path, MOVE + "\nnames: j9", "A board")[0]
    # Rows and columns of squares are named at the rim.
    assert told(tmp_path, "ruleset: realm\nposition: powers0 d2; powers1 d9", "A power on d2") == []


@pytest.mark.parametrize(
    ("locale", "right", "wrong"),
    [
        ("en", "A class-4 ship is class 1 now", "A class 2 ship"),
        ("en", "Four black ships", "Three of the black ships and six white ships"),
        ("ja", "ランク4の船がランク1になる", "ランク2の船"),
        ("ja", "黒は4隻、白は5隻", "黒は6隻"),
    ],
)
def test_numbers_are_those_of_the_picture(tmp_path: Path, locale: str, right: str, wrong: str) -> None:
    """Before: 4 black ships of class 4 and 5 white ones of class 5; after: classes 3 and 1, 4 and 1."""
    assert told(tmp_path, MOVE, right, locale) == []
    assert len(told(tmp_path, MOVE, wrong, locale)) == 1


@pytest.mark.parametrize("said", ["Black's class-4 ship has gone", "黒のランク4の船が反対側へ進んだ"])
def test_a_class_that_only_the_board_before_shows_is_wrong_of_the_board_after(tmp_path: Path, said: str) -> None:
    locale = "en" if said.isascii() else "ja"
    assert told(tmp_path, MOVE, said, locale) == []
    assert len(told(tmp_path, MOVE + "\nshow: after", said, locale)) == 1


def test_figures_of_blocks_and_floors(tmp_path: Path) -> None:
    fight = "ruleset: myrmidons\nposition: blue c3=324 a1=111; red c5=333 f7=111\nsteps: c3n2"
    assert told(tmp_path, fight, "3-2-4 with sword 3 and foot 4 attacks 3-3-3 with shield 3") == []
    assert len(told(tmp_path, fight, "3-2-5 has attacked")) == 1
    assert len(told(tmp_path, fight, "盾4で守る", "ja")) == 1
    stairs = "ruleset: mutterland\nposition: land 0:0 1:0x2 2:0x3; blue 0:0 1:0; red 2:0"
    assert told(tmp_path, stairs, "Floors 1, 2 and 3") == []
    assert len(told(tmp_path, stairs, "Red stands on floor 4")) == 1
    assert len(told(tmp_path, stairs, "赤は4階にいる", "ja")) == 1


def test_names_are_found_in_both_languages() -> None:
    assert places_in("b3とd3の間にいるc3", {"a1", "x"}) == ["b3", "d3", "c3"]
    assert places_in("from 0:-1, over 12:3: the end", {"0:1", "0:-1"}) == ["0:-1", "12:3"]
    assert places_in("a 3-2-4 at x-ray", {"a1"}) == []


def test_a_rim_names_squares_and_no_rings() -> None:
    def names(ruleset: str) -> set[str]:
        found = find_ruleset(ruleset)
        return own_names(found.game.scene(found.new({}).view(0), 0))

    assert len(names("realm")) == 144
    assert len(names("myrmidons")) == 42
    assert names("mur-jp") == names("mutterland") == set()

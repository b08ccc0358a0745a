"""What ``ludarium rules --check`` finds wrong with a page."""

from pathlib import Path

import pytest

from ludarium.draw.proofread import check
from tests.draw.guide_page import page, write_guide


def told(folder: Path, text: str, locale: str = "en") -> list[str]:
    write_guide(folder)
    file = folder / f"mur-jp.{locale}.md"
    file.write_text(text, encoding="utf-8")
    problems = check(file)
    assert all(problem.sentence("ja") != problem.sentence("en") for problem in problems)
    return [problem.sentence("en") for problem in problems]


def test_a_good_page(tmp_path: Path) -> None:
    assert told(tmp_path, page()) == []
    assert told(tmp_path, page(), "ja") == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("mur-jp mur-jp-any -->", "mur-en -->", "names its rulesets, first mur-jp"),
        ("<!-- rulesets: mur-jp mur-jp-any -->", "<!-- rulesets: mur-xx -->", "no ruleset"),
        ("## K", "### K", "11 sections (##), this one has 10"),
        ("<!-- end aid -->", "", "begins with <!-- aid -->"),
        ("show: a3 x", "show: a3", "1 places and 2 items"),
        ("show: a3 x", "show: a3 a9", 'no place "a9"'),
        ("steps: c2r", "steps: c2q", "isn't a move"),
        ("steps: +c2", "steps: +c3", "MUR-T1"),
        ("steps: +c2", "steps: +h3", "not over after its last move"),
        ("- **1** Over.", "- **2** Over.", "none after its 1 moves"),
        ("- **1** Over.", "- Over.", "each with the number of moves"),
        ("- **0** ", "- **1** ", "in ascending order"),
        ("names: c2", "names: d2", "not: c2"),
        ("Rules.", "Rules, see MUR-K1.", '"MUR-K1" is no word for players'),
        ("Rules.", "The option kraken_walls.", '"kraken_walls" is no word for players'),
        ("Rules.", "Seat 1 and seat 2.", "is no word for players"),
        ("<!-- legend: try-pieces", "<!-- legend: try-knock", "is a block try-knock already"),
        ("# Mur\n", "", "first heading is the title"),
        ("steps: c2r", "steps: c2l", "written otherwise in mur-jp.ja.md"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in page()
    assert said in "\n".join(told(tmp_path, page().replace(old, new, 1)))


def test_a_section_without_its_block(tmp_path: Path) -> None:
    start, end = page().index("<!-- diagram"), page().index("## D")
    found = told(tmp_path, page()[:start] + page()[end:])
    assert any("a block of this kind: diagram" in one for one in found)


def test_a_page_alone_and_a_page_without_a_language(tmp_path: Path) -> None:
    (tmp_path / "mur-jp.en.md").write_text(page(), encoding="utf-8")
    assert "missing: mur-jp.ja.md" in str(check(tmp_path / "mur-jp.en.md")[0])
    (tmp_path / "mur.md").write_text("# Mur\n", encoding="utf-8")
    assert "GAME.LANGUAGE.md" in str(check(tmp_path / "mur.md")[0])


def test_all_is_said_at_once(tmp_path: Path) -> None:
    text = page().replace("steps: c2r", "steps: c2q").replace("Credits.", "Seat 0.")
    found = told(tmp_path, text)
    assert len(found) >= 2
    assert found == sorted(found, key=lambda one: int(one.partition("line ")[2].partition(":")[0]))

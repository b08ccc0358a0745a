"""The pages as the site is built from them: links that hold there, and Markdown as everybody reads it."""

from pathlib import Path

import pytest

from tests.site.stage import Contents, Prose, SiteError, Stage

CONTENTS = """
[[part]]
en = "Games"
ja = "ゲーム"
pages = [{ en = "Tag", ja = "鬼ごっこ", pages = ["rules/tag", { page = "plain", en = "Plain words" }] }, "changes"]

[outside]
changes = "CHANGES.md"

[titles]
changes = "Changes"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    docs = tmp_path / "checkout" / "docs"
    for name, text in {
        "site/contents.toml": CONTENTS,
        "index.en.md": "# Start\n[Tag](rules/tag.en.md#TAG-A1) [plain](plain.md#one)",
        "index.ja.md": "# はじめに\n[鬼ごっこ](rules/tag.ja.md) [plain](plain.md#one)",
        "rules/tag.en.md": "# Tag\n<!-- diagram: x\nseed: 1\n-->\n**TAG-A1** Run. See TAG-A2.\n\n![x](img/x.svg)",
        "rules/tag.ja.md": "# 鬼ごっこ\n走ります。\n逃げます。\n\n![x](img/x.svg)",
        "rules/img/x.svg": "<svg/>",
        "plain.md": "# Plain\n## One\nSee [the code](../code.py), [all](../code/), "
        "[more](../code/more.toml) and `[no](link.md)`.\n"
        "```\n<!-- kept -->\n```",
    }.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    (docs.parent / "CHANGES.md").write_text("# New\n# Old\n[plain](docs/plain.md)")
    (docs.parent / "code.py").write_text("print('```')\n")
    (docs.parent / "code").mkdir()
    (docs.parent / "code" / "more.toml").write_text("a = 1\n")
    (docs.parent / "code" / "password.txt").write_text("secret\n")
    return docs.parent


def staged(root: Path) -> dict[str, str]:
    folder = root / "staged"
    Stage(Contents(root), folder).write()
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.*")}


def test_links_lead_to_the_page_in_the_readers_language(root: Path) -> None:
    pages = staged(root)
    assert "[Tag](rules/tag.md#TAG-A1) [plain](plain.md#one)" in pages["en/index.md"]
    # There is no Japanese page: the English one, as it will be built.
    assert "[鬼ごっこ](rules/tag.md) [plain](../plain.html#one)" in pages["ja/index.md"]
    assert "[plain](plain.md)" in pages["en/changes.md"]


def test_every_page_knows_itself_in_the_other_language(root: Path) -> None:
    pages = staged(root)
    assert pages["en/rules/tag.md"].startswith('---\ntitle: "Tag"\nother: ../ja/rules/tag.html\n---\n')
    assert pages["ja/rules/tag.md"].startswith('---\ntitle: "鬼ごっこ"\nother: ../../rules/tag.html\n---\n')
    assert "other:" not in pages["en/plain.md"]


def test_pictures_are_there_once(root: Path) -> None:
    pages = staged(root)
    assert "![x](img/x.svg)" in pages["en/rules/tag.md"]
    assert "![x](../../rules/img/x.svg)" in pages["ja/rules/tag.md"]
    assert "en/rules/img/x.svg" in pages
    assert "ja/rules/img/x.svg" not in pages


def test_files_get_pages_and_folders_a_list(root: Path) -> None:
    pages = staged(root)
    assert (
        "See [the code](files/code.py.md), [all](files/code.md), [more](files/code/more.toml.md) and `[no]"
        in pages["en/plain.md"]
    )
    assert "````python\nprint('```')\n````" in pages["en/files/code.py.md"]
    assert "- [more.toml](code/more.toml.md)" in pages["en/files/code.md"]
    assert "a = 1" in pages["en/files/code/more.toml.md"]
    assert "password" not in pages["en/files/code.md"]  # no page leads there
    assert not any("secret" in page for page in pages.values())


def test_clauses_can_be_led_to_and_lines_of_japanese_hold_together(root: Path) -> None:
    pages = staged(root)
    assert "**TAG-A1**{ #TAG-A1 } Run. See [TAG-A2](#TAG-A2)." in pages["en/rules/tag.md"]
    assert "<!-- kept -->" in pages["en/plain.md"]  # it is code
    assert "diagram" not in pages["en/rules/tag.md"]
    assert "走ります。逃げます。" in pages["ja/rules/tag.md"]


def test_the_contents_in_each_language(root: Path) -> None:
    contents = Contents(root)
    assert contents.nav("en") == [
        "index.md",
        {"Games": [{"Tag": ["rules/tag.md", {"Plain words": "plain.md"}]}, "changes.md"]},
    ]
    assert contents.nav("ja") == ["index.md", {"ゲーム": [{"鬼ごっこ": ["rules/tag.md"]}]}]


@pytest.mark.parametrize(
    ("page", "text", "said"),
    [
        ("docs/plain.md", "[x](nowhere.md)", "docs/plain.md: nowhere.md leads nowhere"),
        ("docs/plain.md", "[x](stray.md)", "docs/stray.md is led to, but is not in docs/site/contents.toml"),
    ],
)
def test_a_link_that_leads_nowhere_ends_the_build(root: Path, page: str, text: str, said: str) -> None:
    (root / "docs" / "stray.md").touch()
    (root / page).write_text(text)
    with pytest.raises(SiteError, match=said):
        staged(root)


@pytest.mark.parametrize(
    ("gone", "said"), [("docs/plain.md", "no docs/plain.md"), ("docs/rules/tag.ja.md", "in en only")]
)
def test_a_page_that_is_missing_ends_the_build(root: Path, gone: str, said: str) -> None:
    (root / gone).unlink()
    with pytest.raises(SiteError, match=said):
        Contents(root)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Text:\n- one\n- two", "Text:\n\n- one\n- two"),
        ("- one\n  goes on\n- two", "- one\n    goes on\n- two"),
        ("1. one\n   - in it\n   - again\n2. two", "1. one\n    - in it\n    - again\n2. two"),
        ("- one\n\n  more of it\n\nafter", "- one\n\n    more of it\n\nafter"),
        ("- one\n## Two", "- one\n## Two"),
        ("Text\n| a |\n|---|\n| b |", "Text\n\n| a |\n|---|\n| b |"),
        ("```\n- as it is\n  | so |\n```", "```\n- as it is\n  | so |\n```"),
        ("1. do:\n\n   ```console\n   $ x\n     y\n   ```", "1. do:\n\n    ```console\n    $ x\n      y\n    ```"),
        ("- one\nlazily", "- one\n    lazily"),
    ],
)
def test_markdown_as_everybody_reads_it(written: str, read: str) -> None:
    assert "\n".join(Prose("").lines(written)) == read

"""The documentation as it stands: complete, up to date, and built without a warning."""

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.site.build import POLICY, TOOLS, build
from tests.site.check import Read
from tests.site.reference import DOCS, pages
from tests.site.stage import Contents, Stage

ROOT = DOCS.parent
COUNTED = ("ol", "ul", "li", "table", "tr", "pre", "img", "h2", "h3")


@pytest.mark.parametrize("name", sorted(pages()))
def test_what_is_made_from_the_program_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "write it anew: make reference"


def test_every_page_is_in_the_contents() -> None:
    listed = {page.source for page in Contents().pages} | {DOCS / "package.md"}  # which package indexes show
    assert set(DOCS.rglob("*.md")) - listed == set()


def test_settings_of_the_server_are_those_of_the_table() -> None:
    """docs/server.md is the reference of settings."""
    from ludarium.server.settings import Settings  # noqa: PLC0415

    part = (DOCS / "server.md").read_text(encoding="utf-8").partition("\n## Settings\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == list(Settings.model_fields)


def test_make_docs_builds_anew_when_a_file_changes_that_is_shown(tmp_path: Path) -> None:
    Stage(Contents(), tmp_path).write()
    files = tmp_path / "en" / "files"
    shown = {page.relative_to(files).with_suffix("").as_posix() for page in files.rglob("*.md")}
    shown = {name for name in shown if (ROOT / name).is_file()}
    assert {"LICENSE", "deploy/nginx.conf", "examples/leap.py"} <= shown
    told = subprocess.run(
        ["make", "--print-data-base", "--question", "site/index.html"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    (needed,) = re.findall("^site/index.html:(.+)$", told.stdout, re.MULTILINE)
    assert shown - set(needed.split()) == set()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as ``make docs`` does; it ends with what is wrong, if anything is."""
    assert (TOOLS / "ready").is_file(), "what builds the documentation is not set up: make docs"
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder)
    return folder


@pytest.mark.slow
def test_both_languages_are_built(site: Path) -> None:
    contents = Contents()
    built = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    assert {page.address for page in contents.pages} - built == set()
    japanese = Read((site / "ja" / "rules" / "mur.html").read_text(encoding="utf-8"))
    assert "../../rules/img/mur-start.svg" in japanese.loaded
    assert "../../rules/mur.html" in japanese.links  # in the other language
    assert "MUR-K1" in japanese.anchors
    for language in (".", "ja"):
        assert (site / language / "search.json").stat().st_size > 100_000
    assert (site / POLICY).is_file()
    assert "Zensical and contributors" in (site / "assets" / "LICENSE.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_it_is_said_whose_code_is_in_its_scripts(site: Path) -> None:
    told = (DOCS / "licences.md").read_text(encoding="utf-8")
    notices = (site / "assets" / "javascripts" / "LICENSE").read_text(encoding="utf-8")
    packages = re.findall("^Package: (.+)@", notices, re.MULTILINE)
    assert "rxjs" in packages
    assert [name for name in packages if f"`{name}`" not in told] == []
    for words in ("free of charge, to any person", "Apache License\n", "full text of this NOTICE"):  # MIT, Apache, W3C
        assert words in notices


@pytest.mark.slow
def test_pages_are_read_there_as_in_the_repository(site: Path) -> None:
    """As many items, tables, rows, blocks of code, pictures and headings as another reader of Markdown finds."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    wrong = []
    for page in Contents().pages:
        text = page.source.read_text(encoding="utf-8")
        if page.name == "speed":  # gets a title, and its headings go down
            text = "# x\n" + re.sub("^#", "##", text, flags=re.MULTILINE)
        expected = Read(f"<article>{reader.render(text)}</article>").made_of
        found = Read((site / page.address).read_text(encoding="utf-8")).made_of
        wrong += [
            f"{page.address}: {tag} {found[tag]} times instead of {expected[tag]}"
            for tag in COUNTED
            if found[tag] != expected[tag]
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_nothing_is_twice_in_the_contents_of_a_page(site: Path) -> None:
    """Headings of the same name on one page get numbers, and links to them would lead to the first one."""
    ids = Counter(re.findall(r' id="([^"]+)"', (site / "server.html").read_text(encoding="utf-8")))
    assert [name for name, count in ids.items() if count > 1] == []

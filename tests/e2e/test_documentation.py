"""The documentation in a real browser: found from the pages, read, searched, in both languages; nothing is blocked."""

import pytest
from playwright.sync_api import ViewportSize, expect

from ludarium.server.built_pages import find_documentation
from tests.e2e.chromium import PHONE, SIZE
from tests.e2e.conftest import Welcome
from tests.e2e.test_accessible import faults_of

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _built() -> None:
    assert find_documentation(), "build it first: make docs"


@pytest.mark.parametrize(
    ("language", "link", "title", "found"),
    [
        ("en", "Documentation", "Where to begin", "kraken"),
        ("ja", "ドキュメント", "どこから読むか", "クラーケン"),
    ],
)
def test_from_the_games_to_what_was_searched_for(
    visit: Welcome, language: str, link: str, title: str, found: str
) -> None:
    """The visitor sees at its end that no script, style or request was blocked or went elsewhere."""
    visitor = visit({"language": language})
    visitor.go("/")
    visitor.page.get_by_role("link", name=link).click()
    expect(visitor.page.get_by_role("heading", name=title)).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.keyboard.press("Control+k")
    visitor.page.get_by_role("combobox").fill(found)
    results = visitor.page.locator("ol[role=listbox] a", has_text=found)
    results.first.click()
    expect(visitor.page.locator("article")).to_contain_text(found)
    assert "/docs/ja/" in visitor.page.url or language == "en"


def test_a_rule_in_the_other_language(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/docs/rules/mur.html#MUR-K1")
    expect(visitor.page.locator("[id='MUR-K1']")).to_be_in_viewport()
    expect(visitor.page.locator("article img").first).to_have_js_property("complete", True)
    assert visitor.page.evaluate("[...document.querySelectorAll('article img')].every((one) => one.naturalWidth > 0)")
    visitor.page.get_by_role("link", name="日本語").click()
    expect(visitor.page).to_have_title("マー（Mur） - Ludarium")
    assert visitor.page.evaluate("[...document.querySelectorAll('article img')].every((one) => one.naturalWidth > 0)")
    visitor.page.get_by_role("link", name="English").click()
    expect(visitor.page).to_have_title("Mur - Ludarium")


@pytest.mark.parametrize("size", [SIZE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_screen_or_hard_to_read(visit: Welcome, size: ViewportSize, scheme: str) -> None:
    visitor = visit(viewport=size, color_scheme=scheme)
    for name in ("index", "games/realm", "reference/commands", "reference/wire", "server", "ja/learn/mur-jp"):
        visitor.go(f"/docs/{name}.html")
        if (size, scheme) in ((SIZE, "light"), (PHONE, "dark")) and name != "reference/wire":  # which is long
            assert faults_of(visitor) == []
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert (
            visitor.page.evaluate("document.body.dataset.mdColorScheme")
            == {"light": "default", "dark": "slate"}[scheme]
        )


def test_back_to_the_games(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/docs/")
    visitor.page.get_by_role("link", name="Play the games").click()
    expect(visitor.page.get_by_role("heading", name="Play a game")).to_be_visible()

"""The two layers of the rules in a real browser: guides, what they print, and the reference."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.chromium import PHONE
from tests.e2e.conftest import Welcome

pytestmark = pytest.mark.slow

GUIDES = sorted({file.name.split(".")[0] for file in (Path(__file__).parents[2] / "docs" / "learn").glob("*.md")})
each_guide = pytest.mark.parametrize("ruleset", GUIDES)


@each_guide
def test_a_guide_is_read_stepped_through_and_printed(visit: Welcome, ruleset: str) -> None:
    visitor = visit({"language": "en", "theme": "dark"})
    visitor.go(f"/guide/{ruleset}")
    page = visitor.page
    expect(page).to_have_title(re.compile("How to play"))

    diagram = page.locator(".diagram").filter(has=page.get_by_role("button", name="Show the move")).first
    diagram.scroll_into_view_if_needed()
    show, again = diagram.get_by_role("button", name="Show the move"), diagram.get_by_role("button", name="Start again")
    expect(show).to_be_enabled()
    expect(diagram.locator("g.last path, g.preview path, g.preview circle, g.preview text").first).to_be_attached()
    show.click()
    expect(show).to_be_disabled()
    expect(again).to_be_enabled()
    again.click()
    expect(show).to_be_enabled()

    game = page.locator("[id^=game-]").first
    game.scroll_into_view_if_needed()
    game.get_by_role("button", name="Next move").focus()
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(game.locator(".said")).to_contain_text(f"Move {number} of")
    page.keyboard.press("End")
    expect(game.locator(".outcome")).to_be_visible()
    link = game.get_by_role("link", name="Play on from here")
    expect(link).to_have_attribute("href", re.compile(r"^/analysis/.*#"))

    page.goto(f"{page.url}")  # nothing has been scrolled to
    page.locator("img").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    blank = page.evaluate(
        "[...document.querySelectorAll('.diagram img')]"
        ".filter(img => !img.complete || !img.naturalWidth || !img.offsetWidth).length"
    )
    assert blank == 0
    for paper in ("A4", "Letter"):
        page.evaluate("document.documentElement.dataset.print = 'aid'")
        printed = page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 1


@each_guide
def test_a_guide_fits_a_phone(visit: Welcome, ruleset: str) -> None:
    visitor = visit({"language": "ja"}, viewport={**PHONE, "width": 360})
    visitor.go(f"/guide/{ruleset}")
    visitor.page.get_by_role("heading", level=1).wait_for()
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_reference_unfolds_all_rulings_and_what_an_address_means(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/rules/mur?ruleset=mur-en")
    rulings = visitor.page.locator("details.ruling")
    expect(rulings.first).not_to_have_attribute("open", "")
    visitor.page.get_by_role("checkbox", name="Show all rulings").check()
    assert visitor.page.evaluate("[...document.querySelectorAll('details.ruling')].every(one => one.open)")
    # Of two editions, the one that was asked for comes first.
    items = visitor.page.locator("article li").filter(has_text=re.compile(r"^(en|jp)\b"))
    assert items.first.inner_text().startswith("en")
    notation = visitor.page.locator("details.folded")
    expect(notation).not_to_have_attribute("open", "")
    heading = notation.locator("h2").get_attribute("id")
    visitor.page.get_by_role("navigation", name="Contents").get_by_role("link", name="Notation").click()
    expect(visitor.page).to_have_url(re.compile(f"#{heading}$"))
    expect(notation).to_have_attribute("open", "")


def test_the_layers_lead_to_each_other(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/rules/mur?ruleset=mur-jp")
    visitor.page.get_by_role("link", name="How to play", exact=True).click()
    expect(visitor.page).to_have_url(re.compile("/guide/mur-jp$"))
    visitor.page.get_by_role("link", name="Reference", exact=True).click()
    expect(visitor.page).to_have_url(re.compile(r"/rules/mur\?ruleset=mur-jp$"))

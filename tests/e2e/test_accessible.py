"""axe-core finds nothing serious on any page, in both languages and all themes."""

from pathlib import Path

import pytest

from tests.e2e.chromium import PHONE, SIZE
from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/",
    "/play/mur",
    "/play/mutterland",
    "/lobby",
    "/rules/myrmidons",
    "/study/realm",
    "/me",
    "/settings",
    "/nowhere",
)
GRAVE = ("serious", "critical")


def _faults(visitor: Visitor) -> list[str]:
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = visitor.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{visitor.page.url} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "safe"])
def test_pages(visit: Welcome, language: str, theme: str) -> None:
    visitor = visit({"language": language, "theme": theme}, viewport=PHONE if theme in ("dark", "safe") else SIZE)
    faults = []
    for path in PAGES:
        visitor.go(path)
        visitor.page.get_by_role("heading", level=1).wait_for()
        visitor.page.wait_for_load_state("networkidle")
        faults += _faults(visitor)
    assert faults == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ruleset", ["mur-en", "myrmidons", "mutterland", "realm"])
def test_tables(visit: Welcome, ruleset: str, theme: str) -> None:
    visitor = visit({"theme": theme})
    table = visitor.open_table({"ruleset": ruleset, "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    visitor.until(lambda: visitor.may_step)
    faults = _faults(visitor)
    visitor.take(visitor.paths[0])
    for tab in ("Moves", "Chat", "More"):
        visitor.page.get_by_role("button", name=tab).click()
        faults += _faults(visitor)
    visitor.go(f"/t/{table}/review")
    visitor.page.get_by_role("application").first.wait_for()
    faults += _faults(visitor)
    assert faults == []


def test_every_site_says_its_name_and_what_stands_there(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    visitor.until(lambda: visitor.may_step)
    labels = {
        site.get_attribute("data-site"): site.get_attribute("aria-label") or ""
        for site in visitor.page.locator("[data-site]").all()
    }
    assert len(labels) == 25
    assert "kraken" in labels["x"]
    assert labels["c3"].startswith("c3, port")
    assert "empty" in labels["a1"]


def test_steps_are_announced(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "you"}], "visibility": "screen"})
    visitor.until(lambda: visitor.may_step)
    visitor.page.mouse.click(*visitor.middle("c2"))
    visitor.until(lambda: len(visitor.steps) == 1)
    live = visitor.page.locator("[aria-live], [role=status], [role=log]")
    visitor.until(lambda: "Black places a ship on c2." in " ".join(live.all_text_contents()))

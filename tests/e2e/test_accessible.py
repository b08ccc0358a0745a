"""axe-core finds nothing serious on any page, in both languages and all themes."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from tests.e2e.chromium import PHONE, SIZE
from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/",
    "/play/mur",
    "/play/mutterland",
    "/lobby",
    "/rules/myrmidons",
    "/rules/mur?ruleset=mur-en",
    "/guide/mur-jp",
    "/guide/mutterland",
    "/learn",
    "/learn/connect-four",
    "/learn/connect-four/four",
    "/puzzles",
    "/puzzles/daily",
    "/puzzles/mur-en",
    "/analysis",
    "/study/realm",
    "/me",
    "/leaderboard",
    "/settings",
    "/nowhere",
)
GRAVE = ("serious", "critical")
COLOURS = ("color-contrast", "link-in-text-block")  # the rules that ask for colours


def faults_of(visitor: Visitor, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds, by all rules or by these."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = visitor.page.evaluate(
        "rules => axe.run(document, {resultTypes: ['violations'], ...(rules.length && {runOnly: rules})})", rules
    )
    return [
        f"{visitor.page.url} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


# Every theme, and every language on either size of screen: words do not choose colours, nor colours words.
@pytest.mark.parametrize(
    ("theme", "language", "size"),
    [("light", "en", SIZE), ("dark", "ja", PHONE), ("contrast", "ja", SIZE), ("safe", "en", PHONE)],
)
def test_pages(visit: Welcome, theme: str, language: str, size: ViewportSize) -> None:
    visitor = visit({"language": language, "theme": theme}, viewport=size)
    faults = []
    for path in PAGES:
        visitor.go(path)
        visitor.page.get_by_role("heading", level=1).wait_for()
        visitor.page.wait_for_load_state("networkidle")
        faults += faults_of(visitor)
    assert faults == []


def _faults_by_day_and_night(visitor: Visitor) -> list[str]:
    """The same page in the light and in the dark theme, which differ in colours only."""
    faults = []
    for theme, rules in (("light", ()), ("dark", COLOURS)):
        _choose(visitor, theme, "en")
        faults += [f"{theme}: {fault}" for fault in faults_of(visitor, rules)]
    return faults


def _choose(visitor: Visitor, theme: str, language: str) -> None:
    """As if the theme and the language had been chosen in another tab."""
    visitor.page.evaluate(
        "newValue => dispatchEvent(new StorageEvent('storage', {key: 'ludarium.settings', newValue}))",
        json.dumps({"sound": False, "speed": "off", "language": language, "theme": theme}),
    )
    visitor.page.locator(f"html[data-theme={theme}][lang={language}]").wait_for()


@pytest.mark.parametrize("ruleset", ["mur-en", "myrmidons", "mutterland", "realm"])
def test_tables(visit: Welcome, ruleset: str) -> None:
    visitor = visit()
    table = visitor.open_table({"ruleset": ruleset, "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    visitor.until(lambda: visitor.may_step)
    faults = _faults_by_day_and_night(visitor)
    visitor.take(visitor.paths[0])
    for tab in ("Moves", "More"):
        visitor.page.get_by_role("button", name=tab).click()
        faults += _faults_by_day_and_night(visitor)
    visitor.go(f"/t/{table}/review")
    visitor.page.get_by_role("application").first.wait_for()
    faults += _faults_by_day_and_night(visitor)
    assert faults == []


THEMES = ("light", "dark", "contrast", "safe")


def _two_clicks(visitor: Visitor) -> list[str]:
    """Two sites that mean one step: something to pick, and where to point to see what it would do."""
    begun = Counter(tuple(path["clicks"][:2]) for path in visitor.paths)
    for clicks, steps in begun.items():
        if steps == 1 and len(clicks) == 2 and not any(click.startswith("#") for click in clicks):
            return list(clicks)
    raise AssertionError(f"no such step: {visitor.paths}")


# The steps of one's own before it: the set-up, in Mur two ships.
@pytest.mark.parametrize(("ruleset", "steps"), [("mur-en", 2), ("myrmidons", 6), ("mutterland", 5), ("realm", 6)])
def test_tables_in_the_middle_of_a_step(visit: Welcome, ruleset: str, steps: int) -> None:
    """Something is picked and one is told what a step would do: in every theme, in both languages and sizes."""
    visitor = visit()
    visitor.open_table({"ruleset": ruleset, "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    for _ in range(steps):
        visitor.until(lambda: visitor.may_step)
        visitor.take(visitor.paths[0])
    visitor.until(lambda: visitor.may_step)
    picked, pointed = _two_clicks(visitor)
    visitor.page.mouse.click(*visitor.middle(picked))
    faults = []
    for size in (SIZE, PHONE):
        visitor.page.set_viewport_size(size)
        for theme, language in [*((theme, "en") for theme in THEMES), ("light", "ja")]:
            _choose(visitor, theme, language)
            visitor.page.mouse.move(*visitor.middle(pointed))
            visitor.page.locator(".would").wait_for()
            assert visitor.page.locator('[aria-pressed="true"][data-site]').count() == 1
            rules = () if theme == "light" else COLOURS  # themes differ in colours only
            found = faults_of(visitor, rules)
            faults += [f"{theme} {language} {size['width']}: {fault}" for fault in found]
    assert faults == []


def test_the_chat(visit: Welcome) -> None:
    visitor = visit()
    visitor.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]})
    visitor.page.get_by_role("button", name="Chat").click()
    assert _faults_by_day_and_night(visitor) == []


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

"""A stranger who has never seen the rules plays whole games with the mouse alone: reads what to do, and clicks on what
is marked. What the server tells the page is not looked at.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from ludarium.core.game import Ruleset, rulesets
from ludarium.core.rng import Rng
from tests.e2e.conftest import Welcome

pytestmark = [pytest.mark.slow, pytest.mark.compiled_only]

MOST_CLICKS = 1500
PATIENCE = 20_000  # milliseconds
SHORTEST_PROMPT = 10  # letters
LOOK = """() => {
  const said = (where) => document.querySelector(where)?.innerText ?? "";
  const marked = (...kinds) => [...document.querySelectorAll("[data-mark]")]
    .filter((one) => kinds.includes(one.dataset.mark)).map((one) => one.dataset.at);
  return {
    turn: said(".status [role=status]"),
    prompt: said(".status .prompt"),
    picked: marked("picked"),
    begin: marked("movable", "start"),
    goOn: marked("target", "strike"),
    buttons: [...document.querySelectorAll("[data-choice]")].map((one) => one.dataset.choice),
    asks: document.querySelector("dialog[open] button.danger") !== null,
    over: document.querySelector(".end button, .end a") !== null,
  };
}"""


def look(page: Page) -> dict[str, Any]:
    """What there is to see once the page has settled: a question, the end, or one's own turn with something marked."""
    for _ in range(0, PATIENCE, 30):
        seen: dict[str, Any] = page.evaluate(LOOK)
        places = seen["goOn"] if seen["picked"] else seen["begin"]
        if seen["asks"] or seen["over"] or (seen["turn"] == "Your turn" and (places or seen["buttons"])):
            return {**seen, "places": sorted(set(places))}
        page.wait_for_timeout(30)
    raise AssertionError(f"nothing to click: {seen}")


@pytest.mark.parametrize("ruleset", [one for one in rulesets() if not one.tiny], ids=lambda one: one.name)
def test_a_stranger_plays_a_whole_game(ruleset: Ruleset, visit: Welcome) -> None:
    visitor, rng = visit(), Rng(len(ruleset.name))
    visitor.open_table({"ruleset": ruleset.name, "seats": [{"who": "you"}, {"who": "computer", "level": 4}]})
    page = visitor.page
    for _ in range(MOST_CLICKS):
        seen = look(page)
        if seen["over"]:
            return
        if seen["asks"]:
            page.locator("dialog[open] button.danger").click()
            continue
        assert len(seen["prompt"]) > SHORTEST_PROMPT, seen
        chosen = rng.below(len(seen["places"]) + bool(seen["buttons"]))
        if chosen < len(seen["places"]):
            page.mouse.click(*visitor.middle(seen["places"][chosen]))
        else:
            page.locator(f'[data-choice="{seen["buttons"][rng.below(len(seen["buttons"]))]}"]').click()
    pytest.fail("the game does not end")

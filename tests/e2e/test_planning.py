"""Two people play a game over days: one plans answers, the other plays."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Welcome
from tests.e2e.test_accessible import faults_of
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

OVER_DAYS = {
    "ruleset": "mur-en",
    "seats": [{"who": "you"}, {"who": "open"}],
    "clock": {"kind": "days", "base": 3},
}


def _pair(visit: Welcome) -> tuple[Visitor, Visitor]:
    """Ada, who begins, and Ben, both at the table."""
    ada, ben = visit(), visit()
    ada.open_table(OVER_DAYS)
    ben.go("/")
    ben.page.evaluate("""() => fetch("/api/me", { method: "POST", body: JSON.stringify({ name: "Ben" }),
      headers: { "X-Ludarium": "1", "Content-Type": "application/json" } })""")
    ben.go(f"/t/{ada.table['id']}?sit")
    ada.until(lambda: ada.may_step)
    return ada, ben


def _lines(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Saved lines").get_by_role("listitem", name="Line")


def _put(visitor: Visitor, site: str, by: str = "mouse") -> None:
    """A ship on the board of the page for plans, where no message says what can be done."""
    draft = visitor.page.get_by_role("region", name="This line").get_by_role("listitem")
    count = draft.count()
    if by == "mouse":
        visitor.page.mouse.click(*visitor.middle(site))
    else:
        visitor.focus_board()
        visitor.page.keyboard.type(site)
        visitor.page.keyboard.press("Enter")
    expect(draft).to_have_count(count + 1)


def test_an_answer_is_planned_on_the_board_and_played_by_the_server(visit: Welcome) -> None:
    ada, ben = _pair(visit)
    page = ben.page
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Plan answers").click()
    expect(page.get_by_text("Play a move for Ada.")).to_be_visible()
    save = page.get_by_role("button", name="Save line")
    _put(ben, "c2")
    expect(page.get_by_text("Play your answer.")).to_be_visible()
    expect(save).to_be_disabled()
    _put(ben, "a1")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Play your answer.")).to_be_visible()
    _put(ben, "a2", by="keys")
    save.click()
    expect(_lines(ben)).to_have_count(1)
    expect(_lines(ben)).to_contain_text("Black places a ship on c2")
    expect(_lines(ben)).to_contain_text("White places a ship on a2")
    expect(save).to_be_disabled()
    page.get_by_role("button", name="Start over").click()
    _put(ben, "d2")
    _put(ben, "b2")
    save.click()
    expect(_lines(ben)).to_have_count(2)
    assert faults_of(ben) == []
    page.get_by_role("button", name="Remove: Line 2").click()
    expect(_lines(ben)).to_have_count(1)
    page.get_by_role("button", name="Show: Line 1").click()
    _put(ben, "c3")
    _put(ben, "a3")
    save.click()
    expect(_lines(ben)).to_have_count(1)  # it says more than the one before
    expect(_lines(ben)).to_contain_text("White places a ship on a3")

    page.get_by_role("link", name="Back to table").click()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_text("1 planned line", exact=True)).to_be_visible()
    assert any(b'"planned"' in message for message in ben.bytes)
    assert not any(b'"planned"' in message for message in ada.bytes)

    ada.take(next(path for path in ada.paths if path["step"] == "+c2"))
    ada.until(lambda: len(ada.steps) == 2 and ada.may_step)
    assert [step["text"] for step in ada.steps] == ["+c2", "+a2"]
    expect(page.get_by_text("Planned answer played.").first).to_be_visible()
    page.get_by_role("link", name="Plan answers").click()  # and goes on from there
    expect(_lines(ben)).to_have_count(1)
    expect(_lines(ben)).to_contain_text("Black places a ship on c3")
    expect(_lines(ben)).not_to_contain_text("on c2")
    ada.take(next(path for path in ada.paths if path["step"] == "+d3"))  # otherwise than foreseen
    expect(page.get_by_text("It's your turn. Move at the table.")).to_be_visible()
    expect(page.get_by_text("No saved lines yet.")).to_be_visible()


def test_games_with_hidden_information_say_why_not(visit: Welcome) -> None:
    visitor = visit()
    table = visitor.open_table({**OVER_DAYS, "ruleset": "myrmidons", "seats": [{"who": "you"}, {"who": "computer"}]})
    expect(visitor.page.get_by_role("link", name="Plan answers")).to_have_count(0)
    visitor.go(f"/t/{table}/plan")
    expect(visitor.page.get_by_text("You can't plan answers in games with hidden information.")).to_be_visible()
    visitor.problems.clear()  # the browser's own note that the server refused

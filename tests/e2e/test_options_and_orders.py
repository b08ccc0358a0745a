"""What a form lets people write, and an order that is taken back: with a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 740}
ARMY = ("=243", "=111", "=324", "=522", "=333", "=432")


def take(visitor: Visitor, step: str) -> None:
    visitor.until(lambda: visitor.may_step)
    visitor.take(next(path for path in visitor.paths if path["step"] == step))


@pytest.mark.clause("MYR-X1", "MYR-X2")
def test_agreed_types_are_written_in_the_form_and_played(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/play/myrmidons")
    page = visitor.page
    page.get_by_text("Clock and options").click()
    page.get_by_label("agreed types").check()
    field = page.get_by_role("textbox", name="Types of both armies")
    expect(page.get_by_text("Leave empty to play with the base set")).to_be_visible()
    page.get_by_role("spinbutton", name="Blocks in each army").fill("12")
    expect(page.get_by_text("Name 11 types.")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(field).to_be_focused()
    page.get_by_role("spinbutton", name="Blocks in each army").fill("6")
    expect(page.get_by_text("Name 11 types.")).to_have_count(0)
    field.fill("135, 153, 225, 243, 999")
    expect(page.get_by_text('"999" isn\'t a type.')).to_be_visible()
    field.press("End")
    for _ in "999":
        page.keyboard.press("Backspace")
    page.keyboard.type("315")
    expect(page.get_by_text("isn't a type.")).to_have_count(0)
    page.get_by_role("button", name="Start").press("Enter")
    visitor.until(lambda: bool(visitor.table) and visitor.may_step)
    assert {path["step"] for path in visitor.paths} == {"=111", "=135", "=153", "=225", "=243", "=315"}
    page.get_by_role("button", name="More").click()
    expect(page.get_by_text("1-3-5, 1-5-3, 2-2-5, 2-4-3, 3-1-5")).to_be_visible()


@pytest.mark.clause("MUT-P1")
def test_a_land_of_ones_own_is_written_on_a_phone_in_japanese(visit: Welcome) -> None:
    visitor = visit({"language": "ja"}, viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.go("/play/mutterland")
    page = visitor.page
    page.locator("summary").tap()
    page.get_by_text("自分で書く", exact=True).tap()
    expect(page.get_by_text("70個").first).to_be_visible()
    page.get_by_role("button", name="例を使う").tap()
    expect(page.locator("textarea")).to_have_value(re.compile(r"^\[\[0, 0\], \[1, 0\],"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("form button.primary").tap()
    visitor.until(lambda: bool(visitor.table) and bool(visitor.picture))
    assert any(one["value"] == "70個のリスト" for one in visitor.table["settings"])


@pytest.mark.clause("MYR-O4")
def test_an_order_is_taken_back_between_two_people(visit: Welcome) -> None:
    ada, ben = visit(), visit()
    table = ada.open_table({"ruleset": "myrmidons", "seats": [{"who": "you"}, {"who": "open"}]})
    ben.go(f"/t/{table}")
    ben.page.get_by_role("button", name="Join").first.click()
    ada.until(lambda: ada.table["phase"] == "playing")
    for visitor in (ada, ben):
        for step in ARMY:
            take(visitor, step)
    ada.until(lambda: ada.may_step)
    back = ada.page.get_by_role("button", name="Undo", exact=False)
    expect(back).to_have_count(0)
    ben.page.wait_for_timeout(300)
    heard, seen = len(ben.bytes), len(ada.steps)
    take(ada, "!n")
    take(ada, "a1:2")
    back.first.click()
    ada.until(lambda: len(ada.steps) == seen + 1)
    back.first.click()
    ada.until(lambda: len(ada.steps) == seen)
    expect(back).to_have_count(0)
    ben.page.wait_for_timeout(300)
    assert len(ben.bytes) == heard, "the opponent is told nothing"
    take(ada, "c1n2")
    ben.until(lambda: ben.may_step)

"""People who play each other: one leaves before it has begun, one goes on vacation, one has several games."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.test_accessible import faults_of
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

BETWEEN_TWO = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}]}
OVER_DAYS = {**BETWEEN_TWO, "clock": {"kind": "days", "base": 3}}


def _post(visitor: Visitor, path: str, body: dict[str, object]) -> None:
    visitor.page.evaluate(
        """([path, body]) => fetch(path, { method: "POST", body: JSON.stringify(body),
          headers: { "X-Ludarium": "1", "Content-Type": "application/json" } })""",
        [path, body],
    )


def _pair(ada: Visitor, ben: Visitor, wanted: Mapping[str, object]) -> str:
    """Both at a new table of Ada's, who begins."""
    table = ada.open_table(wanted)
    ben.go(f"/t/{table}?sit")
    ada.until(lambda: ada.may_step and ada.table["id"] == table)
    return table


def test_a_game_nobody_has_played_yet_is_aborted(visit: Welcome) -> None:
    ada, ben = visit(), visit(settings={"language": "ja"}, viewport={"width": 360, "height": 740})
    ben.go("/")
    _post(ben, "/api/me", {"name": "Ben"})
    _pair(ada, ben, BETWEEN_TWO)
    ben.page.get_by_role("button", name="中止する").click()
    dialog = ben.page.get_by_role("dialog")
    expect(dialog.get_by_text("対局は結果なしで終わります。")).to_be_visible()
    assert faults_of(ben) == []
    dialog.get_by_role("button", name="中止する").press("Enter")
    expect(ben.page.get_by_role("heading", name="対局は中止されました")).to_be_visible()
    expect(ada.page.get_by_role("heading", name="Game aborted")).to_be_visible()
    ada.go("/me")
    expect(ada.page.get_by_text("The game was aborted. There is no result.")).to_be_visible()


def test_a_vacation_is_shown_to_others_and_the_next_game_is_a_click_away(visit: Welcome) -> None:
    ada, ben = visit(), visit()
    ada.go("/")
    _post(ada, "/api/account", {"name": "Ada of the lake", "password": "correct horse"})
    ben.go("/")
    _post(ben, "/api/me", {"name": "Ben"})
    first, second = _pair(ada, ben, OVER_DAYS), _pair(ada, ben, OVER_DAYS)
    ada.go("/")
    turns = ada.page.get_by_role("link", name="Your turn in 2 games")
    expect(turns).to_have_attribute("href", f"/t/{first}")
    turns.press("Enter")
    ada.until(lambda: ada.may_step and ada.table["id"] == first)
    ada.take(ada.paths[0], by="keys")
    expect(ada.page.get_by_role("link", name="Next game (1 waits for you)")).to_have_attribute("href", f"/t/{second}")
    ada.go("/me")
    ada.page.get_by_label("Days").fill("12")
    ada.page.get_by_label("Days").press("Enter")
    expect(ada.page.get_by_text("On vacation until")).to_be_visible()
    assert faults_of(ada) == []
    away = ben.page.get_by_role("region", name="Black: Ada of the lake").get_by_text("on vacation until")
    expect(away).to_be_visible()
    ada.page.get_by_role("button", name="End vacation").click()
    expect(ada.page.get_by_text("29 days left.")).to_be_visible()
    expect(away).to_be_hidden()

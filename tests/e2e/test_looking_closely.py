"""Rulebook pages with diagrams to play on, games looked back at, free boards, and secrets between browsers."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow

COMPUTER = {"who": "computer", "level": 1}


def test_a_diagram_of_the_rulebook_is_played_on(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/rules/mur")
    visitor.page.locator("figure").first.scroll_into_view_if_needed()  # it is drawn when somebody comes near
    board = visitor.page.get_by_role("application").first
    site = board.locator('[data-site="c2"]')
    expect(site).to_have_attribute("aria-label", re.compile("empty"))
    site.click(force=True)
    expect(site).to_have_attribute("aria-label", re.compile("ship"))


def test_a_finished_game_is_judged_and_tried_otherwise(visit: Welcome) -> None:
    visitor = visit()
    table = visitor.open_table({"ruleset": "mur-en", "options": {"turn_cap": 10}, "seats": [{"who": "you"}, COMPUTER]})
    while not visitor.over:
        visitor.until(lambda: visitor.may_step or visitor.over)
        if visitor.may_step and not visitor.over:
            visitor.take(visitor.paths[0])
    visitor.go(f"/t/{table}/review")
    visitor.page.get_by_role("button", name="Analyse game").first.click()
    expect(visitor.page.get_by_role("img", name=re.compile("chances|curve|Black", re.I)).first).to_be_visible()
    board = visitor.page.get_by_role("application").first
    visitor.page.get_by_role("button", name=re.compile("start|first", re.I)).first.click()
    expect(board.locator('[data-site="x"]')).to_have_attribute("aria-label", re.compile("kraken"))
    expect(board.locator('[data-site="a1"]')).to_have_attribute("aria-label", re.compile("empty"))
    board.locator('[data-site="a1"]').click(force=True)  # a branch of one's own
    expect(board.locator('[data-site="a1"]')).to_have_attribute("aria-label", re.compile("ship"))


def test_a_better_move_is_told_in_words_and_shown_on_the_board(visit: Welcome) -> None:
    visitor = visit()
    seats = [{"who": "you"}, {"who": "you"}]
    table = visitor.open_table({"ruleset": "mur-en", "seats": seats, "visibility": "screen"})
    for step in ("+b3", "+c3", "+d3", "+a1", "+h1"):  # a blunder or two
        visitor.take(next(path for path in visitor.paths if path["step"] == step))
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name=re.compile("resign", re.I)).click()
    visitor.until(lambda: visitor.over)
    visitor.go(f"/t/{table}/review")
    visitor.page.get_by_role("button", name=re.compile("[Aa]nalyse")).first.click()
    better = visitor.page.get_by_role("note").filter(has_text="Better:").first
    expect(better).to_have_text(re.compile(r"Better:\s+(Black|White) \w+"))
    arrows = visitor.page.locator(".arrows > *")
    expect(arrows).to_have_count(0)
    at = visitor.page.url
    better.focus()
    expect(arrows).not_to_have_count(0)
    visitor.page.keyboard.press("Shift+Tab")
    expect(visitor.page).to_have_url(at)  # the board is where it was


def test_the_analysis_board_shows_what_the_computer_thinks(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/analysis/mur-en")
    visitor.page.get_by_role("checkbox", name="Start analysis").check()
    expect(visitor.page.get_by_text(re.compile(r"\d+%")).first).to_be_visible()


def test_the_record_is_downloaded_and_opened_again(visit: Welcome) -> None:
    visitor = visit()
    table = visitor.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, COMPUTER]})
    visitor.until(lambda: visitor.may_step)
    visitor.take(visitor.paths[0])
    with visitor.page.expect_download() as begun:
        visitor.page.evaluate(
            "id => { const link = document.createElement('a'); link.href = `/api/tables/${id}/record`;"
            " link.download = ''; document.body.append(link); link.click(); link.remove(); }",
            table,
        )
    record = begun.value.path()
    visitor.go("/analysis/mur-en")
    with visitor.page.expect_file_chooser() as chosen:
        visitor.page.get_by_role("button", name=re.compile("record", re.I)).click()
    chosen.value.set_files(record)
    expect(visitor.page.get_by_text("Black places a ship").first).to_be_visible()


def _set_up(visitor: Visitor, order: list[str]) -> None:
    """Put one's blocks down in an order."""
    for block in order:
        visitor.until(lambda: visitor.may_step)
        visitor.take(next(path for path in visitor.paths if path["step"] == f"={block}"))


def test_every_byte_to_a_browser_is_the_same_for_truths_that_it_cannot_tell_apart(visit: Welcome) -> None:
    """Two tables at which the host sets up differently; whatever the friend's and a watcher's browser are sent is
    equal but for the names of the tables and of people.
    """
    heard: list[list[bytes]] = []
    host, friend, watcher = visit(), visit(), visit()
    for order in (["111", "243", "324", "333", "432", "522"], ["522", "432", "333", "324", "243", "111"]):
        table = host.open_table({"ruleset": "myrmidons", "seats": [{"who": "you"}, {"who": "open"}]})
        friend.go(f"/t/{table}")
        friend.page.get_by_role("button", name="Join").first.click()
        host.until(lambda: host.table["phase"] == "playing")
        watcher.sit_at(table)
        for visitor in (friend, watcher):
            visitor.until(lambda visitor=visitor: visitor.table.get("spectators") == 1)  # type: ignore[misc]
        friend.page.wait_for_timeout(500)  # until everybody has heard that everybody is there
        friend.bytes.clear()
        watcher.bytes.clear()
        _set_up(host, order)
        _set_up(friend, ["111", "243", "324", "333", "432", "522"])
        host.until(lambda: host.may_step)
        friend.page.wait_for_timeout(300)
        people = {info["person"]: f"seat {info['seat']}" for info in friend.table["seats"]}
        names = {info["name"]: f"name {info['seat']}" for info in friend.table["seats"]}
        for visitor in (friend, watcher):
            told = b"\n".join(visitor.bytes).decode()
            for real, neutral in {table: "table", **people, **names}.items():
                told = told.replace(real, neutral)
            heard.append(told.encode().split(b"\n"))
    (friend_one, watcher_one, friend_two, watcher_two) = heard
    assert friend_one
    assert friend_one == friend_two
    assert watcher_one == watcher_two

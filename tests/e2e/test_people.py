"""People in real browsers: recovery codes, a profile, a challenge that is declined and one that is accepted."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.chromium import PHONE
from tests.e2e.conftest import Welcome
from tests.e2e.test_accessible import faults_of
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.slow


def register(visitor: Visitor, name: str, japanese: bool = False) -> list[str]:
    """Make an account on the page; the recovery codes that it shows."""
    page = visitor.page
    visitor.go("/me")
    form = page.locator("section[aria-labelledby=keep] > form")
    form.locator("input").first.fill(name)
    form.locator("input[type=password]").fill("correct horse")
    form.get_by_role("button").click()
    shown = page.get_by_role("dialog").locator("code")
    expect(shown).to_have_count(8)
    codes = shown.all_inner_texts()
    page.get_by_role("dialog").get_by_role("button", name="保存しました" if japanese else "I have saved them").click()
    return codes


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_two_people_challenge_each_other(visit: Welcome) -> None:
    ada, hana = visit(), visit({"language": "ja"}, viewport=PHONE, has_touch=True, is_mobile=True)
    codes = register(ada, "Ada P. Quill")
    assert all(re.fullmatch(r"[1-8](-[a-z2-9]{4}){3}", code) for code in codes)
    register(hana, "はなこ", japanese=True)

    # From the profile to the form, and to a private table.
    ada.go("/leaderboard")
    ada.page.get_by_label("Find a player by name").fill("はなこ")
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("heading", name="はなこ", exact=True).wait_for()
    assert faults_of(ada) == []
    ada.page.get_by_role("button", name="Follow", exact=True).click()
    expect(ada.page.get_by_role("button", name="Unfollow")).to_be_visible()
    ada.page.locator("section[aria-labelledby=challenge]").get_by_role("link", name="Mur").click()
    ada.page.get_by_text("Opponent: はなこ").wait_for()
    ada.page.get_by_role("button", name="Send challenge").click()
    ada.page.get_by_role("heading", name="Waiting for はなこ").wait_for()

    # She sees it on her home page, on a phone, and declines: Ada is told at the table.
    hana.go("/")
    hana.page.get_by_text("Ada P. Quillさんから対戦の申し込みがあります").wait_for()
    assert fits(hana.page)
    hana.page.get_by_role("button", name="Ada P. Quillさんの申し込みを断る：マー").click()
    ada.page.get_by_role("heading", name="はなこ declined").wait_for()
    expect(hana.page.get_by_text("対戦の申し込み", exact=True)).to_have_count(0)

    # The next one she accepts in the lobby, by keys.
    ada.go("/play/mur?challenge=%E3%81%AF%E3%81%AA%E3%81%93&ruleset=mur-en")
    ada.page.get_by_role("button", name="Send challenge").click()
    ada.page.get_by_role("heading", name="Waiting for はなこ").wait_for()
    hana.go("/lobby")
    accept = hana.page.get_by_role("link", name="Ada P. Quillさんの申し込みを受ける：マー")
    accept.focus()
    hana.page.keyboard.press("Enter")
    ada.page.locator(".player.acts").wait_for()
    assert ada.table["phase"] == "playing"
    assert [seat["name"] for seat in ada.table["seats"]] == ["Ada P. Quill", "はなこ"]

    # Names at the table open a card, by keys too; the game stays, and the page of the player is a new tab's.
    connections = ada.connections
    name = ada.page.get_by_role("link", name="はなこ, profile")
    name.focus()
    ada.page.keyboard.press("Enter")
    card = ada.page.get_by_role("dialog", name="はなこ")
    expect(card.get_by_role("button", name="Unfollow")).to_be_visible()
    expect(card.get_by_role("link", name="Challenge")).to_have_count(0)
    assert faults_of(ada) == []
    with ada.context.expect_page() as opened:
        card.get_by_role("link", name="Profile").click()
    opened.value.get_by_role("heading", name="はなこ", exact=True).wait_for()
    opened.value.close()
    ada.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(name).to_be_focused()
    assert ada.connections == connections
    hana.page.get_by_role("link", name="Ada P. Quillさんのプロフィール").tap()
    expect(hana.page.get_by_role("dialog").get_by_role("button", name="フォローする")).to_be_visible()
    assert fits(hana.page)
    hana.page.keyboard.press("Escape")

    # A profile on a phone, in Japanese; the name has dots in it.
    hana.go("/people/Ada%20P.%20Quill")
    hana.page.get_by_role("heading", name="成績").wait_for()
    assert fits(hana.page)
    assert faults_of(hana) == []


def test_a_recovery_code_opens_the_account(visit: Welcome) -> None:
    lost, codes = visit(), register(visit(), "Forgetful")
    page = lost.page
    lost.go("/me")
    page.get_by_text("Forgot your password?").click()
    form = page.locator("details").filter(has_text="Forgot your password?").locator("form")
    form.get_by_label("Your name").fill("forgetful")
    form.get_by_label("Recovery code").fill(codes[4].upper())
    form.get_by_label("New password").fill("battery staple")
    form.get_by_role("button", name="Set new password").click()
    page.get_by_text("Logged in as Forgetful.").wait_for()
    page.get_by_text("Recovery codes", exact=True).click()
    page.get_by_text("7 codes left").wait_for()


def test_a_guest_leaves_for_good(visit: Welcome) -> None:
    guest = visit()
    guest.go("/me")
    guest.page.get_by_role("textbox", name="Your name").first.fill("Fleeting")
    guest.page.get_by_role("button", name="Save name").click()
    guest.page.get_by_role("button", name="Delete guest data").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Delete guest data").click()
    guest.page.get_by_text("You have no name yet.").wait_for()

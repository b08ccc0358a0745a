"""Notices in a real browser: switched on in the settings, shown by the worker, and the hint at a table."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.chromium import SIZE
from tests.e2e.test_installing import READY
from tests.e2e.visitor import Visitor
from tests.server.notices.outside import Browser as Keys
from tests.server.running import Server

pytestmark = pytest.mark.slow

# Chromium asks its maker's push service for an address, which no test can reach: here it gets one by itself.
_SUBSCRIBING = """(given) => {
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0));
  let kept = null;
  const made = {
    endpoint: given.endpoint,
    getKey: (name) => bytes(given[name]).buffer,
    unsubscribe: async () => ((kept = null), true),
  };
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async () => (kept = made);
}"""
_SHOWN = """navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
  all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, path: data.path })))"""
GAME = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "open"}], "clock": {"kind": "days", "base": 3}}


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Any:
    settings = {"LUDARIUM_LIMITS": "off", "LUDARIUM_PUSH_CONTACT": "ada@games.example"}
    server = Server(Path(tmp_path_factory.mktemp("telling")), settings)
    server.start()
    yield server
    server.stop()


def _visitor(browser: Browser, server: Server, allowed: bool = True) -> Visitor:
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
    if allowed:
        context.grant_permissions(["notifications"], origin=server.address)
    context.add_init_script(f"({_SUBSCRIBING})({json.dumps(Keys('https://push.example').subscription)})")
    return Visitor(context, server.address)


def test_from_the_table_to_the_settings_and_off_again(browser: Browser, telling: Server) -> None:
    ada = _visitor(browser, telling)
    ada.go("/")
    ada.page.evaluate(READY)
    ada.open_table({**GAME, "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    ada.page.get_by_role("link", name="Get a notice when it's your turn").click()
    switch = ada.page.get_by_role("checkbox", name="In this browser")
    expect(switch).not_to_be_checked()
    switch.focus()
    ada.page.keyboard.press("Space")
    ada.until(lambda: ada.page.evaluate("fetch('/api/notices').then((one) => one.json())")["browser"])
    ada.page.reload()
    ada.page.evaluate("navigator.serviceWorker.ready")
    ada.page.go_back()
    ada.page.get_by_text("Your turn").wait_for()
    expect(ada.page.get_by_role("link", name="Get a notice when it's your turn")).to_have_count(0)
    ada.close()


def test_the_worker_shows_a_notice(browser: Browser, telling: Server) -> None:
    ada = _visitor(browser, telling)
    ada.go("/")
    ada.page.evaluate(READY)
    session = ada.context.new_cdp_session(ada.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    ada.until(lambda: bool(found))
    notice = {"title": "マー：あなたの番です", "body": "Benとの対局", "path": "/t/abc", "tag": "abc", "lang": "ja"}
    for data in ({**notice, "title": "earlier"}, notice):
        given = {"origin": ada.address, "registrationId": found[0], "data": json.dumps(data)}
        session.send("ServiceWorker.deliverPushMessage", given)
    ada.until(lambda: [one["title"] for one in ada.page.evaluate(_SHOWN)] == [notice["title"]])
    assert ada.page.evaluate(_SHOWN) == [notice]
    ada.close()

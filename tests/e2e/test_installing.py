"""The site as an app: what Chromium needs to install it, what is kept, and what is shown without the server."""

import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.server.running import Server

pytestmark = pytest.mark.slow

PUBLIC = Path(__file__).parent.parent.parent / "web" / "public"
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null || new Promise((done) => \
navigator.serviceWorker.addEventListener('controllerchange', () => done(true))))"
KEPT = """caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat())"""


@pytest.mark.parametrize("size", [192, 512])
@pytest.mark.parametrize("name", ["icon", "icon-maskable"])
def test_icons_have_their_sizes(name: str, size: int) -> None:
    head = (PUBLIC / f"{name}-{size}.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">II", head[16:24]) == (size, size)


def test_it_can_be_installed(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/")
    assert visitor.page.evaluate(READY)
    session = visitor.context.new_cdp_session(visitor.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{visitor.address}/app.webmanifest"
    assert manifest["errors"] == []
    # But for windows that keep nothing, as those of tests do.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []


def test_built_files_are_kept_and_nothing_else(visit: Welcome) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.evaluate(READY)
    visitor.open_table({"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "computer", "level": 1}]})
    visitor.until(lambda: visitor.may_step)
    visitor.take(visitor.paths[0])
    visitor.go("/me")
    visitor.page.get_by_role("heading", level=1).wait_for()
    kept = visitor.page.evaluate(KEPT)
    assert any(path.startswith("/assets/Table-") for path in kept)
    others = {path for path in kept if not path.startswith("/assets/")}
    assert others == {"/offline.html", "/offline.css", "/icon.svg"}


def test_without_the_server_a_page_says_so_in_both_languages(visit: Welcome, server: Server) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.evaluate(READY)
    server.kill()
    try:
        visitor.go("/lobby")
        expect(visitor.page.get_by_role("heading", name="You are offline")).to_be_visible()
        expect(visitor.page.get_by_text("needs its server to play")).to_be_visible()
        expect(visitor.page.get_by_role("heading", name="オフラインです")).to_be_visible()
        assert visitor.page.evaluate("getComputedStyle(document.querySelector('main')).textAlign") == "center"
    finally:
        server.start()
    visitor.page.get_by_role("link", name="Try again").click()
    expect(visitor.page.get_by_role("heading", name="Lobby")).to_be_visible()

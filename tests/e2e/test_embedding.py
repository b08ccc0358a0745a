"""Boards on other people's pages: they show what everybody may see, and nothing else of this site can be framed."""

import re
from collections.abc import Iterator
from html import escape, unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.e2e.chromium import SIZE
from tests.e2e.conftest import Welcome
from tests.e2e.visitor import Visitor
from tests.server.running import Server

pytestmark = pytest.mark.slow


class _Blog(BaseHTTPRequestHandler):
    """A page of somebody else that shows what it is asked for in a frame."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        source = escape(unquote(self.path.partition("?")[2]))
        self.wfile.write(f'<h1>A blog</h1><iframe src="{source}" width="480" height="600"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def blog() -> Iterator[str]:
    """The address of a site that is not ours."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Blog) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def _framed(page: Page, blog: str, address: str) -> FrameLocator:
    page.goto(f"{blog}?{quote(address)}")
    return page.frame_locator("iframe")


def _source(visitor: Visitor) -> str:
    """What the code to copy shows in its frame."""
    visitor.page.get_by_role("button", name="Embed").click()
    code = visitor.page.get_by_role("textbox", name="HTML code").input_value()
    found = re.search(r'<iframe src="([^"]+)"', code)
    assert found is not None
    return unescape(found[1])


def _finished(visitor: Visitor) -> str:
    table = visitor.open_table(
        {
            "ruleset": "mur-en",
            "options": {"turn_cap": 4},
            "seats": [{"who": "you"}, {"who": "you"}],
            "visibility": "screen",
        }
    )
    while not visitor.over:
        visitor.until(lambda: visitor.may_step or visitor.over)
        visitor.take(visitor.paths[0])
    return table


def test_a_finished_game_is_embedded_from_its_review_and_replayed(visit: Welcome, browser: Browser, blog: str) -> None:
    visitor = visit()
    table = _finished(visitor)
    visitor.go(f"/t/{table}/review")
    source = _source(visitor)
    assert source == f"{visitor.address}/embed/t/{table}"
    stranger = browser.new_page(viewport=SIZE)
    asked: list[str] = []
    stranger.on("request", lambda request: asked.append(request.url))
    frame = _framed(stranger, blog, source)
    expect(frame.get_by_text("4 of 4")).to_be_visible()
    frame.get_by_role("button", name="First position").click()
    expect(frame.get_by_text("0 of 4")).to_be_visible()
    frame.get_by_role("button", name="Next move").click()
    expect(frame.get_by_text("1 of 4")).to_be_visible()
    assert frame.get_by_role("link").get_attribute("target") == "_blank"
    assert not any("/ws/" in url or "/api/me" in url for url in asked)
    assert stranger.context.cookies() == []
    stranger.close()


def test_a_position_is_embedded_from_the_analysis_board(visit: Welcome, browser: Browser, blog: str) -> None:
    visitor = visit()
    visitor.go("/analysis/mur-en#p=black_c2")
    source = _source(visitor)
    stranger = browser.new_page(viewport=SIZE)
    frame = _framed(stranger, blog, source)
    expect(frame.locator('[data-site="c2"]')).to_have_attribute("aria-label", re.compile("ship"))
    stranger.close()


def test_a_public_game_is_followed_but_not_played(visit: Welcome, server: Server, blog: str) -> None:
    visitor = visit()
    seats = [{"who": "you"}, {"who": "computer", "level": 1}]
    table = visitor.open_table({"ruleset": "mur-en", "seats": seats, "visibility": "lobby"})
    visitor.until(lambda: visitor.may_step)
    page = visitor.context.new_page()  # the player's own browser: the frame does not know them
    frame = _framed(page, blog, f"{server.address}/embed/t/{table}")
    board = frame.get_by_role("application")
    expect(board).to_be_visible()
    expect(frame.locator(".clickable")).to_have_count(0)
    visitor.take(visitor.paths[0])
    expect(frame.get_by_text("0 of 0")).to_be_hidden(timeout=15_000)
    private = visitor.open_table({"ruleset": "mur-en", "seats": seats})
    frame = _framed(page, blog, f"{server.address}/embed/t/{private}")
    expect(frame.get_by_text("This game is private.")).to_be_visible()
    page.close()


def test_nothing_else_is_shown_in_a_frame(browser: Browser, server: Server, blog: str) -> None:
    stranger = browser.new_page(viewport=SIZE)
    for path in ("/", "/lobby", "/me", "/embed", "/embed.html"):
        frame = _framed(stranger, blog, server.address + path)
        stranger.wait_for_timeout(400)
        assert frame.get_by_role("main").count() == 0, path
    stranger.close()

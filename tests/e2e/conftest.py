"""A real server and a real Chromium for every test here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.visitor import Visitor
from tests.server.running import Server

_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

Welcome = Callable[..., Visitor]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = which("chromium") or which("google-chrome")
    assert found, "the tests in the browser need Chromium: make browser"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(_QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(Path(tmp_path_factory.mktemp("server")), {"LUDARIUM_LIMITS": "off"})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Welcome]:
    """Makes visitors, each with a browser of their own; at the end none of them has seen anything go wrong."""
    visitors: list[Visitor] = []

    def welcome(settings: dict[str, object] | None = None, **context: Any) -> Visitor:
        context = {"viewport": SIZE, "reduced_motion": "reduce", **context}
        visitors.append(Visitor(browser.new_context(**context), server.address, settings))
        return visitors[-1]

    yield welcome
    for visitor in visitors:
        visitor.close()

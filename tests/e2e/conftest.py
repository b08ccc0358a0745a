"""A real server and a real Chromium for all tests here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.chromium import SIZE, chromium
from tests.e2e.visitor import PATIENCE, Visitor
from tests.server.running import Server

Welcome = Callable[..., Visitor]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")  # while it is there, the thread has an event loop that nothing else may use
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
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

"""A server that can call a push service and a mail server of this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.notices.outside import MailServer, PushService
from tests.server.visiting import Open


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


@pytest.fixture
def post() -> Iterator[MailServer]:
    with MailServer() as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, post: MailServer) -> Iterator[Open]:
    origins = ["https://games.example"]
    mail = {"mail_server": f"smtp://ludarium:p%40ss@127.0.0.1:{post.port}", "mail_from": "games@games.example"}
    with Open(tmp_path, loopback_push=True, origins=origins, push_contact="ada@games.example", **mail) as opened:
        yield opened

"""Notices with PostgreSQL instead of a file: browsers, addresses and mails that wait are kept there as well."""

from pathlib import Path

import pytest

from tests.server.notices.outside import Browser, MailServer, PushService, subscribe
from tests.server.notices.test_mail import arrived, link, mail_round, told_by_mail
from tests.server.notices.test_push import ORIGIN, identity, kept, table, tell
from tests.server.postgres import Postgres
from tests.server.visiting import Open

pytestmark = pytest.mark.slow  # and needs PostgreSQL


def test_notices(postgres: Postgres, tmp_path: Path, service: PushService, post: MailServer) -> None:
    mail = {"mail_server": f"smtp://127.0.0.1:{post.port}", "mail_from": "games@games.example"}
    with Open(tmp_path, loopback_push=True, database=postgres.new("notices"), origins=[ORIGIN], **mail) as server:
        ada, browser = told_by_mail(server, post), Browser(service.address)
        subscribe(ada, browser)
        person, id_ = identity(ada), table(ada)
        for _ in range(2):
            tell(server, person, id_)
        mail_round(server)
        assert [browser.read(one)["tag"] for one in service.told] == [id_, id_]
        stop = link(arrived(server, post), "stop")
        assert server.visitor(origin=ORIGIN).post(f"/api/notices/stop/{stop}", {}).status_code == 200
        assert ada.get("/api/notices").json()["mail_turns"] is False
        ada.post("/api/password/forgot", {"who": "Ada"})
        reset = {"token": link(arrived(server, post, 2), "password"), "password": "another horse"}
        assert ada.post("/api/password/reset", reset).status_code == 200
        service.statuses = [410]
        again = server.visitor(origin=ORIGIN)
        assert again.post("/api/login", {"name": "Ada", "password": "another horse"}).status_code == 200
        subscribe(again, browser)
        tell(server, person, id_)
        assert kept(server) == []
        assert again.ask("DELETE", "/api/account", {}).status_code == 200
        assert again.get("/readyz").status_code == 200

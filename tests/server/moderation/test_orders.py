"""What administrators order reaches a running server: bans, mutes, names, sessions, tables."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from ludarium.server.errors import ModerationError, RoomError, ServerError
from ludarium.server.moderation import orders
from ludarium.server.moderation.models import AuditRow, OrderRow
from ludarium.server.moderation.orders import audit_log
from ludarium.server.people import sanctions
from ludarium.server.people.models import SanctionRow
from ludarium.server.store import now
from tests.server.moderation.ordering import ROOT, make_table, order, read, write
from tests.server.visiting import Open, Visitor


def test_a_ban_ends_sessions_and_keeps_somebody_out_until_it_is_lifted(server: Open, visitor: Visitor) -> None:
    visitor.register("Bad Ben")
    order(server, orders.sanction, "bad ben", "ban", 7, "Insults.")
    assert visitor.get("/api/me").json()["id"] == ""
    refused = visitor.post("/api/login", {"name": "Bad Ben", "password": "correct horse"})
    assert (refused.status_code, refused.json()["code"]) == (403, "banned_until")
    week = datetime.fromtimestamp(now() / 1000 + 7 * 86400, UTC)
    assert f"until {week:%Y-%m-%d}" in refused.json()["sentence"]
    assert refused.json()["sentence"].endswith("UTC. Insults.")
    order(server, orders.lift, "Bad Ben", "ban", "")
    assert visitor.post("/api/login", {"name": "Bad Ben", "password": "correct horse"}).status_code == 200


def test_a_ban_for_good_says_no_time_and_one_that_has_run_out_holds_no_more(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ben")
    order(server, orders.sanction, "Ben", "ban", 0, "")
    refused = visitor.post("/api/login", {"name": "Ben", "password": "correct horse"}).json()
    assert refused["sentence"] == "You are banned from this server."
    write(server, lambda session: sanctions.impose(session, person, "ban", now() - 1, ""))
    assert visitor.post("/api/login", {"name": "Ben", "password": "correct horse"}).status_code == 200
    server.do(server.services.keeper.tidy())
    assert read(server, lambda session: session.get(SanctionRow, (person, "ban"))) is None


def test_logging_somebody_out_ends_all_their_sessions(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    elsewhere = server.visitor()
    elsewhere.post("/api/login", {"name": "Ada", "password": "correct horse"})
    assert elsewhere.get("/api/me").json()["name"] == "Ada"
    order(server, orders.log_out, "Ada", "")
    assert [one.get("/api/me").json()["id"] for one in (visitor, elsewhere)] == ["", ""]
    assert visitor.post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 200


def test_another_name_stands_everywhere(server: Open, visitor: Visitor) -> None:
    visitor.register("Rude Word")
    table = make_table(visitor, "computer")
    assert visitor.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Rude Word"
    order(server, orders.rename, "Rude Word", "Player 7", "a bad name")
    assert visitor.get("/api/me").json()["name"] == "Player 7"
    assert visitor.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "Player 7"
    record = visitor.get(f"/api/tables/{table}/record").text
    assert "Player 7" in record
    assert "Rude Word" not in record
    assert visitor.post("/api/login", {"name": "player 7", "password": "correct horse"}).status_code == 200


def test_a_name_that_an_account_has_is_given_to_nobody_else(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    server.visitor().be_guest("Ben")
    with pytest.raises(ServerError) as refused:
        order(server, orders.rename, "Ben", "ada", "")
    assert refused.value.key == "name_taken"
    assert read(server, lambda session: audit_log(session, 10)) == []


def test_a_closed_table_is_in_no_list_and_cannot_be_opened(server: Open, visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    table, kept = make_table(visitor, "computer"), make_table(visitor)

    def close(session: Session) -> None:
        orders.close_table(session, ROOT, orders.find_table(session, f"http://localhost/t/{table}?x=1"), "")

    write(server, close)
    server.do(server.services.keeper.look())
    for path in ("/api/tables", "/api/me/tables"):
        assert [one["id"] for one in visitor.get(path).json()] == [kept]
    with pytest.raises(RoomError) as away:
        server.do(server.services.rooms.open(table))
    assert away.value.key == "table_closed"
    with pytest.raises(ModerationError) as refused:
        write(server, close)
    assert refused.value.key == "table_over"


def test_removing_somebody_does_what_they_could_have_done(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    table = make_table(visitor, "computer")
    order(server, orders.remove, "Ada", "as asked by mail")
    assert visitor.get("/api/me").json()["id"] == ""
    assert visitor.get(f"/api/tables/{table}").json()["seats"][0]["name"] == "?"
    assert visitor.post("/api/login", {"name": "Ada", "password": "correct horse"}).json()["code"] == "login_wrong"
    assert server.visitor().register("Ada")


def test_orders_given_while_no_server_ran_are_carried_out_once_at_the_start(tmp_path: Path) -> None:
    with Open(tmp_path) as server:
        visitor = server.visitor()
        visitor.register("Ada")
        token = visitor.token()
        write(server, lambda session: orders.sanction(session, ROOT, orders.find_person(session, "Ada"), "ban", 1, ""))
        # The server stops before it has looked.
    with Open(tmp_path) as server:
        assert server.visitor().get("/api/me", headers={"Cookie": f"ludarium={token}"}).json()["id"] == ""
        found = read(server, lambda session: session.scalars(select(OrderRow)).all())
        assert [one.done > 0 for one in found] == [True]


def test_an_order_that_fails_keeps_no_other_waiting(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    write(server, lambda session: session.add(OrderRow(kind="ban", target="nobody", data="{}", given=1, done=0)))
    order(server, orders.log_out, "Ada", "")
    assert visitor.get("/api/me").json()["id"] == ""
    assert read(server, orders.waiting_orders) == []
    first = read(server, lambda session: orders.read_order(session, 1))
    assert first is not None
    assert first.data == {"failed": True}


def test_guests_of_one_name_are_told_apart_by_their_ids(server: Open, visitor: Visitor) -> None:
    first, second = visitor.be_guest("Ben"), server.visitor().be_guest("Ben")
    with pytest.raises(ModerationError) as refused:
        read(server, lambda session: orders.find_person(session, "Ben"))
    assert first in refused.value.sentence("en")
    assert second in refused.value.sentence("ja")
    assert read(server, lambda session: orders.find_person(session, second)).id == second
    with pytest.raises(ModerationError):
        read(server, lambda session: orders.find_person(session, ""))


def test_the_log_says_who_did_what_to_whom_and_only_time_deletes_it(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada")
    order(server, orders.sanction, "Ada", "mute", 1, "Spam.")
    order(server, orders.lift, "Ada", "mute", "It was a mistake.")
    log = read(server, lambda session: audit_log(session, 10, person))
    assert [(one.by, one.what, one.name, one.why) for one in log] == [
        ("root", "unmute", "Ada", "It was a mistake."),
        ("root", "mute", "Ada", "Spam."),
    ]
    order(server, orders.remove, "Ada", "")
    write(server, lambda session: session.add(AuditRow(at=now() - 731 * 86_400_000, **_OLD)))
    write(server, lambda session: session.add(AuditRow(at=now() - 729 * 86_400_000, **_OLD)))
    server.do(server.services.keeper.tidy())
    assert len(read(server, lambda session: audit_log(session, 10))) == 4


_OLD = {"moderator": "", "by": "root", "what": "ban", "whom": "", "name": "Old", "detail": "", "why": ""}


def test_only_accounts_become_moderators(server: Open, visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    with pytest.raises(ModerationError) as refused:
        order(server, orders.appoint, "Ada", True, "")
    assert refused.value.key == "moderator_guest"
    assert visitor.get("/api/me/duties").json() == {"moderator": False, "reports": 0}

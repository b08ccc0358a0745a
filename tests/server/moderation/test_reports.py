"""Reports, and the page of the moderators who read them."""

from functools import partial

import pytest
from sqlalchemy import select

from ludarium.server.moderation import orders
from ludarium.server.moderation.models import ReportRow
from ludarium.server.moderation.reports import MOST_A_DAY
from ludarium.server.rooms.storage import add_chat_message
from ludarium.server.store import now
from ludarium.server.wire import ChatMessage
from tests.server.moderation.ordering import appoint, make_table, order, write
from tests.server.visiting import Open, Visitor


def say(server: Open, table: str, person: str, name: str, count: int, first: int = 1) -> None:
    for number in range(first, first + count):
        message = ChatMessage(number, name, 0, f"{name} says {number}", now(), person)
        write(server, partial(add_chat_message, id_=table, message=message))


@pytest.fixture
def mia(server: Open) -> Visitor:
    """A moderator."""
    visitor = server.visitor()
    visitor.register("Mia")
    appoint(server, "Mia")
    return visitor


def test_a_report_is_kept_with_what_was_said_and_where_the_game_stood(
    server: Open, visitor: Visitor, mia: Visitor
) -> None:
    ada, ben = visitor.register("Ada"), server.visitor().be_guest("Ben")
    table = make_table(visitor, "computer")
    say(server, table, ben, "Ben", 22)
    say(server, table, ada, "Ada", 1, first=23)
    body = {"reason": "insult", "text": "Look\nat this ", "table": table, "message": 22}
    assert visitor.post("/api/reports", body).json() == {"left": 4}
    [report] = mia.get("/api/moderation").json()["reports"]
    assert (report["label"], report["text"]) == ("Insult or harassment", "Look at this")
    assert (report["reporter"]["name"], report["reported"]["name"]) == ("Ada", "Ben")
    assert (report["reported"]["guest"], report["reported"]["banned"]) == (True, -1)
    assert (report["table"], report["title"], report["open"]) == (table, "Mur", True)
    assert len(report["chat"]) == 20
    assert report["chat"][0]["text"] == "Ben says 4"
    assert [one["reported"] for one in report["chat"]] == [True] * 19 + [False]
    assert mia.get("/api/me/duties").json() == {"moderator": True, "reports": 1}


def test_nobody_reports_more_than_five_times_a_day(server: Open, visitor: Visitor) -> None:
    ada, ben = visitor.be_guest("Ada"), server.visitor().be_guest("Ben")
    body = {"reason": "other", "person": ben}
    for _ in range(MOST_A_DAY):
        assert visitor.post("/api/reports", body).status_code == 201
    refused = visitor.post("/api/reports", body)
    assert (refused.status_code, refused.json()["code"]) == (429, "reports_many")

    def a_day_ago(session: object) -> None:
        first = session.scalars(select(ReportRow).where(ReportRow.reporter == ada)).first()  # type: ignore[attr-defined]
        first.made = now() - 86_400_001

    write(server, a_day_ago)
    assert visitor.post("/api/reports", body).json() == {"left": 0}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"reason": "other"}, "report_nobody"),
        ({"reason": "other", "person": "nobodyknows1"}, "person_gone"),
        ({"reason": "other", "table": "nowhere"}, "table_unknown"),
        ({"reason": "boring", "person": "x"}, "field_one_of"),
        ({"reason": "other", "person": "x", "text": "y" * 501}, "field_long"),
    ],
)
def test_what_cannot_be_reported(visitor: Visitor, body: dict[str, str], code: str) -> None:
    assert visitor.post("/api/reports", body).json()["code"] == "no_name"
    visitor.be_guest("Ada")
    assert visitor.post("/api/reports", body).json()["code"] == code


def test_nobody_reports_themselves_or_a_message_that_is_not_there(visitor: Visitor) -> None:
    ada = visitor.be_guest("Ada")
    table = make_table(visitor)
    assert visitor.post("/api/reports", {"reason": "other", "person": ada}).json()["code"] == "report_self"
    body = {"reason": "other", "table": table, "message": 1}
    assert visitor.post("/api/reports", body).json()["code"] == "message_unknown"
    assert visitor.post("/api/reports", {"reason": "other", "table": table}).status_code == 201


def test_the_page_is_not_there_for_others(server: Open, visitor: Visitor) -> None:
    account = server.visitor()
    account.register("Ada")
    for who in (visitor, account):
        assert who.get("/api/moderation").status_code == 404
        assert who.post("/api/moderation/1", {"do": "dismiss"}).status_code == 404


def test_moderators_mute_ban_rename_close_and_dismiss(server: Open, visitor: Visitor, mia: Visitor) -> None:
    ada, ben_there = visitor.register("Ada"), server.visitor()
    ben = ben_there.register("Ben")
    table = make_table(visitor)
    visitor.post("/api/reports", {"reason": "name", "person": ben, "table": table})
    number = mia.get("/api/moderation").json()["reports"][0]["id"]

    def act(**body: object) -> dict[str, object]:
        answer = mia.post(f"/api/moderation/{number}", body)
        assert answer.status_code == 200, answer.text
        return answer.json()["reports"][0]["reported"]  # type: ignore[no-any-return]

    muted = act(do="mute", days=1, why="Spam.")["muted"]
    assert abs(int(str(muted)) - now() - 86_400_000) < 60_000
    assert act(do="rename", name="Benjamin")["name"] == "Benjamin"
    assert ben_there.get("/api/me").json()["name"] == "Benjamin"
    act(do="close")
    assert visitor.get(f"/api/tables/{table}").status_code == 410
    assert act(do="ban", days=0)["banned"] == 0
    assert ben_there.get("/api/me").json()["id"] == ""
    done = mia.post(f"/api/moderation/{number}", {"do": "dismiss", "why": "Done."}).json()
    assert done["reports"] == []
    assert [(one["by"], one["label"]) for one in done["log"]][:5] == [
        ("Mia", "report closed"),
        ("Mia", "banned"),
        ("Mia", "table closed"),
        ("Mia", "renamed"),
        ("Mia", "muted"),
    ]
    assert mia.post(f"/api/moderation/{number}", {"do": "dismiss"}).json()["code"] == "report_unknown"
    assert ada


def test_moderators_do_nothing_to_each_other_and_mute_nobody_for_good(
    server: Open, visitor: Visitor, mia: Visitor
) -> None:
    other = server.visitor()
    other_id = other.register("Moe")
    visitor.be_guest("Ada")
    visitor.post("/api/reports", {"reason": "other", "person": other_id})
    assert mia.post("/api/moderation/1", {"do": "mute"}).json()["code"] == "mute_days"
    appoint(server, "Moe")
    refused = mia.post("/api/moderation/1", {"do": "ban", "days": 1})
    assert (refused.status_code, refused.json()["code"]) == (403, "moderator_safe")
    order(server, orders.appoint, "Mia", False, "")
    assert mia.get("/api/moderation").status_code == 404


def test_a_deleted_account_leaves_no_name_in_reports(server: Open, visitor: Visitor, mia: Visitor) -> None:
    ada = visitor.register("Ada")
    ben = server.visitor().be_guest("Ben")
    table = make_table(visitor)
    say(server, table, ada, "Ada", 1)
    visitor.post("/api/reports", {"reason": "other", "person": ben, "table": table, "text": "I am Ada."})
    assert "I am Ada." in visitor.get("/api/me/export").text
    assert visitor.ask("DELETE", "/api/account").status_code == 200
    told = mia.get("/api/moderation").json()["reports"]
    assert [one["reporter"]["name"] for one in told] == ["?"]
    assert told[0]["chat"][0]["name"] == "?"
    assert told[0]["text"] == ""

"""Mail: addresses are confirmed, notices collected, and everybody can stop them, and choose another password."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from ludarium.server.errors import server_words
from ludarium.server.notices.models import MailAddressRow, MailNoticeRow, MailTokenRow
from ludarium.server.notices.notices import MAIL_PAUSE
from tests.server.notices.outside import MailServer
from tests.server.notices.test_push import ORIGIN, figures, identity, table, tell, visitor
from tests.server.visiting import Open, Visitor

ADDRESS = "ada@mail.example"
LINK = re.compile(r"https://games\.example/mail/(\w+)#([\w-]{43})")


def arrived(server: Open, post: MailServer, count: int = 1, address: str = ADDRESS) -> Any:
    """The newest mail to an address, of so many."""
    for _ in range(200):
        if len(post.to(address)) >= count:
            break
        server.do(asyncio.sleep(0.02))
    assert len(post.to(address)) == count
    return post.to(address)[-1]


def link(mail: Any, page: str) -> str:
    found = LINK.search(mail.get_content())
    assert found is not None
    assert found[1] == page
    return found[2]


def confirmed(server: Open, post: MailServer, name: str = "Ada", address: str = ADDRESS, **more: Any) -> Visitor:
    found = visitor(server, name)
    before = len(post.to(address))
    answer = found.post("/api/notices/mail", {"address": address, "password": ""}, **more)
    assert answer.status_code == 200, answer.text
    token = link(arrived(server, post, before + 1, address), "confirm")
    assert server.visitor(origin=ORIGIN).post("/api/notices/mail/confirm", {"token": token}, **more).status_code == 200
    return found


def told_by_mail(server: Open, post: MailServer, name: str = "Ada", address: str = ADDRESS, **more: Any) -> Visitor:
    found = confirmed(server, post, name, address, **more)
    assert found.post("/api/notices/mail/turns", {"on": True}, **more).json()["mail_turns"] is True
    post.mails.clear()
    return found


def rows(server: Open, kind: Any) -> list[Any]:
    return server.do(server.services.store.read(lambda session: list(session.scalars(select(kind)))))


def mail_round(server: Open) -> None:
    server.do(server.services.notices.mail_round())


def later(server: Open, milliseconds: int) -> None:
    """As if so much time had passed since the last mail."""
    change = update(MailAddressRow).values(mailed=MailAddressRow.mailed - milliseconds)
    server.do(server.services.store.write(lambda session: session.execute(change)))


# --- addresses --------------------------------------------------------------------------------------------------------
def test_an_address_is_used_after_it_was_confirmed(server: Open, post: MailServer) -> None:
    ada = visitor(server)
    assert ada.get("/api/notices").json() | {"push_key": ""} == {
        "push_key": "",
        "browser": False,
        "mail": True,
        "address": "",
        "asked": "",
        "mail_turns": False,
    }
    told = ada.post("/api/notices/mail", {"address": f" {ADDRESS} "}).json()
    assert (told["address"], told["asked"]) == ("", ADDRESS)
    assert ada.post("/api/notices/mail/turns", {"on": True}).json()["code"] == "address_first"
    mail = arrived(server, post)
    assert mail["Subject"] == "Confirm your email address"
    assert str(mail["From"]) == "Ludarium <games@games.example>"
    assert "Hello Ada," in mail.get_content()
    assert mail.get_content_type() == "text/plain"
    assert post.logins == ["\0ludarium\0p@ss"]
    stranger = server.visitor(origin=ORIGIN)
    token = link(mail, "confirm")
    assert stranger.post("/api/notices/mail/confirm", {"token": token}).json() == {"address": ADDRESS}
    told = ada.get("/api/notices").json()
    assert (told["address"], told["asked"], told["mail_turns"]) == (ADDRESS, "", False)
    again = stranger.post("/api/notices/mail/confirm", {"token": token})
    assert (again.status_code, again.json()["code"]) == (410, "link_old")


def test_a_link_is_no_use_when_it_is_old_wrong_or_for_something_else(server: Open, post: MailServer) -> None:
    ada = confirmed(server, post)
    post.mails.clear()
    ada.post("/api/notices/mail", {"address": "new@mail.example"})
    token = link(arrived(server, post, address="new@mail.example"), "confirm")
    reset = ada.post("/api/password/reset", {"token": token, "password": "another horse"})
    assert reset.json()["code"] == "link_old"
    assert ada.post("/api/notices/mail/confirm", {"token": "A" * 43}).status_code == 410
    old = update(MailTokenRow).values(expires=1)
    server.do(server.services.store.write(lambda session: session.execute(old)))
    assert ada.post("/api/notices/mail/confirm", {"token": token}).status_code == 410
    assert ada.get("/api/notices").json()["address"] == ADDRESS


def test_only_the_last_link_counts(server: Open, post: MailServer) -> None:
    ada = visitor(server)
    for address in (ADDRESS, "new@mail.example"):
        ada.post("/api/notices/mail", {"address": address})
    first = link(arrived(server, post), "confirm")
    second = link(arrived(server, post, address="new@mail.example"), "confirm")
    assert ada.post("/api/notices/mail/confirm", {"token": first}).status_code == 410
    assert ada.post("/api/notices/mail/confirm", {"token": second}).json() == {"address": "new@mail.example"}


def test_an_address_of_somebody_else_gets_the_same_answer(server: Open, post: MailServer) -> None:
    confirmed(server, post)
    ben = visitor(server, "Ben")
    answers = [ben.post("/api/notices/mail", {"address": one}) for one in (ADDRESS, "ben@mail.example")]
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].text.replace(ADDRESS, "") == answers[1].text.replace("ben@mail.example", "")


@pytest.mark.parametrize("address", ["ada", "ada@", "@b.example", "a b@c.example", "a@b.example\r\nBcc: c@d.example"])
def test_what_is_no_address(server: Open, post: MailServer, address: str) -> None:
    refused = visitor(server).post("/api/notices/mail", {"address": address})
    assert (refused.status_code, refused.json()["code"]) == (422, "address_form")
    assert post.mails == []


def test_guests_and_old_sessions_cannot_give_an_address(server: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, ada = server.visitor(origin=ORIGIN), visitor(server)
    guest.be_guest("Guest")
    assert guest.post("/api/notices/mail", {"address": ADDRESS}).json()["code"] == "account_needed"
    monkeypatch.setattr("ludarium.server.people.sessions._RECENT", -1)
    assert ada.post("/api/notices/mail", {"address": ADDRESS}).json()["code"] == "password_again"
    given = {"address": ADDRESS, "password": "correct horse"}
    assert ada.post("/api/notices/mail", given).status_code == 200


def test_nobody_fills_a_mailbox(server: Open, post: MailServer) -> None:
    ada = visitor(server)
    statuses = [ada.post("/api/notices/mail", {"address": ADDRESS}).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    ben = visitor(server, "Ben")
    assert ben.post("/api/notices/mail", {"address": ADDRESS.upper()}).status_code == 429


def test_an_address_is_exported_removed_and_deleted(server: Open, post: MailServer) -> None:
    ada = told_by_mail(server, post)
    told = ada.get("/api/me/export").json()["notices"]["mail"]
    assert (told["address"], told["turns"]) == (ADDRESS, True)
    assert ada.ask("DELETE", "/api/notices/mail").json()["address"] == ""
    assert rows(server, MailAddressRow) == []
    ada.post("/api/notices/mail", {"address": ADDRESS})
    assert ada.get("/api/me/export").json()["notices"]["asked"] == ADDRESS
    ada.ask("DELETE", "/api/account", {})
    assert rows(server, MailTokenRow) == []


def test_without_a_mail_server_nothing_is_offered(tmp_path: Path) -> None:
    with Open(tmp_path) as server:
        ada = server.visitor()
        ada.register("Ada")
        assert ada.get("/api/notices").json()["mail"] is False
        for path, body in (("/api/notices/mail", {"address": ADDRESS}), ("/api/password/forgot", {"who": "Ada"})):
            refused = ada.post(path, body)
            assert (refused.status_code, refused.json()["code"]) == (409, "mail_off")


# --- notices ----------------------------------------------------------------------------------------------------------
def test_a_mail_of_a_turn(server: Open, post: MailServer) -> None:
    ada = told_by_mail(server, post)
    id_ = table(ada)
    tell(server, identity(ada), id_)
    mail_round(server)
    mail = arrived(server, post)
    assert mail["Subject"] == "Your turn in Mur"
    text = mail.get_content()
    assert f"Your turn in Mur, with Apprentice sailor\nhttps://games.example/t/{id_}\n" in text.replace("\r\n", "\n")
    token = link(mail, "stop")
    assert mail["List-Unsubscribe"] == f"<https://games.example/api/notices/stop/{token}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert rows(server, MailNoticeRow) == []
    mail_round(server)
    assert len(post.mails) == 1


def test_mails_are_in_the_language_in_which_they_were_switched_on(server: Open, post: MailServer) -> None:
    ada = told_by_mail(server, post, params={"lang": "ja"})
    tell(server, identity(ada), table(ada))
    mail_round(server)
    mail = arrived(server, post)
    assert mail["Subject"] == "マー：あなたの番です"
    assert "Adaさん" in mail.get_content()


def test_several_games_come_in_one_mail_and_the_next_a_quarter_of_an_hour_later(server: Open, post: MailServer) -> None:
    ada = told_by_mail(server, post)
    person, ids = identity(ada), [table(ada) for _ in range(3)]
    for id_ in [*ids[:2], ids[0]]:
        tell(server, person, id_)
    mail_round(server)
    mail = arrived(server, post)
    assert mail["Subject"] == "Your turn in 2 games"
    assert [mail.get_content().count(id_) for id_ in ids] == [1, 1, 0]
    tell(server, person, ids[2])
    later(server, MAIL_PAUSE - 60_000)
    mail_round(server)
    assert len(post.mails) == 1
    later(server, 60_000)
    mail_round(server)
    assert arrived(server, post, 2)["Subject"] == "Your turn in Mur"


def test_what_is_not_true_any_more_is_not_told(server: Open, post: MailServer) -> None:
    ada, ben = told_by_mail(server, post), told_by_mail(server, post, "Ben", "ben@mail.example")
    id_ = table(ada)
    tell(server, identity(ben), id_)  # it is Ada's turn there
    mail_round(server)
    assert post.mails == []
    assert rows(server, MailNoticeRow) == []
    tell(server, identity(ben), id_, "over")
    tell(server, identity(ada), id_, "challenge")
    mail_round(server)
    assert arrived(server, post, address="ben@mail.example")["Subject"] == "Mur: the game has ended"
    assert arrived(server, post)["Subject"] == "Apprentice sailor challenges you"


def test_mail_is_off_unless_it_was_switched_on(server: Open, post: MailServer) -> None:
    ada = confirmed(server, post)
    post.mails.clear()
    tell(server, identity(ada), table(ada))
    mail_round(server)
    assert (post.mails, rows(server, MailNoticeRow)) == ([], [])


@pytest.mark.parametrize("by", ["page", "mail program"])
def test_mails_are_stopped_without_logging_in(server: Open, post: MailServer, by: str) -> None:
    ada = told_by_mail(server, post)
    person, id_ = identity(ada), table(ada)
    tell(server, person, id_)
    mail_round(server)
    path = f"/api/notices/stop/{link(arrived(server, post), 'stop')}"
    tell(server, person, id_)
    stranger = server.visitor(origin=ORIGIN)
    if by == "page":
        answer = stranger.post(path, {})
    else:  # as RFC 8058 has it: a form from elsewhere, without our header
        stranger.http.headers.pop("X-Ludarium")
        form = "List-Unsubscribe=One-Click"
        heads = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://mail.example"}
        answer = stranger.post(path, content=form, headers=heads)
    assert answer.status_code == 200, answer.text
    assert ada.get("/api/notices").json()["mail_turns"] is False
    later(server, MAIL_PAUSE)
    mail_round(server)
    assert len(post.mails) == 1
    assert stranger.post("/api/notices/stop/nothing", headers={"X-Ludarium": "1"}).text == answer.text


def test_what_could_not_be_sent_is_sent_later(server: Open, post: MailServer) -> None:
    ada = told_by_mail(server, post)
    assert figures(server, "mail") == {"sent": 1, "failed": 0, "given_up": 0}  # the link for the address
    tell(server, identity(ada), table(ada))
    post.closed = True
    mail_round(server)
    assert len(rows(server, MailNoticeRow)) == 1
    assert figures(server, "mail") == {"sent": 1, "failed": 1, "given_up": 0}
    assert b"\nludarium_mails_waiting 1.0" in server.services.metrics.text()
    post.closed = False
    mail_round(server)
    assert post.mails == []
    later(server, MAIL_PAUSE)
    mail_round(server)
    assert arrived(server, post)["Subject"] == "Your turn in Mur"
    assert figures(server, "mail") == {"sent": 2, "failed": 1, "given_up": 0}
    assert b"\nludarium_mails_waiting 0.0" in server.services.metrics.text()


def test_an_address_that_nobody_has_is_not_written_to_again(server: Open, post: MailServer) -> None:
    ada = told_by_mail(server, post)
    post.refuses = {ADDRESS}
    tell(server, identity(ada), table(ada))
    mail_round(server)
    assert ada.get("/api/notices").json()["mail_turns"] is False
    assert rows(server, MailNoticeRow) == []
    assert figures(server, "mail") == {"sent": 1, "failed": 0, "given_up": 1}


def test_notices_that_wait_for_a_mail_survive_a_restart(tmp_path: Path, post: MailServer) -> None:
    mail = {"mail_server": f"smtp://127.0.0.1:{post.port}", "mail_from": "games@games.example"}
    settings: dict[str, Any] = {"origins": [ORIGIN], **mail}
    with Open(tmp_path, **settings) as server:
        ada = told_by_mail(server, post)
        tell(server, identity(ada), table(ada))
    with Open(tmp_path, **settings) as server:
        mail_round(server)
        assert arrived(server, post)["Subject"] == "Your turn in Mur"


# --- forgotten passwords ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["Ada", "ADA ", ADDRESS, ADDRESS.upper()])
def test_a_forgotten_password(server: Open, post: MailServer, who: str) -> None:
    ada = confirmed(server, post)
    post.mails.clear()
    stranger = server.visitor(origin=ORIGIN)
    assert stranger.post("/api/password/forgot", {"who": who}).json() == {"address": ""}
    mail = arrived(server, post)
    assert mail["Subject"] == "Choose a new password"
    wanted = {"token": link(mail, "password"), "password": "another horse"}
    assert stranger.post("/api/password/reset", {**wanted, "password": "short"}).json()["code"] == "password_length"
    assert stranger.post("/api/password/reset", wanted).status_code == 200
    assert stranger.post("/api/password/reset", wanted).json()["code"] == "link_old"
    assert ada.get("/api/me").json()["id"] == ""  # logged out
    assert stranger.post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 401
    assert stranger.post("/api/login", {"name": "Ada", "password": "another horse"}).status_code == 200


def test_nobody_learns_who_has_an_account_or_an_address(server: Open, post: MailServer) -> None:
    confirmed(server, post)
    visitor(server, "Ben")  # has no address
    post.mails.clear()
    stranger = server.visitor(origin=ORIGIN, address="198.51.100.7")
    answers = [stranger.post("/api/password/forgot", {"who": who}) for who in ("Ada", "Ben", "Nobody", "x@y.example")]
    assert len({(one.status_code, one.content) for one in answers}) == 1
    arrived(server, post)
    assert len(post.mails) == 1


def test_a_wrong_name_is_no_quicker(server: Open, post: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the answer nothing is looked up: all of it is left for later."""
    confirmed(server, post)
    post.mails.clear()
    stranger, left = server.visitor(origin=ORIGIN, address="198.51.100.7"), list[Any]()
    with monkeypatch.context() as patch:
        patch.setattr(server.services.notices, "_soon", left.append)
        patch.setattr(server.services.store, "read_now", None)
        for who in ("Ada", "Nobody"):
            assert stranger.post("/api/password/forgot", {"who": who}).status_code == 200
    assert len(left) == 2
    for work in left:
        server.do(work())
    arrived(server, post)


def test_few_links_for_a_password(server: Open, post: MailServer) -> None:
    stranger = server.visitor(origin=ORIGIN)
    statuses = [stranger.post("/api/password/forgot", {"who": "Ada"}).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    names = [stranger.post("/api/password/forgot", {"who": f"name{n}"}).status_code for n in range(18)]
    assert (names[0], names[-1]) == (200, 429)


def test_another_address_ends_the_links_to_the_one_before(server: Open, post: MailServer) -> None:
    ada = confirmed(server, post)
    post.mails.clear()
    ada.post("/api/password/forgot", {"who": "Ada"})
    token = link(arrived(server, post), "password")
    ada.post("/api/notices/mail", {"address": "new@mail.example"})
    fresh = link(arrived(server, post, address="new@mail.example"), "confirm")
    ada.post("/api/notices/mail/confirm", {"token": fresh})
    assert ada.post("/api/password/reset", {"token": token, "password": "another horse"}).json()["code"] == "link_old"


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_every_kind_has_its_words(locale: str) -> None:
    for kind in ("turn", "over", "challenge"):
        for key in (f"{kind}_title", f"{kind}_body"):
            assert server_words(locale).entry("notice", key)
        for key in (f"line_{kind}", f"subject_{kind}"):
            assert server_words(locale).entry("mail", key)

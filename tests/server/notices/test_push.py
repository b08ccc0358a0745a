"""Browsers are told by web push: what arrives, what becomes of browsers, and whom the server never calls."""

import asyncio
import logging
import socket
import time
from pathlib import Path
from typing import Any

import orjson
import py_vapid
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import select

from ludarium.server.errors import NoticeError
from ludarium.server.notices import push as push_module
from ludarium.server.notices.models import PushSubscriptionRow
from ludarium.server.notices.outside import Outside, Unreachable, check_endpoint, is_outside
from tests.server.notices.outside import Browser, PushService, read64, subscribe
from tests.server.visiting import Open, Visitor

ORIGIN = "https://games.example"
TABLE = {"ruleset": "mur-en", "seats": [{"who": "you"}, {"who": "computer", "level": 1}]}


def visitor(server: Open, name: str = "Ada", **headers: str) -> Visitor:
    found = server.visitor(origin=ORIGIN, **headers)
    found.register(name)
    return found


def identity(visitor: Visitor) -> str:
    return str(visitor.get("/api/me").json()["id"])


def table(visitor: Visitor) -> str:
    return str(visitor.post("/api/tables", TABLE).json()["id"])


def tell(server: Open, person: str, table: str, kind: Any = "turn") -> None:
    async def work() -> None:
        server.services.notices.notify(person, kind, table)
        await server.services.notices.rest()

    server.do(work())


def kept(server: Open) -> list[PushSubscriptionRow]:
    return server.do(server.services.store.read(lambda session: list(session.scalars(select(PushSubscriptionRow)))))


# --- what arrives -----------------------------------------------------------------------------------------------------
def test_a_notice_is_signed_and_only_the_browser_can_read_it(server: Open, service: PushService) -> None:
    ada, browser = visitor(server), Browser(service.address)
    subscribe(ada, browser)
    id_ = table(ada)
    tell(server, identity(ada), id_)
    (pushed,) = service.told
    assert browser.read(pushed) == {
        "title": "Your turn in Mur",
        "body": "Game with Apprentice sailor",
        "path": f"/t/{id_}",
        "tag": id_,
        "lang": "en",
    }
    heads = {name.lower(): value for name, value in pushed.headers.items()}
    assert heads["topic"] == id_
    assert heads["ttl"] == "259200"
    assert heads["content-encoding"] == "aes128gcm"
    assert py_vapid.Vapid02.verify(heads["authorization"])
    said = dict(part.split("=", 1) for part in heads["authorization"].removeprefix("vapid ").split(","))
    assert said["k"] == ada.get("/api/notices").json()["push_key"] == server.services.notices.push.public_key
    claims = orjson.loads(read64(said["t"].split(".")[1]))
    assert claims["sub"] == "mailto:ada@games.example"
    assert claims["aud"] == service.address
    assert 0 < claims["exp"] - time.time() < 24 * 3600
    forged = heads["authorization"].replace(said["t"][-6:], "AAAAAA")
    assert not py_vapid.Vapid02.verify(forged)


def test_each_browser_is_told_in_its_own_language(server: Open, service: PushService) -> None:
    ada, first, second = visitor(server), Browser(service.address, "en"), Browser(service.address, "ja")
    again = server.visitor(origin=ORIGIN)
    assert again.post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 200
    subscribe(ada, first)
    subscribe(again, second, params={"lang": "ja"})
    id_ = table(ada)
    tell(server, identity(ada), id_)
    told = {one.path: one for one in service.told}
    assert first.read(told["/push/en"])["title"] == "Your turn in Mur"
    assert second.read(told["/push/ja"])["title"] == "マー：あなたの番です"
    assert second.read(told["/push/ja"])["lang"] == "ja"


def test_the_key_is_made_once(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with Open(tmp_path, push_contact="https://games.example") as server:
            keys.append(server.services.notices.push.public_key)
    assert keys[0] == keys[1]
    assert len(read64(keys[0])) == 65


@pytest.mark.parametrize("library", [True, False])
def test_without_library_or_contact_nothing_is_offered(
    library: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if not library:
        monkeypatch.setattr(push_module, "pywebpush", None)
    settings: dict[str, Any] = {} if library else {"push_contact": "ada@games.example"}
    with caplog.at_level(logging.INFO), Open(tmp_path, **settings) as server:
        ada = server.visitor()
        ada.be_guest("Ada")
        assert ada.get("/api/notices").json()["push_key"] == ""
        refused = ada.post("/api/notices/push", Browser("https://push.example").subscription)
        assert (refused.status_code, refused.json()["code"]) == (409, "push_off")
    assert ("push_contact" if library else "pywebpush is missing") in caplog.text


def figures(server: Open, by: str) -> dict[str, int]:
    """What the figures for hosts say about notices by push or by mail."""
    families = text_string_to_metric_families(server.services.metrics.text().decode())
    samples = [one for family in families for one in family.samples if one.name == "ludarium_notices_total"]
    return {one.labels["result"]: int(one.value) for one in samples if one.labels["by"] == by}


# --- what becomes of browsers -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(server: Open, service: PushService, status: int) -> None:
    ada = visitor(server)
    subscribe(ada, Browser(service.address))
    service.statuses = [status]
    tell(server, identity(ada), table(ada))
    assert kept(server) == []
    assert ada.get("/api/notices").json()["browser"] is False
    assert figures(server, "push") == {"sent": 0, "failed": 0, "given_up": 0, "gone": 1}


def test_what_is_refused_for_now_is_tried_again(server: Open, service: PushService) -> None:
    ada = visitor(server)
    subscribe(ada, Browser(service.address))
    server.services.notices.again = (0.01, 0.01, 0.01)
    service.statuses = [503, 429, 201]
    tell(server, identity(ada), table(ada))
    _until(server, lambda: len(service.told) == 3)
    service.statuses = [500]
    service.told.clear()
    tell(server, identity(ada), table(ada))
    _until(server, lambda: len(service.told) == 4)
    _pause(server)
    assert len(service.told) == 4  # once, and three times more
    assert len(kept(server)) == 1
    assert figures(server, "push") == {"sent": 1, "failed": 2 + 3, "given_up": 1, "gone": 0}


def test_a_push_service_sends_us_nowhere(server: Open, service: PushService) -> None:
    ada = visitor(server)
    subscribe(ada, Browser(service.address))
    service.statuses = [307]
    tell(server, identity(ada), table(ada))
    assert [one.path for one in service.told] == ["/push/one"]
    assert len(kept(server)) == 1


def test_logging_out_ends_the_notices_of_this_browser_alone(server: Open, service: PushService) -> None:
    ada, other = visitor(server), server.visitor(origin=ORIGIN)
    other.post("/api/login", {"name": "Ada", "password": "correct horse"})
    subscribe(ada, Browser(service.address, "here"))
    subscribe(other, Browser(service.address, "there"))
    person, id_ = identity(ada), table(ada)
    ada.post("/api/logout", {})
    assert [row.endpoint[-5:] for row in kept(server)] == ["there"]
    tell(server, person, id_)
    assert [one.path for one in service.told] == ["/push/there"]


def test_a_browser_whose_session_was_ended_elsewhere_is_told_nothing(server: Open, service: PushService) -> None:
    ada, other = visitor(server), server.visitor(origin=ORIGIN)
    other.post("/api/login", {"name": "Ada", "password": "correct horse"})
    subscribe(other, Browser(service.address))
    id_ = table(ada)
    assert ada.post("/api/account/password", {"old": "correct horse", "new": "another horse"}).status_code == 200
    tell(server, identity(ada), id_)
    assert service.told == []


def test_switching_off_and_on(server: Open, service: PushService) -> None:
    ada = visitor(server)
    assert ada.get("/api/notices").json()["browser"] is False
    subscribe(ada, Browser(service.address))
    assert ada.ask("DELETE", "/api/notices/push").json()["browser"] is False
    tell(server, identity(ada), table(ada))
    assert service.told == []


def test_one_person_has_ten_browsers_at_most(server: Open, service: PushService) -> None:
    first = visitor(server)
    for number in range(11):
        again = server.visitor(origin=ORIGIN, address=f"203.0.113.{number + 1}")
        again.post("/api/login", {"name": "Ada", "password": "correct horse"})
        subscribe(again, Browser(service.address, str(number)))
        _pause(server)
    assert sorted(row.endpoint.rpartition("/")[2] for row in kept(server)) == sorted(map(str, range(1, 11)))
    assert first.get("/api/notices").json()["browser"] is False


def test_a_browser_belongs_to_whoever_used_it_last(server: Open, service: PushService) -> None:
    ada, ben, browser = visitor(server), visitor(server, "Ben"), Browser(service.address)
    subscribe(ada, browser)
    subscribe(ben, browser)
    tell(server, identity(ada), table(ada))
    assert service.told == []


def test_subscriptions_are_exported_and_deleted_with_the_account(server: Open, service: PushService) -> None:
    ada, browser = visitor(server), Browser(service.address)
    subscribe(ada, browser)
    told = ada.get("/api/me/export").json()["notices"]
    assert [one["endpoint"] for one in told["browsers"]] == [browser.endpoint]
    assert ada.ask("DELETE", "/api/account", {"password": "correct horse"}).status_code == 200
    assert kept(server) == []


def test_nobody_without_a_name_is_told(server: Open, service: PushService) -> None:
    nobody = server.visitor(origin=ORIGIN)
    assert nobody.get("/api/notices").json()["browser"] is False
    assert nobody.post("/api/notices/push", Browser(service.address).subscription).status_code == 401


def test_what_is_too_much_is_dropped_and_nobody_waits(
    server: Open, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    ada = visitor(server)
    person, id_ = identity(ada), table(ada)

    async def flood() -> None:  # without waiting for anything
        for _ in range(5_000):
            server.services.notices.notify(person, "turn", id_)

    server.do(flood())
    assert "too many are waiting" in caplog.text
    server.do(server.services.notices.rest())
    assert service.told == []  # nothing was switched on


def test_a_push_service_that_says_nothing_keeps_nobody_waiting(server: Open, service: PushService) -> None:
    ada, ben = visitor(server), visitor(server, "Ben")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        subscribe(ada, Browser(f"http://127.0.0.1:{silent.getsockname()[1]}"))
        subscribe(ben, Browser(service.address))
        first, second = table(ada), table(ben)
        server.services.notices.notify(identity(ada), "turn", first)
        server.services.notices.notify(identity(ben), "turn", second)
        _until(server, lambda: len(service.told) == 1)
        began = time.perf_counter()
        assert ada.get("/api/me").status_code == 200
        assert time.perf_counter() - began < 1


# --- whom the server does not call ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://127.0.0.1/a",
        "https://10.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://localhost/a",
        "https://database.internal/a",
        "https://printer.local/a",
        "https://router/a",
        "https://push.example:22/a",
        "https://ada@push.example/a",
        "https://push.example/a b",
        "https://push.example/a\r\nX: y",
        "https://",
        "https://[",
        "ftp://push.example/a",
        "https://push.example/" + "a" * 1000,
    ],
)
def test_endpoints_that_are_no_push_service(endpoint: str) -> None:
    with pytest.raises(NoticeError):
        check_endpoint(endpoint)


def test_endpoints_that_are() -> None:
    check_endpoint("https://fcm.googleapis.com/fcm/send/abc:def")
    check_endpoint("https://updates.push.services.mozilla.com:443/wpush/v2/gAAA")
    check_endpoint("http://127.0.0.1:8080/push", loopback=True)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_addresses_of_the_internet(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1"),
    ],
)
def test_addresses_of_our_own_network(address: str) -> None:
    assert not is_outside(address)


def test_a_name_that_leads_inside_is_not_called(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    port = int(service.address.rpartition(":")[2])
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Unreachable, match="our own network"):
        Outside().post(f"http://push.example:{port}/a", b"x", {})
    assert service.told == []
    assert Outside(loopback=True).post(f"http://push.example:{port}/a", b"x", {}).status_code == 201


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://10.0.0.1/"},
        {"p256dh": "AAAA"},
        {"p256dh": "B" * 87},
        {"auth": "AAAA"},
        {"auth": "!" * 22},
        {"more": "x"},
    ],
)
def test_wrong_subscriptions_are_refused(server: Open, change: dict[str, str]) -> None:
    ada = visitor(server)
    answer = ada.post("/api/notices/push", {**Browser("https://push.example").subscription, **change})
    assert answer.status_code == 422
    assert kept(server) == []


def _pause(server: Open) -> None:
    server.do(asyncio.sleep(0.05))


def _until(server: Open, true: Any) -> None:
    for _ in range(200):
        if true():
            return
        _pause(server)
    raise AssertionError("it did not happen")

"""What is refused before anybody looks at it, and what every answer tells the browser."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.core.words import LOCALES
from ludarium.server.errors import ServerError
from ludarium.server.limits import Limit, is_this_machine, network_of
from tests.server.visiting import ORIGIN, Open, Visitor, knock


# --- other sites ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:8766", "https://localhost:8765", ""]
)
def test_other_sites_change_nothing(visitor: Visitor, origin: str) -> None:
    refused = visitor.post("/api/me", {"name": "Eve"}, headers={"Origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (403, "origin_foreign")
    assert visitor.get("/api/me", headers={"Origin": origin}).json()["id"] == ""


def test_two_origins_are_none(visitor: Visitor) -> None:
    headers = [("X-Ludarium", "1"), ("Origin", ORIGIN), ("Origin", "https://evil.example")]
    assert visitor.ask("POST", "/api/me", {"name": "Eve"}, headers=headers).status_code == 403


def test_forms_of_other_sites_cannot_send_our_header(server: Open) -> None:
    for headers in ({}, {"X-Ludarium": "0"}, {"X-Ludarium": ""}):
        visitor = server.visitor()
        del visitor.http.headers["X-Ludarium"]
        refused = visitor.post("/api/me", {"name": "Eve"}, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "header_missing")


def test_our_own_pages_may(visitor: Visitor) -> None:
    assert visitor.post("/api/me", {"name": "Ada"}, headers={"Origin": ORIGIN}).status_code == 200
    assert visitor.get("/api/me", headers={"X-Ludarium": ""}).status_code == 200  # looking needs nothing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8765", True),
        ("127.0.0.1:8765", True),
        ("127.0.0.2", True),
        ("[::1]:8765", True),
        ("evil.example", False),  # a name that its owner lets lead to this machine
        ("evil.example:8765", False),
        ("192.168.1.7", False),
        ("localhost.evil.example", False),
        ("localhost;", False),
        ("localhost:8765 'unsafe-inline'", False),
        ("", False),
    ],
)
def test_names_under_which_we_are_known(visitor: Visitor, host: str, known: bool) -> None:
    answer = visitor.get("/api/me", headers={"Host": host})
    assert answer.status_code == (200 if known else 400)
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert visitor.get("/healthz", headers={"Host": host}).status_code == 200  # machines call us as they like


def test_a_server_for_others_knows_its_origins(tmp_path: Path) -> None:
    with Open(tmp_path, origins="https://games.example,https://play.example:444", host="0.0.0.0") as server:
        visitor = server.visitor(origin="http://games.example")  # as a proxy asks, without https
        name = {"name": "Ada"}
        assert visitor.post("/api/me", name, headers={"Origin": "https://games.example"}).status_code == 200
        assert visitor.post("/api/me", name, headers={"Origin": "http://games.example"}).status_code == 403
        assert visitor.post("/api/me", name, headers={"Origin": "https://play.example"}).status_code == 403
        assert visitor.get("/api/me", headers={"Host": "play.example:444"}).status_code == 200
        assert visitor.get("/api/me", headers={"Host": "192.168.1.7"}).status_code == 400
        assert "max-age" in visitor.get("/api/me").headers["strict-transport-security"]


def test_a_server_for_the_house_is_known_by_number(tmp_path: Path) -> None:
    with Open(tmp_path, host="0.0.0.0") as server:
        visitor = server.visitor(origin="http://192.168.1.7:8765")
        assert visitor.post("/api/me", {"name": "Ada"}).status_code == 200
        assert visitor.get("/api/me", headers={"Host": "evil.example"}).status_code == 400


# --- WebSockets -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("origin", ["", "https://evil.example", "null", "http://localhost"])
def test_websockets_need_our_origin(server: Open, origin: str) -> None:
    headers = {"Host": "localhost:8765"} | ({"Origin": origin} if origin else {})
    answer = server.do(knock(server, headers))
    assert answer[0]["type"] == "websocket.http.response.start"
    assert answer[0]["status"] == 403
    assert b"origin_foreign" in answer[1]["body"]


def test_websockets_with_our_origin_get_further(server: Open) -> None:
    answer = server.do(knock(server, {"Host": "localhost:8765", "Origin": ORIGIN}))
    assert [message["type"] for message in answer] == ["websocket.close"]  # there is nothing at this address


# --- headers ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api/nothing", "/assets/nothing.js", "/healthz", "/api/openapi.json"]
)
def test_browsers_are_told_to_trust_us_alone(visitor: Visitor, path: str) -> None:
    headers = visitor.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["connect-src"] == "'self' ws://localhost:8765 wss://localhost:8765"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


# --- bodies -----------------------------------------------------------------------------------------------------------
def test_bodies_have_a_size(tmp_path: Path) -> None:
    with Open(tmp_path, body_bytes=2000) as server:
        visitor = server.visitor()
        assert visitor.post("/api/me", {"name": "A" * 5000}).status_code == 413

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(100):
                yield b" " * 100

        answer = visitor.post("/api/me", content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        assert answer.json()["code"] == "body_long"
        assert "2000" in answer.json()["sentence"]


def test_bodies_must_come_soon(tmp_path: Path) -> None:
    with Open(tmp_path, body_seconds=0.05) as server:
        visitor = server.visitor()

        async def slow() -> AsyncIterator[bytes]:
            yield b'{"name"'
            await asyncio.sleep(60)
            yield b': "Ada"}'

        answer = visitor.post("/api/me", content=slow(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 408


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b'{"name": "\\ud800"}',
        b'{"name": NaN}',
        b"[" * 10_000,
        b'{"name": "a"} {}',
        b"\x00",
        b"name=a",
    ],
)
def test_bodies_that_are_no_json(visitor: Visitor, body: bytes) -> None:
    answer = visitor.post("/api/me", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "body_json"
    assert answer.json()["sentence"]


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({}, "field_missing", '"name" is missing'),
        ({"name": 5}, "field_type", '"name" takes text'),
        ({"name": None}, "field_type", '"name" takes text'),
        ({"name": ""}, "field_short", "at least 1"),
        ({"name": "x" * 201}, "field_long", "at most 200"),
        ({"name": "Ada", "admin": True}, "field_extra", '"admin" is unknown'),
        ([], "field_type", '"body" takes an object'),
    ],
)
def test_bodies_that_are_wrong_get_a_sentence(visitor: Visitor, body: object, code: str, said: str) -> None:
    answer = visitor.post("/api/me", body)
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert said in answer.json()["sentence"]
    japanese = visitor.post("/api/me?lang=ja", body).json()
    assert japanese["code"] == code
    assert japanese["sentence"] != answer.json()["sentence"]


def test_a_form_is_no_json(visitor: Visitor) -> None:
    assert visitor.post("/api/me", data={"name": "Ada"}).status_code == 422
    assert (
        visitor.post("/api/me", content=b'{"name": "Ada"}', headers={"Content-Type": "text/plain"}).status_code == 422
    )


# --- languages --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("query", "cookie", "accepted", "japanese"),
    [
        ("", "", "", False),
        ("", "", "ja,en;q=0.5", True),
        ("", "", "en;q=0.4, ja-JP;q=0.9", True),
        ("", "", "de, fr;q=0.9, ja;q=0.1, en;q=0.05", True),
        ("", "", "ja;q=0, en", False),
        ("", "", "*, ;q=x,,,", False),
        ("", "ja", "en", True),
        ("?lang=en", "ja", "ja", False),
        ("?lang=ja", "en", "en", True),
        ("?lang=xx", "", "ja", True),
    ],
)
def test_refusals_are_in_the_visitors_language(
    visitor: Visitor, query: str, cookie: str, accepted: str, japanese: bool
) -> None:
    headers = {"Accept-Language": accepted} | ({"Cookie": f"ludarium_lang={cookie}"} if cookie else {})
    said = visitor.get(f"/api/nothing{query}", headers=headers).json()["sentence"]
    assert ("ありません" in said) == japanese


# --- how often --------------------------------------------------------------------------------------------------------
def test_a_limit_fills_up_again() -> None:
    clock = [100.0]
    limit = Limit(3, 60, lambda: clock[0])
    for _ in range(3):
        limit.take("one")
    with pytest.raises(ServerError) as refused:
        limit.take("one")
    assert refused.value.data["seconds"] == 20
    limit.take("other")
    clock[0] += 19
    with pytest.raises(ServerError):
        limit.take("one")
    clock[0] += 1
    limit.take("one")
    clock[0] += 10_000
    for _ in range(3):
        limit.take("one")  # but never more than three
    with pytest.raises(ServerError):
        limit.take("one")


def test_what_is_given_back_does_not_count() -> None:
    limit = Limit(1, 60, lambda: 0.0)
    limit.take("one")
    limit.give_back("one")
    limit.give_back("one")
    limit.take("one")
    with pytest.raises(ServerError):
        limit.take("one")


def test_limits_forget_whoever_was_not_seen_for_long() -> None:
    limit = Limit(1, 3600, lambda: 0.0)
    for number in range(20_001):
        limit.take(str(number))
    limit.take("0")
    with pytest.raises(ServerError):
        limit.take("20000")


def test_what_one_subscriber_has() -> None:
    assert network_of("203.0.113.5") == "203.0.113.5"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::9") != network_of("2001:db8:1:2::9")
    assert network_of("::ffff:203.0.113.5") == "203.0.113.5"
    assert [is_this_machine(one) for one in ("127.0.0.1", "::1", "10.0.0.1", "testing")] == [True, True, False, False]


def test_requests_of_one_address_are_limited(tmp_path: Path) -> None:
    with Open(tmp_path, requests_per_minute=5) as server:
        visitor = server.visitor()
        assert [visitor.get("/api/me").status_code for _ in range(6)] == [200] * 5 + [429]
        refused = visitor.get("/api/me")
        assert int(refused.headers["retry-after"]) > 0
        assert visitor.get("/healthz").status_code == 200
        assert visitor.get("/favicon.ico").status_code == 404  # pages are not counted
        assert server.visitor("203.0.113.6").get("/api/me").status_code == 200
        assert {server.visitor("127.0.0.1").get("/api/me").status_code for _ in range(20)} == {200}


def test_requests_of_one_person_are_limited_wherever_they_come_from(tmp_path: Path) -> None:
    with Open(tmp_path, requests_per_minute=10) as server:
        visitor = server.visitor("127.0.0.1")
        visitor.be_guest("Ada")
        assert [visitor.get("/api/me").status_code for _ in range(6)] == [200] * 5 + [429]


def test_limits_can_be_switched_off(tmp_path: Path) -> None:
    with Open(tmp_path, requests_per_minute=2, guests_per_hour=1, limits="off") as server:
        visitor = server.visitor()
        assert {visitor.post("/api/me", {"name": "Ada"}).status_code for _ in range(10)} == {200}
        assert server.visitor().post("/api/me", {"name": "Bob"}).status_code == 200


def test_websockets_are_counted_while_they_are_open(tmp_path: Path) -> None:
    with Open(tmp_path, connections=3, connections_per_address=2) as server:
        opened, leave = [], asyncio.Event()

        async def wait(scope: Any, receive: Any, send: Any) -> None:
            opened.append(scope["client"][0])
            await leave.wait()

        server.app.router.default = wait
        headers = {"Host": "localhost:8765", "Origin": ORIGIN}

        async def crowd() -> list[list[dict[str, Any]]]:
            tasks = [asyncio.create_task(knock(server, headers, address)) for address in ("a", "a", "a", "b", "b")]
            while sum(task.done() for task in tasks) < 2:
                await asyncio.sleep(0)
            leave.set()
            return await asyncio.gather(*tasks)

        answers = server.do(crowd())
        assert opened == ["a", "a", "b"]  # a third one of a is too many, and so is a fourth one of all
        assert [bool(answer) for answer in answers] == [False, False, True, False, True]
        assert answers[2][0]["status"] == answers[4][0]["status"] == 429
        assert server.do(knock(server, headers, "a")) == []  # there is room again


# --- faults -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("locale", LOCALES)
def test_a_fault_of_ours_tells_a_number_and_nothing_else(
    server: Open, visitor: Visitor, locale: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(token: str) -> None:
        raise RuntimeError(f"a secret: {token}")

    server.services.people.person_of = fail  # type: ignore[method-assign]
    answer = visitor.get(f"/api/me?lang={locale}")
    assert answer.status_code == 500
    told = answer.json()
    assert told["code"] == "fault"
    assert answer.headers["x-request-id"] in told["sentence"]
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "content-security-policy" in answer.headers
    assert any("fault" in record.message and record.exc_info for record in caplog.records)

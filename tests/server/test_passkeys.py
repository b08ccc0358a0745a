"""Passkeys: made for an account, used instead of a password, and for nobody else."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from ludarium.server.people import passkeys
from ludarium.server.people.models import CeremonyRow
from ludarium.server.store import now
from tests.server.authenticator import Authenticator
from tests.server.visiting import ORIGIN, Open, Visitor


def make(visitor: Visitor, device: Authenticator, name: str = "My phone") -> httpx.Response:
    begun = visitor.post("/api/passkeys/register/begin", {}).json()
    made = {"id": begun["id"], "name": name, "credential": device.make(begun["options"])}
    return visitor.post("/api/passkeys/register", made)


Spoil = Callable[[dict[str, Any]], object]


def use(visitor: Visitor, device: Authenticator, spoil: Spoil | None = None) -> httpx.Response:
    begun = visitor.post("/api/passkeys/login/begin").json()
    credential = device.use(begun["options"])
    if spoil is not None:
        spoil(credential)
    return visitor.post("/api/passkeys/login", {"id": begun["id"], "credential": credential})


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    visitor.register("Ada")
    return visitor


def test_a_passkey_is_made_and_used(server: Open, ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    made = make(ada, device)
    assert made.status_code == 200, made.text
    assert made.json()["name"] == "My phone"
    assert made.json()["used"] == 0
    elsewhere = server.visitor()
    elsewhere.be_guest("Bob")
    token = elsewhere.token()
    answer = use(elsewhere, device)
    assert answer.json() == ada.get("/api/me").json()
    assert elsewhere.token() != token
    assert elsewhere.get("/api/me").json()["name"] == "Ada"
    [known] = ada.get("/api/passkeys").json()
    assert known["id"] == device.id
    assert known["used"] > 0
    assert use(server.visitor(), device).status_code == 200  # and again


def test_what_is_asked_of_the_browser(ada: Visitor) -> None:
    options = ada.post("/api/passkeys/register/begin", {}).json()["options"]
    assert options["rp"] == {"name": "Ludarium", "id": "localhost"}
    assert options["user"]["name"] == "Ada"
    selection = options["authenticatorSelection"]
    assert (selection["residentKey"], selection["userVerification"]) == ("required", "required")
    login = ada.post("/api/passkeys/login/begin").json()["options"]
    assert login["userVerification"] == "required"
    assert not login.get("allowCredentials")  # nobody is told whose keys there are


def test_a_device_makes_one_key_for_one_account(ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    assert make(ada, device).status_code == 200
    begun = ada.post("/api/passkeys/register/begin", {}).json()["options"]
    assert [one["id"] for one in begun["excludeCredentials"]] == [device.id]
    assert make(ada, device).status_code == 409


def test_a_key_cannot_be_taken_over_by_another_account(server: Open, ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    make(ada, device)
    eve = server.visitor()
    eve.register("Eve")
    assert make(eve, device).status_code == 409
    assert use(server.visitor(), device).json()["name"] == "Ada"


def test_a_challenge_is_answered_once(server: Open, ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    make(ada, device)
    begun = ada.post("/api/passkeys/login/begin").json()
    answer = {"id": begun["id"], "credential": device.use(begun["options"])}
    assert server.visitor().post("/api/passkeys/login", answer).status_code == 200
    again = server.visitor().post("/api/passkeys/login", answer)  # somebody has listened
    assert (again.status_code, again.json()["code"]) == (409, "passkey_late")


def test_a_challenge_gets_old(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = ada.post("/api/passkeys/register/begin", {}).json()
    credential = Authenticator(ORIGIN).make(begun["options"])
    later = now() + 301_000
    monkeypatch.setattr(passkeys, "now", lambda: later)
    refused = ada.post("/api/passkeys/register", {"id": begun["id"], "name": "x", "credential": credential})
    assert refused.json()["code"] == "passkey_late"


def test_a_challenge_is_for_whom_it_was_made(server: Open, ada: Visitor) -> None:
    begun = ada.post("/api/passkeys/register/begin", {}).json()
    eve = server.visitor()
    eve.register("Eve")
    credential = Authenticator(ORIGIN).make(begun["options"])
    refused = eve.post("/api/passkeys/register", {"id": begun["id"], "name": "x", "credential": credential})
    assert refused.json()["code"] == "passkey_late"


def test_pages_of_other_sites_get_nothing(ada: Visitor) -> None:
    refused = make(ada, Authenticator("https://evil.example"))
    assert (refused.status_code, refused.json()["code"]) == (400, "passkey_wrong")
    assert ada.get("/api/passkeys").json() == []


def test_the_device_must_check_who_holds_it(server: Open, ada: Visitor) -> None:
    assert make(ada, Authenticator(ORIGIN, verifies=False)).json()["code"] == "passkey_wrong"
    device = Authenticator(ORIGIN)
    make(ada, device)
    device.verifies = False
    assert use(server.visitor(), device).json()["code"] == "passkey_wrong"


def test_a_copied_key_is_noticed(server: Open, ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    make(ada, device)
    copy = Authenticator(ORIGIN)
    copy.__dict__.update(device.__dict__)
    assert use(server.visitor(), device).status_code == 200
    assert use(server.visitor(), device).status_code == 200
    assert use(server.visitor(), copy).status_code == 401  # it has counted less


SPOILT: list[Spoil] = [
    lambda credential: credential["response"].update(signature="AAAA"),
    lambda credential: credential["response"].update(signature=5),
    lambda credential: credential["response"].pop("clientDataJSON"),
    lambda credential: credential["response"].update(clientDataJSON="e30"),
    lambda credential: credential["response"].update(clientDataJSON="%%%"),
    lambda credential: credential["response"].update(authenticatorData=""),
    lambda credential: credential["response"].update(authenticatorData="AAAA" * 50),
    lambda credential: credential.pop("response"),
    lambda credential: credential.update(response=[]),
    lambda credential: credential.update(rawId="AAAA"),
    lambda credential: credential.update(type="password"),
    lambda credential: credential.update(id="AAAA"),
    lambda credential: credential.update(id={"a": 1}),
    lambda credential: credential.update(id=None),
    lambda credential: credential.clear(),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SPOILT)))
def test_garbage_is_no_key(server: Open, ada: Visitor, number: int) -> None:
    device = Authenticator(ORIGIN)
    make(ada, device)
    stranger = server.visitor()
    refused = use(stranger, device, SPOILT[number])
    assert refused.status_code == 401, refused.text
    assert stranger.get("/api/me").json()["id"] == ""


@pytest.mark.slow
@pytest.mark.parametrize("part", ["clientDataJSON", "attestationObject"])
@pytest.mark.parametrize("garbage", ["", "AAAA", "e30", "oA", "%%", "gg", "_" * 5000, 5, None, {"a": []}])
def test_garbage_makes_no_key(ada: Visitor, part: str, garbage: object) -> None:
    begun = ada.post("/api/passkeys/register/begin", {}).json()
    credential = deepcopy(Authenticator(ORIGIN).make(begun["options"]))
    credential["response"][part] = garbage
    refused = ada.post("/api/passkeys/register", {"id": begun["id"], "name": "x", "credential": credential})
    assert (refused.status_code, refused.json()["code"]) == (400, "passkey_wrong")


def test_a_removed_key_opens_nothing(server: Open, ada: Visitor) -> None:
    device, other = Authenticator(ORIGIN), Authenticator(ORIGIN)
    make(ada, device)
    make(ada, other, "Key ring")
    eve = server.visitor()
    eve.register("Eve")
    assert eve.ask("DELETE", f"/api/passkeys/{device.id}").status_code == 404  # not hers
    left = ada.ask("DELETE", f"/api/passkeys/{device.id}").json()
    assert [one["name"] for one in left] == ["Key ring"]
    assert use(server.visitor(), device).json()["code"] == "passkey_unknown"
    assert use(server.visitor(), other).status_code == 200


def test_keys_go_with_the_account(server: Open, ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    make(ada, device)
    assert [one["name"] for one in ada.get("/api/me/export").json()["passkeys"]] == ["My phone"]
    assert ada.ask("DELETE", "/api/account").status_code == 200
    assert use(server.visitor(), device).status_code == 401


def test_a_forgotten_password_can_be_changed_after_logging_in_by_passkey(server: Open, ada: Visitor) -> None:
    device = Authenticator(ORIGIN)
    make(ada, device)
    visitor = server.visitor()
    use(visitor, device)
    assert visitor.post("/api/account/password", {"new": "battery staple"}).status_code == 200
    assert server.visitor().post("/api/login", {"name": "Ada", "password": "battery staple"}).status_code == 200


def test_numbers_have_no_passkeys(server: Open) -> None:
    visitor = server.visitor(origin="http://127.0.0.1:8765")
    visitor.register("Ada")
    refused = visitor.post("/api/passkeys/login/begin")
    assert (refused.status_code, refused.json()["code"]) == (409, "passkey_number")
    assert "http://localhost" in refused.json()["sentence"]


def test_there_are_not_too_many(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MOST", 2)
    assert make(ada, Authenticator(ORIGIN)).status_code == 200
    assert make(ada, Authenticator(ORIGIN)).status_code == 200
    assert ada.post("/api/passkeys/register/begin", {}).json()["code"] == "passkeys_many"


def test_challenges_that_nobody_answers_are_swept(server: Open, ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = server.services.people.passkeys

    def waiting() -> int:
        return len(server.do(server.services.store.read(lambda session: list(session.scalars(select(CeremonyRow.id))))))

    for _ in range(4):
        assert ada.post("/api/passkeys/login/begin").status_code == 200
    server.do(keys.sweep())
    assert waiting() == 4
    monkeypatch.setattr(passkeys, "_MOST_BEGUN", 3)
    server.do(keys.sweep())
    assert waiting() == 3  # the oldest is gone
    later = now() + 301_000
    monkeypatch.setattr(passkeys, "now", lambda: later)
    server.do(keys.sweep())
    assert waiting() == 0

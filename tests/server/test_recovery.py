"""Recovery codes: each lets somebody in once, and nobody can guess one."""

import re

from sqlalchemy import select

from ludarium.server.people.models import RecoveryCodeRow
from tests.server.visiting import Open, Visitor


def codes_of(visitor: Visitor) -> list[str]:
    answer = visitor.post("/api/account/codes", {})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return list(answer.json()["codes"])


def test_eight_codes_are_shown_once_and_kept_as_hashes(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    assert visitor.get("/api/account/codes").json() == {"count": 0, "made": 0}
    codes = codes_of(visitor)
    assert [code[:2] for code in codes] == [f"{number}-" for number in range(1, 9)]
    assert all(re.fullmatch(r"[1-8](-[a-z2-9]{4}){3}", code) for code in codes)
    assert len({code[2:] for code in codes}) == 8
    rows = server.services.store.read_now(lambda session: list(session.scalars(select(RecoveryCodeRow))))
    assert len(rows) == 8
    for row in rows:
        assert row.hashed.startswith("$argon2id$")
        assert codes[row.number - 1][2:].replace("-", "") not in row.hashed
    left = visitor.get("/api/account/codes").json()
    assert (left["count"], left["made"] > 0) == (8, True)


def test_a_code_lets_somebody_in_once_with_a_new_password(server: Open, visitor: Visitor) -> None:
    person = visitor.register("Ada")
    codes = codes_of(visitor)
    elsewhere = server.visitor()
    typed = codes[2].upper().replace("-", " ")  # as somebody copies it from paper
    used = elsewhere.post("/api/recover", {"name": "ADA", "code": typed, "password": "battery staple"})
    assert used.json() == {"id": person, "name": "Ada", "guest": False}
    assert elsewhere.get("/api/me").json()["id"] == person
    assert visitor.get("/api/me").json()["id"] == ""  # every other browser is logged out
    assert elsewhere.get("/api/account/codes").json()["count"] == 7
    again = server.visitor().post("/api/recover", {"name": "Ada", "code": codes[2], "password": "another one"})
    assert (again.status_code, again.json()["code"]) == (401, "code_wrong")
    assert server.visitor().post("/api/login", {"name": "Ada", "password": "correct horse"}).status_code == 401
    assert server.visitor().post("/api/login", {"name": "Ada", "password": "battery staple"}).status_code == 200
    # The others still work, and a password that is too short costs no code.
    short = server.visitor().post("/api/recover", {"name": "Ada", "code": codes[0], "password": "short"})
    assert (short.status_code, short.json()["code"]) == (400, "password_length")
    assert (
        server.visitor().post("/api/recover", {"name": "Ada", "code": codes[0], "password": "correct horse"}).is_success
    )


def test_new_codes_replace_the_old_ones(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    old, new = codes_of(visitor), codes_of(visitor)
    refused = server.visitor().post("/api/recover", {"name": "Ada", "code": old[0], "password": "battery staple"})
    assert refused.status_code == 401
    assert (
        server.visitor().post("/api/recover", {"name": "Ada", "code": new[0], "password": "battery staple"}).is_success
    )


def test_unknown_names_and_wrong_codes_get_the_same_answer_and_few_tries(server: Open, visitor: Visitor) -> None:
    visitor.register("Ada")
    code = codes_of(visitor)[0]
    wrong = code[:-1] + ("a" if code[-1] != "a" else "b")
    answers = [
        server.visitor(address="203.0.113.9").post(
            "/api/recover", {"name": name, "code": given, "password": "battery staple"}
        )
        for name, given in (("Ada", wrong), ("Nobody", wrong), ("Ada", "9-abcd"), ("Ada", "---"), ("Nobody", code))
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(401, answers[0].text)}
    guesser = server.visitor(address="203.0.113.10")
    tries = [
        guesser.post("/api/recover", {"name": "Ada", "code": wrong, "password": "battery staple"}).status_code
        for _ in range(10)
    ]
    assert tries == [401] * 8 + [429] * 2
    assert visitor.get("/api/account/codes").json()["count"] == 8


def test_guests_have_no_codes(visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    refused = visitor.post("/api/account/codes", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "account_needed")

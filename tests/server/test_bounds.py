"""Every field of every request and message has a bound, and nothing that fits in makes the event loop stand still."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import orjson
import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.server import guard
from ludarium.server.analysis import connection as analysis_socket
from ludarium.server.requests import ANALYSIS_REQUEST, MOST_STEPS, TABLE_REQUEST
from ludarium.server.rooms import socket as table_socket
from ludarium.server.validation import MOST_ITEMS
from tests.server.analysis.playing import calling
from tests.server.heartbeat import Heartbeat
from tests.server.visiting import Open, Visitor

pytestmark = pytest.mark.slow

Schema = dict[str, Any]
FREE = {"credential"}  # what a browser's authenticator says: bounded by the length of the body


@pytest.fixture
def busy(tmp_path: Path, new_database: Callable[[], str]) -> Iterator[Open]:
    with Open(tmp_path, database=new_database(), limits="off") as opened:
        yield opened


# --- what may be sent -------------------------------------------------------------------------------------------------
def bodies(server: Open) -> dict[tuple[str, str], Schema]:
    """The schema of every body that the API takes, by method and path."""
    described = server.app.openapi()
    found = {}
    for path, methods in described["paths"].items():
        for method, what in methods.items():
            if "requestBody" in what:
                found[method.upper(), path] = what["requestBody"]["content"]["application/json"]["schema"]
    return {key: resolved(schema, described) for key, schema in found.items()}


def resolved(schema: Any, within: Schema) -> Any:
    """The same without references."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            found = within
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            return resolved(found, within)
        return {key: resolved(value, within) for key, value in schema.items() if key not in ("$defs", "discriminator")}
    return [resolved(one, within) for one in schema] if isinstance(schema, list) else schema


def messages() -> dict[str, Schema]:
    """The schemas of all messages of both WebSockets."""
    found: dict[str, Schema] = {}
    for name, adapter in (("/ws/tables", TABLE_REQUEST), ("/ws/analysis", ANALYSIS_REQUEST)):
        schema = adapter.json_schema()
        found |= {f"{name} {one['properties']['do']['const']}": one for one in resolved(schema, schema)["oneOf"]}
    return found


def unbounded(schema: Schema, at: str) -> Iterator[str]:
    """The fields that could be of any size."""
    if "const" in schema or "enum" in schema or at.rpartition(".")[2] in FREE:
        return
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from unbounded(choice, at)
    kind = schema.get("type")
    if kind == "string" and "maxLength" not in schema:
        yield at
    if kind in ("integer", "number") and not (
        {"minimum", "exclusiveMinimum"} & schema.keys() and {"maximum", "exclusiveMaximum"} & schema.keys()
    ):
        yield at
    if kind == "array":
        if "maxItems" not in schema:
            yield at
        yield from unbounded(schema["items"], f"{at}[]")
    if kind == "object":
        for name, field in schema.get("properties", {}).items():
            yield from unbounded(field, f"{at}.{name}")
        more = schema.get("additionalProperties", True)
        if more is True or (more is not False and not {"maxProperties", "propertyNames"} <= schema.keys()):
            yield at
        elif more is not False:
            yield from unbounded(more, f"{at}.*")
            yield from unbounded({"type": "string", **schema["propertyNames"]}, f"{at}.names")


def test_every_field_of_a_body_has_a_bound(server: Open) -> None:
    found = bodies(server)
    assert {path for _, path in found} >= {"/api/me", "/api/tables", "/api/analysis", "/api/records", "/api/login"}
    assert not [one for (_, path), schema in found.items() for one in unbounded(schema, path)]


def test_every_field_of_a_message_has_a_bound() -> None:
    found = messages()
    assert {"/ws/tables step", "/ws/tables say", "/ws/analysis judge", "/ws/analysis curve"} <= found.keys()
    assert not [one for name, schema in found.items() for one in unbounded(schema, name)]


def test_every_wish_in_an_address_has_a_bound(server: Open) -> None:
    """What stands in the path is bounded with it (``test_guard``)."""
    for path, methods in server.app.openapi()["paths"].items():
        for what in methods.values():
            for one in what.get("parameters", ()):
                if one["in"] != "path":
                    assert not list(unbounded(one["schema"], f"{path}?{one['name']}"))


def test_the_bound_of_a_field_is_noticed_when_it_is_missing() -> None:
    assert list(unbounded({"type": "object", "properties": {"a": {"type": "string"}}}, "x")) == ["x.a", "x"]
    assert list(unbounded({"type": "array", "items": {"type": "integer", "minimum": 0}}, "x")) == ["x", "x[]"]


# --- as much of it as fits in -----------------------------------------------------------------------------------------
def fields(schema: Schema, within: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Where something can be put, and the longest text that is taken there: each field, one that nobody knows, and
    whatever an open object takes.
    """
    yield (*within, "unknown"), 0
    for choice in (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())):
        for name, field in choice.get("properties", {}).items():
            kinds = [field, *field.get("anyOf", ())]
            yield (*within, name), max(kind.get("maxLength", 0) for kind in kinds)
            if any("properties" in kind for kind in kinds):
                yield from fields(field, (*within, name))
            if any(isinstance(kind.get("additionalProperties"), dict) for kind in kinds):
                yield (*within, name, "land"), 0


def texts(length: int) -> list[bytes]:
    """Texts of that length, each hard to read in another way."""
    units = ("x", ",", "\\n", "9", " ", "[", "-", "a1 ", "x=", "1 0: +c2, ", "1 0: +c2\\n", "ludarium-record 1\\n")
    size = [len(unit.replace("\\n", "n")) for unit in units]
    made = [unit * (length // one) for unit, one in zip(units, size, strict=True)] if length else []
    return [f'"{text}"'.encode() for text in made]


@cache
def stuffed(size: int) -> list[bytes]:
    """JSON of about that many bytes, each in another way."""
    return list(_stuffed(size))


def _stuffed(size: int) -> Iterator[bytes]:
    for item in (b"0", b'"x"', b"[0,0]", b'["x",[]]', b'{"a":0}', b"null", b"1.5", b"[[[0]]]", b'""'):
        for count in (size // (len(item) + 1), MOST_ITEMS // 4):
            yield b"[" + b",".join([item] * min(count, size // (len(item) + 1))) + b"]"
    for count in (size // 11, MOST_ITEMS - 50):
        yield b"{" + b",".join(b'"k%06d":0' % number for number in range(min(count, size // 11))) + b"}"
    yield b'"' + b"x" * size + b'"'
    yield b'"' + b"\\u3042" * (size // 6) + b'"'
    yield b"[" * 1000 + b"]" * 1000
    yield b"9" * min(size, 5000)
    yield b"-1e400"


def wrapped(within: tuple[str, ...], value: bytes, base: Schema) -> bytes:
    """An object that has a value at a place, and besides what is usual there."""
    first, *rest = within
    inner = wrapped(tuple(rest), value, base.get(first, {})) if rest else value
    others = {key: other for key, other in base.items() if key != first}
    start = orjson.dumps(others)[:-1] + (b"," if others else b"")
    return start + orjson.dumps(first) + b":" + inner + b"}"


# What makes the rest of a request right, so that somebody looks at the field in question.
POSITION = {"ruleset": "mutterland"}
USUAL: dict[str, Schema] = {
    "/api/tables": {"ruleset": "mutterland", "seats": [{"who": "you"}, {"who": "computer"}]},
    "/api/analysis": POSITION,
    "/api/analysis/explain": {**POSITION, "clicks": ["x"]},
    "/api/analysis/picture.svg": POSITION,
    "/api/analysis/picture.png": POSITION,
    "/api/account": {"name": "Ada", "password": "x"},
    "/api/login": {"name": "Ada", "password": "x"},
    "/api/account/password": {"new": "x"},
}


def lively(visitor: Visitor) -> None:
    """What is made when it is needed first is made already; that is not what the heartbeat is for."""
    visitor.register("Ada")
    for usual in (POSITION, {"ruleset": "realm"}):
        assert visitor.post("/api/analysis", usual).status_code == 200
    assert visitor.post("/api/tables", USUAL["/api/tables"]).status_code == 201


def test_no_body_makes_the_loop_stand_still(busy: Open) -> None:
    visitor = busy.visitor()
    lively(visitor)
    different = {orjson.dumps(schema): (*key, schema) for key, schema in bodies(busy).items()}

    async def send_all() -> list[str]:
        slow = []
        async with Heartbeat() as heart:
            for method, path, schema in different.values():
                for within, longest in fields(schema):
                    for value in stuffed(guard.most_bytes(path) - 1_000) + texts(longest):
                        body = wrapped(within, value, USUAL.get(path, {}))
                        sent = f"{method} {path} {'.'.join(within)}: {value[:20]!r} {len(body)}"

                        async def send(method=method, path=path, body=body, sent=sent) -> None:  # type: ignore[no-untyped-def]
                            answer = await visitor.http.request(method, path, content=body)
                            assert answer.status_code < 500, (sent, answer.text)

                        if await heart.stands_still(send):
                            slow.append(sent)
        return slow

    assert not busy.do(send_all())


def test_no_message_makes_the_loop_stand_still(busy: Open) -> None:
    visitor = busy.visitor()
    lively(visitor)
    table = visitor.get("/api/me/tables").json()[0]["id"]
    places = {
        "/ws/tables": (f"/ws/tables/{table}", table_socket.BOUNDS.longest),
        "/ws/analysis": ("/ws/analysis", analysis_socket.BOUNDS.longest),
    }

    async def send_all() -> list[str]:
        slow = []
        async with Heartbeat() as heart:
            for name, schema in messages().items():
                path, _, do = name.partition(" ")
                where, most = places[path]
                usual: Schema = (
                    {"do": do, "id": 1, "position": POSITION} if path == "/ws/analysis" else {"do": do, "id": 1}
                )
                for within, longest in fields(schema):
                    for value in stuffed(most - 1_000) + texts(longest):
                        said = wrapped(within, value, usual).decode()

                        async def send(where: str = where, said: str = said) -> None:
                            async with calling(busy, where, visitor) as call:
                                call.say(said)
                                with suppress(ConnectionResetError):  # too long
                                    await call.hear()

                        if await heart.stands_still(send):
                            slow.append(f"{name} {'.'.join(within)}: {value[:20]!r} {len(said)}")
        return slow

    assert not busy.do(send_all())


# NUL, half characters, what is no UTF-8, more than any column holds, and what unfolds to much more.
ODD = ["%00", "a%00b", "%ED%A0%80", "%FF", "9" * 40, "-" + "9" * 40, "1e999", "%EF%B7%BA" * 40, "x" * 900, "%27%22%5C"]


def test_odd_letters_in_an_address_do_no_harm(busy: Open) -> None:
    """In every place of every path, and in every wish, of everything that can be asked for."""
    visitor = busy.visitor()
    person = visitor.register("Ada")
    table = visitor.post("/api/tables", USUAL["/api/tables"]).json()["id"]
    usual = {"id_": table, "person": person, "name": "Ada", "number": "0", "kind": "svg", "ruleset": "realm"}
    faults = []
    for path, operations in busy.app.openapi()["paths"].items():
        given = operations.get("get", {}).get("parameters", [])
        for odd, wrong in product(ODD, given):
            values = {
                one["name"]: usual.get(one["name"], "1") for one in given if one["in"] == "path" or one["required"]
            }
            values[wrong["name"]] = odd
            address = path
            for one in given:
                if one["in"] == "path":
                    address = address.replace(f"{{{one['name']}}}", values.pop(one["name"]))
            wishes = "&".join(f"{name}={value}" for name, value in values.items())
            answer = visitor.get(f"{address}?{wishes}")
            if answer.status_code >= 500:
                faults.append((answer.status_code, path, wrong["name"], odd))
    assert not faults


@pytest.mark.parametrize("name", ["mur-jp", "mur-en", "myrmidons", "mutterland", "realm"])
def test_the_longest_game_does_not_either(busy: Open, name: str) -> None:
    visitor = busy.visitor()
    lively(visitor)
    ruleset, rng = find_ruleset(name), Rng(3)
    steps: list[str] = []
    state = ruleset.new(seed=3)
    while state.seat >= 0 and len(steps) < MOST_STEPS:
        legal = state.legal()
        step = int(legal[rng.below(len(legal))])
        steps.append(ruleset.game.step_text(step))
        state.apply(step)
    wanted = {"ruleset": name, "seed": 3, "steps": steps}

    async def send_all() -> list[str]:
        slow = []
        async with Heartbeat() as heart:
            for path in ("/api/analysis", "/api/analysis/picture.svg", "/api/analysis/picture.png"):

                async def send(path: str = path) -> None:
                    answer = await visitor.http.post(path, json=wanted)
                    assert answer.status_code == 200, answer.text

                if await heart.stands_still(send):
                    slow.append(path)
        return slow

    assert not busy.do(send_all())

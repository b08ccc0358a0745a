"""The page about what a server and a browser say to each other, written from the classes and the routes themselves."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from typing import Any, get_args, get_type_hints

from fastapi.routing import APIRoute

from ludarium.server import requests, wire
from ludarium.server.typescript import ROUTERS, is_request, written

_ABOUT = """# Messages of the server
<!-- Written by `make reference`: change what it is made from. -->

What the server and a browser say to each other, for programs that want to do the same: paths of the API first, then the
WebSockets, then every kind of message. [For programs](../server.md#for-programs) says how to ask: headers, languages,
refusals. The same is described for tools at `/api/openapi.json` of a running server.

Types are written as in TypeScript: `string[]` is a list, `Record<string, number>` an object, `null` nothing. A name in
a type leads to its kind below.
"""
_FIELD = re.compile(r"^    (\w+): [^#]*?(?:  # (.+))?$")


def wire_page() -> str:
    parts = [_ABOUT, "## Paths", *_paths(), "## WebSockets", *_sockets(), "## Kinds of messages", *_kinds()]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _paths() -> Iterator[str]:
    for router in ROUTERS:
        rows = ["| path | what it does | takes | answers |", "| --- | --- | --- | --- |"]
        for route in router.routes:
            if not isinstance(route, APIRoute):
                continue
            hints = get_type_hints(route.endpoint).values()
            body = next((one for hint in hints for one in (hint, *get_args(hint)) if is_request(one)), None)
            answer = route.response_model or route.responses.get(200, {}).get("model")
            (method,) = route.methods or {""}
            cells = (
                f"`{method} {route.path.replace('_}', '}')}`",
                _first_sentence(route.endpoint),
                _led(written(body)) if body else "",
                _led(written(answer)) if answer else "a file",
            )
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        if len(rows) > 2:
            module = inspect.getmodule(router.routes[0].endpoint)  # type: ignore[attr-defined]
            yield f"### {_title(module)}\n\n" + "\n".join(rows)


def _title(module: object) -> str:
    said = re.split("[:.]", " ".join((inspect.getdoc(module) or "").split()))[0]
    return re.sub("^The API (of|for) ", "", said).capitalize()


def _first_sentence(of: object) -> str:
    text = " ".join((inspect.getdoc(of) or "").split())
    return re.split(r"(?<=[.?!])\s", text)[0]


def _sockets() -> Iterator[str]:
    for path, takes, gives in (
        ("/ws/tables/{id}", get_args(requests.TableRequest)[0], wire.TableMessage),
        ("/ws/analysis", get_args(requests.AnalysisRequest)[0], wire.AnalysisMessage),
        ("/ws/lobby", requests.Ping, wire.LobbyMessage),
    ):
        asked, said = (", ".join(_led(one.__name__) for one in get_args(kind) or (kind,)) for kind in (takes, gives))
        yield f"**`{path}`** takes {asked}. It sends {said}."


def _kinds() -> Iterator[str]:
    for name, kind in _all_kinds():
        yield _kind(name, kind)


def _all_kinds() -> list[tuple[str, Any]]:
    named = [*vars(wire).items(), *vars(requests).items()]
    return [(name, kind) for name, kind in named if is_dataclass(kind) or is_request(kind)]


def _kind(name: str, kind: Any) -> str:
    hints, comments = get_type_hints(kind), _comments(kind)
    doc = " ".join((vars(kind)["__doc__"] or "").split())
    doc = "" if doc.startswith(f"{name}(") else re.sub("``", "`", doc)
    rows = [
        f"| `{field}` | {_led(written(hints[field]))} | {comments.get(field, '')} |".replace("``", "`")
        for field in _fields(kind)
    ]
    table = "\n".join(["| field | type | what it says |", "| --- | --- | --- |", *rows]) if rows else ""
    return "\n\n".join(part for part in (f"### {name}", doc, table) if part)


def _fields(kind: Any) -> list[str]:
    return list(kind.model_fields if is_request(kind) else kind.__dataclass_fields__)


def _comments(kind: type) -> dict[str, str]:
    """What stands beside each field where it is declared, also in what the class extends."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__[:-1]):
        if one.__module__.startswith("ludarium."):
            lines = map(_FIELD.match, _bodies(one.__module__)[one.__name__].splitlines())
            found |= {line[1]: line[2].replace("|", "\\|") for line in lines if line and line[2]}
    return found


@cache
def _bodies(module: str) -> dict[str, str]:
    """The text of each class of a module (``inspect`` reads all of it anew for each)."""
    text = inspect.getsource(import_module(module))
    return dict(re.findall(r"^class (\w+).*?:\n((?:(?:    .*)?\n)+)", text, re.MULTILINE))


def _led(text: str) -> str:
    """A type, in which names lead to where they are explained."""
    names = {name for name, _ in _all_kinds()}
    parts = re.split(r"(\w+)", text)
    linked = [f"[{part}](#{part.lower()})" if part in names else part for part in parts]
    return "".join(linked).replace("|", "\\|").replace("<", "&lt;").replace("[]", "\\[\\]")

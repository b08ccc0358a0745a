"""Writes what server and browser send each other as TypeScript, so that both have one vocabulary (``make types``).

Answers and messages of the server are the dataclasses of ``wire``, those of a browser the models of ``requests``; the
routes say which path of the API takes and answers which.
"""

import inspect
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from fastapi.routing import APIRoute

from ludarium.server import requests, wire
from ludarium.server.analysis.routes import router as analysis_router
from ludarium.server.learning.routes import router as learning_router
from ludarium.server.moderation.routes import router as moderation_router
from ludarium.server.notices.routes import router as notices_router
from ludarium.server.people.routes import router as people_router
from ludarium.server.puzzles.routes import router as puzzles_router
from ludarium.server.requests import RequestModel
from ludarium.server.rooms.person_routes import router as persons_router
from ludarium.server.rooms.routes import router as rooms_router

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", NoneType: "null"}
_PLAIN |= {Any: "unknown"}
_FIRST = "// Written by `make types` from src/ludarium/server (wire, requests and the routes): change those.\n"
_LITERALS = {
    name: kind for module in (wire, requests) for name, kind in vars(module).items() if get_origin(kind) is Literal
}
_NAMED = _LITERALS | {"OptionList": wire.OptionList, "OptionValue": wire.OptionValue}
_MESSAGES = {
    "TableMessage": wire.TableMessage,
    "AnalysisMessage": wire.AnalysisMessage,
    "LobbyMessage": wire.LobbyMessage,
    "TableRequest": get_args(requests.TableRequest)[0],
    "AnalysisRequest": get_args(requests.AnalysisRequest)[0],
}


ROUTERS = (
    *(people_router, notices_router, rooms_router, analysis_router, learning_router, puzzles_router),
    *(persons_router, moderation_router),
)


def typescript() -> str:
    """The text of ``web/src/lib/wire.ts``."""
    answers = [kind for kind in vars(wire).values() if is_dataclass(kind)]
    bodies = [kind for kind in vars(requests).values() if is_request(kind)]
    parts = [_FIRST]
    parts += [f"export type {name} = {_parts_written(kind)};\n" for name, kind in (_NAMED | _MESSAGES).items()]
    parts += [_interface(kind) for kind in [*answers, *bodies]]
    parts.append("/** What each path of the API takes and answers; a ``Blob`` is a file. */\nexport interface Api {")
    for method in ("GET", "POST", "DELETE"):
        parts += [f"  {method}: {{", *_routes(method), "  };"]
    return "\n".join(parts) + "\n}\n"


def is_request(kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, RequestModel) and kind is not RequestModel


def _interface(kind: Any) -> str:
    hints, name = get_type_hints(kind), kind.__name__
    comment = " ".join((vars(kind)["__doc__"] or "").split())  # its own, not that of what it extends
    doc = "" if not comment or comment.startswith(f"{name}(") else f"/** {comment} */\n"
    if is_request(kind):
        base = kind.__base__
        name += f" extends {base.__name__}" if is_request(base) else ""
        own = {field: one for field, one in kind.model_fields.items() if field not in base.model_fields}
        names = {field: field if one.is_required() else f"{field}?" for field, one in own.items()}
    else:
        names = {one.name: one.name for one in fields(kind)}
    lines = [f"  {named}: {written(hints[field])};" for field, named in names.items()]
    return doc + "\n".join([f"export interface {name} {{", *lines, "}\n"])


def _routes(method: str) -> Iterator[str]:
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute) and method in (route.methods or ()):
                hints = get_type_hints(route.endpoint).values()
                body = next((one for hint in hints for one in (hint, *get_args(hint)) if is_request(one)), None)
                answer = route.response_model or route.responses.get(200, {}).get("model")
                takes = f"body: {written(body)}; " if body else ""
                gives = written(answer) if answer else "Blob"
                yield f'    "{route.path.replace("_}", "}")}": {{ {takes}answer: {gives} }};'


def written(kind: Any) -> str:
    """A type as TypeScript writes it: by its name, if it has one."""
    return next((name for name, named in _NAMED.items() if named == kind), "") or _parts_written(kind)


def _parts_written(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, UnionType):
        return " | ".join(written(one) for one in inner)
    if origin in (list, tuple):
        item = written(inner[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is dict:
        return f"Record<{written(inner[0])}, {written(inner[1])}>"
    return _PLAIN.get(kind) or str(kind.__name__)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")

"""Writes the classes of ``wire`` as TypeScript, so that server and browser have one vocabulary (``make types``)."""

import inspect
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ludarium.server import wire

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", NoneType: "null"}
_FIRST = "// Written by `make types` from src/ludarium/server/wire: change that.\n"


def typescript() -> str:
    """The text of ``web/src/lib/wire.ts``."""
    kinds = [kind for kind in vars(wire).values() if is_dataclass(kind)]
    literals = {name: kind for name, kind in vars(wire).items() if get_origin(kind) is Literal}
    parts = [_FIRST]
    parts += [f"export type {name} = {_written(kind)};\n" for name, kind in literals.items()]
    parts += [_interface(kind) for kind in kinds]
    parts.append(f"export type TableMessage = {_written(wire.TableMessage)};\n")
    return "\n".join(parts)


def _interface(kind: Any) -> str:
    hints = get_type_hints(kind)
    comment = " ".join((inspect.getdoc(kind) or "").split())
    doc = "" if comment.startswith(f"{kind.__name__}(") else f"/** {comment} */\n"
    lines = [f"  {one.name}: {_written(hints[one.name])};" for one in fields(kind)]
    return doc + f"export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _written(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, UnionType):
        return " | ".join(_written(one) for one in inner)
    if origin in (list, tuple):
        item = _written(inner[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is dict:
        return f"Record<{_written(inner[0])}, {_written(inner[1])}>"
    return _PLAIN.get(kind) or str(kind.__name__)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")

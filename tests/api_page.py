"""Writes docs/api.md from the docstrings of the front door: ``python -m tests.api_page docs/api.md`` (``make api``)."""

import inspect
import re
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import ludarium
from ludarium import api
from ludarium.core.options import OptionValue
from ludarium.engine import client

FUNCTIONS = (api.games, api.new, api.load, api.player, api.check)
CLASSES = (
    api.GameSession,
    api.SeatView,
    api.ComputerPlayer,
    api.Thought,
    api.Line,
    api.Outcome,
    api.Refusal,
    api.RulesetInfo,
    api.EngineClient,
    client.EngineGame,
    client.EngineError,
    client.EngineRefused,
    client.EngineDied,
    client.EngineTimeout,
)
_TOP = """# Ludarium in Python
<!-- Written by `make api` from the docstrings of src/ludarium/api.py and engine/client.py: change those. -->

"""


def page() -> str:
    parts = [_TOP + _shown(ludarium), _shown(api), "## Functions"]
    parts += [f"### `ludarium.{one.__name__}{_signature(one)}`\n{_shown(one)}" for one in FUNCTIONS]
    parts.append("## What they give")
    for kind in CLASSES:
        parts.append(f"### `{kind.__name__}`\n{_shown(kind)}")
        members = [_member(name, one) for name, one in vars(kind).items() if not name.startswith("_")]
        if is_dataclass(kind):
            members += [f"- `{one.name}`: `{_type(one.type)}`" for one in fields(kind)]
        parts += ["\n".join(filter(None, members))] if any(members) else []
    return re.sub(r"docs/(\w+\.md)", r"[docs/\1](\1)", "\n\n".join(parts)) + "\n"


def _member(name: str, member: object) -> str:
    if isinstance(member, property):
        said, called = inspect.getdoc(member), f"`.{name}`"
    else:
        plain = member.__func__ if isinstance(member, classmethod) else member
        if not inspect.isfunction(plain):
            return ""
        said, called = inspect.getdoc(plain), f"`.{name}{_signature(plain)}`"
    assert said, f"{name} has no docstring"
    text, _, example = said.partition("\n\n>>>")
    told = f"- {called}: {' '.join(text.split())}"
    return told + (f"\n{_code('>>>' + example)}" if example else "")


def _signature(of: object) -> str:
    assert callable(of)
    given = inspect.signature(of)
    kept = [one.replace(annotation=inspect.Parameter.empty) for one in given.parameters.values()]
    written = [str(one) for one in kept if one.name not in ("self", "cls")]
    return f"({', '.join(written)})"


def _shown(of: object) -> str:
    text, mark, example = (inspect.getdoc(of) or "").partition(">>>")
    if not mark:
        return text.strip()
    example, _, after = (mark + example).partition("\n\n")
    return f"{text.strip()}\n{_code(example)}\n\n{after}".strip()


def _code(example: str) -> str:
    return f"\n```python\n{example.strip()}\n\n```"


def _type(kind: object) -> str:
    written = kind.__name__ if type(kind) is type else str(kind)
    return written.replace("ludarium.api.", "").replace("collections.abc.", "").replace(str(OptionValue), "OptionValue")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")

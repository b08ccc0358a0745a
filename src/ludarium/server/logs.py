"""Logging: lines for people to read, or lines of JSON for machines.

Notes say who did what and how long it took, never what is secret: no cookies, no passwords, no steps of a game.
"""

import logging
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import orjson

from ludarium.server.settings import Settings

request_id: ContextVar[str] = ContextVar("request_id", default="")


def note(log: logging.Logger, what: str, **data: object) -> None:
    """Note that something happened, with what a machine can look for."""
    log.info(what, extra={"data": data})


class Seldom:
    """Warns of what may happen very often, once in a while."""

    def __init__(self, log: logging.Logger, seconds: float = 10.0) -> None:
        self._log = log
        self._seconds = seconds
        self._warned = -seconds
        self._times = 0

    def warn(self, what: str) -> None:
        self._times += 1
        if monotonic() - self._warned >= self._seconds:
            self._log.warning(what, extra={"data": {"times": self._times}})
            self._warned, self._times = monotonic(), 0


def set_up(settings: Settings) -> None:
    """Have everything that the server and its libraries note go to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if settings.log_format == "json" else _Text())
    for name in ("ludarium", "uvicorn", "alembic"):
        log = logging.getLogger(name)
        log.handlers[:] = [handler]
        log.propagate = False
        quieter = logging.WARNING if name != "ludarium" else 0
        log.setLevel(max(quieter, getattr(logging, settings.log_level.upper())))


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    data = getattr(record, "data", None)
    asked = {"request": request_id.get()} if request_id.get() else {}
    return asked | (dict(data) if isinstance(data, MutableMapping) else {})


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "what": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = "".join(f" {name}={_plain(value)}" for name, value in _facts(record).items())
        at = datetime.fromtimestamp(record.created)
        line = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname:<7} {_plain(record.getMessage())}{facts}"
        return line + ("\n" + self.formatException(record.exc_info) if record.exc_info else "")


def _plain(value: object) -> str:
    """On one line, whatever somebody sent."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(value))

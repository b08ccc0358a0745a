"""What a server process and a worker say to each other.

A question goes to the worker as a pickle: the views of the deciding seat are objects of its game's rules, and what that
seat may not know is not in them. Whoever can hand somebody a pickle can make them do anything, so each one is signed,
and unpickled only if the signature is right. The keys are made from the secret that the processes of a database share,
which itself is not sent: neither whoever listens on the line nor whoever answers under a process's address can sign.
What a worker says is JSON, checked like what browsers say; a server process unpickles nothing.
"""

import hmac
import pickle
import sys
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

import orjson
from pydantic import TypeAdapter

from ludarium.core.game import Game, rulesets
from ludarium.players.report import Report
from ludarium.players.thinker import Question

WORKER_PATH = "/ws/worker"
WRONG_VERSION = 4409  # a close code
SILENCE = 10.0  # seconds: whoever says nothing for so long is gone
_NUMBER_BYTES = 8
_SIGNATURE_BYTES = 32


# --- what is signed ---------------------------------------------------------------------------------------------------
def knock_of(secret: str) -> str:
    """By this a worker is let in."""
    return _key(secret, "a worker knocks").hex()


def _key(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), purpose.encode(), sha256)


class Asked(NamedTuple):
    """``person`` is for whom it is, ``talks`` whether somebody wants to hear how things stand."""

    question: Question
    person: str
    urgent: bool
    talks: bool


def packed(number: int, asked: Asked, secret: str) -> bytes:
    body = number.to_bytes(_NUMBER_BYTES) + pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)
    return hmac.digest(_key(secret, "a question"), body, sha256) + body


class Forged(Exception):
    """A question that does not come from a process of this database."""


def checked(message: bytes, secret: str) -> tuple[int, bytes]:
    """The number of a question, and what ``unpacked`` takes; ``Forged`` if it is not signed with the secret."""
    signature, body = message[:_SIGNATURE_BYTES], message[_SIGNATURE_BYTES:]
    if not hmac.compare_digest(signature, hmac.digest(_key(secret, "a question"), body, sha256)):
        raise Forged
    return int.from_bytes(body[:_NUMBER_BYTES]), body[_NUMBER_BYTES:]


def unpacked(body: bytes) -> Asked:
    found: Asked = pickle.loads(body)
    return found


# --- what is JSON -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Hello:
    """The first words of a worker. ``rules`` are the rulesets that it knows, with what distinguishes their rules."""

    version: str
    rules: dict[str, str]
    cores: int


@dataclass(frozen=True)
class Order:
    """By a server process, about the question of a number: end it with the best so far, or leave it, because nobody
    waits for it any more. ``welcome``, about none: questions will come.
    """

    do: Literal["welcome", "stop", "leave"]
    number: int = 0


@dataclass(frozen=True)
class Said:
    """By a worker, about the question of a number: how things stand, the decision, or why there is none. ``others`` are
    the questions of other processes that it has; it says that every second, about no question (0).
    """

    others: int
    number: int = 0
    report: Report | None = None
    final: bool = False
    fault: str = ""


HELLO, ORDER, SAID = TypeAdapter(Hello), TypeAdapter(Order), TypeAdapter(Said)


def written(message: Hello | Order | Said) -> str:
    return orjson.dumps(message).decode()


@cache
def own_rules() -> dict[str, str]:
    """The rulesets that are known here, with what distinguishes their rules: of games with the same name, too."""
    return {ruleset.name: _mark(ruleset.game) for ruleset in rulesets()}


@cache
def _mark(game: Game) -> str:
    module = sys.modules[type(game).__module__]
    file = Path(module.__file__ or "")
    files = sorted(file.parent.glob("*.py")) if module.__package__ else [file]
    return sha256(b"\0".join(one.read_bytes() for one in files)).hexdigest()[:16]

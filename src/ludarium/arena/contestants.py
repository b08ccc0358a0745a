"""Who can take part, named by a short text: our own players, and other programs.

A program is asked over the engine protocol: one JSON object a line, both ways.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from threading import Event, Timer
from typing import Protocol

from ludarium.core.errors import LudariumError, UnknownName
from ludarium.core.game import Ruleset
from ludarium.core.options import shortened
from ludarium.core.state import State
from ludarium.players.report import PlayerFailed, Report, plain_report
from ludarium.players.spec import AMOUNT, Player, read_player

ENGINE = "engine"
USUAL_SECONDS = 1.0
GRACE = 10.0  # seconds beyond the time it was given before a program counts as hanging
UNTIMED = 60.0  # the same for a program that was given no time but simulations or a level
_TEXT = re.compile(
    ENGINE + r"(?:@(?:((?=[0-9.]*[1-9])[0-9]{1,4}(?:\.[0-9]{1,6})?)s|([1-9][0-9]{0,8})|level([0-9]{1,2})))?:(.*\S.*)"
)
_LONGEST_ANSWER = 1 << 20  # bytes
BEST_2026 = "best-2026"
_BEST_2026_TEXT = re.compile(f"{BEST_2026}:{AMOUNT}")
# Where ``make best-2026`` puts it: into the checkout that this file belongs to.
_BEST_2026_SOURCE = Path(__file__).parents[3] / "build" / BEST_2026 / "src"
# Its engine would think on all cores, but players of a tournament have one each.
_BEST_2026_PROGRAM = """
import os, sys
os.cpu_count = lambda: 1
sys.path.insert(0, sys.argv[1])
from ludarium.cli import main
sys.exit(main(["engine"]))
"""


class Contestant(Protocol):
    """A player that can be made in any process from its description."""

    @property
    def text(self) -> str: ...

    @property
    def seconds(self) -> float | None:
        """The time that it is given for a decision, if it is given one."""

    def open(self, options: Mapping[str, object]) -> Player:
        """The player, for games with these options."""


_READERS: dict[str, Callable[[str], Contestant]] = {}


def register_contestants(kind: str, read: Callable[[str], Contestant]) -> None:
    """Let texts that begin with ``kind:`` name players that somebody else knows."""
    _READERS[kind] = read


def read_contestant(text: str) -> Contestant:
    """A player as ``players.spec`` has them, ``engine:COMMAND``, ``best-2026:0.2s``, or of a registered kind;
    ``UnknownName`` if there is none.
    """
    if text.startswith(ENGINE):
        return read_external(text)
    if text.startswith(BEST_2026):
        return read_best_2026(text)
    kind, colon, _ = text.partition(":")
    return _READERS[kind](text) if colon and kind in _READERS else read_player(text)


@dataclass(frozen=True)
class ExternalSpec:
    """A program and what it may spend on a step, as somebody wrote it: see ``read_external``."""

    text: str
    command: str
    limit: tuple[str, float]
    looks_back: bool = True  # whether it has a use for earlier views where nothing is hidden

    @property
    def seconds(self) -> float | None:
        return self.limit[1] if self.limit[0] == "seconds" else None

    def open(self, options: Mapping[str, object]) -> "External":
        return External(self.command, options, dict([self.limit]), looks_back=self.looks_back)


def read_external(text: str) -> ExternalSpec:
    """``engine:COMMAND``, with a limit ``engine@2s:COMMAND``, ``engine@800:COMMAND`` (simulations) or
    ``engine@level3:COMMAND``.
    """
    found = _TEXT.fullmatch(text)
    if found is None:
        raise UnknownName("engine_form", text=shortened(text))
    seconds, simulations, level, command = found.groups()
    try:
        shlex.split(command)
    except ValueError:  # a quotation mark without its other one
        raise UnknownName("engine_form", text=shortened(text)) from None
    if level is not None:
        return ExternalSpec(text, command, ("level", int(level)))
    if simulations is not None:
        return ExternalSpec(text, command, ("simulations", int(simulations)))
    return ExternalSpec(text, command, ("seconds", float(seconds or USUAL_SECONDS)))


def read_best_2026(text: str, source: Path = _BEST_2026_SOURCE) -> ExternalSpec:
    """The best player as it was before players began to learn, frozen so that later ones can always be compared with
    it: ``best-2026:0.2s`` or ``best-2026:800sims``.
    """
    found = _BEST_2026_TEXT.fullmatch(text)
    if found is None:
        raise UnknownName("best_2026_form", text=shortened(text))
    if not (source / f"ludarium__mypyc{EXTENSION_SUFFIXES[0]}").exists():  # interpreted it would be no match
        raise UnknownName("best_2026_missing", folder=source.parent)
    amount = found["amount"]
    limit = ("seconds", float(amount)) if found["unit"] == "s" else ("simulations", int(amount))
    command = shlex.join([sys.executable, "-c", _BEST_2026_PROGRAM, str(source)])
    return ExternalSpec(text, command, limit, looks_back=False)  # reading them would cost it some of its time


class External:
    """Starts its program when it is first asked, and anew after it failed."""

    def __init__(
        self,
        command: str,
        options: Mapping[str, object],
        limit: Mapping[str, float],
        patience: float | None = None,
        looks_back: bool = True,
    ) -> None:
        self._command = shlex.split(command)
        self._options = options
        self._limit = limit
        self._looks_back = looks_back
        self._patience = patience or (limit["seconds"] + GRACE if "seconds" in limit else UNTIMED)
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0

    def begin(self) -> None:
        """Nothing to forget: every request says all that the program may know."""

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        self._asked += 1
        earlier = views[:-1] if self._looks_back or ruleset.game.hidden_information else ()
        request = {
            "id": self._asked,
            "do": "search",
            "ruleset": ruleset.name,
            "options": self._options,
            "position": ruleset.game.position_text(views[-1]),
            "views": [ruleset.game.position_text(view) for view in earlier],
            "view_seat": seat,
            **self._limit,
            "seed": seed,
        }
        try:
            said = self._ask(json.dumps(request, ensure_ascii=False).encode() + b"\n")
            return plain_report(_read_step(ruleset, said), views[-1], seat)
        except PlayerFailed:
            self.close()
            raise

    def close(self) -> None:
        """End the program, and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        with suppress(OSError):  # what could not be sent any more
            process.communicate()

    def _ask(self, line: bytes) -> Mapping[str, object]:
        """The final answer to a request; those before it and answers to other requests are passed over."""
        process = self._started()
        sending, receiving = process.stdin, process.stdout
        if sending is None or receiving is None:
            raise RuntimeError("a program is started with pipes")
        hung = Event()
        # A program that neither reads nor writes is ended, which ends our waiting for it.
        alarm = Timer(self._patience, _give_up, (process, hung))
        alarm.start()
        try:
            sending.write(line)
            sending.flush()
            while True:
                said = _read_answer(receiving.readline(_LONGEST_ANSWER))
                if said.get("id") == self._asked and said.get("final"):
                    return said
        except (OSError, PlayerFailed) as failure:
            if hung.is_set():
                raise PlayerFailed("hung", f"{self._patience:g} s") from None
            if isinstance(failure, OSError):  # it has closed its input
                raise PlayerFailed("died", "") from None
            raise
        finally:
            alarm.cancel()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # so that all of it can be ended
                )
            except OSError as error:
                raise PlayerFailed("died", f"{self._command[0]}: {error.strerror}") from None
        return self._process


def _give_up(process: "subprocess.Popen[bytes]", hung: Event) -> None:
    hung.set()
    _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _read_answer(line: bytes) -> Mapping[str, object]:
    if not line:
        raise PlayerFailed("died", "")
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise PlayerFailed("garbled", shortened(line.decode(errors="replace").strip()))
    error = said.get("error")
    if error is not None:
        raise PlayerFailed("refused", shortened(error.get("message", error) if isinstance(error, dict) else error))
    return said


def _read_step(ruleset: Ruleset, said: Mapping[str, object]) -> int:
    text = said.get("step")
    if not isinstance(text, str):
        raise PlayerFailed("garbled", shortened(text))
    try:
        return ruleset.game.read_step(text)
    except LudariumError:
        raise PlayerFailed("illegal", shortened(text)) from None

"""The other side of ``ludarium engine``: starts it, asks it, and says what became of it."""

import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Any, TypedDict, cast

from ludarium.core.errors import LudariumError
from ludarium.core.options import shortened

_GRACE = 5.0  # seconds for an engine to end by itself, and for what it said last to be read
_LONGEST_ANSWER = 1 << 26  # bytes
_COMPLAINTS = 5  # lines that are remembered of what an engine said about its end

Hear = Callable[[dict[str, Any]], object]
Progress = Callable[["Found"], object]


class Line(TypedDict, total=False):
    """One step with the way the game is expected to go on; ``winners`` and ``length`` are there if it is proven."""

    steps: list[str]
    visits: int
    expectation: float | None
    proven: bool
    winners: list[int]
    length: int


class Found(TypedDict, total=False):
    """What a search says: ``seconds`` and ``simulations_per_second`` only where time was its limit."""

    final: bool
    progress: bool
    seat: int
    step: str
    simulations: int
    seconds: float
    simulations_per_second: int
    expectation: list[float]
    proven: bool
    lines: list[Line]


class Situation(TypedDict, total=False):
    """Where a game is: ``played`` comes with ``play``; ``ruleset``, ``options`` and ``steps`` with ``show``."""

    session: str
    taken: int
    seat: int
    turn: int
    legal: list[str]
    outcome: dict[str, Any] | None
    position: str
    played: list[dict[str, Any]]
    ruleset: str
    options: dict[str, Any]
    steps: list[str | None]


class Hello(TypedDict):
    """Who answers: ``docs/engine.md`` tells what each entry holds."""

    engine: str
    version: str
    protocol: int
    compiled: bool
    rulesets: list[dict[str, Any]]
    commands: list[str]
    limits: dict[str, int]


class EngineError(LudariumError):
    """Something between a program and an engine."""

    section = "requests"


class EngineDied(EngineError):
    """The engine has ended, or could not be started. ``restart`` starts it again."""


class EngineTimeout(EngineError):
    """No answer came in time. The engine goes on, and the late answer is passed over."""


class EngineRefused(EngineError):
    """The engine's own error: ``code`` for programs, its sentence in both languages, and for a step that cannot be
    taken its place among those that were sent (so many before it were legal), the clause and the reason.
    """

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(str(error.get("code", "")))
        self.code = self.key
        self.index: int | None = error.get("index")
        self.clause: str | None = error.get("clause")
        self.reason: str | None = error.get("reason")
        self._sentences = {"en": str(error.get("message", "")), "ja": str(error.get("message_ja", ""))}

    def sentence(self, locale: str) -> str:
        """As the engine said it, in ``en`` or ``ja``."""
        return self._sentences[locale]


class EngineClient:
    """An engine in a process of its own, asked from Python: ``ludarium engine``, or whatever command speaks as
    docs/engine.md says. ``timeout`` is how long an answer may take, in seconds; a search gets its own time besides.

    >>> with ludarium.EngineClient() as engine:
    ...     game = engine.new("mur-en")
    ...     game.play("+c2", "+d2")["seat"]
    ...     game.undo(2)["position"] == engine.new("mur-en").show()["position"]
    0
    True
    """

    def __init__(self, command: Sequence[str] | None = None, timeout: float = 60.0) -> None:
        self.command = tuple(command or (sys.executable, "-m", "ludarium", "engine"))
        self.timeout = timeout
        self._numbers = count(1)
        self._names = count(1)
        self._asking = Lock()
        self._searching: int | None = None
        self._talk = _Talk(self.command)

    def __enter__(self) -> "EngineClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the engine, and its sessions with it."""
        self._talk.end()

    def restart(self) -> None:
        """End the engine if it still runs, and start it anew: without any session."""
        self.close()
        self._talk = _Talk(self.command)

    def hello(self) -> Hello:
        """Version, rulesets with their options, and what can be asked."""
        return cast("Hello", self.ask("hello"))

    def new(
        self,
        ruleset: str,
        *,
        session: str | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        position: str | None = None,
        steps: Sequence[str] = (),
    ) -> "EngineGame":
        """A game that the engine keeps, under the name ``session`` or one that is made up."""
        name = f"game {next(self._names)}" if session is None else session
        about = {"options": dict(options or {}), "seed": seed, "position": position, "steps": list(steps)}
        self.ask("new", session=name, ruleset=ruleset, **about)
        return EngineGame(self, name)

    def sessions(self) -> list[dict[str, Any]]:
        """The games that the engine keeps: their session, ruleset, steps taken and seat to act."""
        return cast("list[dict[str, Any]]", self.ask("sessions")["sessions"])

    def search(
        self,
        *,
        progress: Progress | None = None,
        every: float = 1.0,
        timeout: float | None = None,
        **fields: object,
    ) -> Found:
        """What a computer player would do: ``fields`` are those of docs/engine.md. ``progress`` is called about
        ``every`` so many seconds with how things stand; ``stop`` ends the search, from there or from another thread.
        """
        seconds = fields.get("seconds")
        patience = self.timeout + (seconds if isinstance(seconds, int | float) else 0.0)
        wanted = {} if progress is None else {"progress": every}
        hear = None if progress is None else lambda said: progress(cast("Found", said))
        return cast("Found", self.ask("search", hear, timeout or patience, **wanted, **fields))

    def stop(self) -> None:
        """End what is being asked with the best so far; nothing happens if nothing is."""
        searching = self._searching
        if searching is not None:
            self._talk.send({"id": next(self._numbers), "do": "stop", "search": searching})

    def ask(
        self, do: str, hear: Hear | None = None, timeout: float | None = None, /, **fields: object
    ) -> dict[str, Any]:
        """Any request: its last answer without the ``id``. The lines before it go to ``hear``. Several threads may ask;
        each waits for its turn.
        """
        patience = self.timeout if timeout is None else timeout
        with self._asking:
            number = next(self._numbers)
            self._searching = number
            try:
                self._talk.send({"id": number, "do": do, **fields})
                return self._answer(number, hear, patience)
            finally:
                self._searching = None

    def _answer(self, number: int, hear: Hear | None, patience: float) -> dict[str, Any]:
        until = monotonic() + patience
        while True:
            said = self._talk.receive(max(until - monotonic(), 0.0))
            if said is None:
                self.stop()  # nobody waits for it any more
                raise EngineTimeout("engine_silent", seconds=f"{patience:g}")
            if said.pop("id", None) != number:
                continue
            if "error" in said:
                raise EngineRefused(said["error"])
            if said.get("final", True):
                return said
            if hear is not None:
                hear(said)


class EngineGame:
    """A game that an engine keeps: made by ``EngineClient.new``. In games with secrets it has the truth; with
    ``view_seat`` answers tell what that seat may know.
    """

    def __init__(self, client: EngineClient, session: str) -> None:
        self.client = client
        self.session = session

    def play(self, *steps: str, view_seat: int | None = None) -> Situation:
        """Take these steps, all of them or, with ``EngineRefused``, none."""
        return self._ask("play", steps=list(steps), view_seat=view_seat)

    def undo(self, count: int = 1, view_seat: int | None = None) -> Situation:
        """Take back the last steps, also after the end."""
        return self._ask("undo", count=count, view_seat=view_seat)

    def show(self, view_seat: int | None = None) -> Situation:
        """Position, legal steps, outcome, whose turn it is, and the steps so far."""
        return self._ask("show", view_seat=view_seat)

    def search(
        self,
        *,
        progress: Progress | None = None,
        every: float = 1.0,
        timeout: float | None = None,
        **fields: object,
    ) -> Found:
        """What a computer player would do here, as ``EngineClient.search`` has it."""
        return self.client.search(progress=progress, every=every, timeout=timeout, session=self.session, **fields)

    def ask(
        self, do: str, hear: Hear | None = None, timeout: float | None = None, /, **fields: object
    ) -> dict[str, Any]:
        """Any other request about this game: ``explain``, ``perft``, ``playouts``, ``analyse`` …"""
        return self.client.ask(do, hear, timeout, session=self.session, **fields)

    def close(self) -> None:
        """The engine forgets the game."""
        self.ask("close")

    def _ask(self, do: str, **fields: object) -> Situation:
        return cast("Situation", self.ask(do, **fields))

    def __repr__(self) -> str:
        return f"<session {self.session!r}>"


class _Talk:
    """A process with threads that read and write, so that nobody waits longer than they want to."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise EngineDied("engine_start", command=command[0], why=error.strerror or error) from error
        if self._process.stdin is None or self._process.stdout is None or self._process.stderr is None:
            raise RuntimeError("an engine is started with pipes")
        self._sent: SimpleQueue[bytes | None] = SimpleQueue()
        self._heard: SimpleQueue[bytes | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_COMPLAINTS)
        self._threads = [
            Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, request: Mapping[str, object]) -> None:
        self._sent.put(json.dumps(request, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")

    def receive(self, patience: float) -> dict[str, Any] | None:
        """The next line; nothing if none came in time."""
        try:
            line = self._heard.get(timeout=patience)
        except Empty:
            return None
        if line is None:
            self._heard.put(None)  # whoever asks next hears of it, too
            raise EngineDied("engine_died", why=self._why())
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise EngineError("engine_strange", line=shortened(line.decode(errors="replace").strip()))
        return said

    def end(self) -> None:
        """By the end of its input, or if it takes no notice of that, by force."""
        self._sent.put(None)
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(_GRACE)

    def _why(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self._threads[-1].join(_GRACE)
        return shortened(self._complaints[-1]) if self._complaints else f"exit status {self._process.returncode}"

    def _write(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:  # an engine that has ended is told of by its silence
            while (line := self._sent.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(_LONGEST_ANSWER):
                self._heard.put(line)
        self._heard.put(None)

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                if line.strip():
                    self._complaints.append(line.decode(errors="replace").strip())

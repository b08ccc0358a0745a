"""The computer players' thinking as seen from a terminal: it shows, and Ctrl-C hurries it."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from threading import Event
from time import monotonic
from types import FrameType

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.players.pool import Pool
from ludarium.players.report import Report
from ludarium.players.thinker import Question

USUAL_SECONDS = 1.0
SECONDS = (0.05, 3600.0)
_TWICE = 2.0  # seconds between two interruptions that mean: leave


def read_seconds(seconds: float | None) -> float:
    """The time of a decision as somebody gave it."""
    if seconds is None:
        return USUAL_SECONDS
    if not SECONDS[0] <= seconds <= SECONDS[1]:
        raise CommandError("seconds", low=SECONDS[0], high=int(SECONDS[1]))
    return seconds


class TerminalPool:
    """Decides, in processes that are started when they are needed first and ended by ``close``.

    The first Ctrl-C ends a decision with the best so far; a second one soon after it is a ``KeyboardInterrupt``.
    """

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._pool: Pool | None = None
        self._interrupted = -_TWICE

    def __enter__(self) -> "TerminalPool":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()

    def prepare(self, cores: int | None = None) -> Pool:
        """Start the processes, if there are none yet, so that the first decision need not wait for them."""
        if self._pool is None:
            self._pool = Pool(cores)
        return self._pool

    def decide(self, question: Question, message: str, tell: Callable[[Report], None] | None = None) -> Report:
        """The decision; meanwhile the terminal shows the message."""
        pool = self.prepare()
        shows = self._terminal.out.is_terminal and not self._terminal.out.is_dumb_terminal
        with self._hurried() as hurry, self._terminal.out.status(message) if shows else nullcontext():
            return pool.decide(question, stop=hurry.is_set, tell=tell)

    @contextmanager
    def _hurried(self) -> Iterator[Event]:
        """An event that Ctrl-C sets."""
        hurry = Event()

        def note(_: int, __: FrameType | None) -> None:
            now = monotonic()
            if now - self._interrupted < _TWICE:
                raise KeyboardInterrupt
            self._interrupted = now
            hurry.set()

        usual = signal.signal(signal.SIGINT, note)
        try:
            yield hurry
        finally:
            signal.signal(signal.SIGINT, usual)

"""What takes long: who thinks, who hears of it meanwhile, and who may end it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from ludarium.engine.request import Answer, Request, RequestError
from ludarium.players.report import Report
from ludarium.players.thinker import Question, Stop, Tell, Thinker, never

PROGRESS: Mapping[str, object] = {"progress": True}
_STREAMED = 0.2  # seconds between two lines where the request does not say it

Think = Callable[[Question, Stop, Tell | None], Report]


def think_here(question: Question, stop: Stop, tell: Tell | None) -> Report:
    """In this process, keeping nothing."""
    return Thinker().decide(question, stop, tell)


@dataclass(frozen=True)
class Context:
    """What a long request needs besides its fields: who thinks, where news are sent (perhaps nowhere), when to stop."""

    think: Think = think_here
    send: Callable[[Answer], None] | None = None
    stop: Stop = never


class News:
    """Sends how things stand as often as a request wants to hear it; ``between`` is ``None`` where nobody does."""

    def __init__(self, request: Request, context: Context) -> None:
        wanted: float | None = request.get("progress")
        if wanted is None and request.get("stream"):
            wanted = _STREAMED
        self.between = None if context.send is None else wanted
        self._send = context.send
        self._sent = monotonic()

    def tell(self, write: Callable[[], Answer]) -> None:
        if self._send is not None and self.between is not None and monotonic() - self._sent >= self.between:
            self._sent = monotonic()
            self._send(write())


class Stopped(RequestError):
    """Somebody wants no more of it."""

    def __init__(self) -> None:
        super().__init__("stopped")


class Clock:
    """Looked at while something is counted: raises ``RequestError`` when the time that a request may take is over, or
    somebody has stopped it, and tells how far it is.
    """

    def __init__(self, request: Request, context: Context, write: Callable[[], Answer]) -> None:
        self.seconds: float = request.get("seconds")
        self._end = monotonic() + self.seconds
        self._stop = context.stop
        self._news = News(request, context)
        self._write = write

    def look(self) -> None:
        if monotonic() > self._end:
            raise RequestError("too_long", seconds=self.seconds)
        if self._stop():
            raise Stopped
        self._news.tell(lambda: {"final": False, **PROGRESS, **self._write()})

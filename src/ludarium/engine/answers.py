"""Requests and answers as lines of JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock
from types import TracebackType

from ludarium.core.errors import LudariumError
from ludarium.core.options import shortened
from ludarium.engine import deeds, search
from ludarium.engine.errors import Answer, RequestError, error_json
from ludarium.engine.request import Request
from ludarium.engine.search import Desk, think_here
from ludarium.players.pool import Pool
from ludarium.players.report import Report
from ludarium.players.thinker import Question, Stop, Tell

LONGEST_LINE = 1 << 20  # bytes
STOP = "stop"
KNOWN = (*deeds.DEEDS, *search.DEEDS, STOP)


@dataclass(frozen=True)
class Asked:
    """A line that was read: its fields, or what is wrong with it."""

    fields: Mapping[str, object]
    error: LudariumError | None = None
    stop: Event | None = None  # set when somebody wants an end, in a request that takes long
    stopped: bool = False  # whether this request asked for that, and there was something to stop


def answer(line: bytes) -> bytes:
    """The answer to a request; both are one line of JSON in UTF-8, the answer without a line end.

    Of a request that is answered with several lines it is the last one.
    """
    return respond(read(line), Desk())


def read(line: bytes) -> Asked:
    try:
        return Asked(_read(line))
    except LudariumError as error:
        return Asked({}, error)
    except RecursionError:
        return Asked({}, RequestError("nested"))


def too_long() -> Asked:
    """A line that nobody read to its end."""
    return Asked({}, RequestError("line_long", longest=LONGEST_LINE))


def respond(asked: Asked, desk: Desk) -> bytes:
    identity = asked.fields.get("id")
    try:
        if asked.error is not None:
            raise asked.error
        said = _do(Request(asked.fields), asked, desk)
    except LudariumError as error:
        said = {"error": error_json(error)}
    except RecursionError:
        said = {"error": error_json(RequestError("nested"))}
    except Exception as error:  # the last line of defence: a written position may be one that no game reaches
        fault = RequestError("fault", fault=shortened(f"{type(error).__name__}: {error}"))
        said = {"error": error_json(fault)}
    try:
        return _write({"id": identity, **said})
    except RecursionError:
        return _write({"id": None, "error": error_json(RequestError("nested"))})


def _do(request: Request, asked: Asked, desk: Desk) -> Answer:
    name = request.needed_text("do")
    if name == STOP:
        if "search" not in request.fields:
            raise RequestError("field_missing", field="search")
        return {"stopped": asked.stopped}
    if name in search.DEEDS:
        return search.DEEDS[name](request, desk)
    if name not in deeds.DEEDS:
        raise RequestError("do_unknown", do=shortened(name), known=KNOWN)
    return deeds.DEEDS[name](request)


class Session:
    """One who asks much. Whoever reads the lines gives each to ``hear``, which heeds a wish to stop at once; the
    answers are made by ``answer``, one after the other, perhaps in another thread.
    """

    def __init__(self, emit: Callable[[bytes], None]) -> None:
        self._emit = emit
        self._lock = Lock()
        self._running: list[tuple[str, Event]] = []  # what runs or waits and could be stopped, with its id as text
        self._pool: Pool | None = None

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.close()

    def hear(self, line: bytes) -> Asked:
        asked = read(line)
        deed = asked.fields.get("do")
        with self._lock:
            if deed == STOP:
                wanted = _key(asked.fields.get("search"))
                found = [stop for key, stop in self._running if key == wanted]
                for stop in found:
                    stop.set()
                return Asked(asked.fields, stopped=bool(found))
            if isinstance(deed, str) and deed in search.DEEDS:
                stop = Event()
                self._running.append((_key(asked.fields.get("id")), stop))
                return Asked(asked.fields, stop=stop)
        return asked

    def answer(self, asked: Asked) -> None:
        if asked.stop is None:
            self._emit(respond(asked, Desk()))
            return
        say = partial(self._say, asked.fields.get("id"))
        self._emit(respond(asked, Desk(self._think, say, asked.stop.is_set)))
        with self._lock:
            self._running = [one for one in self._running if one[1] is not asked.stop]

    def _say(self, identity: object, said: Answer) -> None:
        self._emit(_write({"id": identity, **said}))

    def _think(self, question: Question, stop: Stop, tell: Tell | None) -> Report:
        """With all cores where the clock decides; else here, where the answer depends on nothing but the request."""
        if question.style.limits.seconds is None:
            return think_here(question, stop, tell)
        if self._pool is None:
            self._pool = Pool()
        return self._pool.decide(question, stop=stop, tell=tell)


def _key(identity: object) -> str:
    try:
        return json.dumps(identity, sort_keys=True)
    except RecursionError:
        return ""


def _read(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST_LINE:
        raise RequestError("line_long", longest=LONGEST_LINE)
    try:
        value = json.loads(line.decode(), parse_constant=_no_number, parse_float=_finite)
    except ValueError as error:
        raise RequestError("not_json", why=shortened(str(error))) from error
    if not isinstance(value, dict):
        raise RequestError("not_object")
    return value


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{shortened(text)} is too large")
    return number


def _write(value: Answer) -> bytes:
    # A lone surrogate cannot be UTF-8; "backslashreplace" spells it \udxxx, which is what JSON calls it.
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")

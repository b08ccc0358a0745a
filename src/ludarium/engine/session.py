"""Requests and answers as lines of JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock

from ludarium.core.errors import IllegalStep, LudariumError
from ludarium.core.options import shortened
from ludarium.engine.counting import COUNTS
from ludarium.engine.games import SESSIONS, KeptGames
from ludarium.engine.handlers import HANDLERS
from ludarium.engine.hello import LONGEST_LINE, hello
from ludarium.engine.progress import Context, think_here
from ludarium.engine.request import Answer, Request, RequestError, StepError, none_kept
from ludarium.engine.search import SEARCHES
from ludarium.players.pool import Pool
from ludarium.players.report import Report
from ludarium.players.thinker import Question, Stop, Tell

HELLO, STOP = "hello", "stop"
LONG = {**COUNTS, **SEARCHES}  # what can be followed and stopped
KNOWN = (HELLO, *HANDLERS, *LONG, STOP, *SESSIONS)


@dataclass(frozen=True)
class RequestLine:
    """A line that was read: the fields of a request, or what is wrong with it."""

    fields: Mapping[str, object]
    error: RequestError | None = None
    stop: Event | None = None  # of a request that takes long: set when it should end
    stopped: bool = False  # of a request to stop: whether there was something to stop


def answer(line: bytes) -> bytes:
    """The answer to a request; both are one line of JSON in UTF-8, the answer without a line end.

    Of a request that is answered with several lines it is the last one.
    """
    return respond(read(line), Context())


def read(line: bytes) -> RequestLine:
    try:
        if len(line) > LONGEST_LINE:
            raise RequestError("line_long", longest=LONGEST_LINE)
        value = json.loads(line.decode(), parse_constant=_no_number, parse_float=_finite)
        if not isinstance(value, dict):
            raise RequestError("not_object")
        return RequestLine(value)
    except RequestError as error:
        return RequestLine({}, error)
    except ValueError as error:
        return RequestLine({}, RequestError("not_json", why=shortened(str(error))))
    except RecursionError:
        return RequestLine({}, RequestError("nested"))


def respond(line: RequestLine, context: Context, games: KeptGames | None = None) -> bytes:
    """The last line of an answer. Without ``games`` there are no sessions."""
    identity = line.fields.get("id")
    try:
        if line.error is not None:
            raise line.error
        said = _do(line, context, games)
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


def error_json(error: LudariumError) -> Answer:
    said: Answer = {"code": error.key, "message": error.sentence("en"), "message_ja": error.sentence("ja")}
    if isinstance(error, StepError):
        said["index"] = error.index
        error = error.cause
    if isinstance(error, IllegalStep):
        said |= {"clause": error.clause, "reason": error.name}
    return said


def _do(line: RequestLine, context: Context, games: KeptGames | None) -> Answer:
    request = Request(line.fields, none_kept if games is None else games.history)
    name: str = request.need("do")
    if name == HELLO:
        return hello(KNOWN)
    if name == STOP:
        if "search" not in request.given:
            raise RequestError("field_missing", field="search")
        return {"stopped": line.stopped}
    if name in LONG:
        return LONG[name](request, context)
    if name in SESSIONS:
        if games is None:
            raise RequestError("session_nowhere")
        return SESSIONS[name](request, games)
    if name not in HANDLERS:
        raise RequestError("do_unknown", do=shortened(name), known=KNOWN)
    return HANDLERS[name](request)


class Session:
    """Many requests, answered in their order. Each line goes to ``receive``, which stops what it asks to stop at once,
    and then to ``answer``, which may run in another thread.
    """

    def __init__(self, emit: Callable[[bytes], None]) -> None:
        self._emit = emit
        self._lock = Lock()
        self._running: list[tuple[str, Event]] = []  # what runs or waits and could be stopped, with its id as text
        self._pool: Pool | None = None
        self._games = KeptGames()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()

    def receive(self, line: bytes) -> RequestLine:
        request = read(line)
        name = request.fields.get("do")
        with self._lock:
            if name == STOP:
                wanted = _key(request.fields.get("search"))
                found = [stop for key, stop in self._running if key == wanted]
                for stop in found:
                    stop.set()
                return RequestLine(request.fields, stopped=bool(found))
            if isinstance(name, str) and name in LONG:
                stop = Event()
                self._running.append((_key(request.fields.get("id")), stop))
                return RequestLine(request.fields, stop=stop)
        return request

    def answer(self, request: RequestLine) -> None:
        if request.stop is None:
            self._emit(respond(request, Context(), self._games))
            return
        send = partial(self._send, request.fields.get("id"))
        self._emit(respond(request, Context(self._think, send, request.stop.is_set), self._games))
        with self._lock:
            self._running = [one for one in self._running if one[1] is not request.stop]

    def _send(self, identity: object, said: Answer) -> None:
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

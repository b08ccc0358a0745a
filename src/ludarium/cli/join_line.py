"""The line to a table of a server: a WebSocket in a thread of its own, which is opened again whenever it breaks."""

import json
from http import HTTPStatus
from threading import Event, Lock, Thread
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from ludarium.cli.join_server import LONGEST, PATIENCE, Server, Told, clean
from ludarium.cli.terminal import CommandError

_WAITS = (1.0, 2.0, 4.0, 8.0, 10.0)  # seconds between attempts to connect again
_FINAL = (4404, 4410, 4429)  # closed for a reason that stays: no such table, logged out, too many


class Listener(Protocol):
    """Who is told what comes over a line; from its thread."""

    def hear(self, message: Told) -> None: ...

    def lost(self, seconds: float) -> None: ...  # and when the next attempt is

    def ended(self, error: CommandError | None) -> None: ...


class Line:
    """Asks and listens. While the line is broken nothing can be asked; an answer that it swallows is none."""

    def __init__(self, server: Server, table: str, written: str, listener: Listener) -> None:
        self._server = server
        self._address = server.socket_address(table, written)
        self._listener = listener
        self._socket: ClientConnection | None = None
        self._asked: dict[int, tuple[Event, list[Told]]] = {}
        self._count = 0
        self._lock = Lock()
        self._closing = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        socket = self._socket
        if socket is not None:
            socket.close()
        self._thread.join(PATIENCE)

    def ask(self, do: str, **data: object) -> Told | None:
        """The answer (``done``, ``problem`` …); nothing if it is not known whether the question arrived."""
        came, answer = Event(), list[Told]()
        with self._lock:
            socket = self._socket
            if socket is None:
                raise CommandError("join_offline")
            self._count += 1
            number = self._count
            self._asked[number] = came, answer
        try:
            socket.send(json.dumps({"do": do, "id": number, **data}))
            came.wait(PATIENCE)
        except WebSocketException:
            pass
        finally:
            with self._lock:
                self._asked.pop(number, None)
        return answer[0] if answer else None

    # --- the thread -------------------------------------------------------------------------------------------------
    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            code = None
            try:
                with self._connection() as socket:
                    self._socket = socket
                    for message in socket:
                        failures = 0
                        self._take(message)
                    code = socket.close_code
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else None
            except InvalidStatus as error:
                status = error.response.status_code
                if 400 <= status < 500 and status != HTTPStatus.TOO_MANY_REQUESTS:
                    return self._listener.ended(self._server.strange(status))
            except (LookupError, TypeError, AttributeError, RecursionError):  # no message of ours
                return self._listener.ended(self._server.strange(HTTPStatus.SWITCHING_PROTOCOLS))
            except (WebSocketException, OSError, ValueError):
                pass
            finally:
                self._hang_up()
            if code in _FINAL:
                return self._listener.ended(None)  # a message has said why
            if not self._closing.is_set():
                wait = _WAITS[min(failures, len(_WAITS) - 1)]
                failures += 1
                self._listener.lost(wait)
                self._closing.wait(wait)

    def _connection(self) -> "ClientConnection":
        headers = self._server.headers
        return connect(
            self._address,
            origin=Origin(self._server.origin),
            user_agent_header=headers.pop("User-Agent"),
            additional_headers=headers,
            max_size=LONGEST,
            open_timeout=PATIENCE,
        )

    def _take(self, data: str | bytes) -> None:
        message: Any = clean(json.loads(data))
        if not isinstance(message, dict):
            return
        with self._lock:
            asked = self._asked.get(message.get("id", 0))
        if asked is None:
            self._listener.hear(message)
        else:
            asked[1].append(message)
            asked[0].set()

    def _hang_up(self) -> None:
        """Whoever waits for an answer waits no longer."""
        with self._lock:
            self._socket = None
            waiting = list(self._asked.values())
        for came, _ in waiting:
            came.set()

"""What the server calls when it gives a notice: a push service with a browser behind it, and a mail server, both on
this machine and in threads of their own.
"""

import asyncio
import base64
import os
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast

import http_ece
import orjson
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.visiting import Visitor


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Pushed:
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Keeps what it is sent, and answers with ``statuses`` in turn; the last of them stays."""

    def __init__(self) -> None:
        self.statuses = [201]
        self.told: list[Pushed] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.told.append(Pushed(self.path, dict(self.headers.items()), body))
                statuses = service.statuses
                self.send_response(statuses.pop(0) if len(statuses) > 1 else statuses[0])
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Browser:
    """The keys of a browser that subscribed; it can read what was sent to it."""

    def __init__(self, address: str, name: str = "one") -> None:
        self.endpoint = f"{address}/push/{name}"
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        kind = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        point = self._private.public_key().public_bytes(*kind)
        return {"endpoint": self.endpoint, "p256dh": _written(point), "auth": _written(self._secret)}

    def read(self, pushed: Pushed) -> dict[str, str]:
        text = http_ece.decrypt(pushed.body, private_key=self._private, auth_secret=self._secret, version="aes128gcm")
        return cast(dict[str, str], orjson.loads(text))


class MailServer:
    """Speaks just enough SMTP to take mails. ``refuses`` are addresses that it knows nothing of."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses: set[str] = set()
        self.closed = False  # whether it takes nothing today
        self.logins: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        async def close() -> None:
            self._server.close()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        self._do(close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(text: str) -> None:
            writer.write(text.encode() + b"\r\n")

        say("220 here")
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            if verb == "EHLO":
                say("250-here")
                say("250 AUTH PLAIN")
            elif verb == "AUTH":
                self.logins.append(base64.b64decode(line.split()[2]).decode())
                say("235 welcome")
            elif verb == "MAIL" and self.closed:
                say("451 not today")
            elif verb == "RCPT" and line.partition("<")[2].partition(">")[0] in self.refuses:
                say("550 nobody")
            elif verb == "DATA":
                say("354 go on")
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-5]
                self.mails.append(BytesParser(policy=default).parsebytes(text))
                say("250 taken")
            else:
                say("221 bye" if verb == "QUIT" else "250 well")
            if verb == "QUIT":
                break
        writer.close()


def subscribe(visitor: Visitor, browser: Browser, **more: Any) -> None:
    answer = visitor.post("/api/notices/push", browser.subscription, **more)
    assert answer.status_code == 200, answer.text
    assert answer.json()["browser"] is True

"""Messages are packed with what was sent before, by as many connections as may remember it."""

import asyncio
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from ludarium.server import packing
from ludarium.server.packing import Packed, WebSockets

# About as long as what is told of a step, and no two parts alike.
MESSAGE = " ".join(str(7919 * number % 100_003) for number in range(800)).encode()


class Line:
    """A connection, and the browser at its other end."""

    def __init__(self) -> None:
        self.server = Packed(False, False, 12, 15, {"level": 4})
        self._browser = PerMessageDeflate(False, False, 15, 12)

    def send(self, data: bytes) -> int:
        """How many bytes went over the line; the browser reads what was sent."""
        sent = self.server.encode(Frame(Opcode.TEXT, data))
        assert self._browser.decode(sent).data == data
        return len(sent.data)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    for one in list(Packed._remembering):
        one.forget()


def test_what_comes_again_is_hardly_sent_again() -> None:
    line = Line()
    first = line.send(MESSAGE)
    assert first > len(MESSAGE) // 4
    assert line.send(MESSAGE) < first // 20
    assert line.send(b"[" + MESSAGE + b"]") < first // 20


def test_only_some_connections_remember_and_all_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two memories, the third connection takes that of the one which was silent longest."""
    monkeypatch.setattr(packing, "MEMORIES", 2)
    ada, ben, cleo = Line(), Line(), Line()
    first = ada.send(MESSAGE)
    ben.send(MESSAGE)
    assert ada.send(MESSAGE) < first // 20
    cleo.send(MESSAGE)  # in the place of Ben
    assert set(Packed._remembering) == {ada.server, cleo.server}
    assert ada.send(MESSAGE) < first // 20
    assert ben.send(MESSAGE) == first  # understood, but in full; in the place of Cleo
    assert set(Packed._remembering) == {ada.server, ben.server}


def test_pings_need_no_memory() -> None:
    line = Line()
    assert line.server.encode(Frame(Opcode.PING, b"1234")).data == b"1234"
    assert not Packed._remembering


def test_a_browser_that_wants_no_memory_gets_none() -> None:
    """It asks for server_no_context_takeover."""
    server = Packed(False, True, 12, 15, {"level": 4})
    lengths = [len(server.encode(Frame(Opcode.TEXT, MESSAGE)).data) for _ in range(2)]
    assert lengths[0] == lengths[1] > 0
    assert not Packed._remembering


def test_who_leaves_is_forgotten() -> None:
    """Over a real connection, which is packed as browsers ask for it."""
    asyncio.run(asyncio.wait_for(_come_and_leave(), 60))


async def _come_and_leave() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": MESSAGE.decode()})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = uvicorn.Config(app, port=0, ws=WebSockets, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with connect(f"ws://127.0.0.1:{port}") as socket:
        assert await socket.recv() == MESSAGE.decode()
        assert len(Packed._remembering) == 1
    while Packed._remembering:
        await asyncio.sleep(0.01)
    server.should_exit = True
    await serving


def test_what_a_browser_may_ask_for_is_kept() -> None:
    """A browser with a small window gets no message that refers further back than it can look."""
    made = packing._Packing(client_max_window_bits=12, compress_settings={"level": 4})
    agreed, packed = made.process_request_params(
        [("server_max_window_bits", "9"), ("client_max_window_bits", None)], []
    )
    assert ("server_max_window_bits", "9") in agreed
    assert isinstance(packed, Packed)
    sent = [bytes(packed.encode(Frame(Opcode.TEXT, MESSAGE)).data) + b"\0\0\xff\xff" for _ in range(3)]
    assert zlib.decompressobj(-9).decompress(b"".join(sent)) == 3 * MESSAGE

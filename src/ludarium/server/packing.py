"""How messages are packed on their way to browsers (permessage-deflate).

Messages about a table are much alike: where a browser's last ones are remembered, the next one shrinks to a tenth, in
half the time. A memory takes 160 KiB, so only the connections that were told something last have one.
"""

import zlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame
from websockets.typing import ExtensionParameter

MEMORIES: Final = 1000  # in a process
_BROWSER_BITS: Final = 12  # what a browser sends is short
_SETTINGS: Final = {"level": 4, "memLevel": 6}  # higher levels take longer and gain little


class Packed(PerMessageDeflate):
    """The packing of one connection. A browser does not notice when the memory is gone: a message that comes then
    refers to nothing before it.
    """

    _remembering: "Final[OrderedDict[Packed, None]]" = OrderedDict()  # the longest silent first

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.forget()

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode not in CTRL_OPCODES and not self.local_no_context_takeover:
            self._remember()
        return super().encode(frame)

    def _remember(self) -> None:
        if self in self._remembering:
            self._remembering.move_to_end(self)
            return
        if len(self._remembering) >= MEMORIES:
            next(iter(self._remembering)).forget()
        self._remembering[self] = None
        self.encoder = zlib.compressobj(wbits=-self.local_max_window_bits, **self.compress_settings)

    def forget(self) -> None:
        self._remembering.pop(self, None)
        if hasattr(self, "encoder"):
            del self.encoder


class _Packing(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, usual = super().process_request_params(params, accepted_extensions)
        return agreed, Packed(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            usual.compress_settings,
        )


class WebSockets(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets, with our packing."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [
            _Packing(client_max_window_bits=_BROWSER_BITS, compress_settings=dict(_SETTINGS))
        ]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for extension in self.conn.extensions:
            if isinstance(extension, Packed):
                extension.forget()

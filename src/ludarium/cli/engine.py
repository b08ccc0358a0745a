"""``ludarium engine``: requests from standard input, answers on standard output, one JSON object a line."""

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Queue
from threading import Thread
from typing import BinaryIO

from ludarium.cli.terminal import Terminal
from ludarium.engine import LONGEST_LINE, RequestLine, Session

MOST_WAITING = 64  # requests that are read while another one is worked on


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.epilog = terminal.say("engine.more")


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if sys.stdin.isatty():
        terminal.err.print(terminal.say("engine.hello"))
    with suppress(KeyboardInterrupt):  # the usual way to leave it
        serve(_input(), _write)
    return 0


def serve(requests: BinaryIO, emit: Callable[[bytes], None]) -> None:
    """Answer each line in its order. Reading goes on meanwhile, so that a wish to stop is heard."""
    waiting: Queue[RequestLine | None] = Queue(MOST_WAITING)
    with Session(emit) as session:

        def listen() -> None:
            try:
                for line in _lines(requests):
                    waiting.put(session.receive(line))
            finally:
                waiting.put(None)

        Thread(target=listen, daemon=True).start()
        while (request := waiting.get()) is not None:
            session.answer(request)


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """The lines that are not empty. Of one that is too long only the beginning is kept, and answered as such."""
    while line := requests.readline(LONGEST_LINE + 2):
        kept = line.rstrip(b"\r\n")
        is_long = len(kept) > LONGEST_LINE
        while is_long and line and not line.endswith(b"\n"):
            line = requests.readline(LONGEST_LINE)
        if is_long or kept.strip():
            yield kept


def _input() -> BinaryIO:
    """Standard input with a lock of its own: a reader that still waits must not keep the program from ending."""
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except io.UnsupportedOperation:  # a test's
        return sys.stdin.buffer


def _write(said: bytes) -> None:
    sys.stdout.buffer.write(said + b"\n")
    sys.stdout.buffer.flush()

"""``ludarium engine``: requests from standard input, answers on standard output, one JSON object a line."""

import argparse
import io
import sys
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Thread
from typing import BinaryIO

from ludarium.cli.terminal import Terminal
from ludarium.engine import LONGEST_LINE, Asked, Session, too_long

MOST_WAITING = 64  # requests that are read while another one is worked on


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.epilog = terminal.say("engine.more")


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if sys.stdin.isatty():
        terminal.err.print(terminal.say("engine.hello"))
    try:
        serve(_input(), _write)
    except KeyboardInterrupt:
        return 0  # the usual way to leave it
    return 0


def serve(requests: BinaryIO, emit: Callable[[bytes], None]) -> None:
    """Answer each line in its order. Reading goes on meanwhile, so that a wish to stop is heard."""
    waiting: Queue[Asked | None] = Queue(MOST_WAITING)
    with Session(emit) as session:

        def listen() -> None:
            try:
                for asked in _asked(requests, session):
                    waiting.put(asked)
            finally:
                waiting.put(None)

        Thread(target=listen, daemon=True).start()
        while (asked := waiting.get()) is not None:
            session.answer(asked)


def _asked(requests: BinaryIO, session: Session) -> Iterator[Asked]:
    """What each line asks; empty lines ask nothing."""
    while line := requests.readline(LONGEST_LINE + 2):
        request = line.rstrip(b"\r\n")
        if len(request) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE)
            yield too_long()
        elif request.strip():
            yield session.hear(request)


def _input() -> BinaryIO:
    """Standard input with a lock of its own: a reader that still waits must not keep the program from ending."""
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except io.UnsupportedOperation:  # a test's
        return sys.stdin.buffer


def _write(said: bytes) -> None:
    sys.stdout.buffer.write(said + b"\n")
    sys.stdout.buffer.flush()

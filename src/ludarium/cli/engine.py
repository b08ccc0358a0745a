"""``ludarium engine``: requests from standard input, answers on standard output, one JSON object a line."""

import argparse
import sys
from collections.abc import Iterator
from typing import BinaryIO

from ludarium.cli.terminal import Terminal
from ludarium.engine import LONGEST_LINE, answer, too_long_line


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.epilog = terminal.say("engine.more")


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if sys.stdin.isatty():
        terminal.err.print(terminal.say("engine.hello"))
    try:
        for said in answers(sys.stdin.buffer):
            sys.stdout.buffer.write(said + b"\n")
            sys.stdout.buffer.flush()
    except KeyboardInterrupt:
        return 0  # the usual way to leave it
    return 0


def answers(requests: BinaryIO) -> Iterator[bytes]:
    """The answer to each line; empty lines have none."""
    while line := requests.readline(LONGEST_LINE + 2):
        request = line.rstrip(b"\r\n")
        if len(request) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = requests.readline(LONGEST_LINE)
            yield too_long_line()
        elif request.strip():
            yield answer(request)

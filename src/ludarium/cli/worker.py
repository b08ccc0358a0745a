"""``ludarium worker``: lend this machine's cores to the servers of a database."""

import argparse
from pathlib import Path

from ludarium.cli.terminal import Terminal
from ludarium.extras import needs


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=terminal.say("worker.config"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    # Other commands need not wait for what only a worker needs.
    with needs("server"):
        from ludarium.server import logs  # noqa: PLC0415
        from ludarium.server.processes.worker import work  # noqa: PLC0415
        from ludarium.server.settings import read_settings  # noqa: PLC0415

    settings = read_settings(given.config)
    logs.set_up(settings)
    work(settings, lambda cores: terminal.tell("worker.ready", cores=cores))
    terminal.tell("worker.stopped")
    return 0

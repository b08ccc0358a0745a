"""``ludarium serve``: the games in the browser, for oneself or for others."""

import argparse
import errno
import ipaddress
import os
import socket
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.errors import LudariumError
from ludarium.extras import needs
from ludarium.server.built_pages import find_pages

_TRIES = 20  # ports after the usual one


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--host", metavar="ADDRESS", help=terminal.say("serve.host"))
    parser.add_argument("--port", type=int, metavar="N", help=terminal.say("serve.port"))
    parser.add_argument("--config", type=Path, metavar="FILE", help=terminal.say("serve.config"))
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=False, help=terminal.say("serve.open"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    # Other commands need not wait for what only a server needs.
    with needs("server"):
        from ludarium.server import logs  # noqa: PLC0415
        from ludarium.server.database_lock import read_address  # noqa: PLC0415
        from ludarium.server.serving import serve  # noqa: PLC0415
        from ludarium.server.settings import read_settings  # noqa: PLC0415

    stated = {name: getattr(given, name) for name in ("host", "port") if getattr(given, name) is not None}
    settings = read_settings(given.config, **stated)
    if given.open and "log_level" not in settings.model_fields_set:
        settings = settings.model_copy(update={"log_level": "warning"})  # for oneself: no line for every request
    logs.set_up(settings)
    with _listen(settings.host, settings.port, "port" not in settings.model_fields_set) as listening:
        address = _address(settings.host, listening.getsockname()[1])

        def ready() -> None:
            terminal.tell("serve.ready", address=address)
            if not has_pages():
                terminal.tell("serve.no_pages")
            if not _is_loopback(settings.host):
                terminal.tell("serve.others")
            if given.open:  # in a thread: some browsers keep whoever opens them waiting
                Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        try:
            serve(settings, listening, address, ready)
        except LudariumError as error:
            running = read_address(settings.database_url) if error.key == "database_busy" else ""
            if not (given.open and running):
                raise
            terminal.tell("serve.running", address=running)
            webbrowser.open(running)
            return 0
        except OSError as error:  # another server was quicker
            if error.errno != errno.EADDRINUSE:
                raise
            raise CommandError("port_taken", port=settings.port) from error
    terminal.tell("serve.stopped")
    return 0


def has_pages() -> bool:
    """Whether there is something to see in a browser."""
    return find_pages() is not None


def is_installed() -> bool:
    """Whether there is what a server needs, as far as can be seen without loading it."""
    return find_spec("fastapi") is not None


def _listen(host: str, port: int, or_next: bool) -> socket.socket:
    """A socket on that port, or on one of the next if nobody insists on it. Until the server can answer nobody can
    connect to it: a proxy would wait there instead of asking another process.
    """
    try:
        family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    except OSError as error:
        raise CommandError("host", host=host, why=error.strerror or error) from error
    for number in range(port, port + (_TRIES if or_next else 1)):
        try:
            with _bound(family, host, number) as trying:
                trying.listen(0)  # only now the system tells of another server on this port
                free = trying.getsockname()[1]
            return _bound(family, host, free)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CommandError("host", host=f"{host}:{number}", why=error.strerror or error) from error
    raise CommandError("port_taken", port=port)


def _bound(family: int, host: str, port: int) -> socket.socket:
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


def _address(host: str, port: int) -> str:
    """What to write in a browser on this machine."""
    if host == "0.0.0.0":
        host = "127.0.0.1"
    elif host == "::":
        host = "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

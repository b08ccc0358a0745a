"""``ludarium serve``: it says where it is, and what to do if it cannot start."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from ludarium.cli import serve
from tests.cli.conftest import Command
from tests.server.running import Server


@pytest.mark.slow
def test_one_server_serves_and_stops_in_good_order(tmp_path: Path) -> None:
    server = Server(tmp_path)
    address = server.start()
    name = httpx.post(f"{address}/api/me", json={"name": "Ada"}, headers={"X-Ludarium": "1"}).json()["name"]
    assert name == "Ada"
    second_is_refused(tmp_path)
    second_shows_the_first(tmp_path, address)
    assert server.stop() == 0
    said = "".join(server.output)
    assert f"Open this address in a browser: {address}/" in said
    assert "All games are saved" in said
    assert "Traceback" not in said


def second(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Another server that would use the same database."""
    environment |= {"LUDARIUM_DATABASE": f"sqlite:///{folder}/ludarium.db", "LUDARIUM_LANG": "en"}
    command = [sys.executable, "-m", "ludarium", "serve", "--port", "0", *arguments]
    everything = {**os.environ, **environment}
    return subprocess.run(command, env=everything, capture_output=True, text=True, timeout=60, check=False)


def second_is_refused(folder: Path) -> None:
    done = second(folder)
    assert done.returncode == 2
    assert "already" in done.stderr
    assert "Traceback" not in done.stderr


def second_shows_the_first(folder: Path, address: str) -> None:
    seen = folder / "seen"
    done = second(folder, "--open", BROWSER=f"sh -c 'echo %s > {seen}'")
    assert done.returncode == 0
    assert f"already running: {address}/" in done.stdout
    assert seen.read_text().strip() == f"{address}/"


@pytest.mark.slow
def test_a_killed_server_starts_again_and_ends_politely(tmp_path: Path) -> None:
    server = Server(tmp_path)
    address = server.start()
    answer = httpx.post(f"{address}/api/me", json={"name": "Ada"}, headers={"X-Ludarium": "1"})
    cookie = {"Cookie": answer.headers["set-cookie"].split(";")[0]}
    server.kill()
    assert server.start() == address
    with httpx.Client(base_url=address) as browser:  # that it keeps its connection must not keep the server
        assert browser.get("/api/me", headers=cookie).json() == answer.json()
        os.kill(server.pid, signal.SIGTERM)
        assert server.stop() == 0
    assert "All games are saved" in "".join(server.output)


def test_a_port_that_is_taken(ludarium: Command) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = ludarium("serve", "--port", str(port))
        assert done.code == 2
        assert f"port {port}" in done.err
        with serve._listen("127.0.0.1", port, or_next=True) as found:
            assert found.getsockname()[1] != port


def test_nobody_waits_at_a_server_that_is_not_ready() -> None:
    """Else a proxy would, instead of asking another process."""
    with serve._listen("127.0.0.1", 0, or_next=False) as found:
        address = found.getsockname()
        for ready in (False, True):
            if ready:
                found.listen()
            with socket.socket() as knocking:
                assert (knocking.connect_ex(address) == 0) is ready


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "0 (any that is free) to 65535"),
        (["--port", "many"], "--port"),
        (["--host", "no.such.host.invalid", "--port", "0"], "can't listen"),
        (["--host", "192.0.2.1", "--port", "0"], "can't listen"),
        (["--config", "nothing.toml"], "cannot be read"),
    ],
)
def test_mistakes_get_a_sentence(arguments: list[str], said: str, ludarium: Command) -> None:
    done = ludarium("serve", *arguments)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_newer_database_gets_a_sentence(ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text("This is no database. " * 50)
    monkeypatch.setenv("LUDARIUM_DATABASE", f"sqlite:///{tmp_path}/notes.txt")
    done = ludarium("serve", "--port", "0")
    assert done.code == 2
    assert "cannot be opened" in done.err


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8765/"),
        ("0.0.0.0", "http://127.0.0.1:8765/"),
        ("::", "http://[::1]:8765/"),
        ("::1", "http://[::1]:8765/"),
        ("localhost", "http://localhost:8765/"),
    ],
)
def test_addresses_to_write_in_a_browser(host: str, address: str) -> None:
    assert serve._address(host, 8765) == address


@pytest.mark.parametrize("missing", [True, False])
def test_missing_pages_are_told_at_once(ludarium: Command, monkeypatch: pytest.MonkeyPatch, missing: bool) -> None:
    monkeypatch.setattr(serve, "has_pages", lambda: not missing)
    monkeypatch.setattr("ludarium.server.serving.serve", lambda settings, listening, address, ready: ready())
    done = ludarium("serve", "--port", "0")
    assert done.code == 0
    assert ("make web" in done.out) == missing


def test_without_a_command_the_browser_opens(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr(serve, "has_pages", lambda: True)

    def run(given: object, terminal: object) -> int:
        started.append(given.open)  # type: ignore[attr-defined]
        return 0

    monkeypatch.setattr(serve, "run", run)
    assert ludarium().code == 0
    assert started == [True]


def test_other_commands_do_not_wait_for_the_server() -> None:
    code = "import sys, ludarium.cli; print(sorted({'fastapi', 'sqlalchemy', 'uvicorn'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"

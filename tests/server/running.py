"""A server in a process of its own, as people start it, for tests that kill it, load it or look at it in a browser."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread

import httpx

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_PATIENCE = 120.0


class Server:
    """``ludarium serve`` on a free port of this machine, with its database and settings in a folder.

    The port of the first start is kept, so that browsers find the server again after a restart.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None, before: Sequence[str] = ()) -> None:
        self.folder = folder
        self.settings = dict(settings or {})
        self._before = before  # a program that starts it
        self.address = ""
        self.output: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start it and wait until it answers; its address."""
        port = self.address.rpartition(":")[2] or "0"
        environment = {
            **os.environ,
            "LUDARIUM_DATABASE": f"sqlite:///{self.folder}/ludarium.db",
            "LUDARIUM_BOT_DELAY_MS": "0",
            "PYTHONUNBUFFERED": "1",
            **self.settings,
        }
        self.output.clear()
        self._process = subprocess.Popen(
            [*self._before, sys.executable, "-m", "ludarium", "serve", "--port", port, "--no-open"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        self._wait_until_ready()
        return self.address

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_dead(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """``kill -9``: no warning, no last words."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Ctrl-C; the exit status."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        code = self._process.wait(_PATIENCE)
        self._reader.join(_PATIENCE)
        return code

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                self.output.append(line)

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            assert self._process is not None
            assert self._process.poll() is None, "".join(self.output)
            found = next((match for line in self.output if (match := _ADDRESS.search(line))), None)
            if found is not None:
                self.address = found[0]
                try:
                    if httpx.get(f"{self.address}/readyz", timeout=5).status_code == 200:
                        return
                except httpx.HTTPError:
                    pass
            time.sleep(0.05)
        raise AssertionError("The server did not get ready:\n" + "".join(self.output))


def children_of(process: int) -> dict[int, str]:
    """The processes that a process has started and that run, with what they were called by."""
    wanted = ["ps", "-ww", "-o", "pid=,stat=,args=", "--ppid", str(process)]
    found = subprocess.run(wanted, capture_output=True, text=True, check=False).stdout
    lines = [line.split(None, 2) for line in found.splitlines()]
    return {int(line[0]): line[2] for line in lines if not line[1].startswith("Z")}


def thinking_of(process: int) -> list[int]:
    """The processes in which a server lets computer players think."""
    return [number for number, called in children_of(process).items() if "spawn_main" in called]

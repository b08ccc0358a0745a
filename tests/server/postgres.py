"""A PostgreSQL server for the tests: in a folder of its own, on a socket there, gone afterwards.

The folder is not in pytest's: those are closed to other users, and closed again whenever somebody starts pytest.
"""

import os
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.running import children_of

_USER = "postgres"  # PostgreSQL does not run as root
_PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


@contextmanager
def running_postgres() -> Iterator["Postgres"]:
    with TemporaryDirectory(prefix="ludarium-postgres-") as folder:
        found = Postgres(Path(folder))
        found.start()
        try:
            yield found
        finally:
            found.stop()


class Postgres:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://{_USER}@/{name}?host={self._folder}"

    def new(self, name: str) -> str:
        """A database of this name; its address."""
        self._do("createdb", f"--host={self._folder}", f"--username={_USER}", name)
        return self.url(name)

    def start(self) -> None:
        if not self._data.exists():
            self._do("initdb", "--auth=trust", "--no-sync", f"--username={_USER}", "--encoding=UTF8", str(self._data))
        options = f"-c listen_addresses='' -c unix_socket_directories='{self._folder}' -c fsync=off"
        self._do("pg_ctl", "start", "--wait", "-D", str(self._data), "-l", str(self._folder / "log"), "-o", options)

    def stop(self) -> None:
        self._do("pg_ctl", "stop", "--wait", "-m", "immediate", "-D", str(self._data))

    def kill(self) -> None:
        """``kill -9`` of all its processes at once; ``start`` then mends what they left."""
        first = int((self._data / "postmaster.pid").read_text(encoding="utf-8").split()[0])
        all_of_it = [first, *children_of(first)]
        for one in all_of_it:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        while any(_is_running(one) for one in all_of_it):
            time.sleep(0.01)

    def _do(self, program: str, *arguments: str) -> None:
        path = os.pathsep.join([*map(str, _PLACES), os.environ["PATH"]])
        found = shutil.which(program, path=path)
        assert found, "The tests need PostgreSQL. Install it, for example with: sudo apt install postgresql"
        command: Sequence[str] = [found, *arguments]
        if os.geteuid() == 0:
            everybody = stat.S_IMODE(os.stat(os.devnull).st_mode) & 0o006 == 0o006
            assert everybody, f"PostgreSQL can't use {os.devnull}. Open it with: chmod 666 {os.devnull}"
            command = ["runuser", "-u", _USER, "--", *command]
        done = subprocess.run(
            command, cwd=self._folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True

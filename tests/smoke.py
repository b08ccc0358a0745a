"""Whether what is in dist/ can be used where there is nothing else: ``python -m tests.smoke dist`` (``make smoke``).

Everything is installed into an environment of its own outside the checkout, and tried with a PATH that leads to no
compiler and no Node.js: a game, the engine, and the pages. Only an sdist that is to be compiled sees a compiler.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

PATIENCE = 120  # seconds for a command, or for a server to be ready
INTERPRETED = "The rules run interpreted"


class Wrong(Exception):
    """What did not work."""


class Place:
    """An environment with nothing in it but Python and pip, and an empty folder to work in."""

    def __init__(self, folder: Path, *, pip: bool = True) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", *([] if pip else ["--without-pip"]), folder / "env"], check=True)
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        (folder / "work").mkdir()

    def environment(self, **more: str) -> Mapping[str, str]:
        kept = {name: os.environ[name] for name in ("HOME", "SYSTEMROOT", "TEMP") if name in os.environ}
        own = {"PATH": str(self.bin), "XDG_DATA_HOME": str(self.folder / "data"), "LUDARIUM_LANG": "en"}
        return kept | own | {name: os.environ[name] for name in os.environ if name.startswith("PIP_")} | more

    def command(self, *arguments: str, given: str = "") -> tuple[int, str, str]:
        """Run ``ludarium``: exit code, output, and what was said beside it."""
        done = subprocess.run(
            [self.bin / "ludarium", *arguments],
            input=given,
            cwd=self.folder / "work",
            env=self.environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def install(self, package: Path, extra: str = "", *, compiler: bool = False, **variables: str) -> str:
        """What pip said; ``Wrong`` if it could not."""
        environment = self.environment(**variables)
        if compiler:
            environment = {**environment, "PATH": os.environ["PATH"]}
        named = f"ludarium{extra} @ {package.resolve().as_uri()}"
        command = [str(self.bin / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
        if package.suffix == ".gz":  # else pip takes what it built of a file of this name before
            command.append("--no-cache-dir")
        done = subprocess.run([*command, named], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Wrong(done.stdout + done.stderr)
        return done.stdout


def play(place: Place, *, compiled: bool) -> None:
    """A game between computers, saved; and the engine. Rules that run interpreted are told at once."""
    code, out, said = place.command("play", "mur-en", "--seats", "1,random", "--seed", "1")
    _expect(code == 0, f"ludarium play: {out}{said}")
    _expect(said.startswith(INTERPRETED) != compiled, f"said of {compiled=} rules: {said!r}")
    saved = list(place.folder.glob("work/games/*.txt")) + list(place.folder.glob("data/**/*.txt"))
    _expect(len(saved) == 1, f"{len(saved)} saved games")
    code, out, said = place.command("replay", str(saved[0]))
    _expect(code == 0, f"ludarium replay: {out}{said}")
    code, out, said = place.command("engine", given='{"id": 1, "do": "hello"}\n')
    _expect(code == 0 and json.loads(out)["engine"] == "ludarium", f"ludarium engine: {out}{said}")


def lack_server(place: Place) -> None:
    code, _, said = place.command("serve")
    _expect(code == 2 and 'pip install "ludarium[server]"' in said, f"ludarium serve without its extra: {said}")


def serve(place: Place) -> None:
    """The first page, and all files that it names."""
    with _server(place) as address:
        with urlopen(address, timeout=PATIENCE) as answer:
            page = answer.read().decode()
        named = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
        _expect("<title>" in page and bool(named), f"no page at {address}: {page[:200]}")
        for name in named:
            with urlopen(address.rstrip("/") + name, timeout=PATIENCE) as answer:
                _expect(answer.status == 200 and len(answer.read()) > 0, f"no {name}")
        with urlopen(address + "api/games", timeout=PATIENCE) as answer:
            _expect("mur-en" in answer.read().decode(), "no games in /api/games")


@contextmanager
def _server(place: Place) -> Iterator[str]:
    command = [str(place.bin / "ludarium"), "serve", "--port", "0"]
    log = place.folder / "serve.log"
    with log.open("wb") as out:
        running = subprocess.Popen(
            command, cwd=place.folder / "work", env=place.environment(PYTHONUNBUFFERED="1"), stdout=out, stderr=out
        )
    try:
        until = monotonic() + PATIENCE
        while not (found := re.search(r"http://\S+/", log.read_text(encoding="utf-8"))):
            _expect(running.poll() is None and monotonic() < until, f"ludarium serve: {log.read_text()}")
            sleep(0.1)
        yield found[0]
    except URLError as error:
        raise Wrong(f"ludarium serve: {error}: {log.read_text()}") from error
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _expect(right: bool, told: str) -> None:
    if not right:
        raise Wrong(told)


# --- what make smoke does ---------------------------------------------------------------------------------------------
def _try(package: Path, *, compiled: bool, compiler: bool = False, **variables: str) -> None:
    with TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.install(package, compiler=compiler, **variables)
        play(place, compiled=compiled)
        lack_server(place)
        place.install(package, "[server]", compiler=compiler, **variables)
        serve(place)


def _refused(sdist: Path) -> None:
    with TemporaryDirectory() as folder:
        try:
            Place(Path(folder)).install(sdist)
        except Wrong as refused:
            _expect("Install a C compiler, or set LUDARIUM_PURE=1" in str(refused), str(refused))
        else:
            raise Wrong("was installed without a compiler, although nobody asked for interpreted rules")


def _fits(package: Path) -> bool:
    """Whether this Python can install it: other Pythons' wheels they try themselves."""
    own = f"-cp{sys.version_info.major}{sys.version_info.minor}-"
    return package.suffix != ".whl" or own in package.name or package.name.endswith("-none-any.whl")


def main(dist: Path, kinds: Sequence[str]) -> int:
    tries: list[tuple[str, Callable[[], None]]] = []
    for package in sorted(path for kind in kinds for path in dist.glob(kind) if _fits(path)):
        name = package.name
        if package.suffix == ".whl":
            compiled = not name.endswith("-none-any.whl")
            tries.append((f"{name}, without compiler and Node.js", partial(_try, package, compiled=compiled)))
        else:
            tries += [
                (f"{name}, without a compiler: refused", partial(_refused, package)),
                (f"{name}, LUDARIUM_PURE=1", partial(_try, package, compiled=False, LUDARIUM_PURE="1")),
                (f"{name}, compiled (minutes)", partial(_try, package, compiled=True, compiler=True)),
            ]
    if not list(dist.glob("*.whl")):
        print(f"There is nothing to try in {dist}. First run: make wheels")
        return 1
    wrong = 0
    for name, attempt in tries:
        print(f"{name} …", end=" ", flush=True)
        began = monotonic()
        try:
            attempt()
        except Wrong as error:
            wrong += 1
            print(f"wrong:\n{error}")
        else:
            print(f"works ({monotonic() - began:.0f} s)")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:] or ("*.whl", "*.tar.gz")))

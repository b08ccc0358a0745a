"""The core alone: rules, players, terminal and engine need nothing that only an extra brings, nor a particular system;
and commands that do need an extra say which.
"""

import json
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

from ludarium.cli import main, serve
from ludarium.core.errors import LudariumError
from ludarium.extras import needs
from tests.requirements import PROJECT, brought

ROOT = Path(__file__).parents[2]
CORE = (
    *("api", "arena", "cli", "conformance", "core", "draw", "engine", "games", "learn", "players", "search", "table"),
    *("research.study", "research.openspiel_players", "server.built_pages", "train.large_players", "workers"),
)
BEYOND = (  # modules there which need an extra
    *("ludarium.workers.cluster", "ludarium.cli.screen.", "ludarium.games.mutterland.symmetric"),
    *("ludarium.cli.join_line", "ludarium.cli.join_table"),
)
OF_POSIX = ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty")

# What is written to standard output at the end is a list of what could not be imported.
ALONE = """
import importlib, json, os, signal, sys
# Python's own modules have what they need of a system, whichever it is.
import asyncio, getpass, multiprocessing.connection, multiprocessing.spawn, shutil, socket, subprocess, webbrowser
allowed, refused, modules = json.loads(sys.argv[1])

class Refusing:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        absent = top in refused or (allowed and top not in allowed)
        return None if absent else self.finder.find_spec(name, path, target)

sys.meta_path[:] = map(Refusing, sys.meta_path)
for name in refused:
    sys.modules.pop(name, None)
"""
IMPORT_ALL = """
failed = []
for name in modules:
    try:
        importlib.import_module(name)
    except ImportError as error:
        failed.append(f"{name}: {error}")
print(json.dumps(failed))
"""
PLAY = """
import ludarium
game = ludarium.new("mur-en", seed=1)
players = [ludarium.player("1", seed=1), ludarium.player("random", seed=2)]
while game.outcome is None:
    game.play(players[game.seat].choose(game))
from ludarium.cli import main
assert main(["play", "realm", "--seats", "random,random"]) == 0
assert main(["engine"]) == 0
"""


def names_of(requirements: list[str]) -> list[str]:
    """The packages that are required without an extra, under names as distributions have them."""
    found = (re.match(r"[A-Za-z0-9._-]+", one) for one in requirements if "extra ==" not in one)
    return [re.sub(r"[-_.]+", "-", name[0]).lower() for name in found if name]


def modules_of_the_core() -> list[str]:
    """What the package's dependencies bring, with their own."""
    packages, waiting = set(), names_of(PROJECT["dependencies"])
    while waiting:
        package = waiting.pop()
        if package not in packages:
            packages.add(package)
            waiting += names_of(requires(package) or [])
    distributions = packages_distributions()
    return [name for name, owners in distributions.items() if packages & set(names_of(owners))]


def modules_of(*rooms: str) -> list[str]:
    source = ROOT / "src"
    files = [source / "ludarium" / (room.replace(".", "/") + ".py") for room in rooms]
    files += [file for room in rooms for file in (source / "ludarium" / room.replace(".", "/")).rglob("*.py")]
    names = (".".join(file.relative_to(source).with_suffix("").parts) for file in files if file.is_file())
    return sorted({name.removesuffix(".__init__") for name in names})


def alone(program: str, allowed: list[str], refused: tuple[str, ...], folder: Path) -> str:
    given = json.dumps([allowed, refused, [name for name in modules_of(*CORE) if not name.startswith(BEYOND)]])
    command = [sys.executable, "-c", ALONE + program, given]
    asked = '{"id": 1, "do": "hello"}'
    done = subprocess.run(command, cwd=folder, input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_is_a_core_without_extras() -> None:
    assert names_of(PROJECT["dependencies"]) == ["librt", "mypy-extensions", "rich"]
    assert {"ludarium.cli.play", "ludarium.core.state", "ludarium.engine.hello"} <= set(modules_of(*CORE))


def test_everything_is_in_the_extra_all() -> None:
    extras = PROJECT["optional-dependencies"]
    assert brought("all") == {one for named in extras.values() for one in named if not one.startswith("ludarium[")}
    assert brought("push") == {*extras["server"], "pywebpush>=2.1"}


@pytest.mark.slow
def test_rules_players_terminal_and_engine_need_only_the_core(tmp_path: Path) -> None:
    allowed = [*sys.stdlib_module_names, "ludarium", *modules_of_the_core()]
    assert "rich" in allowed
    assert "fastapi" not in allowed
    assert json.loads(alone(IMPORT_ALL, allowed, (), tmp_path)) == []
    said = alone(PLAY, allowed, (), tmp_path)
    assert '"ludarium"' in said.splitlines()[-1]  # the engine's name


@pytest.mark.slow
def test_they_need_nothing_that_only_posix_has(tmp_path: Path) -> None:
    """As far as that can be seen on a system that has it: modules and functions that Windows lacks are taken away."""
    without = """
for module, names in (
    (os, ("fork", "getuid", "killpg", "register_at_fork", "sched_getaffinity", "sysconf", "fchmod", "uname")),
    (signal, ("SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGCHLD", "SIGPIPE", "SIGWINCH", "pthread_sigmask", "alarm")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
"""
    assert json.loads(alone(without + IMPORT_ALL, [], OF_POSIX, tmp_path)) == []
    alone(without + PLAY, [], OF_POSIX, tmp_path)


COMMANDS = [
    ("server", "fastapi sqlalchemy uvicorn", ["serve"]),
    ("server", "sqlalchemy", ["admin", "people"]),
    ("server", "websockets", ["join", "http://127.0.0.1:9"]),
    ("server", "pydantic_settings sqlalchemy", ["worker"]),
    ("ray", "ray", ["arena", "mur-en", "1", "random", "--ray", "local"]),
    ("ray", "ray", ["study", "mur-en", "--ray", "local"]),
    ("train", "torch", ["train", "mur-en"]),
    ("train", "numpy", ["train", "mur-en"]),
    ("openspiel", "pyspiel", ["arena", "mur-en", "random", "openspiel:random"]),
    ("tui", "textual", ["play", "mur-en", "--full-screen"]),
    ("tui", "textual", ["replay", "game.txt", "--full-screen"]),
    ("png", "resvg_py", ["draw", "mur-en", "-o", "board.png"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("extra", "lacking", "arguments"), COMMANDS)
def test_a_command_without_its_extra_says_which(extra: str, lacking: str, arguments: list[str], tmp_path: Path) -> None:
    run = "import os; os.environ['PATH'] = ''; from ludarium.cli import main; sys.exit(main(modules))"
    for locale, sentence in (("en", "nstall"), ("ja", "インストール" if extra != "png" else "入れてください")):
        given = json.dumps([[], lacking.split(), [*arguments, "--lang", locale]])
        command = [sys.executable, "-c", ALONE + run, given]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        (said,) = [line for line in done.stderr.splitlines() if f'pip install "ludarium[{extra}]"' in line]
        assert sentence in said
        assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_library_that_cannot_be_loaded_is_not_called_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "of_another_system.py").write_text("raise ImportError('GLIBC_9.99 not found')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LudariumError) as refused, needs("train"):
        import_module("of_another_system")
    assert "GLIBC_9.99 not found" in str(refused.value)
    assert "not installed" not in str(refused.value)
    assert 'pip install "ludarium[train]" --force-reinstall' in refused.value.sentence("ja")


def test_a_mistake_of_ours_is_not_called_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), needs("server"):
        import_module("ludarium.server.nothing")


@pytest.mark.parametrize("at_terminal", [True, False])
def test_without_a_server_one_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], at_terminal: bool
) -> None:
    monkeypatch.setattr(serve, "is_installed", lambda: False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: at_terminal, raising=False)
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    monkeypatch.setenv("LUDARIUM_LANG", "en")
    assert main([]) == 0
    said = capsys.readouterr().out
    assert ('To play in the browser: pip install "ludarium[server]"' in said) == at_terminal
    assert ("Myrmidons" in said) == at_terminal  # the list of games
    assert ("usage" in said.lower()) != at_terminal

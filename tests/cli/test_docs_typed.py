"""Every command in the documentation is typed, page by page, as a reader would; or it is said here why not."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium as front_door
from ludarium import cli
from ludarium.cli import saved
from ludarium.cli.terminal import Terminal
from tests.cli.conftest import Command, Done
from tests.cli.test_docs import PACKAGE, READMES, ROOT, blocks
from tests.site.stage import Contents

PAGES = [*READMES, PACKAGE, *(page.source.relative_to(ROOT).as_posix() for page in Contents().pages)]
ELSEWHERE = {"docs/admin.md": "tests/cli/test_admin.py types them, one after the other"}
# Programs of others, or what changes the machine.
OTHERS = {
    "pip": "installs",
    "games/bin/pip": "installs",
    "games/bin/ludarium": "starts a server and a browser; tests/test_packages.py installs and tests/e2e opens",
    "podman": "needs an image",
    "ray": "tests/arena/test_cluster.py starts Ray's nodes",
    "python": "takes an hour; tests/research/test_docs.py starts it",
    "python3": "makes an environment",
    "export": "the test has it",
    "echo": "tests/cli/test_docs.py pipes it",
    "ludarium": "alone it serves until it is stopped; tests/cli/test_serve.py starts it",
}
# What takes minutes or hours; it is seen that the program would take it.
LONG = {
    "ludarium bench": "minutes",
    "ludarium train": "minutes to days; tests/train trains",
    "ludarium study": "hundreds of games; tests/research studies fewer, and so do the guides",
    "ludarium puzzles make": "a minute; tests/learn/puzzles finds some",
    "ludarium puzzles check": "needs what the line above it finds",
    "ludarium arena": "tens to thousands of games; the shortest ones are typed in tests/cli/test_docs.py",
    "ludarium replay small": "a game of the training above it",
    "ludarium export": "needs what the line above it plays; tests/research/test_docs.py exports",
    "ludarium solve": "typed in tests/cli/test_docs.py, with what it prints",
    "ludarium join": "asks a server, which the tests of joining start",
    "--full-screen": "needs a terminal of its own; the tests of the full screen have one",
}
TYPED_ALL_THE_SAME = ("docs/guides/study-a-ruleset.md", "docs/guides/write-a-player.md")
TOO_LONG_EVEN_THERE = ("--games 500",)
LAND = "0:0..9:0 0:1..9:1 0:2..9:2 0:3..9:3 0:4..9:4 0:5..9:5 0:6..9:6"


def commands(page: str) -> list[str]:
    """Those of a page; what they print is in tests/cli/test_docs.py."""
    parts = [part for block in blocks(page, "console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [part.partition("\n")[0] for part in parts]


def words(command: str) -> list[str]:
    return shlex.split(command.partition(" > ")[0], comments=True)


def is_long(page: str, command: str) -> bool:
    if page in TYPED_ALL_THE_SAME:
        return any(part in command for part in TOO_LONG_EVEN_THERE)
    return any(part in command for part in LONG)


SHOWN = [(page, command) for page in PAGES if page not in ELSEWHERE for command in commands(page)]
OURS = [(page, command) for page, command in SHOWN if words(command)[0] == "ludarium" and len(words(command)) > 1]


def test_there_are_commands() -> None:
    assert len(SHOWN) > 100


@pytest.mark.parametrize(("page", "command"), [one for one in SHOWN if one not in OURS])
def test_commands_of_others_are_known(page: str, command: str) -> None:
    program, *given = words(command)
    if program == "make":
        targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert given[0] in targets, f"{page}: there is no make {given[0]}"
    else:
        assert program in OTHERS, f"{page}: type {command} in a test, or say in OTHERS why not"


# What hosts type as root, on machines and databases that no test has.
HOSTED = {
    found
    for page in PAGES
    for block in blocks(page, "sh")
    for found in re.findall(r"^ *(?:\w+=\S+ )?(ludarium [^|&;\n]+)", block, re.MULTILINE)
}


def test_there_are_commands_of_hosts() -> None:
    assert len(HOSTED) >= 4


@pytest.mark.parametrize("command", sorted({command for page, command in OURS if is_long(page, command)} | HOSTED))
def test_what_takes_long_would_be_taken(command: str) -> None:
    assert "run" in cli._parse(words(command)[1:], Terminal("en"))


@pytest.mark.slow
@pytest.mark.parametrize("page", sorted({page for page, command in OURS if not is_long(page, command)}))
def test_commands_are_typed(page: str, ludarium: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_LANG", "ja" if ".ja." in page else "en")
    monkeypatch.setenv("LUDARIUM_GAMES", os.environ["LUDARIUM_GAMES"])
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path / "data"))  # not where commands are typed
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "my-land.txt").write_text(LAND)
    for code in blocks(page, "python"):
        if "sys.stdin" in code:
            (tmp_path / "dice.py").write_text(code)
    saved.make_folder()
    for ruleset in ("mur-en", "mur-jp", "realm"):
        game = front_door.new(ruleset, seed=1)
        for _ in range(24):
            game.play(game.legal[0])
        game.save(saved.folder() / f"{ruleset}-20260101-120000.txt")
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    exported = dict(found for command in commands(page) for found in re.findall(r"^export (\w+)=(.+)$", command))
    for command in (command for one, command in OURS if one == page and not is_long(page, command)):
        typed, _, last = command.rpartition(" | ")
        given = shlex.split(typed)[1] + "\n" if typed else "quit\n" * 3
        if exported:  # is read as the program begins
            asked = [sys.executable, "-m", "ludarium", *words(last)[1:]]
            environment = {**os.environ, **exported}
            ran = subprocess.run(asked, input=given, env=environment, capture_output=True, text=True, check=False)
            done = Done(ran.returncode, ran.stdout, ran.stderr)
        else:
            done = ludarium(*words(last)[1:], typed=given)
        said = f"{command}\n{done.out[-500:]}{done.err}"
        assert (done.code, "Traceback" in done.err, "forfeit" in done.out) == (0, False, False), said

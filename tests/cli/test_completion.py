"""What shells complete and what the manual says: all commands and options, as the parsers have them."""

import subprocess
from pathlib import Path
from shutil import which

import pytest

from ludarium.cli import COMMANDS, manual
from ludarium.cli.completion import SHELLS
from ludarium.cli.program import Command as Described
from ludarium.cli.program import described, flags_of
from ludarium.cli.terminal import Terminal
from ludarium.core.words import LOCALES
from tests.cli.conftest import ALL, TWO, Command, typed

ROOT = Path(__file__).resolve().parents[2]
PROGRAM: Described = described(Terminal("en"))


def script(shell: str, ludarium: Command) -> str:
    done = ludarium("completion", shell)
    assert (done.code, done.err) == (0, "")
    return done.out


def test_the_program_is_described_whole() -> None:
    assert {command.path[0] for command in PROGRAM.commands} == set(COMMANDS)
    assert ("admin", "ban") in [command.path for command in PROGRAM.all()]
    (play,) = (command for command in PROGRAM.commands if command.path == ("play",))
    assert {"--against", "--record", "--no-coach", "--lang"} <= set(flags_of(play.arguments))
    assert next(one for one in play.arguments if "--no-coach" in one.flags).metavar == ""


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_option_and_ruleset_is_in_the_script(shell: str, ludarium: Command, tmp_path: Path) -> None:
    text = script(shell, ludarium)
    for command in PROGRAM.all():
        for flag in flags_of(command.arguments):
            fish = f" -l {flag[2:]} " if flag.startswith("--") else f" -s {flag[1:]} "
            assert (fish if shell == "fish" else flag) in text
    for name in (*COMMANDS, *ALL, "Deckhand", "kraken_walls="):
        assert name in text
    assert str(tmp_path / "games") in text
    if which(shell):  # where it is installed, it can read it
        done = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True, check=False, timeout=30)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ludarium resu", "resume"),
        ("ludarium play mur-j", "mur-jp mur-jp-any"),
        ("ludarium play --again", "--against"),
        ("ludarium play mur-en --against ", "1 2 3 4 5"),
        ("ludarium play mur-en --option kr", "kraken_walls="),
        ("ludarium play mur-en --option kraken_walls = a", "any"),
        ("ludarium resume ", "mine"),
        ("ludarium replay mi", "mine"),
        ("ludarium admin ba", "ban backup"),
        ("ludarium admin ban --wh", "--why"),
        ("ludarium --lang ja resu", "resume"),
        ("ludarium draw --theme ", "light dark contrast safe"),
        ("ludarium completion ", "bash zsh fish"),
        ("ludarium qwertz", ""),
    ],
)
def test_bash_offers_what_fits(line: str, offered: str, ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    ludarium("play", "mur-en", *TWO, "--record", "games/mine.txt", typed=typed("+c2"))
    ask = f"""
    COMP_WORDS=({line} {"''" if line.endswith(" ") else ""}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    _ludarium; echo "${{COMPREPLY[*]}}"
    """
    found = subprocess.run(
        ["bash", "-c", script("bash", ludarium) + ask], capture_output=True, text=True, check=True, timeout=30
    )
    assert found.stderr == ""
    assert found.stdout.strip().startswith(offered)
    assert bool(found.stdout.strip()) == bool(offered)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_man_page_is_what_the_commands_say(locale: str) -> None:
    written = (ROOT / "man" / locale / "ludarium.1").read_text(encoding="utf-8")
    assert written == manual.page(locale), "write it anew: make man"
    for command in PROGRAM.all():
        assert f".SS ludarium {' '.join(command.path)}".replace("-", "\\-") in written or not command.path
    assert "\\fB\\-\\-against\\fR \\fILEVEL\\fR" in written


def test_nothing_in_the_man_page_is_taken_for_an_order() -> None:
    known = (".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI", '.\\"')
    for locale in LOCALES:
        for line in manual.page(locale).splitlines():
            assert not line.startswith(("'", ".")) or line.startswith(known)

"""The examples in the documentation, run as they stand there."""

import json
import os
import re
import shlex
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from ludarium.core.game import by_game
from ludarium.engine.games import KeptGames
from ludarium.engine.progress import Context
from ludarium.engine.session import read, respond
from tests.cli.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.ja.md")
PACKAGE = "docs/package.md"  # what an index shows
TUTORIAL = "docs/adding-a-game.md"
EXAMPLES = ("leap.py", "connect_four.py", "lessons/connect-four.toml")
SHORT = tuple(  # pages that begin with something
    sorted(str(path.relative_to(ROOT)) for name in ("start", "guides") for path in (ROOT / "docs" / name).glob("*.md"))
)
PAGES = (*READMES, *SHORT, "docs/arena.md", "docs/baselines.md", TUTORIAL)  # that show commands with what they print
PROGRAMS = (*READMES, PACKAGE, *SHORT, "docs/hidden-information.md")  # whose Python runs as it stands
OTHER_PAGES = tuple(
    f"docs/{name}.md" for name in ("engine", "players", "architecture", "research", "planes", "puzzles")
)
DOTS = "…"


def fits(expected: object, found: object) -> bool:
    """Equal, where dots stand for anything: as a value, or for the rest of a list."""
    if expected == DOTS:
        return True
    if isinstance(expected, dict) and isinstance(found, dict):
        return list(expected) == list(found) and all(fits(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, list):
        if expected and expected[-1] == DOTS:
            expected, found = expected[:-1], found[: len(expected) - 1]
        return len(expected) == len(found) and all(map(fits, expected, found))
    return expected == found


def engine_examples() -> list[tuple[str, str]]:
    lines = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8").splitlines()
    return [
        (line[2:], after[2:]) for line, after in pairwise(lines) if line.startswith("> ") and after.startswith("< ")
    ]


def test_there_are_examples() -> None:
    assert len(engine_examples()) >= 12


def test_engine_examples() -> None:
    """One after the other, as a reader would try them: a session that one begins is there for the next."""
    games = KeptGames()
    for request, expected in engine_examples():
        found = json.loads(respond(read(request.encode()), Context(), games))
        assert fits(json.loads(expected), found), (request, found)


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```", text, flags=re.DOTALL | re.MULTILINE)
    return [re.sub(f"^{indent}", "", block, flags=re.MULTILINE) for indent, block in found]


def command_examples() -> list[tuple[str, str, str]]:
    """``$ command`` and the output below it, where there is one."""
    examples = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for part in block.split("$ ")[1:]:
                command, _, output = part.partition("\n")
                if output.strip():
                    examples.append((page, command, output))
    return examples


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "expected"), command_examples())
def test_command_examples(
    page: str, command: str, expected: str, ludarium: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed, _, command = command.rpartition(" | ")
    name, *arguments = shlex.split(command)
    assert name == "ludarium"
    monkeypatch.setenv("LUDARIUM_GAMES", os.environ["LUDARIUM_GAMES"])  # to which ``ludarium check`` adds
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LUDARIUM_LANG", "ja" if ".ja." in page else "en")
    done = ludarium(*arguments, typed=shlex.split(typed)[1] + "\n" if typed else "")
    assert done.code == 0
    # Dots on a line of their own stand for lines left out; times differ from machine to machine.
    wanted = re.escape(f"\n{expected.strip()}\n").replace(f"\n{DOTS}\\\n", "\n.*\n")
    wanted = re.sub(r"\d+\\\.\d\d", r"\\d+\\.\\d\\d", wanted)
    assert re.fullmatch(wanted, f"\n{done.out.strip()}\n", flags=re.DOTALL), done.out


PROGRAM_EXAMPLES = [(page, code) for page in PROGRAMS for code in blocks(page, "python") if "sys.stdin" not in code]


@pytest.mark.parametrize(("page", "code"), PROGRAM_EXAMPLES)
def test_programs_run(page: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, page, "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.strip()


def test_what_programs_say_of_their_output_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    """``print(…)  # MUR-T1: …``: the comment is what is printed."""
    said = [
        (code, found) for _, code in PROGRAM_EXAMPLES for found in re.findall(r"^print\(.*\)  # (MUR-.*)$", code, re.M)
    ]
    assert len(said) >= 4
    for code, expected in said:
        exec(code, {})
        assert expected.rstrip(" …") in capsys.readouterr().out


@pytest.mark.parametrize("code", [*blocks(TUTORIAL, "python"), *blocks(TUTORIAL, "toml")])
def test_the_tutorial_shows_what_stands_in_the_examples(code: str) -> None:
    examples = [(ROOT / "examples" / name).read_text(encoding="utf-8") for name in EXAMPLES]
    assert any(code in example for example in examples)


@pytest.mark.parametrize("page", READMES)
def test_readmes_name_every_game_and_both_commands(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for game, _ in by_game():
        assert str(game.words("ja" if ".ja." in page else "en").sections["name"]) in text
    assert "$ make play\n$ make test\n" in text


def test_what_an_index_shows_leads_nowhere_that_is_not_there() -> None:
    """There is no checkout around it: neither links to files nor pictures."""
    text = (ROOT / PACKAGE).read_text(encoding="utf-8")
    assert not re.findall(r"\]\(|<img|<a ", text)
    for extra in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]:
        assert f"`{extra}`" in text


@pytest.mark.parametrize(
    "page",
    [
        *PAGES,
        *(
            f"docs/{name}.md"
            for name in ("engine", "players", "architecture", "research", "training", "records", "admin")
        ),
    ],
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"""(?:\]\(|src=")([^)#"]+)""", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target

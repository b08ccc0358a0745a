"""The examples in the documentation, run as they stand there."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from ludarium.cli import main
from ludarium.engine import answer

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.mark.parametrize(("request_", "expected"), engine_examples())
def test_engine_examples(request_: str, expected: str) -> None:
    found = json.loads(answer(request_.encode()))
    assert fits(json.loads(expected), found), found


def command_examples() -> list[tuple[str, str, str]]:
    """``$ command`` and the output below it, in the code blocks of the READMEs."""
    examples = []
    for page in ("README.md", "README.ja.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(r"```console\n(.*?)```", text, flags=re.DOTALL):
            for part in block.split("$ ")[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("ludarium "):
                    examples.append((page, command, output))
    return examples


@pytest.mark.parametrize(("page", "command", "expected"), command_examples())
def test_readme_examples(
    page: str,
    command: str,
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDARIUM_LANG", "ja" if ".ja." in page else "en")
    monkeypatch.setenv("COLUMNS", "100")
    assert main(shlex.split(command)[1:]) == 0
    # Dots stand for lines left out; times differ from machine to machine.
    wanted = re.escape(expected.strip()).replace(DOTS, ".*")
    wanted = re.sub(r"\\ *\d+\\\.\d\d", r" *\\d+\\.\\d\\d", wanted)
    found = capsys.readouterr().out.strip()
    assert re.fullmatch(wanted, found, flags=re.DOTALL), found


@pytest.mark.parametrize("page", ["README.md", "README.ja.md", "docs/engine.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target

"""The examples of the page on datasets, run one after the other as its readers run them."""

import re
import shlex
from pathlib import Path

import pytest

from ludarium.cli import main
from tests.cli.test_docs import ROOT

PAGE = ROOT / "docs" / "datasets.md"


@pytest.mark.slow
def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """They are meant for a checkout; here its data stand in an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("data").symlink_to(ROOT / "data")
    known: dict[str, object] = {}
    ran = 0
    for language, text in re.findall(r"```(console|python)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        if language == "python":
            exec(compile(text, str(PAGE), "exec"), known)
            assert capsys.readouterr().out.strip()
            ran += 1
        for line in text.splitlines() if language == "console" else ():
            assert main(shlex.split(line.removeprefix("$ ludarium "))) == 0, line
            ran += 1
    assert ran >= 4

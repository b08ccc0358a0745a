"""The same files, compiled and interpreted."""

import os
import subprocess
import sys

import pytest

ASK = "import ludarium.core.state as s, ludarium.core.game as g; print(s.__file__); print(g.__file__)"


def _files(**environment: str) -> list[str]:
    clean = {key: value for key, value in os.environ.items() if key != "LUDARIUM_PURE"}
    run = subprocess.run(
        [sys.executable, "-c", ASK], env={**clean, **environment}, capture_output=True, text=True, check=True
    )
    return run.stdout.split()


@pytest.mark.compiled_only
def test_compiled_files_are_used() -> None:
    assert all(not name.endswith(".py") for name in _files())


def test_pure_runs_the_sources() -> None:
    assert all(name.endswith(".py") for name in _files(LUDARIUM_PURE="1"))

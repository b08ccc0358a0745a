"""``ludarium worker``: what it says to those who start it with the wrong settings. (How it works: tests/server.)"""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

NEEDS = "A worker needs the PostgreSQL database that the servers share. Name it with LUDARIUM_DATABASE=postgresql://"


@pytest.mark.parametrize("database", ["", "sqlite:////tmp/games.sqlite"])
def test_without_postgresql_it_says_what_to_do(
    ludarium: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database: str
) -> None:
    monkeypatch.setenv("LUDARIUM_DATABASE", database)
    done = ludarium("worker")
    assert done.code == 2
    assert NEEDS in done.err
    assert not list(tmp_path.iterdir())  # nothing is made
    assert "PostgreSQLデータベースが必要です" in ludarium("--lang", "ja", "worker").err


def test_a_wrong_setting_is_explained(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_CORES", "many")
    done = ludarium("worker")
    assert done.code == 2
    assert "cores" in done.err
    assert "Traceback" not in done.err


def test_its_help_is_in_both_languages(ludarium: Command) -> None:
    assert "lend this machine's cores" in ludarium("worker", "--help").out
    assert "コアを貸す" in ludarium("--lang", "ja", "worker", "--help").out

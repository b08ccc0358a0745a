"""Where what belongs to the user is kept, by system."""

import sys
from pathlib import Path

import pytest

from ludarium.folders import data_folder, games_folder


def test_the_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder({"LUDARIUM_HOME": "mine"}) == tmp_path / "mine"
    assert data_folder({"LUDARIUM_HOME": "", "XDG_DATA_HOME": "/data"}) == Path("/data/ludarium")
    assert games_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/ludarium/games")


def test_a_mac_has_a_folder_of_its_own_unless_there_is_an_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder({}) == tmp_path / "Library" / "Application Support" / "ludarium"
    older = tmp_path / ".local" / "share" / "ludarium"
    older.mkdir(parents=True)
    assert data_folder({}) == older

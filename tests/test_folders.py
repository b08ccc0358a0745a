"""Where what belongs to the user is kept, by system."""

import sys
from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError
from ludarium.folders import data_folder, games_folder


def test_the_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder({"LUDARIUM_HOME": "mine"}) == tmp_path / "mine"
    assert data_folder({"LUDARIUM_HOME": "", "XDG_DATA_HOME": "/data"}) == Path("/data/ludarium")
    assert games_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/ludarium/games")


def test_where_nobody_has_a_home_a_named_folder_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert data_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/ludarium")
    assert data_folder({"LUDARIUM_HOME": "/mine"}) == Path("/mine")
    with pytest.raises(LudariumError, match="Set LUDARIUM_HOME to a folder"):
        data_folder({})


def test_a_mac_has_a_folder_of_its_own_unless_there_is_an_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder({}) == tmp_path / "Library" / "Application Support" / "ludarium"
    older = tmp_path / ".local" / "share" / "ludarium"
    older.mkdir(parents=True)
    assert data_folder({}) == older

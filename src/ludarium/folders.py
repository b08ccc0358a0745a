"""Where programs keep what belongs to the user: one folder for games, progress, settings and a server's database."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from ludarium.core.errors import LudariumError

HOME = "LUDARIUM_HOME"  # names the folder, wherever it is


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder that LUDARIUM_HOME names, else the usual place of the system for what belongs to a user."""
    if environment.get(HOME):
        return Path(environment[HOME]).absolute()
    if os.name == "nt" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "ludarium"
    given = Path(environment.get("XDG_DATA_HOME", ""))
    if given.is_absolute():
        return given / "ludarium"
    try:
        home = Path.home()
    except RuntimeError as error:  # as in a container, for somebody without a name
        raise LudariumError("home_unknown", variable=HOME) from error
    usual = home / ".local" / "share" / "ludarium"
    if sys.platform == "darwin" and not usual.exists():  # where earlier versions kept everything
        return home / "Library" / "Application Support" / "ludarium"
    return usual


def games_folder(environment: Mapping[str, str]) -> Path:
    """Where game records go that nobody named."""
    return data_folder(environment) / "games"


def settings_file(environment: Mapping[str, str]) -> Path:
    """The server's settings, where no other file is named."""
    return data_folder(environment) / "settings.toml"

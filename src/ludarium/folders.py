"""Where programs keep what belongs to the user: games of a server, what was learned at a terminal."""

import os
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where programs keep what belongs to the user."""
    if os.name == "nt" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "ludarium"
    given = Path(environment.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "ludarium"

"""Waiting for what other processes do."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep


def until(true: Callable[[], bool]) -> None:
    """Wait for what happens soon."""
    late = monotonic() + 60
    while not true():
        assert monotonic() < late, "this should have happened long ago"
        sleep(0.02)


def is_gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True

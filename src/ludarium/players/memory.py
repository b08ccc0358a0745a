"""How much memory trees may take: a share of the machine's, unless ``LUDARIUM_MEMORY`` says how much."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from ludarium.core.errors import LudariumError
from ludarium.core.options import shortened

VARIABLE = "LUDARIUM_MEMORY"
LEAST, MOST = 16, 1 << 24  # MiB
_SHARE = 3  # a third of what there is: the other programs need some, too
_UNKNOWN = 4096  # MiB, where the machine does not say what it has
_MIB = 1 << 20


class WrongMemory(LudariumError):
    """A setting that is no number of MiB, or none that can be."""

    section = "players"


def tree_memory(environment: Mapping[str, str] = os.environ) -> int:
    """MiB for the trees of all processes that think together."""
    given = environment.get(VARIABLE, "").strip()
    if given in ("", "0"):
        return max(LEAST, machine_memory() // _SHARE)
    if given.isascii() and given.isdigit() and LEAST <= int(given[:9]) <= MOST:
        return int(given)
    raise WrongMemory("memory", value=shortened(given), variable=VARIABLE, least=LEAST, most=MOST)


def machine_memory(root: Path = Path("/")) -> int:
    """MiB that this process and those beside it may use: what the machine has, or less in a container."""
    return min(_limits(root), default=_UNKNOWN * _MIB) // _MIB


def _limits(root: Path) -> Iterator[int]:
    """In bytes: the machine's memory, and the limits of the control groups that this process is in (see cgroups(7))."""
    with suppress(AttributeError, ValueError, OSError):  # not every system says it
        yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    folder = root / "sys" / "fs" / "cgroup"
    files = [folder / "memory" / "memory.limit_in_bytes", folder / "memory.max"]
    for line in _text(root / "proc" / "self" / "cgroup").splitlines():
        number, _, path = line.partition("::")
        if number == "0":
            within = PurePosixPath(path.lstrip("/"))
            files += [folder / part / "memory.max" for part in (within, *within.parents)]
    for file in files:
        limit = _text(file).strip()
        if limit.isdigit():  # else there is none
            yield int(limit)


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""

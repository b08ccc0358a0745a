"""A disk that is full: files of this process may not grow beyond a size."""

import os
import sys
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

_USUAL = getrlimit(RLIMIT_FSIZE)
_BYTECODE = sys.dont_write_bytecode
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def fill(size: int) -> None:
    """From now on. Python would not notice that what it writes of a module it loads is cut off."""
    sys.dont_write_bytecode = True
    os.environ[NO_BYTECODE] = "1"  # for processes that are started meanwhile
    setrlimit(RLIMIT_FSIZE, (size, _USUAL[1]))


def free() -> None:
    setrlimit(RLIMIT_FSIZE, _USUAL)
    sys.dont_write_bytecode = _BYTECODE
    os.environ[NO_BYTECODE] = "1" if _BYTECODE else ""

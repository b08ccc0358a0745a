"""What only some need is not installed with the package but by its extras: how it is said which one brings it."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludarium.core.errors import LudariumError


def missing(error: ImportError, extra: str) -> ImportError:
    """The same error, for programs, saying what to install; a library that is there and cannot be loaded says why."""
    why = f"{error.name} is not installed" if isinstance(error, ModuleNotFoundError) else str(error).rstrip(".")
    return ImportError(f"{why}. To use this module: {how(extra)}", name=error.name)


def how(extra: str) -> str:
    return f'pip install "ludarium[{extra}]"'


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """What is imported within comes with that extra; ``LudariumError`` says so where it cannot be imported."""
    try:
        yield
    except ImportError as error:
        if error.name and error.name.partition(".")[0] == "ludarium":
            raise  # a mistake of ours
        first = error if error.__cause__ is None else error.__cause__
        key = "extra_missing" if isinstance(first, ModuleNotFoundError) else "extra_broken"
        raise LudariumError(key, library=error.name or extra, install=how(extra), why=str(first)) from error

"""Games that lie outside this package, named by the environment variable ``LUDARIUM_GAMES``.

It lists ``.py`` files or names of modules, separated as in ``PATH``. A file is imported under its own name
(``examples/connect_four.py`` is ``connect_four``), compiled if a compiled one lies beside it. Processes that this one
starts inherit the variable, so that they know the same games and can read their pickled states.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType

from ludarium._library import LIBRARY
from ludarium.core.errors import GameError, StaleGame
from ludarium.core.game import Ruleset, register, warn

VARIABLE = "LUDARIUM_GAMES"
_LIBRARY = "__mypyc"  # how the library behind a compiled module is called


class _OutsideFinder:
    """Finds the files that the variable names, whoever imports them first: a pickled state does so, too."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        file = _files(_named()).get(name.removesuffix(_LIBRARY)) if path is None else None
        if file is None:
            return None
        source = (SourceFileLoader, [".py"])
        compiled = (ExtensionFileLoader, EXTENSION_SUFFIXES)
        loaders = (compiled, source) if name.endswith(_LIBRARY) or _is_compiled(file) else (source,)
        return FileFinder(str(file.parent), *loaders).find_spec(name)


def _is_compiled(file: Path) -> bool:
    """Whether a compiled game lies beside this file, made from it as it is now and for the rules that are there now:
    with any others it would read and write memory that is not its own.
    """
    stamp, rules = file.with_suffix(".compiled"), sys.modules.get(LIBRARY)
    if os.environ.get("LUDARIUM_PURE") or not any(file.with_suffix(suffix).is_file() for suffix in EXTENSION_SUFFIXES):
        return False
    now = [sha256(one.read_bytes()).hexdigest() for one in (file, _place(rules))] if rules else []
    if now and stamp.is_file() and stamp.read_text().split() == now:
        return True
    warn(StaleGame("game_stale", file=str(file)))
    return False


def _place(module: ModuleType) -> Path:
    return Path(module.__spec__.origin or "") if module.__spec__ else Path()


def _named() -> list[str]:
    return [entry for entry in os.environ.get(VARIABLE, "").split(os.pathsep) if entry]


def _is_file(entry: str) -> bool:
    return entry.endswith(".py") or os.sep in entry


def _files(entries: Iterable[str]) -> Mapping[str, Path]:
    return {Path(entry).stem: Path(os.path.abspath(entry)) for entry in entries if _is_file(entry)}


def register_all() -> None:
    """Make the games that the variable names known; one that cannot be played is skipped with a warning."""
    for entry in dict.fromkeys(_named()):
        try:
            register(*load(entry))
        except GameError as error:
            error.data["file"] = entry
            warn(error)


def load(entry: str) -> Sequence[Ruleset]:
    """The rulesets of the game in this file or module; ``GameError`` says what is wrong with it.

    From now on the variable names it, so that its states can be pickled, also for processes that start later.
    """
    if entry not in _named():
        os.environ[VARIABLE] = os.pathsep.join([*_named(), entry])
    name = _check_file(entry) if _is_file(entry) else entry
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:  # whatever a stranger's file does wrong, the other games can be played
        raise GameError("game_fault", file=entry, why=f"{type(error).__name__}: {error}") from error
    found = getattr(module, "RULESETS", None)
    if not isinstance(found, tuple) or not found or not all(isinstance(one, Ruleset) for one in found):
        raise GameError("game_rulesets", file=entry)
    return found


def _check_file(entry: str) -> str:
    """The name of the module that a file is imported as."""
    file = Path(os.path.abspath(entry))
    if file.suffix != ".py" or not file.is_file():
        raise GameError("game_file", file=entry, separator=os.pathsep)
    name = file.stem
    loaded = getattr(sys.modules.get(name), "__file__", "") if name in sys.modules else None
    elsewhere = name in sys.stdlib_module_names or _files(_named())[name] != file
    if loaded is not None:
        elsewhere = elsewhere or Path(loaded or "").parent != file.parent
    else:
        spec = PathFinder.find_spec(name)
        elsewhere = elsewhere or (spec is not None and Path(spec.origin or "").parent != file.parent)
    if elsewhere or not name.isidentifier():
        raise GameError("game_name", file=entry, module=name)
    return name


sys.meta_path.insert(0, _OutsideFinder)

"""Where the library of the compiled rules is, in words that mypyc understands.

mypyc works out where each compiled module is from where their library is, which it takes to be beside the package. Ours
is in the package, so that nothing of it lies about; told its place as it is, modules would look for their texts in
``ludarium/ludarium/``. Its ``__spec__`` has the real place.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec
from os.path import basename, dirname, join
from types import ModuleType

LIBRARY = "ludarium.rules__mypyc"  # as setup.py names it


class _Library(ExtensionFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        module.__file__ = join(dirname(dirname(self.path)), basename(self.path))


class _LibraryFinder:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != LIBRARY or not path:
            return None
        return FileFinder(path[0], (_Library, EXTENSION_SUFFIXES)).find_spec(name)


sys.meta_path.insert(0, _LibraryFinder)

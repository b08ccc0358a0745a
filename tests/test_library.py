"""All compiled modules are in one library, in the package; each of them still knows where it is."""

import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import ludarium
from ludarium._library import LIBRARY

PACKAGE = Path(ludarium.__file__).parent
pytestmark = pytest.mark.compiled_only


def test_the_library_is_in_the_package_and_nothing_is_beside_it() -> None:
    import_module("ludarium.core.state")
    spec = sys.modules[LIBRARY].__spec__
    assert spec is not None
    assert Path(spec.origin or "") == PACKAGE / f"rules__mypyc{EXTENSION_SUFFIXES[0]}"
    assert not list(PACKAGE.parent.glob("*.so"))


# Whoever is imported first is found by Python, and what it imports by mypyc.
@pytest.mark.parametrize("first", ["core.state", "core.words", "search.tree", "games.registered"])
def test_compiled_modules_know_where_they_are(first: str) -> None:
    ask = (
        f"import sys, ludarium.{first}, ludarium.games.registered\n"
        "print(*(f'{name} {module.__file__}' for name, module in sys.modules.items() if '.core.' in name), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    places = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert {"ludarium.core.state", "ludarium.core.words", "ludarium.core.game"} <= set(places)
    for name, place in places.items():
        expected = PACKAGE.joinpath(*name.split(".")[1:])
        assert Path(place) == expected.with_name(expected.name + EXTENSION_SUFFIXES[0])

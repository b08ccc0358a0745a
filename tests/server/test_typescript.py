"""The vocabulary of the browser is the server's."""

from pathlib import Path

from ludarium.server.typescript import typescript

WIRE = Path(__file__).parent.parent.parent / "web" / "src" / "lib" / "wire.ts"


def test_the_browsers_types_are_those_of_the_server() -> None:
    assert WIRE.read_text(encoding="utf-8") == typescript(), "run: make types"

"""The vocabulary of the browser is the server's."""

from pathlib import Path

from ludarium.server.typescript import typescript

WIRE = Path(__file__).parent.parent.parent / "web" / "src" / "lib" / "wire.ts"


def test_the_browsers_types_are_those_of_the_server() -> None:
    assert WIRE.read_text(encoding="utf-8") == typescript(), "run: make types"


def test_a_request_says_which_fields_may_be_left_out() -> None:
    text = 'export interface TakeBack extends NumberedRequest {\n  do: "undo";\n  seat: number;\n  number: number;\n'
    assert text + "  whole?: boolean;\n}\n" in typescript()


def test_each_path_has_its_body_and_its_answer() -> None:
    for line in (
        '"/api/tables": { body: NewTableRequest; answer: TableMade };',
        '"/api/tables/{id}/frames/{number}": { answer: Frame };',
        '"/api/logout": { answer: Person };',
        '"/api/analysis/picture.png": { body: PositionRequest; answer: Blob };',
    ):
        assert f"    {line}\n" in typescript()

"""The page about the full screen shows what is really seen, and names all keys and signs."""

from pathlib import Path

from ludarium.cli.screen.layout import BoardScreen
from ludarium.cli.screen.marks import MARKS
from ludarium.cli.screen.table import TableScreen
from ludarium.cli.terminal import cli_words
from tests.cli.screen.person import Person, at_a_screen, seated

PAGE = Path(__file__).parents[3] / "docs" / "full-screen.md"
STEPS = ("+a1", "+c2", "+a2", "+h3")


def test_the_screen_of_the_page() -> None:
    async def play(person: Person) -> None:
        for step in STEPS:
            await person.take_at_once(step)
        await person.go_to("a1")
        await person.press("enter")
        await person.go_to("c1")
        shown = "\n".join(line.rstrip() for line in person.lines())
        assert f"```\n{shown}\n```" in PAGE.read_text(), shown

    at_a_screen(seated("mur-en", ["", "Ben"]), play)


def test_signs_and_their_meanings() -> None:
    page, words = PAGE.read_text(), cli_words("en").section("screen")
    for name, mark in MARKS.items():
        assert f"| `{mark.sign}` | `{mark.ascii}` | {words[f'mark_{name}']}" in page


def test_every_letter_that_does_something_is_named() -> None:
    page = PAGE.read_text()
    for screen in (TableScreen, BoardScreen):
        for binding in screen.BINDINGS:
            key = getattr(binding, "key", "")
            if len(key) == 1:
                assert f"| {key}" in page or f", {key}" in page, key

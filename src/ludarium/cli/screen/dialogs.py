"""Questions on a screen, and the one that hides everything."""

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static


class Question(Screen[int]):
    """A question with answers to choose from: the number of one, or -1 (Escape). The keys 1, 2 … choose, too. Nothing
    else is in sight.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(-1)"),
        Binding("left,up", "app.focus_previous"),
        Binding("right,down", "app.focus_next"),
    ]

    def __init__(self, question: str, answers: Sequence[str]) -> None:
        super().__init__()
        self.question = question
        self.answers = answers

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Text(self.question))
            with Horizontal(id="answers") if len(self.answers) < 4 else Vertical(id="answers"):
                for number, answer in enumerate(self.answers):
                    yield Button(Text(f"{number + 1} {answer}"), id=f"answer{number}", compact=True)

    def on_mount(self) -> None:
        """Where something is to be confirmed, Enter alone confirms nothing."""
        if len(self.answers) == 2:
            self.query(Button).last().focus()

    def on_key(self, event: events.Key) -> None:
        character = event.character or ""
        if character.isdecimal() and 0 < int(character) <= len(self.answers):
            self.dismiss(int(character) - 1)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(int((event.button.id or "").removeprefix("answer")))

    def action_answer(self, number: int) -> None:
        self.dismiss(number)


class Ask(Question, ModalScreen[int]):
    """The same over what is on the screen."""


class Line(ModalScreen[str]):
    """A line to write, such as the name of a file; empty (Escape) if somebody would rather not."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Text(self.question))
            yield Input(compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class Curtain(Screen[None]):
    """Hides everything until somebody presses Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "lift")]

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said

    def compose(self) -> ComposeResult:
        with Vertical(id="curtain"):
            yield Static(Text(self.said, justify="center"))

    def on_click(self) -> None:
        self.dismiss()

    def action_lift(self) -> None:
        self.dismiss()


class Page(ModalScreen[None]):
    """Text to read: help, the log. Any of these keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,l,question_mark", "close")]

    def __init__(self, text: RenderableType, at_end: bool = False) -> None:
        super().__init__()
        self.text = text
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            yield Static(self.text)
        page.focus()

    def on_mount(self) -> None:
        if self.at_end:
            self.query_one("#page", VerticalScroll).scroll_end(animate=False)

    def action_close(self) -> None:
        self.dismiss()

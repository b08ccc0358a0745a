"""What every screen with a board has: the prompt, the board, what is told beside and below it, buttons and keys."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from ludarium.cli.screen.board import Board
from ludarium.cli.screen.dialogs import Page
from ludarium.cli.screen.marks import MARKS, Marked
from ludarium.cli.terminal import Terminal
from ludarium.core.game import Game
from ludarium.core.history import Step
from ludarium.core.scene import Scene
from ludarium.draw import terminal as characters
from ludarium.draw.spoken import Spoken

LEAST: Final = (60, 20)  # columns and rows without which nothing can be shown
_SIDE = (26, 40)  # columns of what stands beside the board
_BOARD = 54  # columns that the board has before that grows
_TOLD = 60  # moves beside the board; the log has all of them
Move = tuple[str, str]  # its number, and what it did
KEYS_1_TO_9: Final = "123456789"


class FullScreen(App[str]):
    """The program on a full screen, in the terminal's own colours."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base; }
    #prompt { height: auto; max-height: 2; text-style: bold; }
    #middle { height: 1fr; }
    Board { width: 1fr; height: 100%; scrollbar-size: 0 0; }
    #side { padding-left: 1; scrollbar-size-horizontal: 0; scrollbar-size-vertical: 1; }
    #told { height: 2; }
    .tall #told { height: 4; }
    #choices { height: auto; max-height: 4; display: none; }
    #keys { height: 1; text-style: dim; }
    #small { display: none; }
    .small #prompt, .small #middle, .small #told, .small #choices, .small #keys { display: none; }
    .small #small { display: block; }
    Ask { align: center middle; }
    #box { width: auto; max-width: 76; height: auto; max-height: 90%; border: ascii; padding: 0 2; }
    #answers { height: auto; width: auto; margin-top: 1; }
    Button { margin-right: 2; }
    Page { align: center middle; }
    #page { width: 90%; max-width: 96; height: 90%; border: ascii; padding: 0 1; }
    #curtain { width: 100%; height: 100%; align: center middle; padding: 0 4; }
    #curtain Static { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "screen.interrupt", priority=True)]

    def __init__(self, first: "BoardScreen") -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.first = first

    def get_default_screen(self) -> Screen[Any]:
        return self.first

    def leave(self) -> None:
        self.exit("left")

    async def action_quit(self) -> None:
        self.leave()


class BoardScreen(Screen[None]):
    """A board in the middle of things. Who subclasses it says what is on it and what keys do."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"go('{key}')", priority=True) for key in ("left", "right", "up", "down")),
        Binding("enter,space", "choose"),
        Binding("escape,backspace", "release"),
        Binding("tab,pagedown", "next(1)", priority=True),
        Binding("shift+tab,pageup", "next(-1)", priority=True),
        Binding("l", "log"),
        Binding("question_mark", "help"),
        Binding("q,ctrl+q", "leave"),
    ]

    def __init__(self, game: Game, terminal: Terminal) -> None:
        super().__init__()
        self.game = game
        self.terminal = terminal
        self.locale = terminal.locale
        self.unicode = characters.speaks_unicode(terminal.out.encoding)
        self.spoken = Spoken(terminal.locale, game.words(terminal.locale))
        self.board = Board(game, self.unicode)
        self._message = Text()

    def compose(self) -> ComposeResult:
        yield Static(id="prompt")
        with Horizontal(id="middle"):
            yield self.board
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="seats")
                yield Static(id="moves")
        yield Static(id="told")
        yield Static(id="choices")
        yield Static(id="keys")
        yield Static(id="small")

    def on_mount(self) -> None:
        self.board.focus()

    # --- what subclasses say ------------------------------------------------------------------------------------------
    def scene(self) -> Scene | None:
        """What is on the board; nothing while that is hidden."""
        raise NotImplementedError

    def marked(self) -> Marked:
        raise NotImplementedError

    def ghosts(self) -> dict[str, str]:
        return {}

    def prompt(self) -> str:
        raise NotImplementedError

    def heading(self) -> str:
        """What stands over the seats."""
        raise NotImplementedError

    def moves(self) -> list[Move]:
        """Every move so far."""
        raise NotImplementedError

    def told(self) -> str:
        """What there is to say of the site under the cursor."""
        return ""

    def buttons(self) -> list[tuple[str, str]]:
        """What is pressed beside the board: keys 1 to 9, and words."""
        return []

    def keys(self) -> list[tuple[str, str, str]]:
        """Keys that do something now: the key, a word for it, the action."""
        raise NotImplementedError

    def wanted(self) -> list[str]:
        """Where Tab leads."""
        return []

    # --- showing it -------------------------------------------------------------------------------------------------
    def say(self, key: str, **data: object) -> str:
        return self.terminal.say(f"screen.{key}", **data)

    def tell(self, said: str | Text) -> None:
        """Something that stays below the board until the cursor moves."""
        self._message = said if isinstance(said, Text) else Text(said)
        self.query_one("#told", Static).update(self._shortened(self._message))

    def draw(self) -> None:
        """Show everything as it is now."""
        scene = self.scene()
        self.draw_prompt()
        if scene is not None:
            self.board.show(scene, self.marked(), self.ghosts())
            self.query_one("#seats", Static).update(self._seats(scene))
            self.query_one("#moves", Static).update(_listed(self.moves()[-_TOLD:]))
            self.query_one("#side", VerticalScroll).scroll_end(animate=False)
        self.board.visible = scene is not None
        self.query_one("#side").visible = scene is not None
        self._draw_told()
        self._draw_buttons()
        self._draw_keys()

    def draw_prompt(self) -> None:
        self.query_one("#prompt", Static).update(Text(self.prompt()))

    def draw_marks(self) -> None:
        """What changes with the cursor."""
        scene = self.scene()
        if scene is not None:
            self.board.show(scene, self.marked(), self.ghosts())
        self._draw_told()

    def _draw_told(self) -> None:
        told = self._message if self._message.plain else Text(self.told() if self.scene() is not None else "")
        self.query_one("#told", Static).update(self._shortened(told))

    def _shortened(self, told: Text) -> Text:
        """As much as there is room for."""
        lines = list(told.wrap(self.app.console, max(20, self.size.width), overflow="fold"))
        room = 4 if self.has_class("tall") else 2
        if len(lines) > room:
            lines = lines[:room]
            lines[-1].truncate(max(1, self.size.width - 1))
            lines[-1].append("…" if self.unicode else "...")
        return Text("\n").join(lines)

    def _seats(self, scene: Scene) -> Group:
        told: list[RenderableType] = [Text(self.heading(), style="bold")]
        for one in characters.seat_facts(scene, self.game, self.locale, self.unicode):
            if one.name:
                marker = ("▶" if self.unicode else ">") if one.acts else " "
                told.append(Text.from_ansi(f"{marker} \x1b[{one.style}m{one.name}\x1b[0m"))
            told += [Padding.indent(Text(fact), 3) for fact in (*one.figures, *one.stock)]
        told += [Text(sign, style="dim") for sign in characters.signs(scene, self.game, self.locale, self.unicode)]
        if not self.board.fits:
            (across, down), (width, height) = self.board.needs, self.board.size
            said = self.say("scrolls", across=across, down=down, width=width, height=height)
            told.append(Text(said, style="italic"))
        return Group(*told, "")

    def _draw_buttons(self) -> None:
        buttons, line = self.buttons(), Text()
        for place, (_, words) in enumerate(buttons):
            key = KEYS_1_TO_9[place] if place < len(KEYS_1_TO_9) else "·"
            style = Style(reverse=True, meta={"@click": f"screen.press({place})"})
            line.append(f" {key} {words} ".replace(" ", "\u00a0"), style)
            line.append("  ")
        choices = self.query_one("#choices", Static)
        choices.update(line)
        choices.display = bool(buttons)

    def _draw_keys(self) -> None:
        line = Text(no_wrap=True, overflow="ellipsis")
        for key, words, action in self.keys():
            line.append(f"{key} {words}", Style(meta={"@click": f"screen.{action}"}))
            line.append("  ")
        self.query_one("#keys", Static).update(line)

    # --- keys and mouse -----------------------------------------------------------------------------------------------
    def on_board_moved(self) -> None:
        self._message = Text()
        self.draw_marks()

    def on_board_clicked(self, event: Board.Clicked) -> None:
        self.action_choose()

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in KEYS_1_TO_9:
            self.action_press(KEYS_1_TO_9.index(event.character))

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(height >= 30, "tall")
        self.set_class(width < LEAST[0] or height < LEAST[1], "small")
        self.query_one("#side").styles.width = min(_SIDE[1], max(_SIDE[0], width - _BOARD))
        said = self.say("small", width=width, height=height, across=LEAST[0], down=LEAST[1])
        self.query_one("#small", Static).update(Text(said))
        self.call_after_refresh(self.draw)

    def action_go(self, way: str) -> None:
        self.board.go(way)

    def action_next(self, by: int) -> None:
        self.board.go_on(self.wanted(), by)

    def action_choose(self) -> None: ...

    def action_release(self) -> None: ...

    def action_press(self, place: int) -> None: ...

    def action_interrupt(self) -> None:
        self.action_leave()

    def action_leave(self) -> None:
        self.app.exit("left")

    def action_log(self) -> None:
        moves = self.moves()
        self.app.push_screen(Page(_listed(moves) if moves else Text(self.say("no_moves")), at_end=True))

    def action_help(self) -> None:
        self.app.push_screen(Page(self.help()))

    def help(self) -> Text:
        told = Text(self.say("help_keys").strip() + "\n\n")
        told.append(self.say("help_marks") + "\n", style="bold")
        for name, mark in MARKS.items():
            sign = mark.sign if self.unicode else mark.ascii
            told.append(f"  {sign}  ", style=mark.style).append(self.say(f"mark_{name}") + "\n")
        told.append(f"\n{self.game.words(self.locale).sections['board']}\n")
        return told


def _listed(moves: Sequence[Move]) -> Grid:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="dim", justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for number, said in moves:
        grid.add_row(number, Text(said))
    return grid


def sites_of(steps: Sequence[Step], scene: Scene) -> list[str]:
    """The sites that the last turn of these touched."""
    turn = [step for step in steps if step.turn == steps[-1].turn] if steps else []
    names = {site.name for site in scene.sites}
    values = (str(value) for step in turn for event in step.events for value in event.data.values())
    return [value for value in dict.fromkeys(values) if value in names]

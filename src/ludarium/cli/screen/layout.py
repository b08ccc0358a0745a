"""What every screen with a board has: the prompt, the board, what is told beside and below it, buttons and keys."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, ClassVar, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text
from rich.traceback import Traceback
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from ludarium.cli.screen.board import Board
from ludarium.cli.screen.dialogs import Page
from ludarium.cli.screen.marks import MARKS, Marked
from ludarium.cli.terminal import Terminal
from ludarium.core.game import Game
from ludarium.core.history import Step
from ludarium.core.scene import CHOICE, Scene
from ludarium.draw import terminal as characters
from ludarium.draw.spoken import Spoken

LEAST: Final = (60, 20)  # columns and rows without which nothing can be shown
_SIDE = (26, 40)  # columns of what stands beside the board
_BOARD = 54  # columns that the board has before that grows
_TALL = 44  # rows from which on more is told below the board
_TOLD = 60  # moves beside the board; the log has all of them
Move = tuple[str, str]  # its number, and what it did
BUTTONS: Final = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # keys that press them


class FullScreen(App[str]):
    """The program on a full screen, in the terminal's own colours."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base; }
    #prompt { height: auto; max-height: 2; text-style: bold; }
    #middle { height: 1fr; }
    Board { width: 1fr; height: 100%; scrollbar-size: 0 0; }
    #side { padding-left: 1; }
    #seats { height: auto; max-height: 80%; }
    #log { height: 1fr; scrollbar-size-horizontal: 0; scrollbar-size-vertical: 1; }
    #told { height: 2; }
    .tall #told { height: 4; }
    #choices { height: auto; max-height: 4; display: none; }
    #keys { height: 1; text-style: dim; }
    #keys, #choices { link-style: none; link-color: ansi_default; link-background-hover: ansi_default; }
    #small { display: none; }
    .small #prompt, .small #middle, .small #told, .small #choices, .small #keys { display: none; }
    .small #small { display: block; }
    Question, Ask, Line { align: center middle; }
    #box { width: 64; max-width: 96%; height: auto; max-height: 90%; border: ascii; padding: 0 2; }
    #answers { height: auto; margin-top: 1; }
    Button { margin-right: 2; }
    Page { align: center middle; }
    #page { width: 90%; max-width: 96; height: 90%; border: ascii; padding: 0 1; }
    #curtain { width: 100%; height: 100%; align: center middle; padding: 0 4; }
    #curtain Static { width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", priority=True)]

    def __init__(self, first: "BoardScreen") -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self.first = first

    def get_default_screen(self) -> Screen[Any]:
        return self.first

    def _fatal_error(self) -> None:
        """What went wrong is told without the values of variables, which Textual would show: some are secrets."""
        self.panic(Traceback(show_locals=False))

    def action_interrupt(self) -> None:
        self.first.action_interrupt()

    async def action_quit(self) -> None:
        self.first.action_leave()


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
        Binding("q", "leave"),
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
            with Vertical(id="side"):
                yield Static(id="seats")
                with VerticalScroll(id="log", can_focus=False):
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

    def player(self, seat: int) -> str:
        """Who sits there, if they have a name."""
        raise NotImplementedError

    def moves(self) -> list[Move]:
        """Every move so far."""
        raise NotImplementedError

    def told(self) -> str:
        """What there is to say of the site under the cursor."""
        return ""

    def buttons(self) -> list[tuple[str, str]]:
        """What is pressed beside the board: the click and a word for it."""
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

    def place(self, scene: Scene) -> str:
        """The site under the cursor, what stands there and what its marks mean."""
        site = next((one for one in scene.sites if one.name == self.board.site), None)
        if site is None:
            return ""
        here = [self.spoken.piece(piece) for piece in scene.pieces if piece.site == site.name]
        place = self.say("place", place=self.spoken.site(site), there=here or [self.say("empty")])
        marks = [self.say(f"mark_{mark}") for mark in self.board.marked.of(site.name)]
        return self.say("marked", place=place, marks=marks) if marks else place

    def step_said(self, said: str, text: str) -> str:
        """What a step did; of one that did nothing to see, the button that was pressed."""
        return said or self.spoken.choice(CHOICE + text)

    def draw(self) -> None:
        """Show everything as it is now."""
        scene = self.scene()
        self.draw_prompt()
        if scene is None:  # nothing of it stays, not even out of sight
            self.board.clear()
        else:
            self.board.show(scene, self.marked(), self.ghosts())
        self.query_one("#seats", Static).update("" if scene is None else self._seats(scene))
        self.query_one("#moves", Static).update("" if scene is None else _listed(self.moves()[-_TOLD:]))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
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
        if not self.board.fits:
            (across, down), (width, height) = self.board.needs, self.board.size
            said = self.say("scrolls", across=across, down=down, width=width, height=height)
            told.append(Text(said, style="italic"))
        for one in characters.seat_facts(scene, self.game, self.locale, self.unicode):
            if one.name:
                marker = ("▶" if self.unicode else ">") if one.acts else " "
                told.append(Text.from_ansi(f"{marker} \x1b[{one.style}m{one.name}\x1b[0m"))
            player = self.player(one.owner) if one.owner >= 0 else ""
            figures = [fact.replace(" ×", "×").replace(" ", self.say("gap")) for fact in (*one.figures, *one.stock)]
            facts = [player, *figures] if player else figures
            if facts:
                told.append(Padding.indent(Text(self.say("between").join(facts)), 3))
        told += [Text(sign, style="dim") for sign in characters.signs(scene, self.game, self.locale, self.unicode)]
        return Group(*told, "")

    def _draw_buttons(self) -> None:
        buttons, line = self.buttons(), Text()
        for place, (_, words) in enumerate(buttons):
            key = BUTTONS[place] if place < len(BUTTONS) else " "
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
        if event.character and event.character in BUTTONS:
            self.action_press(BUTTONS.index(event.character))

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(height >= _TALL, "tall")
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

    def help_keys(self) -> str:
        return self.say("help_keys")

    def help(self) -> Text:
        told = Text(self.help_keys().strip() + "\n\n")
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
    """The sites that the last turn of these touched. In a set-up seats can take turns within one."""
    turn = list(takewhile(lambda step: (step.turn, step.seat) == (steps[-1].turn, steps[-1].seat), reversed(steps)))
    names = {site.name for site in scene.sites}
    values = (str(value) for step in turn for event in step.events for value in event.data.values())
    return [value for value in dict.fromkeys(values) if value in names]

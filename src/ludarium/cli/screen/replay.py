"""A recorded game on a full screen, step by step; one can play on from any of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from ludarium.cli.screen.dialogs import Ask
from ludarium.cli.screen.layout import BoardScreen, FullScreen, Move, sites_of
from ludarium.cli.screen.marks import Marked
from ludarium.cli.terminal import Terminal
from ludarium.cli.thinking import level_title, player_title
from ludarium.core.scene import Scene
from ludarium.players.levels import LEVELS, player_name
from ludarium.table.replay import Frame

PEOPLE = ""  # those at this machine play all seats


@dataclass(frozen=True)
class Show:
    """What is shown of a record."""

    frames: Sequence[Frame]
    result: str  # how the game ended, in words
    at: int = 0  # the frame at first
    number: int = 1  # of the games in the file
    games: int = 1
    players: Sequence[str] = ()  # by seat, as a record names them


@dataclass(frozen=True)
class Left:
    """How somebody went away: with the frame from which they want to play on, and against whom; or to the next game."""

    to_next: bool = False
    frame: Frame | None = None
    against: str = PEOPLE


class ReplayScreen(BoardScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "jump(0)", priority=True),
        Binding("end", "jump(-1)", priority=True),
        *(Binding(f"shift+{key}", f"look('{key}')") for key in ("left", "right", "up", "down")),
        Binding("p", "play_on"),
        Binding("n", "next_game"),
    ]

    def __init__(self, shown: Show, terminal: Terminal) -> None:
        super().__init__(shown.frames[0].history.game, terminal)
        self.shown = shown
        self.at = shown.at
        self.left = Left()

    @property
    def frame(self) -> Frame:
        return self.shown.frames[self.at]

    # --- what is shown ------------------------------------------------------------------------------------------------
    def scene(self) -> Scene:
        scene = self.frame.scene()._replace(paths=())
        return scene.with_last(sites_of([frame.step for frame in self.shown.frames[1 : self.at + 1]], scene))

    def marked(self) -> Marked:
        scene, found = self.scene(), Marked()
        found.add("last", scene.last)
        found.add("threatened", scene.threatened)
        return found

    def heading(self) -> str:
        name = str(self.game.words(self.locale).sections["name"])
        shown = self.shown
        if shown.games == 1:
            return name
        return self.say("replay_game", name=name, number=shown.number, games=shown.games)

    def player(self, seat: int) -> str:
        return player_title(self.shown.players[seat], self.game, self.terminal) if self.shown.players else ""

    def prompt(self) -> str:
        most = len(self.shown.frames) - 1
        if self.at == 0:
            return self.say("replay_start", most=most)
        return self.say("replay_at", at=self.at, most=most, said=self._said(self.frame))

    def moves(self) -> list[Move]:
        return [(str(frame.step.turn), self._said(frame)) for frame in self.shown.frames[1 : self.at + 1]]

    def _said(self, frame: Frame) -> str:
        return self.step_said(self.game.words(self.locale).joined(frame.sentences(self.locale)), frame.step.text)

    def told(self) -> str:
        result = self.shown.result if self.at == len(self.shown.frames) - 1 else ""
        return "\n".join(filter(None, [result, self.place(self.scene())]))

    def keys(self) -> list[tuple[str, str, str]]:
        left, right = ("←", "→") if self.unicode else ("Left", "Right")
        found = [
            (left, self.say("key_back"), "go('left')"),
            (right, self.say("key_forth"), "go('right')"),
            ("Home End", self.say("key_ends"), "jump(0)"),
            ("p", self.say("key_play_on"), "play_on"),
            ("l", self.say("key_log"), "log"),
            ("?", self.say("key_help"), "help"),
        ]
        if self.shown.number < self.shown.games:
            found.append(("n", self.say("key_next_game"), "next_game"))
        return [*found, ("q", self.say("key_leave"), "leave")]

    def help_keys(self) -> str:
        return self.say("help_replay")

    # --- keys ---------------------------------------------------------------------------------------------------------
    def action_go(self, way: str) -> None:
        by = {"left": -1, "right": 1}.get(way)
        self._go_to(self.at + by if by is not None else self._turn_after() if way == "down" else self._turn_before())

    def action_jump(self, at: int) -> None:
        self._go_to(at if at >= 0 else len(self.shown.frames) - 1)

    def action_look(self, way: str) -> None:
        self.board.go(way)

    def _go_to(self, at: int) -> None:
        self.at = min(max(at, 0), len(self.shown.frames) - 1)
        self.tell("")
        self.draw()

    def _turn_after(self) -> int:
        """Where the next turn is over."""
        frames = self.shown.frames
        at = min(self.at + 1, len(frames) - 1)
        while at + 1 < len(frames) and frames[at + 1].step.turn == frames[at].step.turn:
            at += 1
        return at

    def _turn_before(self) -> int:
        """Where the turn before this one was over."""
        at = max(self.at - 1, 0)
        while at and self.shown.frames[at].step.turn == self.frame.step.turn:
            at -= 1
        return at

    def action_next_game(self) -> None:
        if self.shown.number < self.shown.games:
            self._leave(Left(to_next=True))

    def action_play_on(self) -> None:
        state = self.frame.history.state
        if self.game.hidden_information and not self.frame.open_:
            self.tell(Text(self.say("play_on_secret"), style="red"))
        elif state.seat < 0:
            self.tell(Text(self.say("play_on_over"), style="red"))
        else:
            levels = [level_title(level, self.game, self.terminal) for level in LEVELS]
            name = self.game.words(self.locale).name("seat", int(state.seat))
            question = Ask(self.say("play_on_how", name=name), [*levels, self.say("play_on_people")])
            self.app.push_screen(question, self._play_on)

    def _play_on(self, answer: int | None) -> None:
        if answer is None or answer < 0:
            return
        against = player_name(LEVELS[answer]) if answer < len(LEVELS) else PEOPLE
        self._leave(Left(frame=self.frame, against=against))

    def _leave(self, left: Left) -> None:
        self.left = left
        self.app.exit("left")


def show(shown: Show, terminal: Terminal) -> Left:
    """Until somebody goes away; how they did."""
    screen = ReplayScreen(shown, terminal)
    FullScreen(screen).run()
    return screen.left

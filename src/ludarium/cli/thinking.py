"""Computer players at a terminal: what they are called, what they advise, and their thinking, which Ctrl-C hurries."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from time import monotonic
from types import FrameType

from rich.text import Text

from ludarium.cli.terminal import Terminal, printable
from ludarium.core.game import Game
from ludarium.core.state import State
from ludarium.players.explain import explain_line, proof
from ludarium.players.levels import Level, level_of
from ludarium.players.pool import Pool
from ludarium.players.report import Line, Report
from ludarium.players.thinker import Question

_TWICE = 2.0  # seconds between two interruptions that mean: leave
_TOLD = 6  # steps of a line in notation
_SAID = 3  # of these, in words


def level_title(level: Level, game: Game, terminal: Terminal) -> str:
    """What people read: the game's name for the level, if it has one, and its number."""
    name = level.name(game, terminal.locale)
    key = "level.number" if name == str(level.number) else "level.named"
    return terminal.say(key, number=level.number, name=name)


def player_title(player: str, game: Game, terminal: Terminal) -> str:
    """What people read of a player that a record calls so."""
    level = level_of(player)
    return printable(player) if level is None else level_title(level, game, terminal)


def show_advice(report: Report, game: Game, view: State, terminal: Terminal, most: int) -> None:
    """The best lines of a report about a view, at most so many, and what every seat can expect.

    A seat that is not to act, in a game with secrets, hears only the latter.
    """
    words = game.words(terminal.locale)
    for line in report.judged[:most] if report.seat == view.seat or not game.hidden_information else ():
        _show_line(line, report, game, view, terminal)
    shares = [
        terminal.say("hint.share", name=words.name("seat", seat), percent=round(100 * share))
        for seat, share in enumerate(report.expectation)
    ]
    terminal.tell("hint.expectation", seats=shares)
    if report.best.proven:
        terminal.out.print(proof(report, view, terminal.locale), style="bold")


def _show_line(line: Line, report: Report, game: Game, view: State, terminal: Terminal) -> None:
    """The steps of a line, and for the best one also the first of them in words."""
    is_best = line is report.best
    told = explain_line(game, view, report.seat, line.steps[:_TOLD])
    percent = "–" if line.expectation is None else str(round(100 * line.expectation))
    label = terminal.say("hint.best" if is_best else "hint.other", percent=f"{percent:>3}")
    terminal.out.print(Text.assemble((label, "bold" if is_best else ""), "  ".join(one.step for one in told)))
    for one in told[:_SAID] if is_best else ():
        if sentences := one.sentences(game, terminal.locale):
            terminal.out.print(Text.assemble(("· ", "dim"), game.words(terminal.locale).joined(sentences)))


class TerminalPool:
    """Decides, in processes that are started when they are needed first and ended by ``close``.

    The first Ctrl-C ends a decision with the best so far; a second one soon after it is a ``KeyboardInterrupt``.
    With ``ponder`` the processes think on while people do.
    """

    def __init__(self, terminal: Terminal, ponder: bool = False) -> None:
        self._terminal = terminal
        self._ponder = ponder
        self._pool: Pool | None = None
        self._interrupted = -_TWICE
        self._one = Lock()

    def __enter__(self) -> "TerminalPool":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.close()

    def prepare(self, cores: int | None = None) -> Pool:
        """Start the processes, if there are none yet, so that the first decision need not wait for them."""
        if self._pool is None:
            self._pool = Pool(cores)
        return self._pool

    def decide(self, question: Question, message: str, tell: Callable[[Report], None] | None = None) -> Report:
        """The decision; meanwhile the terminal shows the message."""
        pool = self.prepare()
        with self._hurried() as hurry, self._terminal.waiting(message):
            return pool.decide(question, stop=hurry.is_set, tell=tell, ponder=self._ponder)

    def decide_aside(
        self, question: Question, stop: Callable[[], bool], tell: Callable[[Report], None] | None = None
    ) -> Report:
        """The same for a thread beside a screen: nothing is shown and no key listened to; ``stop`` hurries it."""
        with self._one:  # who was stopped may not have come to an end yet
            return self.prepare().decide(question, stop=stop, tell=tell, ponder=self._ponder)

    @contextmanager
    def _hurried(self) -> Iterator[Event]:
        """An event that Ctrl-C sets."""
        hurry = Event()

        def note(_: int, __: FrameType | None) -> None:
            now = monotonic()
            if now - self._interrupted < _TWICE:
                raise KeyboardInterrupt
            self._interrupted = now
            hurry.set()

        usual = signal.signal(signal.SIGINT, note)
        try:
            yield hurry
        finally:
            signal.signal(signal.SIGINT, usual)

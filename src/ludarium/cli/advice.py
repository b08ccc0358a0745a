"""What a computer player would do, in notation and words."""

from rich.text import Text

from ludarium.cli.terminal import Terminal
from ludarium.core.game import Game
from ludarium.core.state import State
from ludarium.core.words import Words
from ludarium.players.explain import explain_line, proof
from ludarium.players.report import Line, Report

_TOLD = 6  # steps of a line in notation
_SAID = 3  # of these, in words


def show_advice(report: Report, game: Game, view: State, terminal: Terminal, most: int) -> None:
    """The best lines of a report about a view, at most so many, and what every seat can expect.

    A seat that is not to act, in a game with secrets, hears only the latter.
    """
    words = game.words(terminal.locale)
    for line in report.judged[:most] if report.seat == view.seat or not game.hidden_information else ():
        _show_line(line, report, game, view, terminal)
    terminal.tell("hint.expectation", seats=expectation(report.expectation, words, terminal))
    if report.best.proven:
        terminal.out.print(proof(report, view, terminal.locale), style="bold")


def expectation(shares: tuple[float, ...], words: Words, terminal: Terminal) -> str:
    """What each seat can expect, in per cent."""
    said = [
        terminal.say("hint.share", name=words.name("seat", seat), percent=round(100 * share))
        for seat, share in enumerate(shares)
    ]
    return terminal.words.name("", said)


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

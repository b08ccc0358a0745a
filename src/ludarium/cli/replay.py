"""``ludarium replay``: a recorded game, step by step or at one go."""

import argparse
import sys
from pathlib import Path

from rich.text import Text

from ludarium.cli import screen
from ludarium.cli.arguments import check_viewer
from ludarium.cli.files import chosen_games, frame_at, read_games
from ludarium.cli.play import play_on
from ludarium.cli.terminal import Terminal, typed_number
from ludarium.cli.thinking import player_title
from ludarium.core.state import SPECTATOR
from ludarium.core.words import common_words
from ludarium.table import Record, verify
from ludarium.table.ending import ended_sentence
from ludarium.table.replay import Frame, replay


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help=terminal.say("replay.record"))
    parser.add_argument("--game", type=int, metavar="N", help=terminal.say("replay.game"))
    parser.add_argument("--at", type=int, metavar="N", help=terminal.say("replay.at"))
    parser.add_argument("--seat", type=int, default=SPECTATOR, metavar="N", help=terminal.say("replay.seat"))
    parser.add_argument("--all", action="store_true", help=terminal.say("replay.all"))
    parser.add_argument("--full-screen", action="store_true", help=terminal.say("replay.full_screen"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    if given.full_screen:
        return _run_full_screen(given, terminal)
    games = read_games(given.record)
    for number, record in enumerate(chosen_games(games, given.game), given.game or 1):
        check_viewer(given.seat, record.table.state)
        show_head(record, number, len(games), terminal)
        frames = list(replay(record, given.seat))
        if given.at is not None:
            _show_frame(frame_at(frames, given.at), terminal)
        elif given.all or not (sys.stdin.isatty() and terminal.out.is_terminal):
            for frame in frames[1:]:
                _show_step(frame, terminal)
            _show_board(frames[-1], terminal)
        elif not _walk(frames, terminal):
            return 0
        if given.at is None:
            _show_result(record, terminal)
    return 0


def _run_full_screen(given: argparse.Namespace, terminal: Terminal) -> int:
    """One game after the other, until somebody has seen enough or plays on."""
    shown = screen.load("replay", terminal)
    games = read_games(given.record)
    for number, record in enumerate(chosen_games(games, given.game), given.game or 1):
        check_viewer(given.seat, record.table.state)
        frames = list(replay(record, given.seat))
        frame_at(frames, given.at)
        result = " ".join(said for said, _ in _result(record, terminal))
        how = shown.Show(frames, result, given.at or 0, number, 1 if given.game else len(games), record.table.players)
        left = shown.show(how, terminal)
        if left.frame is not None:
            return play_on(record.table, left.frame, left.against, terminal)
        if not left.to_next:
            return 0
    return 0


def show_head(record: Record, number: int, games: int, terminal: Terminal) -> None:
    table = record.table
    words = table.game.words(terminal.locale)
    if games > 1:
        terminal.tell("replay.number", number=number, games=games)
    options = " ".join(f"{name}={value}" for name, value in table.changed.items())
    terminal.out.print(
        Text.assemble((str(words.sections["name"]), "bold"), f"  {table.ruleset.name}  {options}".rstrip())
    )
    for seat, player in enumerate(table.players):
        if player:
            owned = {"seat": words.name("seat", seat), "what": player_title(player, table.game, terminal)}
            terminal.out.print("  " + common_words(terminal.locale).say("draw", "owned", owned))


def _show_step(frame: Frame, terminal: Terminal) -> None:
    words = frame.history.game.words(terminal.locale)
    side, said = words.name("seat", frame.step.seat), words.joined(frame.sentences(terminal.locale))
    terminal.out.print(Text.assemble((f"{frame.number:>4}  {side} {frame.step.text}  ", "bold"), said))


def _show_board(frame: Frame, terminal: Terminal) -> None:
    terminal.write(terminal.draw(frame.scene(), frame.history.game))


def _show_frame(frame: Frame, terminal: Terminal) -> None:
    if frame.number:
        _show_step(frame, terminal)
    _show_board(frame, terminal)


def _show_result(record: Record, terminal: Terminal) -> None:
    for said, style in _result(record, terminal):
        terminal.out.print(said, style=style)


def _result(record: Record, terminal: Terminal) -> list[tuple[str, str]]:
    """How the game ended, in words, and that nothing was hidden otherwise than it was sealed; each with its style."""
    outcome = record.table.outcome
    if outcome is None:
        return [(terminal.say("replay.unfinished"), "")]
    said = [(ended_sentence(record.table.game, outcome, terminal.locale), "bold")]
    if record.sealed:
        verify(record)
        said.append((terminal.say("replay.verified"), ""))
    return said


def _walk(frames: list[Frame], terminal: Terminal) -> bool:
    """Through the game at the user's pace; false if the user left."""
    at = 0
    while True:
        _show_frame(frames[at], terminal)
        while True:
            answer = terminal.ask(terminal.say("replay.prompt", at=at, most=len(frames) - 1))
            if answer is None or answer.lower() in ("q", "quit"):
                return False
            number = typed_number(answer, 0, len(frames) - 1)
            if number is not None:
                at = number
            elif answer == "" and at + 1 == len(frames):
                return True
            elif answer in ("", "b", "e"):
                at = {"": at + 1, "b": max(at - 1, 0), "e": len(frames) - 1}[answer]
            else:
                terminal.tell("replay.help", most=len(frames) - 1)
                continue
            break

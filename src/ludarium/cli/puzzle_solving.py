"""Solving puzzles at the terminal: the board, the task, one's own turn, and what comes of it."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.text import Text

from ludarium.cli.files import replace
from ludarium.cli.terminal import CommandError, Left, Terminal
from ludarium.core.errors import LudariumError
from ludarium.core.history import History
from ludarium.folders import data_folder
from ludarium.learn.puzzles.attempt import GO_ON, LOSES, RIGHT, UNFINISHED, Attempt, attempt, begin, guessed
from ludarium.learn.puzzles.progress import Progress, next_puzzle
from ludarium.learn.puzzles.puzzle import GUESS, SAVE, Puzzle

_QUIT, _SKIP, _SHOW, _THEMES = "quit", "skip", "show", "themes"
_COMMANDS = (_QUIT, _SKIP, _SHOW, _THEMES)


def progress_file() -> Path:
    return data_folder(os.environ) / "puzzles.json"


def read_progress(file: Path) -> Progress:
    """What is kept; a fresh start where nothing is, or nothing that can be read."""
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
        return Progress(float(said["rating"]), list(map(str, said["solved"])), list(map(str, said["failed"])))
    except (OSError, ValueError, TypeError, KeyError):
        return Progress()


def keep_progress(file: Path, progress: Progress) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(file, json.dumps(asdict(progress)).encode())
    except OSError as error:
        raise CommandError("file_write", file=file, why=error.strerror or error) from error


def task(puzzle: Puzzle, terminal: Terminal) -> str:
    """What is to be done, in a few words."""
    return terminal.say(f"puzzles.task_{puzzle.kind}", turns=puzzle.turns, at=puzzle.at)


def solve(puzzles: Sequence[Puzzle], terminal: Terminal) -> int:
    """One puzzle after the other, until the user leaves or none is left; a single one even if it was solved before."""
    file = progress_file()
    progress = read_progress(file)
    if not puzzles:
        raise CommandError("puzzles_none")
    try:
        if len(puzzles) == 1:
            _try(puzzles[0], progress, file, terminal)
            return 0
        while (puzzle := next_puzzle(puzzles, progress)) is not None:
            if not _try(puzzle, progress, file, terminal):  # left out
                puzzles = [one for one in puzzles if one is not puzzle]
    except Left:
        return 0
    terminal.tell("puzzles.none_left")
    return 0


def _try(puzzle: Puzzle, progress: Progress, file: Path, terminal: Terminal) -> bool:
    """Whether it was tried; what came of it is kept."""
    right = (_guess if puzzle.kind == GUESS else _play)(puzzle, terminal)
    if right is None:
        return False
    progress.note(puzzle, right)
    keep_progress(file, progress)
    terminal.tell("puzzles.rating", rating=round(progress.rating), solved=len(progress.solved))
    return True


# --- turns ------------------------------------------------------------------------------------------------------------
def _play(puzzle: Puzzle, terminal: Terminal) -> bool | None:
    """Whether it was solved at the first try; nothing if it was left out."""
    now, steps, first = begin(puzzle), list[str](), True
    _show(puzzle, now.history, terminal)
    while True:
        answer = _ask(puzzle, now.history, terminal)
        if answer == _SKIP:
            return None
        if answer == _SHOW:
            terminal.tell("puzzles.solution", steps=" – ".join(" ".join(turn) for turn in puzzle.solution))
            return False
        try:
            tried = attempt(puzzle, [*steps, *puzzle.game.split_steps(answer)])
        except LudariumError as error:
            terminal.complain(error)
            continue
        _tell(tried.history, len(now.history.steps), terminal, _seat(now))
        if tried.result in (UNFINISHED, GO_ON):
            steps += puzzle.game.split_steps(answer)
            now = tried
            if tried.result == GO_ON:
                terminal.tell("puzzles.go_on")
                _board(now.history, _seat(now), terminal)
            continue
        if tried.result == RIGHT:
            terminal.tell("puzzles.right")
            return first
        _board(tried.history, _seat(now), terminal)
        terminal.tell("puzzles.loses" if tried.why == LOSES else _escapes(puzzle))
        first, now, steps = False, begin(puzzle), []
        if not terminal.agrees(terminal.say("puzzles.again"), usually=True):
            return False
        _board(now.history, _seat(now), terminal)


def _escapes(puzzle: Puzzle) -> str:
    return "puzzles.unsaved" if puzzle.kind == SAVE else "puzzles.escapes"


def _seat(now: Attempt) -> int:
    return int(now.history.states[0].seat)


def _show(puzzle: Puzzle, history: History, terminal: Terminal) -> None:
    words = puzzle.game.words(terminal.locale)
    seat = words.name("seat", int(history.states[0].seat))
    terminal.out.print(Text.assemble((puzzle.id, "dim")))
    _board(history, int(history.states[0].seat), terminal)
    terminal.tell("puzzles.task", seat=seat, task=task(puzzle, terminal), rating=puzzle.rating)


def _board(history: History, seat: int, terminal: Terminal) -> None:
    terminal.write(terminal.draw(history.scene(seat), history.game))


def _tell(history: History, since: int, terminal: Terminal, seat: int) -> None:
    words = history.game.words(terminal.locale)
    for _, step in history.told(seat, since=since):
        said = words.joined(history.game.event_sentence(event, terminal.locale) for event in step.events)
        terminal.out.print(Text.assemble((f"  {words.name('seat', step.seat)} {step.text}  ", "bold"), said))
    if history.outcome is not None:
        terminal.out.print("  " + history.game.outcome_sentence(history.outcome, terminal.locale))


def _ask(puzzle: Puzzle, history: History, terminal: Terminal) -> str:
    """Steps, or ``skip`` or ``show``."""
    state, game = history.state, puzzle.game
    legal = [game.step_text(int(step)) for step in state.legal()]
    while True:
        answer = terminal.need(terminal.say("puzzles.prompt"), [*legal, *_COMMANDS])
        if answer == _QUIT:
            raise Left(asked=True)
        if answer == _THEMES:
            words = game.words(terminal.locale)
            terminal.tell("puzzles.themes", themes=[words.name("themes", theme) for theme in puzzle.themes])
        elif answer in ("", "?", "help"):
            terminal.tell("puzzles.help", steps=legal)
        else:
            return answer


# --- guesses ----------------------------------------------------------------------------------------------------------
def _guess(puzzle: Puzzle, terminal: Terminal) -> bool | None:
    game, locale = puzzle.game, terminal.locale
    words = game.words(locale)
    terminal.out.print(Text.assemble((puzzle.id, "dim")))
    terminal.write(terminal.draw(game.scene(puzzle.read(puzzle.start), puzzle.seat), game))
    for seat, events in puzzle.moments():
        said = words.joined(game.event_sentence(event, locale) for event in events)
        terminal.out.print(Text.assemble((f"  {words.name('seat', seat)}  ", "bold"), said))
    scene = game.scene(puzzle.read(), puzzle.seat)
    terminal.write(terminal.draw(scene, game))
    viewer = words.name("seat", puzzle.seat)
    terminal.tell("puzzles.task", seat=viewer, task=task(puzzle, terminal), rating=puzzle.rating)
    known = sorted({kind for piece in scene.pieces for kind in piece.might})
    while True:
        answer = terminal.need(terminal.say("puzzles.prompt_guess"), [*known, *_COMMANDS])
        if answer == _QUIT:
            raise Left(asked=True)
        if answer == _SKIP:
            return None
        kinds = answer.replace(",", " ").split()
        if answer != _SHOW and not (kinds and set(kinds) <= set(known)):
            terminal.tell("puzzles.help_guess", kinds=known)
            continue
        right = guessed(puzzle, kinds)
        terminal.tell("puzzles.right" if right else "puzzles.answer", kinds=list(puzzle.answer))
        return right

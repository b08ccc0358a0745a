"""Proving puzzles again: what is wrong with one, or with a file of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludarium.core.errors import LudariumError
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.learn.puzzles.alike import likeness_of
from ludarium.learn.puzzles.attempt import RIGHT, solution_of
from ludarium.learn.puzzles.guess import leads_there, what_can_be
from ludarium.learn.puzzles.proof import Prover
from ludarium.learn.puzzles.puzzle import GUESS, Puzzle


@dataclass(frozen=True)
class Wrong:
    """``what`` is a key of the section ``puzzles`` of the common words, whose sentence says what is wrong."""

    puzzle: Puzzle
    what: str
    detail: str = ""


def check(puzzles: Iterable[Puzzle]) -> Iterator[list[Wrong]]:
    """For each puzzle what is wrong with it: nothing, if all is well."""
    ids: dict[str, str] = {}
    known: dict[str, str] = {}
    for puzzle in puzzles:
        found = wrong_with(puzzle)
        if puzzle.id in ids:
            found.append(Wrong(puzzle, "id_twice"))
        ids[puzzle.id] = puzzle.id
        truth = None if any(one.what == "position" for one in found) else truth_of(puzzle)
        if truth is not None:
            twin = known.setdefault(likeness_of(puzzle, truth), puzzle.id)
            if twin != puzzle.id:
                found.append(Wrong(puzzle, "twin", twin))
        yield found


def truth_of(puzzle: Puzzle) -> State | None:
    """One of the truths of its position."""
    view = puzzle.read()
    if not puzzle.game.hidden_information:
        return view
    return next(iter(Prover(puzzle.game).worlds(view, puzzle.solver_seat(view))), None)


def wrong_with(puzzle: Puzzle) -> list[Wrong]:
    found = [
        Wrong(puzzle, "theme_words", f"{locale}: {theme}")
        for theme in puzzle.themes
        for locale in LOCALES
        if puzzle.game.words(locale).entry("themes", theme) is None
    ]
    try:
        state = puzzle.read()
        if state.seat < 0 or puzzle.solver_seat(state) != state.seat:
            return [*found, Wrong(puzzle, "position", puzzle.position)]
        what = _guess(puzzle) if puzzle.kind == GUESS else _proof(puzzle, state)
    except LudariumError as error:
        return [*found, Wrong(puzzle, "position", str(error))]
    return [*found, Wrong(puzzle, what)] if what else found


def _guess(puzzle: Puzzle) -> str:
    if tuple(what_can_be(puzzle)) != puzzle.answer:
        return "answer"
    return "" if leads_there(puzzle) else "steps"


def _proof(puzzle: Puzzle, state: State) -> str:
    if Prover(puzzle.game).prove(state, puzzle.kind, puzzle.turns) is None:
        return "unproved"
    shown = solution_of(puzzle)
    steps = [puzzle.game.read_step(step) for turn in puzzle.solution for step in turn]
    return "" if shown.result == RIGHT and shown.history.steps == steps else "solution"

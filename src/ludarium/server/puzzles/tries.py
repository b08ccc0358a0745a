"""Tries at puzzles as a browser gets them. Only what the solver's seat may know is in them, and nothing of the solution
before it was found or asked for. Nothing is kept between two requests but attempts that were judged last.

``found`` does the work, in a process of its own: judging takes up to a second, and lets no other thread do anything.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ludarium.core.errors import LudariumError
from ludarium.core.history import Step
from ludarium.learn.puzzles.attempt import RIGHT, WRONG, Attempt, attempt, guessed, solution_of
from ludarium.learn.puzzles.moments import choice_piece, choices, reasons, scenes
from ludarium.learn.puzzles.puzzle import GUESS, Puzzle, PuzzleError
from ludarium.server import wire
from ludarium.server.errors import refused, status_of
from ludarium.server.learning.tries import frame_of
from ludarium.server.pictures import ArtCache, explained, outcome_told, step_told
from ludarium.server.puzzles.cards import find_puzzle, solver_of
from ludarium.server.requests import GuessRequest, PuzzleClicks, PuzzleRequest, PuzzleSteps

Found = wire.PuzzleTry | wire.PuzzleGuess | wire.PuzzleSolution | wire.Explained
_MOST_JUDGED = 64


def found(wanted: PuzzleRequest) -> Found | tuple[int, wire.Refused]:
    """The answer; of what is refused the status and the sentence, in the language of the request."""
    try:
        return _found(wanted)
    except LudariumError as error:
        return status_of(error), refused(error, wanted.locale)


def _found(wanted: PuzzleRequest) -> Found:
    puzzle = find_puzzle(wanted.puzzle)
    if isinstance(wanted, GuessRequest):
        return _guess(puzzle, wanted)
    if isinstance(wanted, PuzzleClicks):
        seen = _judged(puzzle.id, tuple(wanted.steps)).history.seen(solver_of(puzzle))
        return explained(puzzle.game, seen, wanted.clicks, wanted.locale)
    if isinstance(wanted, PuzzleSteps):
        return _tried(puzzle, wanted)
    return _solution(puzzle, wanted)


def is_right(answer: Found) -> bool | None:
    """Whether a try was right; nothing where none is over."""
    if isinstance(answer, wire.PuzzleSolution):
        return False  # given up
    result = answer.result if isinstance(answer, wire.PuzzleTry | wire.PuzzleGuess) else ""
    return {RIGHT: True, WRONG: False}.get(result)


@lru_cache(maxsize=_MOST_JUDGED)
def _judged(id_: str, steps: tuple[str, ...]) -> Attempt:
    return attempt(find_puzzle(id_), steps)


def _tried(puzzle: Puzzle, wanted: PuzzleSteps) -> wire.PuzzleTry:
    judged, seat = _judged(puzzle.id, tuple(wanted.steps)), solver_of(puzzle)
    history, shown = judged.history, judged.shown
    art, known = _art(wanted)
    last = history.outcome
    return wire.PuzzleTry(
        result=judged.result,  # type: ignore[arg-type]
        why=judged.why,  # type: ignore[arg-type]
        frames=[frame_of(history.at(shown), seat, max(0, shown - 1), art, known)],
        line=[frame_of(history.at(place + 1), seat, place, art, known) for place in range(shown, len(history.steps))],
        outcome=None if last is None else outcome_told(puzzle.game, last, wanted.locale),
    )


def _solution(puzzle: Puzzle, wanted: PuzzleRequest) -> wire.PuzzleSolution:
    if puzzle.kind == GUESS:
        raise PuzzleError("no_steps", puzzle=puzzle.id)
    history, seat = solution_of(puzzle).history, solver_of(puzzle)
    art, known = _art(wanted)
    frames = [frame_of(history.at(0), seat, 0, art, known)]
    frames += [frame_of(history.at(place + 1), seat, place, art, known) for place in range(len(history.steps))]
    last = history.outcome
    return wire.PuzzleSolution(frames, None if last is None else outcome_told(puzzle.game, last, wanted.locale))


def _art(wanted: PuzzleRequest) -> tuple[ArtCache, set[str]]:
    return ArtCache(wanted.theme, wanted.locale, wanted.known_ground), set(wanted.known_looks)


# --- guesses ----------------------------------------------------------------------------------------------------------
def _guess(puzzle: Puzzle, wanted: GuessRequest) -> wire.PuzzleGuess:
    if puzzle.kind != GUESS:
        raise PuzzleError("no_guess", puzzle=puzzle.id)
    kinds = choices(puzzle)
    if not set(wanted.kinds) <= set(kinds):
        raise PuzzleError("no_guess", puzzle=puzzle.id)
    art, known = _art(wanted)
    frames = list(_moments(puzzle, art, known))
    offered, drawn = _offered(puzzle, kinds, art)
    told = wire.PuzzleGuess(frames, offered, {look: one for look, one in drawn.items() if look not in known})
    if not wanted.kinds:
        return told
    return replace(
        told,
        result="right" if guessed(puzzle, wanted.kinds) else "wrong",
        answer=list(puzzle.answer),
        reasons=reasons(puzzle, wanted.locale),
    )


def _moments(puzzle: Puzzle, art: ArtCache, known: set[str]) -> Iterator[wire.LessonFrame]:
    """The boards one after the other, each with what happened before it."""
    game, happened = puzzle.game, [None, *puzzle.moments()]
    for place, (scene, moment) in enumerate(zip(scenes(puzzle), happened, strict=True)):
        picture = art.picture(game, scene)
        steps = [] if moment is None else [Step(place, moment[0], "", tuple(moment[1]))]
        new = {look: drawing for look, drawing in picture.art.items() if look not in known}
        told = [step_told(game, step, place, art.locale) for step in steps]
        yield wire.LessonFrame(replace(picture, art=new), told)


def _offered(puzzle: Puzzle, kinds: list[str], art: ArtCache) -> tuple[list[wire.GuessChoice], dict[str, str]]:
    words, drawn, found = puzzle.game.words(art.locale), dict[str, str](), []
    for kind in kinds:
        piece = choice_piece(puzzle, kind)
        looks, new = art.looks(puzzle.game, [] if piece is None else [piece])
        drawn.update(new)
        found.append(wire.GuessChoice(kind, words.name("piece", kind), next(iter(looks.values()), "")))
    return found, drawn

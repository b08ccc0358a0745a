"""Which puzzles are the same: those whose positions are mirrored, turned or with exchanged seats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from ludarium.core.game import Game
from ludarium.core.state import State
from ludarium.games.parts import traits_of
from ludarium.learn.puzzles.puzzle import GUESS, Puzzle

_DIGITS = 6


def likeness(game: Game, state: State, more: str = "") -> str:
    """The same text for all positions that are images of each other, as the seat to act sees them. Of a game with
    secrets ``state`` is any truth, as images can only be made of whole positions.
    """
    images = traits_of(game).images
    alike = [state, *(image for image, _ in images(state))] if images else [state]
    return min(game.position_text(one.view(one.seat)) for one in alike) + more


def likeness_of(puzzle: Puzzle, truth: State) -> str:
    """The same text for puzzles that ask the same. ``truth`` is what its position can be."""
    asked = f"; {puzzle.kind} {puzzle.turns}; {sorted(puzzle.options.items())}"
    if puzzle.kind == GUESS:
        asked += f"; {len(puzzle.answer)} {len(puzzle.steps)}"
    return likeness(puzzle.game, truth, asked)


@dataclass(frozen=True)
class Found:
    """A puzzle, and what it is like."""

    puzzle: Puzzle
    likeness: str


def found_from(puzzle: Puzzle, truth: State) -> Found:
    """The puzzle with the id that it and its images have."""
    like = likeness_of(puzzle, truth)
    return Found(replace(puzzle, id=f"{puzzle.ruleset}-{sha256(like.encode()).hexdigest()[:_DIGITS]}"), like)


def without_twins(found: Sequence[Found]) -> list[Puzzle]:
    """The first one of each that are alike."""
    return list({one.likeness: one.puzzle for one in reversed(found)}.values())[::-1]

"""Of a guess: the boards that led to its position, made from what everybody could see, and what there is to choose.

A scene of the position itself would tell what a hidden piece can be. So pieces only go where events put them, and a
hidden one looks as it did at the start.
"""

from collections import Counter
from collections.abc import Iterator

from ludarium.core.scene import Board, Piece, Scene, Stock
from ludarium.core.vocabulary import TAKE
from ludarium.draw.parts import stock_piece
from ludarium.games.parts import puzzling_of
from ludarium.learn.puzzles.puzzle import Puzzle


def scenes(puzzle: Puzzle) -> list[Scene]:
    """At the start and after each of the moments."""
    game, seat = puzzle.game, puzzle.seat
    start = game.scene(puzzle.read(puzzle.start), seat)._replace(paths=(), forced=(), scores=(), seat=-1)
    board, found, taken = Board(start), [start], Counter[tuple[int, str]]()
    known = _known(puzzle, start)
    for _, events in puzzle.moments():
        for event in events:
            if event.effect == TAKE:
                owner, kind, _ = board.pieces[str(event.data["at"])][0]
                taken[owner, kind] += 1
            board.change(event.effect, event.data)
        found.append(start._replace(pieces=tuple(_standing(board, known)), stock=tuple(_beside(taken, known))))
    return [scene._replace(pieces=tuple(one._replace(might=()) for one in scene.pieces)) for scene in found]


def _known(puzzle: Puzzle, start: Scene) -> dict[tuple[int, str, str], Piece]:
    """A piece of every sort, those of the start before those of the position."""
    end = puzzle.game.scene(puzzle.read(), puzzle.seat)
    known: dict[tuple[int, str, str], Piece] = {}
    for piece in (*start.pieces, *end.pieces, *map(stock_piece, end.stock)):
        known.setdefault((piece.owner, piece.kind, piece.facing), piece)
        known.setdefault((piece.owner, piece.kind, ""), piece)
    return known


def _standing(board: Board, known: dict[tuple[int, str, str], Piece]) -> Iterator[Piece]:
    for site, here in board.pieces.items():
        for owner, kind, facing in here:
            yield known[owner, kind, facing]._replace(site=site, facing=facing)


def _beside(taken: Counter[tuple[int, str]], known: dict[tuple[int, str, str], Piece]) -> Iterator[Stock]:
    for (owner, kind), count in taken.items():
        piece = known[owner, kind, ""]
        yield Stock(owner, kind, piece.shape, count, piece.badges)


def choices(puzzle: Puzzle) -> list[str]:
    """All kinds that hidden pieces of the owner could be when the moves began, in the order of the scene."""
    start = puzzle.game.scene(puzzle.read(puzzle.start), puzzle.seat)
    owner = next(piece.owner for piece in scenes(puzzle)[-1].pieces if piece.site == puzzle.at)
    found = [kind for piece in start.pieces if piece.owner == owner for kind in piece.might]
    return list(dict.fromkeys(found))


def choice_piece(puzzle: Puzzle, kind: str) -> Piece | None:
    """How the piece would look if it were that; nothing where no piece of that sort was ever seen."""
    last = scenes(puzzle)
    asked = next(piece for piece in last[-1].pieces if piece.site == puzzle.at)
    alike = next((piece for (_, one, _), piece in _known(puzzle, last[0]).items() if one == kind), None)
    return None if alike is None else alike._replace(owner=asked.owner, marks=(), might=(), facing=asked.facing)


def reasons(puzzle: Puzzle, locale: str) -> list[str]:
    """Why the piece can be no more than it can, in sentences."""
    words = puzzle.game.words(locale)
    return [
        words.say("guesses", key, data)
        for key, data in puzzling_of(puzzle.game).guess_reasons(puzzle.read(), puzzle.at)
    ]

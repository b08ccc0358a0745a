"""Puzzles about what is hidden: what can this piece be, after all that has happened?

The answer is what the rules' own knowledge leaves open (``Piece.might`` in the scene of a view). Everything that the
solver needs is in the puzzle: the seat's view when play began, and what happened since then for all to see.
"""

from collections.abc import Mapping, Sequence

from ludarium.core.game import Game
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.scene import Board, Piece
from ludarium.core.state import State
from ludarium.games.parts import puzzling_of
from ludarium.learn.puzzles.alike import Found, found_from
from ludarium.learn.puzzles.puzzle import GUESS, Moment, Puzzle

_MOST_ANSWERS = 4
_MOST_MOMENTS = 16  # what happened must be remembered
_LEAST_MOMENTS = 4


def find_guess(history: History, options: Mapping[str, object], rng: Rng) -> list[Found]:
    """One guess of a game, if it has any: where something other than what is out of the game or shown tells about a
    piece.
    """
    game = history.game
    first = next((place for place, state in enumerate(history.states) if not game.is_setup(state)), -1)
    if first < 0:
        return []
    found: list[tuple[int, Piece]] = []
    for place in range(first, len(history.states)):
        state = history.states[place]
        seat = int(state.seat)
        if seat < 0:
            break
        if not _begins(history, place):
            continue
        told = _told(history, seat, first, place)
        if told > _MOST_MOMENTS:
            break
        if told >= _LEAST_MOMENTS:
            found += [(place, piece) for piece in telling_pieces(game, state.view(seat), seat)]
    if not found:
        return []
    place, piece = found[rng.below(len(found))]
    return [_made(history, options, first, place, piece)]


def _begins(history: History, place: int) -> bool:
    before = history.states[place - 1]
    return (before.turn, before.seat) != (history.states[place].turn, history.states[place].seat)


def _told(history: History, seat: int, first: int, place: int) -> int:
    counts = history.counts(seat)
    return counts[place] - counts[first]


def telling_pieces(game: Game, view: State, seat: int) -> list[Piece]:
    """The hidden pieces that can be few things, and fewer than others of their owner."""
    hidden = [piece for piece in game.scene(view, seat).pieces if piece.might]
    found = []
    for piece in hidden:
        most = {kind for other in hidden if other.owner == piece.owner for kind in other.might}
        if len(piece.might) <= _MOST_ANSWERS and len(piece.might) < len(most):
            found.append(piece)
    return found


def _made(history: History, options: Mapping[str, object], first: int, place: int, piece: Piece) -> Found:
    game, state = history.game, history.states[place]
    seat = int(state.seat)
    start = history.states[first].view(seat)
    moments = []
    for number in range(first, place):
        taken = history.taken[number]
        events = game.event_list(taken.log, -1, over=False)  # what a spectator sees: no step of anybody's own
        if events:
            moments.append(Moment(taken.seat, tuple(event.as_json() for event in events)))
    view = state.view(seat)
    puzzle = Puzzle(
        id="",
        ruleset=history.ruleset.name,
        kind=GUESS,
        position=game.position_text(view),
        themes=tuple(puzzling_of(game).guess_themes(view, piece.site)),
        options=options,
        seat=seat,
        at=piece.site,
        answer=piece.might,
        start=game.position_text(start),
        steps=tuple(moments),
    )
    return found_from(puzzle, state)


def what_can_be(puzzle: Puzzle) -> Sequence[str]:
    """All that the piece can be, by the rules' own knowledge."""
    pieces = puzzle.game.scene(puzzle.read(), puzzle.seat).pieces
    return next((piece.might for piece in pieces if piece.site == puzzle.at), ())


def leads_there(puzzle: Puzzle) -> bool:
    """Whether what happened makes the position from the start: pieces go where they stand in the end."""
    game = puzzle.game
    board = Board(game.scene(puzzle.read(puzzle.start), puzzle.seat))
    for _, events in puzzle.moments():
        for event in events:
            board.change(event.effect, event.data)
    return board.contents() == Board(game.scene(puzzle.read(), puzzle.seat)).contents()

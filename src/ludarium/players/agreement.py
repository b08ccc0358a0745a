"""When a computer player ends a game by agreement (``Game.agreement``): a draw, or what the rules count then.

It goes by what its seat has seen and by what it expects, and by nothing else.
"""

from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.state import State
from ludarium.players.report import Report

_LONG = 0.75  # of the turns after which the rules end a game that nobody has won
_TIMES = 3  # that a position is there
_NEAR = 0.05  # how much an end may differ from what is expected where nothing moves
_BETWEEN_OFFERS = 5  # turns of a seat: nobody shall be pestered


def is_stuck(views: Sequence[State]) -> bool:
    """Whether nothing has moved for long, as a seat has seen the game."""
    now = views[-1].timeless()
    return views[-1].spent() >= _LONG or sum(view.timeless() == now for view in views) >= _TIMES


def offers_end(game: Game, views: Sequence[State], seat: int, report: Report) -> bool:
    """Whether a seat that has just ended its turn, with this report on it, offers to end the game here: only where
    nothing moves, and where that gives about what it expects and no less than the others get.
    """
    view = views[-1]
    if not game.agreement or view.seat < 0 or view.turn // view.seats % _BETWEEN_OFFERS:
        return False
    share = _share(game, view, seat)
    return share * int(view.seats) >= 1.0 and abs(share - report.expectation[seat]) <= _NEAR and is_stuck(views)


def accepts_end(game: Game, views: Sequence[State], seat: int, report: Report) -> bool:
    """Whether a seat with this report accepts such an offer: where the end is no worse than what it expects; if
    nothing moves, also where it is a little worse.
    """
    gain = _share(game, views[-1], seat) - report.expectation[seat]
    return gain >= 0.0 or (gain >= -_NEAR and is_stuck(views))


def _share(game: Game, view: State, seat: int) -> float:
    return game.agreed(view).share(seat, int(view.seats))

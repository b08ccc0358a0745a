"""What a seat noticed of a game, and what it saw: all that a player who sits there may decide by."""

from collections.abc import Sequence

from ludarium.core.game import Game
from ludarium.core.state import SPECTATOR, EventLog, State


def notices(game: Game, log: EventLog, mover: int, seat: int) -> bool:
    """Whether a seat notices, while the game runs, that another one (or itself) took a step that did this."""
    return not game.hidden_information or mover == seat or bool(game.event_list(log, seat, over=False))


def seen(states: Sequence[State], noticed: Sequence[bool], seat: int) -> list[State]:
    """A seat's views at the start and after every step that it noticed; the last one is of the present.

    ``states`` are those at the start and after each step; ``noticed`` says of each step whether the seat noticed it.
    """
    kept = [states[0], *(state for state, saw in zip(states[1:], noticed, strict=True) if saw)]
    views = [state.view(seat) for state in kept]
    present = states[-1].view(seat)
    if present != views[-1]:  # nothing happened for the seat, but now it is its turn
        views.append(present)
    return views


def is_view(game: Game, state: State) -> bool:
    """Whether a running game's state is only what somebody sees of it: nobody can know what its unknown pieces do."""
    return (
        game.hidden_information
        and state.seat >= 0
        and any(state.view(seat) == state for seat in range(SPECTATOR, state.seats))
    )

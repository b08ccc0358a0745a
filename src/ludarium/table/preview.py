"""What a step would do, as far as the seat that could take it knows: the rules try it on a copy of what the seat sees.

Where something is hidden, they try it in many ways it could be. What comes out differently is told as several
consequences, and what would only then be seen is left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ludarium.core.game import HIDDEN, Event, Game, Outcome
from ludarium.core.rng import Rng
from ludarium.core.scene import Piece, Scene
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.core.vocabulary import SHOW

_TRIES = 400  # ways in which hidden things are imagined, so that none that matters is missed


@dataclass(frozen=True)
class Consequence:
    """One thing that a step can lead to. A value that depends on what is hidden is ``HIDDEN``."""

    events: tuple[Event, ...]
    outcome: Outcome | None  # of the game, if it ends
    pieces: tuple[Piece, ...] = ()  # that then stand where something happened; only in games without secrets


def consequences(game: Game, view: State, scene: Scene, step: int) -> list[Consequence]:
    """What a legal step of the seat to act can lead to. ``view`` is what the seat knows, ``scene`` what it is shown."""
    rng, seat = Rng(1), int(view.seat)
    found: dict[tuple[tuple[int, ...], ...], Consequence] = {}
    tries = 1
    while tries:
        log, after = EventLog(), view.resample(seat, rng) if game.hidden_information else view.copy()
        after.apply(step, log)
        if (rows := tuple(log.rows)) not in found:
            found[rows] = _told(game, log, seat, after)
            if len(found) == 1 and _touches_secret(found[rows], scene):
                tries = _TRIES
        tries -= 1
    alike: dict[tuple[object, ...], list[Consequence]] = {}
    for one in found.values():
        alike.setdefault((*(_shape(game, event) for event in one.events), one.outcome), []).append(one)
    return [_merged(several) for several in alike.values()]


def _told(game: Game, log: EventLog, seat: int, after: State) -> Consequence:
    kinds = {kind.name: kind for kind in game.events}
    events = [
        event
        for event in game.event_list(log, seat, over=False)
        if event.effect != SHOW and not kinds[event.kind].shows
    ]
    return Consequence(tuple(events), game.outcome(after), _pieces(game, events, after))


def _pieces(game: Game, events: Iterable[Event], after: State) -> tuple[Piece, ...]:
    """A piece can look otherwise where it went: turned, or with another number."""
    if game.hidden_information:
        return ()
    sites = {str(event.data.get(name)) for event in events for name in ("at", "to")}
    return tuple(piece for piece in game.scene(after, SPECTATOR).pieces if piece.site in sites)


def _touches_secret(found: Consequence, scene: Scene) -> bool:
    secrets = {piece.site for piece in scene.pieces if piece.kind == HIDDEN}
    return any(site in secrets for event in found.events for site in map(str, event.data.values()))


def _shape(game: Game, event: Event) -> tuple[object, ...]:
    """What happens where: without what the pieces are."""
    kind = next(kind for kind in game.events if kind.name == event.kind)
    return event.kind, *(str(event.data[name]) for name, type_ in kind.fields if type_ != "piece")


def _merged(alike: Iterable[Consequence]) -> Consequence:
    several = list(alike)
    events = []
    for same in zip(*(one.events for one in several), strict=True):
        first = same[0]
        data = {
            name: value if all(other.data[name] == value for other in same) else HIDDEN
            for name, value in first.data.items()
        }
        events.append(Event(first.kind, data, first.effect))
    return Consequence(tuple(events), several[0].outcome, several[0].pieces)

"""Analysis boards: any position of any ruleset, reached by steps. Nothing is kept between two requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ludarium.core.errors import LudariumError, NotAllowed
from ludarium.core.game import Game, find_ruleset
from ludarium.core.history import History
from ludarium.core.options import shortened
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR, State
from ludarium.draw.svg import svg
from ludarium.engine import RequestError, as_seen, reach
from ludarium.server import wire
from ludarium.server.pictures import ArtCache, explained, outcome_told, seat_marks, step_told
from ludarium.server.requests import ExplainRequest, PositionRequest


@contextmanager
def sound_rules() -> Iterator[None]:
    """A written position may be one that no game reaches; rules need not deal with those."""
    try:
        yield
    except LudariumError:
        raise
    except Exception as error:
        raise RequestError("fault", fault=shortened(f"{type(error).__name__}: {error}")) from error


@sound_rules()
def position(wanted: PositionRequest) -> wire.AnalysisPosition:
    """What a browser needs to show the position and to play on from it.

    Of the steps it gets only those after the first ``since`` that the viewer sees.
    """
    reached = reached_by(wanted)
    game, locale = reached.game, wanted.locale
    outcome, (seat, open_) = reached.outcome, as_seen(reached, wanted.view)
    scene, seen = reached.scene(seat, open_), reached.seen(seat, open_)
    told = reached.told(seat, open_)[wanted.since :]
    return wire.AnalysisPosition(
        ruleset=reached.ruleset.name,
        title=str(game.words(locale).sections["name"]),
        steps=[
            step_told(game, step, number, locale, place) for number, (place, step) in enumerate(told, wanted.since + 1)
        ],
        picture=_picture(game, scene, wanted, seen if wanted.guided else None),
        position=game.position_text(seen),
        outcome=None if outcome is None else outcome_told(game, outcome, locale),
        hidden_information=game.hidden_information,
        seats=seat_marks(game, scene, wanted.theme, locale),
    )


@sound_rules()
def drawn(wanted: PositionRequest) -> str:
    """The position as an SVG file."""
    reached = reached_by(wanted)
    return svg(reached.scene(*as_seen(reached, wanted.view)), reached.game, theme=wanted.theme, locale=wanted.locale)


@sound_rules()
def explain(wanted: ExplainRequest) -> wire.Explained:
    """Why clicks make no step, by all that is known or, in a view, by what the seat to act knows."""
    reached = reached_by(wanted)
    seen = reached.seen(int(reached.state.seat), wanted.view is None or reached.state.seat < 0)
    return explained(reached.game, seen, wanted.clicks, wanted.locale)


@sound_rules()
def reached_by(wanted: PositionRequest) -> History:
    """The state that is wanted; an error names the step that is wrong."""
    reached = reach(find_ruleset(wanted.ruleset), wanted.options, wanted.seed, wanted.position, wanted.steps)
    seats = int(reached.state.seats)
    if wanted.view is not None and not SPECTATOR <= wanted.view < seats:
        raise NotAllowed("seat_unknown", seat=wanted.view, known=list(range(seats)))
    return reached


def _picture(game: Game, scene: Scene, wanted: PositionRequest, view: State | None) -> wire.Picture:
    """Without what the browser has already."""
    art_cache = ArtCache(wanted.theme, wanted.locale, wanted.known_ground)
    picture = art_cache.picture(game, scene, view=view)
    known = set(wanted.known_looks)
    return replace(picture, art={look: drawing for look, drawing in picture.art.items() if look not in known})

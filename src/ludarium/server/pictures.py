"""Scenes, events and outcomes as a browser gets them (``wire``), in one person's language and theme.

A server does this for every step and everybody who looks on, so whatever can be used again is kept. A picture depends
on nothing but its scene, which is made from what its viewer may know.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import orjson

from ludarium.core.game import HIDDEN, Event, Game, Outcome
from ludarium.core.scene import CHOICE, Path, Piece, Scene, Score, Site, Stock
from ludarium.core.state import State
from ludarium.draw import dress
from ludarium.draw.regions import majorities
from ludarium.draw.signs import BADGES, WALLED
from ludarium.draw.spoken import Spoken
from ludarium.draw.theme import find_theme
from ludarium.server import wire
from ludarium.server.errors import ServerError

_MOST_GROUNDS = 256
_MOST_PIECES = 16_384
_MOST_PATHS = 32_768
_SIGNS = (*BADGES, WALLED)
_FLAT = dress.ColumnParts("", "", "", {})


class ArtCache:
    """Draws pictures for one browser, and leaves out the art that it was sent before. ``ground`` is the key of a ground
    that the browser has already.
    """

    def __init__(self, theme: str, locale: str, ground: str = "") -> None:
        self._theme = theme
        self._locale = locale
        self._ground = ground
        self._sent: set[str] = set()
        self._shown = ""  # the ground of the last picture
        find_theme(theme)

    @property
    def locale(self) -> str:
        return self._locale

    @property
    def theme(self) -> str:
        return self._theme

    def change(self, theme: str, locale: str) -> None:
        """Another theme, another language; with another theme everything is sent again."""
        if theme != self._theme:
            find_theme(theme)
            self._ground = self._shown = ""
            self._sent = set()
        self._theme = theme
        self._locale = locale

    def has_all_of(self, picture: wire.Picture) -> bool:
        """Whether the picture of another connection, like this one, can be shown with what was sent here."""
        looks = {piece.look for piece in picture.pieces}
        looks.update(stock.look for stock in picture.stock)
        return picture.ground_key == self._shown and looks <= self._sent

    def picture(self, game: Game, scene: Scene) -> wire.Picture:
        locale, theme = self._locale, self._theme
        laid = _laid(_Board(scene), theme, locale)
        self._shown = laid.ground.key
        pieces = [_piece(piece, game, locale) for piece in scene.pieces]
        stock = [_stock(one, game, locale) for one in scene.stock]
        paths = [_path(path) for path in scene.paths]
        spoken = _spoken(game, locale)
        found = majorities(scene.pieces, laid.plan.regions)
        return wire.Picture(
            viewer=scene.viewer,
            seat=scene.seat,
            ground_key=laid.ground.key,
            ground=self._new_ground(laid),
            over=dress.over_art(found, laid.plan, theme) if found else "",
            pieces=pieces,
            stock=stock,
            scores=[_score(score, game, locale) for score in scene.scores],
            paths=[path for path, _ in paths],
            choices={click: spoken.choice(click) for _, clicks in paths for click in clicks},
            last=list(scene.last),
            forced=list(scene.forced),
            threatened=list(scene.threatened),
            art=self._new_art(scene, laid, pieces, stock),
            kinds={code: spoken.name("piece", code) for piece in pieces for code in piece.might},
        )

    def _new_ground(self, laid: "_Laid") -> wire.Ground | None:
        if laid.ground.key == self._ground:
            return None
        self._ground = laid.ground.key
        return laid.ground

    def _new_art(
        self, scene: Scene, laid: "_Laid", pieces: list[wire.Piece], stock: list[wire.Stock]
    ) -> dict[str, str]:
        """The drawings that this connection has not been sent yet."""
        sent, theme = self._sent, self._theme
        art = {look: drawn for look, drawn in laid.art.items() if look not in sent} if not laid.looks <= sent else {}
        for shown, piece in zip(pieces, scene.pieces, strict=True):
            if shown.look not in sent:
                art[shown.look] = dress.piece_art(piece, theme)
        for offered, one in zip(stock, scene.stock, strict=True):
            if offered.look not in sent:
                art[offered.look] = dress.piece_art(dress.stock_piece(one), theme)
        for seat in range(scene.seats):
            if dress.seat_look(seat) not in sent:
                art[dress.seat_look(seat)] = dress.seat_art(scene, seat, theme)
        sent.update(art)
        return art


# --- the ground -------------------------------------------------------------------------------------------------------
class _Board:
    """The parts of a scene that its ground is drawn from. Games give the very same parts again and again, so that they
    need not be compared one by one.
    """

    __slots__ = ("_parts", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._parts = (id(scene.sites), id(scene.lines), id(scene.notes), scene.box)

    def __hash__(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Board) and self._parts == other._parts


@dataclass(frozen=True, eq=False)
class _Laid:
    """A ground with its sites, and the drawings that its sites and signs need."""

    plan: dress.Plan
    ground: wire.Ground
    art: dict[str, str]
    looks: frozenset[str]


@lru_cache(maxsize=_MOST_GROUNDS)
def _laid(board: _Board, theme: str, locale: str) -> _Laid:
    plan = _plan(board)
    svg = dress.ground_art(board.scene, plan, theme)
    sites: list[wire.Site] = []
    art: dict[str, str] = {}
    for stand in plan.stands:
        parts = dress.column_parts(stand.column, theme) if stand.column else _FLAT
        sites.append(_site(stand, parts, locale))
        art.update(parts.art)
    for shape in dict.fromkeys(site.shape for site in sites):
        art.update({look: dress.sign_art(name, shape, theme) for look, name in dress.sign_looks(shape).items()})
    unnamed = wire.Ground("", plan.width, _rounded(plan.height), svg, sites)
    key = hashlib.blake2s(orjson.dumps(unnamed), digest_size=8).hexdigest()
    ground = wire.Ground(key, unnamed.width, unnamed.height, svg, sites)
    return _Laid(plan, ground, art, frozenset(art))


@lru_cache(maxsize=_MOST_GROUNDS)
def _plan(board: _Board) -> dress.Plan:
    return dress.plan_of(board.scene)


def _site(stand: dress.Stand, parts: dress.ColumnParts, locale: str) -> wire.Site:
    spot, column = stand.spot, stand.column
    return wire.Site(
        name=spot.site.name,
        x=_rounded(spot.x),
        y=_rounded(spot.y),
        shape=spot.site.shape,
        size=_rounded(spot.size),
        body=_rounded(spot.body),
        reach=_rounded(spot.reach),
        look=parts.look,
        label=_site_label(spot.site, locale),
        aside=_rounded(column.aside * spot.size) if column else 0,
        down=_rounded(column.down * spot.size) if column else 0,
        bare=parts.bare,
        covered=parts.covered,
    )


@lru_cache(maxsize=_MOST_PIECES)
def _site_label(site: Site, locale: str) -> str:
    return Spoken(locale, None).site(site)


def _rounded(value: float) -> float:
    """As exact as a drawing is."""
    return round(value, 2)


# --- what stands on it and beside it --------------------------------------------------------------------------------
@lru_cache(maxsize=_MOST_PIECES)
def _piece(piece: Piece, game: Game, locale: str) -> wire.Piece:
    return wire.Piece(
        site=piece.site,
        owner=piece.owner,
        kind=piece.kind,
        look=dress.piece_look(piece),
        label=_spoken(game, locale).piece(piece),
        signs=[mark for mark in piece.marks if mark in _SIGNS],
        might=list(piece.might),
        secret=piece.kind == HIDDEN,
    )


@lru_cache(maxsize=_MOST_PIECES)
def _stock(stock: Stock, game: Game, locale: str) -> wire.Stock:
    piece = dress.stock_piece(stock)
    label = _spoken(game, locale).name("piece", stock.kind)
    return wire.Stock(stock.owner, stock.kind, dress.piece_look(piece), label, stock.count)


@lru_cache(maxsize=_MOST_PIECES)
def _score(score: Score, game: Game, locale: str) -> wire.Score:
    return wire.Score(score.owner, _spoken(game, locale).score(score.name), score.value, score.goal)


@lru_cache(maxsize=_MOST_PATHS)
def _path(path: Path) -> tuple[wire.Path, tuple[str, ...]]:
    """A legal step, and the choices among its clicks."""
    choices = tuple(click for click in path.clicks if click.startswith(CHOICE))
    return wire.Path(path.step, list(path.clicks)), choices


@lru_cache(maxsize=_MOST_GROUNDS)
def _spoken(game: Game, locale: str) -> Spoken:
    return Spoken(locale, game.words(locale))


# --- what happened ----------------------------------------------------------------------------------------------------
def event_list(game: Game, events: Iterable[Event], locale: str) -> list[wire.Event]:
    return [
        wire.Event(event.kind, event.effect, dict(event.data), game.event_sentence(event, locale)) for event in events
    ]


def outcome_told(game: Game, outcome: Outcome, locale: str) -> wire.Outcome:
    sentence = game.outcome_sentence(outcome, locale)
    return wire.Outcome(list(outcome.winners), outcome.reason, outcome.clause, sentence)


def seat_labels(game: Game, seats: int, locale: str) -> list[str]:
    """The game's names of its seats: Black, White."""
    return [_spoken(game, locale).seat(seat) for seat in range(seats)]


def seat_marks(game: Game, scene: Scene, theme: str, locale: str) -> list[wire.SeatMark]:
    """The seats as the game names and paints them."""
    labels = seat_labels(game, scene.seats, locale)
    coats = [dress.seat_coat(scene, seat, theme) for seat in range(scene.seats)]
    return [
        wire.SeatMark(label, dress.seat_look(seat), coat.fill, coat.edge, coat.mark)
        for seat, (label, coat) in enumerate(zip(labels, coats, strict=True))
    ]


def page_of(game: Game, clause: str) -> str:
    """Where a clause is explained; nothing for an outcome or error without one."""
    return f"/rules/{game.name}#{clause}" if clause else ""


def explained(game: Game, view: State, clicks: Sequence[str], locale: str, identity: int = 0) -> wire.Explained:
    """Why clicks make no step, as the seat to act may know it."""
    found = game.why_not(view, clicks)
    sentence, clause = "", ""
    if found.refusal is not None:
        sentence, clause = game.refusal_sentence(found.refusal, locale), found.refusal.clause
    elif not found.allowed:
        sentence = ServerError("clicks_nothing").sentence(locale)
    return wire.Explained(identity, found.allowed, sentence, clause, page_of(game, clause))

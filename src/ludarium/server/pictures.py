"""Scenes, events and outcomes as a browser gets them (``wire``), in one person's language and theme.

A server does this for every step and everybody who looks on, so whatever can be used again is kept. A picture depends
on nothing but its scene, which is made from what its viewer may know.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import orjson

from ludarium.core.game import HIDDEN, Event, Game, Outcome
from ludarium.core.history import Step
from ludarium.core.scene import CHOICE, Piece, Scene, Score, Site, Stock
from ludarium.core.state import State
from ludarium.draw import parts
from ludarium.draw import terminal as characters
from ludarium.draw.art import Art, art_of
from ludarium.draw.layout import BoardParts, Layout, PlacedSite
from ludarium.draw.spoken import Spoken
from ludarium.draw.theme import find_theme
from ludarium.draw.turned import turned
from ludarium.server import wire
from ludarium.server.errors import ServerError, page_of, rule_of
from ludarium.table import guide
from ludarium.table.ending import ended_sentence
from ludarium.table.preview import Consequence, consequences

ASCII = "ascii"
WRITTEN = ("text", ASCII)  # boards as characters: as prettily as a terminal can, or with what every terminal has
_MOST_GROUNDS = 256
_MOST_PIECES = 16_384
_MOST_PATHS = 32_768
_MOST_PREVIEWS = 300  # in one answer


class ArtCache:
    """Draws pictures for one browser, and leaves out the art that it was sent before. ``ground`` is the key of a ground
    that the browser has already. Programs for a terminal want boards ``written`` with characters (one of ``WRITTEN``)
    instead of drawings.
    """

    def __init__(self, theme: str, locale: str, ground: str = "", flipped: bool = False, written: str = "") -> None:
        find_theme(theme)
        self.written = written
        self.theme = theme
        self.locale = locale
        self.flipped = flipped  # shows boards from the other side
        self._ground = ground
        self._sent: set[str] = set()
        self._shown = ""  # the ground of the last picture

    def change(self, theme: str, locale: str, flipped: bool = False) -> None:
        """Another theme, another language, another side; with another theme everything is sent again."""
        self.flipped = flipped
        if theme != self.theme:
            find_theme(theme)
            self._ground = self._shown = ""
            self._sent = set()
        self.theme = theme
        self.locale = locale

    def has_all_of(self, shown: "Shown") -> bool:
        """Whether all this can be shown with what was sent here."""
        return bool(self.written) or (shown.laid.ground.key == self._shown and shown.looks <= self._sent)

    def picture(
        self, game: Game, scene: Scene, shown: "Shown | None" = None, view: State | None = None
    ) -> wire.Picture:
        """A scene as this browser gets it. ``shown`` is what others get as well, if that was made already; with the
        ``view`` that the scene shows, people are told what it is about.
        """
        shown = shown or show(game, scene, self.theme, self.locale, self.flipped)
        laid = shown.laid
        self._shown = laid.ground.key
        spoken = _spoken(game, self.locale)
        return wire.Picture(
            viewer=scene.viewer,
            seat=scene.seat,
            ground_key=laid.ground.key,
            ground=None if self.written else self._new_ground(laid),
            over="" if self.written else shown.over,
            pieces=shown.pieces,
            stock=shown.stock,
            scores=shown.scores,
            paths=[_path(path.step, path.clicks) for path in scene.paths],
            choices={one: spoken.choice(one) for path in scene.paths for one in path.clicks if one[0] == CHOICE},
            last=list(scene.last),
            forced=list(scene.forced),
            threatened=list(scene.threatened),
            art={} if self.written or shown.looks <= self._sent else self._new_art(art_of(game), shown),
            kinds=shown.kinds,
            goal=game.goal_sentence(view, self.locale) if view else "",
            prompts=guide.prompts(game, view, scene, self.locale) if view else {},
            cautions=guide.cautions(game, view, scene, self.locale) if view else {},
            board=_board(game, scene, self.locale, self.written) if self.written else "",
        )

    def looks(self, game: Game, pieces: Sequence[Piece]) -> tuple[dict[str, str], dict[str, str]]:
        """The looks of pieces by site, and the drawings among them that this browser has not been sent yet."""
        art, looks, new = art_of(game), {}, {}
        for piece in pieces:
            drawn = art.turn_piece(piece) if self.flipped else piece
            look = looks[piece.site] = parts.piece_look(drawn, art)
            if look not in self._sent:
                new[look] = parts.piece_art(drawn, art, self.theme)
        self._sent.update(new)
        return looks, new

    def _new_ground(self, laid: "_Laid") -> wire.Ground | None:
        if laid.ground.key == self._ground:
            return None
        self._ground = laid.ground.key
        return laid.ground

    def _new_art(self, art: Art, shown: "Shown") -> dict[str, str]:
        """The drawings that this connection has not been sent yet."""
        sent, theme, scene = self._sent, self.theme, shown.scene
        new = {look: drawn for look, drawn in shown.laid.art.items() if look not in sent}
        for piece, drawn in zip(shown.pieces, scene.pieces, strict=True):
            if piece.look not in sent:
                new[piece.look] = parts.piece_art(drawn, art, theme)
        for stock, one in zip(shown.stock, scene.stock, strict=True):
            if stock.look not in sent:
                new[stock.look] = parts.piece_art(parts.stock_piece(one), art, theme)
        for seat in range(scene.seats):
            if parts.seat_look(seat) not in sent:
                new[parts.seat_look(seat)] = parts.seat_art(seat, art, theme)
            if parts.behind_look(seat) in shown.looks - sent:
                new[parts.behind_look(seat)] = parts.behind_art(seat, art, theme)
        sent.update(new)
        return new


@dataclass(frozen=True, eq=False)
class Shown:
    """What all get alike who see the same, in one theme and language."""

    scene: Scene  # as it is drawn
    laid: "_Laid"
    over: str
    pieces: list[wire.Piece]
    stock: list[wire.Stock]
    scores: list[wire.Score]
    kinds: dict[str, str]
    looks: frozenset[str]  # all drawings that it needs


def show(game: Game, scene: Scene, theme: str, locale: str, flipped: bool = False) -> Shown:
    """``flipped``: from the other side than usual."""
    art, told = art_of(game), scene.pieces
    if flipped != (art.turns and scene.viewer == 1):
        scene = turned(scene, art)
    laid = _laid(BoardParts(scene), game, theme, locale)
    pieces = [_piece(piece, drawn, game, locale) for piece, drawn in zip(told, scene.pieces, strict=True)]
    stock = [_stock(one, game, locale) for one in scene.stock]
    looks = {piece.look for piece in pieces}.union(laid.looks, _seat_looks(scene.seats), [one.look for one in stock])
    if laid.has_columns:
        looks.update(parts.behind_look(seat) for seat in range(scene.seats))
    return Shown(
        scene,
        laid,
        parts.over_art(scene, laid.layout, art, theme),
        pieces,
        stock,
        [_score(score, game, locale) for score in scene.scores],
        {code: _spoken(game, locale).name("piece", code) for piece in pieces for code in piece.might},
        frozenset(looks),
    )


@lru_cache
def _seat_looks(seats: int) -> list[str]:
    return [parts.seat_look(seat) for seat in range(seats)]


@lru_cache
def _board(game: Game, scene: Scene, locale: str, written: str) -> str:
    return characters.text(scene, game, colour=True, locale=locale, unicode=written != ASCII)


# --- the ground -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, eq=False)
class _Laid:
    """A ground with its sites, and the drawings that its sites and signs need."""

    layout: Layout
    ground: wire.Ground
    art: dict[str, str]
    looks: frozenset[str]

    @property
    def has_columns(self) -> bool:
        return bool(self.ground.sites) and bool(self.ground.sites[-1].look)


@lru_cache(maxsize=_MOST_GROUNDS)
def _laid(board: BoardParts, game: Game, theme: str, locale: str) -> _Laid:
    art = art_of(game)
    layout = _layout(board, art)
    svg = parts.ground_art(board.scene, layout, art, theme)
    sites: list[wire.Site] = []
    drawn: dict[str, str] = {}
    for placed in layout.painted():
        sites.append(_site(placed, game, theme, locale))
        drawn.update(parts.column_parts(placed.column, theme).art)
    for shape in dict.fromkeys(site.shape for site in sites):
        signs = parts.sign_looks(shape, art)
        drawn.update({look: parts.sign_art(name, shape, art, theme) for look, name in signs.items()})
    unnamed = wire.Ground("", layout.width, _rounded(layout.height), svg, sites)
    key = hashlib.blake2s(orjson.dumps(unnamed), digest_size=8).hexdigest()
    ground = wire.Ground(key, unnamed.width, unnamed.height, svg, sites)
    return _Laid(layout, ground, drawn, frozenset(drawn))


@lru_cache(maxsize=_MOST_GROUNDS)
def _layout(board: BoardParts, art: Art) -> Layout:
    return parts.lay_out_parts(board.scene, art)


@lru_cache(maxsize=_MOST_PIECES)
def _site(placed: PlacedSite, game: Game, theme: str, locale: str) -> wire.Site:
    column = parts.column_parts(placed.column, theme)
    return wire.Site(
        name=placed.site.name,
        x=_rounded(placed.x),
        y=_rounded(placed.y),
        shape=placed.site.shape,
        size=_rounded(placed.size),
        body=_rounded(placed.body),
        reach=_rounded(placed.reach),
        look=column.look,
        label=_site_label(placed.site, game, locale),
        aside=_rounded(placed.aside),
        down=_rounded(placed.down),
        plate=column.plate,
        behind=bool(placed.column and placed.column.behind),
    )


@lru_cache(maxsize=_MOST_PIECES)
def _site_label(site: Site, game: Game, locale: str) -> str:
    return _spoken(game, locale).site(site)


def _rounded(value: float) -> float:
    """As exact as a drawing is."""
    return round(value, 2)


# --- what stands on it and beside it --------------------------------------------------------------------------------
@lru_cache(maxsize=_MOST_PIECES)
def _piece(piece: Piece, drawn: Piece, game: Game, locale: str) -> wire.Piece:
    """In words it is as it is, whatever side it is drawn from."""
    art = art_of(game)
    return wire.Piece(
        site=piece.site,
        owner=piece.owner,
        kind=piece.kind,
        look=parts.piece_look(drawn, art),
        label=_spoken(game, locale).piece(piece),
        signs=[mark for mark in piece.marks if mark in art.signs],
        might=list(piece.might),
        secret=piece.kind == HIDDEN,
    )


@lru_cache(maxsize=_MOST_PIECES)
def _stock(stock: Stock, game: Game, locale: str) -> wire.Stock:
    look = parts.piece_look(parts.stock_piece(stock), art_of(game))
    label = _spoken(game, locale).name("piece", stock.kind)
    return wire.Stock(stock.owner, stock.kind, look, label, stock.count)


@lru_cache(maxsize=_MOST_PIECES)
def _score(score: Score, game: Game, locale: str) -> wire.Score:
    return wire.Score(score.owner, _spoken(game, locale).score(score.name), score.value, score.goal)


_path = lru_cache(maxsize=_MOST_PATHS)(wire.Path)


@lru_cache(maxsize=_MOST_GROUNDS)
def _spoken(game: Game, locale: str) -> Spoken:
    return Spoken(locale, game.words(locale))


# --- what happened ----------------------------------------------------------------------------------------------------
def step_told(game: Game, step: Step, number: int, locale: str, place: int = 0) -> wire.Step:
    """``number`` is as the viewer counts; see ``wire.Step`` for ``place``."""
    return wire.Step(number, step.turn, step.seat, step.text, [_event(game, one, locale) for one in step.events], place)


def previews(
    game: Game, view: State, scene: Scene, clicks: Sequence[str], art_cache: ArtCache
) -> tuple[list[wire.Preview], dict[str, str]]:
    """What the steps would do that these clicks have begun, and one more ends, or choices; and the drawings that are
    new to the browser.
    """
    locale, art = art_cache.locale, {}
    begun = [path for path in scene.paths if path.clicks[: len(clicks)] == tuple(clicks)]
    near = [path for path in begun if all(one.startswith(CHOICE) for one in path.clicks[len(clicks) + 1 :])]
    found = []
    for path in near[:_MOST_PREVIEWS]:
        step = game.read_step(path.step)
        told = []
        for one in consequences(game, view, scene, step):
            looks, new = art_cache.looks(game, one.pieces)
            art.update(new)
            told.append(_consequence(game, one, looks, locale))
        found.append(wire.Preview(path.step, game.odds_sentence(view, step, locale), told))
    return found, art


def _consequence(game: Game, found: Consequence, looks: dict[str, str], locale: str) -> wire.Consequence:
    sentences = [game.event_sentence(event, locale) for event in found.events]
    if found.outcome is not None:
        sentences.append(game.outcome_sentence(found.outcome, locale))
    events = [_event(game, event, locale) for event in found.events]
    return wire.Consequence(events, game.words(locale).joined(sentences), looks)


def _event(game: Game, event: Event, locale: str) -> wire.Event:
    return wire.Event(event.kind, event.effect, dict(event.data), game.event_sentence(event, locale))


def outcome_told(game: Game, outcome: Outcome, locale: str) -> wire.Outcome:
    sentence = ended_sentence(game, outcome, locale)
    rule = rule_of(outcome.clause, locale)
    return wire.Outcome(list(outcome.winners), outcome.reason, outcome.clause, rule, sentence)


def seat_labels(game: Game, seats: int, locale: str) -> list[str]:
    """The game's names of its seats: Black, White."""
    return [_spoken(game, locale).seat(seat) for seat in range(seats)]


def seat_marks(game: Game, scene: Scene, theme: str, locale: str) -> list[wire.SeatMark]:
    """The seats as the game names and paints them."""
    labels = seat_labels(game, scene.seats, locale)
    coats = [art_of(game).coat(seat, find_theme(theme)) for seat in range(scene.seats)]
    return [
        wire.SeatMark(label, parts.seat_look(seat), coat.fill, coat.edge, coat.mark)
        for seat, (label, coat) in enumerate(zip(labels, coats, strict=True))
    ]


def explained(game: Game, view: State, clicks: Sequence[str], locale: str, identity: int = 0) -> wire.Explained:
    """Why clicks make no step, as the seat to act may know it."""
    found = game.why_not(view, clicks)
    sentence, clause = "", ""
    if found.refusal is not None:
        clause = found.refusal.clause
        sentence = guide.without_clause(game.refusal_sentence(found.refusal, locale), clause)
    elif not found.allowed:
        sentence = ServerError("clicks_nothing").sentence(locale)
    return wire.Explained(identity, found.allowed, sentence, clause, page_of(clause), rule_of(clause, locale))

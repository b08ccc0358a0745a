"""A drawing description: everything a picture, a terminal or a browser needs to show a game and take a step.

It is plain data in the board's own units (x to the right, y downwards). What draws knows sites and lines; how a piece
of some shape looks, and what a mark or a tag means, is told by the game's ``art``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import NamedTuple

from ludarium.core import vocabulary

CHOICE = "#"  # a click that begins so is a button, not a site: "#end"


class Site(NamedTuple):
    """A place that can be clicked. ``name`` is its name in the notation and in words."""

    name: str
    x: float
    y: float
    shape: str  # point, square, hexagon
    size: float  # radius of a point or hexagon, side of a square
    tags: tuple[str, ...] = ()  # dark, tint, home0, home1, missing, golden, and those of the game's art
    height: int = 0  # floors, where columns have them


class Piece(NamedTuple):
    """Something on a site. ``owner`` -1 is nobody. ``badges`` are short texts derived from the position."""

    site: str
    kind: str  # the code of the piece in the game's words: ship, kraken, marble, "324", "?" …
    owner: int
    shape: str  # how it is drawn: a name in the game's art
    facing: str = ""
    token: str = ""  # at most three letters, for the terminal
    badges: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()  # what is true of it now: walled, shown, commander …
    might: tuple[str, ...] = ()  # what a piece that the viewer does not know can still be, as kinds


@dataclass(frozen=True)  # a tuple has a count of its own
class Stock:
    """Pieces beside the board."""

    owner: int
    kind: str
    shape: str
    count: int
    badges: tuple[str, ...] = ()  # as a piece has them


class Score(NamedTuple):
    """A figure that matters, by seat: closes, removed blocks, towers, realms. ``goal`` 0 means that none is set."""

    owner: int
    name: str
    value: int
    goal: int = 0

    def figure(self) -> str:
        """``1/3``, or ``1`` without a goal."""
        return f"{self.value}/{self.goal}" if self.goal else str(self.value)


class Stroke(NamedTuple):
    """A stroke of the board: ``circle`` x y r, ``path`` x y x y …, ``rect`` x y w h."""

    shape: str
    numbers: tuple[float, ...]
    tags: tuple[str, ...] = ()

    def corners(self) -> list[tuple[float, float]]:
        """Of a path or a rectangle, which ends where it began; a circle has none."""
        if self.shape == "rect":
            x, y, across, down = self.numbers
            return [(x, y), (x + across, y), (x + across, y + down), (x, y + down), (x, y)]
        return list(zip(self.numbers[::2], self.numbers[1::2], strict=True)) if self.shape == "path" else []


class Note(NamedTuple):
    """A letter or number written on the board, such as the name of a row."""

    text: str
    x: float
    y: float


class Path(NamedTuple):
    """A legal step and what a person clicks for it: names of sites, or choices that begin with ``#``. Of several steps
    that do the same, one is enough.

    No path begins with another whole path, and no two are equal.
    """

    step: str
    clicks: tuple[str, ...]


class Scene(NamedTuple):
    """``box`` is x, y, width, height. ``seat`` acts next; ``viewer`` is the seat (or -1) this is drawn for."""

    box: tuple[float, float, float, float]
    viewer: int
    seat: int
    seats: int
    sites: tuple[Site, ...]
    pieces: tuple[Piece, ...]
    lines: tuple[Stroke, ...] = ()
    notes: tuple[Note, ...] = ()
    stock: tuple[Stock, ...] = ()
    scores: tuple[Score, ...] = ()
    paths: tuple[Path, ...] = ()
    last: tuple[str, ...] = ()  # sites of the last step
    forced: tuple[str, ...] = ()  # sites of a forced action
    threatened: tuple[str, ...] = ()  # sites whose piece is about to be lost

    def as_json(self) -> dict[str, object]:
        return {name: _as_json(part) for name, part in self._asdict().items()}

    def pieces_by_site(self) -> dict[str, list[Piece]]:
        found: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.site, []).append(piece)
        return found

    def with_last(self, sites: Iterable[str]) -> "Scene":
        names = {site.name for site in self.sites}
        return self._replace(last=tuple(dict.fromkeys(site for site in sites if site in names)))


def _as_json(part: object) -> object:
    """A part of a scene, or several of them, by the names of its fields."""
    if isinstance(part, Site | Piece | Score | Stroke | Note | Path):
        return part._asdict()
    if isinstance(part, Stock):
        return asdict(part)
    return tuple(map(_as_json, part)) if isinstance(part, tuple) else part


class Board:
    """A picture's pieces and heights, changed by events alone: what a client does between two scenes.

    It keeps what events can tell: site, owner, kind, facing and heights. Badges and marks follow from a new scene.
    """

    def __init__(self, scene: Scene) -> None:
        self.pieces: dict[str, list[tuple[int, str, str]]] = {}
        for piece in scene.pieces:
            self.pieces.setdefault(piece.site, []).append((piece.owner, piece.kind, piece.facing))
        self.heights = {site.name: site.height for site in scene.sites if site.height}

    def change(self, effect: str, data: Mapping[str, object]) -> None:
        """Do what an event says (see ``vocabulary``)."""
        at = str(data.get("at", ""))
        here = self.pieces.setdefault(at, [])
        if effect == vocabulary.PUT:
            owner = data.get("owner", data.get("seat", -1))
            here.append((owner if isinstance(owner, int) else -1, str(data["piece"]), str(data.get("facing", ""))))
        elif effect in (vocabulary.MOVE, vocabulary.PUSH):
            source = self.pieces[str(data["from"])]
            owner, kind, facing = source.pop(-1 if effect == vocabulary.MOVE else 0)
            piece = (owner, kind, str(data.get("facing", facing)))
            self.pieces.setdefault(str(data["to"]), []).append(piece)
        elif effect == vocabulary.TAKE:
            here.pop(0)
        elif effect == vocabulary.TURN:
            here[0] = (here[0][0], here[0][1], str(data["facing"]))
        elif effect == vocabulary.SHOW:
            which = next(i for i, piece in enumerate(here) if piece[0] == data["owner"])
            here[which] = (here[which][0], str(data["piece"]), str(data.get("facing", here[which][2])))
        elif effect == vocabulary.RAISE:
            self.heights[at] = self.heights.get(at, 0) + 1
        elif effect == vocabulary.LOWER:
            self.heights[at] -= 1

    def contents(self) -> tuple[dict[str, list[tuple[int, str, str]]], dict[str, int]]:
        """Pieces by site and heights by site, without empty entries: comparable with another board's."""
        pieces = {site: sorted(here) for site, here in self.pieces.items() if here}
        return pieces, {site: height for site, height in self.heights.items() if height}

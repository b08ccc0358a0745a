"""Pictures, steps and outcomes."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Site:
    """A site that can be clicked, in the units of the picture. ``look`` is drawn there (a column), unless it is empty:
    then the ground shows it. Sites are in the order in which they are painted, from the back to the front, each with
    all that belongs to it: its look, the signs that lie under pieces (last, target, target_empty, picked) and its
    piece. Over all that lie plates, what tells of pieces ``behind`` columns (the look ``behind:0`` of seat 0, where
    and as large as the piece), and the other signs.

    Drawings of sites are made for a size of 100, those of signs for a reach of 100 (scale them by size / 100 and
    reach / 100, around x and y).
    """

    name: str
    x: float
    y: float
    shape: str  # point, square, hexagon: the outline that is clicked
    size: float  # radius of a point or hexagon, side of a square
    body: float  # radius of a piece that stands here
    reach: float  # half the size of a sign that is drawn here
    look: str
    label: str  # for a screen reader, without what stands on it: "c3, port"
    aside: float = 0  # how far a piece stands off the middle
    down: float = 0
    plate: str = ""  # a look that tells the height of a column
    behind: bool = False  # columns in front hide what stands here


@dataclass(frozen=True)
class Ground:
    """What lies under the pieces, and where everything is."""

    key: str  # equal keys, equal grounds
    width: float
    height: float
    svg: str
    sites: list[Site]


@dataclass(frozen=True)
class Piece:
    """A piece on a site. ``look`` names its drawing in ``art``, made for a radius of 100: scale it by body / 100."""

    site: str
    owner: int
    kind: str
    look: str
    label: str
    signs: list[str] = field(default_factory=list)  # its signs, over it: what marks it has
    might: list[str] = field(default_factory=list)  # what a piece that is not known can still be, as codes
    secret: bool = False  # the viewer does not know all of it


@dataclass(frozen=True)
class Stock:
    """Pieces of a kind beside the board."""

    owner: int
    kind: str
    look: str
    label: str
    count: int


@dataclass(frozen=True)
class Score:
    """A number that matters: closes, removed blocks, towers, realms. ``goal`` 0: none is set; ``owner`` -1: nobody."""

    owner: int
    label: str
    value: int
    goal: int


@dataclass(frozen=True)
class Path:
    """A legal step and the clicks that make it: sites, or choices that begin with ``#``."""

    step: str
    clicks: tuple[str, ...]


@dataclass  # one for every step: a frozen one takes three times as long to make
class Picture:
    """A position as one viewer may see it. ``ground`` is left out where the browser has the one with that key.

    ``art`` has SVG fragments by look that the browser may not have yet, signs (``sign:last:square``) and the marks of
    the seats (``seat:0``) among them. Another theme has other drawings under the same looks.
    """

    viewer: int
    seat: int  # to act; -1: nobody
    ground_key: str
    ground: Ground | None
    over: str  # SVG over the ground that follows from the position
    pieces: list[Piece]
    stock: list[Stock]
    scores: list[Score]
    paths: list[Path]
    choices: dict[str, str]  # labels of the choices (``#end``)
    last: list[str]
    forced: list[str]
    threatened: list[str]
    art: dict[str, str]
    kinds: dict[str, str] = field(default_factory=dict)  # names of the codes in ``might``
    goal: str = ""  # how one wins
    # What to do now, by the clicks that began a step, apart by spaces; and by step what to ask before it is taken.
    prompts: dict[str, str] = field(default_factory=dict)
    cautions: dict[str, str] = field(default_factory=dict)
    board: str = ""  # all of it with characters and ANSI colours, for programs that asked for that; then no drawings


@dataclass
class Event:
    """What a step did. ``effect`` (put, move, push, take, turn, show, raise, lower or nothing) says how a picture
    changes, ``data`` has the codes it needs (at, from, to, owner, seat, piece …).
    """

    kind: str
    effect: str
    data: dict[str, object]
    sentence: str


@dataclass(frozen=True)
class Consequence:
    """Something that a step can lead to, as far as the viewer knows: events, and all of it in words."""

    events: list[Event]
    sentence: str
    looks: dict[str, str]  # of what then stands where something happened, by site; only in games without secrets


@dataclass(frozen=True)
class Preview:
    """What a step would do; several consequences where that depends on what is hidden."""

    step: str
    odds: str  # what it depends on, in words; empty if on nothing
    consequences: list[Consequence]


@dataclass
class Step:
    """A step as the viewer may know it; ``text`` is empty where only what it did may be known.

    ``place`` is which of all steps it is, counted from 1, where somebody looks at a whole game of their own; else 0.
    """

    number: int  # as the viewer counts, from 1
    turn: int
    seat: int
    text: str
    events: list[Event]
    place: int = 0


@dataclass(frozen=True)
class Outcome:
    winners: list[int]  # empty: a draw
    reason: str
    clause: str
    rule: str  # the clause in words
    sentence: str


@dataclass(frozen=True)
class Arrow:
    """A step drawn on a board: the sites that are clicked for it."""

    sites: list[str]


@dataclass(frozen=True)
class BestLine:
    steps: list[str]
    sentences: list[str]
    arrows: list[Arrow]
    share: float | None  # what the seat to act can expect of it, 0 to 1; nothing if it was not tried yet
    proven: bool

"""What the server tells a browser, in words and pictures that need no knowledge of any game.

Every message and answer is made of these classes, and ``web/src/lib/wire.ts`` is written from them (``make types``).
Sites, steps and choices have the names of the notation; whatever is for people is a sentence in their language.
What comes in from a browser is in ``asked``.
"""

from dataclasses import dataclass, field
from typing import Literal

Phase = Literal["waiting", "playing", "paused", "over"]
Company = Literal["person", "computer", "open"]
# All seats in one browser or with computers; whoever has the link; listed for everybody.
Visibility = Literal["screen", "private", "lobby"]
ClockKind = Literal["none", "sudden", "fischer", "days"]
OfferKind = Literal["draw", "undo", "pause", "resume", "rematch"]


# --- pictures ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Place:
    """A site that can be clicked, in the units of the picture. ``look`` is drawn there (a column), unless it is empty:
    then the ground shows it. Places are in the order in which they are painted, from the back to the front, each with
    all that belongs to it: its look, the signs that lie under pieces (last, target, target_empty, picked, walled), its
    figure, then ``bare`` or ``covered``. The other signs lie over everything.

    Drawings of places are made for a size of 100, those of signs for a reach of 100 (scale them by size / 100 and
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
    said: str  # for a screen reader, without what stands on it: "c3, port"
    aside: float = 0  # how far a piece stands off the middle
    down: float = 0
    bare: str = ""  # a look that is drawn while nothing stands here: the height of a column
    covered: str = ""  # the same while something does


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies under the pieces, and where everything is."""

    key: str  # equal keys, equal grounds
    width: float
    height: float
    svg: str
    places: list[Place]


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece on a site. ``look`` names its drawing in ``art``, made for a radius of 100: scale it by body / 100."""

    site: str
    owner: int
    kind: str
    look: str
    said: str
    signs: list[str] = field(default_factory=list)  # its signs: moved, ordered, walled …
    might: list[str] = field(default_factory=list)  # what a piece that is not known can still be, as codes
    secret: bool = False  # the viewer does not know all of it


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces of a kind beside the board."""

    owner: int
    kind: str
    look: str
    said: str
    count: int


@dataclass(frozen=True, slots=True)
class Tally:
    """A figure that matters: closes, removed blocks, towers, realms. ``goal`` 0: none is set; ``owner`` -1: nobody."""

    owner: int
    said: str
    value: int
    goal: int


@dataclass(frozen=True, slots=True)
class Way:
    """A legal step and the clicks that make it: sites, or choices that begin with ``#``."""

    step: str
    clicks: list[str]


@dataclass(frozen=True, slots=True)
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
    figures: list[Figure]
    heaps: list[Heap]
    tallies: list[Tally]
    ways: list[Way]
    choices: dict[str, str]  # what a choice (``#end``) is called
    last: list[str]
    forced: list[str]
    threatened: list[str]
    art: dict[str, str]
    kinds: dict[str, str] = field(default_factory=dict)  # names of the codes in ``might``


@dataclass(frozen=True, slots=True)
class Happening:
    """What a step did. ``effect`` (put, move, push, take, turn, show, raise, lower or nothing) says how a picture
    changes, ``data`` has the codes it needs (at, from, to, owner, seat, piece …).
    """

    kind: str
    effect: str
    data: dict[str, object]
    said: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step as the viewer may know it; ``text`` is empty where only what it did may be known.

    ``place`` is which of all steps it is, counted from 1, where somebody looks at a whole game of their own; else 0.
    """

    number: int  # as the viewer counts, from 1
    turn: int
    seat: int
    text: str
    happenings: list[Happening]
    place: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    winners: list[int]  # empty: a draw
    reason: str
    clause: str
    said: str


# --- tables -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who sits there."""

    seat: int
    called: str  # as the game calls the seat: Black
    look: str  # a drawing of its mark in the picture's ``art``: ``seat:0``
    company: Company
    name: str
    level: int  # of a computer; 0 for people
    person: str  # public id of the person; empty for others
    yours: bool
    here: bool  # connected now; computers always are
    rating: float | None


@dataclass(frozen=True, slots=True)
class Clock:
    """Times are milliseconds; ``running`` is the seat whose time runs (-1: none), ``left`` is as of this message."""

    kind: ClockKind
    base: int
    increment: int
    running: int
    left: list[int]


@dataclass(frozen=True, slots=True)
class Offer:
    kind: OfferKind
    by: int
    waiting: list[int]  # seats that have not agreed yet


@dataclass(frozen=True, slots=True)
class Score:
    """Of a series: where it stands."""

    set: int
    game: int
    games: int
    sets: int
    games_won: list[int]
    sets_won: list[int]
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said at the table."""

    number: int
    name: str
    seat: int  # -1: a spectator
    text: str
    at: int  # milliseconds since 1970


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice that was made for this table, in words."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class TableNews:
    """Everything about a table but the picture and the steps; sent whole whenever some of it changes."""

    id: str
    ruleset: str
    game: str
    title: str
    settings: list[Setting]
    phase: Phase
    visibility: Visibility
    owner: bool  # whether you made this table
    rated: bool
    chairs: list[Chair]
    seat: int  # to act; -1: nobody
    viewer: int  # whose view this connection gets; -1: a spectator's
    curtain: int  # a seat of yours that must uncover before its view is shown; -1: none
    hides: bool  # whether seats know different things
    clock: Clock
    offers: list[Offer]
    # What you may do now: step, undo, resign, next, sit, stand, fill, chat; of what is offered (or agreed to): draw,
    # ask_undo, pause, resume, rematch.
    may: list[str]
    thinking: bool  # a computer is at it
    spectators: int
    ending: Ending | None
    score: Score | None
    rematch: str  # the id of the next table, once there is one


# --- messages of a table's WebSocket ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Welcome:
    """The first message of a connection, and again when another view is shown (uncovering, language, theme)."""

    table: TableNews
    steps: list[Step]
    picture: Picture
    remarks: list[Remark]
    type: Literal["welcome"] = "welcome"


@dataclass(frozen=True, slots=True)
class Stepped:
    """Steps were taken, by anybody."""

    steps: list[Step]
    picture: Picture
    table: TableNews
    type: Literal["stepped"] = "stepped"


@dataclass(frozen=True, slots=True)
class Undone:
    """Only the first ``kept`` of the steps that the viewer has seen are left."""

    kept: int
    picture: Picture
    table: TableNews
    type: Literal["undone"] = "undone"


@dataclass(frozen=True, slots=True)
class Changed:
    """Something else about the table is new: who sits, who is here, offers, clocks, the end."""

    table: TableNews
    type: Literal["changed"] = "changed"


@dataclass(frozen=True, slots=True)
class Said:
    remark: Remark
    type: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Done:
    """What you asked under this id was done, and will still be done after a crash."""

    id: int
    type: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class Problem:
    """What was asked cannot be done; ``said`` tells why and what to do next. ``id`` 0: nothing that you asked."""

    id: int
    code: str
    said: str
    clause: str = ""
    page: str = ""  # where the clause is explained: /rules/mur#MUR-K1
    type: Literal["problem"] = "problem"


@dataclass(frozen=True, slots=True)
class Explained:
    """Why clicks make no step; ``allowed`` if they do."""

    id: int
    allowed: bool
    said: str
    clause: str
    page: str
    type: Literal["explained"] = "explained"


@dataclass(frozen=True, slots=True)
class Pong:
    id: int
    type: Literal["pong"] = "pong"


Message = Welcome | Stepped | Undone | Changed | Said | Done | Problem | Explained | Pong


# --- answers of the API -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a request that was refused, with a status that fits: like ``Problem``."""

    code: str
    said: str
    clause: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever asks. ``id`` is empty before a name was chosen."""

    id: str
    name: str
    guest: bool


@dataclass(frozen=True, slots=True)
class Choice:
    value: str | int | bool
    called: str


@dataclass(frozen=True, slots=True)
class OptionForm:
    """One option of a ruleset as a form shows it: choices, or a whole number from ``low`` to ``high``."""

    name: str
    called: str  # a short name
    said: str  # one line
    clause: str
    usual: str | int | bool
    choices: list[Choice]
    low: int
    high: int
    stride: int
    zero: bool  # 0 is allowed, too, and means none


@dataclass(frozen=True, slots=True)
class RulesetCard:
    name: str
    said: str
    options: list[OptionForm]
    seats: list[int]  # how many can play: [2], or [2, 3, 4, 5, 6] where the option "players" says so
    series: bool


@dataclass(frozen=True, slots=True)
class LevelCard:
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class GameCard:
    name: str
    title: str
    summary: str
    hides: bool
    seat_names: list[str]
    rulesets: list[RulesetCard]
    levels: list[LevelCard]
    picture: str  # an SVG of a lively position, as wide as it likes


@dataclass(frozen=True, slots=True)
class TableMade:
    id: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list: the lobby, one's own games."""

    id: str
    game: str
    ruleset: str
    title: str
    phase: Phase
    chairs: list[Chair]
    clock: Clock
    rated: bool
    your_turn: bool
    changed: int  # milliseconds since 1970
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class Rating:
    ruleset: str
    title: str
    value: float  # shown: mean less two deviations would be too harsh; the mean, rounded
    deviation: float
    games: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody, as everybody may see them."""

    id: str
    name: str
    guest: bool
    ratings: list[Rating]


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key with which one can log in without a password. Times are milliseconds since 1970; ``used`` 0: never."""

    id: str
    name: str
    created: int
    used: int


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The beginning of making or using a passkey; ``options`` are for ``navigator.credentials``, ``id`` comes back."""

    id: str
    options: dict[str, object]


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a game that was or is being played. ``number`` steps had been taken, as the viewer counts."""

    number: int
    last: int  # the highest number there is
    step: Step | None
    picture: Picture


@dataclass(frozen=True, slots=True)
class StudyStart:
    """What to send to ``/api/study`` to see a position: a diagram's, a read record's, a finished table's game."""

    ruleset: str
    options: dict[str, object]
    seed: int
    position: str | None
    steps: list[str]
    view: int | None  # the seat for which it is shown; ``null``: everything


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A seat as the game calls it, the look of its emblem, and the colours of its pieces: surface, outline, and what
    is written on the surface.
    """

    called: str
    look: str
    fill: str
    edge: str
    ink: str


@dataclass(frozen=True, slots=True)
class RecordGame:
    """A game that was read from a record; ``start`` has all its steps."""

    game: str
    title: str
    players: list[str]  # names, empty where none is known
    ending: Ending | None
    start: StudyStart


@dataclass(frozen=True, slots=True)
class RecordRead:
    """The games of a record: one, or those of a series."""

    games: list[RecordGame]


@dataclass(frozen=True, slots=True)
class Study:
    """A position reached by some steps from a start, to look at or to play on from."""

    ruleset: str
    title: str
    steps: list[Step]
    picture: Picture
    position: str
    ending: Ending | None
    hides: bool = False  # whether seats know different things
    seats: list[SeatMark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Arrow:
    """A step drawn on a board: the sites that are clicked for it."""

    sites: list[str]


@dataclass(frozen=True, slots=True)
class BestLine:
    steps: list[str]
    said: list[str]
    arrows: list[Arrow]
    share: float  # what the seat to act can expect of it, 0 to 1
    proven: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a search thinks of a position so far. Where something is hidden from the seat by whose knowledge it is
    judged, lines are told only as far as that seat can be sure of them, and none are if another seat is to act.
    """

    shares: list[float]  # what each seat can expect, 0 to 1
    lines: list[BestLine]
    simulations: int
    final: bool
    proof: str = ""  # what is certain, in words for the seat to act: a forced win in so many turns …
    id: int = 0  # of the request
    type: Literal["judgement"] = "judgement"


@dataclass(frozen=True, slots=True)
class JudgedStep:
    number: int
    seat: int
    shares: list[float]  # after it
    loss: float
    mark: Literal["good", "inaccuracy", "mistake", "blunder"]
    better: str  # the step that would have been better, or nothing
    better_said: str
    better_line: list[str] = field(default_factory=list)  # the better step and how the game might have gone on
    said: str = ""  # what a costly step cost, in words; empty for a good one


@dataclass(frozen=True, slots=True)
class CurveNews:
    """A finished game being judged, from the first step to the last."""

    done: int
    of: int
    start: list[float]  # what each seat could expect before the first step; empty until that is known
    steps: list[JudgedStep]  # those that are new since the message before
    turning: list[int]  # numbers of the steps that mattered most; empty until all are judged
    losses: list[float] = field(default_factory=list)  # each seat's mean loss; empty until all are judged
    id: int = 0  # of the request
    type: Literal["curve"] = "curve"


# What ``/ws/study`` sends; ``Done`` says that nothing more comes for a request.
StudyNews = Judgement | CurveNews | Done | Problem | Pong


# --- rulebook pages ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LiveDiagram:
    """A position on a rulebook page, to be drawn and played on from ``start``; ``said`` tells what is seen in it.
    ``ratio`` is the width of its picture by the height, so that a page can leave room for it.
    """

    name: str
    said: str
    start: StudyStart
    ratio: float = 1.0


@dataclass(frozen=True, slots=True)
class RulePart:
    """One block of a page. ``html`` is safe: our own tags, links within the pages, no scripts, no styles.

    A ``clause`` is a paragraph that begins with its id in bold; a ``heading`` has what stands inside ``h1`` to ``h6``.
    ``id`` is the anchor for the browser to set on the block, empty where it has none: ``MUR-K1`` (in lists, anchors
    are in the HTML itself), ``section-3`` (the same in all languages), ``diagram-…``.
    """

    kind: Literal["heading", "clause", "text", "diagram"]
    id: str
    html: str
    level: int = 0  # of a heading
    diagram: LiveDiagram | None = None


@dataclass(frozen=True, slots=True)
class RulePage:
    game: str
    title: str
    parts: list[RulePart]


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A rulebook page in a list."""

    game: str
    title: str
    summary: str

"""Analysis: positions, replays, judgements, rulebook pages."""

from dataclasses import dataclass, field
from typing import Literal

from ludarium.server.wire.cards import OptionValue
from ludarium.server.wire.pictures import BestLine, Outcome, Picture, Step
from ludarium.server.wire.tables import Done, Pong, Problem


@dataclass(frozen=True)
class Frame:
    """A position of a game that was or is being played. ``number`` steps had been taken, as the viewer counts."""

    number: int
    last: int  # the highest number there is
    step: Step | None
    picture: Picture


@dataclass(frozen=True)
class PositionStart:
    """What to send to ``/api/analysis`` to see a position: a diagram's, a read record's, a finished table's game."""

    ruleset: str
    options: dict[str, OptionValue]
    seed: int
    position: str | None
    steps: list[str]
    view: int | None  # the seat for which it is shown; ``null``: everything


@dataclass(frozen=True)
class SeatMark:
    """A seat as the game names it, the look of its emblem, and the colours of its pieces: surface, outline, and what
    is written on the surface.
    """

    label: str
    look: str
    fill: str
    edge: str
    ink: str


@dataclass(frozen=True)
class RecordGame:
    """A game that was read from a record; ``start`` has all its steps."""

    game: str
    title: str
    players: list[str]  # names, empty where none is known
    outcome: Outcome | None
    start: PositionStart


@dataclass(frozen=True)
class RecordRead:
    """The games of a record: one, or those of a series."""

    games: list[RecordGame]


@dataclass(frozen=True)
class AnalysisPosition:
    """A position that was reached by some steps from a start, to look at or to play on from."""

    ruleset: str
    title: str
    steps: list[Step]
    picture: Picture
    position: str
    outcome: Outcome | None
    hidden_information: bool = False  # whether seats know different things
    seats: list[SeatMark] = field(default_factory=list)


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class JudgedStep:
    number: int
    seat: int
    shares: list[float]  # after it
    loss: float
    mark: Literal["good", "inaccuracy", "mistake", "blunder"]
    better: str  # the step that would have been better, or nothing
    better_sentence: str
    better_line: list[str] = field(default_factory=list)  # the better step and how the game might have gone on
    better_sites: list[str] = field(default_factory=list)  # over which the better step leads, where one cost something
    sentence: str = ""  # what a costly step cost, in words; empty for a good one


@dataclass(frozen=True)
class CurveUpdate:
    """A finished game being judged, from the first step to the last."""

    done: int
    of: int
    start: list[float]  # what each seat could expect before the first step; empty until that is known
    steps: list[JudgedStep]  # those that are new since the message before
    turning: list[int]  # numbers of the steps that mattered most; empty until all are judged
    losses: list[float] = field(default_factory=list)  # each seat's mean loss; empty until all are judged
    id: int = 0  # of the request
    type: Literal["curve"] = "curve"


# What ``/ws/analysis`` sends; ``Done`` says that nothing more comes for a request.
AnalysisMessage = Judgement | CurveUpdate | Done | Problem | Pong


# --- rulebook pages ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class LiveDiagram:
    """A position on a page, to be drawn and played on from ``start``; ``label`` says what is seen in it. ``ratio`` is
    the width of its board by the height, so that a page can leave room for it. ``picture`` is the address of the same
    as SVG, which takes ``theme`` and ``lang``. It shows what is ``before`` the steps of the start, ``after`` them, or
    first the one and then the other; ``names`` are the sites whose names are written on the board.
    """

    name: str
    label: str
    start: PositionStart
    ratio: float = 1.0
    show: Literal["before", "after", "both"] = "after"
    names: list[str] = field(default_factory=list)
    picture: str = ""


@dataclass(frozen=True)
class LegendItem:
    """What a piece or a sign is called and does, and the address of its picture."""

    picture: str
    html: str


@dataclass(frozen=True)
class GameComment:
    """What is said when so many steps have been taken."""

    at: int
    html: str


@dataclass(frozen=True)
class SampleGame:
    """A whole game to step through, with comments in the order of the game."""

    name: str
    start: PositionStart
    ratio: float
    comments: list[GameComment]


@dataclass(frozen=True)
class RulePart:
    """One block of a page. ``html`` is safe: our own tags, links within the pages, no scripts, no styles.

    A ``clause`` is a paragraph that begins with its id in bold; a ``heading`` has what stands inside ``h1`` to ``h6``.
    ``id`` is the anchor for the browser to set on the block, empty where it has none: ``MUR-K1`` (in lists, anchors
    are in the HTML itself), ``section-3`` (the same in all languages), ``diagram-…``. What we decided where the
    rulebooks do not say it stands in ``details`` of the class ``ruling``. Parts of the ``aid`` are printed alone on one
    page; ``folded`` ones are for those who look for them.
    """

    kind: Literal["heading", "clause", "text", "diagram", "legend", "game"]
    id: str
    html: str
    level: int = 0  # of a heading
    diagram: LiveDiagram | None = None
    legend: list[LegendItem] | None = None
    game: SampleGame | None = None
    aid: bool = False
    folded: bool = False


@dataclass(frozen=True)
class RulesetName:
    name: str
    label: str


@dataclass(frozen=True)
class RulePage:
    """The reference of a game or the guide to a ruleset; ``has_guide`` says whether there is one to the ruleset that
    was asked for, ``has_lessons`` whether it is taught on the board. ``guides`` are the rulesets of the game that have
    one of their own.
    """

    game: str
    ruleset: str
    layer: Literal["guide", "reference"]
    title: str
    has_guide: bool
    has_lessons: bool
    guides: list[RulesetName]
    parts: list[RulePart]


@dataclass(frozen=True)
class RuleCard:
    """A rulebook page in a list."""

    game: str
    title: str
    summary: str

"""Tables, and the messages of their WebSocket."""

from dataclasses import dataclass
from typing import Literal

from ludarium.server.wire.pictures import BestLine, Outcome, Picture, Preview, Step

# ``closed``: by a moderator, while the game was played; only cards of tables say it.
Phase = Literal["waiting", "playing", "paused", "over", "closed"]
OccupantKind = Literal["person", "computer", "open"]
# All seats in one browser or with computers; whoever has the link; listed for everybody.
Visibility = Literal["screen", "private", "lobby"]
ClockKind = Literal["none", "sudden", "fischer", "days"]
# ``end``: the game ends here by agreement, as ``Agreement`` says.
OfferKind = Literal["end", "undo", "pause", "resume", "rematch", "play_on"]


@dataclass(frozen=True)
class SeatInfo:
    """A seat and its occupant."""

    seat: int
    label: str  # the game's name of the seat: Black
    look: str  # a drawing of its mark in the picture's ``art``: ``seat:0``
    occupant: OccupantKind
    name: str
    level: int  # of a computer; 0 for people
    person: str  # public id of the person; empty for others
    page: str  # the name under which an account has a page; empty for guests and all others
    yours: bool
    here: bool  # connected now; computers always are
    rating: float | None
    provisional: bool  # the rating comes from few games
    vacation: int  # when the person's last vacation ends or ended, in milliseconds since 1970; 0: they had none


@dataclass
class Clock:
    """Times are milliseconds; ``running`` is the seat whose time runs (-1: none), ``left`` is as of this message."""

    kind: ClockKind
    base: int
    increment: int
    running: int
    left: list[int]


@dataclass(frozen=True)
class Offer:
    kind: OfferKind
    by: int
    waiting: list[int]  # seats that have not agreed yet


@dataclass(frozen=True)
class Claim:
    """Your opponent has left: after so many milliseconds you may claim the win, or abort the game."""

    seat: int  # of whoever is away
    left: int  # 0: you may now


@dataclass(frozen=True)
class Agreement:
    """What all can agree on before the rules end the game, in the game's words: a draw, or to end now and count."""

    offer: str  # of a button
    offered: str  # "{name} offers …": ``{name}`` stands for whoever does
    asked: str  # you offer it
    sure_offer: str  # a question to whoever is about to offer it
    sure_accept: str  # or to agree
    now: str  # what would come of it in this position, with what is counted


@dataclass(frozen=True)
class SeriesScore:
    """Where a series stands."""

    set: int
    game: int
    games: int
    sets: int
    games_won: list[int]
    sets_won: list[int]
    outcome: Outcome | None


@dataclass(frozen=True)
class ChatMessage:
    """Something a person wrote in the chat of a table."""

    number: int
    name: str
    seat: int  # -1: a spectator
    text: str
    at: int  # milliseconds since 1970
    person: str = ""  # public id of whoever wrote it; empty once they have left for good
    page: str = ""  # as in ``SeatInfo``


@dataclass(frozen=True)
class Setting:
    """A choice that was made for this table, in words."""

    name: str
    value: str


@dataclass(frozen=True)
class KeptSeat:
    """An open seat that is kept for somebody who was challenged; once they have ``declined``, anybody can take it."""

    seat: int
    person: str
    name: str
    declined: bool


@dataclass  # one for every step: a frozen one takes three times as long to make
class TableInfo:
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
    seats: list[SeatInfo]
    seat: int  # to act; -1: nobody
    viewer: int  # whose view this connection gets; -1: a spectator's
    curtain: int  # a seat of yours that must uncover before its view is shown; -1: none
    hidden_information: bool  # whether seats know different things
    clock: Clock
    offers: list[Offer]
    agreement: Agreement | None  # nothing where the game has none, or is not being played
    claim: Claim | None  # nothing as long as your opponent is here, or it is not for you to claim
    # What you may do now: step, undo, plan, abort, resign, next, sit, stand, fill, chat; of what is offered (or agreed
    # to): end, ask_undo, pause, resume, rematch, play_on.
    may: list[str]
    thinking: bool  # a computer is at it
    spectators: int
    outcome: Outcome | None
    unrated: str  # why a rated game does not count; empty if it does, or is not rated
    series_score: SeriesScore | None
    rematch: str  # the id of the next table, once there is one
    kept: KeptSeat | None  # for whoever was challenged


# --- messages of a table's WebSocket ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Welcome:
    """The first message of a connection, and again when another view is shown (uncovering, language, theme)."""

    table: TableInfo
    steps: list[Step]
    picture: Picture
    chat: list[ChatMessage]
    type: Literal["welcome"] = "welcome"


@dataclass
class Stepped:
    """Steps were taken, by anybody."""

    steps: list[Step]
    picture: Picture
    table: TableInfo
    type: Literal["stepped"] = "stepped"


@dataclass(frozen=True)
class Undone:
    """Only the first ``kept`` of the steps that the viewer has seen are left."""

    kept: int
    picture: Picture
    table: TableInfo
    type: Literal["undone"] = "undone"


@dataclass(frozen=True)
class Changed:
    """Something else about the table is new: who sits, who is here, offers, clocks, the end."""

    table: TableInfo
    type: Literal["changed"] = "changed"


@dataclass(frozen=True)
class Declined:
    """What you offered was declined by a seat, in words or by playing on."""

    kind: OfferKind
    seat: int
    type: Literal["declined"] = "declined"


@dataclass(frozen=True)
class PlannedLine:
    """What others do and what you answer, from the turn on that is being played: ``place`` steps were taken before it.
    ``number`` is the line's name.
    """

    number: int
    place: int
    steps: list[str]


@dataclass(frozen=True)
class Planned:
    """All your planned answers, whenever they have changed. Without this message there are none."""

    lines: list[PlannedLine]
    type: Literal["planned"] = "planned"


@dataclass(frozen=True)
class Answered:
    """Your turn was played as you had planned it, or as far as you had."""

    seat: int
    type: Literal["answered"] = "answered"


@dataclass(frozen=True)
class Chatted:
    message: ChatMessage
    type: Literal["chatted"] = "chatted"


@dataclass(frozen=True)
class Done:
    """What you asked under this id was done, and will still be done after a crash."""

    id: int
    type: Literal["done"] = "done"


@dataclass(frozen=True)
class Problem:
    """What was asked cannot be done; ``sentence`` tells why and what to do next. ``id`` 0: nothing that you asked."""

    id: int
    code: str
    sentence: str
    clause: str = ""
    page: str = ""  # where the clause is explained: /rules/mur#MUR-K1
    rule: str = ""  # the clause in words: who may knock whom
    type: Literal["problem"] = "problem"


@dataclass(frozen=True)
class Explained:
    """Why clicks make no step; ``allowed`` if they do."""

    id: int
    allowed: bool
    sentence: str
    clause: str
    page: str
    rule: str
    type: Literal["explained"] = "explained"


@dataclass(frozen=True)
class Previewed:
    """What the steps would do that some clicks have begun."""

    id: int
    clicks: list[str]
    previews: list[Preview]
    art: dict[str, str]  # drawings that the browser may not have yet, as in a picture
    type: Literal["previewed"] = "previewed"


@dataclass(frozen=True)
class Hint:
    """What a computer would do, and what it expects; ``proof`` if that is certain."""

    id: int
    line: BestLine
    proof: str
    type: Literal["hint"] = "hint"


@dataclass(frozen=True)
class Coached:
    """What a coach says to the turn that begins, and where to look; empty if nothing."""

    id: int
    kind: Literal["phase", "win", "danger", "missed_win", "threat", "missed", ""]
    key: str  # what was said: a phase is explained only once
    sentence: str
    sites: list[str]
    type: Literal["coached"] = "coached"


@dataclass(frozen=True)
class Pong:
    id: int
    type: Literal["pong"] = "pong"


# What ``/ws/tables/…`` sends.
Notice = Welcome | Stepped | Undone | Changed | Declined | Planned | Answered | Chatted
TableMessage = Notice | Done | Problem | Explained | Previewed | Hint | Coached | Pong

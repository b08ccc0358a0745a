"""Answers about people, games and tables in lists."""

from dataclasses import dataclass, field
from typing import Literal

from ludarium.server.wire.pictures import Outcome
from ludarium.server.wire.tables import Clock, Phase, Pong, Problem, SeatInfo, Visibility

OptionList = list[str | int | list[str | int]]
OptionValue = str | int | bool | OptionList


@dataclass(frozen=True)
class Refused:
    """The answer to a request that was refused, with a status that fits: like ``Problem``."""

    code: str
    sentence: str
    clause: str = ""
    page: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Person:
    """The person who is using this browser. ``id`` is empty before a name was chosen."""

    id: str
    name: str
    guest: bool


@dataclass(frozen=True)
class Choice:
    value: str | int | bool
    label: str


@dataclass(frozen=True)
class OptionForm:
    """One option of a ruleset as a form shows it: choices, or a whole number from ``low`` to ``high``; where it
    ``lists``, somebody can also write a list (see ``OptionsChecked``).
    """

    name: str
    label: str
    sentence: str  # what it does
    clause: str
    rule: str  # the clause in words
    default: str | int | bool
    choices: list[Choice]
    low: int
    high: int
    stride: int
    zero: bool  # 0 is allowed, too, and means none
    lists: bool
    own: str  # beside choices: what a list of one's own is called
    none: str  # without choices: what it means to write nothing
    example: str  # of a list that goes with the default options; empty where they leave none to be written


@dataclass(frozen=True)
class OptionsChecked:
    """What the server makes of options before a table is made."""

    sentence: str  # what is wrong with them; empty if nothing is
    option: str  # whose fault it is, if it is the list's of one
    values: dict[str, OptionList]  # the lists that were written, as far as they could be read
    examples: dict[str, str]  # lists that would go with the other options; none for an option that takes none with them


@dataclass(frozen=True)
class ListItem:
    """Something that a list can hold. ``look`` is its drawing, made for a radius of 100."""

    value: str
    label: str
    look: str


@dataclass(frozen=True)
class ListStart:
    """A list to begin with."""

    label: str
    value: OptionList


@dataclass(frozen=True)
class ListGrid:
    """A grid on whose places a list is drawn: the place [a, b] lies at a times ``across`` plus b times ``down``."""

    across: list[float]
    down: list[float]
    outline: list[list[float]]  # of the place [0, 0]
    ways: list[list[int]]  # to its neighbours, in the order of a clock
    far: int  # no number of a place is greater, or less than the negative of it
    look: str  # what stands on a place that was chosen, made for a size of 100; empty where a plain colour does
    starts: list[ListStart]


@dataclass(frozen=True)
class ListForm:
    """How people choose or draw a list: ``needed`` of ``items``, each once, or of the places of a ``grid``; without
    either they write it.
    """

    needed: int
    items: list[ListItem] = field(default_factory=list)
    usual: list[str] = field(default_factory=list)  # those that an empty list stands for
    grid: ListGrid | None = None


@dataclass(frozen=True)
class SeriesForm:
    """How long a series is by default: so many games in a set, so many sets; and the most that either can be."""

    games: int
    sets: int
    most: int


@dataclass(frozen=True)
class RulesetCard:
    name: str
    label: str
    options: list[OptionForm]
    seats: list[int]  # how many can play: [2], or [2, 3, 4, 5, 6] where the option "players" says so
    series: SeriesForm | None


@dataclass(frozen=True)
class LevelCard:
    number: int
    name: str


@dataclass(frozen=True)
class GameCard:
    name: str
    title: str
    summary: str
    hidden_information: bool
    seat_labels: list[str]
    rulesets: list[RulesetCard]
    levels: list[LevelCard]


@dataclass(frozen=True)
class TableMade:
    id: str


@dataclass(frozen=True)
class TableCard:
    """A table in a list: the lobby, a person's own games."""

    id: str
    game: str
    ruleset: str
    title: str
    phase: Phase
    hidden_information: bool
    visibility: Visibility
    seats: list[SeatInfo]
    clock: Clock
    rated: bool
    your_turn: bool
    changed: int  # milliseconds since 1970
    outcome: Outcome | None


@dataclass(frozen=True)
class Rating:
    ruleset: str
    title: str
    value: float  # shown: mean less two deviations would be too harsh; the mean, rounded
    deviation: float
    games: int
    provisional: bool  # it comes from few games


@dataclass(frozen=True)
class Vacation:
    """While somebody is on vacation, their clocks in correspondence games stand still."""

    until: int  # milliseconds since 1970; 0: they are not
    left: int  # days that they may still take


@dataclass(frozen=True)
class Profile:
    """A person as everybody may see them."""

    id: str
    name: str
    guest: bool
    ratings: list[Rating]


@dataclass(frozen=True)
class Passkey:
    """A key with which one can log in without a password. Times are milliseconds since 1970; ``used`` 0: never."""

    id: str
    name: str
    created: int
    used: int


@dataclass(frozen=True)
class Ceremony:
    """The beginning of making or using a passkey; ``options`` are for ``navigator.credentials``, ``id`` comes back."""

    id: str
    options: dict[str, object]


@dataclass(frozen=True)
class Lobby:
    """The tables that are open to everybody: first those with an open seat, then games to watch."""

    tables: list[TableCard]
    type: Literal["lobby"] = "lobby"


LobbyMessage = Lobby | Problem | Pong  # what ``/ws/lobby`` sends

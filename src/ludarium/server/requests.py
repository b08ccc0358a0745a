"""What a browser may send: every message of a WebSocket and every body of the API, checked on arrival."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ludarium.learn.puzzles.progress import FIRST_RATING
from ludarium.learn.puzzles.puzzle import LEAST_RATING, MOST_RATING
from ludarium.server.wire import ClockKind, OfferKind, ProgressKind, Visibility
from ludarium.table.series import MOST

MOST_SEATS = 6
MOST_STEPS = 3_000  # of a game that is analysed
MOST_PLANNED = 40  # steps of a line of planned answers
MOST_TASKS = 12  # of a lesson
MOST_TRIED = 80  # steps of a learner in one task
Locale = Literal["en", "ja"]
PersonId = Annotated[str, Field(max_length=12)]
Theme = Literal["light", "dark", "contrast", "safe"]
Quality = Literal["quick", "normal", "deep"]  # of judging a game
Name = Annotated[str, Field(min_length=1, max_length=200)]
Password = Annotated[str, Field(max_length=200)]
MailAddress = Annotated[str, Field(min_length=1, max_length=254)]
Token = Annotated[str, Field(min_length=1, max_length=100)]
Credential = Annotated[dict[str, Any], Field(max_length=20)]
StepText = Annotated[str, Field(min_length=1, max_length=60)]
Click = Annotated[str, Field(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
OptionNumber = Annotated[int, Field(ge=-(10**6), le=10**6)]
OptionWord = Annotated[str, Field(max_length=60)] | OptionNumber
OptionRow = Annotated[list[OptionWord], Field(max_length=100, fail_fast=True)]
OptionList = Annotated[list[OptionWord | OptionRow], Field(max_length=200, fail_fast=True)]  # of hexagons, say
OptionText = Annotated[str, Field(max_length=4_000)]  # a word, or a list as somebody typed it
OptionGiven = OptionText | OptionNumber | bool | OptionList
OptionName = Annotated[str, Field(max_length=60)]
Options = Annotated[dict[OptionName, OptionGiven], Field(max_length=20)]
SeriesLength = Annotated[int, Field(ge=1, le=MOST)]
OPTION_LIST: TypeAdapter[OptionList] = TypeAdapter(OptionList)


class RequestModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NumberedRequest(RequestModel):
    """``id`` comes back in the answer (``done``, ``problem``, ``explained``, ``pong``)."""

    id: Annotated[int, Field(ge=1, le=2**31)]


class TakeStep(NumberedRequest):
    """``number`` is how many steps this seat has seen: a step meant for another position is refused."""

    do: Literal["step"]
    seat: SeatNumber
    step: StepText
    number: Annotated[int, Field(ge=0, le=10**6)]


class TakeBack(NumberedRequest):
    """Take back one step of one's own unfinished turn, or (``whole``) all of them."""

    do: Literal["undo"]
    seat: SeatNumber
    number: Annotated[int, Field(ge=0, le=10**6)]
    whole: bool = False


class Abort(NumberedRequest):
    """End the game without a result, before everybody has taken a turn."""

    do: Literal["abort"]
    seat: SeatNumber


class Resign(NumberedRequest):
    do: Literal["resign"]
    seat: SeatNumber


class ClaimGame(NumberedRequest):
    """The opponent has left: win, or end the game without a result."""

    do: Literal["claim"]
    seat: SeatNumber
    win: bool


class PlanAnswers(NumberedRequest):
    """While others are to act: what they do and what this seat answers, from now on, whoever is to act. ``number`` is
    how many steps have been taken.
    """

    do: Literal["plan"]
    seat: SeatNumber
    number: Annotated[int, Field(ge=0, le=10**6)]
    steps: Annotated[list[StepText], Field(min_length=1, max_length=MOST_PLANNED, fail_fast=True)]


class ForgetPlan(NumberedRequest):
    """Remove a line of planned answers."""

    do: Literal["unplan"]
    seat: SeatNumber
    line: Annotated[int, Field(ge=1, le=10**6)]


class MakeOffer(NumberedRequest):
    """Offering what somebody else offers already is agreeing to it."""

    do: Literal["offer"]
    seat: SeatNumber
    kind: OfferKind


class AnswerOffer(NumberedRequest):
    """``yes`` agrees, else the offer is gone; whoever made it withdraws it with no."""

    do: Literal["answer"]
    seat: SeatNumber
    kind: OfferKind
    yes: bool


class NextGame(NumberedRequest):
    """Go on to the next game of a series."""

    do: Literal["next"]


class Uncover(NumberedRequest):
    """Somebody on a shared screen is ready to see what this seat sees; -1 draws the curtain."""

    do: Literal["uncover"]
    seat: Annotated[int, Field(ge=-1, lt=MOST_SEATS)]


class Sit(NumberedRequest):
    """Take an open seat (-1: any)."""

    do: Literal["sit"]
    seat: Annotated[int, Field(ge=-1, lt=MOST_SEATS)]


class Stand(NumberedRequest):
    """Leave one's seat before the game begins."""

    do: Literal["stand"]
    seat: SeatNumber


class Fill(NumberedRequest):
    """The owner gives an open seat to a computer."""

    do: Literal["fill"]
    seat: SeatNumber
    level: Annotated[int, Field(ge=1, le=5)]


class RemovePlayer(NumberedRequest):
    """The owner sends somebody away who took a seat; they cannot come back to one."""

    do: Literal["remove"]
    seat: SeatNumber


class CloseTable(NumberedRequest):
    """The owner closes the table before the game has begun."""

    do: Literal["close"]


class Say(NumberedRequest):
    do: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Explain(NumberedRequest):
    """Why do these clicks make no step?"""

    do: Literal["explain"]
    seat: SeatNumber
    clicks: Annotated[list[Click], Field(min_length=1, max_length=6)]


class AskPreview(NumberedRequest):
    """What would the steps do that these clicks have begun, and one more ends?"""

    do: Literal["preview"]
    seat: SeatNumber
    clicks: Annotated[list[Click], Field(max_length=6)]


class AskHint(NumberedRequest):
    """What would a computer do?"""

    do: Literal["hint"]
    seat: SeatNumber


class AskCoach(NumberedRequest):
    """What does a coach say to the turn that begins? ``heard``: keys of what was explained once already."""

    do: Literal["coach"]
    seat: SeatNumber
    heard: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=60)] = []


class Prefer(NumberedRequest):
    """Speak another language from now on, draw with another theme, or from the other side."""

    do: Literal["prefer"]
    locale: Locale
    theme: Theme
    flipped: bool = False  # from the other side of the board


class Ping(NumberedRequest):
    do: Literal["ping"]


LOBBY_REQUEST: TypeAdapter[Ping] = TypeAdapter(Ping)

GameRequest = TakeStep | TakeBack | Abort | Resign | ClaimGame | MakeOffer | AnswerOffer | NextGame
PlanRequest = PlanAnswers | ForgetPlan
SeatRequests = Uncover | Sit | Stand | Fill | RemovePlayer | CloseTable
HelpRequest = Explain | AskPreview | AskHint | AskCoach
AnyTableRequest = GameRequest | PlanRequest | SeatRequests | HelpRequest | Say | Prefer | Ping
TableRequest = Annotated[AnyTableRequest, Field(discriminator="do")]
TABLE_REQUEST: TypeAdapter[TableRequest] = TypeAdapter(TableRequest)


# --- people -----------------------------------------------------------------------------------------------------------
class NameRequest(RequestModel):
    name: Name


class AccountRequest(RequestModel):
    name: Name
    password: Password


class PasswordRequest(RequestModel):
    """``old`` may be left out for ten minutes after logging in."""

    new: Password
    old: Password = ""


class Confirmation(RequestModel):
    """The password may be left out for ten minutes after logging in."""

    password: Password = ""


class VacationRequest(RequestModel):
    """Whole days, from now on."""

    days: Annotated[int, Field(ge=1, le=30)]


class PushRequest(RequestModel):
    """A browser's subscription, as it gives it itself."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Field(min_length=1, max_length=100)]
    auth: Annotated[str, Field(min_length=1, max_length=40)]


class MailRequest(RequestModel):
    """An address for mails, with the password unless somebody has just logged in."""

    address: MailAddress
    password: Password = ""


class MailTurnsRequest(RequestModel):
    on: bool


class LinkRequest(RequestModel):
    """What stands in the link of a mail."""

    token: Token


class ForgotRequest(RequestModel):
    """Somebody's name or mail address."""

    who: MailAddress


class NewPasswordRequest(RequestModel):
    token: Token
    password: Password


class RecoveryRequest(RequestModel):
    """Log in with a recovery code and set a new password."""

    name: Name
    code: Annotated[str, Field(min_length=1, max_length=60)]
    password: Password


class CompanyRequest(RequestModel):
    """Follow or block somebody, or (``yes`` false) no longer."""

    person: Annotated[str, Field(min_length=1, max_length=12)]
    yes: bool


class ChallengeAnswer(RequestModel):
    """The one who was challenged declines, or the challenger no longer waits for them. Accepting is taking the seat."""

    table: Annotated[str, Field(min_length=1, max_length=40)]


class NewPasskeyRequest(RequestModel):
    id: Annotated[str, Field(max_length=60)]  # of the ceremony
    name: Name
    credential: Credential


class PasskeyLoginRequest(RequestModel):
    id: Annotated[str, Field(max_length=60)]
    credential: Credential


# --- tables -----------------------------------------------------------------------------------------------------------
class ClockRequest(RequestModel):
    """``base`` and ``increment`` are seconds; with ``days``, ``base`` is the number of days for a turn."""

    kind: ClockKind = "none"
    base: Annotated[int, Field(ge=0, le=86_400)] = 0
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class SeatRequest(RequestModel):
    """``you`` sit there (several such seats share your screen), a ``computer``, or whoever comes (``open``)."""

    who: Literal["you", "computer", "open"]
    level: Annotated[int, Field(ge=1, le=5)] = 2
    name: Annotated[str, Field(max_length=40)] = ""  # on a shared screen: how this seat's player is called


class NewTableRequest(RequestModel):
    """A new table. ``lots``: who sits where is drawn when the game begins."""

    ruleset: Annotated[str, Field(min_length=1, max_length=60)]
    options: Options = Field(default_factory=dict)
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=MOST_SEATS)]
    visibility: Visibility = "private"
    clock: ClockRequest = Field(default_factory=ClockRequest)
    lots: bool = False
    rated: bool = False
    series: bool = False
    games: SeriesLength | None = None  # of a set of the series; else as the game has it
    sets: SeriesLength | None = None
    chat: bool = True
    challenge: PersonId = ""  # whom the first open seat is kept for


class OptionsRequest(RequestModel):
    """Options as a form has them, to be checked; ``texts`` are lists as somebody wrote them."""

    ruleset: Annotated[str, Field(min_length=1, max_length=60)]
    options: Options = Field(default_factory=dict)
    texts: Annotated[dict[OptionName, OptionText], Field(max_length=20)] = Field(default_factory=dict)


class ListRequest(RequestModel):
    """How is this option's list chosen beside these options? ``seed`` is for a random list to begin with."""

    ruleset: Annotated[str, Field(min_length=1, max_length=60)]
    option: OptionName
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    theme: Theme = "light"


# --- analysis ---------------------------------------------------------------------------------------------------------
class PositionRequest(RequestModel):
    """A position: some steps from the start of a ruleset, from a written position, or from a finished table's game.

    ``view``: the seat for which it is shown, -1 for a spectator, ``None`` for everything. ``since``: how many of the
    steps the browser has already; ``known_ground``, ``known_looks``: what it has drawn already. ``guided``: with what
    can be done now, in words.
    """

    ruleset: Annotated[str, Field(min_length=1, max_length=60)]
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    position: Annotated[str, Field(max_length=20_000)] | None = None
    steps: Annotated[list[StepText], Field(max_length=MOST_STEPS, fail_fast=True)] = Field(default_factory=list)
    view: Annotated[int, Field(ge=-1, lt=MOST_SEATS)] | None = None
    since: Annotated[int, Field(ge=0, le=MOST_STEPS)] = 0
    known_ground: Annotated[str, Field(max_length=80)] = ""
    known_looks: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=600, fail_fast=True)] = Field(
        default_factory=list
    )
    theme: Theme = "light"
    locale: Locale = "en"
    guided: bool = False


class ExplainRequest(PositionRequest):
    """Why do these clicks make no step in this position?"""

    clicks: Annotated[list[Click], Field(min_length=1, max_length=6)]


# --- lessons ----------------------------------------------------------------------------------------------------------
RulesetName = Annotated[str, Field(min_length=1, max_length=60)]
LessonId = Annotated[str, Field(min_length=1, max_length=60)]
TriedSteps = Annotated[list[StepText], Field(max_length=MOST_TRIED, fail_fast=True)]


class TryRequest(RequestModel):
    """A try at a task of a lesson (``task`` counts from 0): ``tries`` are the learner's own steps in each task so far,
    the last ones in this task. ``solve``: how would it go on? For the rest see ``PositionRequest``.
    """

    ruleset: RulesetName
    lesson: LessonId
    task: Annotated[int, Field(ge=0, lt=MOST_TASKS)]
    tries: Annotated[list[TriedSteps], Field(max_length=MOST_TASKS, fail_fast=True)] = Field(default_factory=list)
    solve: bool = False
    known_ground: Annotated[str, Field(max_length=80)] = ""
    known_looks: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=600, fail_fast=True)] = Field(
        default_factory=list
    )
    theme: Theme = "light"
    locale: Locale = "en"


class TryClicks(TryRequest):
    """Why do these clicks make no step there, or what would the steps do that they have begun?"""

    clicks: Annotated[list[Click], Field(max_length=6)]


class ProgressRow(RequestModel):
    kind: ProgressKind
    ruleset: RulesetName
    item: LessonId


class ProgressRequest(RequestModel):
    """What somebody has done on this device."""

    done: Annotated[list[ProgressRow], Field(max_length=500, fail_fast=True)]


# --- puzzles ----------------------------------------------------------------------------------------------------------
MOST_PUZZLES = 1_000  # that a browser remembers
PuzzleId = Annotated[str, Field(min_length=1, max_length=60)]
PuzzleIds = Annotated[list[PuzzleId], Field(max_length=MOST_PUZZLES, fail_fast=True)]
PuzzlePoints = Annotated[float, Field(ge=LEAST_RATING, le=MOST_RATING)]


class PuzzleRequest(RequestModel):
    """Something about a puzzle. ``rating`` and ``tried`` are what this browser remembers of somebody without a name:
    their rating for the game, and whether they have tried the puzzle before. For the rest see ``PositionRequest``.
    """

    puzzle: PuzzleId
    rating: PuzzlePoints = FIRST_RATING
    tried: bool = False
    known_ground: Annotated[str, Field(max_length=80)] = ""
    known_looks: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=600, fail_fast=True)] = Field(
        default_factory=list
    )
    theme: Theme = "light"
    locale: Locale = "en"


class PuzzleSteps(PuzzleRequest):
    """All own steps since the position of the puzzle; without any, how it begins."""

    steps: Annotated[list[StepText], Field(max_length=MOST_TRIED, fail_fast=True)] = Field(default_factory=list)


class PuzzleClicks(PuzzleSteps):
    """Why do these clicks make no step there?"""

    clicks: Annotated[list[Click], Field(min_length=1, max_length=6)]


class GuessRequest(PuzzleRequest):
    """Everything that the piece can be; nothing yet: what led there, and what can be chosen."""

    kinds: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=60, fail_fast=True)] = Field(
        default_factory=list
    )


class NextRequest(RequestModel):
    """The puzzle that comes next, of a theme if there is one, and not ``after`` unless it is the only one left.
    ``rating``, ``solved`` and ``missed`` are what this browser remembers of somebody without a name.
    """

    ruleset: RulesetName
    theme: Annotated[str, Field(max_length=40)] = ""
    after: Annotated[str, Field(max_length=60)] = ""
    rating: PuzzlePoints = FIRST_RATING
    solved: PuzzleIds = Field(default_factory=list)
    missed: PuzzleIds = Field(default_factory=list)


class PuzzleTried(RequestModel):
    """``right``: at the first try. ``solved``: then or later."""

    puzzle: PuzzleId
    right: bool
    solved: bool


class PuzzlesTried(RequestModel):
    """What somebody has tried in this browser before they had a name, the first one first."""

    tried: Annotated[list[PuzzleTried], Field(max_length=MOST_PUZZLES, fail_fast=True)]


# --- keeping order ----------------------------------------------------------------------------------------------------
ReportReason = Literal["insult", "cheating", "name", "other"]
TableId = Annotated[str, Field(max_length=16)]


class ReportRequest(RequestModel):
    """Report a person (``person``), whoever wrote a chat ``message`` of a ``table`` (0: none), or a table itself."""

    reason: ReportReason
    text: Annotated[str, Field(max_length=500)] = ""
    person: PersonId = ""
    table: TableId = ""
    message: Annotated[int, Field(ge=0, le=10**9)] = 0


class ModerateRequest(RequestModel):
    """What a moderator does about a report: ``days`` for which somebody is muted or banned (0: for good, bans alone),
    the ``name`` that they get.
    """

    do: Literal["dismiss", "mute", "ban", "rename", "close"]
    days: Annotated[int, Field(ge=0, le=7)] = 0
    name: Annotated[str, Field(max_length=200)] = ""
    why: Annotated[str, Field(max_length=200)] = ""


# --- records and judging ----------------------------------------------------------------------------------------------
class RecordRequest(RequestModel):
    """The text of a record, from a file."""

    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]


class Judge(NumberedRequest):
    """What does a computer think of this position? Answered by judgements, and ``done`` after the last one."""

    do: Literal["judge"]
    position: PositionRequest
    seconds: Annotated[float, Field(ge=0.1, le=10)] = 3.0


class Curve(NumberedRequest):
    """How well was this game played? ``table`` names a finished table (``game`` counts in a series from 1; 0: the
    last one), else it is the game of ``position``.
    """

    do: Literal["curve"]
    table: Annotated[str, Field(max_length=60)] = ""
    game: Annotated[int, Field(ge=0, le=10_000)] = 0
    position: PositionRequest | None = None
    quality: Quality = "quick"
    locale: Locale = "en"


class StopThinking(NumberedRequest):
    """End the judging that was asked for under this id; what it found so far is its answer."""

    do: Literal["stop"]


AnalysisRequest = Annotated[Judge | Curve | StopThinking | Ping, Field(discriminator="do")]
ANALYSIS_REQUEST: TypeAdapter[AnalysisRequest] = TypeAdapter(AnalysisRequest)

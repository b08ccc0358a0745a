"""Connect Four in one file: an example of a complete game, explained in ``docs/adding-a-game.md``.

    LUDARIUM_GAMES=examples/connect_four.py ludarium play connect-four

The clauses (CON-…) are among the words. The file runs as it is, and is compiled with the rest
by ``make compile GAMES=examples/connect_four.py``.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, Plane
from ludarium.core.conformance import Image, Traits
from ludarium.core.errors import NotationError
from ludarium.core.game import DRAW, Game, Prompt, Ruleset
from ludarium.core.insight import Insight
from ludarium.core.options import OptionValue, shortened
from ludarium.core.position import join_parts, split_parts
from ludarium.core.rng import Rng
from ludarium.core.scene import Note, Path, Piece, Scene, Site
from ludarium.core.state import NOBODY, EventLog, State, expect
from ludarium.core.vocabulary import PUT, Ending, EventKind, Option, Reason
from ludarium.draw.art import Art
from ludarium.draw.marks import seat_mark
from ludarium.draw.pen import Pen
from ludarium.draw.theme import Coat, Theme
from ludarium.games.symmetric import Symmetric, Turn

# --- what can happen, be refused, and end the game: numbers for the rules, and what they mean ---------------------
E_DROPPED: Final = 0
E_FOUR: Final = 1
EVENTS: Final = (
    EventKind("dropped", (("seat", "seat"), ("piece", "piece"), ("at", "site")), PUT),
    EventKind("four", (("seat", "seat"), ("sites", "sites"))),
)

R_FULL: Final[i64] = 1
R_OVER: Final[i64] = 2
REASONS: Final = (
    Reason("", ""),  # number 0 means: nothing forbids it
    Reason("CON-T1", "full", (("column", "column"),)),
    Reason("CON-W1", "over"),
)

END_FOUR: Final[i64] = 1
END_FULL: Final[i64] = 2
ENDINGS: Final = (Ending("", ""), Ending("CON-W1", "four"), Ending("CON-W2", "full"))

# --- the board ------------------------------------------------------------------------------------------------------
# A set of sites is a number. Column a is bits 0 (a1, at the bottom) to 5 (a6), column b bits 7 to 12 …: the bit above
# each column stays empty, so that no line goes on from the top of a column to the bottom of the next.
COLUMNS: Final[i64] = 7
ROWS: Final[i64] = 6
WIDTH: Final[i64] = 7  # bits from a site to its neighbour on the right
COLUMN: Final[i64] = 0b0111111
BOTTOM_ROW: Final[i64] = 0b0000001_0000001_0000001_0000001_0000001_0000001_0000001
BOARD: Final[i64] = 0b0111111_0111111_0111111_0111111_0111111_0111111_0111111
GAP_ABOVE_G_BIT: Final[i64] = 48
GAP_ABOVE_G: Final[i64] = 0b1000000_0000000_0000000_0000000_0000000_0000000_0000000
CENTRE: Final[i64] = 0b0111111_0000000_0000000_0000000  # column d


def site_at(column: i64, row: i64) -> i64:
    """The set of this one site."""
    # Compiled, 1 << x would be a shift of a C int, too short for this board; a greater literal is a longer number.
    return GAP_ABOVE_G >> (GAP_ABOVE_G_BIT - column * WIDTH - row)


def landings(filled: i64) -> i64:
    """The lowest empty site of every column: adding 1 to a column's stones carries to the first gap."""
    return (filled + BOTTOM_ROW) & BOARD


def landing(filled: i64, column: i64) -> i64:
    """The site where a stone comes to rest in a column that is not full."""
    stones: i64 = (filled >> (column * WIDTH)) & COLUMN
    return (stones + 1) << (column * WIDTH)


def has_four(stones: i64) -> bool:
    """CON-W1: whether four of these stones lie in a line: upright, level, falling or rising."""
    pairs: i64 = stones & (stones >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = stones & (stones >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = stones & (stones >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = stones & (stones >> 8)
    return pairs & (pairs >> 16) != 0


def fours(stones: i64) -> i64:
    """The stones that lie in a line of four."""
    found: i64 = 0
    for way in (1, 6, 7, 8):
        starts: i64 = stones & (stones >> way) & (stones >> 2 * way) & (stones >> 3 * way)
        found |= starts | (starts << way) | (starts << 2 * way) | (starts << 3 * way)
    return found


def completing(stones: i64, empty: i64) -> i64:
    """The empty sites where one more stone would make four."""
    upright: i64 = (stones & (stones >> 1) & (stones >> 2)) << 3
    return (upright | _gaps(stones, 6) | _gaps(stones, 7) | _gaps(stones, 8)) & empty


def _gaps(stones: i64, way: i64) -> i64:
    """Sites with three of the stones around them in a line of four in this direction."""
    pairs: i64 = stones & (stones >> way)
    three: i64 = pairs & (stones >> 2 * way)  # XXX. and .XXX
    third: i64 = pairs & (stones >> 3 * way)  # XX.X
    second: i64 = stones & (pairs >> 2 * way)  # X.XX
    return (three << 3 * way) | (three >> way) | (third << 2 * way) | (second << way)


def count(sites: i64) -> i64:
    """How many sites are in a set."""
    found: i64 = 0
    while sites:
        sites &= sites - 1
        found += 1
    return found


# --- the rules ------------------------------------------------------------------------------------------------------
@final
class ConnectFour(State):
    """``mine`` are the stones of the seat to act, ``filled`` those of both. A step is the number of a column."""

    def __init__(self) -> None:
        super().__init__()
        self.mine: i64 = 0
        self.filled: i64 = 0

    def judge(self, step: i64) -> i64:
        if self.seat < 0:
            return R_OVER
        return R_FULL if self.filled >> (step * WIDTH + ROWS - 1) & 1 else 0

    def facts(self, step: i64, reason: i64) -> list[int]:
        return [step] if reason == R_FULL else []

    def legal(self) -> vec[i64]:
        steps = vec[i64](capacity=COLUMNS)
        if self.seat >= 0:
            free: i64 = landings(self.filled)
            for column in range(i64(0), COLUMNS):
                if free >> (column * WIDTH) & COLUMN:
                    steps = append(steps, column)
        return steps

    def universe(self) -> vec[i64]:
        steps = vec[i64](capacity=COLUMNS)
        for column in range(i64(0), COLUMNS):
            steps = append(steps, column)
        return steps

    def random_step(self, rng: Rng) -> i64:
        # Few columns are full for most of a game, so trying one after the other is faster than listing them.
        column: i64 = rng.below(COLUMNS)
        while self.filled >> (column * WIDTH + ROWS - 1) & 1:
            column = rng.below(COLUMNS)
        return column

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        seat: i64 = self.seat
        site: i64 = landing(self.filled, step)
        stones: i64 = self.mine | site
        self.mine ^= self.filled  # from now on the stones of the other seat
        self.filled |= site
        self.turn += 1
        self.seat = 1 - seat
        if log is not None:
            log.add(E_DROPPED, seat, seat, site)
        if has_four(stones):
            self.seat = NOBODY
            self.ending = END_FOUR
            self.winners = seat + 1  # bit 0 for seat 0, bit 1 for seat 1
            if log is not None:
                log.add(E_FOUR, seat, fours(stones))
        elif self.filled == BOARD:
            self.seat = NOBODY
            self.ending = END_FULL

    def copy(self) -> "ConnectFour":
        new = ConnectFour()
        new.seat = self.seat
        new.turn = self.turn
        new.winners = self.winners
        new.ending = self.ending
        new.mine = self.mine
        new.filled = self.filled
        return new

    def stones(self, seat: i64) -> i64:
        """A seat's stones: seat 0 is to act whenever the number of stones is even, also after the end."""
        return self.mine if seat == self.turn & 1 else self.mine ^ self.filled


# --- what a computer player knows beyond the rules ------------------------------------------------------------------
CENTRAL: Final = vec[float]([1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0])  # by column: more lines go through the centre


@final
class Foresight(Insight):
    """Complete a four, prevent one, keep to the centre; and sites that would complete a four are worth having."""

    def __init__(self) -> None:
        super().__init__(horizon=-1, guides=True)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        board = expect(state, ConnectFour)
        theirs: i64 = board.mine ^ board.filled
        empty: i64 = BOARD & ~board.filled
        threats: i64 = completing(board.mine, empty)
        lead: i64 = count(threats) - count(completing(theirs, empty))
        centre: i64 = count(board.mine & CENTRE) - count(theirs & CENTRE)
        share: float = 1.0 / (1.0 + exp(-0.5 * float(lead) - 0.2 * float(centre)))
        if threats & landings(board.filled):
            share = 1.0  # the next stone wins
        worth[board.seat] = share
        worth[1 - board.seat] = 1.0 - share

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        board = expect(state, ConnectFour)
        empty: i64 = BOARD & ~board.filled
        wins: i64 = completing(board.mine, empty)
        losses: i64 = completing(board.mine ^ board.filled, empty)
        for index in range(i64(len(steps))):
            column: i64 = steps[index]
            site: i64 = landing(board.filled, column)
            weight: float = CENTRAL[column]
            if site & wins:
                weight = 400.0
            elif site & losses:
                weight = 100.0
            elif (site << 1) & losses:
                weight = 0.1  # the other seat would complete a four on top of it
            weights[index] = weight

    def may_win(self, state: State) -> bool:
        board = expect(state, ConnectFour)
        return completing(board.mine, landings(board.filled)) != 0

    def rollout_step(self, state: State, rng: Rng) -> i64:
        board = expect(state, ConnectFour)
        free: i64 = landings(board.filled)
        urgent: i64 = completing(board.mine, free)
        if not urgent:
            urgent = completing(board.mine ^ board.filled, free)
        if not urgent:
            return board.random_step(rng)
        column: i64 = 0
        while not urgent >> (column * WIDTH) & COLUMN:
            column += 1
        return column


# --- the game as numbers, for programs that learn -------------------------------------------------------------------
@final
class Grid(Arrays):
    """The stones of whoever looks, then the other's. An action is a step: the number of a column."""

    def __init__(self) -> None:
        super().__init__(
            version=1, layout="Six rows of seven columns; the first row is the top one, the first column is a."
        )

    def actions(self, state: State) -> i64:
        return COLUMNS

    def longest(self, state: State) -> i64:
        return COLUMNS * ROWS

    def shape(self, state: State) -> tuple[int, ...]:
        return int(ROWS), int(COLUMNS)

    def planes(self, state: State) -> list[Plane]:
        return [Plane("own_stones", 1, "stones of the seat that looks"), Plane("other_stones", 1, "the other's stones")]

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        board = expect(view, ConnectFour)
        for relative in range(i64(2)):
            stones: i64 = board.stones((seat + relative) % 2)
            for row in range(ROWS):
                for column in range(COLUMNS):
                    if stones & site_at(column, ROWS - 1 - row):
                        out[at] = u8(1)
                    at += 1


# --- notation -------------------------------------------------------------------------------------------------------
LETTERS: Final = "abcdefg"
COLOURS: Final = ("blue", "red")


def site_names(sites: int) -> list[str]:
    return [
        f"{letter}{row + 1}"
        for column, letter in enumerate(LETTERS)
        for row in range(ROWS)
        if sites & site_at(column, row)
    ]


def read_sites(colour: str, names: list[str]) -> int:
    every = site_names(BOARD)
    sites = 0
    for name in names:
        if name not in every:
            raise NotationError("position_value", key=colour, value=shortened(name), takes="a1–g6")
        site = site_at(LETTERS.index(name[0]), int(name[1]) - 1)
        if sites & site:
            raise NotationError("position_overlap")
        sites |= site
    return sites


def read_position(text: str) -> ConnectFour:
    """Whose turn it is and whether the game is over follow from the stones."""
    parts = split_parts(text, COLOURS)
    for key in parts:
        if key not in COLOURS:
            raise NotationError("position_key", key=key, known=list(COLOURS))
    blue, red = (read_sites(colour, parts.get(colour, [])) for colour in COLOURS)
    filled = blue | red
    if blue & red:
        raise NotationError("position_overlap")
    for name in site_names(filled):
        below = name[0] + str(int(name[1]) - 1)
        if name[1] != "1" and below not in site_names(filled):
            colour = COLOURS[0] if name in site_names(blue) else COLOURS[1]
            raise NotationError("position_value", key=colour, value=name, takes=below)  # CON-T1: stones fall
    if blue.bit_count() - red.bit_count() not in (0, 1):
        takes = f"{red.bit_count()}–{red.bit_count() + 1}"
        raise NotationError("position_value", key="blue", value=str(blue.bit_count()), takes=takes)
    state = ConnectFour()
    state.turn = filled.bit_count()
    state.seat = state.turn & 1
    state.filled = filled
    state.mine = red if state.seat else blue
    last = blue if state.seat else red  # the stones of whoever took the last step
    if has_four(state.mine) or (has_four(last) and not _may_be_last(last, filled)):
        line = site_names(fours(state.mine) or fours(last))
        raise NotationError("position_value", key=COLOURS[state.seat], value=" ".join(line), takes="CON-W1")
    if has_four(last):
        state.winners, state.ending, state.seat = 2 - state.seat, END_FOUR, NOBODY
    elif filled == BOARD:
        state.ending, state.seat = END_FULL, NOBODY
    return state


def _may_be_last(stones: int, filled: int) -> bool:
    """Whether the last step can have made the first four: without one of the topmost stones there is none."""
    tops = [landing(filled, column) >> 1 for column in range(COLUMNS)]
    return any(stones & top and not has_four(stones & ~top) for top in tops)


# --- the picture ----------------------------------------------------------------------------------------------------
SITES: Final = tuple(
    Site(f"{letter}{row + 1}", column, float(ROWS - 1 - row), "square", 1)
    for column, letter in enumerate(LETTERS)
    for row in range(ROWS)
)
NOTES: Final = tuple(Note(letter, column, 6) for column, letter in enumerate(LETTERS))


def draw_disc(pen: Pen, piece: Piece, coat: Coat, theme: Theme) -> None:
    """A disc with a rim, and with the mark that tells its seat without colour."""
    pen.circle(0, 0.08, 0.96, fill=theme.back, opacity=0.5)
    pen.circle(0, 0, 0.96, fill=coat.fill, stroke=coat.edge, width=0.08 * theme.weight)
    pen.circle(0, 0, 0.74, stroke=coat.edge, width=0.06 * theme.weight, opacity=0.5)
    seat_mark(pen.at(0, 0, 0.46), piece.owner, coat.mark)


ART: Final = Art(pieces={"disc": draw_disc}, emblem="disc")


# --- words ----------------------------------------------------------------------------------------------------------
ENGLISH: Final = """
name = "Connect Four"
summary = "Drop stones into seven columns; the first to have four of them in a line wins."
board = "X and O are the stones, a to g the columns."

[notation]
"d" = "drop a stone into column d (a … g)"

[rulesets]
connect-four = "seven columns of six, four in a line"

[options]

[levels]
1 = "Novice"
2 = "Stacker"
3 = "Schemer"
4 = "Strategist"
5 = "Master of Four"

[seat]
0 = "Blue"
1 = "Red"

[piece]
blue = "blue stone"
red = "red stone"

[events]
dropped = "{seat} drops a stone: it comes to rest on {at}."
four = "{seat} has four in a line: {sites}."

[reasons]
full = "column {column} is full; choose another one."
over = "the game is over; start another one."

[goal]
four = "Be first to have four stones in a line."

[prompt]
turn = "Choose a column for your stone."

[endings]
four = "four in a line"
full = "the board is full"

[clauses]
CON-B1 = "The board has seven columns, a to g, of six sites each. It is empty at the start, and Blue begins."
CON-T1 = "In turn, drop a stone of your colour into a column that is not full. It falls to the lowest empty site."
CON-W1 = "Four stones of one colour in a line (upright, level or slanting) win, and the game is over."
CON-W2 = "When the board is full and nobody has four in a line, the game is a draw."
"""

JAPANESE: Final = """
name = "四目並べ"
summary = "7つの列に石を落とし、先に4つ並べたほうが勝ちです。"
board = "XとOは石、aからgは列です。"

[notation]
"d" = "列dに石を落とす（a … g）"

[rulesets]
connect-four = "7列6段、4つ並べたら勝ち"

[options]

[levels]
1 = "見習い"
2 = "積み手"
3 = "切れ者"
4 = "策士"
5 = "四目の達人"

[seat]
0 = "青"
1 = "赤"

[piece]
blue = "青い石"
red = "赤い石"

[events]
dropped = "{seat}が石を落とし、{at}に止まる"
four = "{seat}が4つ並べる：{sites}"

[reasons]
full = "列{column}はいっぱいです。別の列を選んでください。"
over = "ゲームはもう終わっています。新しいゲームを始めてください。"

[goal]
four = "先に石を4つ並べれば勝ちです。"

[prompt]
turn = "石を落とす列を選んでください。"

[endings]
four = "4つ並べる"
full = "盤がいっぱい"

[clauses]
CON-B1 = "盤はaからgまでの7列で、各列は6段です。最初は空で、青から始めます。"
CON-T1 = "順番に、いっぱいでない列に自分の色の石を1つ落とします。石はいちばん下の空いた場所に止まります。"
CON-W1 = "同じ色の石が縦、横、斜めのどれかに4つ並ぶと勝ちで、ゲームは終わります。"
CON-W2 = "4つ並ばないまま盤がいっぱいになると引き分けです。"
"""


# --- all of it together ---------------------------------------------------------------------------------------------
@final
class ConnectFourGame(Game):
    name: ClassVar[str] = "connect-four"
    text: ClassVar[tuple[str, ...]] = (ENGLISH, JAPANESE)
    options: ClassVar[Sequence[Option]] = ()
    events: ClassVar[Sequence[EventKind]] = EVENTS
    reasons: ClassVar[Sequence[Reason]] = REASONS
    endings: ClassVar[Sequence[Ending]] = ENDINGS
    insight: ClassVar[Insight] = Foresight()
    arrays: ClassVar[Arrays | None] = Grid()
    art: ClassVar[object] = ART
    agreement: ClassVar[str] = DRAW  # which CON-W2 knows

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        return ConnectFour()

    def step_text(self, step: int) -> str:
        return LETTERS[step]

    def read_step(self, text: str) -> int:
        if len(text) != 1 or text not in LETTERS:
            raise NotationError("step_syntax", text=shortened(text), examples=list(LETTERS))
        return LETTERS.index(text)

    def position_text(self, state: State) -> str:
        board = expect(state, ConnectFour)
        return join_parts([(colour, site_names(board.stones(seat))) for seat, colour in enumerate(COLOURS)])

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        return read_position(text)

    def code(self, kind: str, value: int) -> object:
        if kind == "site":
            return site_names(value)[0]
        if kind == "sites":
            return site_names(value)
        if kind == "column":
            return LETTERS[value]
        return COLOURS[value] if kind == "piece" else value

    def scene(self, view: State, seat: int) -> Scene:
        board = expect(view, ConnectFour)
        return Scene(
            box=(-0.75, -0.75, 7.5, 7.5),
            viewer=seat,
            seat=int(board.seat),
            seats=2,
            sites=SITES,
            pieces=tuple(
                Piece(name, colour, owner, "disc", token="XO"[owner])
                for owner, colour in enumerate(COLOURS)
                for name in site_names(board.stones(owner))
            ),
            notes=NOTES,
            paths=tuple(Path(LETTERS[step], (site_names(landing(board.filled, step))[0],)) for step in board.legal())
            if board.seat == seat
            else (),
        )

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        """Wherever one clicks in a column, a stone would fall into it."""
        names = [site.name for site in SITES]
        return [LETTERS.index(click[0]) for click in clicks if click in names] if len(clicks) == 1 else []

    def goal(self, view: State) -> Prompt | None:
        return Prompt("four")

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return Prompt("turn")


RULESETS: Final = (Ruleset("connect-four", ConnectFourGame(), {}),)


# --- what the conformance suite cannot know -------------------------------------------------------------------------
def conserved(state: State) -> object:
    """As many stones as turns, Blue's one more after an odd number."""
    board = expect(state, ConnectFour)
    blue, red = count(board.stones(0)), count(board.stones(1))
    return blue + red == board.turn, blue - red == board.turn % 2


def images(state: State) -> list[Image]:
    """The board seen from behind."""
    image = expect(state.copy(), ConnectFour)
    image.mine, image.filled = mirrored(image.mine), mirrored(image.filled)
    return [(image, lambda text: text.translate(str.maketrans("abcdefg", "gfedcba")))]


def mirrored(sites: i64) -> i64:
    """The sites with column g for a, f for b and so on."""
    found: i64 = 0
    for column in range(i64(0), COLUMNS):
        found |= ((sites >> (column * WIDTH)) & COLUMN) << ((COLUMNS - 1 - column) * WIDTH)
    return found


TRAITS: Final = Traits(conserved=conserved, images=images)


def ways(start: State) -> Sequence[Turn]:
    """The same for programs that learn: where each cell of a plane comes, and what a step's text becomes."""
    cells = range(int(ROWS * COLUMNS))
    behind = [cell + COLUMNS - 1 - 2 * (cell % COLUMNS) for cell in cells]
    return [
        Turn("as it is", cells, str),
        Turn("mirrored", behind, lambda text: text.translate(str.maketrans("abcdefg", "gfedcba"))),
    ]


SYMMETRIC: Final = Symmetric(ways)

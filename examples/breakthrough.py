"""Breakthrough in one file, written from ``docs/adding-a-game.md``: pieces that step and capture, and two board sizes.

    LUDARIUM_GAMES=examples/breakthrough.py ludarium play breakthrough

A game by Dan Troyka (2000). Each seat has two rows of pieces, which step forwards, straight or diagonally, and capture
diagonally; whoever comes to the far row first, or takes all pieces of the other, wins. The clauses (BRK-…) are among
the words. ``make compile GAMES=examples/breakthrough.py`` compiles the file.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, Plane
from ludarium.core.conformance import Image, Traits
from ludarium.core.errors import NotationError
from ludarium.core.game import Game, Prompt, Ruleset
from ludarium.core.insight import Insight
from ludarium.core.options import OptionValue, shortened
from ludarium.core.position import join_parts, read_state_parts, split_parts, state_parts
from ludarium.core.rng import Rng
from ludarium.core.scene import Note, Path, Piece, Scene, Site
from ludarium.core.state import NOBODY, EventLog, State, expect
from ludarium.core.vocabulary import MOVE, TAKE, Ending, EventKind, Option, Reason

# --- what can happen, be refused, and end the game: numbers for the rules, and what they mean ---------------------
E_MOVED: Final = 0
E_CAPTURED: Final = 1
E_REACHED: Final = 2
EVENTS: Final = (
    EventKind("moved", (("seat", "seat"), ("from", "site"), ("to", "site")), MOVE),
    EventKind("captured", (("seat", "seat"), ("at", "site")), TAKE),
    EventKind("reached", (("seat", "seat"), ("at", "site"))),
)

R_OVER: Final[i64] = 1
R_OFF_BOARD: Final[i64] = 2
R_NO_PIECE: Final[i64] = 3
R_NOT_YOURS: Final[i64] = 4
R_NOT_FORWARDS: Final[i64] = 5
R_OWN: Final[i64] = 6
R_STRAIGHT: Final[i64] = 7
R_NOBODY_THERE: Final[i64] = 8
R_CAPTURES: Final[i64] = 9
REASONS: Final = (
    Reason("", ""),  # number 0 means: nothing forbids it
    Reason("BRK-W1", "over"),
    Reason("BRK-B1", "off_board", (("site", "site"),)),
    Reason("BRK-T1", "no_piece", (("site", "site"),)),
    Reason("BRK-T1", "not_yours", (("site", "site"),)),
    Reason("BRK-T1", "not_forwards", (("from", "site"), ("to", "site"))),
    Reason("BRK-T2", "own", (("site", "site"),)),
    Reason("BRK-T2", "straight", (("site", "site"),)),
    Reason("BRK-T3", "nobody_there", (("from", "site"), ("to", "site"))),
    Reason("BRK-T3", "captures", (("from", "site"), ("to", "site"))),
)

END_REACHED: Final[i64] = 1
END_TAKEN: Final[i64] = 2
ENDINGS: Final = (Ending("", ""), Ending("BRK-W1", "reached"), Ending("BRK-W2", "taken"))

OPTIONS: Final = (Option("size", 6, "BRK-B1", low=6, high=8, stride=2),)

# --- the rules ------------------------------------------------------------------------------------------------------
# A site is eight times its row (0 is Blue's first one) plus its column, on the smaller board, too: so a step has the
# same number on both.
WIDTH: Final[i64] = 8
SITES: Final[i64] = 64
STEPS: Final[i64] = 8192
EMPTY: Final[i64] = 2  # on a site; 0 and 1 are the pieces of the seats


def step_number(start: i64, end: i64, captures: i64) -> i64:
    return (start * SITES + end) * 2 + captures


@final
class Breakthrough(State):
    """``board`` has what stands on each site, ``blue`` and ``red`` are how many pieces are left.

    A step is the site where it begins times 64, plus the site where it ends; that times 2, plus 1 if it captures.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size: i64 = size
        self.blue: i64 = 2 * size
        self.red: i64 = 2 * size
        board = vec[u8]([int(EMPTY)] * int(SITES))
        for column in range(self.size):
            board[column] = u8(0)
            board[WIDTH + column] = u8(0)
            board[(self.size - 2) * WIDTH + column] = u8(1)
            board[(self.size - 1) * WIDTH + column] = u8(1)
        self.board = board

    def arguments(self) -> tuple[object, ...]:
        return (self.size,)

    def has(self, site: i64) -> bool:
        """Whether a site is on the board."""
        return site % WIDTH < self.size and site // WIDTH < self.size

    def judge(self, step: i64) -> i64:
        start: i64 = step // (2 * SITES)
        end: i64 = step // 2 % SITES
        captures: i64 = step % 2
        if self.seat < 0:
            return R_OVER
        if not self.has(start) or not self.has(end):
            return R_OFF_BOARD
        mover: i64 = i64(self.board[start])
        if mover != self.seat:
            return R_NO_PIECE if mover == EMPTY else R_NOT_YOURS
        rows: i64 = end // WIDTH - start // WIDTH
        sideways: i64 = end % WIDTH - start % WIDTH
        if rows != 1 - 2 * self.seat or sideways < -1 or sideways > 1:
            return R_NOT_FORWARDS
        there: i64 = i64(self.board[end])
        if there == self.seat:
            return R_OWN
        if there == EMPTY:
            return R_NOBODY_THERE if captures else 0
        if sideways == 0:
            return R_STRAIGHT
        return 0 if captures else R_CAPTURES

    def facts(self, step: i64, reason: i64) -> list[int]:
        start = step // (2 * SITES)
        end = step // 2 % SITES
        if reason == R_OVER:
            return []
        if reason == R_OFF_BOARD:
            return [end if self.has(start) else start]
        if reason in (R_NO_PIECE, R_NOT_YOURS):
            return [start]
        if reason in (R_OWN, R_STRAIGHT):
            return [end]
        return [start, end]

    def universe(self) -> vec[i64]:
        steps = vec[i64](capacity=STEPS)
        for step in range(i64(0), STEPS):
            steps = append(steps, step)
        return steps

    def step_by(self, start: i64, sideways: i64) -> i64:
        """The step of a piece of the seat to act: left (-1), straight (0) or right (1); -1 if there is none."""
        column: i64 = start % WIDTH + sideways
        if column < 0 or column >= self.size:
            return -1
        end: i64 = start + sideways + (WIDTH if self.seat == 0 else -WIDTH)
        there: i64 = i64(self.board[end])
        if there == EMPTY:
            return step_number(start, end, 0)
        return step_number(start, end, 1) if sideways != 0 and there != self.seat else -1

    def legal(self) -> vec[i64]:
        steps = vec[i64](capacity=48)
        if self.seat >= 0:
            for row in range(i64(0), self.size):
                for column in range(i64(0), self.size):
                    start: i64 = row * WIDTH + column
                    if i64(self.board[start]) == self.seat:
                        for sideways in range(i64(-1), i64(2)):
                            step: i64 = self.step_by(start, sideways)
                            if step >= 0:
                                steps = append(steps, step)
        return steps

    def random_step(self, rng: Rng) -> i64:
        # Trying sites is faster than listing all steps. There always is a step: nothing of one's own stands before the
        # foremost piece, and one of its diagonals is on the board.
        while True:
            start: i64 = rng.below(self.size) * WIDTH + rng.below(self.size)
            if i64(self.board[start]) == self.seat:
                step: i64 = self.step_by(start, rng.below(3) - 1)
                if step >= 0:
                    return step

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        seat: i64 = self.seat
        start: i64 = step // (2 * SITES)
        end: i64 = step // 2 % SITES
        if step % 2:
            if seat == 0:
                self.red -= 1
            else:
                self.blue -= 1
            if log is not None:
                log.add(E_CAPTURED, seat, end)
        self.board[start] = u8(EMPTY)
        self.board[end] = u8(seat)
        if log is not None:
            log.add(E_MOVED, seat, start, end)
        self.turn += 1
        self.seat = 1 - seat
        if end // WIDTH == (self.size - 1 if seat == 0 else 0):
            self.ending = END_REACHED
            if log is not None:
                log.add(E_REACHED, seat, end)
        elif self.red == 0 or self.blue == 0:
            self.ending = END_TAKEN
        if self.ending:
            self.seat = NOBODY
            self.winners = seat + 1  # bit 0 for seat 0, bit 1 for seat 1

    def copy(self) -> "Breakthrough":
        new = Breakthrough(self.size)
        new.seat = self.seat
        new.turn = self.turn
        new.winners = self.winners
        new.ending = self.ending
        new.blue = self.blue
        new.red = self.red
        new.board = self.board[:]
        return new

    # --- what the computer players ask ---
    def far(self, site: i64, seat: i64) -> i64:
        """How many steps a piece of the seat is away from the far row."""
        row: i64 = site // WIDTH
        return self.size - 1 - row if seat == 0 else row

    def guards(self, site: i64, seat: i64) -> i64:
        """How many pieces of the seat could capture something on a site."""
        row: i64 = site // WIDTH - 1 if seat == 0 else site // WIDTH + 1
        if row < 0 or row >= self.size:
            return 0
        column: i64 = site % WIDTH
        found: i64 = 0
        if column > 0 and i64(self.board[row * WIDTH + column - 1]) == seat:
            found += 1
        if column < self.size - 1 and i64(self.board[row * WIDTH + column + 1]) == seat:
            found += 1
        return found

    def at_the_gate(self, seat: i64) -> i64:
        """A site with a piece of the seat one step before the far row, which nothing can bar; or -1."""
        first: i64 = (self.size - 2 if seat == 0 else 1) * WIDTH
        for site in range(first, first + self.size):
            if i64(self.board[site]) == seat:
                return site
        return -1


# --- what a computer player knows beyond the rules ------------------------------------------------------------------
# By how far a piece is from the far row (0 to 7): what it is worth to be there, beside the piece itself.
NEAR: Final = vec[float]([9.0, 4.0, 1.4, 0.8, 0.4, 0.2, 0.1, 0.1])


@final
class Foresight(Insight):
    """Reach the far row, stop whoever would, capture, and do not go where one is captured for nothing."""

    def __init__(self) -> None:
        super().__init__(horizon=-1, guides=True)

    def judge_worth(self, state: State, worth: vec[float]) -> None:
        board = expect(state, Breakthrough)
        seat: i64 = board.seat
        other: i64 = 1 - seat
        threat: i64 = board.at_the_gate(other)
        share: float
        if board.at_the_gate(seat) >= 0:
            share = 1.0  # the next step wins
        elif threat >= 0 and board.guards(threat, seat) == 0:
            share = 0.0  # nobody can stop it
        else:
            lead: float = 0.3  # for the next step
            for row in range(i64(0), board.size):
                for column in range(i64(0), board.size):
                    site: i64 = row * WIDTH + column
                    owner: i64 = i64(board.board[site])
                    if owner != EMPTY:
                        value: float = 1.0 + NEAR[board.far(site, owner)]
                        if board.guards(site, 1 - owner) > board.guards(site, owner):
                            value *= 0.4 if owner == seat else 0.2
                        lead += value if owner == seat else -value
            share = 1.0 / (1.0 + exp(-0.5 * lead))
        worth[seat] = share
        worth[other] = 1.0 - share

    def priors(self, state: State, steps: vec[i64], weights: vec[float]) -> None:
        board = expect(state, Breakthrough)
        seat: i64 = board.seat
        other: i64 = 1 - seat
        left: i64 = board.red if seat == 0 else board.blue
        threat: i64 = board.at_the_gate(other)
        for index in range(i64(len(steps))):
            step: i64 = steps[index]
            end: i64 = step // 2 % SITES
            captures: bool = step % 2 == 1
            far: i64 = board.far(end, seat)
            weight: float = 1.0 + NEAR[far]
            if far == 0 or (captures and left == 1):
                weight = 400.0
            elif threat >= 0:
                weight = 100.0 if end == threat else 0.1
            else:
                attackers: i64 = board.guards(end, other)
                if captures:
                    weight += 3.0 + 2.0 * NEAR[board.far(end, other)]
                if far == 1 and attackers == 0:
                    weight = 200.0
                elif attackers > 0:
                    # Whoever goes diagonally cannot be one's own guard afterwards.
                    backing: i64 = board.guards(end, seat)
                    if (step // (2 * SITES) - end) % WIDTH != 0:
                        backing -= 1
                    if attackers > backing:
                        weight *= 0.2
            weights[index] = weight

    def may_win(self, state: State) -> bool:
        board = expect(state, Breakthrough)
        return board.at_the_gate(board.seat) >= 0 or (board.red if board.seat == 0 else board.blue) == 1

    def rollout_step(self, state: State, rng: Rng) -> i64:
        board = expect(state, Breakthrough)
        runner: i64 = board.at_the_gate(board.seat)
        if runner >= 0:
            step: i64 = board.step_by(runner, 1)
            return step if step >= 0 else board.step_by(runner, -1)
        threat: i64 = board.at_the_gate(1 - board.seat)
        if threat >= 0 and board.guards(threat, board.seat) > 0:
            row: i64 = threat - (WIDTH if board.seat == 0 else -WIDTH)
            if threat % WIDTH > 0 and i64(board.board[row - 1]) == board.seat:
                return step_number(row - 1, threat, 1)
            return step_number(row + 1, threat, 1)
        # One of a few steps that captures, if there is one among them.
        tried: i64 = board.random_step(rng)
        for _ in range(3):
            if tried % 2 == 1:
                return tried
            tried = board.random_step(rng)
        return tried


# --- the game as numbers, for programs that learn -------------------------------------------------------------------
@final
class Grid(Arrays):
    """The pieces of whoever looks, then the other's, then whether one goes up. An action is a step."""

    def __init__(self) -> None:
        super().__init__(version=1, layout="Rows and columns; the first row is Red's first one, the first column is a.")

    def actions(self, state: State) -> i64:
        return STEPS

    def longest(self, state: State) -> i64:
        """Every piece can stop before the far row, then one step more ends the game."""
        size: i64 = expect(state, Breakthrough).size
        return 2 * size * (2 * size - 5) + 1

    def shape(self, state: State) -> tuple[int, ...]:
        size = int(expect(state, Breakthrough).size)
        return size, size

    def planes(self, state: State) -> list[Plane]:
        return [
            Plane("own_pieces", 1, "pieces of the seat that looks"),
            Plane("other_pieces", 1, "the other's pieces"),
            Plane("goes_up", 1, "everywhere 1 if the seat that looks is Blue, whose pieces go up, else 0"),
        ]

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        board = expect(view, Breakthrough)
        for plane in range(i64(3)):
            for row in range(board.size):
                for column in range(board.size):
                    owner: i64 = i64(board.board[(board.size - 1 - row) * WIDTH + column])
                    if seat == 0 if plane == 2 else owner == (seat + plane) % 2:
                        out[at] = u8(1)
                    at += 1


# --- notation -------------------------------------------------------------------------------------------------------
LETTERS: Final = "abcdefgh"
DIGITS: Final = "12345678"
NAMES: Final = tuple(letter + digit for digit in DIGITS for letter in LETTERS)
COLOURS: Final = ("blue", "red")


def names_on(state: Breakthrough, owner: int) -> list[str]:
    return [NAMES[site] for site in range(int(SITES)) if state.board[site] == owner]


def read_position(size: int, text: str) -> Breakthrough:
    """Pieces on the far row, or none at all, are refused unless the text says that the game is over."""
    parts = split_parts(text, COLOURS)
    state = Breakthrough(size)
    read_state_parts(state, parts, ENDINGS)
    state.board = vec[u8]([int(EMPTY)] * int(SITES))
    least = 0 if state.seat < 0 else 1
    for owner, colour in enumerate(COLOURS):
        names = parts.get(colour, [])
        every = [NAMES[row * 8 + column] for row in range(size) for column in range(size)]
        if least and owner == 0:
            every = every[:-size]
        elif least:
            every = every[size:]
        for name in names:
            if name not in every:
                takes = f"{every[0]}–{every[-1]}"
                raise NotationError("position_value", key=colour, value=shortened(name), takes=takes)
            if state.board[NAMES.index(name)] != EMPTY:
                raise NotationError("position_overlap")
            state.board[NAMES.index(name)] = u8(owner)
        if not least <= len(names) <= 2 * size:
            raise NotationError("position_value", key=colour, value=str(len(names)), takes=f"{least}–{2 * size}")
    state.blue, state.red = len(parts.get("blue", [])), len(parts.get("red", []))
    return state


# --- words ----------------------------------------------------------------------------------------------------------
ENGLISH: Final = """
name = "Breakthrough"
summary = "Bring one of your pieces to the far row, or take all of the others."
board = "X are Blue's pieces, which go up; O are Red's, which go down."

[notation]
"a2-b3" = "the piece on a2 steps to b3"
"a2xb3" = "the piece on a2 captures the one on b3"

[rulesets]
breakthrough = "six rows of six, or eight of eight"

[options]
size = "how many rows and columns the board has"

[levels]
1 = "Stroller"
2 = "Scout"
3 = "Skirmisher"
4 = "Vanguard"
5 = "Breaker of Lines"

[seat]
0 = "Blue"
1 = "Red"

[piece]
piece = "piece"

[events]
moved = "{seat} goes from {from} to {to}."
captured = "{seat} captures the piece on {at}."
reached = "{seat} is on the far row: {at}."

[reasons]
over = "the game is over; start another one."
off_board = "{site} is not on this board."
no_piece = "nothing stands on {site}."
not_yours = "the piece on {site} is not yours."
not_forwards = "{to} is not one row forwards of {from}, straight or diagonally."
own = "a piece of yours stands on {site}."
straight = "{site} is straight ahead: one captures only diagonally."
nobody_there = "no enemy stands on {to} to capture; write {from}-{to} to go there."
captures = "an enemy stands on {to}; write {from}x{to} to capture it."

[goal]
far_row = "Bring a piece to the far row, or take all of the other's."

[prompt]
turn = "Choose one of your pieces."
piece = "Choose a site one row forwards; diagonally you capture."

[endings]
reached = "a piece has come to the far row"
taken = "all pieces of one side are taken"

[clauses]
BRK-B1 = "The board has six rows of six sites, or eight of eight: columns a, b, c …, rows 1, 2, 3 … from below."
BRK-B2 = "Blue has pieces on the two lowest rows and goes up, Red on the two highest and goes down. Blue begins."
BRK-T1 = "In turn, one piece of yours steps one row forwards, straight or diagonally."
BRK-T2 = "It never goes where a piece of yours stands, and goes straight only to an empty site."
BRK-T3 = "It goes diagonally to an empty site (written a2-b3), or captures the enemy there (written a2xb3)."
BRK-W1 = "Whoever brings a piece to the far row wins, and the game is over."
BRK-W2 = "Whoever takes the last piece of the other wins, and the game is over."
"""

JAPANESE: Final = """
name = "ブレイクスルー"
summary = "駒を1つ向こう端の段まで進めるか、相手の駒をすべて取れば勝ちです。"
board = "Xは青の駒で上へ、Oは赤の駒で下へ進みます。"

[notation]
"a2-b3" = "a2の駒がb3へ進む"
"a2xb3" = "a2の駒がb3の駒を取る"

[rulesets]
breakthrough = "6×6または8×8の盤"

[options]
size = "盤の段と列の数"

[levels]
1 = "散歩者"
2 = "斥候"
3 = "遊撃手"
4 = "先鋒"
5 = "突破の名手"

[seat]
0 = "青"
1 = "赤"

[piece]
piece = "駒"

[events]
moved = "{seat}が{from}から{to}へ進む"
captured = "{seat}が{at}の駒を取る"
reached = "{seat}が向こう端の段に着く：{at}"

[reasons]
over = "ゲームはもう終わっています。新しいゲームを始めてください。"
off_board = "{site}はこの盤にありません。"
no_piece = "{site}には駒がありません。"
not_yours = "{site}の駒はあなたの駒ではありません。"
not_forwards = "{to}は{from}の1段前（まっすぐか斜め）ではありません。"
own = "{site}には自分の駒があります。"
straight = "{site}は正面です。駒は斜めにしか取れません。"
nobody_there = "{to}に取れる駒はありません。進むときは{from}-{to}と書きます。"
captures = "{to}には相手の駒があります。取るときは{from}x{to}と書きます。"

[goal]
far_row = "駒を向こう端の段に進めるか、相手の駒をすべて取れば勝ちです。"

[prompt]
turn = "自分の駒を選んでください。"
piece = "1段前の場所を選んでください。斜めなら駒を取れます。"

[endings]
reached = "駒が向こう端の段に到達"
taken = "一方の駒の全滅"

[clauses]
BRK-B1 = "盤は6段6列または8段8列です。列はa、b、c…、段は下から1、2、3…と呼びます。"
BRK-B2 = "青は下の2段に駒を置いて上へ、赤は上の2段に置いて下へ進みます。青から始めます。"
BRK-T1 = "順番に、自分の駒を1つ、1段前へ、まっすぐか斜めに進めます。"
BRK-T2 = "自分の駒のある場所へは進めません。まっすぐ進めるのは空いた場所だけです。"
BRK-T3 = "斜めには、空いた場所へ進む（a2-b3と書く）か、そこにある相手の駒を取ります（a2xb3と書く）。"
BRK-W1 = "駒を向こう端の段に進めたほうが勝ちで、ゲームは終わります。"
BRK-W2 = "相手の最後の駒を取ったほうが勝ちで、ゲームは終わります。"
"""


# --- all of it together ---------------------------------------------------------------------------------------------
@final
class BreakthroughGame(Game):
    name: ClassVar[str] = "breakthrough"
    text: ClassVar[tuple[str, ...]] = (ENGLISH, JAPANESE)
    options: ClassVar[Sequence[Option]] = OPTIONS
    events: ClassVar[Sequence[EventKind]] = EVENTS
    reasons: ClassVar[Sequence[Reason]] = REASONS
    endings: ClassVar[Sequence[Ending]] = ENDINGS
    insight: ClassVar[Insight] = Foresight()
    arrays: ClassVar[Arrays | None] = Grid()

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        return Breakthrough(int(str(options["size"])))

    def step_text(self, step: int) -> str:
        return NAMES[step // 128] + "-x"[step % 2] + NAMES[step // 2 % 64]

    def read_step(self, text: str) -> int:
        start, sign, end = text[:2], text[2:3], text[3:]
        if start not in NAMES or end not in NAMES or sign not in ("-", "x"):
            raise NotationError("step_syntax", text=shortened(text), examples=["a2-b3", "a2xb3"])
        return int(step_number(NAMES.index(start), NAMES.index(end), i64(sign == "x")))

    def position_text(self, state: State) -> str:
        board = expect(state, Breakthrough)
        pieces = [(colour, names_on(board, owner)) for owner, colour in enumerate(COLOURS)]
        return join_parts([*pieces, *state_parts(state, ENDINGS)])

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        return read_position(int(str(options["size"])), text)

    def code(self, kind: str, value: int) -> object:
        return NAMES[value] if kind == "site" else value

    def scene(self, view: State, seat: int) -> Scene:
        board = expect(view, Breakthrough)
        size = int(board.size)
        legal = [self.step_text(step) for step in view.legal()] if view.seat == seat else []
        columns = [Note(LETTERS[column], column, size) for column in range(size)]
        rows = [Note(DIGITS[row], -1, size - 1 - row) for row in range(size)]
        return Scene(
            box=(-1.5, -0.75, size + 1.25, size + 1.25),
            viewer=seat,
            seat=int(view.seat),
            seats=2,
            sites=tuple(
                Site(LETTERS[column] + DIGITS[row], column, size - 1 - row, "square", 1)
                for row in range(size)
                for column in range(size)
            ),
            pieces=tuple(
                Piece(name, "piece", owner, "disc", token="XO"[owner])
                for owner in range(2)
                for name in names_on(board, owner)
            ),
            notes=(*columns, *rows),
            paths=tuple(Path(text, (text[:2], text[3:])) for text in legal),
        )

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        """Two sites mean a step, legal or not, that captures where an enemy stands."""
        if len(clicks) == 2 and set(clicks) <= set(NAMES):
            there = expect(view, Breakthrough).board[NAMES.index(clicks[1])]
            return [self.read_step(("x" if there == 1 - view.seat else "-").join(clicks))]
        return super().steps_for_clicks(view, clicks)

    def goal(self, view: State) -> Prompt | None:
        return Prompt("far_row")

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return Prompt("piece" if clicks else "turn")


# --- what the checks cannot know ------------------------------------------------------------------------------------
def conserved(state: State) -> object:
    """As many pieces are counted as stand on the board."""
    board = expect(state, Breakthrough)
    return len(names_on(board, 0)) == board.blue, len(names_on(board, 1)) == board.red


def images(state: State) -> list[Image]:
    """The board seen in a mirror, and from the other side of the table, where the other seat is to act."""
    board = expect(state, Breakthrough)
    size = int(board.size)
    letters = str.maketrans(LETTERS[:size], LETTERS[:size][::-1])
    both = str.maketrans(LETTERS[:size] + DIGITS[:size], LETTERS[:size][::-1] + DIGITS[:size][::-1])
    mirror, turned = board.copy(), board.copy()
    for row in range(size):
        for column in range(size):
            there = int(board.board[row * 8 + column])
            mirror.board[row * 8 + size - 1 - column] = u8(there)
            turned.board[(size - 1 - row) * 8 + size - 1 - column] = u8(there if there == EMPTY else 1 - there)
    turned.blue, turned.red = board.red, board.blue
    if turned.seat >= 0:
        turned.seat = 1 - turned.seat
    else:
        turned.winners = 3 - turned.winners
    return [(mirror, renamed(letters)), (turned, renamed(both))]


def renamed(table: dict[int, int]) -> Callable[[str], str]:
    return lambda text: text.translate(table)


TRAITS: Final = Traits(option_sets=(("breakthrough", {"size": 8}),), conserved=conserved, images=images)

RULESETS: Final = (Ruleset("breakthrough", BreakthroughGame(), {}),)

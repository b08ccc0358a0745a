"""Leap, the smallest complete game with steps from one site to another, explained in ``docs/adding-a-game.md``.

    LUDARIUM_GAMES=examples/leap.py ludarium play leap

A row of eight sites. Black has stones on a and b and goes right, White on g and h and goes left. A stone goes one or
two sites further, to an empty one; whoever cannot go loses.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludarium.core.conformance import Image, Traits
from ludarium.core.errors import NotationError
from ludarium.core.game import Game, Prompt, Ruleset
from ludarium.core.options import OptionValue, shortened
from ludarium.core.position import join_parts, read_state_parts, split_parts, state_parts
from ludarium.core.scene import Note, Path, Piece, Scene, Site
from ludarium.core.state import NOBODY, EventLog, State, expect
from ludarium.core.vocabulary import MOVE, Ending, EventKind, Option, Reason

# --- what can happen, be refused, and end the game: numbers for the rules, and what they mean ---------------------
E_MOVED: Final = 0
EVENTS: Final = (EventKind("moved", (("seat", "seat"), ("from", "site"), ("to", "site")), MOVE),)

R_OVER: Final[i64] = 1
R_NOT_YOURS: Final[i64] = 2
R_TOO_FAR: Final[i64] = 3
R_BLOCKED: Final[i64] = 4
REASONS: Final = (
    Reason("", ""),  # number 0 means: nothing forbids it
    Reason("LEA-W1", "over"),
    Reason("LEA-T1", "not_yours", (("site", "site"),)),
    Reason("LEA-T1", "too_far"),
    Reason("LEA-T1", "blocked", (("site", "site"),)),
)

END_STUCK: Final[i64] = 1
ENDINGS: Final = (Ending("", ""), Ending("LEA-W1", "stuck"))

OPTIONS: Final = (Option("reach", 2, "LEA-T1", low=1, high=2),)

# --- the rules ------------------------------------------------------------------------------------------------------
SIZE: Final[i64] = 8
EMPTY: Final = 2  # on a site; 0 and 1 are the stones of the seats


class Leap(State):
    """``row`` has what stands on each site. A step is eight times the site where it begins, plus where it ends."""

    def __init__(self, reach: int) -> None:
        super().__init__()
        self.reach: i64 = reach
        self.row = [0, 0, EMPTY, EMPTY, EMPTY, EMPTY, 1, 1]

    def arguments(self) -> tuple[object, ...]:
        return (self.reach,)

    def judge(self, step: i64) -> i64:
        start: i64 = step // SIZE
        end: i64 = step % SIZE
        if self.seat < 0:
            return R_OVER
        if self.row[start] != self.seat:
            return R_NOT_YOURS
        forwards: i64 = start - end if self.seat else end - start
        if forwards < 1 or forwards > self.reach:
            return R_TOO_FAR
        return R_BLOCKED if self.row[end] != EMPTY else 0

    def facts(self, step: i64, reason: i64) -> list[int]:
        if reason == R_NOT_YOURS:
            return [step // SIZE]
        return [step % SIZE] if reason == R_BLOCKED else []

    def universe(self) -> vec[i64]:
        steps = vec[i64]()
        for step in range(SIZE * SIZE):
            steps = append(steps, step)
        return steps

    def legal(self) -> vec[i64]:
        steps = vec[i64]()
        for step in range(SIZE * SIZE):
            if self.judge(step) == 0:
                steps = append(steps, step)
        return steps

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        seat: i64 = self.seat
        self.row[step // SIZE] = EMPTY
        self.row[step % SIZE] = seat
        if log is not None:
            log.add(E_MOVED, seat, step // SIZE, step % SIZE)
        self.turn += 1
        self.seat = 1 - seat
        if len(self.legal()) == 0:
            self.seat = NOBODY
            self.ending = END_STUCK
            self.winners = 1 << seat  # a bit for each seat that wins


# --- the words ------------------------------------------------------------------------------------------------------
ENGLISH: Final = """
name = "Leap"
summary = "Go on until the other one cannot."
board = "X and O are the stones; X goes right, O goes left."

[notation]
"a-c" = "the stone on a goes to c"

[rulesets]
leap = "two stones each, eight sites"

[options]
reach = "how far a stone may go"

[seat]
0 = "Black"
1 = "White"

[piece]
stone = "stone"

[events]
moved = "{seat} goes from {from} to {to}."

[reasons]
over = "the game is over; start another one."
not_yours = "on {site} there is no stone of yours."
too_far = "a stone goes one or two sites forwards."
blocked = "something stands on {site}."

[goal]
last = "Leave the other no stone that can go."

[prompt]
turn = "Choose one of your stones."
stone = "Choose an empty site, up to {n} {n:site|sites} further."

[endings]
stuck = "no stone can go"

[clauses]
LEA-T1 = "In turn, a stone of yours goes forwards, one site or as many as the option says, to an empty one."
LEA-W1 = "Whoever cannot go loses, and the game is over."
"""

# --- notation, picture and all the rest -----------------------------------------------------------------------------
SITES: Final = "abcdefgh"


class LeapGame(Game):
    name: ClassVar[str] = "leap"
    text: ClassVar[tuple[str, ...]] = (ENGLISH,)
    options: ClassVar[Sequence[Option]] = OPTIONS
    events: ClassVar[Sequence[EventKind]] = EVENTS
    reasons: ClassVar[Sequence[Reason]] = REASONS
    endings: ClassVar[Sequence[Ending]] = ENDINGS

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        return Leap(int(str(options["reach"])))

    def step_text(self, step: int) -> str:
        return f"{SITES[step // SIZE]}-{SITES[step % SIZE]}"

    def read_step(self, text: str) -> int:
        start, _, end = text.partition("-")
        if len(start) != 1 or len(end) != 1 or start not in SITES or end not in SITES:
            raise NotationError("step_syntax", text=shortened(text), examples=["a-c"])
        return SITES.index(start) * int(SIZE) + SITES.index(end)

    def position_text(self, state: State) -> str:
        row = "".join("XO."[stone] for stone in expect(state, Leap).row)
        return join_parts([("row", [row]), *state_parts(state, ENDINGS)])

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        parts = split_parts(text, ["row"])
        row = "".join(parts.get("row", []))
        if len(row) != SIZE or set(row) - set("XO."):
            raise NotationError("position_value", key="row", value=shortened(row), takes="XX....OO")
        state = expect(self.new(options, 0), Leap)
        state.row = ["XO.".index(stone) for stone in row]
        read_state_parts(state, parts, ENDINGS)
        return state

    def code(self, kind: str, value: int) -> object:
        return SITES[value] if kind == "site" else value

    def scene(self, view: State, seat: int) -> Scene:
        stones = [(x, owner) for x, owner in enumerate(expect(view, Leap).row) if owner != EMPTY]
        legal = [self.step_text(step) for step in view.legal()] if view.seat == seat else []
        return Scene(
            box=(-0.75, -0.75, 8.5, 2),
            viewer=seat,
            seat=int(view.seat),
            seats=2,
            sites=tuple(Site(name, x, 0, "square", 1) for x, name in enumerate(SITES)),
            pieces=tuple(Piece(SITES[x], "stone", owner, "disc", token="XO"[owner]) for x, owner in stones),
            notes=tuple(Note(name, x, 1) for x, name in enumerate(SITES)),
            paths=tuple(Path(text, (text[0], text[2])) for text in legal),
        )

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        """Two sites mean a step, legal or not, so that the program can say why one cannot go there."""
        if len(clicks) == 2 and set(clicks) <= set(SITES):
            return [self.read_step("-".join(clicks))]
        return super().steps_for_clicks(view, clicks)

    def goal(self, view: State) -> Prompt | None:
        return Prompt("last")

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return Prompt("stone", {"n": int(expect(view, Leap).reach)}) if clicks else Prompt("turn")


# --- what the checks cannot know ------------------------------------------------------------------------------------
def conserved(state: State) -> object:
    """No stone is lost."""
    row = expect(state, Leap).row
    return row.count(0), row.count(1)


def images(state: State) -> list[Image]:
    """The row seen from the other side of the table, where the other seat is to act."""
    image = expect(state.copy(), Leap)
    image.row = [stone if stone == EMPTY else 1 - stone for stone in reversed(image.row)]
    image.seat = 1 - image.seat
    return [(image, lambda text: text.translate(str.maketrans(SITES, SITES[::-1])))]


TRAITS: Final = Traits(option_sets=(("leap", {"reach": 1}),), conserved=conserved, images=images)

RULESETS: Final = (Ruleset("leap", LeapGame(), {}),)

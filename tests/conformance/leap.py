"""A small game with steps of two clicks that says as little as possible: all else comes from ``State`` and ``Game``.

A row of eight sites; seat 0 has stones on a and b and goes right, seat 1 on g and h and goes left. A stone goes one or
two sites further, to an empty one. Whoever cannot go loses.
"""

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludarium.core.arrays import Arrays, Plane
from ludarium.core.conformance import Image, Traits
from ludarium.core.errors import NotationError
from ludarium.core.game import Game, Ruleset
from ludarium.core.options import OptionValue
from ludarium.core.position import join_parts, read_state_parts, split_parts, state_parts
from ludarium.core.scene import Path, Piece, Scene, Site
from ludarium.core.state import EventLog, State, expect
from ludarium.core.vocabulary import MOVE, Ending, EventKind, Option, Reason

SITES = "abcdefgh"
EMPTY, OVER, NOT_YOURS, BLOCKED, TOO_FAR = 2, 1, 2, 3, 4  # EMPTY is what stands on a site, the others are reasons


class Leap(State):
    def __init__(self, reach: int) -> None:
        super().__init__()
        self.reach = reach
        self.row = [0, 0, 2, 2, 2, 2, 1, 1]

    def arguments(self) -> tuple[object, ...]:
        return (self.reach,)

    def judge(self, step: i64) -> i64:
        start, end = step // 8, step % 8
        if self.seat < 0:
            return OVER
        if self.row[start] != self.seat:
            return NOT_YOURS
        if not 1 <= (start - end if self.seat else end - start) <= self.reach:
            return TOO_FAR
        return 0 if self.row[end] == EMPTY else BLOCKED

    def legal(self) -> vec[i64]:
        return vec[i64]([step for step in range(64) if not self.judge(step)])

    def universe(self) -> vec[i64]:
        return vec[i64](list(range(64)))

    def apply(self, step: i64, log: EventLog | None = None) -> None:
        self.row[step % 8], self.row[step // 8] = self.row[step // 8], EMPTY
        if log is not None:
            log.add(0, self.seat, step // 8, step % 8)
        self.turn += 1
        self.seat = 1 - self.seat
        if not len(self.legal()):
            self.winners, self.ending, self.seat = 2 - self.seat, 1, -1


class LeapArrays(Arrays):
    def __init__(self) -> None:
        super().__init__(1, "a to h")

    def actions(self, state: State) -> i64:
        return 64

    def longest(self, state: State) -> i64:
        return 24

    def shape(self, state: State) -> tuple[int, ...]:
        return (8,)

    def planes(self, state: State) -> list[Plane]:
        return [Plane("stones", 2, "1: of seat 0, 2: of seat 1")]

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        for site, stone in enumerate(expect(view, Leap).row):
            out[at + site] = u8((stone + 1) % 3)


class LeapGame(Game):
    name = "leap"
    options = (Option("reach", 2, "LEA-T1", low=1, high=2),)
    events = (EventKind("moved", (("seat", "seat"), ("from", "site"), ("to", "site")), MOVE),)
    reasons = (
        Reason("", ""),
        Reason("LEA-W1", "over"),
        Reason("LEA-T1", "not_yours"),
        Reason("LEA-T1", "blocked"),
        Reason("LEA-T1", "too_far"),
    )
    endings = (Ending("", ""), Ending("LEA-W1", "stuck"))
    arrays = LeapArrays()
    text = (
        """
name = "Leap"
summary = "Go on until the other one cannot."
board = "X and O are the stones."
[notation]
"a-c" = "the stone on a goes to c"
[rulesets]
leap = "eight sites"
[options]
reach = "how far a stone goes"
[seat]
0 = "Black"
1 = "White"
[piece]
stone = "stone"
[events]
moved = "{seat} goes from {from} to {to}."
[reasons]
over = "the game is over."
not_yours = "that is not your stone."
blocked = "something stands there."
too_far = "a stone goes one or two sites forwards."
[endings]
stuck = "no stone can go"
[clauses]
LEA-T1 = "A stone of yours goes forwards, as far as the option says, to an empty site."
LEA-W1 = "Whoever cannot go loses."
""",
    )

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        return Leap(int(str(options["reach"])))

    def step_text(self, step: int) -> str:
        return f"{SITES[step // 8]}-{SITES[step % 8]}"

    def read_step(self, text: str) -> int:
        if len(text) != 3 or text[1] != "-" or not {text[0], text[2]} <= set(SITES):
            raise NotationError("step_syntax", text=text, examples=["a-c"])
        return SITES.index(text[0]) * 8 + SITES.index(text[2])

    def position_text(self, state: State) -> str:
        row = "".join("XO."[stone] for stone in expect(state, Leap).row)
        return join_parts([("row", [row]), *state_parts(state, self.endings)])

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        parts = split_parts(text, ["row"])
        state = expect(self.new(options, 0), Leap)
        state.row = ["XO.".index(stone) for stone in parts["row"][0]]
        read_state_parts(state, parts, self.endings)
        return state

    def code(self, kind: str, value: int) -> object:
        return SITES[value] if kind == "site" else value

    def scene(self, view: State, seat: int) -> Scene:
        row = expect(view, Leap).row
        legal = [self.step_text(step) for step in view.legal()] if view.seat == seat else []
        return Scene(
            box=(-1, -1, 9, 2),
            viewer=seat,
            seat=int(view.seat),
            seats=2,
            sites=tuple(Site(name, x, 0, "square", 1) for x, name in enumerate(SITES)),
            pieces=tuple(Piece(SITES[x], "stone", owner, "disc") for x, owner in enumerate(row) if owner != EMPTY),
            paths=tuple(Path(text, (text[0], text[2])) for text in legal),
        )


def conserved(state: State) -> object:
    row = expect(state, Leap).row
    return row.count(0), row.count(1)


def images(state: State) -> list[Image]:
    """From the other side of the table."""
    image = expect(state.copy(), Leap)
    image.row = [stone if stone == EMPTY else 1 - stone for stone in reversed(image.row)]
    image.seat = 1 - state.seat
    return [(image, lambda text: text.translate(str.maketrans(SITES, SITES[::-1])))]


OPTION_SETS: Sequence[tuple[str, Mapping[str, object]]] = (("leap", {"reach": 1}),)
TRAITS = Traits(OPTION_SETS, conserved, images)
RULESETS = (Ruleset("leap", LeapGame(), {}),)

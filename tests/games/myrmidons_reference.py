"""Myrmidons once more, in the plainest way, straight from the clauses, for comparison only.

It knows the whole truth; what a seat may know is tested elsewhere.
"""

from collections.abc import Iterator, Sequence
from itertools import product

Square = tuple[int, int]
Order = tuple[tuple[Square, int], ...]

WAYS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
COMMANDER = "111"
NINETEEN = [
    f"{sword}{shield}{foot}"
    for sword, shield, foot in product(range(1, 6), repeat=3)
    if sword + shield + foot == 9  # MYR-B2
]


def text_of(square: Square) -> str:
    return "abcdef"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcdef".index(text[0]), int(text[1]) - 1


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 6 and 0 <= square[1] < 7


def ahead(square: Square, way: str, distance: int) -> Square:
    dx, dy = WAYS[way]
    return square[0] + dx * distance, square[1] + dy * distance


class Reference:
    """``armies``: what each seat has to put up, the commander included; None where it is chosen freely (secret)."""

    def __init__(
        self,
        armies: Sequence[Sequence[str] | None],
        size: int = 6,
        order_distance: str = "foot",
        turn_cap: int = 300,
    ) -> None:
        self.armies = [None if army is None else list(army) for army in armies]
        self.size, self.order_distance, self.turn_cap = size, order_distance, turn_cap
        self.board: dict[Square, tuple[int, str]] = {}
        self.removed = [0, 0]  # enemy pieces that each seat has removed
        self.seat: int | None = 0
        self.setting_up = True
        self.turns = 0
        self.winners: set[int] = set()
        self.way: str | None = None  # the direction of an open order
        self.named: Order = ()

    # --- legal steps ------------------------------------------------------------------------------------------------
    def legal(self) -> set[str]:
        if self.seat is None:
            return set()
        if self.setting_up:
            return {"=" + kind for kind in self.setup_kinds(self.seat)}
        if self.way is not None:
            return self.order_steps(self.way)
        moves = {f"{text_of(a)}{way}{distance}" for a, way, distance in self.moves(self.seat)}
        return moves | {"!" + way for way in WAYS if self.orders(self.seat, way)}

    def setup_kinds(self, seat: int) -> set[str]:
        """MYR-P1, X1"""
        army = self.armies[seat]
        put = [kind for owner, kind in self.board.values() if owner == seat]
        if army is not None:
            left = list(army)
            for kind in put:
                left.remove(kind)
            return set(left)
        if COMMANDER in put:
            return set(NINETEEN) - set(put)
        return {COMMANDER} if len(put) == self.size - 1 else set(NINETEEN) - set(put) | {COMMANDER}

    def setup_square(self, seat: int) -> Square:
        """The edge row a to f first, then the second row."""
        put = sum(owner == seat for owner, _ in self.board.values())
        row = put // 6
        return put % 6, row if seat == 0 else 6 - row

    def moves(self, seat: int) -> Iterator[tuple[Square, str, int]]:
        """MYR-M1"""
        for square, (owner, kind) in self.board.items():
            if owner != seat:
                continue
            for way in WAYS:
                for distance in range(1, int(kind[2]) + 1):
                    target = ahead(square, way, distance)
                    holder = self.board.get(target)
                    if not on_board(target) or (holder and holder[0] == seat):
                        break
                    yield square, way, distance
                    if holder:
                        break

    def commander(self, seat: int) -> Square:
        return next(square for square, piece in self.board.items() if piece == (seat, COMMANDER))

    def orders(self, seat: int, way: str) -> list[Order]:
        """MYR-O1, O2: all complete orders in this direction, companions that stay left out."""
        commander = self.commander(seat)
        near = [
            square
            for square in sorted(self.board, key=lambda s: (s[1], s[0]))
            if self.board[square][0] == seat and max(abs(square[0] - commander[0]), abs(square[1] - commander[1])) == 1
        ]
        reach = []
        for square in near:
            foot = int(self.board[square][1][2]) if self.order_distance == "foot" else 6
            reach.append(range(foot + 1))
        found = []
        for distances in product(*reach):
            order = tuple((square, k) for square, k in zip(near, distances, strict=True) if k)
            if order and self.moves_together(seat, way, ((commander, 1), *order)):
                found.append(order)
        return found

    def moves_together(self, seat: int, way: str, moving: Order) -> bool:
        """MYR-O2: front pieces first; nobody jumps, shares a square, or goes through an enemy."""
        dx, dy = WAYS[way]
        there = dict(self.board)
        for square, _ in moving:
            del there[square]
        arrived: set[Square] = set()
        waiting = sorted(moving, key=lambda one: -(one[0][0] * dx + one[0][1] * dy))
        for number, (square, distance) in enumerate(waiting):
            behind = {other for other, _ in waiting[number + 1 :]}
            for k in range(1, distance + 1):
                at = ahead(square, way, k)
                if not on_board(at) or at in arrived or at in behind:
                    return False
                if at in there and (there[at][0] == seat or k < distance):
                    return False
            arrived.add(ahead(square, way, distance))
        return True

    def order_steps(self, way: str) -> set[str]:
        assert self.seat is not None
        steps = set()
        for order in self.orders(self.seat, way):
            if order[: len(self.named)] == self.named:
                if len(order) == len(self.named):
                    steps.add(".")
                else:
                    square, distance = order[len(self.named)]
                    steps.add(f"{text_of(square)}:{distance}")
        return steps

    # --- taking a step ------------------------------------------------------------------------------------------------
    def apply(self, step: str) -> None:
        assert self.seat is not None
        if self.setting_up:
            self.board[self.setup_square(self.seat)] = (self.seat, step[1:])
            if sum(owner == self.seat for owner, _ in self.board.values()) == self.size:
                self.setting_up = self.seat == 0
                self.seat = 1 - self.seat
        elif step.startswith("!"):
            self.way, self.named = step[1:], ()
        elif step == ".":
            assert self.way is not None
            self.carry_out(self.seat, self.way, ((self.commander(self.seat), 1), *self.named))
        elif ":" in step:
            square, distance = step.split(":")
            self.named = (*self.named, (square_of(square), int(distance)))
        else:
            self.carry_out(self.seat, step[2:-1], ((square_of(step[:2]), int(step[-1])),))

    def carry_out(self, seat: int, way: str, moving: Order) -> None:
        """MYR-F1, O2, O3"""
        ordered = {square: self.board.pop(square) for square, _ in moving}
        at = {ahead(square, way, distance): ordered[square] for square, distance in moving}
        commander_taken = False
        for target in [square for square in at if square in self.board]:
            defender = self.board[target][1]
            if int(at[target][1][0]) >= int(defender[1]):
                del self.board[target]
                self.removed[seat] += 1
                commander_taken |= defender == COMMANDER
                continue
            line = [target]
            while ahead(line[-1], way, -1) in at:
                line.append(ahead(line[-1], way, -1))
            for square in reversed(line):
                at[ahead(square, way, -1)] = at.pop(square)
        self.board.update(at)
        self.way, self.named = None, ()
        self.end_turn(seat, commander_taken)

    def end_turn(self, seat: int, commander_taken: bool) -> None:
        """MYR-E1 to E3"""
        self.turns += 1
        self.seat = 1 - seat
        far = 6 if self.seat == 0 else 0
        if commander_taken or self.removed[seat] >= 4:
            self.winners, self.seat = {seat}, None
        elif any(square[1] == far and owner == self.seat for square, (owner, _) in self.board.items()):
            self.winners, self.seat = {self.seat}, None
        elif self.turns == self.turn_cap:
            self.seat = None

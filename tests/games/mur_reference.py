"""Mur once more, in the most naive way: names in sets, one sentence of the rules after the other.

It shares nothing with the engine but the way steps are written. It is slow and meant to be read beside
``docs/rules/mur.en.md``; the tests play it against the engine.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

SPOKES = "abcdefgh"
CENTRE = "x"
POINTS = [CENTRE] + [spoke + ring for spoke in SPOKES for ring in "123"]
PORTS = {"c3", "g3"}

STEPS = (
    ["+" + point for point in POINTS]
    + [point + way for point in POINTS if point != CENTRE for way in ("rli" if point[1] == "3" else "rlio")]
    + ["x" + spoke for spoke in SPOKES]
    + ["-" + point for point in POINTS]
    + ["--"]
)

Position = tuple[frozenset[str], frozenset[str], str]


def turned(spoke: str, by: int) -> str:
    return SPOKES[(SPOKES.index(spoke) + by) % 8]


def neighbours(point: str) -> set[str]:
    if point == CENTRE:
        return {spoke + "1" for spoke in SPOKES}
    spoke, ring = point[0], int(point[1])
    found = {f"{turned(spoke, 1)}{ring}", f"{turned(spoke, -1)}{ring}"}
    found.add(CENTRE if ring == 1 else f"{spoke}{ring - 1}")
    if ring < 3:
        found.add(f"{spoke}{ring + 1}")
    return found


NEIGHBOURS = {point: neighbours(point) for point in POINTS}


def way_of(move: str) -> Iterator[str]:
    """The points that a ship moving so comes to, one after the other, for ever."""
    if move[0] == CENTRE:
        yield from diameter(move[1], 0, True)
    spoke, ring, way = move[0], int(move[1]), move[2]
    if way in "io":
        yield from diameter(spoke, ring, way == "o")
    while True:
        spoke = turned(spoke, 1 if way == "r" else -1)
        yield f"{spoke}{ring}"


def diameter(spoke: str, ring: int, outward: bool) -> Iterator[str]:
    """Ring 0 is the centre: whoever passes it goes outward on the opposite spoke."""
    while True:
        if outward and ring == 3:
            outward = False
        ring += 1 if outward else -1
        if ring == 0:
            spoke, outward = turned(spoke, 4), True
        yield f"{spoke}{ring}" if ring else CENTRE


def group(point: str, ships: set[str]) -> set[str]:
    found = {point}
    while True:
        more = {other for ship in found for other in NEIGHBOURS[ship] if other in ships} - found
        if not more:
            return found
        found |= more


def walled(point: str, ships: set[str]) -> bool:
    return all(neighbour in ships for neighbour in NEIGHBOURS[point])


@dataclass
class Result:
    """What a place or a move would lead to."""

    ships: list[set[str]]
    kraken: str
    knocked_to: str | None = None


@dataclass
class ReferenceMur:
    edition: str
    any_walls: bool = False
    cap: int = 400
    ships: list[set[str]] = field(default_factory=lambda: [set(), set()])
    kraken: str = CENTRE
    seat: int | None = 0
    turn: int = 0
    closes: list[int] = field(default_factory=lambda: [0, 0])
    due: list[set[str]] = field(default_factory=lambda: [set(), set()])  # to be withdrawn together, by seat
    penalty: int | None = None
    history: list[Position] = field(default_factory=list)  # P_0, P_1 …, the present one last
    ending: str = ""
    winner: int | None = None

    def __post_init__(self) -> None:
        if not self.history:
            self.history.append(self.position(self.ships, self.kraken))

    @staticmethod
    def position(ships: list[set[str]], kraken: str) -> Position:
        return frozenset(ships[0]), frozenset(ships[1]), kraken

    def copy(self) -> "ReferenceMur":
        return deepcopy(self)

    # --- legal steps ------------------------------------------------------------------------------------------
    def legal(self) -> set[str]:
        if self.seat is None:
            return set()
        own = self.ships[self.seat]
        if self.due[self.seat]:  # C4, C7
            return {"--"}
        if self.penalty == self.seat:  # R1 jp
            return {"-" + ship for ship in own}
        free = {step for step in STEPS if step[0] not in "+-" and self.may_move(step)}
        free |= {step for step in STEPS if step[0] == "+" and self.may_place(step[1:])}
        free |= {step for step in STEPS if step[0] == "-" and step != "--" and self.may_leave_port(step[1:])}
        return free or {"-" + ship for ship in own}  # W2

    def may_place(self, point: str) -> bool:
        assert self.seat is not None
        empty = point != self.kraken and point not in self.ships[0] | self.ships[1]
        return empty and len(self.ships[self.seat]) < 7 and self.may_arise(self.placed(point))

    def may_move(self, step: str) -> bool:
        result = self.moved(step)
        return result is not None and self.may_arise(result)

    def may_leave_port(self, point: str) -> bool:
        assert self.seat is not None
        if self.edition != "en" or point not in PORTS or point not in self.ships[self.seat]:
            return False
        ships = deepcopy(self.ships)
        ships[self.seat].remove(point)
        return self.position(ships, self.kraken) not in self.history[-4:]

    def placed(self, point: str) -> Result:
        assert self.seat is not None
        ships = deepcopy(self.ships)
        ships[self.seat].add(point)
        return Result(ships, self.kraken)

    def moved(self, step: str) -> Result | None:
        """The position after a move, or nothing if the ship may not go there."""
        assert self.seat is not None
        start = CENTRE if step[0] == CENTRE else step[:2]
        if start not in self.ships[self.seat]:
            return None
        rank = len(group(start, self.ships[self.seat]))
        way = way_of(step)
        end = [next(way) for _ in range(rank)][-1]
        if end == start:  # V4
            return None
        ships = deepcopy(self.ships)
        ships[self.seat].remove(start)
        victim = next((side for side in (0, 1) if end in self.ships[side]), None)
        if victim is None and end != self.kraken:
            ships[self.seat].add(end)
            return Result(ships, self.kraken)
        if victim is not None:  # K1
            stronger = rank < len(group(end, self.ships[victim]))
        else:
            stronger = self.edition == "en" or rank < 4
        if not stronger:
            return None
        stop = next(point for point in way if point not in ships[0] | ships[1] and point != self.kraken)  # K2
        if victim is None:
            ships[self.seat].add(end)
            return Result(ships, stop, stop)
        ships[victim].remove(end)
        ships[victim].add(stop)
        ships[self.seat].add(end)
        return Result(ships, self.kraken, stop)

    def may_arise(self, result: Result) -> bool:
        assert self.seat is not None
        position = self.position(result.ships, result.kraken)
        if position == self.history[-1]:  # V4
            return False
        own_walled = self.newly_walled(result, self.seat)
        if self.edition == "en":
            if position in self.history[-4:]:  # R1
                return False
            return result.knocked_to is None or not own_walled  # C5
        traps = bool(self.newly_walled(result, 1 - self.seat)) or self.takes_kraken(result)
        return traps or not (own_walled or self.kraken_in_eye(result))  # C6

    # --- walls ------------------------------------------------------------------------------------------------
    def newly_walled(self, result: Result, side: int) -> set[str]:
        """The ships of a side that the other side walls after the turn and did not before; knocked ones count."""
        return {
            ship
            for ship in result.ships[side]
            if walled(ship, result.ships[1 - side])
            and not (ship in self.ships[side] and ship != result.knocked_to and walled(ship, self.ships[1 - side]))
        }

    def takes_kraken(self, result: Result) -> bool:
        assert self.seat is not None
        if self.any_walls:
            around = NEIGHBOURS[result.kraken]
            now = around <= result.ships[0] | result.ships[1] and bool(around & result.ships[self.seat])
        else:
            now = walled(result.kraken, result.ships[self.seat])
        knocked = result.kraken != self.kraken
        return now and (knocked or not walled(self.kraken, self.ships[self.seat]))

    def kraken_in_eye(self, result: Result) -> bool:
        assert self.seat is not None
        if not walled(result.kraken, result.ships[1 - self.seat]):
            return False
        return result.kraken != self.kraken or not walled(self.kraken, self.ships[1 - self.seat])

    # --- taking a step ----------------------------------------------------------------------------------------
    def apply(self, step: str) -> None:
        assert self.seat is not None
        seat, other = self.seat, 1 - self.seat
        if step[0] == "-":
            self.ships[seat] -= self.due[seat] if step == "--" else {step[1:]}
            self.due[seat] = set()
            if self.penalty == seat:
                self.penalty = None
            self.finish_turn()
            return
        result = self.placed(step[1:]) if step[0] == "+" else self.moved(step)
        assert result is not None
        closed = self.newly_walled(result, other)
        kraken = self.takes_kraken(result)
        self.closes[seat] += len(closed)  # C2
        self.due[other] = closed  # C4
        if self.edition == "jp" and closed:  # C7
            self.due[seat] = self.newly_walled(result, seat)
        self.ships, self.kraken = result.ships, result.kraken
        repeated = self.position(self.ships, self.kraken) in self.history[-4:]
        if self.edition == "jp" and repeated and self.penalty is None:  # R1 jp
            self.penalty = seat
        self.finish_turn()
        word = "trap" if self.edition == "jp" else "close"
        if kraken or self.closes[seat] >= 3:  # C3
            self.seat, self.winner = None, seat
            self.ending = f"kraken_{word}{'ped' if word == 'trap' else 'd'}" if kraken else f"three_{word}s"

    def finish_turn(self) -> None:
        assert self.seat is not None
        self.history.append(self.position(self.ships, self.kraken))
        self.seat = 1 - self.seat
        self.turn += 1
        if self.turn == self.cap:  # R2
            self.seat, self.ending = None, "turn_cap"


def perft(game: ReferenceMur, depth: int) -> int:
    steps = game.legal()
    if depth == 1:
        return len(steps)
    nodes = 0
    for step in steps:
        child = game.copy()
        child.apply(step)
        nodes += perft(child, depth - 1)
    return nodes

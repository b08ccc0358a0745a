"""Mutter Land told a second time, as plainly as possible: slow, and without any code of the rules it is a check of."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

Hex = tuple[int, int]
Way = tuple[Hex, str]  # where the last step of a way begins, and its direction

DIRECTIONS: dict[str, Hex] = {  # MUT-B2
    "e": (1, 0),
    "w": (-1, 0),
    "ne": (1, -1),
    "nw": (0, -1),
    "se": (0, 1),
    "sw": (-1, 1),
}
MOVE = re.compile(r"(-?\d+:-?\d+)-(-?\d+:-?\d+)([a-z]*)")
NUTS = 70  # MUT-B1
MARBLES = {2: 5, 3: 5, 4: 5, 5: 4, 6: 3}  # MUT-P2: of each colour, by the number of players
TOWERS = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}  # MUT-E1: marbles that must stand on floor 4, by the number of players
BLOCK = [(q, r) for q in range(10) for r in range(7)]  # MUT-P1
USUAL: dict[str, object] = {
    "players": 2,
    "land": "generated",
    "marbles_per_turn": "all",
    "descent": "one",
    "push_uphill": False,
    "push_down": "any",
    "free_side": "nut",
    "turn_cap": 150,
}


def beyond(place: Hex, direction: str) -> Hex:
    """The hexagon next to a place in a direction."""
    q, r = DIRECTIONS[direction]
    return place[0] + q, place[1] + r


@cache
def neighbours(place: Hex) -> tuple[Hex, ...]:
    return tuple(beyond(place, direction) for direction in DIRECTIONS)


def text_of(place: Hex) -> str:
    return f"{place[0]}:{place[1]}"


def hex_of(text: str) -> Hex:
    q, r = text.split(":")
    return int(q), int(r)


class Reference:
    """A game in progress.

    ``phase`` is what comes next: "land" (a nut of built land), "set-up" (a marble of it), "turn" (a part of a turn)
    or "return" (the named seat puts back a fallen marble of ``owner``). ``seat`` acts; None once the game is over.
    """

    def __init__(self, options: Mapping[str, object], land: Sequence[Hex] | None = None) -> None:
        chosen = {**USUAL, **options}
        players, cap = chosen["players"], chosen["turn_cap"]
        assert isinstance(players, int)
        assert isinstance(cap, int)
        self.players = players
        self.turn_cap = cap
        self.one_marble = chosen["marbles_per_turn"] == "one"
        self.descent_any = chosen["descent"] == "any"
        self.push_uphill = bool(chosen["push_uphill"])
        self.push_down_one = chosen["push_down"] == "one"
        self.marbles_take_sides = chosen["free_side"] == "nut_or_marble"

        self.heights: dict[Hex, int] = {}  # only hexagons with at least one nut
        self.marbles: dict[Hex, int] = {}
        self.fallen = dict.fromkeys(range(players), 0)
        self.seat: int | None = 0  # MUT-P1, MUT-P2, MUT-P3: seat 0 begins each part
        self.result: tuple[set[int], str] | None = None
        self.phase = "set-up"
        self.marbles_to_put = players * MARBLES[players]
        self.turns = 0  # completed
        self.idle_turns = 0  # in a row
        self.owner = 0  # of the marble being returned
        self.moved: set[Hex] = set()  # where the marbles stand that have moved in this turn
        self.returned = False  # whether this turn had a return

        if land is None and chosen["land"] == "block":
            land = BLOCK
        if land is None and isinstance(chosen["land"], list | tuple):
            land = [(q, r) for q, r in chosen["land"]]
        if land is not None:
            assert len(set(land)) == NUTS
            self.heights = dict.fromkeys(land, 1)
        else:
            assert chosen["land"] == "built", "a generated land must be given"
            self.phase = "land"

    # --- questions about the land ---------------------------------------------------------------------------------
    def outside(self) -> set[Hex]:
        """MUT-P2: the missing hexagons round the land that can be reached from far away over missing hexagons."""
        margin = 2
        low_q = min(q for q, _ in self.heights) - margin
        high_q = max(q for q, _ in self.heights) + margin
        low_r = min(r for _, r in self.heights) - margin
        high_r = max(r for _, r in self.heights) + margin
        outside = {(low_q, low_r)}
        waiting = [(low_q, low_r)]
        while waiting:
            for q, r in neighbours(waiting.pop()):
                inside_frame = low_q <= q <= high_q and low_r <= r <= high_r
                if inside_frame and (q, r) not in self.heights and (q, r) not in outside:
                    outside.add((q, r))
                    waiting.append((q, r))
        return outside

    def outer_edge(self) -> set[Hex]:
        """MUT-P2: nuts beside the outside; the shores of lakes are not."""
        outside = self.outside()
        return {place for place in self.heights if any(near in outside for near in neighbours(place))}

    def set_up_places(self) -> set[Hex]:
        """MUT-P2: empty nuts of the outer edge."""
        return {place for place in self.outer_edge() if place not in self.marbles}

    def return_places(self) -> set[Hex]:
        """MUT-R1: as in the set-up, but of height exactly 1 and with at least one neighbouring column."""
        return {
            place
            for place in self.set_up_places()
            if self.heights[place] == 1 and any(near in self.heights for near in neighbours(place))
        }

    def free_sides(self, place: Hex) -> int:
        """MUT-N2: free sides of the top nut of a column."""
        floor = self.heights[place]
        free = 0
        for near in neighbours(place):
            height = self.heights.get(near, 0)
            nut_borders = height >= floor
            marble_borders = self.marbles_take_sides and near in self.marbles and height == floor - 1
            if not nut_borders and not marble_borders:
                free += 1
        return free

    def buildable(self, place: Hex) -> bool:
        """MUT-N2: the top nut of a column without a marble, with three free sides."""
        return place in self.heights and place not in self.marbles and self.free_sides(place) >= 3

    # --- questions about the marbles ------------------------------------------------------------------------------
    def own(self, seat: int) -> set[Hex]:
        return {place for place, owner in self.marbles.items() if owner == seat}

    def chain(self, place: Hex) -> set[Hex]:
        """MUT-N1: the marble on a place and all own ones joined to it, heights do not matter."""
        own = self.own(self.marbles[place])
        found = {place}
        while True:
            more = {near for link in found for near in neighbours(link) if near in own} - found
            if not more:
                return found
            found |= more

    def can_step(self, start: Hex, end: Hex) -> bool:
        """MUT-M4: both are columns, and from the first to the second it is at most one floor up, and at most one floor
        down unless the option lets a step go down any number.
        """
        if start not in self.heights or end not in self.heights:
            return False
        if self.heights[end] > self.heights[start]:
            return self.heights[end] == self.heights[start] + 1
        return self.descent_any or self.heights[end] >= self.heights[start] - 1

    def ways(self, path: list[Hex]) -> Iterator[Way]:
        """MUT-M2, MUT-M3: every last step of a way that begins with this path (its first place is the mover's)."""
        mover = path[0]
        for direction in DIRECTIONS:
            end = beyond(path[-1], direction)
            if end in path or not self.can_step(path[-1], end):
                continue
            if self.marbles.get(end) == self.marbles[mover]:
                yield from self.ways([*path, end])  # over an own marble, never ending on it (MUT-M4)
            else:
                yield path[-1], direction

    def can_push(self, mover: Hex, way: Way) -> bool:
        """MUT-S1: whether the opponent's marble at the end of a way can be pushed on."""
        last, direction = way
        pushed = beyond(last, direction)
        behind = beyond(pushed, direction)
        if self.heights[pushed] > self.heights[last] and not self.push_uphill:
            return False
        if behind not in self.heights:
            return True  # off the board, or into a lake
        free = behind not in self.marbles or behind == mover
        if self.push_down_one and self.heights[behind] < self.heights[pushed] - 1:
            return False
        return free and self.heights[behind] <= self.heights[pushed]

    def moves_of(self, mover: Hex) -> set[str]:
        """The marble moves of one marble."""
        moves = set()
        for last, direction in self.ways([mover]):
            end = beyond(last, direction)
            if end not in self.marbles:
                moves.add(f"{text_of(mover)}-{text_of(end)}")
            elif self.can_push(mover, (last, direction)):
                moves.add(f"{text_of(mover)}-{text_of(end)}{direction}")
        return moves

    def towers(self, seat: int) -> int:
        """Marbles of a seat on floor 4 or higher."""
        return sum(self.heights[place] >= 4 for place in self.own(seat))

    # --- the legal steps ------------------------------------------------------------------------------------------
    def legal(self) -> set[str]:
        """The texts of all legal steps."""
        if self.seat is None:
            return set()
        if self.phase == "land":  # MUT-P1
            if not self.heights:
                return {"@0:0"}
            shore = {near for place in self.heights for near in neighbours(place)} - set(self.heights)
            return {f"@{text_of(place)}" for place in shore}
        if self.phase == "set-up":
            return {f"+{text_of(place)}" for place in self.set_up_places()}
        if self.phase == "return":
            return {f"+{text_of(place)}" for place in self.return_places()}
        return {"end"} | self.legal_moves(self.seat) | self.legal_returns(self.seat) | self.legal_nuts(self.seat)

    def legal_moves(self, seat: int) -> set[str]:
        """MUT-M1: each own marble may move once, or only one of them; MUT-R1: none after a return."""
        if self.returned or (self.one_marble and self.moved):
            return set()
        return {move for mover in self.own(seat) - self.moved for move in self.moves_of(mover)}

    def legal_returns(self, seat: int) -> set[str]:
        """MUT-R1: in place of the marble moves, one a turn, naming another player."""
        if self.returned or self.moved or not self.fallen[seat] or not self.return_places():
            return set()
        return {f"return {other}" for other in range(self.players) if other != seat}

    def legal_nuts(self, seat: int) -> set[str]:
        """MUT-N1, MUT-N3: a buildable nut beside an own marble, onto another column beside that marble's chain."""
        steps = set()
        for marble in self.own(seat):
            targets = {near for link in self.chain(marble) for near in neighbours(link)}
            for source in neighbours(marble):
                if not self.buildable(source):
                    continue
                for target in targets:
                    if target in self.heights and target not in self.marbles and target != source:
                        steps.add(f"{text_of(source)}^{text_of(target)}")
        return steps

    # --- taking a step --------------------------------------------------------------------------------------------
    def apply(self, text: str) -> None:
        """Take a legal step."""
        assert self.seat is not None
        if text.startswith("@"):
            self.put_nut(hex_of(text[1:]))
        elif text.startswith("+"):
            self.put_marble(hex_of(text[1:]))
        elif text.startswith("return "):  # MUT-R1
            self.owner = self.seat
            self.seat = int(text.removeprefix("return "))
            self.phase = "return"
        elif text == "end":
            self.end_turn(idle=not self.moved and not self.returned)
        elif "^" in text:
            source, target = text.split("^")
            self.move_nut(hex_of(source), hex_of(target))
        else:
            move = MOVE.fullmatch(text)
            assert move is not None
            start, end, direction = move.groups()
            self.move_marble(hex_of(start), hex_of(end), direction)

    def put_nut(self, place: Hex) -> None:
        """MUT-P1: the players in turn; seat 0 then begins with the marbles (MUT-P2)."""
        self.heights[place] = 1
        self.pass_on()
        if len(self.heights) == NUTS:
            self.phase, self.seat = "set-up", 0

    def put_marble(self, place: Hex) -> None:
        assert self.seat is not None
        if self.phase == "return":  # MUT-R1: the owner goes on with the nut
            self.marbles[place] = self.owner
            self.fallen[self.owner] -= 1
            self.returned = True
            self.phase, self.seat = "turn", self.owner
            return
        self.marbles[place] = (self.seat - 1) % self.players  # MUT-P2: the right-hand neighbour's
        self.marbles_to_put -= 1
        self.pass_on()
        if not self.marbles_to_put:
            self.phase, self.seat = "turn", 0  # MUT-P3

    def move_marble(self, start: Hex, end: Hex, direction: str) -> None:
        owner = self.marbles.pop(start)
        if direction:  # MUT-S1
            pushed = self.marbles.pop(end)
            behind = beyond(end, direction)
            if behind in self.heights:
                self.marbles[behind] = pushed
            else:
                self.fallen[pushed] += 1
        self.marbles[end] = owner
        self.moved.add(end)
        if self.towers(owner) >= TOWERS[self.players]:  # MUT-E1
            self.seat, self.result = None, ({owner}, "towers")

    def move_nut(self, source: Hex, target: Hex) -> None:
        """MUT-N3, MUT-N4: the land shrinks where a last nut was taken, and the turn is over."""
        self.heights[source] -= 1
        if not self.heights[source]:
            del self.heights[source]
        self.heights[target] += 1
        self.end_turn(idle=False)

    def end_turn(self, idle: bool) -> None:
        """MUT-E2: the game ends after a round of idle turns or too many turns."""
        self.turns += 1
        self.idle_turns = self.idle_turns + 1 if idle else 0
        self.moved = set()
        self.returned = False
        self.pass_on()
        if self.idle_turns == self.players:
            self.seat, self.result = None, (self.leaders(), "idle")
        elif self.turns == self.turn_cap * self.players:  # never so with a cap of 0, as a turn is over
            self.seat, self.result = None, (self.leaders(), "turn_cap")

    def leaders(self) -> set[int]:
        """MUT-E2: the players with most marbles on floor 4 or higher; empty if these are all."""
        most = max(self.towers(seat) for seat in range(self.players))
        best = {seat for seat in range(self.players) if self.towers(seat) == most}
        return set() if len(best) == self.players else best

    def pass_on(self) -> None:
        assert self.seat is not None
        self.seat = (self.seat + 1) % self.players

"""The rules of Mutter Land against their plain second telling: the same steps, boards and results all through games."""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

from ludarium.core import state as core_state
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.playout import perft
from ludarium.core.state import State
from ludarium.games.mutterland.notation import COLOURS
from tests.games.mutterland_reference import (
    BLOCK,
    DIRECTIONS,
    MARBLES,
    MOVE,
    NUTS,
    Hex,
    Reference,
    beyond,
    hex_of,
    neighbours,
    text_of,
)

COMPILED = not core_state.__file__.endswith(".py")
pytestmark = [pytest.mark.slow] if COMPILED else []  # interpreted, only a few of these games are played
LANDS = 6 if COMPILED else 1  # that each option set is played on
POSITIONS = 50 if COMPILED else 3


OPPOSITE = {"e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}


@dataclass(frozen=True)
class Style:
    """How much a random player likes to build, to push and to climb."""

    nut: float
    push: float
    climb: float


STYLES = {
    "aimless": Style(nut=1, push=1, climb=1),
    "builder": Style(nut=3, push=1, climb=6),
    "bully": Style(nut=0.3, push=30, climb=2),
    "mover": Style(nut=0.03, push=3, climb=2),
}


def grown_land(random: Random, clumps: float) -> list[Hex]:
    """A random land; below 1 it has long capes, above 1 it is round. Lakes come by themselves."""
    land = [(0, 0)]
    while len(land) < NUTS:
        shore = sorted({near for place in land for near in neighbours(place)} - set(land))
        weights = [clumps ** sum(near in land for near in neighbours(place)) for place in shore]
        land += random.choices(shore, weights)
    return land


def ring_land() -> list[Hex]:
    """Two rings of nuts round a lake of 19 hexagons, with a cape of ten: 24 + 18 + 18 nuts and the cape."""
    ring = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if 3 <= max(abs(q), abs(r), abs(q + r)) <= 4]
    islet = [(q, r) for q in range(-5, -1) for r in range(5, 12)]
    return (ring + islet)[:NUTS]


class Twins:
    """The same game played by the rules and by the reference, compared before and after each step."""

    def __init__(self, ruleset: Ruleset, state: State, reference: Reference) -> None:
        self.game = ruleset.game
        self.state = state
        self.reference = reference
        self.seen: Counter[str] = Counter()
        self.steps: list[str] = []
        self.compare()

    def compare(self) -> None:
        reference = self.reference
        texts = [self.game.step_text(step) for step in self.state.legal()]
        assert self.state.seat == (-1 if reference.seat is None else reference.seat), self.where()
        legal = self.legal = reference.legal()
        assert set(texts) == legal, f"more {set(texts) - legal}, less {legal - set(texts)} {self.where()}"
        assert len(texts) == len(legal), self.where()
        assert self.state.turn == reference.turns, self.where()
        scene = self.game.scene(self.state, -1)
        assert {hex_of(site.name): site.height for site in scene.sites if site.height} == reference.heights, (
            self.where()
        )
        assert {hex_of(piece.site): piece.owner for piece in scene.pieces} == reference.marbles, self.where()
        moved = {hex_of(piece.site) for piece in scene.pieces if "moved" in piece.marks}
        assert moved == reference.moved or reference.seat is None, self.where()
        if reference.phase not in ("land", "set-up"):
            assert {stock.owner: stock.count for stock in scene.stock} == reference.fallen, self.where()
        outcome = self.game.outcome(self.state)
        result = None if outcome is None else (set(outcome.winners), outcome.reason)
        assert result == reference.result, self.where()

    def where(self) -> str:
        return f"after {self.steps[-12:]}: {self.game.position_text(self.state)}"

    def take(self, text: str) -> None:
        self.seen.update(happenings(self.reference, text))
        self.steps.append(text)
        self.state.apply(self.game.read_step(text))
        self.reference.apply(text)
        self.compare()
        if self.reference.result is not None:
            winners, reason = self.reference.result
            self.seen[f"end by {reason}"] += 1
            self.seen["shared win"] += len(winners) > 1

    def play(self, random: Random, style: Style, most: int = 10**6) -> None:
        while self.reference.seat is not None and len(self.steps) < most:
            steps = sorted(self.legal)
            weights = [liking(self.reference, text, style) for text in steps]
            self.take(random.choices(steps, weights)[0])


def liking(reference: Reference, text: str, style: Style) -> float:
    """How much a player wants a step: one that makes towers, pushes and returns happen."""
    heights = reference.heights
    if text[0] in "@+":
        return 1
    if text == "end":
        return 0.3
    if text.startswith("return"):
        return 20
    if "^" in text:
        source, target = map(hex_of, text.split("^"))
        stairs = [near for near in neighbours(target) if reference.marbles.get(near) == reference.seat]
        growth = 1 + sum(3 * heights[target] ** 2 for near in stairs if heights[near] >= heights[target])
        return style.nut * growth * (0.1 if heights[source] > heights[target] else 1)
    start, end, direction = read_move(text)
    if direction:
        return style.push * (1 if beyond(end, direction) in heights else 5)
    return float(style.climb ** (2 * (heights[end] - heights[start])))


def read_move(text: str) -> tuple[Hex, Hex, str]:
    move = MOVE.fullmatch(text)
    assert move is not None
    return hex_of(move[1]), hex_of(move[2]), move[3]


def needs_descent(before: Reference, start: Hex, text: str) -> bool:
    """Whether a move is possible only because steps may go far down."""
    if not before.descent_any:
        return False
    before.descent_any = False
    usual = before.moves_of(start)
    before.descent_any = True
    return text not in usual


def happenings(before: Reference, text: str) -> list[str]:
    """What a step does, for the tally."""
    heights = before.heights
    if text[0] == "@":
        return ["built"]
    if text[0] == "+":
        return [before.phase]
    if text == "end" or text.startswith("return"):
        return ["end" if text == "end" else "named"]
    if "^" in text:
        source, target = map(hex_of, text.split("^"))
        marbles = before.own(before.seat or 0)
        far = not marbles & set(neighbours(source)) & set(neighbours(target))
        return ["nut"] + ["nut along a chain"] * far + ["last nut taken"] * (heights[source] == 1)
    start, end, direction = read_move(text)
    kinds = ["far down"] * needs_descent(before, start, text)
    kinds += ["second marble of a turn"] * bool(before.moved) + ["floor 4"] * (heights[end] >= 4)
    kinds += ["chain"] * (end not in neighbours(start))
    if not direction:
        return [*kinds, "move"]
    behind = beyond(end, direction)
    last = beyond(end, OPPOSITE[direction])
    kinds += ["push"] + ["push uphill"] * (heights[end] > heights[last]) + ["chain push"] * (last != start)
    kinds += ["push to the start"] * (behind == start)
    if behind in heights:
        kinds += ["push far down"] * (heights[behind] < heights[end] - 1)
        return kinds + ["push downhill"] * (heights[behind] < heights[end])
    return [*kinds, "fall", "fall outside" if behind in before.outside() else "fall into a lake"]


# --- whole games ------------------------------------------------------------------------------------------------------
OPTION_SETS: list[tuple[str, dict[str, object]]] = [
    ("mutterland", {"players": 2, "turn_cap": 60}),
    ("mutternland", {"players": 2, "push_uphill": True}),
    ("mutterland", {"players": 3, "free_side": "nut_or_marble"}),
    ("mutternland", {"players": 3, "turn_cap": 20}),
    ("mutterland", {"players": 4, "push_uphill": True, "turn_cap": 5}),
    ("mutterland", {"players": 5, "turn_cap": 1}),
    ("mutternland", {"players": 5, "free_side": "nut_or_marble", "push_uphill": True}),
    ("mutterland", {"players": 6, "push_uphill": True, "free_side": "nut_or_marble"}),
    ("mutternland", {"players": 6, "turn_cap": 0}),
    ("mutterland", {"players": 2, "descent": "any", "turn_cap": 60}),
    ("mutternland", {"players": 3, "descent": "any", "push_down": "one", "push_uphill": True}),
    ("mutterland", {"players": 4, "push_down": "one", "free_side": "nut_or_marble"}),
]


def lands(random: Random) -> list[object]:
    """Values of the option ``land``: full of capes, of bays, round, with a lake …"""
    return [grown_land(random, 0.1), grown_land(random, 1), grown_land(random, 6), ring_land(), "block", "built"]


def begin(ruleset: str, options: Mapping[str, object]) -> Twins:
    found = find_ruleset(ruleset)
    return Twins(found, found.new(options), Reference({**found.preset, **options}))


@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_whole_games_agree(number: int) -> None:
    """Each option set on every land; who plays there differs from set to set."""
    ruleset, options = OPTION_SETS[number]
    random = Random(f"{ruleset} {options}")
    seen: Counter[str] = Counter()
    for style, land in enumerate(lands(random)[:LANDS], start=number):
        twins = begin(ruleset, {**options, "land": land})
        twins.play(random, list(STYLES.values())[style % len(STYLES)], most=400)
        seen += twins.seen
    if COMPILED:
        usual = {"move", "chain", "push", "chain push", "fall", "named", "return", "nut", "last nut taken", "built"}
        assert usual <= set(seen)


@pytest.mark.parametrize("seed", range(3))
def test_games_on_generated_lands_agree(seed: int) -> None:
    """The reference plays on the land that a record would store."""
    ruleset = find_ruleset("mutterland")
    state = ruleset.new({"players": 4}, seed)
    stored = ruleset.read({"players": 4, **ruleset.game.chance(state)})
    twins = Twins(ruleset, state, Reference(stored))
    twins.play(Random(seed), STYLES["bully"], most=400 if COMPILED else 40)
    assert ruleset.game.new(stored, 99) == ruleset.new({"players": 4}, seed)


@pytest.mark.parametrize("way", DIRECTIONS.values())
def test_a_land_in_one_line_agrees(way: Hex) -> None:
    """The longest land: nobody can go further out than this when building."""
    twins = begin("mutterland", {"land": "built", "players": 4, "turn_cap": 2})
    for number in range(NUTS):
        twins.take(f"@{number * way[0]}:{number * way[1]}")
    twins.play(Random(1), STYLES["bully"])
    assert twins.reference.result is not None


@pytest.mark.parametrize("corner", list(product((-99, 90), (-99, 93))))
def test_a_land_at_the_rim_of_what_can_be_written_agrees(corner: Hex) -> None:
    land = [(q + corner[0], r + corner[1]) for q, r in BLOCK]
    twins = begin("mutterland", {"land": land, "players": 6, "turn_cap": 3})
    twins.play(Random(2), STYLES["bully"])
    assert twins.seen["fall"]


# --- positions that games seldom reach --------------------------------------------------------------------------------
def random_position(random: Random, options: dict[str, object]) -> Twins:
    """Columns up to floor 5 with holes between them, crowded with marbles, some fallen, somewhere in a game."""
    reference = Reference({**options, "land": "block"})
    players, each = reference.players, MARBLES[reference.players]
    size = random.randint(3, 5)
    places = [(q, r) for q in range(-2, size) for r in range(-2, size - 2)]
    kept = random.sample(places, random.randint(len(places) // 2, len(places) * 9 // 10))
    floors = random.choice([(1, 1, 1, 2), (1, 2, 2, 3), (1, 2, 3, 4, 5)])
    reference.heights = {}
    for place in kept:
        height = random.choice(floors)
        if sum(reference.heights.values()) + height <= NUTS:
            reference.heights[place] = height
    free = random.sample(sorted(reference.heights), len(reference.heights) * 3 // 4)
    for seat in range(players):
        count = random.randint(0, each)
        reference.marbles |= dict.fromkeys(free[:count], seat)
        free = free[count:]
        reference.fallen[seat] = random.randint(0, each - count)
    reference.phase, reference.seat = "turn", random.randrange(players)
    reference.turns = random.randrange(reference.turn_cap * players) if reference.turn_cap else 0
    reference.idle_turns = random.randrange(players)
    ruleset = find_ruleset("mutterland")
    return Twins(ruleset, ruleset.game.read_position(ruleset.read(options), written(reference)), reference)


def written(reference: Reference) -> str:
    """The position's text, in the middle of no turn."""
    parts = ["land " + " ".join(f"{text_of(place)}x{height}" for place, height in reference.heights.items())]
    for seat, colour in enumerate(COLOURS[: reference.players]):
        if reference.own(seat):
            parts.append(" ".join([colour, *map(text_of, reference.own(seat))]))
    parts.append(" ".join(["fallen", *map(str, reference.fallen.values())]))
    parts.append(f"idle {reference.idle_turns}; turn {reference.turns}; next {reference.seat}")
    return "; ".join(parts)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_crowded_positions_agree(players: int) -> None:
    random = Random(players)
    seen: Counter[str] = Counter()
    for uphill, sides, marbles in product([False, True], ["nut", "nut_or_marble"], ["all", "one"]):
        options: dict[str, object] = {"players": players, "push_uphill": uphill, "free_side": sides}
        options |= {"marbles_per_turn": marbles, "turn_cap": random.choice([0, 2, 150])}
        for _ in range(POSITIONS):
            twins = random_position(random, options)
            twins.play(random, random.choice(list(STYLES.values())), most=8)
            seen += twins.seen
    if COMPILED:
        rare = {"fall into a lake", "push downhill", "push uphill", "chain push", "floor 4", "second marble of a turn"}
        rare |= {"nut along a chain", "return", "end by towers", "end by idle", "end by turn_cap"}
        assert rare <= set(seen)


@pytest.mark.clause("MUT-M4", "MUT-S1")
@pytest.mark.parametrize(("descent", "push_down"), [("any", "any"), ("one", "one"), ("any", "one")])
def test_crowded_positions_agree_whatever_may_go_down(descent: str, push_down: str) -> None:
    random = Random(f"{descent} {push_down}")
    seen: Counter[str] = Counter()
    for players, uphill, marbles in product([2, 3, 5], [False, True], ["all", "one"]):
        options: dict[str, object] = {"players": players, "push_uphill": uphill, "marbles_per_turn": marbles}
        options |= {"descent": descent, "push_down": push_down}
        for _ in range(POSITIONS):
            twins = random_position(random, options)
            twins.play(random, random.choice(list(STYLES.values())), most=8)
            seen += twins.seen
    if COMPILED:
        assert "far down" in seen or descent == "one"
        assert ("push far down" in seen) is (push_down == "any")


@pytest.mark.clause("MUT-S1")
def test_a_marble_pushed_to_where_the_mover_came_from_agrees() -> None:
    """Blue runs from 2:0 round over 1:1, 0:1 and 0:0 and pushes the red marble from 1:0 back to 2:0."""
    ruleset = find_ruleset("mutterland")
    reference = Reference({"land": "block"})
    reference.phase = "turn"
    reference.heights = {(q, r): 1 for q in range(-2, 5) for r in range(-2, 5)}
    reference.marbles = {(2, 0): 0, (1, 1): 0, (0, 1): 0, (0, 0): 0, (1, 0): 1}
    twins = Twins(ruleset, ruleset.game.read_position(ruleset.read({}), written(reference)), reference)
    twins.take("2:0-1:0e")
    assert reference.marbles[2, 0] == 1


# --- counting ---------------------------------------------------------------------------------------------------------
def count(reference: Reference, depth: int) -> int:
    """Perft by the reference."""
    steps = reference.legal()
    if depth == 1:
        return len(steps)
    total = 0
    for text in steps:
        child = deepcopy(reference)
        child.apply(text)
        total += count(child, depth - 1)
    return total


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("opening", [0, 40 if COMPILED else 0])
def test_counts_agree(players: int, opening: int) -> None:
    """At the start, and after a few turns, of a game on the block."""
    twins = begin("mutterland", {"land": "block", "players": players})
    twins.play(Random(players), STYLES["mover"], most=opening)
    for depth in range(1, 4 if COMPILED else 3):
        assert perft(twins.state, depth) == count(twins.reference, depth)

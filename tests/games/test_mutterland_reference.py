"""The rules of Mutter Land against their plain second telling: the same steps, boards and results all through games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

import ludarium.games  # noqa: F401 (registers the games)
from ludarium.core import state as core_state
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.playout import perft
from ludarium.core.state import State
from tests.games.mutterland_reference import MOVE, NUTS, Hex, Reference, beyond, hex_of, neighbours, text_of

COMPILED = not core_state.__file__.endswith(".py")
GAMES = 6 if COMPILED else 1  # of each option set and style


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
        where = f"after {self.steps[-12:]}: {self.game.position_text(self.state)}"
        assert self.state.seat == (-1 if reference.seat is None else reference.seat), where
        legal = reference.legal()
        assert set(texts) == legal, f"more {set(texts) - legal}, less {legal - set(texts)} {where}"
        assert len(texts) == len(legal), where
        scene = self.game.scene(self.state, -1)
        assert {hex_of(site.name): site.height for site in scene.sites if site.height} == reference.heights, where
        assert {hex_of(piece.site): piece.owner for piece in scene.pieces} == reference.marbles, where
        outcome = self.game.outcome(self.state)
        assert (outcome is None) == (reference.result is None), where
        if outcome is not None and reference.result is not None:
            assert set(outcome.winners) == reference.result[0], where

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

    def play(self, random: Random, style: Style) -> None:
        while self.reference.seat is not None:
            steps = sorted(self.reference.legal())
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
    kinds = ["second marble of a turn"] * bool(before.moved) + ["floor 4"] * (heights[end] >= 4)
    kinds += ["chain"] * (end not in neighbours(start))
    if not direction:
        return [*kinds, "move"]
    behind = beyond(end, direction)
    last = beyond(end, OPPOSITE[direction])
    kinds += ["push"] + ["push uphill"] * (heights[end] > heights[last]) + ["chain push"] * (last != start)
    kinds += ["push to the start"] * (behind == start)
    if behind in heights:
        return kinds + ["push downhill"] * (heights[behind] < heights[end])
    return [*kinds, "fall", "fall outside" if behind in before.outside() else "fall into a lake"]


OPPOSITE = {"e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}


OPTION_SETS: list[tuple[str, dict[str, object]]] = [
    ("mutterland", {"players": 2}),
    ("mutternland", {"players": 2, "push_uphill": True}),
    ("mutterland", {"players": 3, "free_side": "nut_or_marble"}),
    ("mutternland", {"players": 3}),
    ("mutterland", {"players": 4, "push_uphill": True, "turn_cap": 5}),
    ("mutterland", {"players": 5}),
    ("mutternland", {"players": 5, "free_side": "nut_or_marble", "push_uphill": True}),
    ("mutterland", {"players": 6, "push_uphill": True}),
    ("mutternland", {"players": 6, "turn_cap": 0}),
]

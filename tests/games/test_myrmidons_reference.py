"""The engine agrees with the plain reference on every step of random games of Myrmidons."""

from random import Random
from typing import Any

import pytest

from ludarium.core.game import find_ruleset
from tests.games.myrmidons_reference import COMMANDER, NINETEEN, Reference
from tests.games.reference import play_both

BASE = ["324", "243", "432", "333", "522"]  # MYR-B3
SWIFT = ["135", "225", "315", "414", "144"]
CASES: list[dict[str, Any]] = [
    {},
    {"order_distance": "unlimited"},
    {"army": "agreed", "types": SWIFT},
    {"army": "agreed", "types": SWIFT, "order_distance": "unlimited", "turn_cap": 12},
    {"army": "agreed", "size": 12, "types": NINETEEN[:11]},
    {"army": "secret"},
    {"army": "secret", "size": 12},
    {"army": "random", "drawn": [["324", "324", "135", "522", "441"], ["135", "153", "513", "333", "333"]]},
]


@pytest.mark.parametrize("options", CASES, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_same_legal_steps_and_result(options: dict[str, Any], seed: int) -> None:
    ruleset = find_ruleset("myrmidons")
    army = options.get("army", "base")
    drawn = options.get("drawn") or [options.get("types", BASE)] * 2
    armies = [None, None] if army == "secret" else [[COMMANDER, *types] for types in drawn]
    settings = {name: options[name] for name in ("size", "order_distance", "turn_cap") if name in options}
    reference = Reference(armies, **settings)
    play_both(ruleset.game, ruleset.new(options), reference, Random(seed), most=400)

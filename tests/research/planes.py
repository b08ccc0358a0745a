"""The page that documents every game's planes and actions, written from the games themselves.

``python -m tests.research.planes docs/planes.md``
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ludarium.core.arrays import all_planes
from ludarium.core.game import Ruleset, main_rulesets, rulesets

_ABOUT = """# Planes and actions

What programs that learn see of each game ([how to use it](research.md)). An observation is an array of planes; it is
what one seat may know, seen from that seat: "own" is the seat that looks, "other" the seats after it in turn order.
Boards are not turned round.

A plane counts, from 0 to its *largest* value: no position, reached or written, has a larger one. Every plane is handed
out divided by that, as float32 from 0 to 1: where `own_stock` of Mur is 3 of 7, the observation says 0.4286. The vector
environment hands out the counts as bytes with `scaled=False`. The largest value of `next` is the number of seats. What
is counted to 255 goes on beyond it in the game; the plane stays at 255.

This page is written by `make planes`.
"""


def page() -> str:
    return "\n".join([_ABOUT, *(line for ruleset in main_rulesets() for line in _part(ruleset))])


def _part(ruleset: Ruleset) -> Iterator[str]:
    arrays = ruleset.game.arrays
    if arrays is None:
        return
    start = ruleset.new()
    names = [f"`{one.name}`" for one in rulesets() if one.game is ruleset.game]
    planes = all_planes(arrays, start)
    shape = " × ".join(map(str, (len(planes), *arrays.shape(start))))
    yield f"## {ruleset.game.words('en').sections['name']}"
    yield f"Rulesets: {', '.join(names)}. Version {arrays.version}. With the usual options of `{ruleset.name}`:"
    yield f"{arrays.actions(start):,} actions, observations of {shape}, at most {arrays.longest(start):,} steps."
    yield ""
    yield arrays.layout
    yield ""
    yield "| | plane | largest | |"
    yield "|---:|---|---:|---|"
    for index, plane in enumerate(planes):
        yield f"| {index} | `{plane.name}` | {plane.top} | {plane.about} |"
    yield ""


def main(arguments: Sequence[str]) -> int:
    Path(arguments[0]).write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The weights of set-ups (``insight_setup``) as a file that people can read: by kind of game, then by type of block.

The weights are logarithms of odds. They are multiplied by ``sharpness``: the higher, the more often the best set-ups
come up. ``games`` is from how many results they were computed.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludarium.games.myrmidons.insight_setup import ZONES, SetUps
from ludarium.games.myrmidons.terms import TYPES


def read_set_ups(file: Path) -> dict[str, SetUps]:
    """Those in the file, by kind (``insight_setup.kind_of``)."""
    return {kind: set_ups_of(table) for kind, table in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def set_ups_of(table: Mapping[str, Any]) -> SetUps:
    sharp = float(table["sharpness"])
    types, pairs, zones, beside = (table.get(name, {}) for name in ("types", "pairs", "zones", "beside"))
    return SetUps(
        [sharp * types.get(one, 0.0) for one in TYPES],
        [sharp * pairs.get("-".join(sorted((one, other))), 0.0) for one in TYPES for other in TYPES],
        [sharp * weight for one in TYPES for weight in [*zones.get(one, ()), *[0.0] * int(ZONES)][: int(ZONES)]],
        [sharp * beside.get(one, 0.0) for one in TYPES],
    )

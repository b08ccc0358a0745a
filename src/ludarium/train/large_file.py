"""Large nets in files: a line of JSON, which is read without torch, says what a net is for; its weights follow."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ludarium.core.game import Ruleset
from ludarium.players.nets import GamesHeader, NetError, read_inputs
from ludarium.search.net import Inputs

FORMAT = "ludarium-large-net 1"


@dataclass(frozen=True, kw_only=True)
class LargeHeader(GamesHeader):
    """What the first line of a large net's file says."""

    width: int
    blocks: int
    images: int = 1  # ways in which it has learned to see a position
    format: str = FORMAT

    def inputs(self, ruleset: Ruleset, options: Mapping[str, object]) -> Inputs:
        """What the net sees in such games; ``NetError`` if it is for others."""
        inputs = read_inputs(ruleset, ruleset.new(options, 0), self.ignored)
        self.check(ruleset.name, inputs)
        return inputs


def joined_file(header: LargeHeader, weights: bytes) -> bytes:
    return json.dumps(asdict(header)).encode() + b"\n" + weights


def split_file(data: bytes) -> tuple[LargeHeader, bytes]:
    """What a large net is for, and its weights; ``NetError`` if this is none."""
    line, _, weights = data.partition(b"\n")
    try:
        header = LargeHeader(**json.loads(line))
    except (ValueError, TypeError) as error:
        raise NetError("unreadable") from error
    if header.format != FORMAT:
        raise NetError("unreadable")
    return header, weights

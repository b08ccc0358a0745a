"""Large nets as players: importing this lets the arena know ``large:800sims@FILE.pt``; torch is not loaded yet."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ludarium.arena.contestants import Contestant, register_contestants
from ludarium.core.errors import UnknownName
from ludarium.core.game import Ruleset
from ludarium.core.options import shortened
from ludarium.players.nets import NetError, read_bytes
from ludarium.players.spec import Player
from ludarium.train.large_file import split_file

LARGE = "large"
_TEXT = re.compile(LARGE + r":([1-9]\d{0,4})sims@(.+)")


@dataclass(frozen=True)
class LargeSpec:
    """The net of a file (``data``), with so many simulations for a decision."""

    text: str
    simulations: int
    data: bytes
    seconds: float | None = None

    def check(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        """``NetError`` if the net is for other games."""
        split_file(self.data)[0].inputs(ruleset, options)

    def open(self, options: Mapping[str, object]) -> Player:
        try:
            from ludarium.train.judge import LocalJudge, usual_device  # noqa: PLC0415 (few need it)
            from ludarium.train.large_net import open_large  # noqa: PLC0415
            from ludarium.train.large_play import SearchPlayer  # noqa: PLC0415
        except ImportError as error:
            raise NetError("torch") from error
        device = usual_device()
        return SearchPlayer(LocalJudge(open_large(self.data, options, device), device), self.simulations, options)


def read_large_player(text: str) -> Contestant:
    found = _TEXT.fullmatch(text)
    if found is None:
        raise UnknownName("player_unknown", player=shortened(text), forms=(f"{LARGE}:800sims@FILE.pt",))
    data = read_bytes(found[2])
    split_file(data)  # so that a file which is none is told now, not in the middle of a game
    return LargeSpec(text, int(found[1]), data)


register_contestants(LARGE, read_large_player)

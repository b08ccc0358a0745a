"""Large nets as players: importing this lets the arena know ``teacher:800sims@FILE.pt``; torch is not loaded yet."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ludarium.arena.contestants import Contestant, register_contestants
from ludarium.core.errors import UnknownName
from ludarium.core.game import Ruleset
from ludarium.core.options import shortened
from ludarium.players.nets import NetError, read_bytes
from ludarium.players.spec import Player
from ludarium.train.teacher_file import read_teacher_inputs, split_file

TEACHER = "teacher"
_TEXT = re.compile(TEACHER + r":([1-9]\d{0,4})sims@(.+)")


@dataclass(frozen=True)
class TeacherSpec:
    """The net of a file (``data``), with so many simulations for a decision."""

    text: str
    simulations: int
    data: bytes
    seconds: float | None = None

    def check(self, ruleset: Ruleset, options: Mapping[str, object]) -> None:
        """``NetError`` if the net is for other games."""
        header, _ = split_file(self.data)
        if header.ruleset != ruleset.name:
            raise NetError("other_game", ruleset=header.ruleset)
        read_teacher_inputs(header, options)

    def open(self, options: Mapping[str, object]) -> Player:
        try:
            from ludarium.train.judge import LocalJudge, usual_device  # noqa: PLC0415 (few need it)
            from ludarium.train.teacher import open_teacher  # noqa: PLC0415
            from ludarium.train.teaching import SearchPlayer  # noqa: PLC0415
        except ImportError as error:
            raise NetError("torch") from error
        device = usual_device()
        return SearchPlayer(LocalJudge(open_teacher(self.data, options, device), device), self.simulations, options)


def read_teacher_player(text: str) -> Contestant:
    found = _TEXT.fullmatch(text)
    if found is None:
        raise UnknownName("player_unknown", player=shortened(text), forms=(f"{TEACHER}:800sims@FILE.pt",))
    data = read_bytes(found[2])
    split_file(data)  # so that a file which is none is told now, not in the middle of a game
    return TeacherSpec(text, int(found[1]), data)


register_contestants(TEACHER, read_teacher_player)

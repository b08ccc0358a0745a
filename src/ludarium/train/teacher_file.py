"""Large nets in files: a line of JSON, which is read without torch, says what a net is for; its weights follow."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from ludarium.core.game import find_ruleset
from ludarium.players.nets import NetError, read_inputs
from ludarium.search.net import Inputs

FORMAT = "ludarium-teacher 1"


@dataclass(frozen=True)
class TeacherHeader:
    """For which games a teacher is (as ``players.nets.NetHeader``), and how large it is."""

    ruleset: str
    arrays: int  # their version
    rows: int
    actions: int
    seats: int
    width: int
    blocks: int
    ignored: Sequence[str] = ()  # planes
    games: int = 0  # that it has learned from
    format: str = FORMAT


def read_teacher_inputs(header: TeacherHeader, options: Mapping[str, object]) -> Inputs:
    """What a teacher sees in games with these options; ``NetError`` if it is for others."""
    ruleset = find_ruleset(header.ruleset)
    inputs = read_inputs(ruleset, ruleset.new(options, 0), header.ignored)
    there = (header.arrays, header.rows, header.actions, header.seats)
    if there != (int(inputs.arrays.version), int(inputs.rows), int(inputs.actions), int(inputs.seats)):
        raise NetError("other_game", ruleset=header.ruleset)
    return inputs


def joined_file(header: TeacherHeader, weights: bytes) -> bytes:
    return json.dumps(asdict(header)).encode() + b"\n" + weights


def split_file(data: bytes) -> tuple[TeacherHeader, bytes]:
    """What a teacher is for, and its weights; ``NetError`` if this is none."""
    line, _, weights = data.partition(b"\n")
    try:
        header = TeacherHeader(**json.loads(line))
    except (ValueError, TypeError) as error:
        raise NetError("unreadable") from error
    if header.format != FORMAT:
        raise NetError("unreadable")
    return header, weights

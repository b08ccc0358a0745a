"""Nets in files: what a ruleset's players have learned. A file is one line of JSON and the packed weights.

Weights of the first layer are 16-bit steps (``search/net.py``), all others 16-bit floats.
"""

import json
import struct
import sys
import zlib
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from ludarium.core.arrays import Arrays
from ludarium.core.errors import LudariumError
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.insight import Insight
from ludarium.core.state import State
from ludarium.search.net import LANES, MOST, Inputs, LearnedInsight, Net

FORMAT = "ludarium-net 1"
EXPLORE = 1.4


class NetError(LudariumError):
    """A net that cannot be used."""

    section = "nets"


@dataclass(frozen=True, kw_only=True)
class GamesHeader:
    """For which games a net is: those of this ruleset whose planes, cells and actions are as many as these."""

    ruleset: str
    arrays: int  # their version
    rows: int
    actions: int
    seats: int
    ignored: Sequence[str] = ()  # planes
    games: int = 0  # that it has learned from

    @staticmethod
    def fields_of(ruleset: str, inputs: Inputs) -> dict[str, Any]:
        """For games with these inputs."""
        sizes = {"rows": int(inputs.rows), "actions": int(inputs.actions), "seats": int(inputs.seats)}
        return {"ruleset": ruleset, "arrays": int(inputs.arrays.version), **sizes}

    def check(self, ruleset: str, inputs: Inputs) -> None:
        """``NetError`` if a net is for other games than these."""
        fields = self.fields_of(ruleset, inputs)
        if any(getattr(self, name) != value for name, value in fields.items()):
            raise NetError("other_game", ruleset=self.ruleset)


@dataclass(frozen=True, kw_only=True)
class NetHeader(GamesHeader):
    """What the first line of a net's file says."""

    hidden: int
    trust: float
    policy_trust: float
    judges: bool = True
    prefers: bool = True
    open: bool = False  # whether it looks at truths themselves, and not at what the seat to act sees of them
    format: str = FORMAT


@dataclass(frozen=True)
class NetWeights:
    """As ``search.net.Net`` takes them."""

    rows: Sequence[int]
    bias: Sequence[int]
    values: Sequence[float]
    values_bias: Sequence[float]
    policy: Sequence[float]
    policy_bias: Sequence[float]


def read_inputs(ruleset: Ruleset, start: State, ignored: Sequence[str] = (), open_: bool = False) -> Inputs:
    """What a net for games like this one sees (with ``open_`` also what is hidden, as a search imagines it);
    ``NetError`` if the game has no arrays.
    """
    arrays: Arrays | None = ruleset.game.arrays
    if arrays is None:
        raise NetError("no_arrays", ruleset=ruleset.name)
    return Inputs(arrays, start, ruleset.game.hidden_information and not open_, ignored)


def write_net(header: NetHeader, weights: NetWeights) -> bytes:
    floats = [*weights.values, *weights.values_bias, *weights.policy, *weights.policy_bias]
    whole = array("h", [*weights.rows, *weights.bias])
    if sys.byteorder == "big":
        whole.byteswap()
    packed = zlib.compress(whole.tobytes() + struct.pack(f"<{len(floats)}e", *floats), 9)
    return json.dumps(asdict(header)).encode() + b"\n" + packed


def read_header(data: bytes) -> NetHeader:
    try:
        found = json.loads(data.split(b"\n", 1)[0])
        if found["format"] != FORMAT:
            raise NetError("format", format=found["format"])
        return NetHeader(**found)
    except (ValueError, KeyError, TypeError) as error:
        raise NetError("unreadable") from error


def open_net(data: bytes, ruleset: Ruleset, start: State) -> Net:
    """The net in a file, for games like this one; ``NetError`` if it is for others."""
    header = read_header(data)
    inputs = read_inputs(ruleset, start, header.ignored, header.open)
    header.check(ruleset.name, inputs)
    try:
        raw = zlib.decompress(data.split(b"\n", 1)[1])
    except zlib.error as error:
        raise NetError("unreadable") from error
    hidden = header.hidden
    sizes = [hidden * header.seats, header.seats, hidden * header.actions, header.actions]
    first = (header.rows + 1) * hidden
    if hidden % LANES or len(raw) != 2 * (first + sum(sizes)):
        raise NetError("unreadable")
    whole = array("h")
    whole.frombytes(raw[: 2 * first])
    if sys.byteorder == "big":
        whole.byteswap()
    if max(map(abs, whole[: -hidden or None])) > MOST:
        raise NetError("unreadable")
    floats = list(struct.unpack(f"<{sum(sizes)}e", raw[2 * first :]))
    ends = list(accumulate(sizes))
    values, values_bias, policy, policy_bias = (floats[end - size : end] for end, size in zip(ends, sizes, strict=True))
    return Net(
        inputs,
        list(whole[:-hidden]),
        list(whole[-hidden:]),
        values,
        values_bias,
        policy,
        policy_bias,
        header.trust,
        header.policy_trust,
        header.judges,
        header.prefers,
    )


def read_bytes(file: str) -> bytes:
    """What is in a file; ``NetError`` if it cannot be read."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise NetError("missing", file=file, why=error.strerror or error) from error


def read_file(file: str) -> bytes:
    """What is in the file of a net; ``NetError`` if there is none."""
    data = read_bytes(file)
    read_header(data)
    return data


_OPEN: dict[tuple[str, str, int, int, int], LearnedInsight] = {}
_USUAL: dict[tuple[str, int, int, int], Insight] = {}
_KEPT: dict[str, bytes] = {}


def keep_file(file: str, data: bytes) -> None:
    """Let this be what is in the file from now on, whether or not this machine has it."""
    if _KEPT.get(file) != data:
        _KEPT[file] = data
        for key in [key for key in _OPEN if key[0] == file]:
            del _OPEN[key]


@cache
def own_nets(ruleset: str) -> tuple[str, ...]:
    """The files of the nets that come with a game for one of its rulesets, each for tables of another size or the like:
    those in ``nets`` beside the game's own file.
    """
    module = sys.modules[type(find_ruleset(ruleset).game).__module__]
    files = sorted(Path(module.__file__ or "").parent.glob("nets/*.net"))
    return tuple(str(file) for file in files if read_header(file.read_bytes()).ruleset == ruleset)


def usual_insight(ruleset: str, view: State) -> Insight:
    """What players of a ruleset go by in games like this one: a net that comes with the game, or its insight where none
    is for such games.
    """
    key = (ruleset, *_sizes(find_ruleset(ruleset), view))
    if key not in _USUAL:
        _USUAL[key] = find_ruleset(ruleset).game.insight
        for file in own_nets(ruleset):
            with suppress(NetError):
                _USUAL[key] = learned_insight(file, ruleset, view)
    return _USUAL[key]


def learned_insight(file: str, ruleset: str, view: State) -> LearnedInsight:
    """The insight of the net in a file, for games like this one; each is read once."""
    found = find_ruleset(ruleset)
    key = (file, ruleset, *_sizes(found, view))
    if key not in _OPEN:
        net = open_net(_KEPT.get(file) or read_file(file), found, view)
        is_asked = net.trust or net.policy_trust or not (net.judges and net.prefers)
        _OPEN[key] = LearnedInsight(net, found.game.insight if is_asked else Insight(), EXPLORE)
    return _OPEN[key]


def _sizes(ruleset: Ruleset, view: State) -> tuple[int, int, int]:
    """What decides whether a net is for such games."""
    arrays = ruleset.game.arrays
    return (0, 0, 0) if arrays is None else (int(arrays.actions(view)), int(view.seats), len(arrays.planes(view)))

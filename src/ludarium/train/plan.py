"""What a training is about: everything that decides how it goes, kept beside its results."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from ludarium.core.arrays import all_planes
from ludarium.core.errors import LudariumError
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.state import State
from ludarium.players.nets import read_inputs
from ludarium.search.net import LANES, Inputs

USES = ("both", "values", "policy")
TRUSTS = (*USES, "nothing")


class TrainError(LudariumError):
    """A training that cannot be begun or gone on with."""

    section = "train"


@dataclass(frozen=True)
class Plan:
    """``knowledge``: whether the game's own insight plays the first games, or nothing but chance; then ``trust`` says
    whether the net is added to the insight's values, its policy, both or nothing. ``open``: whether it looks at what is
    hidden, as a search imagines it. ``ignored``: planes that it does not look at (``*_ago``). ``uses``: whether players
    get the net's judgement, its preferences, or both. ``sharpness``: below 1 its preferences are made less decided, so
    that a search looks at more than one step.
    ``hidden`` is the size of a small net; with ``blocks`` it is a large one (``train/large_net.py``) of this ``width``.

    In a generation so many ``games`` are played against itself, or ``against`` another player (as the arena writes it)
    to learn what beats that one, with so many ``simulations`` for a decision, after up to ``random_steps``; the first
    ones are kept as ``records``. The net learns from those of the last ``window``
    generations in ``steps`` batches. It replaces the best one so far if a match of at most ``match_games`` with
    ``match_seconds`` for a decision (or ``match_simulations``, if there are any) shows that it has 55 % of the wins
    rather than 50 %. Whoever learns what beats another player is matched with that one.
    """

    ruleset: str
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    knowledge: bool = True
    trust: str = "both"
    open: bool = False
    ignored: Sequence[str] = ()
    uses: str = "both"
    sharpness: float = 0.6
    hidden: int = 48
    blocks: int = 0
    width: int = 64
    games: int = 10_000
    simulations: int = 64
    considered: int = 16
    scale: float = 0.4
    truths: int = 16
    random_steps: int = 4
    longest: int = 400
    records: int = 200
    window: int = 3
    steps: int = 2000
    batch: int = 4096
    rate: float = 2e-3
    search_share: float = 0.5
    match_games: int = 400
    match_seconds: float = 0.05
    match_simulations: int = 0
    against: str = ""

    def __post_init__(self) -> None:
        if self.uses not in USES:
            raise TrainError("uses", given=self.uses, known=USES)
        if self.trust not in TRUSTS:
            raise TrainError("trust", given=self.trust, known=TRUSTS)
        if self.hidden % LANES:
            raise TrainError("hidden", given=self.hidden, by=LANES)
        if self.blocks and (self.knowledge or self.open):
            raise TrainError("large_knowledge" if self.knowledge else "large_open")
        if self.blocks and self.against:
            raise TrainError("large_against")

    def find_ruleset(self) -> Ruleset:
        return find_ruleset(self.ruleset)

    def start(self) -> State:
        return self.find_ruleset().new(self.options, 0)

    def ignored_planes(self) -> list[str]:
        """The names of all planes that a pattern means; ``TrainError`` if it means none."""
        start, arrays = self.start(), read_inputs(self.find_ruleset(), self.start()).arrays
        names = [plane.name for plane in all_planes(arrays, start)]
        for pattern in self.ignored:
            if not any(fnmatchcase(name, pattern) for name in names):
                raise TrainError("plane_unknown", plane=pattern, known=names)
        return [name for name in names if any(fnmatchcase(name, pattern) for pattern in self.ignored)]

    def inputs(self) -> Inputs:
        return read_inputs(self.find_ruleset(), self.start(), self.ignored_planes(), self.open)

    def trusts(self, what: str) -> bool:
        """Whether the net is added to what the insight thinks: its ``values`` or its ``policy``."""
        return self.knowledge and self.trust in ("both", what)

    @property
    def match_limit(self) -> str:
        """As the arena writes it."""
        return f"{self.match_simulations}sims" if self.match_simulations else f"{self.match_seconds:g}s"

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return found

    def differences(self, written: Mapping[str, Any]) -> list[str]:
        """The settings that are others in what ``as_json`` gave once, perhaps before there were some of them."""
        own, usual = self.as_json(), Plan(self.ruleset).as_json()
        return sorted(name for name in {*own, *written} if written.get(name, usual.get(name)) != own.get(name))

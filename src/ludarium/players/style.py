"""How a computer player goes about a decision: how long it may think, what it uses, how carefully it chooses."""

from dataclasses import dataclass, field, replace

from ludarium.core.game import Game

NODE_BYTES = 52  # of a tree, with its part of a menu
TREES = 1.5  # while one goes on from an old one, there are the old one and up to half of it


@dataclass(frozen=True)
class Limits:
    """A decision ends at the first limit that is reached. Without ``seconds`` it depends on nothing but its seed."""

    seconds: float | None = None
    simulations: int | None = None
    memory: int = 256  # MiB for the trees of one process; a pool gives each of its processes as much as it has

    @property
    def nodes(self) -> int:
        return max(1000, int(self.memory * (1 << 20) / (TREES * NODE_BYTES)))


@dataclass(frozen=True)
class ThinkingStyle:
    """``slips``: how often a step is taken without thinking, at random. ``level``: slips, and the simulations if no
    other limit is given, are the game's own for this level (``Game.levels``); 0: they are what is said here.
    ``temperature``: 0 takes the best step; the higher, the more often another one that was tried much (each with a
    chance in proportion to its visits to the power of 1/``temperature``).
    ``insight``: whether the game's judgement is used; else playouts step at random to the end.
    ``net``: the file of a net whose judgement is used instead (empty: of none); usually the one that the game brings.
    ``tactics``: whether the solver looks for wins and losses near at hand. ``beliefs``: whether hidden things are
    guessed from how others behaved. ``truths``: how many guesses. ``setups``: whether set-ups are drawn from what was
    computed beforehand, where there is such a thing; else they are searched for.
    """

    limits: Limits = field(default_factory=Limits)
    slips: float = 0.0
    level: int = 0
    temperature: float = 0.0
    insight: bool = True
    net: str | None = None
    tactics: bool = True
    beliefs: bool = True
    truths: int = 200
    setups: bool = True

    def in_game(self, game: Game) -> "ThinkingStyle":
        """The same with what the game says about its level."""
        if self.level == 0:
            return self
        simulations, slips = game.levels[self.level - 1]
        limits = self.limits
        if limits.seconds is None and limits.simulations is None:
            limits = replace(limits, simulations=simulations)
        return replace(self, limits=limits, slips=slips, level=0)

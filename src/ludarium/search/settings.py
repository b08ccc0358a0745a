"""How a search goes about its work. The limits of one decision are not part of it."""

from typing import final

from mypy_extensions import i64


@final
class Settings:
    """``explore``: how much steps are tried that look worse or are little known (the constant of UCB1 or PUCT).
    ``guided``: whether the insight's preferences order and weigh the steps; else all are tried alike (UCB1).
    ``horizon``: as ``Insight.horizon``. ``proofs``: whether proven results are passed on up the tree. ``scout``:
    whether steps that end the game are looked for as soon as a node gets children. ``widen_base`` and ``widen_rate``:
    in a guided search only the best ``widen_base`` + ``widen_rate`` · √visits steps are looked at. ``most_nodes``
    limits the memory.
    """

    def __init__(
        self,
        explore: float = 1.4,
        guided: bool = False,
        horizon: i64 = -1,
        proofs: bool = True,
        scout: bool = True,
        widen_base: i64 = 4,
        widen_rate: float = 1.5,
        most_nodes: i64 = 2_000_000,
    ) -> None:
        self.explore: float = explore
        self.guided: bool = guided
        self.horizon: i64 = horizon
        self.proofs: bool = proofs
        self.scout: bool = scout
        self.widen_base: i64 = widen_base
        self.widen_rate: float = widen_rate
        self.most_nodes: i64 = most_nodes

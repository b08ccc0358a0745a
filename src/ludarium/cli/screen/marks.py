"""The marks beside the sites of a board: what can be chosen, what is, and what has happened. Each has a sign of its
own, so that none needs its colour; they mean what the browser's signs mean.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ludarium.draw.sheet import SITE_SIGNS


class Mark(NamedTuple):
    sign: str
    ascii: str
    style: str
    weight: int  # of two marks in one place the weightier one is seen
    behind: bool = False  # whether it stands behind its site; else before it


MARKS: Final[dict[str, Mark]] = {
    "picked": Mark("◉", "@", "bold magenta", 9),
    "strike": Mark("◆", "x", "bold red", 8),
    "target": Mark("●", "o", "bold green", 7),
    "struck": Mark("✶", "%", "bold red", 6),
    "would": Mark("+", "+", "bold green", 5),
    "hint": Mark("★", "$", "bold cyan", 4),
    "movable": Mark("○", "-", "dim green", 1),
    "forced": Mark(SITE_SIGNS["forced"], SITE_SIGNS["forced"], "bold yellow", 6, behind=True),
    "threatened": Mark(SITE_SIGNS["threatened"], SITE_SIGNS["threatened"], "bold red", 5, behind=True),
    "last": Mark(SITE_SIGNS["last"], SITE_SIGNS["last"], "bold", 2, behind=True),
}
CURSOR: Final = "[]"


@dataclass
class Marked:
    """The sites that have each mark."""

    sites: dict[str, set[str]] = field(default_factory=dict)

    def add(self, mark: str, sites: Iterable[str]) -> None:
        self.sites.setdefault(mark, set()).update(sites)

    def of(self, site: str) -> list[str]:
        return [mark for mark in MARKS if site in self.sites.get(mark, ())]

    def present(self) -> list[str]:
        return [mark for mark in MARKS if self.sites.get(mark)]

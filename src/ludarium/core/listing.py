"""What a list among the options holds, so that people choose its items or draw them and need not write them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludarium.core.options import OptionValue
from ludarium.core.scene import Piece


@dataclass(frozen=True)
class PieceList:
    """A list of pieces, each at most once; its items are their ``kind``."""

    needed: int
    pieces: tuple[Piece, ...]  # to choose from, as they are drawn
    usual: tuple[str, ...] = ()  # those that an empty list stands for


@dataclass(frozen=True)
class PlaceList:
    """A list of places of a grid without end, all connected; its items are pairs of whole numbers."""

    needed: int
    shape: str  # of a place, as a site has it
    far: int  # no number is greater, or less than the negative of it
    # Lists to begin with, by names that are words of the option's values.
    starts: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)

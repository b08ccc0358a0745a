"""What seats offer each other, and who has still to agree."""

from collections.abc import Iterable
from dataclasses import dataclass

from ludarium.server.rooms.errors import RoomError
from ludarium.server.wire import OfferKind

# Not twice in one position: else somebody could be pestered.
_ONCE: tuple[OfferKind, ...] = ("end", "undo")


@dataclass
class Offer:
    kind: OfferKind
    by: int
    waiting: set[int]


class Offers:
    """At most one of a kind is open at a time."""

    def __init__(self) -> None:
        self.open: dict[OfferKind, Offer] = {}
        self._declined: set[tuple[OfferKind, int]] = set()

    def may_make(self, kind: OfferKind, seat: int) -> bool:
        """Whether a seat may offer this now, or agree to somebody's offer by offering the same."""
        found = self.open.get(kind)
        return seat in found.waiting if found else (kind, seat) not in self._declined

    def make(self, kind: OfferKind, seat: int, waiting: Iterable[int]) -> Offer:
        if (kind, seat) in self._declined:
            raise RoomError("offer_declined")
        if kind in self.open:
            raise RoomError("offer_made")
        self.open[kind] = Offer(kind, seat, set(waiting))
        return self.open[kind]

    def find(self, kind: OfferKind) -> Offer:
        found = self.open.get(kind)
        if found is None:
            raise RoomError("offer_none")
        return found

    def close(self, kind: OfferKind, declined: bool = False) -> None:
        found = self.open.pop(kind, None)
        if found is not None and declined and kind in _ONCE:
            self._declined.add((kind, found.by))

    def turn_ended(self, seat: int) -> None:
        """A turn is an answer, too: whoever should have agreed and goes on playing has declined."""
        self._declined.clear()
        for kind, offer in list(self.open.items()):
            if kind == "undo" or seat in offer.waiting:
                del self.open[kind]

    def clear(self) -> None:
        self.open.clear()
        self._declined.clear()

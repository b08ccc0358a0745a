"""How often somebody may do something: buckets that fill up slowly, for a bounded number of people."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic

from ludarium.server.errors import ServerError
from ludarium.server.settings import Settings

_OFFERS = 40  # to other players, in a minute
_MOST_BUCKETS = 20_000  # whoever was not seen for longest is forgotten first


class Limit:
    """At most ``burst`` at once, and ``burst`` in ``seconds`` in the long run, for each key."""

    def __init__(self, burst: int, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._burst = burst
        self._rate = burst / seconds
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was so

    def take(self, key: str) -> None:
        """Count one; ``ServerError`` (429) says how long to wait if there are none left."""
        left = self._left(key)
        if left < 1:
            raise ServerError("too_often", 429, seconds=ceil((1 - left) / self._rate))
        self._keep(key, left - 1)

    def give_back(self, key: str) -> None:
        """What was taken does not count after all."""
        self._keep(key, min(self._left(key) + 1, self._burst))

    def _left(self, key: str) -> float:
        left, since = self._buckets.get(key, (float(self._burst), 0.0))
        return min(self._burst, left + (self._now() - since) * self._rate)

    def _keep(self, key: str, left: float) -> None:
        self._buckets[key] = left, self._now()
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)


def is_this_machine(address: str) -> bool:
    """A loopback address: this machine, or a proxy on it that serves everybody. It is not limited by address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """What one subscriber has: an address, or of the new ones 64 bits."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return address


class Limits:
    """How often a person, or a newcomer's address, may do things."""

    def __init__(self, settings: Settings) -> None:
        self.person = Limit(settings.at_most(max(1, settings.requests_per_minute // 2)), 60)
        self.newcomers = Limit(settings.at_most(settings.guests_per_hour), 3600)
        self.tables = Limit(settings.at_most(settings.tables_per_hour), 3600)
        self.offers = Limit(settings.at_most(_OFFERS), 60)

    def greet(self, address: str) -> None:
        """Count somebody new."""
        if not is_this_machine(address):
            self.newcomers.take(network_of(address))

"""How often somebody may do something: buckets that fill up slowly, for a bounded number of people."""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic

from ludarium.server.errors import ServerError
from ludarium.server.settings import Settings

_OFFERS = 40  # to other players, in a minute
_MOST_BUCKETS = 20_000  # the one that was not used for longest is forgotten first


class Bucket:
    """At most ``burst`` at once, and ``rate`` in a second in the long run."""

    def __init__(self, burst: int, rate: float, now: Callable[[], float] = monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._left = float(burst)
        self._since = now()

    def take(self, count: int = 1) -> bool:
        """Whether there were so many; then they are gone. A negative count gives back what was taken."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < count:
            return False
        self._left = min(self._burst, self._left - count)
        return True

    @property
    def seconds(self) -> int:
        """How long to wait for the next one."""
        return ceil((1 - self._left) / self._rate)


class Limit:
    """At most ``burst`` at once, and ``burst`` in ``seconds`` in the long run, for each key."""

    def __init__(self, burst: int, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._burst, self._rate, self._now = burst, burst / seconds, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one; ``ServerError`` (429) says how long to wait if there are none left."""
        bucket = self._bucket(key)
        if not bucket.take():
            raise ServerError("too_often", 429, seconds=bucket.seconds)

    def give_back(self, key: str) -> None:
        """What was taken does not count after all."""
        self._bucket(key).take(-1)

    def _bucket(self, key: str) -> Bucket:
        bucket = self._buckets.setdefault(key, Bucket(self._burst, self._rate, self._now))
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


def ip_of(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is; nothing for a name."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def is_this_machine(address: str) -> bool:
    """A loopback address: this machine, or a proxy on it that serves everybody. It is not limited by address."""
    found = ip_of(address)
    return found is not None and found.is_loopback


def network_of(address: str) -> str:
    """What one subscriber has: an address, or of the new ones 64 bits."""
    found = ip_of(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ip_network((int(found) >> 64 << 64, 64)))
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

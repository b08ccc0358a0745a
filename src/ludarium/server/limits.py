"""How often somebody may do something: buckets that fill up slowly, for a bounded number of people."""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic

from ludarium.server.errors import ServerError
from ludarium.server.settings import Settings

_OFFERS = 40  # to other players, in a minute
_CHALLENGES = 20  # in an hour
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

    def seconds_for(self, count: int) -> int:
        """How long to wait until there are so many."""
        return ceil((count - self._left) / self._rate)


class ProcessCount:
    """How many processes do what this one does. Each counts for itself: what happens once counts for all of them."""

    def __init__(self) -> None:
        self.processes = 1


class Limit:
    """At most ``burst`` at once, and ``burst`` in ``seconds`` in the long run, for each key, in all processes."""

    def __init__(
        self,
        burst: int,
        seconds: float,
        now: Callable[[], float] = monotonic,
        process_count: ProcessCount | None = None,
    ) -> None:
        self._burst, self._rate, self._now = burst, burst / seconds, now
        self._process_count = process_count or ProcessCount()
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one; ``ServerError`` (429) says how long to wait if there are none left."""
        bucket = self._bucket(key)
        if not bucket.take(self._cost):
            raise ServerError("too_often", 429, seconds=bucket.seconds_for(self._cost))

    def give_back(self, key: str) -> None:
        """What was taken does not count after all."""
        self._bucket(key).take(-self._cost)

    @property
    def _cost(self) -> int:
        return min(self._process_count.processes, self._burst)

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

    def __init__(self, settings: Settings, process_count: ProcessCount | None = None) -> None:
        self.process_count = process_count or ProcessCount()
        limit = partial(Limit, process_count=self.process_count)
        self.person = limit(settings.at_most(max(1, settings.requests_per_minute // 2)), 60)
        self.newcomers = limit(settings.at_most(settings.guests_per_hour), 3600)
        self.tables = limit(settings.at_most(settings.tables_per_hour), 3600)
        self.challenges = limit(settings.at_most(_CHALLENGES), 3600)
        self.offers = limit(settings.at_most(_OFFERS), 60)

    def greet(self, address: str) -> None:
        """Count somebody new."""
        if not is_this_machine(address):
            self.newcomers.take(network_of(address))

"""The way to push services. Browsers tell us their addresses, so none of them may lead into our own network."""

import socket
import ssl
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from ludarium.server.errors import NoticeError
from ludarium.server.limits import ip_of, is_this_machine
from ludarium.server.notices.models import LONGEST_ENDPOINT

_SECONDS = 5.0  # to connect, and for each part of an answer
_SECONDS_TOGETHER = 15.0
_LONGEST_ANSWER = 2_000  # bytes that are read of one: nobody needs more than its status
_HTTPS = 443
_NAT64 = ip_network("64:ff9b::/96")  # addresses of the old kind, written as new ones
_OWN_ENDS = (".localhost", ".local", ".internal", ".lan", ".home.arpa")  # names that no push service has


class Unreachable(Exception):
    """Nobody answered, or not as they should."""


@dataclass(frozen=True)
class Answer:
    """As the library wants to have one."""

    status_code: int
    reason: str
    text: str
    headers: dict[str, str] = field(default_factory=dict)


def check_endpoint(endpoint: str, loopback: bool = False) -> None:
    """``NoticeError`` unless it can be the address of a push service. ``loopback`` is for tests."""
    try:
        parts = urlsplit(endpoint)
        name, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise NoticeError("endpoint", 422) from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST_ENDPOINT
    if loopback and plain and is_this_machine(name):
        return
    named = "." in name and ip_of(name) is None and not name.endswith(_OWN_ENDS) and not name[-1].isdigit()
    if not (plain and named and parts.scheme == "https" and port in (None, _HTTPS) and "@" not in parts.netloc):
        raise NoticeError("endpoint", 422)


def is_outside(address: str) -> bool:
    """Whether an address is one of the internet, and no way of writing one of our own network."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in _NAT64:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_outside(str(inner))
    return found.is_global and not found.is_multicast


class Outside:
    """Sends one request at a time, follows nobody elsewhere and reads no more than it needs."""

    def __init__(self, loopback: bool = False) -> None:
        self._loopback = loopback
        self._secure = ssl.create_default_context()

    def post(self, url: str, data: bytes, headers: dict[str, str], timeout: float = _SECONDS) -> Answer:
        """In a thread: whatever goes wrong is ``Unreachable``."""
        parts = urlsplit(url)
        try:
            way = self._connect(parts, timeout)
            late = threading.Timer(_SECONDS_TOGETHER, socket.socket.shutdown, (way, socket.SHUT_RDWR))
            late.daemon = True
            late.start()
            connection = HTTPConnection(parts.netloc, timeout=timeout)
            connection.sock = way
            try:
                path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
                connection.request("POST", path, body=data, headers=dict(headers))
                answer = connection.getresponse()
                text = answer.read(_LONGEST_ANSWER).decode("utf-8", "replace")
                return Answer(answer.status, answer.reason, text, dict(answer.getheaders()))
            finally:
                late.cancel()
                connection.close()
        except (OSError, HTTPException, ValueError) as error:
            raise Unreachable(type(error).__name__) from error

    def _connect(self, parts: SplitResult, timeout: float) -> socket.socket:
        """To an address that was looked at: a name may mean another one a moment later."""
        name, port = parts.hostname or "", parts.port or (_HTTPS if parts.scheme == "https" else 80)
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
        addresses = [str(where[0]) for *_, where in found]
        if not self._loopback and not all(is_outside(one) for one in addresses):
            raise Unreachable("an address of our own network")
        way = socket.create_connection((addresses[0], port), timeout)
        if parts.scheme != "https":
            return way
        try:
            return self._secure.wrap_socket(way, server_hostname=name)
        except OSError:
            way.close()
            raise

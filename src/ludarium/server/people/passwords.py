"""Passwords: hashed with argon2, checked in threads, and not to be guessed by trying."""

import asyncio
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludarium.server.errors import PeopleError
from ludarium.server.limits import Limit, ProcessCount, is_this_machine, network_of

T = TypeVar("T")
LEAST, MOST = 8, 200  # characters
_AT_ONCE = 2  # each takes 64 MiB and a good part of a core
_MOST_WAITING = 50
_QUARTER = 15 * 60.0


class Passwords:
    def __init__(self, process_count: ProcessCount | None = None) -> None:
        self.use(PasswordHasher())
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0
        # Few tries for one name from one address, more for the name alone: else others could lock somebody out.
        limit = partial(Limit, process_count=process_count)
        self._by_both = limit(8, _QUARTER)
        self._by_name = limit(60, _QUARTER)
        self._by_address = limit(60, _QUARTER)

    def use(self, hasher: PasswordHasher) -> None:
        """Hash like this from now on; known passwords are hashed anew when somebody logs in."""
        self._hasher = hasher
        self._nobodys = hasher.hash("nobody has this password")

    def check_length(self, password: str) -> None:
        if not LEAST <= len(password) <= MOST:
            raise PeopleError("password_length", least=LEAST, most=MOST)

    async def hash(self, password: str) -> str:
        self.check_length(password)
        return await self._in_turn(lambda: self._hasher.hash(_typed(password)))

    async def check(self, known: str | None, password: str, name: str, address: str) -> bool:
        """Whether a password is the one that was hashed. Whether there is one takes no other time to answer.

        ``PeopleError`` (429) after too many wrong ones for the name or from the address.
        """
        limits = [(self._by_both, f"{name} {network_of(address)}"), (self._by_name, name)]
        if not is_this_machine(address):
            limits.append((self._by_address, network_of(address)))
        for limit, key in limits:
            limit.take(key)
        right = await self._in_turn(lambda: self._verify(known or self._nobodys, password)) and known is not None
        if right:
            for limit, key in limits:
                limit.give_back(key)
        return right

    def is_old(self, known: str) -> bool:
        """Whether it was hashed with other parameters than today's."""
        return self._hasher.check_needs_rehash(known)

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, _typed(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= _MOST_WAITING:
            raise PeopleError("busy", 429, seconds=10)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _typed(password: str) -> str:
    """The same characters, whichever keyboard they come from."""
    return unicodedata.normalize("NFKC", password)

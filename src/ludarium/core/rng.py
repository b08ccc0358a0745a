"""A small random generator that gives the same numbers compiled and interpreted.

It is sfc32 (C. Doty-Humphrey, public domain design): 32-bit arithmetic only, so that no
intermediate value leaves 63 bits and an ``i64`` never wraps.
"""

from typing import Final, final

from mypy_extensions import i64

_MASK: Final[i64] = 0xFFFFFFFF
_RANGE: Final[float] = 4294967296.0


@final
class Rng:
    """All chance of a game comes from one of these, made from the seed in its record."""

    def __init__(self, seed: int) -> None:
        number = seed & 0xFFFFFFFFFFFFFFFFFFFFFFFF
        self.a: i64 = number & 0xFFFFFFFF
        self.b: i64 = (number >> 32) & 0xFFFFFFFF
        self.c: i64 = (number >> 64) & 0xFFFFFFFF
        self.count: i64 = 1
        for _round in range(12):
            self._next()

    def _next(self) -> i64:
        result: i64 = (self.a + self.b + self.count) & _MASK
        self.count = (self.count + 1) & _MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & _MASK
        self.c = ((((self.c << 21) & _MASK) | (self.c >> 11)) + result) & _MASK
        return result

    def below(self, bound: i64) -> i64:
        """A number from 0 to ``bound`` - 1; ``bound`` is at least 1 and at most 2**31.

        The bias is below ``bound`` / 2**32: nothing a game could notice.
        """
        return (self._next() * bound) >> 32

    def fraction(self) -> float:
        """A number between 0 and 1; neither of them comes up."""
        return (float(self._next()) + 0.5) / _RANGE

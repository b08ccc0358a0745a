"""Sets as numbers: bit 0 is the first member. Rules keep squares, points, realms and seats so; at most 48 of them."""

from mypy_extensions import i64


def count_bits(bits: i64) -> i64:
    """How many members a set has."""
    n: i64 = bits - ((bits >> 1) & 0x555555555555)
    n = (n & 0x333333333333) + ((n >> 2) & 0x333333333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F0F0F
    n += n >> 8
    n += n >> 16
    n += n >> 32
    return n & 0x7F


def count_bits32(bits: i64) -> i64:
    """The same, quicker, of a set of at most 32."""
    n: i64 = bits - ((bits >> 1) & 0x55555555)
    n = (n & 0x33333333) + ((n >> 2) & 0x33333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F
    return ((n * 0x01010101) >> 24) & 0xFF


def first_bit(bits: i64) -> i64:
    """The first member of a set that is not empty: as many as there are bits below it."""
    return count_bits((bits & -bits) - 1)


def first_bit32(bits: i64) -> i64:
    """The same, quicker, of a set of at most 32."""
    return count_bits32((bits & -bits) - 1)


def nth_bit(bits: i64, number: i64) -> i64:
    """The member that has ``number`` others before it."""
    for _earlier in range(number):
        bits &= bits - 1
    return first_bit(bits)


def bit_list(bits: int) -> list[int]:
    """All members, in ascending order."""
    return [member for member in range(bits.bit_length()) if bits >> member & 1]

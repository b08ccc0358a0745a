"""Sets as numbers."""

from ludarium.core.bits import bit_list, count_bits, count_bits32, first_bit, first_bit32, nth_bit


def test_members_of_a_set_are_counted_and_found() -> None:
    assert [count_bits(bits) for bits in (0, 1, 0b1011, (1 << 48) - 1, 1 << 47)] == [0, 1, 3, 48, 1]
    assert [count_bits32(bits) for bits in (0, 1, 0b1011, (1 << 32) - 1, 1 << 31)] == [0, 1, 3, 32, 1]
    assert [first_bit(bits) for bits in (1, 0b1000, 0b1010, 1 << 47)] == [0, 3, 1, 47]
    assert [first_bit32(bits) for bits in (1, 0b1000, 0b1010, 1 << 31)] == [0, 3, 1, 31]
    assert [nth_bit(0b101001, number) for number in range(3)] == [0, 3, 5]
    assert [bit_list(bits) for bits in (0, 0b101001, 1 << 41)] == [[], [0, 3, 5], [41]]

"""The random generator: the same numbers everywhere, within their bounds, evenly spread."""

import pytest

from ludarium.core.rng import Rng


def test_pinned_numbers() -> None:
    """Records depend on these: worked out once with 32-bit arithmetic by hand-written steps of sfc32."""

    def sfc32(seed: int, numbers: int) -> list[int]:
        a, b, c, count = seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, seed >> 64 & 0xFFFFFFFF, 1
        out = []
        for _ in range(12 + numbers):
            result = (a + b + count) % 2**32
            count += 1
            a, b, c = b ^ b >> 9, (c * 9) % 2**32, ((c << 21 | c >> 11) % 2**32 + result) % 2**32
            out.append(result)
        return out[12:]

    for seed in (0, 1, 2**40 + 7, 2**96 - 1):
        rng = Rng(seed)
        assert [rng.below(2**31) for _ in range(50)] == [number >> 1 for number in sfc32(seed, 50)]


def test_negative_and_huge_seeds_are_seeds_too() -> None:
    assert [Rng(-1).below(1000) for _ in range(3)] == [Rng(2**96 - 1).below(1000) for _ in range(3)]
    assert Rng(10**60).below(7) in range(7)


@pytest.mark.parametrize("bound", [1, 2, 6, 25, 1000])
def test_bounds_and_spread(bound: int) -> None:
    rng = Rng(3)
    drawn = [rng.below(bound) for _ in range(200 * min(bound, 25))]
    assert min(drawn) >= 0
    assert max(drawn) < bound
    if bound <= 25:
        assert all(130 <= drawn.count(value) <= 280 for value in range(bound))

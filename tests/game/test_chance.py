"""The neutral colour's random numbers, fixed for good: other languages repeat them."""

from __future__ import annotations

from collections import Counter

import pytest

from cornerwise.game.chance import pick, splitmix64


def test_splitmix64_gives_its_published_numbers() -> None:
    assert splitmix64(0, 0) == 0xE220A8397B1DCDAF
    assert splitmix64(0, 1) == 0x6E789E6AA1B965F4
    assert splitmix64(0, 2) == 0x06C45D188009454F
    assert splitmix64(1234567, 0) == 6457827717110365317
    assert splitmix64(1234567, 1) == 3203168211198807973


def plain_pick(seed: int, ply: int, n: int) -> int:
    """The recipe of docs/game.md, spelled out once more."""
    size = 1 << 64
    gamma = 0x9E3779B97F4A7C15

    def mix(z: int) -> int:
        z %= size
        z ^= z >> 30
        z = z * 0xBF58476D1CE4E5B9 % size
        z ^= z >> 27
        z = z * 0x94D049BB133111EB % size
        return z ^ z >> 31

    s = mix(seed + (ply + 1) * gamma)
    j = 0
    while True:
        r = mix(s + (j + 1) * gamma)
        if r < size - size % n:
            return r % n
        j += 1


@pytest.mark.parametrize("seed", [0, 1, 42, 2**53 - 1])
@pytest.mark.parametrize("n", [1, 2, 3, 58, 2478, 65_535, 2**63 + 1])
def test_pick_follows_the_written_recipe(seed: int, n: int) -> None:
    for ply in range(40):
        assert pick(seed, ply, n) == plain_pick(seed, ply, n)


def test_vectors() -> None:
    assert [pick(0, ply, 58) for ply in range(8)] == VECTORS_0
    assert [pick(20_240_229, ply, 2478) for ply in range(8)] == VECTORS_1


def test_every_choice_is_about_equally_likely() -> None:
    counts = Counter(pick(7, ply, 7) for ply in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_nothing_to_pick_from() -> None:
    with pytest.raises(ValueError, match="out of 0"):
        pick(1, 1, 0)


VECTORS_0 = [45, 44, 30, 54, 46, 32, 27, 46]
VECTORS_1 = [1891, 2473, 2398, 190, 841, 810, 436, 643]

"""The random numbers of a neutral colour, written down so that any language repeats them.

All arithmetic is modulo 2**64::

    GAMMA  = 0x9E3779B97F4A7C15
    mix(z) = z ^= z >> 30; z *= 0xBF58476D1CE4E5B9
             z ^= z >> 27; z *= 0x94D049BB133111EB
             z ^= z >> 31

That is SplitMix64, whose output number j (from 0) for a state s is ``mix(s + (j + 1) * GAMMA)``.
The choice among n possibilities at a ply takes the state ``s = mix(seed + (ply + 1) * GAMMA)``,
walks its outputs j = 0, 1, … to the first one below ``2**64 - 2**64 % n``, and takes its
remainder modulo n.
"""

from __future__ import annotations

_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def splitmix64(state: int, j: int) -> int:
    """Output number `j` (from 0) of SplitMix64 started at `state`: 0 <= result < 2**64."""
    return _mix((state + (j + 1) * _GAMMA) & _MASK)


def pick(seed: int, ply: int, n: int) -> int:
    """A number from 0 to n - 1, every one equally likely, fixed by `seed` and `ply`.

    `ply` is the number of plies played before. `ValueError` when n < 1.
    """
    if n < 1:
        raise ValueError(f"cannot pick out of {n}")
    state = splitmix64(seed, ply)
    limit = 2**64 - 2**64 % n
    j = 0
    while (value := splitmix64(state, j)) >= limit:
        j += 1
    return value % n

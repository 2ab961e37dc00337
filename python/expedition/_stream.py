"""The engine's stream of chance, value for value, for the parts that are written in Python.

The generator is xoshiro256++ seeded through SplitMix64, with the engine's own ``below``.
"""

from __future__ import annotations

_WORD = (1 << 64) - 1


def mix(seed: int, value: int) -> int:
    """Mix a value into a seed, so that neighbouring seeds give unrelated streams.

    >>> mix(3, 0) != mix(3, 1)
    True
    """
    z = seed ^ (((value + 0x9E3779B97F4A7C15) & _WORD) * 0xBF58476D1CE4E5B9 & _WORD)
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
    return z ^ (z >> 31)


def _rotate(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & _WORD


class Stream:
    """A stream of chance. The same seed gives the same values as the engine's.

    >>> stream = Stream(7)
    >>> [stream.below(100) for _ in range(6)]
    [5, 17, 71, 42, 96, 46]
    """

    __slots__ = ("_words",)

    def __init__(self, seed: int) -> None:
        words = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & _WORD
            z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
            words.append(z ^ (z >> 31))
        self._words = words

    def bits(self) -> int:
        """Return the next 64 bits."""
        a, b, c, d = self._words
        result = (_rotate((a + d) & _WORD, 23) + a) & _WORD
        shifted = b << 17 & _WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = _rotate(d, 45)
        self._words = [a, b, c, d]
        return result

    def below(self, n: int) -> int:
        """Return a number in ``0..n``, without bias; ``n`` is positive and below 2**32."""
        wide = (self.bits() >> 32) * n
        if wide & 0xFFFFFFFF < n:
            threshold = ((1 << 32) - n) % n
            while wide & 0xFFFFFFFF < threshold:
                wide = (self.bits() >> 32) * n
        return wide >> 32

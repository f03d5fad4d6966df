"""What callers hand in: words and whole numbers, or an error in one line."""

from __future__ import annotations

import operator
import os
from typing import Any, Optional

import numpy as np

UINT64_MAX = (1 << 64) - 1


def choice(what: str, text: str, words: dict[str, int]) -> int:
    """The number of a word, or ValueError with those that are allowed."""
    if text not in words:
        raise ValueError(f"{what} {text!r}: {', '.join(words)} are allowed")
    return words[text]


def integer(what: str, value: Any) -> int:
    """A whole number, of Python or of numpy; TypeError for all else, truth values too."""
    try:
        if not isinstance(value, (bool, np.bool_)):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{what} {value!r}: a whole number is expected")


def whole(what: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`, else ValueError with what is allowed."""
    number = integer(what, value)
    if not low <= number <= high:
        raise ValueError(f"{what} {number}: {low} to {high} are allowed")
    return number


def seed_number(seed: Optional[int]) -> int:
    """A seed as it is, or a random one for None."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else whole("seed", seed, 0, UINT64_MAX)


def not_pickled(self: Any) -> Any:
    """`__reduce__` of what lives in memory of C."""
    raise TypeError(f"{type(self).__name__}: its games are not pickled; ruleset, seed and actions bring them back")

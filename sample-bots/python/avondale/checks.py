"""What callers hand in: words and whole numbers, or an error in one line."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


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

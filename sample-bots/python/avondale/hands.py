"""Hands as numbers for a network: each as every denomination sees it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

DENOMS = 5
"""S C D H NT; what is played for: these, and 5 for misere."""
HAND = 40
_LANE, _J, _Q, _K, _A = 16, 12, 13, 14, 15  # ranks of a suit; card = 16 * suit + rank


class Hands:
    """`cards` uint8 [n, m, 66]: m hands in each of n rows; `worth` [n, m, 5] and `low` [n, m] as VecEnv.worth."""

    def __init__(self, cards: "np.ndarray", worth: "np.ndarray", low: "np.ndarray") -> None:
        self.n, self.cards, self.worth, self.low = len(cards), cards, worth, low

    @cached_property
    def inputs(self) -> "np.ndarray":
        """float32 [n, m, 6, HAND]: each hand as each denomination sees it, misere last."""
        return np.stack([_inputs(self.cards[:, i], self.worth[:, i]) for i in range(self.cards.shape[1])], 1)


def _inputs(cards: "np.ndarray", worth: "np.ndarray") -> "np.ndarray":
    """float32 [n, 6, HAND]: hands [n, 66] as each denomination sees them, misere last."""
    n = len(cards)
    made = np.zeros((n, DENOMS + 1, HAND), np.float32)
    suits = cards[:, :64].reshape(n, 4, _LANE).astype(np.float32)
    joker = cards[:, 64] | cards[:, 65]
    for denom in range(DENOMS + 1):
        out = made[:, denom]
        out[:, 0] = joker
        side = suits.copy()
        if denom < 4:
            partner = denom ^ 1
            out[:, 1], out[:, 2] = suits[:, denom, _J], suits[:, partner, _J]
            side[:, partner, _J] = 0
            out[:, 3:6] = suits[:, denom][:, [_A, _K, _Q]]
            trumps = suits[:, denom].sum(1) + out[:, 2] + joker
            out[np.arange(n), 6 + np.minimum(trumps, 8).astype(int)] = 1
            out[:, 15:25] = _side_inputs(side[:, [partner]])
            out[:, 25:35] = _side_inputs(side[:, [suit for suit in range(4) if suit // 2 != denom // 2]])
        elif denom == 4:
            out[:, 15:25] = _side_inputs(side)
            longest = side.sum(2).argmax(1)
            top = side[np.arange(n), longest]
            out[:, 1:5], out[:, 5] = top[:, [_A, _K, _Q, _J]], top.sum(1) / 4
            out[:, 6] = ((side[:, :, _A] > 0) * side.sum(2)).max(1) / 4
        else:
            out[:, 1:5] = np.sort(_danger(side), axis=1) / 4
            out[:, 5:9] = np.sort(side.sum(2), axis=1) / 4
            out[:, 9:13] = side[:, :, [_J, _Q, _K, _A]].sum(1)
            out[:, 13] = (side.sum(2) == 0).sum(1)
        if denom < DENOMS:
            out[:, 35] = worth[:, denom] / 40
        out[:, 36] = suits[:, :, _A].sum(1) / 2
        out[:, 37] = np.sort(worth[:, :DENOMS], axis=1)[:, -1] / 40
        out[:, 38] = np.sort(worth[:, :DENOMS], axis=1)[:, -2] / 40
        out[:, 39] = 1
    return made


def _side_inputs(side: "np.ndarray") -> "np.ndarray":
    """[n, 10]: what suits [n, m, 16] beside the trumps hold, added up."""
    length, ace, king, queen = side.sum(2), side[:, :, _A], side[:, :, _K], side[:, :, _Q]
    parts = [length == 0, length == 1, length == 2, length >= 4, ace, king, ace * king, king * (length > 1),
             queen * (length > 2), ace * (length == 1)]
    return np.stack([np.asarray(part, np.float32).sum(1) for part in parts], 1)


def _danger(suits: "np.ndarray") -> "np.ndarray":
    """[n, 4]: how far the lowest cards of each suit lie over those that lose: a 5, a 7, then a queen."""
    danger = np.zeros(suits.shape[:2], np.float32)
    place = np.zeros(suits.shape[:2], np.float32)
    for rank in range(_LANE):
        allowed = np.where(place == 0, 3, np.where(place == 1, 5, 10))
        danger += suits[:, :, rank] * np.maximum(rank - allowed, 0)
        place += suits[:, :, rank]
    return danger

"""A bidder that learns: how much each call adds to the chance to win, against a pass, from what a seat knows.

One small network for suits, one for no-trump, one for misere. Its inputs are the hand as that denomination
sees it, the auction, and what the contracts in question would do to the score.
"""

from __future__ import annotations

import numpy as np

from .auctions import FIRST_BID, LAST_BID, OPEN_MISERE, PASS, Auctions, Rules, denom_of, level_of
from .hands import DENOMS, HAND, Hands

KINDS = ("suit", "no-trump", "misere")
AUCTION = 46
INPUTS = HAND + AUCTION


def kind_of(call: "np.ndarray") -> "np.ndarray":
    """The index in KINDS."""
    return np.where(call > LAST_BID, 2, np.where(denom_of(call) == DENOMS - 1, 1, 0))


class Bidder:
    """The networks: `weights[kind]` is a list of [w, b, w, b, w, b]."""

    def __init__(self, rules: Rules, hidden: tuple[int, int] = (64, 24), seed: int = 0) -> None:
        rng, sizes = np.random.default_rng(seed), (INPUTS, *hidden, 1)
        self.rules, self.margin = rules, 0.0
        self.weights: list[list["np.ndarray"]] = []
        for _ in KINDS:
            self.weights.append([])
            for a, b in zip(sizes, sizes[1:]):
                self.weights[-1] += [(rng.standard_normal((a, b)) * np.sqrt(2 / a)).astype(np.float32),
                                     np.zeros(b, np.float32)]
            self.weights[-1][4] *= 0.1

    def save(self, path: str) -> None:
        """Writes the weights as .npz."""
        np.savez_compressed(path, *[array for kind in self.weights for array in kind])

    @classmethod
    def load(cls, path: str, rules: Rules) -> "Bidder":
        """A bidder from such a file."""
        made, found = cls(rules), np.load(path)
        arrays = [found[f"arr_{i}"] for i in range(len(found.files))]
        made.weights = [arrays[i : i + 6] for i in range(0, len(arrays), 6)]
        return made

    # -------------------------------------------------------------------------------- inputs

    def candidates(self, auctions: Auctions) -> tuple["np.ndarray", "np.ndarray"]:
        """(row, call): the calls that are weighed: the lowest two bids of each denomination, and miseres."""
        legal = auctions.legal(self.rules)
        bids = legal[:, FIRST_BID : LAST_BID + 1].reshape(-1, 5, DENOMS)
        keep = bids & (np.cumsum(bids, axis=1) <= 2)
        legal = legal.copy()
        legal[:, FIRST_BID : LAST_BID + 1] = keep.reshape(-1, 5 * DENOMS)
        return np.nonzero(legal)

    def inputs(self, auctions: Auctions, hands: Hands, row: "np.ndarray", call: "np.ndarray") -> "np.ndarray":
        """float32 [m, INPUTS] for calls of the acting seats."""
        made = np.empty((len(row), INPUTS), np.float32)
        made[:, :HAND] = hands.inputs[auctions.deal[row], auctions.who[row], denom_of(call)]
        made[:, HAND:] = self._auction_inputs(auctions, hands, row, call)
        return made

    def _auction_inputs(self, auctions: Auctions, hands: Hands, row: "np.ndarray", call: "np.ndarray") -> "np.ndarray":
        rules = self.rules
        out, at = np.zeros((len(row), AUCTION), np.float32), 0
        denom, last = denom_of(call), auctions.last[row]
        for seat in range(4):  # 8 each: what it bid, seen from the denomination of this call
            theirs, bid = denom_of(last[:, seat]), last[:, seat] != PASS
            same_colour = bid & (theirs < 4) & (denom < 4) & (theirs // 2 == denom // 2)
            out[:, at] = bid
            out[:, at + 1] = bid & (theirs == denom)
            out[:, at + 2] = same_colour & (theirs != denom)
            out[:, at + 3] = bid & (theirs == 4)
            out[:, at + 4] = bid & (theirs == 5)
            out[:, at + 5] = bid * (rules.value[last[:, seat]] / 200)
            out[:, at + 6] = (bid & (theirs == denom)) * (rules.value[last[:, seat]] / 200)
            out[:, at + 7] = auctions.passed[row, seat]
            at += 8
        high, by = (part[row] for part in auctions.high(rules))
        worth = hands.worth[auctions.deal[row], auctions.who[row]] / 40
        for seat in (1, 2, 3):
            out[:, at] = (high != PASS) & (by == seat)
            at += 1
        held = np.minimum(denom_of(np.maximum(high, FIRST_BID)), DENOMS - 1)
        out[:, at] = (high != PASS) * worth[np.arange(len(row)), held]
        out[:, at + 1] = rules.value[call] / 200
        out[:, at + 2] = np.where(call > LAST_BID, call == OPEN_MISERE, (level_of(call) - 6) / 2)
        out[:, at + 3] = (call <= LAST_BID) & (rules.value[call] - rules.value[high] > 100)
        own, other = auctions.scores[row].T
        out[:, at + 4], out[:, at + 5] = own / 500, other / 500
        ours = (by % 2 == 0) | (high == PASS)
        now = rules.chance(own, other, ours)
        at += 6
        for what, mine in ((call, np.full(len(row), True)), (high, ours)):
            for made in (True, False):
                out[:, at] = 3 * (self._after(own, other, what, mine, made) - now)
                at += 1
        assert at <= AUCTION
        return out

    def _after(self, own: "np.ndarray", other: "np.ndarray", call: "np.ndarray", mine: "np.ndarray", made: bool
               ) -> "np.ndarray":
        """The chance once this contract is just made, or has failed by one."""
        bid = call <= LAST_BID
        tricks = np.where(bid, level_of(call) - (not made), 0 if made else 1)
        theirs, others = self.rules.points(call, tricks)
        return self.rules.chance(own + np.where(mine, theirs, others), other + np.where(mine, others, theirs),
                                 mine == made)

    # ------------------------------------------------------------------------------- network

    def values(self, inputs: "np.ndarray", call: "np.ndarray") -> "np.ndarray":
        """What each call adds to the chance to win, against a pass."""
        made, kind = np.empty(len(call), np.float32), kind_of(call)
        for index, (w1, b1, w2, b2, w3, b3) in enumerate(self.weights):
            rows = np.flatnonzero(kind == index)
            if len(rows):
                first = np.maximum(inputs[rows] @ w1 + b1, 0)
                made[rows] = (np.maximum(first @ w2 + b2, 0) @ w3 + b3)[:, 0]
        return made

    def calls(self, auctions: Auctions, hands: Hands) -> "np.ndarray":
        """The best call of each row, or PASS."""
        row, call = self.candidates(auctions)
        found, best = np.zeros(len(auctions), np.int64), np.full(len(auctions), self.margin)
        values = self.values(self.inputs(auctions, hands, row, call), call)
        np.maximum.at(best, row, values)
        chosen = (values > self.margin) & (values == best[row])
        found[row[chosen]] = call[chosen]
        return found

    def fit(self, inputs: "np.ndarray", call: "np.ndarray", target: "np.ndarray", epochs: int, seed: int,
            rate: float = 2e-3) -> None:
        """Squares of the error, Adam, in batches of 1,024; the step falls to nothing in the end."""
        kind = kind_of(call)
        for index in range(len(KINDS)):
            rows = np.flatnonzero(kind == index)
            if len(rows) >= 1024:
                _fit(self.weights[index], inputs, target, rows, epochs, np.random.default_rng(seed + index), rate)


def _fit(weights: list, inputs: "np.ndarray", target: "np.ndarray", rows: "np.ndarray", epochs: int,
         rng: "np.random.Generator", rate: float, size: int = 1024) -> None:
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    total, step = epochs * (len(rows) // size), 0
    for _ in range(epochs):
        rng.shuffle(rows)
        for batch in rows[: len(rows) // size * size].reshape(-1, size):
            step += 1
            slopes = _slopes(weights, inputs[batch], target[batch])
            now = rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step) * (1 - step / total + 1e-3)
            for weight, slope, m, v in zip(weights, slopes, mean, square):
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                weight -= now * m / (np.sqrt(v) + 1e-8)


def _slopes(weights: list, x: "np.ndarray", y: "np.ndarray") -> list:
    """The gradient of the mean square error."""
    w1, b1, w2, b2, w3, b3 = weights
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    d3 = 2 * ((h2 @ w3 + b3)[:, 0] - y)[:, None] / len(x)
    d2 = (d3 @ w3.T) * (h2 > 0)
    d1 = (d2 @ w2.T) * (h1 > 0)
    return [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ d3, d3.sum(0)]

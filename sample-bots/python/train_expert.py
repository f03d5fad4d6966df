#!/usr/bin/env python3
"""Trains the bidder of `expert-2` from nothing and writes its weights as a C file: see TRAINING.md.

It learns as train_bidder.py does, but from contracts as `expert` would play them: what rules of thumb make of each is
played out, and the tricks of `expert` are drawn around that, by numbers from `duel calibrate` (tests/bench/duel.c).
"""
import hashlib
import re

import numpy as np

import train_bidder
from avondale.auctions import FIRST_BID, MISERE, Deals, Rules, denom_of
from avondale.bidder import Bidder

DRAWS = 6  # results of each contract of a deal; a lesson is their mean

# Tricks of expert against itself: shares of what rules of thumb make, of the worth of the own hand and of the
# partner's in tenths, a constant, and the standard deviation around that. From 125 contracts each.
SUIT = (0.735, 0.025, 0.026, 0.0, 0.84)
NO_TRUMP = (0.257, 0.096, 0.086, 0.51, 1.59)
# How often it makes a misere and an open misere that rules of thumb make: fewer than of the lowest hands of random
# deals (27 of 36, 18 of 36), as the bidder chooses those of which it thinks too well (15 of 34, 6 of 23).
MADE, MADE_OPEN, MADE_ELSE = 0.5, 0.2, 0.03


class PlayedDeals(Deals):
    """Deals of which `draws` has DRAWS possible results, int8 [n, 4, 6] each. In the column of misere 0 is a hand that
    makes it, 1 one that fails with open cards, 2 one that fails."""

    def __init__(self, rules: Rules, n: int, seed: int) -> None:
        super().__init__(rules, n, seed)
        rng, worth = np.random.default_rng(seed + 7), self.worth.astype(float)
        mate = worth[:, [2, 3, 0, 1]]
        means = np.empty((n, 4, 5))
        for part, (thumb, own, other, base, _) in ((slice(0, 4), SUIT), (slice(4, 5), NO_TRUMP)):
            means[:, :, part] = thumb * self.tricks[:, :, part] + own * worth[:, :, part] + other * mate[:, :, part] + base
        deviations = np.array([SUIT[4]] * 4 + [NO_TRUMP[4]])
        strata = rng.permuted(np.tile(np.arange(DRAWS), (n, 4, 6, 1)), axis=3)
        luck = (strata + rng.random(strata.shape)) / DRAWS
        low, self.draws = self.tricks[:, :, 5] == 0, []
        for k in range(DRAWS):
            part, made = luck[:, :, :5, k], luck[:, :, 5, k]
            drawn = np.empty_like(self.tricks)
            drawn[:, :, :5] = np.clip(np.round(means + deviations * np.log(part / (1 - part)) / 1.7), 0, 10)
            drawn[:, :, 5] = np.where(low & (made < MADE_OPEN), 0, np.where(made < np.where(low, MADE, MADE_ELSE), 1, 2))
            self.draws.append(drawn)
        self.tricks = self.draws[0]


def outcome(rules, deals, deal, call, by):
    """As auctions.outcome, for these columns."""
    tricks = deals.tricks[deal, by, denom_of(np.maximum(call, FIRST_BID))]
    tricks = np.where(call == MISERE, np.maximum(tricks - 1, 0), tricks)
    own, other = rules.points(call, tricks)
    return np.where(by % 2 == 0, own, other), np.where(by % 2 == 0, other, own)


def lessons(rules, bidder, policy, deals, rng, rivals):
    """As train_bidder.lessons, each the mean over the results that may come."""
    learned = np.ones((deals.n, 4), bool)
    side, alike = rng.integers(0, 2, deals.n), rng.random(deals.n) < rivals
    for seat in range(4):
        learned[:, seat] = (seat % 2 == side) | alike
    scores = train_bidder.random_scores(deals.n, rng)
    turns = train_bidder.random_turns(rules, bidder, policy, deals, scores, rng, learned)
    row, call = bidder.candidates(turns)
    every, first = np.concatenate([np.arange(len(turns)), row]), np.concatenate([np.zeros(len(turns), np.int64), call])
    states = turns.rows(every)
    contract, by = train_bidder.finish(rules, states, deals, policy, learned[states.deal], first=first)
    chance, even = np.zeros(len(states)), states.who % 2 == 0
    for deals.tricks in deals.draws:
        us, them = outcome(rules, deals, states.deal, contract, by)
        own, other = np.where(even, us, them), np.where(even, them, us)
        chance += rules.chance(states.scores[:, 0] + own, states.scores[:, 1] + other, by % 2 == states.who % 2) / DRAWS
    gain = chance[len(turns):] - chance[row]
    return bidder.inputs(turns, deals, row, call), call, gain.astype(np.float32)


# ------------------------------------------------------------------------------------------ the C file

NAMES = ("first", "first_base", "second", "second_base", "last", "last_base")


def braces(numbers) -> str:
    """A C initializer of an array of any shape."""
    return str(numbers) if isinstance(numbers, int) else "{" + ",".join(braces(part) for part in numbers) + "}"


def wrap(text: str, width: int = 100):
    """Lines of at most `width` columns, broken after commas."""
    line = ""
    for word in text.replace(",", ",\0").split("\0"):
        if len(line) + len(word) > width:
            yield line
            line = ""
        line += word
    yield line


def write_weights(bidder: Bidder, path: str) -> str:
    """Writes engine/advice/bidder_weights.c; returns the SHA-256 of its text."""
    text = "/* bidder_weights.c - written by train_expert.py; see bidder.h. */\n#include \"bidder.h\"\n\n/* clang-format off */\n"
    text += "const struct bidder_net bidder_nets[BIDDER_KINDS] = {\n"
    for arrays in bidder.weights:
        scales = [max(float(np.abs(array).max()) / 32767, 1e-12) for array in arrays]
        text += "{.scale = {" + ",".join(f"{scale:.9g}f" for scale in scales) + "},\n"
        for name, array, scale in zip(NAMES, arrays, scales):
            whole = np.rint(array / scale).astype(int)
            whole = whole[:, 0] if name == "last" else whole[0] if name == "last_base" else whole
            text += "\n".join(wrap(f".{name} = {braces(whole.tolist())},")) + "\n"
        text += "},\n"
    text += "};\n"
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    return hashlib.sha256(text.encode()).hexdigest()


def read_weights(path: str, rules: Rules) -> Bidder:
    """The bidder of such a file."""
    made = Bidder(rules)
    with open(path, encoding="ascii") as file:
        text = file.read().replace("\n", "")
    for kind, part in zip(made.weights, text.split("{.scale = ")[1:]):
        scales = [float(number) for number in re.findall(r"([-.e0-9]+)f", part.split("}")[0])]
        for i, name in enumerate(NAMES):
            numbers = re.search(rf"\.{name} = ([-{{}},0-9]*)", part).group(1)
            whole = np.array([int(number) for number in re.findall(r"-?[0-9]+", numbers)])
            kind[i] = (whole * scales[i]).astype(np.float32).reshape(kind[i].shape)
    return made


def main():
    words = train_bidder.arguments(__doc__, rounds=6, rivals=0.5, out="expert.npz")
    words.add_argument("--weights", type=train_bidder.output, default="bidder_weights.c", help="the weights for the engine")
    given = words.parse_args()
    train_bidder.Deals, train_bidder.outcome, train_bidder.lessons = PlayedDeals, outcome, lessons
    bidder = train_bidder.train(Rules("wikipedia"), given)
    print(f"{write_weights(bidder, given.weights)}  {given.weights}")


if __name__ == "__main__":
    main()

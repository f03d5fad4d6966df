#!/usr/bin/env python3
"""Trains a bidder from nothing, and measures it on deals that it has not seen: see TRAINING.md.

Each round deals anew, plays auctions with the bidder so far, stops each at a random turn, and finds out what every call
would have brought there, all going on as they do now. The networks learn the difference to a pass.
"""
import argparse
import os
import time
from functools import partial

import numpy as np

from avondale.actions import PHASES
from avondale.auctions import Auctions, Deals, Rules, basic_calls, finish, outcome
from avondale.bidder import Bidder
from avondale.hands import Hands
from avondale.vec_env import VecEnv

PASS, AUCTION_PHASE = 0, PHASES.index("auction")


def random_scores(n, rng):
    """A third of them at the start of a game, the others anywhere."""
    scores = rng.integers(-35, 49, (n, 2)) * 10
    return np.where((rng.random(n) < 0.34)[:, None], 0, scores)


def random_turns(rules, bidder, policy, deals, scores, rng, learned):
    """A random turn of one auction for each deal, of which a tenth of the calls are random."""
    n = deals.n
    found, weight = Auctions.begin(np.arange(n), scores.copy()), np.zeros(n)

    def watch(auctions, at):
        weight[at] += 1  # each turn so far is equally likely to be kept
        chosen = rng.random(len(at)) < 1 / weight[at]
        rows, some = at[chosen], auctions.rows(np.flatnonzero(chosen))
        found.who[rows], found.last[rows], found.passed[rows] = some.who, some.last, some.passed
        found.scores[rows] = some.scores

    def wander(auctions, deals):
        calls = policy(auctions, deals)
        row, call = bidder.candidates(auctions)
        first = np.searchsorted(row, np.arange(len(auctions)))
        count = np.searchsorted(row, np.arange(len(auctions)), "right") - first
        pick = first + (rng.random(len(auctions)) * np.minimum(count, 6)).astype(int)
        odd = (rng.random(len(auctions)) < 0.1) & (count > 0)
        return np.where(odd, np.append(call, PASS)[np.minimum(pick, len(call))], calls)

    finish(rules, Auctions.begin(np.arange(n), scores.copy()), deals, wander, learned, watch=watch)
    return found


def lessons(rules, bidder, policy, deals, rng, rivals):
    """Inputs, calls, and what each call adds to the chance to win if all go on by `policy`, but the other side as `basic`
    in all but a share `rivals` of the deals."""
    learned = np.ones((deals.n, 4), bool)
    side, alike = rng.integers(0, 2, deals.n), rng.random(deals.n) < rivals
    for seat in range(4):
        learned[:, seat] = (seat % 2 == side) | alike
    turns = random_turns(rules, bidder, policy, deals, random_scores(deals.n, rng), rng, learned)
    row, call = bidder.candidates(turns)
    every = np.concatenate([np.arange(len(turns)), row])
    first = np.concatenate([np.zeros(len(turns), np.int64), call])
    states = turns.rows(every)
    contract, by = finish(rules, states, deals, policy, learned[states.deal], first=first)
    us, them = outcome(rules, deals, states.deal, contract, by)
    even = states.who % 2 == 0
    own, other = np.where(even, us, them), np.where(even, them, us)
    chance = rules.chance(states.scores[:, 0] + own, states.scores[:, 1] + other, by % 2 == states.who % 2)
    gain = chance[len(turns):] - chance[row]
    return bidder.inputs(turns, deals, row, call), call, gain.astype(np.float32)


def measure(rules, bidder, deals):
    """Points a hand by which two learned bidders beat two of basic, on deals played both ways; and 95 % bars."""
    margins = []
    for side in (0, 1):
        learned = np.tile(np.arange(4) % 2 == side, (deals.n, 1))
        start = Auctions.begin(np.arange(deals.n), np.zeros((deals.n, 2), np.int64))
        us, them = outcome(rules, deals, np.arange(deals.n), *finish(rules, start, deals, bidder.calls, learned))
        margins.append((us - them) * (1 - 2 * side))
    margin = (margins[0] + margins[1]) / 2
    return margin.mean(), 1.96 * margin.std() / np.sqrt(deals.n)


def part_of(games, rows, name):
    """A field of the observations of these games: [rows, its rows, its width]."""
    field = games.ruleset.fields()[name]
    wide = games.observation[rows, field.offset : field.offset + field.rows * field.width]
    return wide.reshape(len(rows), field.rows, field.width)


def turns_of(rules, games, rows):
    """The auctions of these games as their acting seats see them, and those seats' hands."""
    worth, low = (part[rows, games.seat[rows]] for part in games.worth())
    hands = Hands(part_of(games, rows, "hands")[:, :1].astype(np.uint8), worth[:, None], low[:, None])
    calls = part_of(games, rows, "calls") > 0
    last = (calls * rules.rank).argmax(2)  # calls rise, so the latest has the highest rank; PASS has none
    scores = part_of(games, rows, "scores")[:, :, 0].astype(np.int64) * 10
    here = np.arange(len(rows))
    return Auctions(here, np.zeros_like(here), last, calls[:, :, PASS], scores), hands


def play(rules, bidder, count, seed):
    """Whole games of two learned bidders against two of basic, whose cards basic plays; each deal both ways.
    Returns the score (1 a win, 1/2 a tie) and its 95 % bar, over pairs of games."""
    scores, every = np.zeros(count), np.arange(count)
    for side in (0, 1):
        games = VecEnv(rules.ruleset, n=count, episode="game", reward="win", seed=seed, masks=False)
        open_games = np.ones(count, bool)
        while open_games.any():
            chosen = games.basic_actions()
            bidding = part_of(games, every, "phase")[:, 0, AUCTION_PHASE] > 0
            free = games.count > 1  # a seat that ban= bars may only pass
            rows = np.flatnonzero(bidding & free & (games.seat % 2 == side) & open_games)
            if len(rows):
                chosen[rows] = bidder.calls(*turns_of(rules, games, rows))
            games.step(chosen)
            ended = open_games & (games.done == 2)
            won, lost = games.reward[ended, side] > 0, games.reward[ended, 1 - side] > 0
            scores[ended] += (0.5 + 0.5 * won - 0.5 * lost) / 2
            open_games &= ~ended
    return scores.mean(), 1.96 * scores.std() / np.sqrt(count)


def elo(score):
    return 400 * np.log10(score / (1 - score)) if 0 < score < 1 else np.inf * (score - 0.5)


def train(rules, given, say=print):
    """The bidder of the round that did best on deals which were not trained on."""
    start = Bidder.load(given.start, rules) if given.start else None
    bidder, best, lead = start or Bidder(rules, seed=given.seed), None, -np.inf
    rng, parts = np.random.default_rng(given.seed), []
    tests = Deals(rules, given.deals // 2, given.seed + 1000)
    for number in range(given.rounds):
        policy = bidder.calls if number or start else partial(basic_calls, rules)
        # Lessons of earlier rounds stay: partners who both follow the last round alone drift apart.
        deals = Deals(rules, given.deals, given.seed + 1 + number)
        parts.append(lessons(rules, bidder, policy, deals, rng, given.rivals))
        bidder.fit(*(np.concatenate(part) for part in zip(*parts)), given.epochs, given.seed + number)
        points, bar = measure(rules, bidder, tests)
        count = sum(len(part[1]) for part in parts)
        say(f"round {number + 1}: {count:,} calls, {points:+.1f} ± {bar:.1f} points a hand after {time.process_time():.0f} s")
        if points > lead:
            best, lead = [[array.copy() for array in kind] for kind in bidder.weights], points
            bidder.save(given.out)
    bidder.weights = best
    return bidder


def between(low, high):
    """A type of arguments: numbers of the kind of `low`, from there to `high`."""
    def parse(text):
        try:
            number = type(low)(text)
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text}: {low} to {high} are allowed")
        return number

    return parse


def rules_of(text):
    """The argument of --ruleset."""
    try:
        return Rules(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def output(path):
    """A file that can be written at the end."""
    place = os.path.dirname(path) or "."
    if not os.path.isdir(place):
        raise argparse.ArgumentTypeError(f"{path}: there is no directory {place}")
    if os.path.isdir(path) or not os.access(path if os.path.exists(path) else place, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path}: cannot be written")
    return path


def source(path):
    """A file that can be read."""
    if not os.path.isfile(path):
        raise argparse.ArgumentTypeError(f"{path}: there is no such file")
    return path


def arguments(text, rounds, rivals, out):
    """What all trainings take; the rest are its defaults."""
    words = argparse.ArgumentParser(description=text)
    words.add_argument("--rounds", type=between(1, 1000), default=rounds)
    words.add_argument("--deals", type=between(2, 1 << 20), default=25000, help="of each round")
    words.add_argument("--epochs", type=between(1, 1000), default=3)
    words.add_argument("--rivals", type=between(0.0, 1.0), default=rivals, help="in how many of the deals all four have learned")
    words.add_argument("--start", type=source, help="go on from this file")
    words.add_argument("--seed", type=between(0, (1 << 63) - 1), default=1)
    words.add_argument("--out", type=output, default=out, help="the weights, for --start")
    return words


def main():
    words = arguments(__doc__, rounds=3, rivals=0.3, out="bidder.npz")
    words.add_argument("--ruleset", type=rules_of, default="wikipedia", help="four players in pairs")
    words.add_argument("--games", type=between(0, 1 << 20), default=300, help="pairs of whole games at the end")
    given = words.parse_args()
    rules = given.ruleset
    bidder = train(rules, given)
    if given.games:
        score, bar = play(rules, bidder, given.games, given.seed + 2000)
        print(f"{2 * given.games} games against basic, each deal both ways: {100 * score:.1f} % ± {100 * bar:.1f} %, "
              f"Elo {elo(score):+.0f} [{elo(score - bar):+.0f}, {elo(score + bar):+.0f}]")


if __name__ == "__main__":
    main()

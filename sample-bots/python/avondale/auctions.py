"""Auctions of many deals at once, in numpy: four players in pairs, whose cards `basic` plays.

A deal is dealt once. What each contract brings is played out once, for every seat and denomination
(`VecEnv.contracts`). After that an auction costs no play: thousands of auctions on the same deals show
exactly what another call would have brought.

Seats count from the one that calls first. A state (`Auctions`) is turned towards the seat that acts:
column 0 is its own, 1 its left neighbour, 2 its partner, 3 its right neighbour.
"""

from __future__ import annotations

from typing import Callable, Optional

import numpy as np

from . import actions
from .hands import DENOMS, Hands
from .ruleset import Ruleset, ruleset
from .vec_env import VecEnv

MISERE, OPEN_MISERE = actions.CALLS["misere"], actions.CALLS["open-misere"]
PASS, FIRST_BID, LAST_BID = 0, 1, 25
_PARTNER_TENTHS, _LUCK_TENTHS = 12, 6  # what basic expects of its partner and of luck

# What Auctions, finish and Rules.points know: other values of these options bring other auctions or other points.
_KNOWN = {
    "jack_nt": ("no",), "from.misere": ("any", "seven"), "from.open-misere": ("any", "seven"),
    "scoring": ("avondale", "perfect"), "auction": ("rounds",), "inkles": ("no",), "rebid": ("never",), "raise": ("no",),
    "all_pass": ("redeal", "next", "same-pack"), "failed": ("subtract",), "misere_points": ("none",), "early_finish": ("no",),
}


def level_of(call: "np.ndarray") -> "np.ndarray":
    """6 to 10 for bids; not for other calls."""
    return 6 + (call - FIRST_BID) // DENOMS


def denom_of(call: "np.ndarray") -> "np.ndarray":
    """0 to 4 for bids, 5 for miseres."""
    return np.where(call > LAST_BID, DENOMS, (call - FIRST_BID) % DENOMS)


def _unknown(rules: Ruleset) -> Optional[str]:
    """What auctions in numpy would need of these rules to know them; None if they do."""
    options = rules.options()
    if rules.sides != 2 or rules.players != 4:
        return "four players in pairs"
    for name, values in _KNOWN.items():
        if options[name] not in values:
            return f"{name}={' or '.join(values)}, not {options[name]}"
    calls = options["calls"].split()
    if "blind-misere" in calls:
        return "calls without blind-misere"
    miseres = {"misere", "open-misere"}  # both stand in one column of Deals.tricks
    if miseres <= {*calls} and len({options[f"kitty.{call}"] for call in miseres}) > 1:
        return f"kitty.open-misere={options['kitty.misere']} as kitty.misere, not {options['kitty.open-misere']}"
    return None


class Rules:
    """The numbers of a ruleset that auctions need, as arrays by call. ValueError for rules that they do not know."""

    def __init__(self, rules: "Ruleset | str" = "wikipedia") -> None:
        self.ruleset = ruleset(rules)
        c, calls = self.ruleset._c, range(actions.CARD_FIRST)
        unknown = _unknown(self.ruleset)
        if unknown:
            raise ValueError(f"{self.ruleset.text}: auctions in numpy are for {unknown}")
        self.value = np.array([c.call_value[call] for call in calls], np.int32)
        self.rank = np.array([c.call_rank[call] for call in calls], np.int32)
        self.target, self.floor, self.trick_points = c.target, c.floor, c.trick_points
        self.slam_bonus = c.slam_bonus
        known = np.isin(np.arange(actions.CARD_FIRST), [*range(FIRST_BID, LAST_BID + 1), MISERE, OPEN_MISERE])
        # legal[seven][high]: the calls that outbid `high`; `seven`: a bid of seven or more was made
        self.legal = np.zeros((2, actions.CARD_FIRST, actions.CARD_FIRST), bool)
        for seven in (0, 1):
            for high in calls:
                over = c.calls_over[high] & ~(0 if seven else c.calls_from_seven)
                self.legal[seven, high] = [bool(over >> call & 1) for call in calls]
        self.legal &= known

    def points(self, call: "np.ndarray", tricks: "np.ndarray") -> tuple["np.ndarray", "np.ndarray"]:
        """Points of the contractor's side and of the other; of a call PASS none."""
        bid = call <= LAST_BID
        made = np.where(bid, tricks >= level_of(call), tricks == 0)
        value = self.value[call]
        value = np.where(bid & (tricks == 10) & (value < self.slam_bonus), self.slam_bonus, value)
        theirs = np.where(bid, self.trick_points * (10 - tricks), 0)
        return np.where(call == PASS, 0, np.where(made, value, -value)), np.where(call == PASS, 0, theirs)

    def chance(self, own: "np.ndarray", other: "np.ndarray", contract_own: "np.ndarray") -> "np.ndarray":
        """The chance to win a game that stands so after a hand: a smooth step of the difference, the
        steeper the nearer the end. `contract_own`: where both are over the target, who had the contract wins."""
        over, others_over = own >= self.target, other >= self.target
        under, others_under = own <= self.floor, other <= self.floor
        to_go = np.minimum(self.target - np.maximum(own, other), np.minimum(own, other) - self.floor)
        spread = 320 * np.sqrt(0.5 + np.maximum(to_go, 0) / 130)
        chance = 1 / (1 + np.exp(-1.7 * (own - other) / spread))
        chance = np.where(under, 0.0, np.where(others_under, 1.0, chance))
        return np.where(over & others_over, contract_own, np.where(over, 1.0, np.where(others_over, 0.0, chance)))


class Deals(Hands):
    """`n` deals: all hands, and `tricks` int8 [n, 4, 6]: of each seat as contractor in each denomination."""

    def __init__(self, rules: Rules, n: int, seed: int) -> None:
        games = VecEnv(rules.ruleset, n=n, episode="hand", seed=seed, observe=False, masks=False)
        turned = (games.seat[:, None] + np.arange(4)) % 4
        rows = np.arange(n)[:, None]
        worth, low = games.worth()
        super().__init__(games.hands()[rows, turned], worth[rows, turned], low[rows, turned])
        self.tricks = games.contracts(["7S", "7C", "7D", "7H", "7NT", "misere"])[rows, turned]


class Auctions:
    """Auctions under way, a row each: `deal` and `who` (the seat that acts), and by seat from there
    `last`, the latest call but pass, and `passed`. `scores` are those of the acting side and the other."""

    def __init__(self, deal: "np.ndarray", who: "np.ndarray", last: "np.ndarray", passed: "np.ndarray",
                 scores: "np.ndarray") -> None:
        self.deal, self.who, self.last, self.passed, self.scores = deal, who, last, passed, scores

    @classmethod
    def begin(cls, deal: "np.ndarray", scores: "np.ndarray") -> "Auctions":
        """`scores` [n, 2]: of the side that calls first, and of the other."""
        n = len(deal)
        return cls(deal, np.zeros(n, np.int64), np.zeros((n, 4), np.int64), np.zeros((n, 4), bool), scores)

    def __len__(self) -> int:
        return len(self.deal)

    def rows(self, chosen: "np.ndarray") -> "Auctions":
        """Copies of these rows."""
        return Auctions(self.deal[chosen], self.who[chosen], self.last[chosen], self.passed[chosen],
                        self.scores[chosen])

    def high(self, rules: Rules) -> tuple["np.ndarray", "np.ndarray"]:
        """The highest call and who made it, from the acting seat; PASS and 0 at first."""
        by = rules.rank[self.last].argmax(1)
        return self.last[np.arange(len(self)), by], by

    def legal(self, rules: Rules) -> "np.ndarray":
        """bool [n, calls]: the calls that may be made, without pass."""
        bids = (self.last >= FIRST_BID) & (self.last <= LAST_BID)
        seven = (bids & (level_of(self.last) >= 7)).any(1)
        return rules.legal[seven.astype(np.int64), self.high(rules)[0]]

    def call(self, calls: "np.ndarray") -> None:
        """Each row makes its call; then the next seat that has not passed acts."""
        self.last[:, 0] = np.where(calls == PASS, self.last[:, 0], calls)
        self.passed[:, 0] = calls == PASS
        turns = np.where(self.passed[:, 1:].all(1), 1, self.passed[:, 1:].argmin(1) + 1)
        column = (turns[:, None] + np.arange(4)) % 4
        rows = np.arange(len(self))[:, None]
        self.last, self.passed = self.last[rows, column], self.passed[rows, column]
        self.who = (self.who + turns) % 4
        self.scores = np.where((turns % 2 == 1)[:, None], self.scores[:, ::-1], self.scores)

    def over(self) -> "np.ndarray":
        """Where all but one have passed and somebody has called, or all have passed."""
        count = self.passed.sum(1)
        return (count == 4) | ((count == 3) & (self.last > 0).any(1))


Policy = Callable[[Auctions, Hands], "np.ndarray"]


def basic_calls(rules: Rules, auctions: Auctions, hands: Hands) -> "np.ndarray":
    """What `basic` calls: the lowest level that its hand is worth, in its best denomination."""
    legal, rows = auctions.legal(rules), np.arange(len(auctions))
    bids = np.arange(FIRST_BID, LAST_BID + 1)
    worth = hands.worth[auctions.deal, auctions.who]
    spare = worth[:, denom_of(bids)] + _PARTNER_TENTHS + _LUCK_TENTHS - 10 * level_of(bids)
    spare = np.where(legal[:, bids], spare, -1)
    first = (spare >= 0).argmax(1)  # in the order of calls the lowest level comes first
    level = level_of(bids[first])
    spare = np.where(level_of(bids) == level[:, None], spare, -1)
    best = spare.argmax(1)
    most = spare[rows, best]
    high, by = auctions.high(rules)
    stay = (most < 0) | ((high != PASS) & (by == 2) & (most < 10))
    misere = legal[:, MISERE] & (hands.low[auctions.deal, auctions.who] > 0)
    return np.where(misere, MISERE, np.where(stay, PASS, bids[best]))


def finish(rules: Rules, auctions: Auctions, deals: Deals, policy: Policy, learned: "np.ndarray",
           first: Optional["np.ndarray"] = None, watch: Optional[Callable[[Auctions, "np.ndarray"], None]] = None
           ) -> tuple["np.ndarray", "np.ndarray"]:
    """Ends the auctions: seats with `learned` [n, 4] (from the first caller) call by `policy`, others as `basic`.

    `first` are the first calls of the acting seats. Calls `watch` with the states and rows that are about to act.
    Returns the contract's call, PASS for none, and its seat.
    """
    n = len(auctions)
    found, found_by = np.zeros(n, np.int64), np.zeros(n, np.int64)
    alive, at = auctions.rows(np.arange(n)), np.arange(n)
    while len(alive):
        if first is not None:
            calls, first = first, None
        else:
            if watch:
                watch(alive, at)
            calls = np.zeros(len(alive), np.int64)
            for mine in (False, True):
                rows = np.flatnonzero(learned[at, alive.who] == mine)
                if len(rows):
                    some = alive.rows(rows)
                    calls[rows] = policy(some, deals) if mine else basic_calls(rules, some, deals)
        alive.call(calls)
        done = alive.over()
        if done.any():
            high, by = alive.high(rules)
            found[at[done]], found_by[at[done]] = high[done], ((alive.who + by) % 4)[done]
            alive, at = alive.rows(np.flatnonzero(~done)), at[~done]
    return found, found_by


def outcome(rules: Rules, deals: Deals, deal: "np.ndarray", call: "np.ndarray", by: "np.ndarray"
            ) -> tuple["np.ndarray", "np.ndarray"]:
    """The points of the side that calls first, and of the other, for a contract of each deal."""
    own, other = rules.points(call, deals.tricks[deal, by, denom_of(np.maximum(call, FIRST_BID))])
    return np.where(by % 2 == 0, own, other), np.where(by % 2 == 0, other, own)

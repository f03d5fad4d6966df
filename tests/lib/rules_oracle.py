"""The rules of 500 a second time, written from the rules page alone: the oracle of tests/integration/oracle.sh.

    python3 tests/lib/rules_oracle.py AVONDALE FILE...      plays the records again; a line for each that differs
    python3 tests/lib/rules_oracle.py --legal N AVONDALE FILE   prints them, with what is legal in each N-th

It shares no code with the engine. The words of a ruleset are asked of `AVONDALE rules --json`; all that follows
from them (the deck, ranks and values of calls, whose turn it is, what is legal, points) is worked out here. Slow and plain.
"""
import functools
import json
import subprocess
import sys

SUITS, RANKS = "SCDH", "2 3 4 5 6 7 8 9 10 11 12 13 J Q K A".split()
COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
JOKERS = ("RJ", "BJ")
# Rules 3: value, value under perfect, the bid that it is just above under avondale.
SPECIALS = {"misere": (250, 150, "8S"), "hi-lo": (350, 350, "9C"), "open-misere": (500, 250, "10D"),
            "double-misere": (500, 450, "10D"), "grand-misere": (500, 350, "10D"), "shields": (750, 500, "10NT"),
            "patastrophe": (1000, 750, "10NT"), "blind-misere": (1000, 1000, None)}
EXCHANGES = ("double-misere", "shields", "patastrophe")


class Wrong(Exception):
    """The record contradicts the rules."""


def expect(what, expected, got):
    if expected != got:
        raise Wrong(f"{what}: expected {expected}, got {got}")


def joker(card):
    return card in JOKERS


def suit(card):
    return "" if joker(card) else card[-1]


def deck(name):
    """Rules 2, in deck order."""
    low = {"33": "7777", "43": "5544", "43m": "5454", "44": "5544", "45": "4444", "46": "4444"}.get(name, "2222")
    cards = []
    for at, s in enumerate(SUITS):
        for rank in RANKS[RANKS.index(low[at]):]:
            if rank in ("11", "12") and name not in ("63", "64", "65", "66"):
                continue
            if rank == "13" and not (name in ("65", "66") or (name in ("63", "64") and s in "DH")):
                continue
            cards.append(rank + s)
    return cards + {"52": [], "44": ["RJ", "BJ"], "46": ["RJ", "BJ"], "64": ["RJ", "BJ"],
                    "66": ["RJ", "BJ"]}.get(name, ["RJ"])


def bid_value(scoring, level, denomination):
    column = ["S", "C", "D", "H", "NT"].index(denomination)
    if scoring == "original":
        return [40, 80, 120, 160, 200][column] * (level - 4) // 2
    return 40 + 20 * column + 100 * (level - 6) - (20 if scoring == "perfect" else 0)


def level(call):
    return int(call[:2] if call.startswith("10") else call[0]) if call[0].isdigit() else 0


def denomination(call):
    if not level(call):
        return call
    word = call[len(str(level(call))):]
    return "NT" if word == "NO" else word


def to_lose(call):
    return not level(call) and call != "hi-lo"


class Rules:
    def __init__(self, words):
        self.words = words
        self.players = int(words["players"])
        self.two_handed = words["two_handed"]
        self.n = 4 if self.two_handed == "table" else self.players + int(words["dead_hands"])
        self.deck = deck(words["deck"])
        self.place = {card: at for at, card in enumerate(self.deck)}
        sides = {"pairs": 2, "threes": 2, "cutthroat-pairs": 3, "solo": self.players}[words["teams"]]
        self.sides = sides
        self.side = [seat % sides for seat in range(self.players)]
        self.calls_listed = [] if words["calls"] == "none" else words["calls"].split()
        self.ranks, self.values = {}, {}
        self.make_calls()
        k = {"draw": 0, "draft": 0}.get(self.two_handed, len(self.deck) - 10 * self.n)
        usual = {0: "3 4 3", 2: "3 K1 4 K1 3", 3: "3 K1 4 K1 3 K1", 4: "3 K1 4 K2 3 K1", 5: "3 K3 4 K2 3",
                 6: "3 K3 3 K3 4"}
        self.packets = words["deal"] or usual[k]

    def __getitem__(self, name):
        return self.words[name]

    def points(self, name):
        return int(self.words[name])

    def yes(self, name):
        return self.words[name] == "yes"

    def make_calls(self):
        """Rules 3: a call has a value, which it scores, and a rank, which it outbids."""
        scoring, bids = self["scoring"], {}
        for lv in range(6, 11):
            for d in ("S", "C", "D", "H", "NT"):
                bids[f"{lv}{d}"] = (bid_value(scoring, lv, d), lv)
        for name, key in bids.items():
            d, lv = denomination(name), level(name)
            if lv < int(self["min_level"]):
                continue
            if d != "NT" or self["jack_nt"] != "only":
                self.ranks[name], self.values[name] = (*key, 0), key[0]
            if d == "NT" and self["jack_nt"] != "no":
                self.ranks[f"{lv}JNT"], self.values[f"{lv}JNT"] = (*key, 0), key[0]
        if self.yes("no_calls"):
            self.ranks["6NO"], self.values["6NO"] = (*bids["6NT"], 0), bids["6NT"][0]
        for at, name in enumerate(SPECIALS):
            if name not in self.calls_listed:
                continue
            value, perfect, usual = SPECIALS[name]
            named = self["value." + name]
            self.values[name] = int(named) if named else perfect if scoring == "perfect" else value
            if name == "blind-misere":
                self.ranks[name] = (10 ** 9, 0, 0)
                continue
            above = self["above." + name]
            if above == "value" or (not above and (named or scoring != "avondale")):
                below = [key for key in bids.values() if key[0] <= self.values[name]]
                key = max(below) if below else (-1, 0)
            else:
                key = bids[above or usual]
            self.ranks[name] = (*key, 1 + at)
        tie = {"NO": 0, "NT": 1}
        self.order = sorted(self.ranks, key=lambda c: (self.ranks[c], tie.get(c.lstrip("0123456789"), 2)))

    def inkle(self, call):
        return self["inkles"] == "yes" and level(call) == 6

    def next(self, seat):
        return (seat + 1) % self.players

    def from_left(self, seat, count=None):
        """All seats, from the one at the left of `seat`."""
        count = count or self.players
        return [(seat + 1 + i) % count for i in range(count)]


# ------------------------------------------------------------------------------------- tricks

class Order:
    """How cards rank under a contract (rules 5)."""
    def __init__(self, rules, call):
        self.rules = rules
        d = denomination(call) if call else "NT"
        self.trumps = d if d in SUITS else ""
        self.jack_high = d == "JNT"
        self.four = rules["deck"] == "43m"
        top = ["RJ", "BJ"] if rules["joker_order"] == "black" else ["BJ", "RJ"]
        self.jokers = {card: at for at, card in enumerate(top)}

    def suit(self, card):
        """The suit that it belongs to: '' for a joker without trumps."""
        if joker(card):
            return self.trumps
        if self.trumps and suit(card) == COLOUR[self.trumps] and (
                card[:-1] == "J" or (self.four and card[:-1] == "4")):
            return self.trumps
        return suit(card)

    def power(self, card, led):
        """Highest wins; -1: neither follows nor is a trump or joker."""
        if joker(card):
            return 1000 + self.jokers[card]
        rank, trump = RANKS.index(card[:-1]), bool(self.trumps) and self.suit(card) == self.trumps
        if trump:
            if card[:-1] == "J":
                return 901 if suit(card) == self.trumps else 900
            return 500 if self.four and card[:-1] == "4" else 501 + rank
        if self.suit(card) != led:
            return -1
        return 100 if self.jack_high and card[:-1] == "J" else rank

    def follow(self, held, led, void, played):
        """What may be played to a led suit."""
        mine = [card for card in held if self.suit(card) == led]
        loose = [card for card in held if joker(card)] if not self.trumps else []
        if not loose:
            return mine or list(held)
        if len(loose) == len(held):
            return list(held)
        how = self.rules["joker_nt"]
        plain = mine or [card for card in held if card not in loose]
        if how in ("any", "not-void"):
            may = not mine
        elif how == "no-renege":
            may = not mine and led not in void
        elif how == "first-or-last":
            may = led not in void and (led not in played or not mine)
        else:
            may = True
        return [card for card in held if card in plain or (may and card in loose)]

    def names(self, held, void, played):
        """The suits that a joker led without trumps may name."""
        if all(joker(card) for card in held) or len(void) == 4:
            return SUITS
        how = self.rules["joker_nt"]
        if how in ("not-void", "no-renege"):
            return [s for s in SUITS if s not in void]
        if how == "first-or-last":
            return [s for s in SUITS if s not in void and
                    (s not in played or not any(self.suit(card) == s for card in held))]
        return SUITS

    def leads(self, held, void, played):
        words = []
        for card in held:
            if joker(card) and not self.trumps:
                words += [f"{card}={s}" for s in self.names(held, void, played)]
            else:
                words.append(card)
        return words


# --------------------------------------------------------------------------------------- a game

class Game:
    """Plays a record; `tell` is called with (hand, seat, phase, legal list or None) before each step."""
    def __init__(self, rules, record, tell=None):
        self.rules, self.record, self.tell = rules, record, tell
        self.scores, self.bans, self.reason, self.winners = [0] * rules.sides, set(), "", []
        self.hands_played = 0

    def play(self):
        rules, record = self.rules, self.record
        dealer, redeals, pack, d, a = record["dealer"], 0, None, 1, 0
        for number, hand in enumerate(record["hands"]):
            if self.reason:
                raise Wrong(f"hand {number + 1}: the game was over")
            last = number + 1 == len(record["hands"])
            outside = last and record["result"]["reason"] in ("forfeit", "aborted")
            expect(f"hand {number + 1}: dealer", dealer, hand["dealer"])
            expect(f"hand {number + 1}: d, a", (d, a), (hand.get("d", d), hand.get("a", a)))
            if pack:
                expect(f"hand {number + 1}: the same pack", self.deal_out(pack, dealer), self.lists(hand))
            expect(f"hand {number + 1}: same_pack", bool(pack), hand.get("same_pack", bool(pack)))
            one = Hand(self, hand, number + 1)
            outcome = one.play(outside)
            if outcome == "stopped":
                return
            again = outcome == "misdealt"
            pack = None
            if outcome == "passed-out":
                if rules["all_pass"] == "redeal" and redeals < rules.points("redeals"):
                    redeals += 1
                    again = True
                elif rules["all_pass"] == "same-pack":
                    hands = hand["deal"]["hands"]
                    pack = sum((hands[h] for h in rules.from_left(dealer, rules.n)), []) + hand["deal"]["kitty"]
            if again:
                a += 1
            else:
                dealer, redeals, d, a = rules.next(dealer), 0, d + 1, 0
        result = record["result"]
        if result["reason"] in ("forfeit", "aborted"):
            return
        expect("result", (self.reason, sorted(self.winners), self.scores),
               (result["reason"], sorted(result["winners"]), result["scores"]))

    def lists(self, hand):
        return hand["deal"]["hands"], hand["deal"]["kitty"]

    def deal_out(self, pack, dealer):
        pack, hands, kitty = list(pack), [[] for _ in range(self.rules.n)], []
        for packet in self.rules.packets.split():
            to = [kitty] if packet[0] == "K" else [hands[h] for h in self.rules.from_left(dealer, self.rules.n)]
            for cards in to:
                cards += pack[:int(packet.lstrip("K"))]
                del pack[:int(packet.lstrip("K"))]
        return hands, kitty


class Stop(Exception):
    """A record that was stopped from outside ends here."""


class Hand:
    def __init__(self, game, json_hand, number):
        self.game, self.rules, self.json, self.number = game, game.rules, json_hand, number
        self.dealer, self.at = json_hand["dealer"], 0
        self.call, self.by, self.partner, self.slam, self.breach, self.partner_card = "", None, None, False, None, None
        self.void_claims, self.early = 0, False
        deal = json_hand["deal"]
        self.hands = [list(cards) for cards in deal["hands"]]
        self.kitty, self.exposed = list(deal["kitty"]), list(deal.get("exposed", []))
        self.covered = {}
        if self.rules.two_handed == "table":
            for h in (2, 3):
                self.covered[h] = dict(zip(self.hands[h][5:], self.hands[h][:5]))
                self.hands[h] = self.hands[h][5:]
        self.discarded, self.folded = set(), set()
        self.won, self.tricks = [0] * self.rules.n, 0

    def sort(self, cards):
        return sorted(cards, key=lambda card: self.rules.place[card])

    def side(self, hand):
        return self.rules.side[hand % 2 if self.rules.two_handed == "table" else hand]

    # -------------------------------------------------------------------------------- steps

    def ask(self, seat, phase, legal, fits=None):
        """The next step of the record, which must be this seat's, in this phase, and one of these."""
        where = f"hand {self.number} step {self.at + 1}"
        if self.at == len(self.json["steps"]):
            if self.outside:
                raise Stop
            raise Wrong(f"{where}: the hand is not over: seat {seat}, {phase}")
        if self.game.tell:
            self.game.tell(self.json, legal)
        if self.json.get("legal"):
            expect(f"{where}: legal", legal, self.json["legal"][self.at])
        said = self.json["steps"][self.at]
        expect(where, [seat, phase], said[:2])
        word = said[2]
        if not (fits(word) if fits else word in legal):
            raise Wrong(f"{where}: {word} is not among {legal}")
        self.at += 1
        return word

    def choose(self, seat, phase, count):
        def fits(word):
            head, *cards = word.split(":")
            return (head == phase and len(cards) == count and cards == self.sort(set(cards)) and
                    set(cards) <= set(self.hands[seat]))
        cards = self.ask(seat, phase, None, fits).split(":")[1:]
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        return cards

    def play(self, outside):
        self.outside = outside
        try:
            outcome = self.parts()
        except Stop:
            return "stopped"
        if self.at != len(self.json["steps"]):
            raise Wrong(f"hand {self.number}: the hand was over after {self.at} steps")
        if not outside or "contract" in self.json:
            self.compare(outcome)
        return outcome

    def parts(self):
        rules = self.rules
        self.delta = [0] * rules.sides
        self.result_tricks = [0] * rules.sides
        if self.misdealt():
            return "misdealt"
        self.before_auction()
        self.auction()
        if not self.call:
            if rules["all_pass"] != "no-trump":
                return "passed-out"
            leader = rules.next(self.dealer)
        else:
            self.exchange()
            leader = self.by
        self.tricks_of_hand(leader)
        self.score()
        return "played"

    def misdealt(self):
        how = self.rules["misdeal"]
        if how == "none":
            return False
        saving = "JQK" if how == "no-face" else "AJQK"
        for seat in range(self.rules.players):
            if not any((joker(card) and how != "no-face") or (not joker(card) and card[0] in saving)
                       for card in self.hands[seat]):
                return True
        return False

    def before_auction(self):
        left = self.rules.from_left(self.dealer)
        if self.rules.two_handed == "draft":
            for seat in left:
                card = self.ask(seat, "expose", [f"take:{c}" for c in self.sort(self.exposed)]).split(":")[1]
                self.exposed.remove(card)
                self.kitty.append(card)
        if self.rules.two_handed == "draw":
            stock = self.json["deal"]["stock"]
            for turn in range(20):
                seat = left[turn % 2]
                self.hands[seat].append(stock[2 * turn + (self.ask(seat, "draw", ["keep", "drop"]) == "drop")])

    # ------------------------------------------------------------------------------- auction

    def auction(self):
        rules = self.rules
        self.high, self.high_by, self.win, self.win_by = "", None, "", None
        self.callers, self.top = set(), 0
        self.last = {}
        if "blind-misere" in rules.calls_listed:
            for seat in rules.from_left(self.dealer):
                legal = ["look"] + ([] if seat in self.game.bans else ["blind-misere"])
                if self.ask(seat, "blind", legal) == "blind-misere":
                    self.make_call(seat, "blind-misere")
                    return self.settle()
        if rules["auction"] == "once":
            for nth, seat in enumerate(rules.from_left(self.dealer)):
                word = self.ask(seat, "auction", self.legal_calls(seat, nth))
                if word != "pass":
                    self.make_call(seat, word)
        else:
            self.rounds(rules.next(self.dealer))
        while self.win and rules["raise"] != "no" and self.higher():
            if rules["raise"] == "reopen" and not self.callers - {self.win_by}:
                break
            word = self.ask(self.win_by, "raise", ["pass"] + self.higher())
            if word == "pass":
                break
            other = denomination(word) != denomination(self.high)
            self.make_call(self.win_by, word)
            if rules["raise"] == "yes" or (rules["raise"] == "reopen" and not other):
                break
            if rules["raise"] == "reopen":
                self.rounds(rules.next(self.win_by))
        return self.settle()

    def rounds(self, seat):
        rules = self.rules
        within, passes = set(range(rules.players)), 0
        while True:
            if rules["rebid"] == "always":
                if passes == rules.players - bool(self.high):
                    return
            elif not within - ({self.high_by} if self.high else set()):
                return
            if seat in within:
                word = self.ask(seat, "auction", self.legal_calls(seat, 0))
                if word == "pass":
                    passes += 1
                    if rules["rebid"] != "always":
                        within.discard(seat)
                else:
                    before, passes = self.last.get(seat), 0
                    self.make_call(seat, word)
                    if rules["rebid"] == "new-denomination" and before and denomination(before) != denomination(word):
                        within = set(range(rules.players))
            seat = rules.next(seat)

    def make_call(self, seat, call):
        self.high, self.high_by = call, seat
        if not self.rules.inkle(call):
            self.win, self.win_by = call, seat
        self.callers.add(seat)
        self.last[seat] = call
        self.top = max(self.top, level(call))

    def higher(self, nth=0):
        rules = self.rules
        calls = []
        for call in rules.order:
            if call == "blind-misere" or (self.high and rules.ranks[call] <= rules.ranks[self.high]):
                continue
            if not level(call) and self.top < {"any": 0, "seven": 7, "eight": 8}[rules["from." + call]]:
                continue
            if rules["inkles"] != "no" and rules["auction"] == "once" and nth >= 2 and level(call) == 6:
                continue
            calls.append(call)
        return calls

    def legal_calls(self, seat, nth):
        if seat in self.game.bans:
            return ["pass"]
        must = self.rules["all_pass"] == "dealer-bids" and seat == self.dealer and not self.win
        return ([] if must else ["pass"]) + self.higher(nth)

    def settle(self):
        rules = self.rules
        self.call, self.by = self.win, self.win_by
        if not self.call:
            return
        if rules["teams"] != "solo":
            seat = rules.next(self.by)
            while rules.side[seat] != rules.side[self.by]:
                seat = rules.next(seat)
            self.partner = seat
        if rules.players == 5 and rules["partner_call"] == "rotate" and level(self.call):
            partners = {1: 3, 3: 1, 2: 4, 4: 2}
            place = (self.by - self.dealer) % 5
            if place:
                self.partner = (self.dealer + partners[place]) % 5

    # ------------------------------------------------------------------------------ exchange

    def own_seats(self):
        if self.rules["teams"] == "solo":
            return {self.by} | ({self.partner} if self.partner is not None else set())
        return {seat for seat in range(self.rules.players) if self.rules.side[seat] == self.rules.side[self.by]}

    def ask_breach(self):
        bad = level(self.call) >= 7 or self.slam or to_lose(self.call)
        if not self.rules.yes("breach") or not bad or self.breach is not None:
            return
        own = self.own_seats()
        for seat in self.rules.from_left(self.by):
            if seat not in own and self.ask(seat, "breach", ["breach", "no"]) == "breach":
                self.breach = seat
                return

    def exchange(self):
        rules, by = self.rules, self.by
        bid = level(self.call) > 0
        self.order = Order(rules, self.call)
        if rules["breach_when"] in ("auction", "either"):
            self.ask_breach()
        mates = {seat for seat in range(rules.players) if rules.side[seat] == rules.side[by]} - {by}
        if not bid:
            both = rules["misere_hands"] == "both" and to_lose(self.call) and self.call not in EXCHANGES
            self.both = both
            if not both:
                self.folded = mates - ({self.partner} if self.call in EXCHANGES else set())
        else:
            self.both = False
        taken = 0
        if bid or self.call in EXCHANGES or rules["kitty." + self.call] == "yes":
            taken = len(self.kitty)
            self.hands[by] += self.kitty
            self.kitty = []
        if bid and rules.yes("slam_call"):
            self.slam = self.ask(by, "slam", ["slam", "no"]) == "slam"
        holder = by
        if self.slam:
            self.hands[by] += self.choose(self.partner, "give", 1)
            self.folded = mates
        elif self.call in EXCHANGES:
            self.hands[self.partner] += self.choose(by, "give", taken)
            holder = self.partner
        over = len(self.hands[holder]) - 10
        if over:
            self.discarded = set(self.choose(holder, "discard", over))
        if rules.two_handed == "draft":
            self.swap(rules.next(by))
        if rules.players == 5 and bid and rules["partner_call"] != "rotate":
            self.find_partner()
        if rules["breach_when"] in ("lead", "either"):
            self.ask_breach()

    def swap(self, seat):
        def fits(word):
            parts = word.split(":")
            return word == "no" or (len(parts) == 3 and parts[0] == "swap" and parts[1] in self.exposed and
                                    parts[2] in self.hands[seat])
        word = self.ask(seat, "swap", None, fits)
        if word != "no":
            _, come, go = word.split(":")
            self.hands[seat] = [card for card in self.hands[seat] if card != go] + [come]

    def find_partner(self):
        rules, by = self.rules, self.by
        cards = [card for card in rules.deck if card not in self.discarded]
        if rules["partner_call"] == "announced":
            cards = [card for card in cards if card not in self.hands[by]]
        if rules["partner_cards"] != "any":
            cards = [card for card in cards if not joker(card)]
        if rules["partner_cards"] == "no-trumps" and self.order.trumps:
            cards = [card for card in cards if self.order.suit(card) != self.order.trumps]
        word = self.ask(by, "partner", [f"partner:{card}" for card in cards] + ["alone"])
        if word != "alone":
            self.partner_card = word.split(":")[1]
            for seat in range(5):
                if seat != by and self.partner_card in self.hands[seat]:
                    self.partner = seat

    # ---------------------------------------------------------------------------------- play

    def owner(self, hand):
        if self.rules.two_handed == "table":
            return hand % 2
        if self.call and self.both and hand == self.partner:
            return self.by
        return hand

    def tricks_of_hand(self, leader):
        rules = self.rules
        if not self.call:
            self.order, self.both = Order(rules, ""), False
        ring = [h for h in range(rules.n) if h not in self.folded and not (rules["dead_hands"] == "1" and h == rules.players)]
        self.void, self.led_of = {h: set() for h in ring}, {h: set() for h in ring}
        self.ring = ring
        while self.tricks < 10:
            forced, trick, led = None, [], ""
            at = ring.index(leader)
            for hand in ring[at:] + ring[:at]:
                held = self.sort(self.hands[hand])
                if not trick:
                    word = self.lead(hand, held)
                    if word is None:
                        return  # a claim that stands
                else:
                    word = self.ask(self.owner(hand), "play",
                                    self.order.follow(held, led, self.void[hand], self.led_of[hand]))
                card = word.split("=")[0]
                self.hands[hand].remove(card)
                own = self.order.suit(card)
                if not trick:
                    led = own or word.split("=")[1]
                elif own and own != led:
                    self.void[hand].add(led)
                if own:
                    self.led_of[hand].add(own)
                trick.append((hand, card))
            leader = max(trick, key=lambda play: self.order.power(play[1], led))[0]
            self.won[leader] += 1
            self.tricks += 1
            for hand, card in trick:
                if hand in self.covered and card in self.covered[hand]:
                    self.hands[hand].append(self.covered[hand].pop(card))
            if rules.yes("early_finish") and self.tricks < 10 and self.ends_early():
                self.early = True
                return

    def lead(self, hand, held):
        seat = self.owner(hand)
        legal = self.order.leads(held, self.void[hand], self.led_of[hand])
        claims = self.rules.yes("claims") and level(self.call or "x") and hand == self.by
        if not claims:
            return self.ask(seat, "play", legal)
        word = self.ask(seat, "play", legal + ["claim"],
                        lambda said: said in legal or (said.startswith("claim:") and self.claim_is_formed(hand, said)))
        if not word.startswith("claim:"):
            return word
        words = word.split(":")[1:]
        if self.claim_stands(hand, words):
            self.won[hand] += 10 - self.tricks
            self.tricks = 10
            return None
        self.void_claims += 1
        return self.ask(seat, "play", [words[0]])

    def claim_is_formed(self, hand, word):
        held, played = list(self.hands[hand]), set(self.led_of[hand])
        for said in word.split(":")[1:]:
            if said not in self.order.leads(held, self.void[hand], played):
                return False
            card = said.split("=")[0]
            held.remove(card)
            if self.order.suit(card):
                played.add(self.order.suit(card))
        return not held

    def claim_stands(self, claimer, words):
        """The claimer keeps the lead, so no other hand's cards affect what a hand may play."""
        return not any(self.can_beat(hand, words) for hand in self.ring if hand != claimer)

    def can_beat(self, hand, words):
        order, covered = self.order, self.covered.get(hand, {})

        @functools.lru_cache(maxsize=None)
        def beats(at, held, void, played):
            if at == len(words):
                return False
            card = words[at].split("=")[0]
            led = order.suit(card) or words[at].split("=")[1]
            for mine in order.follow(sorted(held), led, void, played):
                if order.power(mine, led) > order.power(card, led):
                    return True
                own = order.suit(mine)
                rest = set(held) - {mine} | ({covered[mine]} if mine in covered else set())
                now_void = void | ({led} if own and own != led else set())
                if beats(at + 1, frozenset(rest), frozenset(now_void), frozenset(played | ({own} - {""}))):
                    return True
            return False
        return beats(0, frozenset(self.hands[hand]), frozenset(self.void[hand]), frozenset(self.led_of[hand]))

    # ------------------------------------------------------------------------------- scoring

    def account(self):
        rules = self.rules
        by_side = [0] * rules.sides
        for hand, won in enumerate(self.won):
            if won:
                by_side[self.side(hand)] += won
        own = sorted({rules.side[seat] for seat in self.own_seats()}) if self.call else []
        return by_side, own, sum(by_side[side] for side in own)

    def value(self):
        if self.slam:
            return self.rules.points("value.slam" if self.order.trumps else "value.slam-nt")
        return self.rules.values[self.call]

    def share(self, own, value):
        return value // 2 if len(own) == 2 and self.rules["partner_share"] == "half" else value

    def trick_points(self, by_side, own, own_tricks, side):
        rules = self.rules
        if side in own:
            return 0
        if self.call and not level(self.call):
            return rules.points("trick_points") * own_tricks if rules["misere_points"] == "contractor-tricks" else 0
        return rules.points("trick_points") * by_side[side]

    def penalties(self):
        return self.void_claims * self.rules.points("claim_penalty")

    def ends_early(self):
        rules, game = self.rules, self.game
        by_side, own, own_tricks = self.account()
        target, left = rules.points("target"), 10 - self.tricks
        points = [self.trick_points(by_side, own, own_tricks, side) for side in range(rules.sides)]
        reached = [s for s in range(rules.sides) if s not in own and game.scores[s] + points[s] >= target]
        if not reached:
            return False
        if self.call:
            if to_lose(self.call):
                can = own_tricks == 0
            elif self.call == "hi-lo":
                can = own_tricks <= 5 <= own_tricks + left
            else:
                can = own_tricks + left >= (10 if self.slam else level(self.call))
            value = self.share(own, self.value())
            for side in own:
                less = self.penalties() if side == rules.side[self.by] else 0
                if can and game.scores[side] + value - less >= target:
                    return False
        self.result_tricks, self.delta = by_side, points
        if self.call:
            self.delta[rules.side[self.by]] -= self.penalties()
        for side in range(rules.sides):
            game.scores[side] += self.delta[side]
        best = max(game.scores[s] for s in reached)
        game.reason, game.winners = "early", [s for s in reached if game.scores[s] == best]
        game.bans = set()
        game.hands_played += 1
        return True

    def score(self):
        rules, game = self.rules, self.game
        if self.early:
            return
        by_side, own, own_tricks = self.account()
        delta, made, short = [0] * rules.sides, False, 0
        if self.call:
            delta[rules.side[self.by]] -= self.penalties()
            if to_lose(self.call):
                made, short = own_tricks == 0, own_tricks
            elif self.call == "hi-lo":
                made = own_tricks == 5
            else:
                needed = 10 if self.slam else level(self.call)
                made, short = own_tricks >= needed, needed - own_tricks
            value = self.value()
            if made:
                if own_tricks == 10 and level(self.call) and not self.slam:
                    value = max(value, rules.points("slam_bonus"))
                for side in own:
                    delta[side] += self.share(own, value)
            elif rules["failed"] == "subtract":
                for side in own:
                    delta[side] -= self.share(own, value)
            else:
                for side in range(rules.sides):
                    delta[side] += 0 if side in own else value
        target = rules.points("target")
        for side in range(rules.sides):
            points = self.trick_points(by_side, own, own_tricks, side)
            if rules["must_bid"] == "capped":
                points = min(points, max(0, target - 10 - game.scores[side] - delta[side]))
            delta[side] += points
        game.scores = [score + more for score, more in zip(game.scores, delta)]
        game.hands_played += 1
        self.end_of_game(own, made)
        game.bans = set()
        ban = rules.points("ban")
        if ban and self.call and not made and self.call != "hi-lo" and short >= (3 if to_lose(self.call) else ban):
            game.bans.add(self.by)
        if self.breach is not None:
            self.score_breach(not made and short >= (3 if to_lose(self.call) else 2), delta)
        self.result_tricks, self.delta = by_side, delta

    def score_breach(self, breached, delta):
        rules, game = self.rules, self.game
        side, points = rules.side[self.breach], rules.points("breach_value")
        game.bans.add(self.by if breached else self.breach)
        if game.reason:
            return
        score = game.scores[side]
        if breached:
            points = min(points, max(0, rules.points("target") - 10 - score))
        else:
            floor = rules.points("floor")
            points = -(min(points, max(0, score - floor - 10)) if floor else points)
        delta[side] += points
        game.scores[side] += points

    def end_of_game(self, own, made):
        rules, game = self.rules, self.game
        scores, every = game.scores, range(rules.sides)

        def best(among):
            top = max(scores[side] for side in among)
            return [side for side in among if scores[side] == top]

        def end(reason, winners):
            game.reason, game.winners = reason, winners

        target = rules.points("target")
        over = [s for s in every if (scores[s] == target if rules.yes("target_exact") else scores[s] >= target)]
        if rules["must_bid"] != "no":
            over = [s for s in over if s in own and made]
        if len(over) == 1:
            return end("target", over)
        if over:
            mine = [s for s in over if s in own]
            by = rules.side[self.by] if self.call else None
            if rules["both_over"] == "contractor" and mine and made:
                tied = best(mine)
                return end("target", tied if len(tied) == 1 else [by])
            tied = best(over)
            if len(tied) == 1:
                return end("target", tied)
            if rules["both_over"] == "highest" and set(tied) & set(own):
                return end("target", [by] if by in tied else [s for s in tied if s in own])
        bust = rules.points("bust")
        if bust:
            out = [s for s in every if scores[s] >= bust]
            if out:
                return end("bust", best([s for s in every if s not in out] or list(every)))
        floor = rules.points("floor")
        if floor:
            out = [s for s in every if scores[s] <= floor]
            if rules["back_door"] == "if-ahead":
                out = [s for s in out if not all(scores[o] < 0 for o in every if o != s)]
            if out:
                return end("floor", best([s for s in every if s not in out] or list(every)))
        spread = rules.points("spread")
        if spread and min(scores) < 0 < max(scores) and max(scores) - min(scores) >= spread:
            return end("spread", best(every))
        if rules.points("max_hands") and game.hands_played >= rules.points("max_hands"):
            return end("hands", best(every))
        return None

    # ------------------------------------------------------------------------------- compare

    def compare(self, outcome):
        where, said = f"hand {self.number}: ", self.json
        contract = None
        if self.call:
            contract = {"call": self.call, "by": self.by, "partner": self.partner}
            if self.slam:
                contract["slam"] = True
            if self.breach is not None:
                contract["breach"] = self.breach
            if self.partner_card:
                contract["partner_card"] = self.partner_card
        expect(where + "contract", contract, said["contract"])
        expect(where + "tricks", self.result_tricks, said["tricks"])
        expect(where + "delta", self.delta, said["delta"])
        expect(where + "scores", self.game.scores, said["scores"])
        expect(where + "bans", sorted(self.game.bans), sorted(said.get("bans", [])))


# ------------------------------------------------------------------------------------- records

@functools.lru_cache(maxsize=None)
def ruleset(avondale, preset, options):
    words = subprocess.run([avondale, "rules", "--json", preset, *options], check=True, stdout=subprocess.PIPE).stdout
    return Rules(json.loads(words))


def rules_of(avondale, record):
    options = tuple(f"{name}={value}" for name, value in record["ruleset"]["options"].items())
    return ruleset(avondale, record["ruleset"]["preset"], options)


def check(avondale, path):
    """Returns how many records, hands and steps there are, and how many records differ."""
    records = hands = steps = differ = 0
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            record = json.loads(line)
            records += 1
            hands += len(record["hands"])
            steps += sum(len(hand["steps"]) for hand in record["hands"])
            try:
                Game(rules_of(avondale, record), record).play()
            except Wrong as wrong:
                differ += 1
                print(f"{path}:{number}: {wrong}")
    return records, hands, steps, differ


def with_legal(avondale, path, every):
    """Prints the records as vectors: without what a run adds, each N-th with what is legal."""
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file):
            record = json.loads(line)
            lists = {}
            for hand in record["hands"]:
                for key in ("ms", "d", "a"):
                    hand.pop(key, None)
                hand["deal"].pop("deck", None)
            for key in ("fair", "chat", "faults"):
                record.pop(key, None)
            Game(rules_of(avondale, record), record, lambda hand, legal: lists.setdefault(id(hand), []).append(legal)).play()
            if number % every == 0:
                for at, hand in enumerate(record["hands"]):
                    after = {key: hand[key] for key in list(hand)[list(hand).index("steps") + 1:]}
                    record["hands"][at] = {"dealer": hand["dealer"], "deal": hand["deal"], "steps": hand["steps"],
                                           "legal": lists.get(id(hand), []), **after}
            print(json.dumps(record, separators=(",", ":")))


def main(args):
    if args[0] == "--legal":
        with_legal(args[2], args[3], int(args[1]))
        return 0
    totals = [sum(column) for column in zip(*(check(args[0], path) for path in args[1:]))]
    print("{} records, {} hands, {} steps: {} differ".format(*totals))
    return 1 if totals[3] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

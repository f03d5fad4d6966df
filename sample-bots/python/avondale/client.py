"""avondale: a client for the avondale arena, where programs play the card game 500.

A bot is a function that gets a `Turn` and returns one action. Everything else is done here: the
connection (standard input and output, TCP, TLS), both encodings, the token, fair-deal nonces, coming
back after a lost connection, and a typed view of the game so far.

    import random
    import avondale

    def decide(turn):
        return turn.give(turn.from_[: turn.choose]) if turn.choose else random.choice(turn.plain)

    avondale.main(decide, name="mine")

Started without arguments it speaks on standard input and output, as `avondale match` wants it;
with `--connect HOST:PORT` it plays on a ladder. Standard library only; the msgpack encoding needs the
`msgpack` package. Python 3.9 or later.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import os
import socket
import ssl
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Union

from .lobby import Lobby, Plan

__version__ = "0.1.0"
__all__ = ["Advice", "Client", "Contract", "Decision", "Game", "HandResult", "ProtocolError", "Trick", "Turn",
           "claim", "decode_line", "encode_line", "main", "power", "rank", "suit"]

PROTOCOL_VERSION = 1
Message = Mapping[str, Any]
"""A message by key; its name is under "t"."""

# ----------------------------------------------------------------------------------------- cards

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
SUITS = "SCDH"
_SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}


def suit(card: str) -> str:
    """The printed suit of a card, one of S C D H, or "" for a joker. `RJ=S`, a led joker, is a joker."""
    return "" if card[:2] in ("RJ", "BJ") else card[-1]


def rank(card: str) -> int:
    """2 to 14 for the spot cards up to `13`, J, Q, K and A are 14 to 17; 18 for a joker."""
    return RANKS.index(card[:-1]) + 2 if suit(card) else 18


def power(card: str, denomination: str, led: str = "") -> int:
    """How high a card is where `denomination` (S C D H NT JNT) rules: the highest in a trick wins.

    `led` is the suit to follow; a card that neither follows it nor is a trump is worth 0. Without
    `led` every suit counts. Knows nothing of the matching four and of `joker_order=red`.
    """
    if not suit(card):
        return 200 + (card[:2] == "BJ")
    if denomination in _SAME_COLOUR:
        if card == "J" + denomination:
            return 190
        if card == "J" + _SAME_COLOUR[denomination]:
            return 180
        if suit(card) == denomination:
            return 100 + rank(card)
    if led and suit(card) != led:
        return 0
    return 18 if denomination == "JNT" and card[0] == "J" else rank(card)


# ----------------------------------------------------------------------------------- typed values

@dataclass
class Contract:
    """What is being played. `call` is "" where a hand is played without a contract (all passed)."""
    call: str = ""
    by: int = -1
    partner: Optional[int] = None

    @property
    def level(self) -> int:
        """6 to 10, or 0 for anything but a bid."""
        return _split_bid(self.call)[0]

    @property
    def denomination(self) -> str:
        """S C D H NT or JNT; a special call is played without trumps: NT."""
        return _split_bid(self.call)[1]

    @property
    def to_lose(self) -> bool:
        """The contractor wants no trick."""
        return "misere" in self.call or self.call in ("shields", "patastrophe")


def _split_bid(call: str) -> tuple[int, str]:
    for level in (10, 9, 8, 7, 6):
        if call.startswith(str(level)):
            word = call[len(str(level)):]
            return level, "NT" if word == "NO" else word
    return 0, "NT"


@dataclass
class Trick:
    """Cards on the table in the order in which they fell: (hand, card). `RJ=S` is a joker led as spades."""
    plays: list[tuple[int, str]] = field(default_factory=list)
    winner: Optional[int] = None

    @property
    def led(self) -> str:
        """The first card, or "" before the lead."""
        return self.plays[0][1] if self.plays else ""


@dataclass
class Decision:
    """What a seat did. `cards` is empty and `count` is set where they may not be seen."""
    seat: int
    hand: int
    phase: str
    action: str
    count: Optional[int] = None


@dataclass
class HandResult:
    """How a hand ended. Lists are by side."""
    outcome: str
    contract: Contract
    tricks: list[int]
    delta: list[int]
    scores: list[int]


@dataclass
class Game:
    """One game as its seat sees it, kept up to date by the client. Read it, do not change it."""
    g: int
    id: str
    seat: int
    players: list[str]
    preset: str
    options: dict[str, str]
    sides: list[int]
    scores: list[int]
    policy: str = ""
    limits: dict[str, int] = field(default_factory=dict)
    """Milliseconds: auction, exchange, play, bank, inc; a missing one is unlimited."""
    resumed: bool = False
    results: list[HandResult] = field(default_factory=list)
    """The hands that are over (after coming back: those since then)."""
    # of the running hand:
    dealer: int = -1
    deal: int = 0
    attempt: int = 0
    hand: list[str] = field(default_factory=list)
    """The own cards."""
    open: dict[int, list[str]] = field(default_factory=dict)
    """Cards that lie face up, by hand: table hands, shown hands."""
    exposed: list[str] = field(default_factory=list)
    history: list[Decision] = field(default_factory=list)
    high: str = "pass"
    """The highest call so far, and who made it."""
    high_by: Optional[int] = None
    contract: Optional[Contract] = None
    trick: Trick = field(default_factory=Trick)
    """The running trick."""
    tricks: list[Trick] = field(default_factory=list)
    """The complete ones of this hand."""
    # at the end:
    reason: str = ""
    winners: list[int] = field(default_factory=list)
    chat: str = ""
    """preset, text, or "": no chat."""
    rating: Optional[int] = None
    fair: Optional[bool] = None
    """Whether all that this seat saw follows from the published seed: the commitment, the mix of all nonces with the
    own one, the key and the dealer of each deal, and every card that the seat saw, dealt again. None while that is
    not known, and in a preset of a later version."""
    unfair: str = ""
    """The first thing that does not, such as "deal 3, attempt 0: the cards of hand 2"."""
    _proof: Any = field(default=None, repr=False)
    _drawn: str = field(default="", repr=False)
    _ended: tuple[int, int] = field(default=(0, 0), repr=False)

    def owner(self, hand: int) -> int:
        """The seat a hand belongs to; table hands come after the seats."""
        return hand % len(self.players)

    def ours(self, hand: int) -> bool:
        """Whether a hand is on our side (the five-handed partner included, once it is known)."""
        seat = self.owner(hand)
        if self.sides[seat] == self.sides[self.seat]:
            return True
        contract = self.contract
        return contract is not None and {seat, self.seat} == {contract.by, contract.partner}

    @property
    def denomination(self) -> str:
        """Of the contract; NT before there is one."""
        return self.contract.denomination if self.contract else "NT"

    @property
    def led(self) -> str:
        """The suit to follow in the running trick; the trumps where one was led; "" before the lead."""
        card = self.trick.led
        if card and power(card, self.denomination) >= 100:
            return card[3:] if "=" in card else self.denomination
        return suit(card) if card else ""

    def winning(self) -> tuple[int, str]:
        """Hand and card that win the running trick so far. Only where one was led."""
        return max(self.trick.plays, key=lambda play: power(play[1], self.denomination, self.led))

    def tricks_of(self, side: int) -> int:
        """Tricks that a side has in this hand."""
        return sum(1 for trick in self.tricks
                   if trick.winner is not None and self.sides[self.owner(trick.winner)] == side)


@dataclass
class Advice:
    """What a sample bot of the arena would do in a turn."""
    bot: str
    action: str
    why: str
    left: int
    """Hints that are left in this hand."""


@dataclass
class Turn:
    """One decision that is asked for."""
    game: Game
    n: int
    phase: str
    hand: int
    """The hand that plays; the own seat but for table hands and open partners."""
    legal: list[str]
    choose: int = 0
    """give, discard: so many of `from_`; else 0."""
    from_: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    ms: Optional[int] = None
    """Time left, bank included; None without a limit."""
    bank: Optional[int] = None
    advice: Optional[Advice] = None
    """The hint that was asked for; None: none was, or the arena gives none."""

    @property
    def plain(self) -> list[str]:
        """What is legal and complete as it stands: all of `legal` but `claim`."""
        return [word for word in self.legal if word != "claim"]

    def give(self, cards: Iterable[str]) -> str:
        """The action that gives or lays away these cards, as the phase asks."""
        return ":".join([self.phase, *cards])


def claim(cards: Iterable[str]) -> str:
    """The action that claims the rest with all own cards, in the order in which they would be led."""
    return ":".join(["claim", *cards])


Decide = Callable[[Turn], str]

# -------------------------------------------------------------------------------------- encodings


class ProtocolError(Exception):
    """The arena refused something: `code` is from the table of errors in the protocol."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code


_INTEGERS = frozenset("v rating g seat auction exchange play bank inc nonce d attempt dealer hand count by "
                      "partner n choose ms x breach forfeit games left delay bid_ms play_ms stake".split())
_BOOLEANS = frozenset(("resumed", "ok", "slam", "same", "pair", "rated", "listed", "hints", "watch"))
_INTEGER_LISTS = frozenset("sides scores tricks delta bans winners seeking playing free delays differ".split())
_STRING_LISTS = frozenset("players options nonces cards legal from out rulesets names codes hosts played seats".split())


def _escape(text: str) -> str:
    return "".join("%%%02X" % ord(c) if c in " ,%" or c < " " or c == "\x7f" else c for c in text)


def _unescape(text: str) -> str:
    if "%" not in text:
        return text
    parts = text.split("%")
    raw = parts[0].encode() + b"".join(bytes([int(p[:2], 16)]) + p[2:].encode() for p in parts[1:])
    return raw.decode()


def _encode_value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join("%" if item == "" else _encode_value(item) for item in value)
    return _escape(value) if isinstance(value, str) else str(int(value))


def encode_line(message: Message) -> bytes:
    """A message in the text encoding, line feed included."""
    words = [message["t"]]
    for key, value in message.items():
        if key != "t":
            words.append(f"{key}={_encode_value(value)}")
    return (" ".join(words) + "\n").encode()


def decode_line(line: str) -> dict[str, Any]:
    """A line from the arena as a message. ValueError if it is none."""
    name, *pairs = line.split(" ")
    message: dict[str, Any] = {"t": name}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"not KEY=VALUE: {pair!r}")
        if key in _INTEGERS:
            message[key] = int(value)
        elif key in _BOOLEANS:
            message[key] = value == "1"
        elif key in _INTEGER_LISTS:
            message[key] = [int(word) for word in value.split(",")] if value else []
        elif key in _STRING_LISTS:
            words = value.split(",") if value else []
            message[key] = ["" if word == "%" else _unescape(word) for word in words]
        else:
            try:
                message[key] = _unescape(value)
            except ValueError:  # a key of a later version may hold a list, whose empty items are a lone %
                message[key] = value
    return message


class _TextCodec:
    def __init__(self) -> None:
        self._rest = b""

    encode = staticmethod(encode_line)

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            yield decode_line(line.decode().rstrip("\r"))


class _MsgpackCodec:
    def __init__(self) -> None:
        import msgpack  # type: ignore  # only where it is asked for
        self._pack = msgpack.packb
        self._unpacker = msgpack.Unpacker()

    def encode(self, message: Message) -> bytes:
        packed: bytes = self._pack(dict(message))
        return packed

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        self._unpacker.feed(data)
        yield from self._unpacker


# ------------------------------------------------------------------------------------- fair deals

_DEALS = {  # what the presets say about the deal, where it is not 43 cards to four players
    "american": "deck=45", "saint-paul": "deck=45", "original-1904": "deck=45", "french-canadian": "deck=46",
    "matching-four": "deck=43m", "two-jokers": "deck=44", "five-kitty": "deck=45", "six-kitty": "deck=46",
    "three-handed": "players=3 deck=33", "three-handed-dead": "players=3 dead_hands=1",
    "two-handed-table": "players=2 two_handed=table", "two-handed-dead": "players=2 deck=33 dead_hands=1",
    "two-handed-draft": "players=2 two_handed=draft deck=52", "two-handed-draw": "players=2 two_handed=draw deck=45",
    "five-handed": "players=5 deck=53", "five-handed-hidden": "players=5 deck=53", "six-handed": "players=6 deck=63",
    "six-handed-cutthroat": "players=6 deck=63", "everything": "deck=46",
    **dict.fromkeys("wikipedia australian australian-pack trickster-australian trickster-american perfect "
                    "split-colours walker francis wilkinson open-330 unrestricted no-misere set ralph breach "
                    "point-spread".split(), "")}
_LOWEST = {"33": "7777", "43": "5544", "43m": "5454", "44": "5544", "45": "4444", "46": "4444"}  # of S C D H; else 2
_JOKERS = {"52": "", "44": "RJ BJ", "46": "RJ BJ", "64": "RJ BJ", "66": "RJ BJ"}  # else RJ
_PACKETS = {2: "3 K1 4 K1 3", 3: "3 K1 4 K1 3 K1", 4: "3 K1 4 K2 3 K1", 5: "3 K3 4 K2 3", 6: "3 K3 3 K3 4"}


def _deck(name: str) -> list[str]:
    cards = []
    for at, card_suit in enumerate(SUITS):
        for word in RANKS[RANKS.index(_LOWEST.get(name, "2222")[at]):]:
            high = name in ("65", "66") or (name in ("63", "64") and (word != "13" or card_suit in "DH"))
            if high or word not in ("11", "12", "13"):
                cards.append(word + card_suit)
    return cards + _JOKERS.get(name, "RJ").split()


@dataclass
class _Rules:
    """What of a ruleset says how cards are dealt."""
    cards: list[str]
    seats: int
    hands: int
    packets: str
    two_handed: str = "none"
    draft_kitty: int = 0
    same_pack: bool = False
    """Where all passed, the same cards are dealt again, without a shuffle."""


def _deal_rules(preset: str, options: Mapping[str, str]) -> Optional[_Rules]:
    """None: a preset that is not known here."""
    if preset not in _DEALS:
        return None
    words = dict(players="4", deck="43", deal="", dead_hands="0", two_handed="none", draft_kitty="0",
                 all_pass="")
    words.update(word.split("=") for word in _DEALS[preset].split())
    words.update((name, value) for name, value in options.items() if name in words)
    cards, seats, two_handed = _deck(words["deck"]), int(words["players"]), words["two_handed"]
    hands = 4 if two_handed == "table" else seats + int(words["dead_hands"])
    packets = words["deal"] or ("3 4 3" if two_handed == "draft" else _PACKETS.get(len(cards) - 10 * hands, ""))
    return _Rules(cards, seats, hands, "" if two_handed == "draw" else packets, two_handed, int(words["draft_kitty"]),
                  words["all_pass"] == "same-pack")


@dataclass
class _Dealt:
    """Where the cards of a deal lie before anybody acts."""
    hands: list[list[str]]
    kitty: list[str]
    exposed: list[str]
    draws: list[list[str]]
    """The draw: the cards that each seat looks at, in order."""


@dataclass
class _SeenDeal:
    """What a seat saw of a deal."""
    deal: int
    attempt: int
    dealer: int
    key: str
    own: list[str] = field(default_factory=list)
    up: list[tuple[int, list[str]]] = field(default_factory=list)
    """Cards of table hands that lie or turned face up: hand, cards."""
    kitty: list[str] = field(default_factory=list)
    """As its taker."""
    kitty_up: list[str] = field(default_factory=list)
    exposed: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    held: dict[int, list[str]] = field(default_factory=dict)
    """Cards that a hand played, showed or claimed with."""
    contractor: int = -1
    exchange: tuple[int, ...] = ()
    """The seats between which cards were given."""
    swapped: dict[int, str] = field(default_factory=dict)
    """The exposed card that a seat took for one of its own."""
    outcome: str = ""
    same: bool = False
    """The pack of the deal before, not shuffled."""


@dataclass
class _Proof:
    """What a seat was told of the fairness of a game, to be checked when the seed is published."""
    set: str
    commit: str
    seat: int
    rules: Optional[_Rules]
    nonces: list[str] = field(default_factory=list)
    mix: str = ""
    nonce: Optional[str] = None
    """The own one, unless it came too late."""
    deals: list[_SeenDeal] = field(default_factory=list)
    changed: str = ""
    """What was told twice, and differently."""
    resumed: bool = False

    def tell(self, **values: Any) -> None:
        """What may be told again after coming back, but not otherwise."""
        for name, value in values.items():
            if getattr(self, name) and getattr(self, name) != value:
                self.changed = self.changed or f"the {name} changed"
            setattr(self, name, value)


def _hash(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"fair-deal/1 " + tag.encode() + b"\0" + b"".join(parts)).digest()


def _sized(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def _stream(key: bytes) -> Iterator[int]:
    for counter in range(1 << 32):
        yield from hmac.digest(key, counter.to_bytes(4, "big"), "sha256")


def _draw(stream: Iterator[int], bound: int) -> int:
    """From 0 to bound - 1, each with the same chance: bytes beyond a multiple of it are thrown away."""
    return next(byte for byte in stream if byte < 256 - 256 % bound) % bound


def _key(seed: bytes, mix: bytes, deal: int, attempt: int) -> bytes:
    numbers = deal.to_bytes(4, "big") + attempt.to_bytes(4, "big")
    return hmac.digest(seed, b"fair-deal/1 deal\0" + mix + numbers, "sha256")


def _shuffled(rules: _Rules, key: bytes) -> list[str]:
    cards, stream = list(rules.cards), _stream(key)
    for i in range(len(cards) - 1, 0, -1):
        j = _draw(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def _same_pack(dealt: _Dealt, dealer: int) -> list[str]:
    """The cards of a deal that all passed, as the next dealer takes them."""
    hands = dealt.hands[(dealer + 1) % len(dealt.hands):] + dealt.hands[:(dealer + 1) % len(dealt.hands)]
    return sum(hands, []) + dealt.kitty


def _deal_cards(rules: _Rules, cards: list[str], dealer: int) -> _Dealt:
    dealt = _Dealt([[] for _ in range(rules.hands)], [], [], [])
    if rules.two_handed == "draw":
        turns = [cards[i:i + 2] for i in range(0, 40, 2)]
        dealt.draws = [sum(turns[(seat + dealer + 1) % 2::2], []) for seat in range(2)]
        dealt.kitty = cards[40:]
        return dealt
    for packet in rules.packets.split():
        size, left = int(packet.lstrip("K")), [(dealer + 1 + i) % rules.hands for i in range(rules.hands)]
        for to in [dealt.kitty] if packet[0] == "K" else [dealt.hands[hand] for hand in left]:
            to += cards[:size]
            del cards[:size]
    if rules.two_handed == "draft":
        dealt.exposed, dealt.kitty = cards[:8], cards[8:8 + rules.draft_kitty]
    return dealt


def _may_hold(dealt: _Dealt, seen: _SeenDeal, hand: int) -> set[str]:
    """All cards that can have come into a hand."""
    def base(of: int) -> set[str]:
        cards = set(dealt.draws[of] if dealt.draws else dealt.hands[of])
        if of == seen.contractor:
            cards.update(dealt.kitty, dealt.exposed)
        if seen.swapped.get(of) in dealt.exposed:
            cards.add(seen.swapped[of])
        return cards
    return set().union(*map(base, seen.exchange)) if hand in seen.exchange else base(hand)


def _in_order(some: list[str], of: list[str]) -> bool:
    rest = iter(of)
    return all(card in rest for card in some)


def _wrong_cards(rules: _Rules, dealt: _Dealt, seen: _SeenDeal, seat: int) -> str:
    """What of the cards that were seen does not lie where the shuffle puts it; "" if all do."""
    if rules.two_handed != "draw" and seen.own and set(seen.own) != set(dealt.hands[seat]):
        return f"the cards of hand {seat}"
    for hand, cards in seen.up:
        if not set(cards) <= set(dealt.hands[hand][5:] if len(cards) == 5 else dealt.hands[hand]):
            return f"the cards of hand {hand}"
    if seen.exposed and set(seen.exposed) != set(dealt.exposed):
        return "the exposed cards"
    if dealt.draws and not _in_order(seen.drawn, dealt.draws[seat]):
        return "the cards that were drawn"
    if seen.kitty_up and seen.kitty_up != dealt.kitty[-1:]:
        return "the kitty"
    if seen.kitty and not set(dealt.kitty) <= set(seen.kitty) <= set(dealt.kitty + dealt.exposed):
        return "the kitty"
    for hand, cards in seen.held.items():
        if not set(cards) <= _may_hold(dealt, seen, hand):
            return f"the cards of hand {hand}"
    return ""


def _wrong_order(proof: _Proof, seen: _SeenDeal, before: Optional[_SeenDeal]) -> str:
    """Whether a deal may follow the one before it; after a lost connection some may not have been seen."""
    if proof.resumed:
        same = before is not None and (before.deal, before.attempt) == (seen.deal, seen.attempt)
        if same or before is None or before.deal < seen.deal:
            return ""
    if before is None:
        return "" if (seen.deal, seen.attempt) == (1, 0) else "it is not the first"
    if seen.deal == before.deal and (proof.resumed or seen.attempt == before.attempt + 1):
        return "it was dealt again" if before.outcome == "played" else ""
    return "" if (seen.deal, seen.attempt) == (before.deal + 1, 0) else "it does not follow the deal before it"


def _wrong_key(rules: _Rules, key: bytes, seen: _SeenDeal, before: Optional[_SeenDeal], resumed: bool) -> str:
    """Whether a deal has its key, or none because it follows from the one before, as it must after all passed."""
    if not rules.same_pack or seen.attempt or (before is None and seen.deal == 1):
        follows = False
    elif before is not None and before.deal == seen.deal - 1 and before.outcome:
        follows = before.outcome == "passed-out"
    else:
        follows = seen.same and resumed  # what became of the deal before was missed
    if seen.same != follows:
        return "it is not the pack of the deal before" if follows else "it is not from the shuffle"
    if seen.same:
        return "it has a key" if seen.key else ""
    if not seen.key:
        return "it is not from the shuffle"
    return "" if _hash("key", key).hex() == seen.key else "the key"


def _unfair(proof: _Proof, seed_hex: str) -> str:
    """The first thing that does not follow from the published seed, in words; "" if all that was seen does."""
    seed, commitment, mix = bytes.fromhex(seed_hex), bytes.fromhex(proof.commit), bytes.fromhex(proof.mix)
    rules, nonces = proof.rules, [bytes.fromhex(nonce) for nonce in proof.nonces]
    if rules is None:
        return "the deck of this preset is not known"
    if proof.changed:
        return proof.changed
    if _hash("commit", _sized(proof.set.encode()), seed) != commitment:
        return "the commitment"
    if proof.nonce is not None and proof.nonce not in proof.nonces:
        return "the own nonce"
    deck = _sized(",".join(rules.cards).encode())
    if _hash("mix", commitment, deck, len(nonces).to_bytes(2, "big"), *map(_sized, nonces)) != mix:
        return "the mix"
    first, before, dealt = _draw(_stream(_key(seed, mix, 0, 0)), rules.seats), None, None
    for seen in proof.deals:
        key = _key(seed, mix, seen.deal, seen.attempt)
        wrong = _wrong_key(rules, key, seen, before, proof.resumed)
        if not wrong and seen.dealer != (first + seen.deal - 1) % rules.seats:
            wrong = "the dealer"
        wrong = wrong or _wrong_order(proof, seen, before)
        if not wrong:
            if not seen.same:
                dealt = _deal_cards(rules, _shuffled(rules, key), seen.dealer)
            elif before is None or before.deal != seen.deal:  # else it is told again
                missed = before is None or before.deal != seen.deal - 1
                dealt = None if missed or dealt is None else _deal_cards(rules, _same_pack(dealt, before.dealer), seen.dealer)
            if dealt is not None:  # else what it follows from was missed while the connection was lost
                wrong = _wrong_cards(rules, dealt, seen, proof.seat)
        if wrong:
            return f"deal {seen.deal}, attempt {seen.attempt}: {wrong}"
        before = seen
    return ""


def _is_fair(proof: _Proof, seed_hex: str) -> bool:
    return not _unfair(proof, seed_hex)


def _plain(card: str) -> str:
    return card[:2] if "=" in card else card


def _witness(seen: _SeenDeal, seat: int, message: Message) -> None:
    """Keeps what a message shows of the cards of the running deal."""
    name, kind, cards = message["t"], message.get("k", ""), list(message.get("cards", []))
    hand = message.get("hand", message.get("seat", -1))
    if name == "hand":
        seen.outcome = message["outcome"]
    elif name == "cards" and hand == seat:
        seen.own = seen.own or cards
    elif kind == "up" and message["where"] == "hand":
        seen.up.append((hand, cards))
    elif kind == "up" and message["where"] == "kitty":
        seen.kitty_up = cards
    elif kind == "up":
        seen.exposed = seen.exposed or cards
    elif kind == "drawn":
        seen.drawn += cards
    elif kind == "contract":
        seen.contractor = message["by"]
        seen.exchange = (message["by"], message["partner"]) if "partner" in message else ()
        seen.exchange = seen.exchange if message["call"] in _EXCHANGES else ()
    elif kind == "kitty":
        seen.kitty = cards
    elif kind == "show":
        seen.held.setdefault(hand, []).extend(cards)
    elif kind == "action":
        _witness_action(seen, message, hand)


_EXCHANGES = ("double-misere", "shields", "patastrophe")


def _witness_action(seen: _SeenDeal, message: Message, hand: int) -> None:
    word, *cards = message.get("a", "").split(":")
    phase = message["phase"]
    if phase == "play":
        played = cards if word == "claim" else [word]
        seen.held.setdefault(hand, []).extend(map(_plain, played))
    elif phase == "give":  # a slam: the partner gives; the exchanges are known already
        seen.exchange = seen.exchange or (seen.contractor, message["seat"])
    elif phase == "swap" and cards:
        seen.swapped[message["seat"]] = cards[0]


# ---------------------------------------------------------------------------- following the game

def _remove(cards: list[str], card: str) -> None:
    if card in cards:
        cards.remove(card)


def _on_game(message: Message) -> Game:
    game = Game(
        g=message["g"], id=message["id"], seat=message["seat"], players=list(message["players"]),
        preset=message["preset"], sides=list(message["sides"]), scores=list(message["scores"]),
        options=dict(word.split("=", 1) for word in message.get("options", [])),
        policy=message["policy"], chat=message.get("chat", ""), resumed=bool(message.get("resumed", False)),
        limits={key: message[key] for key in ("auction", "exchange", "play", "bank", "inc")
                if key in message})
    game._proof = _Proof(message["set"], message["commit"], game.seat, _deal_rules(game.preset, game.options),
                         resumed=game.resumed)
    return game


def _on_deal(game: Game, message: Message) -> None:
    game.dealer, game.deal, game.attempt = message["dealer"], message["d"], message["attempt"]
    game.hand = list(message.get("cards", []))
    game.open, game.exposed, game.history = {}, [], []
    game.high, game.high_by, game.contract = "pass", None, None
    game.trick, game.tricks, game._drawn = Trick(), [], ""
    game._proof.deals.append(_SeenDeal(message["d"], message["attempt"], message["dealer"], message.get("key", ""),
                                       list(game.hand), same=message.get("same", False)))


def _on_play(game: Game, hand: int, card: str) -> None:
    game.trick.plays.append((hand, card))
    held = game.hand if hand == game.seat else game.open.get(hand, [])
    _remove(held, card[:2] if "=" in card else card)
    if hand == game.seat and hand in game.open:
        _remove(game.open[hand], card[:2] if "=" in card else card)


def _on_action(game: Game, message: Message) -> None:
    seat, phase, action = message["seat"], message["phase"], message.get("a", "")
    hand = message.get("hand", seat)
    game.history.append(Decision(seat, hand, phase, action, message.get("count")))
    words = action.split(":")
    if phase == "play":
        _on_play(game, hand, words[1] if words[0] == "claim" else action)
    elif phase in ("auction", "raise", "blind"):
        if action not in ("pass", "look", "no", ""):
            game.high, game.high_by = action, seat
    elif phase in ("give", "discard"):
        for card in words[1:]:
            if seat == game.seat:
                _remove(game.hand, card)
            elif phase == "give":  # we see it because it comes to us
                game.hand.append(card)
    elif phase == "swap" and words[0] == "swap" and seat == game.seat:
        _remove(game.hand, words[2])
        game.hand.append(words[1])
    elif phase == "draw" and seat == game.seat and action == "keep" and game._drawn:
        game.hand.append(game._drawn)


def _on_event(game: Game, message: Message) -> None:
    kind = message["k"]
    if kind == "action":
        _on_action(game, message)
    elif kind == "trick":
        game.trick.winner = message.get("hand", message["seat"])
        game.tricks.append(game.trick)
        game.trick = Trick()
    elif kind == "contract":
        game.contract = Contract(message.get("call", ""), message.get("by", -1), message.get("partner"))
    elif kind == "partner" and game.contract:
        game.contract.partner = message["seat"]
    elif kind == "kitty" and message.get("seat") == game.seat:
        game.hand.extend(message.get("cards", []))
    elif kind == "drawn" and message["seat"] == game.seat:
        game._drawn = message["cards"][0]
        if message.get("ok"):
            game.hand.append(game._drawn)
    elif kind == "show":
        game.open[message.get("hand", message.get("seat"))] = list(message["cards"])
    elif kind == "up":
        if message["where"] == "exposed":
            game.exposed = list(message["cards"])
        elif message["where"] == "hand":
            game.open.setdefault(message["hand"], []).extend(message["cards"])


def _on_hand(game: Game, message: Message) -> None:
    game.scores = list(message["scores"])
    contract = Contract(message.get("call", ""), message.get("by", -1), message.get("partner"))
    if game._ended == (game.deal, game.attempt):  # told again after a lost connection
        game.results.pop()
    game._ended = (game.deal, game.attempt)
    game.results.append(HandResult(message["outcome"], contract, list(message["tricks"]),
                                   list(message["delta"]), list(message["scores"])))


def _on_over(game: Game, message: Message) -> None:
    game.reason, game.winners = message["reason"], list(message["winners"])
    game.scores, game.rating = list(message["scores"]), message.get("rating")
    if "seed" in message and game._proof.rules:
        game.unfair = _unfair(game._proof, message["seed"])
        game.fair = not game.unfair


# ------------------------------------------------------------------------------------- connection

class _Stream:
    """Bytes in and out: a socket, or standard input and output."""

    def __init__(self, sock: Optional[socket.socket] = None) -> None:
        self._sock = sock

    def read(self) -> bytes:
        return self._sock.recv(65536) if self._sock else os.read(0, 65536)

    def write(self, data: bytes) -> None:
        if self._sock:
            self._sock.sendall(data)
            return
        while data:
            data = data[os.write(1, data):]

    def close(self) -> None:
        if self._sock:
            self._sock.close()


class Client(Lobby):
    """Plays with `decide` until the arena says bye.

    decide      gets a `Turn`, returns one action of the notation ("8H", "pass", `turn.give(cards)`)
    name        1 to 32 of A-Z a-z 0-9 . _ -
    token       the ladder's, where it asks for one
    token_file  a file that keeps the token: it is read, and a new name is claimed and its token written there. None: no
                name is claimed. Not with `token`
    invite      the code that lets a new name in, where the arena asks for one; not said once there is a token
    nonce       adds randomness of its own to every shuffle, and checks the proof (`Game.fair`)
    encoding    "text", or "msgpack" where that package is installed
    games       how many games at once
    eager       events come at once, not with the next turn
    on_over     called with the `Game` when it is over
    software    free text for the arena's log
    version     of the bot, 1 to 32 of A-Z a-z 0-9 . _ -; the ladder rates each version by itself
    seek        the fields of a `seek`, sent after each connection: {"rated": False, "chat": "none"}; None: none is sent
    lobby       takes no game until it asks for one: by `seek`, or by the methods of `Lobby`
    on_message  called with the client and each message of the arena, after the client has taken it; for a turn, before
                the decision
    hint        called with a `Turn`: whether to ask the arena for a hint, which is `turn.advice` for `decide` then. Only
                games that do not count have hints
    """

    def __init__(self, decide: Decide, name: str, token: Optional[str] = None, *, nonce: bool = True,
                 encoding: str = "text", games: int = 1, eager: bool = False,
                 on_over: Optional[Callable[[Game], None]] = None, software: str = "", version: Optional[str] = None,
                 seek: Optional[Mapping[str, Any]] = None, token_file: Optional[str] = None,
                 invite: Optional[str] = None, lobby: bool = False,
                 on_message: Optional[Callable[["Client", Message], None]] = None,
                 hint: Optional[Callable[[Turn], bool]] = None) -> None:
        if encoding not in ("text", "msgpack"):
            raise ValueError(f"encoding is text or msgpack, not {encoding!r}")
        self.decide, self.name, self.token, self.nonce = decide, name, token, nonce
        self.encoding, self.games_at_once, self.eager = encoding, games, eager
        self.on_over = on_over
        self.software = software or f"avondale.py {__version__}"
        self.version = version
        self._seek, self._lobby = seek, lobby
        self.on_message, self.hint = on_message, hint
        self.token_file, self.invite = token_file, invite
        if token_file and not token:
            self.token = _token_read(token_file)
        elif token_file:
            raise ValueError("token and token_file: one of them is expected")
        self.session: Optional[str] = None
        self.rating: Optional[int] = None
        self.games: dict[int, Game] = {}
        self._welcome = False  # on this connection
        self._follows = False  # whether this client can follow a redirect to another node
        self._sent: Optional[tuple[str, int]] = None  # the node of a redirect that has just come
        self._ticket: Optional[str] = None  # the ticket for that node, if there is one
        self._asked: dict[tuple[int, int], Turn] = {}  # turns that wait for their hint
        self._stream: Optional[_Stream] = None
        self._encode: Callable[[Message], bytes] = encode_line
        self._writing = threading.Lock()

    def run_stdio(self) -> None:
        """Plays on standard input and output. `print` in a bot would garble the stream: use standard error."""
        self._play(_Stream())

    def run_tcp(self, host: str, port: int, *, also: Iterable[tuple[str, int]] = (), tls: bool = False,
                ca: Optional[str] = None, fingerprint: Optional[str] = None, reconnect: int = 5,
                pause: float = 1.0) -> None:
        """Connects and plays; after a lost connection comes back with its session, so games go on. Goes where an
        arena of several nodes sends it, and back to `host` where nobody there takes it.

        host        a name or an address; or unix:PATH, where `port` is 0
        also        other nodes of the arena, tried in turn where `host` does not answer
        tls         encrypt; the certificate must be good for `host`
        ca          a file with the certificate to trust, instead of the system's
        fingerprint SHA-256 in hex of the arena's certificate: that one and no other, whoever signed it
        reconnect   failed attempts in a row, at each address, after which the error is raised
        pause       seconds before the first attempt, doubled for each one after it
        """
        homes = [(host, port), *also]
        at, failed, self._follows = homes[0], 0, True
        while True:
            self._welcome = False
            error: Exception = ConnectionResetError("the arena closed the connection")
            try:
                stream = _Stream(_connect(*at, tls, ca, fingerprint))
                try:
                    if self._play(stream):
                        return
                finally:
                    stream.close()
            except (ProtocolError, OSError) as caught:
                error = caught
            if self._sent:
                at, self._sent, failed = self._sent, None, 0
                self._forget()
                if not self._ticket:  # named with bye: no game waits for us there
                    time.sleep(pause)
                continue
            if self._ticket:  # cannot connect there: the first node has to carry our bytes
                at, self._ticket, self._follows = homes[0], None, False
                continue
            if isinstance(error, ProtocolError):
                if error.code == "session" and self.session:  # the arena has forgotten us: start afresh
                    self._forget()
                    continue
                if error.code not in ("full", "closing"):
                    raise error
            failed = 1 if self._welcome else failed + 1
            if at not in homes:
                if failed > reconnect:
                    at, failed = homes[0], 1
                    self._forget()
            elif failed > reconnect * len(homes):
                raise error
            elif failed > 1:  # the same again after a lost connection, then the others in turn
                at = homes[(homes.index(at) + 1) % len(homes)]
            time.sleep(pause * 2 ** ((failed - 1) // len(homes)))

    def send(self, name: str, **fields: Any) -> None:
        self._write({"t": name, **{key: value for key, value in fields.items() if value is not None}})

    def _write(self, message: Message) -> None:
        with self._writing:
            if self._stream is None:
                raise ConnectionError("there is no connection to an arena")
            self._stream.write(self._encode(message))

    def _forget(self) -> None:
        self.session, self.games = None, {}

    def _hello(self) -> dict[str, Any]:
        hello: dict[str, Any] = {"t": "hello", "v": PROTOCOL_VERSION, "name": self.name}
        if self._follows:
            hello["redirect"] = True
        if self._ticket:
            hello["ticket"] = self._ticket
        elif self.token:
            hello["token"] = self.token
        if self.token_file and not self._ticket:
            hello["claim"] = True
        if self.invite and not self.token and not self._ticket:
            hello["invite"] = self.invite
        if self.session:
            hello["session"] = self.session
        if self.eager:
            hello["eager"] = True
        if self.nonce:
            hello["nonce"] = True
        if self.games_at_once > 1:
            hello["games"] = self.games_at_once
        if self.version:
            hello["version"] = self.version
        if self._seek is not None or self._lobby:
            hello["lobby"] = True
        hello["software"] = self.software
        return hello

    def _play(self, stream: _Stream) -> bool:
        """Plays until bye. Returns True then, or False to connect again, here or to `_sent`."""
        codec: Union[_TextCodec, _MsgpackCodec]
        codec = _MsgpackCodec() if self.encoding == "msgpack" else _TextCodec()
        self._stream, self._encode, self._asked = stream, codec.encode, {}
        try:
            return self._listen(stream, codec)
        finally:
            with self._writing:
                self._stream = None

    def _listen(self, stream: _Stream, codec: Union[_TextCodec, _MsgpackCodec]) -> bool:
        self._write(self._hello())
        while data := stream.read():
            for message in codec.feed(data):
                if message["t"] == "bye":
                    self._sent = _address(message.get("address", "")) if self._follows else None
                    return self._sent is None
                if message["t"] == "redirect" and self._follows:
                    self._sent, self._ticket = _address(message["address"]), message["ticket"]
                    return False
                for answer in self._on_message(message), self._decide(message):
                    if answer:
                        self._write(answer)
        return False

    def _on_message(self, message: Message) -> Optional[dict[str, Any]]:
        name = message["t"]
        if name == "welcome":
            self.session, self.rating, self._welcome = message["session"], message.get("rating"), True
            self._ticket = None
            if "token" in message and self.token_file:
                self.token = message["token"]
                _token_write(self.token_file, self.token, self.name)
            if self._seek is not None:
                return {"t": "seek", **self._seek}
        elif name == "error":
            if not self._welcome:
                raise ProtocolError(message["code"], message["text"])
            if message["code"] not in _NO_HINT:
                print(f"{self.name}: {message['code']}: {message['text']}", file=sys.stderr)
            if message["code"] == "nonce" and message.get("g") in self.games:
                self.games[message["g"]]._proof.nonce = None  # too late: it counts as empty
        elif name == "game":
            before = self.games.get(message["g"])
            game = self.games[message["g"]] = _on_game(message)
            if before and before.id == game.id:
                before._proof.tell(set=game._proof.set, commit=game._proof.commit)
                before._proof.resumed = True
                game.results, game._ended, game._proof = before.results, before._ended, before._proof
            if self.nonce and "nonce" in message:
                game._proof.nonce = game._proof.nonce or os.urandom(16).hex()
                return {"t": "nonce", "g": game.g, "x": game._proof.nonce}
        elif message.get("g") in self.games:
            return self._on_game_message(self.games[message["g"]], message)
        return None

    def _on_game_message(self, game: Game, message: Message) -> Optional[dict[str, Any]]:
        name = message["t"]
        if game._proof.deals and name in ("event", "cards", "hand"):
            _witness(game._proof.deals[-1], game.seat, message)
        if name == "event":
            _on_event(game, message)
        elif name == "deal":
            _on_deal(game, message)
        elif name == "cards":
            if message["hand"] == game.seat:
                game.hand = list(message["cards"])
            else:
                game.open[message["hand"]] = list(message["cards"])
        elif name == "hand":
            _on_hand(game, message)
        elif name == "fair":
            game._proof.tell(nonces=list(message["nonces"]), mix=message["mix"])
        elif name == "over":
            _on_over(game, message)
            if game.unfair:
                print(f"{self.name}: {game.id} was not dealt fairly: {game.unfair}", file=sys.stderr)
            del self.games[game.g]
            if self.on_over:
                self.on_over(game)
        return None

    def _decide(self, message: Message) -> Optional[dict[str, Any]]:
        """Shows a message to `on_message`, then answers it if it is a turn, or the hint that a turn waited for."""
        if self.on_message:
            self.on_message(self, message)
        name, place = message["t"], (message.get("g", 0), message.get("n", 0))
        turn: Optional[Turn] = None
        if name == "turn" and message.get("g") in self.games:
            turn = _turn(self.games[message["g"]], message)
            if self.hint and self.hint(turn):
                self._asked[place] = turn
                return {"t": "hint", "g": turn.game.g, "n": turn.n}
        elif name == "advice":
            turn = self._asked.pop(place, None)
            if turn:
                turn.advice = Advice(message["bot"], message["a"], message["why"], message["left"])
        elif name == "error" and message["code"] in _NO_HINT:
            waiting = [at for at in self._asked if at[1] == message.get("n", at[1])]
            turn = self._asked.pop(waiting[0]) if waiting else None
        elif name == "over":
            self._asked = {at: asked for at, asked in self._asked.items() if at[0] != message["g"]}
        return {"t": "act", "g": turn.game.g, "n": turn.n, "a": self.decide(turn)} if turn else None


_NO_HINT = ("no-hints", "rated", "spent")
"""The errors that answer a `hint`."""


def _turn(game: Game, message: Message) -> Turn:
    return Turn(game, message["n"], message["phase"], message.get("hand", game.seat), list(message.get("legal", [])),
                message.get("choose", 0), list(message.get("from", [])), list(message.get("out", [])),
                message.get("ms"), message.get("bank"))


def _address(text: str) -> Optional[tuple[str, int]]:
    """HOST:PORT; None where it is not that. No arena sends a bot to a path of its own machine."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or text.startswith("unix:"):
        return None
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host, int(port)


def _home(text: str) -> Optional[tuple[str, int]]:
    """What --connect takes: HOST:PORT, or unix:PATH, whose port is 0."""
    return (text, 0) if text.startswith("unix:") and len(text) > 5 else _address(text)


def _dial(host: str, port: int) -> socket.socket:
    if not host.startswith("unix:"):
        sock = socket.create_connection((host, port), timeout=30)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock
    sock = socket.socket(socket.AF_UNIX)
    try:
        sock.connect(host[len("unix:"):])
    except BaseException:
        sock.close()
        raise
    return sock


def _connect(host: str, port: int, tls: bool, ca: Optional[str], fingerprint: Optional[str]) -> socket.socket:
    sock = _dial(host, port)
    sock.settimeout(None)
    if not tls:
        return sock
    try:
        context = ssl.create_default_context(cafile=ca)
        if fingerprint:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        secure = context.wrap_socket(sock, server_hostname="localhost" if host.startswith("unix:") else host)
        digest = hashlib.sha256(secure.getpeercert(True) or b"").hexdigest()
        if fingerprint and fingerprint.replace(":", "").lower() != digest:
            secure.close()
            raise ssl.SSLError("the arena's certificate has another fingerprint")
        return secure
    except BaseException:
        sock.close()
        raise


def token_path(host: str, port: int, name: str) -> str:
    """Where the token of a name is kept by default: a file for each address and name."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    place = "".join(c if c.isascii() and (c.isalnum() or c in ".-") else "_"
                    for c in (f"{host}_{port}" if port else host))
    return os.path.join(base, "avondale", "tokens", place, name.lower())


def _token_read(path: str) -> Optional[str]:
    try:
        with open(path, encoding="ascii") as file:
            return file.read().strip() or None
    except FileNotFoundError:
        return None


def _token_write(path: str, token: str, name: str) -> None:
    """All of it or nothing, and for this user only. A token that cannot be stored is printed, because the arena sends
    it only once."""
    part = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(token + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        print(f"{name}: the token cannot be kept ({error}). Keep it yourself: {token}", file=sys.stderr)


def _add_lobby_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", metavar="LIST", help="the rulesets that it seeks, joined by commas")
    parser.add_argument("--seek", metavar="WORDS", help='of a seek, as in "rated=0 chat=none"')
    parser.add_argument("--pair", action="store_true", help="seeks on one side with others of its owner")
    parser.add_argument("--challenge", metavar="NAMES", help="invites these to one game, joined by commas")
    parser.add_argument("--open", metavar="WORDS", help='opens a table for one game: words of an open, "listed=1", or ""')
    parser.add_argument("--join", metavar="CODE", help="sits down at a table for one game; listed: at the first listed one")
    parser.add_argument("--accept", metavar="NAMES", help="accepts challenges of these, joined by commas; any: of all")
    parser.add_argument("--say", metavar="WORDS", help="says that, or the phrase of that key, when a game begins")
    parser.add_argument("--hints", action="store_true", help="does what the arena's hint says, where there is one")


def _fields(parser: argparse.ArgumentParser, option: str, name: str, words: str) -> dict[str, Any]:
    try:
        return {key: value for key, value in decode_line(f"{name} {words}".strip()).items() if key != "t"}
    except ValueError:
        parser.error(f'--{option} {words}: words of {name} are expected, as "chat=none watch=0"')


def _plan(parser: argparse.ArgumentParser, args: argparse.Namespace) -> Plan:
    if sum(word is not None for word in (args.challenge, args.open, args.join)) > 1:
        parser.error("--challenge, --open and --join: one of them is expected")
    return Plan(args.ruleset.split(",")[0] if args.ruleset else None, args.challenge,
                None if args.open is None else _fields(parser, "open", "open", args.open), args.join, args.accept,
                args.say, stays=args.accept is not None or args.seek is not None)


def _seek(parser: argparse.ArgumentParser, args: argparse.Namespace, plan: Plan) -> Optional[dict[str, Any]]:
    """The fields of its seek, or None if no option asks for one or another game is arranged."""
    if args.seek is None and (plan.arranges() or (args.ruleset is None and not args.pair)):
        return None
    fields = _fields(parser, "seek", "seek", args.seek or "")
    if args.ruleset and not plan.arranges():
        fields["rulesets"] = args.ruleset.split(",")
    if args.pair:
        fields["pair"] = True
    return fields


def _advised(decide: Decide) -> Decide:
    return lambda turn: turn.advice.action if turn.advice else decide(turn)


def main(decide: Decide, name: str, argv: Optional[list[str]] = None) -> None:
    """The command line of a bot; --help lists its options. Exits with one line where the arena refuses it."""
    parser = argparse.ArgumentParser(description="a bot that plays 500 on avondale")
    parser.add_argument("--connect", metavar="HOST:PORT[,HOST:PORT...]",
                        help="or unix:PATH, else standard input and output; several: nodes of one arena, tried in turn")
    parser.add_argument("--name", default=name)
    parser.add_argument("--token", help="of the ladder")
    parser.add_argument("--token-file", metavar="FILE",
                        help="keeps the token of a new name; else a file in the user's configuration directory")
    parser.add_argument("--invite", metavar="CODE", help="lets a new name in, where the arena asks for a code")
    parser.add_argument("--tls", action="store_true", help="encrypt the connection")
    parser.add_argument("--tls-ca", metavar="FILE", help="the same, with the certificate to trust")
    parser.add_argument("--tls-fingerprint", metavar="HEX", help="the same, with the SHA-256 of the certificate")
    parser.add_argument("--encoding", choices=("text", "msgpack"), default="text")
    parser.add_argument("--games", type=int, default=1, help="games at once")
    parser.add_argument("--version", metavar="LABEL", help="of the bot: the ladder rates each by itself")
    _add_lobby_options(parser)
    args = parser.parse_args(argv)
    plan = _plan(parser, args)
    seek = _seek(parser, args, plan)
    addresses = [_home(text) for text in args.connect.split(",")] if args.connect else []
    if None in addresses:
        parser.error(f"--connect {args.connect}: HOST:PORT or unix:PATH is expected, or several with commas")
    if args.token and args.token_file:
        parser.error("--token and --token-file: one of them is expected")
    token_file = args.token_file
    if addresses and not args.token and not token_file:
        token_file = token_path(*addresses[0], args.name)
    # In a local match a nonce would make the deals of the same --seed differ.
    try:
        client = Client(_advised(decide) if args.hints else decide, args.name, args.token, nonce=bool(args.connect), encoding=args.encoding,
                        games=args.games, version=args.version, seek=seek if args.connect else None, token_file=token_file,
                        invite=args.invite, lobby=bool(args.connect) and (plan.arranges() or plan.accept is not None),
                        on_message=plan if args.connect else None, hint=(lambda turn: True) if args.hints else None)
        if not args.connect:
            client.run_stdio()
            return
        first, *also = addresses
        client.run_tcp(*first, also=also, tls=bool(args.tls or args.tls_ca or args.tls_fingerprint),
                       ca=args.tls_ca, fingerprint=args.tls_fingerprint)
        if plan.failed:
            sys.exit(f"{args.name}: no game: {plan.failed}")
    except (ProtocolError, OSError) as error:
        sys.exit(f"{args.name}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)

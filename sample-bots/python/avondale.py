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
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Union

__version__ = "0.1.0"
__all__ = ["Client", "Contract", "Decision", "Game", "HandResult", "ProtocolError", "Trick", "Turn",
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
    rating: Optional[int] = None
    fair: Optional[bool] = None
    """Whether the commitment and the deal keys agree with the published seed, and the own nonce was taken;
    None while that is not known. Dealing again from the record is `avondale replay --strict`."""
    _proof: dict[str, Any] = field(default_factory=dict, repr=False)
    _drawn: str = field(default="", repr=False)

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
                      "partner n choose ms x breach forfeit games left delay".split())
_BOOLEANS = frozenset(("resumed", "ok", "slam", "pair", "rated", "listed"))
_INTEGER_LISTS = frozenset("sides scores tricks delta bans winners seeking playing free delays".split())
_STRING_LISTS = frozenset("players options nonces cards legal from out rulesets names codes hosts played".split())


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

def _sized(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def _commitment(set_id: str, seed: bytes) -> str:
    return hashlib.sha256(b"fair-deal/1 commit\0" + _sized(set_id.encode()) + seed).hexdigest()


def _key_commitment(seed: bytes, mix: str, deal: int, attempt: int) -> str:
    text = b"fair-deal/1 deal\0" + bytes.fromhex(mix) + deal.to_bytes(4, "big") + attempt.to_bytes(4, "big")
    key = hmac.new(seed, text, hashlib.sha256).digest()
    return hashlib.sha256(b"fair-deal/1 key\0" + key).hexdigest()


def _is_fair(proof: Mapping[str, Any], seed_hex: str) -> bool:
    seed = bytes.fromhex(seed_hex)
    if _commitment(proof["set"], seed) != proof["commit"]:
        return False
    if "nonce" in proof and proof["nonce"] not in proof["nonces"]:
        return False
    return all(_key_commitment(seed, proof["mix"], d, attempt) == key for d, attempt, key in proof["keys"])


# ---------------------------------------------------------------------------- following the game

def _remove(cards: list[str], card: str) -> None:
    if card in cards:
        cards.remove(card)


def _on_game(message: Message) -> Game:
    game = Game(
        g=message["g"], id=message["id"], seat=message["seat"], players=list(message["players"]),
        preset=message["preset"], sides=list(message["sides"]), scores=list(message["scores"]),
        options=dict(word.split("=", 1) for word in message.get("options", [])),
        policy=message["policy"], resumed=bool(message.get("resumed", False)),
        limits={key: message[key] for key in ("auction", "exchange", "play", "bank", "inc")
                if key in message})
    game._proof = {"set": message["set"], "commit": message["commit"], "keys": [], "nonces": [], "mix": ""}
    return game


def _on_deal(game: Game, message: Message) -> None:
    game.dealer, game.deal = message["dealer"], message["d"]
    game.hand = list(message.get("cards", []))
    game.open, game.exposed, game.history = {}, [], []
    game.high, game.high_by, game.contract = "pass", None, None
    game.trick, game.tricks, game._drawn = Trick(), [], ""
    if "key" in message:
        game._proof["keys"].append((message["d"], message["attempt"], message["key"]))


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
    game.results.append(HandResult(message["outcome"], contract, list(message["tricks"]),
                                   list(message["delta"]), list(message["scores"])))


def _on_over(game: Game, message: Message) -> None:
    game.reason, game.winners = message["reason"], list(message["winners"])
    game.scores, game.rating = list(message["scores"]), message.get("rating")
    if "seed" in message and game._proof["mix"]:
        game.fair = _is_fair(game._proof, message["seed"])


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


class Client:
    """Plays with `decide` until the arena says bye.

    decide      gets a `Turn`, returns one action of the notation ("8H", "pass", `turn.give(cards)`)
    name        1 to 32 of A-Z a-z 0-9 . _ -
    token       the ladder's, where it asks for one
    nonce       adds randomness of its own to every shuffle, and checks the proof (`Game.fair`)
    encoding    "text", or "msgpack" where that package is installed
    games       how many games at once
    eager       events come at once, not with the next turn
    on_over     called with the `Game` when it is over
    software    free text for the arena's log
    version     of the bot, 1 to 32 of A-Z a-z 0-9 . _ -; the ladder rates each version by itself
    """

    def __init__(self, decide: Decide, name: str, token: Optional[str] = None, *, nonce: bool = True,
                 encoding: str = "text", games: int = 1, eager: bool = False,
                 on_over: Optional[Callable[[Game], None]] = None, software: str = "", version: Optional[str] = None) -> None:
        if encoding not in ("text", "msgpack"):
            raise ValueError(f"encoding is text or msgpack, not {encoding!r}")
        self.decide, self.name, self.token, self.nonce = decide, name, token, nonce
        self.encoding, self.games_at_once, self.eager = encoding, games, eager
        self.on_over = on_over
        self.software = software or f"avondale.py {__version__}"
        self.version = version
        self.session: Optional[str] = None
        self.rating: Optional[int] = None
        self.games: dict[int, Game] = {}
        self._welcome = False  # on this connection
        self._follows = False  # other nodes of an arena can be gone to
        self._sent: Optional[tuple[str, int]] = None  # to another node, just now
        self._ticket: Optional[str] = None  # for it

    def run_stdio(self) -> None:
        """Plays on standard input and output. `print` in a bot would garble the stream: use standard error."""
        self._play(_Stream())

    def run_tcp(self, host: str, port: int, *, tls: bool = False, ca: Optional[str] = None,
                fingerprint: Optional[str] = None, reconnect: int = 5, pause: float = 1.0) -> None:
        """Connects and plays; after a lost connection comes back with its session, so games go on. Goes where an
        arena of several nodes sends it, and back to `host` where nobody there takes it.

        tls         encrypt; the certificate must be good for `host`
        ca          a file with the certificate to trust, instead of the system's
        fingerprint SHA-256 in hex of the arena's certificate: that one and no other, whoever signed it
        reconnect   failed attempts in a row after which the error is raised
        pause       seconds before the first attempt, doubled for each one after it
        """
        at, failed, self._follows = (host, port), 0, True
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
                continue
            if self._ticket:  # no way there: the first node has to carry what we say
                at, self._ticket, self._follows = (host, port), None, False
                continue
            if isinstance(error, ProtocolError):
                if error.code == "session" and self.session:  # the arena has forgotten us: start afresh
                    self._forget()
                    continue
                if error.code not in ("full", "closing"):
                    raise error
            failed = 1 if self._welcome else failed + 1
            if failed > reconnect:
                if at == (host, port):
                    raise error
                at, failed = (host, port), 1
                self._forget()
            time.sleep(pause * 2 ** (failed - 1))

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
        hello["software"] = self.software
        return hello

    def _play(self, stream: _Stream) -> bool:
        """Until bye (True), or a redirect or the end of the stream (False)."""
        codec: Union[_TextCodec, _MsgpackCodec]
        codec = _MsgpackCodec() if self.encoding == "msgpack" else _TextCodec()
        stream.write(codec.encode(self._hello()))
        while data := stream.read():
            for message in codec.feed(data):
                if message["t"] == "bye":
                    return True
                if message["t"] == "redirect" and self._follows:
                    self._sent, self._ticket = _address(message["address"]), message["ticket"]
                    return False
                answer = self._on_message(message)
                if answer:
                    stream.write(codec.encode(answer))
        return False

    def _on_message(self, message: Message) -> Optional[dict[str, Any]]:
        name = message["t"]
        if name == "welcome":
            self.session, self.rating, self._welcome = message["session"], message.get("rating"), True
            self._ticket = None
        elif name == "error":
            if not self._welcome:
                raise ProtocolError(message["code"], message["text"])
            print(f"{self.name}: {message['code']}: {message['text']}", file=sys.stderr)
        elif name == "game":
            before = self.games.get(message["g"])
            game = self.games[message["g"]] = _on_game(message)
            if before and before.id == game.id:
                game.results = before.results
                game._proof = before._proof
            if self.nonce and "nonce" in message:
                game._proof.setdefault("nonce", os.urandom(16).hex())
                return {"t": "nonce", "g": game.g, "x": game._proof["nonce"]}
        elif message.get("g") in self.games:
            return self._on_game_message(self.games[message["g"]], message)
        return None

    def _on_game_message(self, game: Game, message: Message) -> Optional[dict[str, Any]]:
        name = message["t"]
        if name == "turn":
            turn = Turn(game, message["n"], message["phase"], message.get("hand", game.seat),
                        list(message.get("legal", [])), message.get("choose", 0),
                        list(message.get("from", [])), list(message.get("out", [])), message.get("ms"),
                        message.get("bank"))
            return {"t": "act", "g": game.g, "n": turn.n, "a": self.decide(turn)}
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
            game._proof.update(nonces=message["nonces"], mix=message["mix"])
        elif name == "over":
            _on_over(game, message)
            del self.games[game.g]
            if self.on_over:
                self.on_over(game)
        return None


def _address(text: str) -> Optional[tuple[str, int]]:
    """HOST:PORT; None where it is not that."""
    host, colon, port = text.rpartition(":")
    return (host.strip("[]"), int(port)) if colon and port.isdigit() else None


def _connect(host: str, port: int, tls: bool, ca: Optional[str], fingerprint: Optional[str]) -> socket.socket:
    sock = socket.create_connection((host, port), timeout=30)
    sock.settimeout(None)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if not tls:
        return sock
    try:
        context = ssl.create_default_context(cafile=ca)
        if fingerprint:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        secure = context.wrap_socket(sock, server_hostname=host)
        digest = hashlib.sha256(secure.getpeercert(True) or b"").hexdigest()
        if fingerprint and fingerprint.replace(":", "").lower() != digest:
            secure.close()
            raise ssl.SSLError("the arena's certificate has another fingerprint")
        return secure
    except BaseException:
        sock.close()
        raise


def main(decide: Decide, name: str, argv: Optional[list[str]] = None) -> None:
    """The command line of a bot: --connect HOST:PORT (else standard input and output), --name, --token,
    --tls, --tls-ca FILE, --tls-fingerprint HEX, --encoding, --games, --version. Exits with one line where the arena refuses it."""
    parser = argparse.ArgumentParser(description="a bot that plays 500 on avondale")
    parser.add_argument("--connect", metavar="HOST:PORT", help="else standard input and output")
    parser.add_argument("--name", default=name)
    parser.add_argument("--token", help="of the ladder")
    parser.add_argument("--tls", action="store_true", help="encrypt the connection")
    parser.add_argument("--tls-ca", metavar="FILE", help="the same, with the certificate to trust")
    parser.add_argument("--tls-fingerprint", metavar="HEX", help="the same, with the SHA-256 of the certificate")
    parser.add_argument("--encoding", choices=("text", "msgpack"), default="text")
    parser.add_argument("--games", type=int, default=1, help="games at once")
    parser.add_argument("--version", metavar="LABEL", help="of the bot: the ladder rates each by itself")
    args = parser.parse_args(argv)
    # In a match at home a nonce would only spoil that the same --seed gives the same deals.
    client = Client(decide, args.name, args.token, nonce=bool(args.connect), encoding=args.encoding,
                    games=args.games, version=args.version)
    try:
        if not args.connect:
            client.run_stdio()
            return
        address = _address(args.connect)
        if not address:
            parser.error(f"--connect {args.connect}: HOST:PORT is expected")
        client.run_tcp(*address, tls=bool(args.tls or args.tls_ca or args.tls_fingerprint),
                       ca=args.tls_ca, fingerprint=args.tls_fingerprint)
    except (ProtocolError, OSError) as error:
        sys.exit(f"{args.name}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)

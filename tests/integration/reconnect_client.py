#!/usr/bin/env python3
"""Plays one game at random and loses its connection again and again: at its turn, in the middle of an answer, right
after one. Each time it returns with its session; it must receive everything that it knew, in the same words, and the
open request again. Speaks text and msgpack with the standard library alone."""
import argparse
import random
import socket
import struct
import sys

sys.path.insert(0, "tests/lib")
from patience import patience


def pack(value):
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return struct.pack(">Bq", 0xD3, value)
    if isinstance(value, str):
        data = value.encode()
        return struct.pack(">BH", 0xDA, len(data)) + data
    items = [pack(key) + pack(item) for key, item in value.items()]
    return struct.pack(">BH", 0xDE, len(items)) + b"".join(items)


class Short(Exception):
    """The bytes end within a message."""


class Unpacker:
    SIZES = {0xC4: "B", 0xC5: "H", 0xD9: "B", 0xDA: "H", 0xDC: "H", 0xDE: "H"}
    NUMBERS = {0xCC: "B", 0xCD: "H", 0xCE: "I", 0xCF: "Q", 0xD0: "b", 0xD1: "h", 0xD2: "i", 0xD3: "q"}

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        if self.at + size > len(self.data):
            raise Short
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, code):
        return struct.unpack(">" + code, self.take(struct.calcsize(code)))[0]

    def value(self):
        tag = self.take(1)[0]
        if tag < 0x80 or tag >= 0xE0:
            return tag if tag < 0x80 else tag - 256
        if tag in (0xC2, 0xC3):
            return tag == 0xC3
        if tag in self.NUMBERS:
            return self.number(self.NUMBERS[tag])
        size = self.number(self.SIZES[tag]) if tag in self.SIZES else tag & (0x1F if tag >= 0xA0 else 0x0F)
        if tag in (0xDE,) or tag < 0x90:
            return {self.value(): self.value() for _ in range(size)}
        if tag in (0xDC,) or tag < 0xA0:
            return [self.value() for _ in range(size)]
        return self.take(size).decode()


class Link:
    """A connection that turns bytes into messages; text has its lists as lists, its numbers as they are."""
    LISTS = {"legal", "from", "out", "cards", "players", "sides", "scores", "options", "nonces"}

    def __init__(self, address, msgpack):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=patience(20))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.msgpack, self.data = msgpack, b""

    def encode(self, kind, fields):
        if self.msgpack:
            return pack({"t": kind, **fields})
        return (" ".join([kind] + ["%s=%s" % pair for pair in fields.items()]) + "\n").encode()

    def send(self, kind, **fields):
        self.socket.sendall(self.encode(kind, fields))

    def next_text(self):
        line, end, rest = self.data.partition(b"\n")
        if not end:
            raise Short
        self.data = rest
        kind, *pairs = line.decode().split()
        message = {"t": kind}
        for pair in pairs:
            key, value = pair.split("=", 1)
            message[key] = value.split(",") if key in self.LISTS else value
        return message

    def next_msgpack(self):
        unpacker = Unpacker(self.data)
        message = unpacker.value()
        self.data = self.data[unpacker.at:]
        return message

    def receive(self):
        while True:
            try:
                return self.next_msgpack() if self.msgpack else self.next_text()
            except Short:
                data = self.socket.recv(65536)
                if not data:
                    sys.exit("the arena closed the connection")
                self.data += data


def fail(*words):
    sys.exit("reconnect_client: " + " ".join(str(word) for word in words))


class Bot:
    def __init__(self, args):
        self.args, self.dice = args, random.Random(args.seed)
        self.session, self.drops, self.resumed_turns = None, 0, 0
        self.game, self.fair, self.hand, self.turn = None, None, [], None
        self.hello()

    def hello(self):
        self.link = Link(self.args.connect, self.args.encoding == "msgpack")
        fields = {"session": self.session} if self.session else {}
        self.link.send("hello", v=1, name=self.args.name, **fields)
        welcome = self.link.receive()
        if self.session and welcome["t"] == "error" and welcome["code"] == "session":
            self.over = {"reason": "unseen"}  # the game and its session ended while the bot was away
            return
        if welcome["t"] != "welcome":
            fail("no welcome:", welcome)
        if self.session and welcome["session"] != self.session:
            fail("the session changed")
        self.session = welcome["session"]

    def expect(self, what, wanted, got):
        if wanted != got:
            fail("told another %s after coming back:\n  before %s\n  after  %s" % (what, wanted, got))

    def same_game(self, game):
        """All of `game` except its counters: the scores so far."""
        hidden = ("scores", "resumed", "nonce")
        return {key: value for key, value in game.items() if key not in hidden}

    def come_back(self):
        """Expects everything from `game` on once more, up to what the bot knew and the open request, if there is
        one."""
        self.drops += 1
        self.hello()
        if self.over:
            return
        game = self.link.receive()
        if game["t"] == "game" and game["id"] != self.game["id"]:
            self.over = {"reason": "unseen"}  # as above, and the next game has begun
            return
        if game["t"] != "game" or game.get("resumed") not in (True, "1", "true"):
            fail("no game to continue:", game)
        self.expect("game", self.same_game(self.game), self.same_game(game))
        self.expect("mix", self.fair, self.link.receive())
        known, self.hand = self.hand, []
        for message in known:
            again = self.link.receive()
            if message["t"] == "deal" and again["t"] == "deal" and message["d"] != again["d"]:
                self.hand = [again]  # the hand ended while the bot was away
                return
            self.expect("message", message, again)
            self.hand.append(again)

    def drop(self, rest=b""):
        """Disconnects without a goodbye; `rest` is the part of an answer that is sent."""
        if rest:
            self.link.socket.sendall(rest)
        if self.dice.randrange(2):  # a reset instead of a close
            self.link.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.link.socket.close()
        self.come_back()

    def decide(self, turn):
        if "choose" in turn:
            cards = self.dice.sample(turn["from"], int(turn["choose"]))
            return ":".join([turn["phase"], *cards])
        return self.dice.choice([word for word in turn["legal"] if word != "claim"])

    def on_turn(self, turn):
        open_turn = self.turn
        self.turn = None
        if open_turn is not None:
            for key in ("n", "phase", "legal", "choose", "from", "out", "hand"):
                self.expect("request: " + key, open_turn.get(key), turn.get(key))
            self.resumed_turns += 1
        elif self.dice.randrange(2) == 0:
            self.turn = turn
            act = self.link.encode("act", {"g": turn["g"], "n": turn["n"], "a": "pass"})
            self.drop(self.dice.choice([b"", act[:len(act) // 2]]))
            return
        self.link.send("act", g=turn["g"], n=turn["n"], a=self.decide(turn))
        if self.dice.randrange(6) == 0:
            # The answer must arrive before the connection is lost, or the arena asks again.
            self.link.send("ping", x=self.drops)
            while True:
                message = self.link.receive()
                if message["t"] == "pong":
                    break
                self.on_message(message)
                if self.over:
                    return
            self.drop()

    over = None

    def on_message(self, message):
        kind = message["t"]
        if kind == "game":
            self.game = message
        elif kind == "fair":
            self.fair = message
        elif kind == "deal":
            self.hand = [message]
        elif kind in ("event", "cards", "hand"):
            self.hand.append(message)
        elif kind == "turn":
            self.on_turn(message)
        elif kind == "over":
            self.over = message
        elif kind == "error":
            fail("told of an error:", message)

    def play(self):
        while not self.over:
            self.on_message(self.link.receive())


def refuse_strangers(args):
    link = Link(args.connect, args.encoding == "msgpack")
    link.send("hello", v=1, name=args.name, session="0" * 32)
    answer = link.receive()
    if answer["t"] != "error" or answer["code"] != "session":
        fail("a session that is none was taken:", answer)
    link.socket.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connect", required=True, metavar="HOST:PORT")
    parser.add_argument("--name", default="reconnect")
    parser.add_argument("--encoding", choices=["text", "msgpack"], default="text")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    refuse_strangers(args)
    bot = Bot(args)
    bot.play()
    if "forfeit" in bot.over or bot.over["reason"] in ("forfeit", "aborted"):
        fail("the game was lost by a fault:", bot.over)
    if bot.drops < 5 or bot.resumed_turns < 3:
        fail("lost the connection only %d times, %d at its turn" % (bot.drops, bot.resumed_turns))
    print("%s: %d times back, %d of them at its turn" % (args.encoding, bot.drops, bot.resumed_turns))


if __name__ == "__main__":
    main()

"""line_bot.py - a connection in text, many of them at once, and an action for each request, for bots in tests of other
things. To import it, put tests/lib into sys.path."""
import random
import select
import socket


class Line:
    """Reads and writes through two objects: one text stream for both would lose what it has read ahead at a write."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.link = socket.create_connection((host, int(port)))
        self.lines = self.link.makefile("r", encoding="utf-8", newline="\n")

    def say(self, lines):
        """Several lines, with a newline between, leave in one write."""
        self.link.sendall((lines + "\n").encode())

    def messages(self):
        """Each as (kind, fields), until `bye` or the end of the connection."""
        for line in self.lines:
            kind, *pairs = line.rstrip("\n").split(" ")
            yield kind, dict(pair.split("=", 1) for pair in pairs)
            if kind == "bye":
                return


class CrowdBot:
    """One of many bots in one process. A test says in `take` what its bots do with a message."""

    everybody = []

    def __init__(self, address, name, hello=""):
        host, port = address.rsplit(":", 1)
        self.name, self.rest = name, b""
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.say("hello v=1 name=%s %s" % (name, hello))
        self.everybody.append(self)

    def __str__(self):
        return self.name

    def say(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def act(self, turn, action):
        self.say("act g=%s n=%s a=%s" % (turn["g"], turn["n"], action))

    def close(self):
        self.everybody.remove(self)
        self.socket.close()

    def take(self, kind, fields):
        raise NotImplementedError

    def read(self):
        data = self.socket.recv(65536)
        if not data:
            raise SystemExit("%s: the connection closed" % self)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            kind, *pairs = line.decode().split()
            self.take(kind, dict(pair.split("=", 1) for pair in pairs))

    @classmethod
    def read_all(cls, wait=0.2):
        """Reads what has come for any of them, or waits so many seconds."""
        ready, _, _ = select.select([bot.socket for bot in cls.everybody], [], [], wait)
        for bot in [bot for bot in cls.everybody if bot.socket in ready]:
            bot.read()


def highest(turn):
    """The last legal action except a claim. That is a bid rather than a pass: if all passed, deals would never end."""
    if "choose" in turn:
        return ":".join([turn["phase"], *turn["from"].split(",")[: int(turn["choose"])]])
    return [word for word in turn["legal"].split(",") if word != "claim"][-1]


def at_random(turn, dice=random):
    if "choose" in turn:
        return ":".join([turn["phase"], *dice.sample(turn["from"].split(","), int(turn["choose"]))])
    return dice.choice([word for word in turn["legal"].split(",") if word != "claim"])

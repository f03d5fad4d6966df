"""line_bot.py - a connection in text, and an action for each request, for bots in tests of other things. To import it,
put tests/lib into sys.path."""
import random
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


def highest(turn):
    """The last legal action except a claim. That is a bid rather than a pass: if all passed, deals would never end."""
    if "choose" in turn:
        return ":".join([turn["phase"], *turn["from"].split(",")[: int(turn["choose"])]])
    return [word for word in turn["legal"].split(",") if word != "claim"][-1]


def at_random(turn, dice=random):
    if "choose" in turn:
        return ":".join([turn["phase"], *dice.sample(turn["from"].split(","), int(turn["choose"]))])
    return dice.choice([word for word in turn["legal"].split(",") if word != "claim"])

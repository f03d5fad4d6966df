"""A ladder of bots that play at random, then a farm: puppets that lose every game with their king on purpose, and a
king that loses every other game. farm_client.py HOST:PORT HONEST_GAMES FARM_GAMES"""
import random
import select
import socket
import sys
import time

sys.path.insert(0, "tests/lib")
from line_bot import at_random
from patience import deadline

HONEST, PUPPETS = 8, 30


class Bot:
    everybody, games = [], 0

    def __init__(self, name):
        host, port = sys.argv[1].rsplit(":", 1)
        self.name, self.buffer, self.gives = name, b"", {}
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.say("hello v=1 name=%s" % name)
        Bot.everybody.append(self)

    def say(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def take(self, line):
        kind, *pairs = line.split()
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "game":
            farm = sum(name[0] != "h" for name in message["players"].split(","))
            self.gives[message["g"]] = (self.name == "king") == (farm == 1) and "king" in message["players"]
        elif kind == "turn":
            action = "nonsense" if self.gives[message["g"]] else at_random(message)
            self.say("act g=%s n=%s a=%s" % (message["g"], message["n"], action))
        elif kind == "over":
            Bot.games += 1

    def read(self):
        data = self.socket.recv(65536)
        if not data:
            raise SystemExit("%s: the connection closed" % self.name)
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for line in lines:
            self.take(line.decode())


def play(games):
    """Plays until this many seats have a result."""
    end, Bot.games = deadline(60), 0
    while Bot.games < 2 * games:
        if time.monotonic() > end:
            raise SystemExit("%d of %d results" % (Bot.games // 2, games))
        ready, _, _ = select.select([bot.socket for bot in Bot.everybody], [], [], 0.2)
        for bot in [bot for bot in Bot.everybody if bot.socket in ready]:
            bot.read()


random.seed(5)
for i in range(HONEST):
    Bot("honest%d" % i)
play(int(sys.argv[2]))
Bot("king")
for i in range(PUPPETS):
    Bot("puppet%d" % i)
play(int(sys.argv[3]))

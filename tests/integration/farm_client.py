"""A ladder of bots that play at random, then a farm: puppets that lose every game with their king on purpose, and a
king that loses every other game. farm_client.py HOST:PORT HONEST_GAMES FARM_GAMES"""
import random
import sys
import time

sys.path.insert(0, "tests/lib")
from line_bot import CrowdBot, at_random
from patience import deadline

HONEST, PUPPETS = 8, 30


class Bot(CrowdBot):
    games = 0

    def __init__(self, name):
        self.gives = {}
        super().__init__(sys.argv[1], name)

    def take(self, kind, fields):
        if kind == "game":
            farm = sum(name[0] != "h" for name in fields["players"].split(","))
            self.gives[fields["g"]] = (self.name == "king") == (farm == 1) and "king" in fields["players"]
        elif kind == "turn":
            self.act(fields, "nonsense" if self.gives[fields["g"]] else at_random(fields))
        elif kind == "over":
            Bot.games += 1


def play(games):
    """Plays until this many seats have a result."""
    end, Bot.games = deadline(60), 0
    while Bot.games < 2 * games:
        if time.monotonic() > end:
            raise SystemExit("%d of %d results" % (Bot.games // 2, games))
        Bot.read_all()


random.seed(5)
for i in range(HONEST):
    Bot("honest%d" % i)
play(int(sys.argv[2]))
Bot("king")
for i in range(PUPPETS):
    Bot("puppet%d" % i)
play(int(sys.argv[3]))

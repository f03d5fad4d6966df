"""Bots that play, and others that are silent, seek something else or sit for long. waits_client.py HOST:PORT AVONDALE
SOCKET"""
import json
import subprocess
import sys
import time

sys.path.insert(0, "tests/lib")
from line_bot import CrowdBot, at_random
from patience import deadline, patience

TWO, SIX, THREE = "two-handed-dead", "six-handed", "three-handed"


class Bot(CrowdBot):
    def __init__(self, name, seek=None):
        self.games, self.whys, self.slow = {}, [], False
        self.next, self.preset = None, None
        super().__init__(sys.argv[1], name, "lobby=1")
        if seek:
            self.say("seek rulesets=" + seek)

    def take(self, kind, fields):
        if kind == "turn" and not self.slow:
            self.act(fields, at_random(fields))
        elif kind == "waiting":
            self.whys.append(fields.get("why"))
        elif kind == "game":
            self.preset = fields["preset"]
            if self.next and self.games.get(self.preset, 0) == self.next[0] - 1:
                self.say("seek rulesets=" + self.next[1])
        elif kind == "over":
            self.games[self.preset] = self.games.get(self.preset, 0) + 1


def until(what, done, seconds=30):
    """Waits while the other bots play on."""
    end = deadline(seconds)
    while not done():
        if time.monotonic() > end:
            raise SystemExit("not within %d s: %s: %s"
                             % (seconds, what, [(bot.name, bot.games) for bot in Bot.everybody]))
        Bot.read_all()


def everybody_goes():
    for bot in list(Bot.everybody):
        bot.close()


def silent_connections():
    silent = [Bot("silent%d" % i) for i in range(14)]
    silent += [Bot("other%d" % i, SIX) for i in range(5)]
    pair = [Bot(name, TWO) for name in ("ann", "bob")]
    until("40 games beside silent connections", lambda: pair[0].games.get(TWO, 0) >= 40)
    print("silent: 40 games of two beside %d that do not seek them" % len(silent))
    everybody_goes()


def from_one_ruleset_to_another():
    bots = [Bot("six%d" % i, SIX) for i in range(6)]
    for bot in bots:
        bot.next = (15, TWO)
    until("15 games of six, then 5 of two",
          lambda: all(bot.games.get(SIX) == 15 and bot.games.get(TWO, 0) >= 5 for bot in bots))
    print("six that played 15 games of six play two-handed-dead")
    everybody_goes()


def mixed():
    bots = [Bot("mixed%d" % i, ",".join(seek)) for i, seek in enumerate(
        [(TWO, THREE), (TWO, THREE), (TWO,), (THREE,), (TWO, THREE, SIX), (TWO, SIX)])]
    until("everybody plays", lambda: min(sum(bot.games.values()) for bot in bots) >= 30)
    print("mixed: games of each: %s" % [sum(bot.games.values()) for bot in bots])
    everybody_goes()


def told_why():
    alone = Bot("alone", SIX)
    until("why", lambda: alone.whys, 20)
    if alone.whys != ["players"]:
        raise SystemExit("why: %s" % alone.whys)
    alone.say("tables")
    until("an answer", lambda: len(alone.whys) == 2)
    if alone.whys[1] != "players":
        raise SystemExit("why: %s" % alone.whys)
    shown = subprocess.run([sys.argv[2], "admin", "--socket", sys.argv[3], "--json", "show", "waiting"],
                           capture_output=True, check=True, timeout=patience(20)).stdout
    shown = json.loads(shown)
    shown = shown if isinstance(shown, list) else shown["result"]
    if [(one["name"], one["why"], one["rulesets"]) for one in shown] != [("alone", "players", SIX)]:
        raise SystemExit("show waiting: %s" % shown)
    print("waiting bots receive the reason")


silent_connections()
from_one_ruleset_to_another()
mixed()
told_why()

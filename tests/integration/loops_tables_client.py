"""loops_tables_client.py PORTS BOTS GAMES: games of four bots in one process, on several tables at once. A request
waits until bots of two tables have one; then all ask for a hint at the same moment, chat, and some disconnect and
resume their sessions. Spectators follow the tables and chat, too. Prints counts after GAMES games, once the file of
--until exists and every count of --at-least is reached."""
import argparse
import collections
import json
import os
import random
import selectors
import socket
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, "tests/lib")
from patience import deadline, patience
from witness import Bot, World

WAIT_SECONDS = 0.05  # until another table's request arrives
DROP = 40            # one in 40 requests is answered by a disconnect


class Player(Bot):
    def connect(self, now):
        super().connect(now)
        self.turn = None

    def say(self, line):
        super().say(line + " lobby=1" if line.startswith("hello ") else line)

    def take(self, kind, message):
        counts = self.world.counts
        counts[message["code"] if kind == "error" else kind] += 1
        if kind == "welcome":
            if self.session == message["session"]:
                counts["resumed"] += 1
            else:
                self.say("seek rated=0")
            self.session = message["session"]
        elif kind == "game":
            self.game = message["id"]
        elif kind == "turn":
            self.turn = message
            self.world.ask(self)
        elif kind == "advice":
            if self.turn and message["n"] == self.turn["n"]:
                self.answer(message["a"])
        elif kind == "error" and message["code"] == "spent":
            if self.turn:
                self.answer(self.turn["legal"].split(",")[0] if "legal" in self.turn else
                            ":".join([self.turn["phase"], *self.turn["from"].split(",")[:int(self.turn["choose"])]]))
        elif kind == "over":
            self.world.results += 1
            self.say("seek rated=0")
        elif kind == "error" and message["code"] == "session":
            self.session = None  # its game ended while it was disconnected
            self.drop()
        elif kind == "error" and message["code"] not in ("hush", "chat", "late", "request", "seeking"):
            self.world.faults += 1
            print(self.name, message, file=sys.stderr)
        elif kind == "bye":
            self.drop()

    def answer(self, action):
        answer = "act n=%s a=%s" % (self.turn["n"], action)
        self.turn = None
        if self.world.dice.randrange(DROP) == 0:
            self.break_off(answer.encode())
        else:
            self.say(answer)

    def hint(self):
        if self.link and self.turn:
            self.say("hint n=%s\nchat say=turn%%20%s" % (self.turn["n"], self.turn["n"]))


class Tables(World):
    def __init__(self, args):
        self.ports, self.dice, self.counts = args.ports, random.Random(args.seed), collections.Counter()
        self.faults, self.results, self.games, self.drip = 0, 0, args.games, False
        self.until = args.until
        self.wanted = [(name, int(count)) for name, count in (word.split("=") for word in args.at_least)]
        self.selector = selectors.DefaultSelector()
        self.bots = [Player(self, "t%02d" % i) for i in range(args.bots)]
        self.asking, self.asked_at = [], 0.0

    def ask(self, bot):
        if not self.asking:
            self.asked_at = time.monotonic()
        self.asking.append(bot)

    def hint(self):
        tables = {bot.game for bot in self.asking if bot.turn}
        if len(tables) < 2 and time.monotonic() < self.asked_at + WAIT_SECONDS:
            return
        self.counts["at-once"] += len(tables) >= 2
        for bot in self.asking:
            bot.hint()
        self.asking = []

    def lacks(self):
        return any(self.counts[name] < count for name, count in self.wanted)

    def run(self):
        end = deadline(120)
        while self.results < 4 * self.games or not os.path.exists(self.until) or self.lacks():
            now = time.monotonic()
            if now > end:
                sys.exit("too slow: %s" % dict(self.counts))
            for bot in self.bots:
                if not bot.link and now >= bot.again:
                    bot.connect(now)
            for key, _ in self.selector.select(WAIT_SECONDS / 2):
                if key.data.link:
                    key.data.readable()
            if self.asking:
                self.hint()


class Spectator(threading.Thread):
    """Goes from table to table: follows one for some states, sends a line, and leaves."""

    def __init__(self, page, number, counts):
        super().__init__(daemon=True)
        self.page, self.number, self.counts, self.ended = page, number, counts, False
        self.start()

    def get(self, path, form=None):
        data = urllib.parse.urlencode(form).encode() if form else None
        return urllib.request.urlopen("http://%s/api/v1/tables%s" % (self.page, path), data, timeout=patience(20))

    def talk(self, game):
        try:
            with self.get("/%s/chat" % game) as answer:
                told = json.load(answer)
            with self.get("/%s/chat" % game, {"name": "eve%d" % self.number, "text": "well", "pass": told["pass"]}):
                self.counts["spectator-chat"] += 1
        except urllib.error.HTTPError as error:
            if error.code not in (404, 429):  # the game ended, or the chat is over its limit
                raise

    def visit(self, game):
        self.talk(game)
        with self.get("/%s/events" % game) as stream:
            states = 0
            for line in stream:
                states += line.startswith(b"data: {\"")
                if states >= 20 or line.startswith(b"event: end"):
                    break
        self.counts["states"] += states

    def run(self):
        while not self.ended:
            try:
                with self.get("") as answer:
                    games = [table["game"] for table in json.load(answer)["tables"]]
                if games:
                    self.visit(random.choice(games))
            except (urllib.error.URLError, socket.timeout, ConnectionError):
                self.counts["spectator-refused"] += 1  # the game ended meanwhile


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("ports")
parser.add_argument("bots", type=int)
parser.add_argument("games", type=int)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--until", default="/")
parser.add_argument("--at-least", action="append", default=[], metavar="NAME=COUNT")
tables = Tables(parser.parse_args())
with open(tables.ports, encoding="ascii") as file:
    pages = file.read().split()[1]
spectators = [Spectator(pages, number, tables.counts) for number in range(4)]
tables.run()
for spectator in spectators:
    spectator.ended = True
print(" ".join("%s=%d" % item for item in sorted(tables.counts.items())))
sys.exit(1 if tables.faults else 0)

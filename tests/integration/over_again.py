#!/usr/bin/env python3
"""The daemon is killed between the end of a game and `over`: once before its result is stored, which a lock on the
database delays, and once after it. The result counts once, and every bot that returns receives the last hand and
`over`, whether the others return or not."""
import argparse
import json
import os
import select
import shutil
import socket
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, "tests/lib")
from patience import await_until, deadline, patience


class Bot:
    def __init__(self, name):
        self.name, self.session, self.said, self.rest = name, None, [], b""

    def connect(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience(20))
        self.said, self.rest = [], b""
        session = f" session={self.session}" if self.session else ""
        self.socket.sendall(f"hello v=1 name={self.name}{session}\n".encode())

    def read(self):
        data = self.socket.recv(65536)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            name, *pairs = line.decode().split(" ")
            fields = dict(pair.split("=", 1) for pair in pairs)
            self.said.append((name, fields))
            if name == "welcome":
                if self.session not in (None, fields["session"]):
                    sys.exit("the session changed")
                self.session = fields["session"]
            elif name == "error":
                sys.exit(f"{self.name} was told {fields}")
            elif name == "turn":
                if "choose" in fields:
                    cards = fields["from"].split(",")[:int(fields["choose"])]
                    action = ":".join([fields["phase"], *cards])
                else:
                    words = fields["legal"].split(",")
                    action = words[1] if fields["phase"] == "auction" and len(words) > 25 else words[0]
                self.socket.sendall(f"act g={fields['g']} n={fields['n']} a={action}\n".encode())
        return bool(data)

    def heard(self, name):
        return [fields for kind, fields in self.said if kind == name]


def play(bots, done, seconds, what):
    until = deadline(seconds)
    while not done():
        left = until - time.monotonic()
        if left < 0:
            sys.exit(f"not in {seconds} s: {what}; heard {[bot.said[-3:] for bot in bots]}")
        for bot in bots:
            if bot.socket in select.select([bot.socket], [], [], min(left, 0.05) / len(bots))[0] and not bot.read():
                sys.exit(f"{bot.name}: the arena hung up")


class Daemon:
    def __init__(self, args):
        self.args, self.port = args, args.port

    def start(self):
        ports = self.args.folder + "/ports"
        if os.path.exists(ports):
            os.unlink(ports)
        with open(self.args.folder + "/log", "ab") as log:
            self.process = subprocess.Popen(
                [self.args.avondale, "serve", "--listen", f"127.0.0.1:{self.port}", "--http", "off", "--store",
                 "sqlite:" + self.args.folder + "/db", "--port-file", ports, "--ruleset", "two-handed-dead",
                 "--option", "max_hands=1", "--resume-budget", "20", "--loops", str(self.args.loops)], stderr=log)
        await_until("the daemon listens", lambda: self.process.poll() is not None
                    or os.path.exists(ports) and os.path.getsize(ports))
        if self.process.poll() is not None:
            sys.exit("the daemon does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def results(self, game):
        out = subprocess.run([self.args.avondale, "ladder", "--store", "sqlite:" + self.args.folder + "/db", "export",
                              "--json"], capture_output=True, text=True, check=True).stdout
        return [line for line in out.splitlines() if json.loads(line).get("game") == game]


def killed_before_over(daemon, back):
    """A game whose result cannot be stored; `back`: how many bots return."""
    bots = [Bot("ann"), Bot("bob")]
    daemon.start()
    for bot in bots:
        bot.connect(daemon.port)
    play(bots, lambda: all(bot.heard("turn") or bot.heard("deal") for bot in bots), 20, "a game")
    lock = sqlite3.connect(daemon.args.folder + "/db", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    play(bots, lambda: all(bot.heard("hand") and bot.heard("hand")[-1]["outcome"] == "played" for bot in bots), 20, "a hand")
    game = bots[0].heard("game")[0]["id"]
    for bot in bots:
        bot.socket.sendall(b"ping x=1\n")
    play(bots, lambda: all(bot.heard("pong") for bot in bots), 20, "an answer to ping, behind all that was said before")
    if any(bot.heard("over") for bot in bots):
        sys.exit("told before it was stored")
    shutil.copy(daemon.args.folder + "/db.journal", daemon.args.folder + "/journal")
    daemon.kill()
    lock.execute("ROLLBACK")
    lock.close()
    if daemon.results(game):
        sys.exit("stored under a lock")
    hands = [bot.heard("hand") for bot in bots]
    daemon.start()
    came = bots[:back]
    for bot in came:
        bot.connect(daemon.port)
    began = time.monotonic()
    if came:
        play(came, lambda: all(bot.heard("over") for bot in came), 12, "over")
    await_until("one result", lambda: len(daemon.results(game)) == 1, 15)
    for bot, hand in zip(came, hands):
        check(bot, game, hand[-1])
        if "rating" not in bot.heard("over")[0]:
            sys.exit("without the rating")
    print(f"{back} back: {time.monotonic() - began:.1f} s")
    return game, bots, hands


def check(bot, game, hand):
    told = bot.heard("game")[0]
    if told["id"] != game or told.get("resumed") != "1" or told["scores"] != "0,0":
        sys.exit(f"{bot.name} was told another game: {told}")
    if bot.heard("hand") != [hand] or bot.heard("over")[0]["scores"] != hand["scores"]:
        sys.exit(f"{bot.name} was told another end: {bot.said}")


def killed_after_it_was_stored(daemon, game, bots, hands):
    daemon.kill()
    shutil.copy(daemon.args.folder + "/journal", daemon.args.folder + "/db.journal")
    daemon.start()
    for bot in bots:
        bot.connect(daemon.port)
    play(bots, lambda: all(bot.heard("over") for bot in bots), 12, "over of a stored game")
    for bot, hand in zip(bots, hands):
        check(bot, game, hand[-1])
    if len(daemon.results(game)) != 1:
        sys.exit("it counts twice")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--avondale", default="build/avondale")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--loops", type=int, default=1)
    parser.add_argument("--port", type=int, required=True, help="where the daemon listens, each time")
    daemon = Daemon(parser.parse_args())
    try:
        game, bots, hands = killed_before_over(daemon, 2)
        killed_after_it_was_stored(daemon, game, bots, hands)
        daemon.kill()
        killed_before_over(daemon, 1)
        daemon.kill()
        killed_before_over(daemon, 0)
    finally:
        daemon.kill()


main()

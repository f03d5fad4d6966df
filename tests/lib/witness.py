#!/usr/bin/env python3
"""Plays many bots at random from one process and writes down every result that they receive.

A line of the file of results is GAME SEAT NAME RATING (- where the game is not rated). It is written before the bot
continues, so the file can be compared with the ladder whenever the daemon stops. Bots connect again for as long as it
runs; the port is read from the daemon's port file each time. SIGTERM ends it. With --drop N each drops its connection
at one in N requests, in the middle of an answer, and reconnects with its session.
"""
import argparse
import os
import random
import selectors
import signal
import socket
import sys
import time

from line_bot import at_random

AGAIN_SECONDS = 0.05
HELD_SECONDS = 0.02  # between two looks at answers that are held


def fields(line):
    name, *pairs = line.split(" ")
    return name, dict(pair.split("=", 1) for pair in pairs)


class Bot:
    def __init__(self, world, name):
        self.world, self.name = world, name
        self.link, self.have, self.games, self.again = None, b"", {}, 0.0
        self.session = None
        self.answered, self.crossed = {}, set()  # game -> number of the last answer; those of games that are over

    def connect(self, now):
        self.again = now + AGAIN_SECONDS
        try:
            with open(self.world.ports, encoding="ascii") as file:
                host, port = file.readline().strip().rsplit(":", 1)
            self.link = socket.create_connection((host, int(port)), timeout=2)
        except (OSError, ValueError):
            self.link = None
            return
        self.have, self.games = b"", {}
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.world.selector.register(self.link, selectors.EVENT_READ, self)
        self.say("hello v=1 name=" + self.name + (" session=" + self.session if self.session else ""))

    def drop(self):
        if self.link:
            self.world.selector.unregister(self.link)
            self.link.close()
            self.link = None

    def say(self, line):
        data = line.encode() + b"\n"
        try:
            for part in [data[i:i + 1] for i in range(len(data))] if self.world.drip else [data]:
                self.link.sendall(part)
        except OSError:
            self.drop()

    def answer(self, answer):
        if self.world.drop and self.world.dice.randrange(self.world.drop) == 0:
            self.break_off(answer.encode())
        else:
            self.say(answer)

    def break_off(self, answer):
        try:
            self.link.sendall(answer[:self.world.dice.randrange(len(answer))])
        except OSError:
            pass
        self.drop()

    def readable(self):
        try:
            data = self.link.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.drop()
            return
        *lines, self.have = (self.have + data).split(b"\n")
        for line in lines:
            if self.link:
                self.take(*fields(line.decode()))

    def take(self, kind, message):
        if kind == "turn":
            self.answered[message["g"]] = message["n"]
            answer = "act g=%s n=%s a=%s" % (message["g"], message["n"], at_random(message, self.world.dice))
            if self.world.hold and os.path.exists(self.world.hold):
                self.world.held.append((time.monotonic() + self.world.hold_seconds, self, self.link, answer))
            else:
                self.answer(answer)
        elif kind == "welcome":
            self.world.resumed += self.session == message["session"]
            self.session = message["session"] if self.world.drop else None
        elif kind == "game":
            self.games[message["g"]] = message["id"], message["seat"]
        elif kind == "over":
            game, seat = self.games.pop(message["g"])
            self.crossed.add(self.answered.pop(message["g"], None))
            if message["reason"] != "aborted":
                self.world.write("%s %s %s %s\n" % (game, seat, self.name, message.get("rating", "-")))
        elif kind == "error" and message["code"] == "store":
            self.games.pop(message["g"])
            self.crossed.add(self.answered.pop(message["g"], None))
            self.world.lost += 1
        elif kind == "error" and message["code"] == "session":
            self.session = None  # its game ended while it was away
            self.drop()
        elif kind == "error" and message["code"] == "game" and message.get("n") in self.crossed:
            pass  # an operator made the game void while the answer was on its way
        elif kind == "error":
            self.world.faults += message["code"] not in ("late", "closing")
            print(self.name, kind, message, file=sys.stderr)
        elif kind == "bye":
            self.drop()


class World:
    def __init__(self, args):
        self.ports, self.faults, self.stopping = args.ports, 0, False
        self.drip, self.dice = args.drip, random.Random(args.seed)
        self.drop, self.resumed, self.lost = args.drop, 0, 0
        self.hold, self.hold_seconds, self.held = args.hold, args.hold_ms / 1000, []
        self.selector = selectors.DefaultSelector()
        self.told = os.open(args.told, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self.bots = [Bot(self, "%s%02d" % (args.prefix, i)) for i in range(args.bots)]

    def write(self, line):
        data = line.encode()
        if os.write(self.told, data) != len(data):
            sys.exit("witness.py: the file of results cannot be written")

    def stop(self, *_):
        self.stopping = True

    def release(self):
        now = time.monotonic()
        held = self.held
        if held and not os.path.exists(self.hold):
            now = float("inf")
        self.held = [one for one in held if one[0] > now]
        for due, bot, link, answer in held:
            if due <= now and bot.link is link:
                bot.answer(answer)

    def run(self):
        while not self.stopping:
            now = time.monotonic()
            for bot in self.bots:
                if not bot.link and now >= bot.again:
                    bot.connect(now)
            for key, _ in self.selector.select(HELD_SECONDS if self.held else AGAIN_SECONDS):
                if key.data.link:
                    key.data.readable()
            self.release()
        if self.drop:
            print("%d sessions went on" % self.resumed)
        if self.lost:
            print("%d results were not told, as they were not stored" % self.lost, file=sys.stderr)
        return 1 if self.faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ports", required=True, help="the daemon's port file")
    parser.add_argument("--told", required=True, help="where to write what was told")
    parser.add_argument("--bots", type=int, default=16)
    parser.add_argument("--prefix", default="w")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drip", action="store_true", help="send one byte at a time")
    parser.add_argument("--hold", help="while this file is there, answer later")
    parser.add_argument("--hold-ms", type=int, default=500, help="how much later")
    parser.add_argument("--drop", type=int, default=0, help="lose the connection at one in so many requests")
    world = World(parser.parse_args())
    signal.signal(signal.SIGTERM, world.stop)
    return world.run()


if __name__ == "__main__":
    sys.exit(main())

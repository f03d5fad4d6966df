#!/usr/bin/env python3
"""Plays games at random, not too fast, until --games of them have ended; returns with its session whenever the
connection is lost. What it receives of a resumed game must equal what it received before: the same game, the same mix,
the same messages of the hand from its deal on."""
import argparse
import os
import random
import socket
import sys
import time

sys.path.insert(0, "tests/lib")
from patience import await_until
from reconnect_client import Link

KEPT = ("id", "seat", "players", "preset", "sides", "set", "commit", "policy")


def fail(*words):
    sys.exit("resume_client: " + " ".join(str(word) for word in words))


class Bot:
    def __init__(self, args):
        self.args, self.dice = args, random.Random(args.seed)
        self.session, self.link = None, None
        self.game, self.fair, self.hand = None, None, []
        self.again = None  # messages of the hand that the arena must send again
        self.ended, self.resumed = [], 0

    def address(self):
        with open(self.args.ports, encoding="ascii") as file:
            return file.readline().strip()

    def say_hello(self):
        try:
            self.link = Link(self.address(), self.args.encoding == "msgpack")
            fields = {"session": self.session} if self.session else {}
            self.link.send("hello", v=1, name=self.args.name, **fields)
            self.answer = self.link.receive()
        except (OSError, SystemExit, ValueError):
            return False
        return True

    def connect(self):
        await_until("the arena comes back", self.say_hello)
        answer = self.answer
        if answer["t"] == "error" and answer["code"] == "session" and self.session:
            self.session, self.game = None, None  # its game was over, or void
            return self.connect()
        if answer["t"] != "welcome":
            fail("no welcome:", answer)
        if self.session and answer["session"] != self.session:
            fail("the session changed")
        self.session = answer["session"]
        return None

    def on_game(self, message):
        resumed = message.get("resumed") in (True, "1", "true")
        if self.game and message["id"] == self.game["id"]:
            if not resumed:
                fail("the same game without `resumed`")
            for key in KEPT:
                if self.game[key] != message[key]:
                    fail("another", key, self.game, message)
            self.again, self.resumed = self.hand, self.resumed + 1
        else:
            if resumed:
                fail("an unknown game continues:", message)
            self.fair, self.again = None, None
        self.game, self.hand = message, []

    def on_news(self, message):
        if message["t"] == "deal":
            self.hand = []
        self.hand.append(message)
        if not self.again:
            return
        before = self.again[len(self.hand) - 1]
        if message["t"] == before["t"] == "deal" and message["d"] != before["d"]:
            self.again = None  # the hand had ended while the bot was away
        elif message != before:
            fail("told otherwise:\n ", before, "\n ", message)
        elif len(self.hand) == len(self.again):
            self.again = None

    def take(self, message):
        kind = message["t"]
        if kind == "game":
            self.on_game(message)
        elif kind == "fair":
            if self.fair and message != self.fair:
                fail("another mix")
            self.fair = message
        elif kind in ("deal", "cards", "event"):
            self.on_news(message)
        elif kind == "turn":
            if self.again:
                fail("asked before all was told again:", self.again[len(self.hand):])
            time.sleep(self.args.pause * self.dice.random())
            await_until("it may answer", lambda: not os.path.exists(self.args.hold), 120)
            if "choose" in message:
                cards = self.dice.sample(message["from"], int(message["choose"]))
                action = ":".join([message["phase"], *cards])
            else:
                action = self.dice.choice([word for word in message["legal"] if word != "claim"])
            self.link.send("act", g=message["g"], n=message["n"], a=action)
        elif kind == "over":
            self.ended.append((self.game["id"], message["reason"]))
            self.game = None
        elif kind == "error":
            fail("blamed:", message)

    def run(self):
        self.connect()
        while len(self.ended) < self.args.games:
            try:
                self.take(self.link.receive())
            except (OSError, SystemExit) as error:
                if isinstance(error, SystemExit) and "closed" not in str(error.code):
                    raise
                self.link.socket.close()
                self.connect()
        self.link.send("quit")
        for game, reason in self.ended:
            print(self.args.name, game, reason)
        print(self.args.name, "resumed", self.resumed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ports", required=True, help="the daemon's port file")
    parser.add_argument("--name", required=True)
    parser.add_argument("--encoding", choices=("text", "msgpack"), default="text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.01)
    parser.add_argument("--hold", default="", help="it answers nothing while there is this file")
    Bot(parser.parse_args()).run()


if __name__ == "__main__":
    main()

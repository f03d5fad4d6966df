#!/usr/bin/env python3
"""cluster_bots.py play COUNT TOLD ADDRESS...: COUNT bots, each first at one of the nodes, play at random until they are
ended. Half of them follow `redirect` (FOLLOW=all or =none: all, or none); a bot that loses its node goes to the next.
TOLD gets SEED NAME RATING for each result that a bot received, and `to ADDRESS` for each redirect. The bots are bot0,
bot1 ..., or as in NAMES; each thinks for THINK seconds (0). With RETURN=1 a bot that was redirected plays one game
there and goes back.
cluster_bots.py check RESULTS RECORDS COUNT TOLD: each received result is there once, with the same rating, and no bot
was starved."""
import asyncio
import json
import os
import sys
from collections import Counter

sys.path.insert(0, "tests/lib")
from line_bot import at_random


class Bot:
    def __init__(self, number, told, addresses):
        self.name, self.told, self.addresses = f"{os.environ.get('NAMES', 'bot')}{number}", told, addresses
        self.follows = {"all": True, "none": False}.get(os.environ.get("FOLLOW"), number % 2 == 0)
        self.returns = os.environ.get("RETURN") == "1"
        self.home = number % len(addresses)

    async def play(self, address, ticket):
        """One connection: what it was sent to, as (address, ticket), or None."""
        host, port = address.rsplit(":", 1)
        reader, writer = await asyncio.open_connection(host, int(port))
        hello = f"hello v=1 name={self.name}"
        hello += " redirect=1" if self.follows else ""
        writer.write(f"{hello}{f' ticket={ticket}' if ticket else ''}\n".encode())
        try:
            while line := (await reader.readline()).decode():
                word, *pairs = line.split()
                message = dict(pair.split("=", 1) for pair in pairs)
                if word == "redirect":
                    assert self.follows, "sent, although it did not say that it follows"
                    print("to", message["address"], file=self.told, flush=True)
                    return message["address"], message["ticket"]
                if word == "error" and ticket:
                    print("refused", line.strip(), file=self.told, flush=True)
                if word == "over" and "rating" in message:
                    print(message["seed"], self.name, message["rating"], file=self.told, flush=True)
                if word == "over" and ticket and self.returns:
                    return self.addresses[self.home], None
                if word == "turn":
                    await asyncio.sleep(float(os.environ.get("THINK", "0")))
                    writer.write(f"act g={message['g']} n={message['n']} a={at_random(message)}\n".encode())
        finally:
            writer.close()
        return None

    async def live(self):
        sent = None
        while True:
            address, ticket = sent or (self.addresses[self.home], None)
            try:
                sent = await self.play(address, ticket)
            except OSError:
                sent = None
            if not sent:
                self.home = (self.home + 1) % len(self.addresses)
                await asyncio.sleep(0.2)


async def play(count, told, addresses):
    await asyncio.gather(*(Bot(number, told, addresses).live() for number in range(count)))


def find_seed(value):
    for key, inner in value.items() if isinstance(value, dict) else ():
        found = inner if key == "seed" and isinstance(inner, str) else find_seed(inner)
        if found:
            return found
    return None


def check(results_path, records_path, count, told_path):
    results, games, reasons, voids = {}, {}, Counter(), Counter()
    for line in open(results_path, encoding="utf-8"):
        result = json.loads(line)
        assert result["game"] not in results, "doubled: " + line
        results[result["game"]] = {seat["bot"]: seat["after_milli"] for seat in result["seats"]}
        reasons[result["reason"]] += 1
        voids[result["unrated"]] += result["reason"] == "aborted"
        assert result["reason"] != "aborted" or result["unrated"] not in ("", "aborted"), "void without a reason: " + line
    for line in open(records_path, encoding="utf-8"):
        record = json.loads(line)
        games[find_seed(record)] = record["game"]
    told, sent, nodes, players = 0, 0, set(), set()
    for line in open(told_path, encoding="ascii"):
        words = line.split()
        if words[0] == "to":
            sent += 1
            nodes.add(words[1])
        elif words[0] != "refused":
            seed, name, rating = words
            assert seed in games, "lost: " + line
            assert results[games[seed]][name] == int(rating), "not as told: " + line
            players.add(name)
            told += 1
    starved = {f"bot{number}" for number in range(count)} - players
    assert not starved, f"starved: {sorted(starved)}"
    print(f"{len(results)} results: {dict(reasons)}; void: {dict(+voids)}")
    print(f"{told} told, none lost, none doubled; {sent} redirects to {len(nodes)} nodes")


if sys.argv[1] == "play":
    with open(sys.argv[3], "a", encoding="ascii") as told_file:
        asyncio.run(play(int(sys.argv[2]), told_file, sys.argv[4:]))
else:
    check(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5])

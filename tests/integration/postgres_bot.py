#!/usr/bin/env python3
"""postgres_bot.py HOST:PORT NAME FILE: plays at random and writes down each result that it received, as SEED NAME
RATING; or postgres_bot.py --check RESULTS RECORDS FILE...: each of these is there once, with the same rating."""
import json
import sys

sys.path.insert(0, "tests/lib")
from line_bot import Line, at_random


def play(address, name, path):
    bot = Line(address)
    bot.say(f"hello v=1 name={name}")
    for kind, message in bot.messages():
        if kind == "over" and "rating" in message:
            with open(path, "a", encoding="ascii") as file:
                file.write(f"{message['seed']} {name} {message['rating']}\n")
        if kind == "turn":
            bot.say("act g=%s n=%s a=%s" % (message["g"], message["n"], at_random(message)))


def find_seed(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "seed" and isinstance(inner, str):
                return inner
            found = find_seed(inner)
            if found:
                return found
    return None


def check(results_path, records_path, paths):
    results, games = {}, {}
    for line in open(results_path, encoding="utf-8"):
        result = json.loads(line)
        assert result["game"] not in results, "doubled: " + line
        assert result["reason"] != "forfeit", "an outage cost a bot its game: " + line
        results[result["game"]] = {seat["bot"]: seat["after_milli"] for seat in result["seats"]}
    for line in open(records_path, encoding="utf-8"):
        record = json.loads(line)
        seed = find_seed(record)
        assert seed and seed not in games, "doubled: " + str(seed)
        games[seed] = record["game"]
    told = 0
    for path in paths:
        for line in open(path, encoding="ascii"):
            seed, name, rating = line.split()
            assert seed in games, "lost: " + line
            assert results[games[seed]][name] == int(rating), "not as told: " + line
            told += 1
    assert told > 100, f"only {told} results were told"
    print(f"{len(results)} results stored, {told} told, none lost, none doubled")


if sys.argv[1] == "--check":
    check(sys.argv[2], sys.argv[3], sys.argv[4:])
else:
    try:
        play(*sys.argv[1:])
    except OSError:
        pass

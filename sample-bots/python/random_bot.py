#!/usr/bin/env python3
"""A bot that plays at random, any ruleset; text protocol, standard library only."""
import argparse
import random
import socket
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--connect", metavar="HOST:PORT", help="else standard input and output")
parser.add_argument("--name", default="random-python")
parser.add_argument("--token")
parser.add_argument("--seed", type=int)
args = parser.parse_args()
dice = random.Random(args.seed)

if args.connect:
    host, port = args.connect.rsplit(":", 1)
    stream = socket.create_connection((host, int(port))).makefile("rw", encoding="utf-8", newline="\n")
    source, sink = stream, stream
else:
    source, sink = sys.stdin, sys.stdout


def say(line):
    sink.write(line + "\n")
    sink.flush()


def decide(turn):
    if "choose" in turn:  # give, discard: so many of these cards
        cards = dice.sample(turn["from"].split(","), int(turn["choose"]))
        return ":".join([turn["phase"], *cards])
    return dice.choice([word for word in turn["legal"].split(",") if word != "claim"])


try:
    say(f"hello v=1 name={args.name}" + (f" token={args.token}" if args.token else ""))
    for line in source:
        kind, *pairs = line.split()
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "turn":
            say(f"act g={message['g']} n={message['n']} a={decide(message)}")
        elif kind == "bye":
            break
except (BrokenPipeError, ConnectionResetError):
    pass

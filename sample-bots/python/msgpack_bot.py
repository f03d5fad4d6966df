#!/usr/bin/env python3
"""A bot that plays at random and speaks msgpack; needs the msgpack package."""
import argparse
import os
import random
import socket
import sys

try:
    import msgpack
except ImportError:
    sys.exit("msgpack_bot.py: the Python package msgpack is not installed")

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--connect", metavar="HOST:PORT", help="or unix:PATH, else standard input and output")
parser.add_argument("--name", default="random-python-msgpack")
parser.add_argument("--token")
parser.add_argument("--seed", type=int)
args = parser.parse_args()
dice = random.Random(args.seed)

if args.connect:
    if args.connect.startswith("unix:"):
        link = socket.socket(socket.AF_UNIX)
        link.connect(args.connect[len("unix:"):])
    else:
        host, port = args.connect.rsplit(":", 1)
        link = socket.create_connection((host.strip("[]"), int(port)))
    receive, send = link.recv, link.sendall
else:
    receive, send = (lambda size: os.read(0, size)), (lambda data: os.write(1, data))


def decide(turn):
    if "choose" in turn:
        return ":".join([turn["phase"], *dice.sample(turn["from"], turn["choose"])])
    return dice.choice([word for word in turn["legal"] if word != "claim"])


hello = {"t": "hello", "v": 1, "name": args.name}
if args.token:
    hello["token"] = args.token
unpacker = msgpack.Unpacker()
try:
    send(msgpack.packb(hello))
    while data := receive(65536):
        unpacker.feed(data)
        for message in unpacker:
            if message["t"] == "turn":
                act = {"t": "act", "g": message["g"], "n": message["n"], "a": decide(message)}
                send(msgpack.packb(act))
            elif message["t"] == "bye":
                sys.exit(0)
except (BrokenPipeError, ConnectionResetError):
    pass

#!/usr/bin/env python3
"""slow_bot.py HOST:PORT NAME FILE: a random bot that answers as many requests as FILE has bytes, then waits for more.

So a test says how far a game goes. `all` in FILE lets it run. SOFTWARE and CHAT from the environment go out with
its hello and after its first answer."""
import os
import random
import socket
import sys
import time

host, port = sys.argv[1].rsplit(":", 1)
name, gate = sys.argv[2], sys.argv[3]
stream = socket.create_connection((host, int(port))).makefile("rw", encoding="utf-8", newline="\n")
answered = 0


def allowed():
    with open(gate, encoding="utf-8") as file:
        text = file.read()
    return "all" in text or len(text) > answered


def say(line):
    stream.write(line + "\n")
    stream.flush()


say("hello v=1 name=%s" % name)
for line in stream:
    kind, *pairs = line.split()
    message = dict(pair.split("=", 1) for pair in pairs)
    if kind == "bye":
        break
    if kind != "turn":
        continue
    while not allowed():
        time.sleep(0.02)
    answered += 1
    if "choose" in message:
        action = ":".join([message["phase"], *random.sample(message["from"].split(","), int(message["choose"]))])
    else:
        action = random.choice([word for word in message["legal"].split(",") if word != "claim"])
    say("act g=%s n=%s a=%s" % (message["g"], message["n"], action))

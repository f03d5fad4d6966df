#!/usr/bin/env python3
"""slow_bot.py HOST:PORT NAME FILE: a random bot that answers as many requests as FILE has bytes, then waits for more.

So a test says how far a game goes. `all` in FILE lets it run."""
import sys
import time

from line_bot import Line, at_random

name, gate = sys.argv[2], sys.argv[3]
bot = Line(sys.argv[1])
answered = 0


def allowed():
    with open(gate, encoding="utf-8") as file:
        text = file.read()
    return "all" in text or len(text) > answered


bot.say("hello v=1 name=%s" % name)
for kind, message in bot.messages():
    if kind != "turn":
        continue
    while not allowed():
        time.sleep(0.02)
    answered += 1
    bot.say("act g=%s n=%s a=%s" % (message["g"], message["n"], at_random(message)))

#!/usr/bin/env python3
"""slow_bot.py HOST:PORT NAME FILE: a random bot that answers as many requests as FILE has bytes, then waits for more.

So a test says how far a game goes. `all` in FILE lets it run. FILE.waits is there while the bot whose turn it is
waits."""
import os
import sys

from line_bot import Line, at_random
from patience import await_until

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
    if not allowed():
        open(gate + ".waits", "w", encoding="ascii").close()
        await_until("the gate is open", allowed, 600)
        os.unlink(gate + ".waits")
    answered += 1
    bot.say("act g=%s n=%s a=%s" % (message["g"], message["n"], at_random(message)))

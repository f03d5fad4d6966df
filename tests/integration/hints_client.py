"""hints_client.py HOST:PORT RATED: four bots of text that play a game by the advice of `hint`, and print what they
received: how many hints, how many errors of each code."""
import collections
import sys
import threading

sys.path.insert(0, "tests/lib")
from line_bot import Line, highest

counts = collections.Counter()
lock = threading.Lock()


def play(name):
    bot = Line(sys.argv[1])
    bot.say("hello v=1 name=%s lobby=1" % name)
    bot.say("seek rated=%s" % sys.argv[2])
    turn = {}
    for kind, message in bot.messages():
        if kind == "turn":
            turn = message
            bot.say("hint n=%s" % message["n"])
        elif kind == "advice":
            assert message["n"] == turn["n"] and message["bot"] == "basic" and message["why"], message
            bot.say("act n=%s a=%s" % (message["n"], message["a"]))
        elif kind == "error":
            assert message.get("n") == turn["n"], message
            bot.say("act n=%s a=%s" % (turn["n"], highest(turn)))
        with lock:
            counts[message["code"] if kind == "error" else kind] += 1
        if kind == "over":
            bot.say("quit")


threads = [threading.Thread(target=play, args=("bot%d" % i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(" ".join("%s=%d" % (key, counts[key]) for key in ("advice", "no-hints", "rated", "spent", "over")))

"""hints_client.py HOST:PORT RATED: four bots of text that play a game by what `hint` advises, and print what they
were told: how many pieces of advice, how many errors of each code."""
import collections
import socket
import sys
import threading

host, port = sys.argv[1].split(":")
counts = collections.Counter()
lock = threading.Lock()


def play(name):
    stream = socket.create_connection((host, int(port)))
    lines = stream.makefile("r", encoding="ascii")

    def say(line):
        stream.sendall((line + "\n").encode())

    say("hello v=1 name=%s lobby=1" % name)
    say("seek rated=%s" % sys.argv[2])
    turn = {}
    for line in lines:
        kind, *pairs = line.split()
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "turn":
            turn = message
            say("hint n=%s" % message["n"])
        elif kind == "advice":
            assert message["n"] == turn["n"] and message["bot"] == "basic" and message["why"], line
            say("act n=%s a=%s" % (message["n"], message["a"]))
        elif kind == "error":
            assert message.get("n") == turn["n"], line
            if "choose" in turn:
                action = ":".join([turn["phase"], *turn["from"].split(",")[: int(turn["choose"])]])
            else:  # the highest bid: were all to pass, the deals would go on for ever
                action = turn["legal"].split(",")[-1]
            say("act n=%s a=%s" % (turn["n"], action))
        with lock:
            counts[message["code"] if kind == "error" else kind] += 1
        if kind == "over":
            say("quit")
        if kind == "bye":
            return


threads = [threading.Thread(target=play, args=("bot%d" % i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(" ".join("%s=%d" % (key, counts[key]) for key in ("advice", "no-hints", "rated", "spent", "over")))

"""connect_bot.py HOW [FILE]: a bot on standard input and output that plays at random and does one thing wrong.

plain   nothing
crash   ends at its third request, but only if FILE does not exist; creates it
always  ends at each request
hang    answers no request
junk    writes bytes that are neither a message nor a line
lines   writes lines that are no message before each answer
flood   answers each request 500 times, and 500 unknown requests, with a chat and a ping beside each
deaf    reads nothing after `welcome`, and writes 2,000 pings a second
gate    waits at its second request until FILE exists; FILE.waits exists meanwhile
mute    sends no hello
"""
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))
from patience import await_until


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def choose(message):
    if "choose" in message:
        cards = random.sample(message["from"].split(","), int(message["choose"]))
        return ":".join([message["phase"], *cards])
    return random.choice([word for word in message["legal"].split(",") if word != "claim"])


def shout():
    while True:
        sys.stdout.buffer.write(os.urandom(65536).replace(b"\n", b" "))
        sys.stdout.buffer.flush()


def main(how, file=""):
    asked = 0
    if how != "mute":
        say("hello v=1 name=ignored nonce=0 software=connect_bot.py")
    for line in sys.stdin:
        kind, *pairs = line.split()
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "bye":
            return
        if kind == "welcome" and ("token" in message or message["session"] != "bridge"):
            sys.exit("a secret reached the bot: " + line)
        if kind == "welcome" and how == "deaf":
            while True:
                say("ping x=1\n" * 20)
                time.sleep(0.01)
        if kind != "turn":
            continue
        asked += 1
        if how == "crash" and asked == 3 and not os.path.exists(file):
            open(file, "w", encoding="ascii").close()
            sys.exit(7)
        if how == "always":
            sys.exit(7)
        if how == "hang":
            continue
        if how == "junk":
            shout()
        if how == "lines":
            sys.stdout.write("\x01\x02 what=\xff =\nact n=\nact\nnot-a-message x=1\n")
        if how == "gate" and asked == 2:
            open(file + ".waits", "w", encoding="ascii").close()
            await_until("the gate is open", lambda: os.path.exists(file), 100)
        answer = "act n=%s a=%s" % (message["n"], choose(message))  # without g: the bridge adds it
        if how == "flood":
            answer = "\n".join([answer, "act n=%d a=pass" % (int(message["n"]) + 1000), "chat say=hello", "ping"] * 500)
        say(answer)


main(*sys.argv[1:])

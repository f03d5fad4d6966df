"""hosted_bot.py HOW: a bot on standard input and output that plays at random. Where a host plays it, it does one thing
wrong; `check` sees a correct bot.

plain   nothing
fault   answers with an invalid action
crash   ends at its second request
silent  answers no request
noise   writes to standard error without end
"""
import random
import sys
import threading


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
        sys.stderr.write("noise " * 1000 + "\n")


def main(how):
    asked = 0
    hosted = False
    say("hello v=1 name=ignored software=hosted_bot.py")
    for line in sys.stdin:
        kind, *pairs = line.split()
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "bye":
            return
        if kind == "welcome":
            hosted = message["session"] == "bridge"
            print("version of", how, "begins", file=sys.stderr, flush=True)
            if hosted and how == "noise":
                threading.Thread(target=shout, daemon=True).start()
        if kind != "turn":
            continue
        asked += 1
        if hosted and how == "crash" and asked == 2:
            sys.exit("it cannot continue")
        if hosted and how == "silent":
            continue
        action = "nonsense" if hosted and how == "fault" else choose(message)
        say("act g=%s n=%s a=%s" % (message["g"], message["n"], action))


main(sys.argv[1])

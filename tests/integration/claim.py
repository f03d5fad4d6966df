#!/usr/bin/env python3
"""claim.py free|claim|again|rate|auto ADDRESS [FILE]: what a daemon answers to hellos with new names; see claim.sh. FILE
keeps the token of the name `ann` from one call to the next."""
import socket
import sys
import threading

sys.path.insert(0, "tests/lib")
from patience import patience

what, address = sys.argv[1:3]


class Bot:
    def __init__(self, text):
        host, port = address.rsplit(":", 1)
        self.link = socket.create_connection((host, int(port)), patience(20))
        self.lines = self.link.makefile("r", encoding="utf-8")
        self.link.sendall((text + "\n").encode())

    def hear(self):
        word, *pairs = self.lines.readline().split() or ["end"]
        return word, dict(pair.split("=", 1) for pair in pairs)

    def close(self):
        self.lines.close()
        self.link.close()


def answer(rest):
    """The first message after such a hello: its word, and the token or the code of the error."""
    bot = Bot("hello v=1 lobby=1 " + rest)
    word, pairs = bot.hear()
    bot.close()
    return word, pairs.get("token" if word == "welcome" else "code")


def same(got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got}, not {wanted}")


def claim(rest):
    word, token = answer(rest + " claim=1")
    if word != "welcome" or not token or len(token) != 64:
        sys.exit(f"{what}: {rest}: {word} {token}")
    return token


def two_at_once(name):
    """Many connections ask for the same name at the same moment: one of them gets it."""
    answers, start = [], threading.Barrier(16)

    def ask():
        start.wait()
        answers.append(answer(f"name={name} claim=1"))

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    same(sorted(word for word, _ in answers), ["error"] * 15 + ["welcome"])
    same({code for word, code in answers if word == "error"}, {"token"})


if what == "free":
    same(answer("name=anybody claim=1"), ("welcome", None))  # open mode: no name is claimed
elif what == "claim":
    same(answer("name=ann"), ("error", "claim"))
    same(answer("name=ann token=77"), ("error", "claim"))
    same(answer("name=ann claim=1 session=00"), ("error", "session"))
    token = claim("name=ann")
    for wrong in "", " claim=1", " token=77", " token=" + token[:-1], " token=" + token + "0", " claim=1 token=" + "0" * 64:
        same(answer("name=ANN" + wrong), ("error", "token"))
    same(answer("name=ann token=" + token), ("welcome", None))
    same(answer("name=ann claim=1 token=" + token.upper()), ("welcome", None))
    same(answer("name=anybody claim=1"), ("welcome", None))  # the bot has no token, and gets none
    if claim("name=bob version=v1") == token:
        sys.exit("two bots have the same token")
    same(answer("name=.bad claim=1"), ("error", "name"))
    # Lines behind the hello wait, in order.
    bot = Bot("hello v=1 name=carol lobby=1 claim=1\nping x=1\nping x=2")
    same([bot.hear()[0], bot.hear(), bot.hear()], ["welcome", ("pong", {"x": "1"}), ("pong", {"x": "2"})])
    bot.close()
    bot = Bot("hello v=1 name=dave lobby=1 claim=1\nhello v=1 name=eve claim=1")
    same([bot.hear()[0], bot.hear()[1].get("code")], ["welcome", "hello"])
    bot.close()
    # A bot that leaves before the answer owns the name all the same; no other bot gets it.
    Bot("hello v=1 name=gone lobby=1 claim=1").close()
    two_at_once("frank")
    same(answer("name=eve token=77"), ("error", "claim"))  # the name is still new
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        file.write(token)
elif what == "again":
    with open(sys.argv[3], encoding="utf-8") as file:
        token = file.read()
    same(answer("name=ann claim=1"), ("error", "token"))
    same(answer("name=ann token=" + token), ("welcome", None))
elif what == "rate":
    for number in range(5):
        claim(f"name=new{number}")
    same(answer("name=new5 claim=1"), ("error", "full"))
    same(answer("name=new4 claim=1"), ("error", "token"))  # known names get the same answers as before
elif what == "auto":
    same(answer("name=ann"), ("error", "claim"))
    claim("name=ann")

"""chat_client.py BOTS PAGE RATED FILE: four bots of text play a game; the first of them chats, as the `chat` of its
game allows, and the others count what they receive. With words it waits with its first action until the live page shows
them, and leaves that page in FILE. With its second action a spectator sends a line; all four must receive it, but not
in that hand. Prints the game and the counts: `said`, and errors by code."""
import collections
import html
import json
import os
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, "tests/lib")
from line_bot import Line, highest
from patience import await_until, patience

address, page, rated, file = sys.argv[1:]
words = '<script>alert("1")</script>%20\u00fc%20\U0001f0a1'
aside = "they hold <b>the joker</b>"
counts = collections.Counter()
found = {}
lock = threading.Lock()
heard = threading.Semaphore(0)


def says(game):
    with urllib.request.urlopen("http://%s/live/%s" % (page, game)) as answer:
        body = answer.read().decode()
    if "says" in body:
        with open(file, "w", encoding="utf-8") as out:
            out.write(body)
    return "says" in body


def await_page(game):
    await_until("the live page shows what was said", lambda: says(game), 60)


def look_on(game, form):
    """A spectator sends a line, and the page shows it at once. Returns None if spectators may not chat."""
    start = "http://%s/api/v1/tables/%s/chat" % (page, game)
    with urllib.request.urlopen(start) as answer:
        told = json.load(answer)
    if told["chat"] == "none":
        try:
            urllib.request.urlopen(start, urllib.parse.urlencode(dict(form, name="eve", text="a")).encode())
        except urllib.error.HTTPError as error:
            assert error.code == 403 and "spectators" in json.load(error)["error"], error
            return
        raise AssertionError("a line was delivered where chat is off")
    form = dict(form, name="eve", **{"pass": told["pass"]})
    with urllib.request.urlopen(start, urllib.parse.urlencode(form).encode()) as answer:
        line = json.load(answer)
    with urllib.request.urlopen("http://%s/live/%s" % (page, game)) as answer:
        body = answer.read().decode()
    assert "<b>eve</b>" in body and html.escape(line["text"]) in body, body


def play(number):
    bot = Line(address)
    talks, mode, turns, between = number == 0, "none", 0, False
    bot.say("hello v=1 name=talk-%d lobby=1 nonce=1 eager=1" % number)
    bot.say("seek rated=%s" % rated)
    for kind, message in bot.messages():
        if kind == "game":
            mode = message.get("chat", "none")
            with lock:
                found.update(game=message["id"], mode=mode)
            if talks and mode == "preset":
                bot.say("chat say=never-heard")
                bot.say("chat say=luck")
                for _ in range(3):
                    assert heard.acquire(timeout=patience(20)), "no bot received it: %s" % dict(counts)
            bot.say("nonce x=00ff")
        elif kind == "turn":
            turns += 1
            assert not between, "a seat heard in a hand what a spectator said"
            if talks and turns == 1:
                # The lines of one mode go out in one write, so that no second passes between them.
                bot.say({"none": "chat say=fun\nchat say=fun", "preset": "chat say=fun",
                         "text": "chat say=%s\nchat g=1 say=a%%0Ab\nchat say=again" % words}[mode])
                if mode == "text":
                    for _ in range(3):
                        assert heard.acquire(timeout=patience(20)), "no bot received it: %s" % dict(counts)
                    await_page(found["game"])
            if talks and turns == 2:
                look_on(found["game"], {"phrase": "wow"} if mode == "preset" else {"text": aside})
            bot.say("act n=%s a=%s" % (message["n"], highest(message)))
        elif kind == "said":
            assert not talks and message["seat"].isdigit(), message
            assert message["say"] == (words if mode == "text" else "luck"), message
            heard.release()
        elif kind == "heard":
            assert message["name"] == "eve" and urllib.parse.unquote(message["say"]) == ("wow" if mode == "preset" else aside), message
            between = True
        elif kind in ("hand", "over"):
            between = False
        with lock:
            counts[message["code"] if kind == "error" else kind] += 1
        if kind == "over":
            bot.say("quit")
            return  # the next game may have begun before this line is read


def fail(failure):
    sys.__excepthook__(failure.exc_type, failure.exc_value, failure.exc_traceback)
    os._exit(1)


threading.excepthook = fail
threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("game=%s mode=%s" % (found["game"], found["mode"]),
      " ".join("%s=%d" % (key, counts[key]) for key in ("said", "chat", "say", "hush", "heard", "over")))

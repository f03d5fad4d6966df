"""chat_client.py BOTS PAGE RATED FILE: four bots of text play a game; the first of them talks, as the `chat` of its
game allows, and the others count what they hear. With words it waits with its first action until the live page shows
them, and leaves that page in FILE. Prints the game and what was told: `said`, and errors by code."""
import collections
import os
import socket
import sys
import threading
import time
import urllib.request

address, page, rated, file = sys.argv[1:]
host, port = address.split(":")
words = '<script>alert("1")</script>%20\u00fc%20\U0001f0a1'
counts = collections.Counter()
found = {}
lock = threading.Lock()
heard = threading.Semaphore(0)


def await_page(game):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with urllib.request.urlopen("http://%s/live/%s" % (page, game)) as answer:
            body = answer.read().decode()
        if "says" in body:
            with open(file, "w", encoding="utf-8") as out:
                out.write(body)
            return
        time.sleep(0.1)
    raise TimeoutError("the live page shows nothing that was said")


def play(number):
    stream = socket.create_connection((host, int(port)))
    lines = stream.makefile("r", encoding="utf-8", newline="\n")
    talks, mode, turns = number == 0, "none", 0

    def say(line):
        stream.sendall((line + "\n").encode())

    say("hello v=1 name=talk-%d lobby=1 nonce=1 eager=1" % number)
    say("seek rated=%s" % rated)
    for line in lines:
        kind, *pairs = line.rstrip("\n").split(" ")
        message = dict(pair.split("=", 1) for pair in pairs)
        if kind == "game":
            mode = message.get("chat", "none")
            with lock:
                found.update(game=message["id"], mode=mode)
            if talks and mode == "preset":
                say("chat say=never-heard")
                say("chat say=luck")
                for _ in range(3):
                    assert heard.acquire(timeout=60), "nobody heard it"
            say("nonce x=00ff")
        elif kind == "turn":
            turns += 1
            if talks and turns == 1:
                # Those of a mode in one write, so that no second passes between them.
                say({"none": "chat say=fun\nchat say=fun", "preset": "chat say=fun",
                     "text": "chat say=%s\nchat g=1 say=a%%0Ab\nchat say=again" % words}[mode])
                if mode == "text":
                    for _ in range(3):
                        assert heard.acquire(timeout=60), "nobody heard it"
                    await_page(found["game"])
            if "choose" in message:
                action = ":".join([message["phase"], *message["from"].split(",")[: int(message["choose"])]])
            else:  # the highest bid: were all to pass, the deals would go on for ever
                action = message["legal"].split(",")[-1]
                action = message["legal"].split(",")[0] if action == "claim" else action
            say("act n=%s a=%s" % (message["n"], action))
        elif kind == "said":
            assert not talks and message["seat"].isdigit(), line
            assert message["say"] == (words if mode == "text" else "luck"), line
            heard.release()
        with lock:
            counts[message["code"] if kind == "error" else kind] += 1
        if kind == "over":
            say("quit")
        if kind == "bye":
            return


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
      " ".join("%s=%d" % (key, counts[key]) for key in ("said", "chat", "say", "hush", "over")))

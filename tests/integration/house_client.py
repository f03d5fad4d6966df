#!/usr/bin/env python3
"""house_client.py play|quit|limits|leave PORT: people's games with house bots, and what strangers try with them."""
import random
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, "tests/lib")
from patience import patience


class Client:
    def __init__(self, port, name, source="127.0.0.1", more=""):
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
        self.socket.settimeout(patience(120))
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.say(f"hello v=1 name={name} lobby=1{more}")

    def say(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def next(self, *kinds):
        """The next message of one of these kinds, answering turns at random meanwhile."""
        for line in self.lines:
            kind, *words = line.rstrip("\n").split(" ")
            message = dict(word.split("=", 1) for word in words)
            if kind in kinds:
                return kind, message
            if kind == "turn":
                self.say(f"act g={message['g']} n={message['n']} a={decide(message)}")
        return "end", {}

    def gone(self):
        self.socket.close()
        self.lines.close()


def decide(turn):
    if "choose" in turn:
        return ":".join([turn["phase"], *turn["from"].split(",")[: int(turn["choose"])]])
    return random.choice([word for word in turn["legal"].split(",") if word != "claim"])


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r}, not {wanted!r}")


def both(*clients):
    """Each plays its game to the end."""
    with ThreadPoolExecutor() as pool:
        for kind, _ in pool.map(lambda client: client.next("over", "error"), clients):
            expect("the end", kind, "over")


def play(port):
    """Whole games of two rulesets; no other bot may take a house bot's name."""
    me = Client(port, "ann")
    for ruleset, seats in (("wikipedia", "*basic,*expert,*basic"), ("two-handed-dead", "*expert"), ("wikipedia", "*basic,*basic,*basic")):
        me.say(f"open ruleset={ruleset} seats={seats}")
        kind, game = me.next("game", "error", "off")
        expect("a game", kind, "game")
        expect("its players", game["players"].split(",")[1:], ["house-" + seat[1:] for seat in seats.split(",")])
        kind, over = me.next("over", "error")
        expect("its end", kind, "over")
    for name in ("house-basic", "House-Else"):
        expect("a name of the house", Client(port, name).next("welcome", "error"), ("error", {"code": "token", "text": "this%20name%20needs%20its%20token"}))
    # A friend joins with the code; then the house bots start.
    me.say("open ruleset=wikipedia seats=*basic,%,*basic")
    _, table = me.next("table")
    friend = Client(port, "bob")
    friend.next("welcome")
    friend.say(f"join code={table['code']}")
    expect("a game of two people", friend.next("game", "error", "off")[0], "game")
    expect("and the host's", me.next("game")[0], "game")
    both(me, friend)
    # A seat that is reserved for a name: the bot is invited, and accepts or declines.
    for answer, wanted in (("accept", "game"), ("decline", "off")):
        me.say("open ruleset=wikipedia seats=*basic,bob,*basic")
        kind, invited = friend.next("invited", "error")
        expect("who invites", (kind, invited.get("host")), ("invited", "ann"))
        friend.say(f"{answer} code={invited['code']}")
        expect(answer, me.next("game", "off", "error")[0], wanted)
        if wanted == "game":
            both(me, friend)


def quit(port):
    """Whoever quits and leaves house bots alone ends the game; with anybody else there it goes on."""
    me, friend = Client(port, "ann"), Client(port, "bob")
    for client in (me, friend):
        client.next("welcome")
    me.say("open ruleset=wikipedia seats=*basic,*basic,*basic")
    expect("a game", me.next("game")[0], "game")
    me.say("quit")
    kind, over = me.next("over")
    expect("its end", (kind, over["reason"]), ("over", "aborted"))
    me = Client(port, "ann2")
    me.say("open ruleset=wikipedia seats=*basic,%,*basic")
    friend.say(f"join code={me.next('table')[1]['code']}")
    for client in (me, friend):
        expect("a game of two people", client.next("game")[0], "game")
    me.say("quit")
    me.say("ping")
    expect("it goes on", me.next("pong", "over")[0], "pong")
    friend.say("quit")
    for client in (me, friend):
        kind, over = client.next("over")
        expect("its end", (kind, over["reason"]), ("over", "aborted"))


def refused(client, words):
    client.say("open ruleset=wikipedia " + words)
    kind, message = client.next("error", "table")
    return message["code"] if kind == "error" else kind


def limits(port):
    """--house-seats-max 9, --house-seats-per-address-max 6."""
    me = Client(port, "ann")
    me.next("welcome")
    expect("no such house bot", refused(me, "seats=*other,*basic,*basic"), "absent")
    expect("too few seats", refused(me, "seats=*basic"), "field")
    expect("nobody of that name", refused(me, "seats=nobody,*basic,*basic"), "absent")
    expect("not much later", refused(me, "seats=*basic,*basic,*basic delay=5000"), "option")
    # House seats at tables that still wait for players have no process, but count.
    expect("one", refused(me, "seats=*basic,*basic,%"), "table")
    expect("two", refused(me, "seats=*basic,*basic,%"), "table")
    expect("three", refused(me, "seats=*basic,*basic,%"), "table")
    expect("the share of an address", refused(me, "seats=*basic,%,%"), "full")
    second = Client(port, "eve")
    second.next("welcome")
    expect("the same of another name", refused(second, "seats=*basic,%,%"), "full")
    other = Client(port, "far", "127.0.0.2")
    other.next("welcome")
    expect("another address", refused(other, "seats=*basic,*basic,%"), "table")
    expect("what all have", refused(other, "seats=*basic,*basic,%"), "full")
    me.gone()
    # The seats of a departed host are free as soon as the arena has noticed.
    deadline = time.monotonic() + 60
    while refused(second, "seats=*basic,*basic,%") != "table":
        if time.monotonic() > deadline:
            sys.exit("the seats of a host that is gone are not free again")
    # A house bot plays no rated game, however few bots are connected.
    other.say("seek rulesets=two-handed-dead")
    other.next("seeking")
    second.say("open ruleset=two-handed-dead seats=*basic")
    expect("a game", second.next("game")[0], "game")
    expect("its end", second.next("over")[0], "over")
    other.say("tables")
    expect("no ladder game is played", other.next("waiting", "game")[1].get("playing"), "0,0")


def leave(port):
    """Closes the connection in the middle of a game, and at a table that waits."""
    me = Client(port, "ann")
    me.say("open ruleset=wikipedia seats=*basic,*basic,*basic")
    expect("a game", me.next("game")[0], "game")
    me.gone()
    me = Client(port, "ann2")
    me.say("open ruleset=wikipedia seats=*basic,*basic,%")
    expect("a table", me.next("table")[0], "table")
    me.gone()


{"play": play, "quit": quit, "limits": limits, "leave": leave}[sys.argv[1]](int(sys.argv[2]))

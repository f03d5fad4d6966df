"""Watches a game whose bots answer only when this script allows it, and compares what it was sent with the record."""
import json
import os
import sys
import threading
import urllib.error
import urllib.request

sys.path.insert(0, "tests/lib")
from patience import await_until, patience

start, gate, way = sys.argv[1:]
CARD_KEYS = ("cards", "card", "kitty")
CALLS = ("auction", "blind", "raise", "partner")


def get(path):
    with urllib.request.urlopen(start + path, timeout=patience(20)) as answer:
        return answer.read().decode()


def allow(text):
    with open(gate, "a", encoding="utf-8") as file:
        file.write(text)


def until(what, holds):
    await_until(what, holds, 60)


class Watcher(threading.Thread):
    """Keeps the states of a stream, with their times; reconnects at its last position when the stream ends."""

    def __init__(self, game):
        super().__init__(daemon=True)
        self.game, self.states, self.ended = game, [], False
        self.start()

    def run(self):
        last = ""
        while not self.ended:
            request = urllib.request.Request("%s/api/v1/tables/%s/events" % (start, self.game),
                                             headers={"Last-Event-ID": last} if last else {})
            with urllib.request.urlopen(request, timeout=patience(60)) as answer:
                for line in answer:
                    key, _, value = line.decode().rstrip("\n").partition(": ")
                    if key == "id":
                        last = value
                    elif key == "data" and value != "{}":
                        self.states.append(json.loads(value))
                    elif key == "event" and value == "end":
                        self.ended = True


def cards_told(value):
    """Every card that a state shows, except in calls."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in CARD_KEYS and isinstance(item, str):
                yield from (word.split("=")[0] for word in item.split())
            elif key == "action" and value["phase"] not in CALLS:
                yield from (word.split("=")[0] for word in item.split(":") if word[-1:] in "SCDHJ" and word.isupper())
            else:
                yield from cards_told(item)
    elif isinstance(value, list):
        for item in value:
            yield from cards_told(item)


def check_against_record(states, record):
    """A card is shown when it is played, not before; the discards never."""
    hand, played, told = -1, set(), 0
    for state in states:
        for news in state["news"]:
            if news["k"] == "deal":
                hand, played = hand + 1, set()
            if news["k"] == "action" and news["phase"] == "play":
                played.add(news["action"].split("=")[0])
            if news["k"] in ("show", "up"):
                played |= set(news["cards"].split())
            if "fault" in news or "ms" in news:
                sys.exit("faults or times are shown: %s" % news)
        for held in state["hands"]:
            played |= set() if held["cards"] == "" else check_open(state, held)
        for card in cards_told(state):
            told += 1
            if card not in played:
                sys.exit("hand %d: %s was told before it was played: %s" % (hand + 1, card, json.dumps(state)))
    if hand + 1 != len(record["hands"]) or told < 40:
        sys.exit("%d hands and %d cards told of %d hands" % (hand + 1, told, len(record["hands"])))
    return told


def check_open(state, held):
    """Open cards appear only in contracts that expose them."""
    call = (state["contract"] or {}).get("call", "")
    if "open" not in call:
        sys.exit("an open hand at %s" % call)
    return set(held["cards"].split())


def at_once(game):
    watcher = Watcher(game)
    until("the cards are dealt", lambda: watcher.states)
    count = len(watcher.states)
    pages = []
    for _ in range(12):  # one answer of each bot at a time
        allow("x")
        until("the table continues", lambda: len(watcher.states) > count)
        count = len(watcher.states)
        pages.append(get("/live/" + game))
    if len(set(pages)) < 10:
        sys.exit("the page does not change")
    allow("all")
    until("the game ends", lambda: watcher.ended)
    until("its record is there", lambda: '"game":"%s"' % game in get("/api/v1/recent"))
    record = json.loads(get("/api/v1/games/%s/record" % game))
    told = check_against_record(watcher.states, record)
    print("%d states, %d cards told" % (len(watcher.states), told))


def by_hands(game):
    watcher = Watcher(game)
    allow("x" * 9)  # in the middle of the first hand, or in its auction
    until("the bots have given those answers", lambda: os.path.exists(gate + ".waits"))
    page, table = get("/live/" + game), json.loads(get("/api/v1/tables/" + game))
    if watcher.states or table["states"] or "What may be told comes" not in page or "♠" in page:
        sys.exit("something was told before the hand was over")
    allow("all")
    until("the game ends", lambda: watcher.ended)
    news = [item["k"] for state in watcher.states for item in state["news"]]
    if "hand" not in news or news[-1] != "over":
        sys.exit("the hands were not told: %s" % news)
    print("%d states after the hands" % len(watcher.states))


def status(path):
    try:
        with urllib.request.urlopen(start + path, timeout=patience(20)) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def places(game):
    path = "/api/v1/tables/%s/events" % game
    streams = [urllib.request.urlopen(start + path, timeout=patience(20)) for _ in range(2)]
    if status(path) != 503 or status("/live/" + game) != 200:
        sys.exit("a third watcher was let in, or the page was full")
    watchers = json.loads(get("/api/v1/tables"))["tables"][0]["watchers"]
    streams.pop().close()
    until("a place is free again", lambda: status_free(path, streams))
    print("%d places" % watchers)
    if watchers != 2:
        sys.exit("the page counts %d spectators" % watchers)


def status_free(path, streams):
    try:
        streams.append(urllib.request.urlopen(start + path, timeout=patience(20)))
        return True
    except urllib.error.HTTPError:
        return False


{"at-once": at_once, "by-hands": by_hands, "places": places}[way](
    json.loads(get("/api/v1/tables"))["tables"][0]["game"])

"""Bots that choose their opponents: how the lobby of a daemon answers, and the games that follow. lobby_client.py
HOST:PORT"""
import random
import sys
import time

sys.path.insert(0, "tests/lib")
from line_bot import CrowdBot, at_random
from patience import deadline

PLAIN, PAIR = "wikipedia", "two-handed-dead"


class Bot(CrowdBot):
    """One connection. It answers every turn at once, whatever the test waits for."""

    def __init__(self, name, hello=""):
        self.seen = []
        super().__init__(sys.argv[1], name, hello)

    def __str__(self):
        return "%s, after %s" % (self.name, self.seen[-3:])

    def take(self, kind, fields):
        if kind == "turn":
            self.act(fields, at_random(fields))
        else:
            self.seen.append({"t": kind, **fields})

    def find(self, kind, **fields):
        for i, message in enumerate(self.seen):
            if message["t"] == kind and all(message.get(k) == v for k, v in fields.items()):
                del self.seen[: i + 1]
                return message
        return None

    def expect(self, kind, **fields):
        """Returns the next message of this kind, and drops the ones before it."""
        until = deadline(20)
        while time.monotonic() < until:
            message = self.find(kind, **fields)
            if message:
                return message
            Bot.read_all()
        raise SystemExit("%s: no %s %s, but %s" % (self.name, kind, fields, self.seen))


def expect_quiet(bots, kind):
    """Sends a ping: its answer comes after all earlier messages, and none of this kind has arrived by then."""
    for bot in bots:
        bot.say("ping x=77")
    for bot in bots:
        while not any(message["t"] == "pong" for message in bot.seen):
            Bot.read_all()
        check("%s of %s" % (kind, bot.name), bot.find(kind), None)


def check(what, found, wanted):
    if found != wanted:
        raise SystemExit("%s: %r, expected %r" % (what, found, wanted))


def two_rulesets():
    ann, bob = Bot("ann", "lobby=1"), Bot("bob", "lobby=1")
    ann.expect("welcome")
    bob.expect("welcome")
    ann.say("seek rulesets=nosuch")
    ann.expect("error", code="ruleset")
    ann.say("seek games=0")
    ann.expect("error", code="field")
    ann.say("seek rulesets=%s,%s" % (PLAIN, PAIR))
    check("seeks", ann.expect("seeking")["rulesets"], "%s,%s" % (PLAIN, PAIR))
    ann.say("tables")
    waiting = ann.expect("waiting")
    check("rulesets", waiting["rulesets"], "%s,%s" % (PLAIN, PAIR))
    check("seekers", waiting["seeking"], "1,1")
    bob.say("seek rulesets=%s rated=1" % PAIR)
    bob.expect("seeking")
    for bot in (ann, bob):
        check("preset", bot.expect("game")["preset"], PAIR)
    for bot in (ann, bob):
        bot.say("unseek")
        check("seeks", bot.expect("seeking")["rulesets"], "")
    for bot in (ann, bob):
        check("rated", "rating" in bot.expect("over"), True)
    # Four bots that seek nothing play the first ruleset, without the other two.
    four = [Bot(name) for name in ("cy", "di", "ed", "flo")]
    for bot in four:
        check("preset", bot.expect("game")["preset"], PLAIN)
    expect_quiet([ann, bob], "game")
    for bot in four:
        bot.close()
    print("two rulesets: each has its game")
    return ann, bob


def challenges(ann, bob):
    quiet = Bot("gus", "lobby=1")
    quiet.expect("welcome")
    ann.say("challenge names=nobody ruleset=%s" % PAIR)
    ann.expect("error", code="absent")
    ann.say("challenge names=bob")
    ann.expect("error", code="field")
    ann.say("challenge names=ann ruleset=%s" % PAIR)
    ann.expect("error", code="absent")
    ann.say("challenge names=bob ruleset=%s" % PAIR)
    check("players", ann.expect("table")["players"], "ann,%")
    invited = bob.expect("invited", host="ann")
    check("ruleset", invited["ruleset"], PAIR)
    quiet.say("accept code=" + invited["code"])
    quiet.expect("error", code="table")
    bob.say("decline code=" + invited["code"])
    check("why", ann.expect("off")["why"], "bob%20declines")
    bob.say("accept code=" + invited["code"])
    bob.expect("error", code="table")
    ann.say("challenge names=bob ruleset=%s" % PAIR)
    bob.say("accept code=" + bob.expect("invited")["code"])
    game = ann.expect("game")
    check("seats", (game["players"], game["seat"], game["preset"]), ("ann,bob", "0", PAIR))
    ann.expect("over")
    bob.expect("over")
    quiet.close()
    print("challenge: declined, accepted, played")
    return game["id"]


def private_table(ann, bob):
    guests = [Bot(name, "lobby=1") for name in ("hal", "ida", "jo")]
    hal, ida, jo = guests
    ann.say("open ruleset=%s" % PLAIN)
    code = ann.expect("table")["code"]
    bob.say("tables")
    check("unlisted", bob.expect("waiting")["codes"], "")
    bob.say("open ruleset=%s listed=1" % PAIR)
    listed = bob.expect("table")["code"]
    ann.say("tables")
    waiting = ann.expect("waiting")
    check("listed", (waiting["codes"], waiting["hosts"], waiting["played"], waiting["free"]),
          (listed, "bob", PAIR, "1"))
    hal.say("join code=WRONGCODE0")
    hal.expect("error", code="table")
    hal.say("join code=%s seat=2" % code.lower())
    check("players", ann.expect("table", seat="0")["players"], "ann,%,hal,%")
    ida.say("join code=%s seat=2" % code)
    ida.expect("error", code="table")
    ida.say("join code=%s seat=9" % code)
    ida.expect("error", code="table")
    ida.say("join code=" + code)
    check("seat", ida.expect("table")["seat"], "1")
    hal.say("decline code=" + code)
    check("players", ida.expect("table")["players"], "ann,ida,%,%")
    hal.say("join code=" + code)
    hal.expect("table", players="ann,ida,hal,%")
    bob.close()  # the table closes with its host
    jo.say("join code=" + listed)
    jo.expect("error", code="table")
    jo.say("join code=" + code)
    for seat, bot in enumerate((ann, ida, hal, jo)):
        game = bot.expect("game")
        check("seats", (game["players"], game["seat"]), ("ann,ida,hal,jo", str(seat)))
    for bot in (ann, ida, hal, jo):
        bot.expect("over")
    print("private table: found by its code, filled, played")
    return game["id"]


def table_for_later(ann):
    bob = Bot("nan", "lobby=1")
    ann.say("open ruleset=%s delay=90000000" % PAIR)
    ann.expect("error", code="field")
    ann.say("open ruleset=%s delay=1000" % PAIR)
    table = ann.expect("table")
    check("its time", 0 < int(table["delay"]) <= 1000, True)
    opened = time.monotonic()
    bob.say("join code=" + table["code"])
    for bot in (ann, bob):
        bot.expect("game")
    check("not before its time", time.monotonic() - opened > 0.8, True)
    for bot in (ann, bob):
        bot.expect("over")
    bob.close()
    print("a table for later: begins in time, not before")


def partners():
    bots = [Bot(name, "lobby=1") for name in ("kim", "lee", "kim", "max")]
    for bot, wish in zip(bots, ("pair=1", "", "pair=1", "")):
        bot.say("seek " + wish)
        check("pair", bot.expect("seeking")["pair"], "1" if wish else "0")
    game = bots[0].expect("game")
    names = game["players"].split(",")
    check("side", abs(names.index("kim") - names.index("kim", names.index("kim") + 1)), 2)
    for bot in bots:
        bot.say("unseek")
        bot.expect("over")
    print("partners: on one side")


def noise():
    """Whatever bots send in whatever order, the daemon answers, and no bot is held anywhere in the end."""
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 5)
    bots = [Bot("n%d" % (i % 6), "games=%d lobby=%d" % (1 + i % 3, i % 2)) for i in range(9)]
    codes = ["2222222222"]
    for _ in range(1500):
        at = chance.randrange(len(bots))
        bot, code, preset = bots[at], chance.choice(codes[-4:]), chance.choice([PLAIN, PAIR, "x"])
        others = ",".join("n%d" % chance.randrange(7) for _ in range(chance.choice([1, 1, 3])))
        bot.say(chance.choice([
            "seek rulesets=%s pair=%d rated=%d games=%d" % (
                preset, chance.randrange(2), chance.randrange(2), chance.randrange(-1, 4)),
            "seek", "seek rulesets=", "unseek", "tables", "open ruleset=" + preset, "open listed=1",
            "join code=" + code, "join code=%s seat=%d" % (code, chance.randrange(-1, 5)),
            "accept code=" + code, "accept code=" + code, "decline code=" + code,
            "challenge names=%s ruleset=%s" % (others, preset), "challenge names=",
            "challenge names=%s" % others, "accept", "join code=%00", "seek games=x",
        ]))
        Bot.read_all(0)
        codes += [m["code"] for b in bots for m in b.seen if "code" in m and m["t"] != "error"]
        for each in bots:
            each.seen = [m for m in each.seen if m["t"] == "bye"]
        if chance.random() < 0.03:
            bot.close()
            bots[at] = Bot(bot.name, "lobby=%d" % chance.randrange(2))
    for bot in bots:
        bot.say("unseek")
        bot.say("tables")
        bot.expect("waiting")
        bot.close()
    last = Bot("last", "lobby=1")
    last.say("tables")
    check("seekers", last.expect("waiting")["seeking"], "0,0")
    print("noise: survived")


def crowded():
    """More listed tables of more rulesets than one message holds: `waiting` has the latest, and nothing breaks."""
    hosts = [Bot("host%d" % i, "lobby=1") for i in range(10)]
    for bot in hosts:
        bot.say("\n".join(["open listed=1"] * 4))
        for _ in range(4):
            bot.expect("table")
    hosts[0].say("tables")
    waiting = hosts[0].expect("waiting")
    check("rulesets", len(waiting["rulesets"].split(",")), 16)
    shown = waiting["codes"].split(",")
    check("listed", 15 <= len(shown) <= 40, True)
    for key in ("hosts", "played", "free", "delays"):
        check(key, len(waiting[key].split(",")), len(shown))
    print("a crowd of tables: %d of 40 are told" % len(shown))


def main():
    if sys.argv[2:] == ["crowded"]:
        crowded()
        return
    ann, bob = two_rulesets()
    unrated = [challenges(ann, bob), private_table(ann, bob)]
    table_for_later(ann)
    partners()
    for bot in list(Bot.everybody):
        bot.close()
    noise()
    print("unrated: " + " ".join(unrated))


if __name__ == "__main__":
    main()

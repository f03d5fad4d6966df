"""Tables with rules of their own. built_rules_client.py HOST:PORT PAGE [MODE]; modes are listed at the end"""
import json
import random
import sys
import urllib.parse
import urllib.request

sys.path.insert(0, "tests/integration")
from lobby_client import Bot, check

PAGE = sys.argv[2]


def get(path):
    with urllib.request.urlopen("http://%s%s" % (PAGE, path)) as answer:
        return json.load(answer)


def told(preset, changes):
    """What the page says of these changes."""
    query = "?options=" + urllib.parse.quote(",".join(changes).replace(" ", "/")) if changes else ""
    return get("/api/v1/play/rules/%s%s" % (preset, query))


def escaped(changes):
    return ",".join(urllib.parse.quote(word, safe="=./-") for word in changes)


def options(message):
    return [urllib.parse.unquote(word) for word in message.get("options", "").split(",") if word]


def guests(count):
    bots = [Bot("bot%d" % i, "lobby=1") for i in range(count)]
    for bot in bots:
        bot.session = bot.expect("welcome")["session"]
    return bots


def play(bots):
    """To the end; returns the game as its host heard of it."""
    games = [bot.expect("game") for bot in bots]
    for bot in bots:
        bot.expect("over")
    return games[0]


def refusals(bot):
    for words, text in (("players=3", "teams=pairs"), ("target=505", "target=505"), ("targett=1", "target is"),
                        ("target=500,target=500", "twice"), ("%0a=1", "?=1"), ("calls=misere%20misere", "each once")):
        bot.say("open ruleset=wikipedia options=" + words)
        error = bot.expect("error", code="option")
        check("why " + words, text in urllib.parse.unquote(error["text"]), True)
    bot.say("open ruleset=nobody options=target=500")
    bot.expect("error", code="ruleset")
    # An empty seat list of the preset's four is wrong for three players.
    bot.say("open ruleset=wikipedia options=players=3,teams=solo,deck=33 seats=%,%,%")
    bot.expect("error", code="field")


def one_table(bots):
    """Everybody who is invited, joins or looks at the list is told; the game is played by these rules."""
    changes = ["players=3", "teams=solo", "deck=33", "calls=misere hi-lo", "max_hands=1"]
    own = told("wikipedia", changes)["options"]
    check("as told", set(own) >= set(changes), True)
    host, second, third = bots[:3]
    host.say("open ruleset=wikipedia listed=1 seats=%s,%% options=%s" % (second.name, escaped(changes)))
    table = host.expect("table")
    check("table", (options(table), len(table["players"].split(","))), (own, 3))
    check("invited", options(second.expect("invited")), own)
    third.say("tables")
    waiting = third.expect("waiting")
    check("listed", (waiting["codes"], waiting["differ"]), (table["code"], str(len(own))))
    third.say("join code=" + table["code"])
    check("joined", options(third.expect("table")), own)
    second.say("accept code=" + table["code"])
    game = play([host, second, third])
    check("game", (game["preset"], options(game), len(game["players"].split(","))), ("wikipedia", own, 3))
    return game["id"]


def any_change(chance, option):
    if option["choices"]:
        return chance.choice(option["choices"])
    if option["name"] == "calls":
        words = "misere hi-lo open-misere double-misere grand-misere shields patastrophe blind-misere".split()
        return " ".join(chance.sample(words, chance.randrange(1, 5)))
    return str(chance.choice([10, 20, 100, 250, 500, "8S", "value", "3 K1 4 K1 3 K1"]))


def at_random(bots, presets, seed, wanted):
    """Changes drawn at random: the page and the arena agree, and what is taken is played to its end."""
    chance, games, refused = random.Random(seed), [], 0
    lists = {preset: get("/api/v1/rules/" + preset)["options"] for preset in presets}
    while len(games) < wanted or not refused:
        preset = chance.choice(presets)
        some = chance.sample([one for one in lists[preset] if one["name"] not in ("max_hands", "redeals")], chance.randrange(1, 5))
        changes = ["%s=%s" % (one["name"], any_change(chance, one)) for one in some] + ["max_hands=1"]
        page = told(preset, changes)
        bots[0].say("open ruleset=%s options=%s" % (preset, escaped(changes)))
        while True:
            answer = bots[0].find("table") or bots[0].find("error")
            if answer:
                break
            Bot.read_all()
        if not page["valid"]:
            refused += 1
            check("refused %s" % changes, (answer["t"], urllib.parse.unquote(answer.get("text", ""))), ("error", page["error"]))
            continue
        check("taken %s" % changes, (answer["t"], options(answer)), ("table", page["options"]))
        for bot in bots[1 : page["seats"]]:
            bot.say("join code=" + answer["code"])
        game = play(bots[: page["seats"]])
        check("played", options(game), page["options"])
        games.append(game["id"])
    print("at random, seed %d: %d games of rules of their own, %d refused" % (seed, len(games), refused))
    return games


def all_of_it():
    bots = guests(6)
    refusals(bots[0])
    one_table(bots)
    presets = [one["name"] for one in get("/api/v1/play")["rulesets"]]
    at_random(bots, presets, random.randrange(1 << 20), 25)


class Slow(Bot):
    """Leaves its turns to others."""

    def take(self, kind, fields):
        if kind == "turn":
            self.turn = fields
        else:
            super().take(kind, fields)


def begin():
    Bot.everybody[:] = []
    bots = [Slow("bot%d" % i, "lobby=1") for i in range(2)]
    for bot in bots:
        bot.session = bot.expect("welcome")["session"]
    bots[0].say("open ruleset=two-handed-dead options=target=1000,max_hands=1")
    bots[1].say("join code=" + bots[0].expect("table")["code"])
    while not any(getattr(bot, "turn", None) for bot in bots):
        Bot.read_all()
    print(bots[0].session, bots[1].session)


def resume():
    bots = [Bot("bot%d" % i, "session=" + session) for i, session in enumerate(sys.argv[4].split())]
    for bot in bots:
        game = bot.expect("game")
        check("resumed", (game["resumed"], options(game)), ("1", ["target=1000", "max_hands=1"]))
    for bot in bots:
        bot.expect("over")
    print("after a crash: the same rules")


{"all": all_of_it, "begin": begin, "resume": resume}[(sys.argv[3:] or ["all"])[0]]()

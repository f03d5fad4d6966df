"""Pairs that seek together: the ratings that they receive, and what the pages show of them. pairs_client.py HOST:PORT
PAGE DIRECTORY-OF-TOKENS"""
import json
import sys
import urllib.request

from lobby_client import Bot, check

RULES = "wikipedia"


def token(name):
    with open("%s/token.%s" % (sys.argv[3], name), encoding="ascii") as file:
        return "token=" + file.read().strip()


def fetch(path):
    with urllib.request.urlopen("http://%s%s" % (sys.argv[2], path)) as answer:
        return answer.read().decode()


def over(bots):
    """The rating that each bot receives at the end."""
    ratings = [int(bot.expect("over")["rating"]) for bot in bots]
    return ratings


def play(first, second):
    """A game of two pairs; partners sit opposite."""
    for bot in first + second:
        bot.say("seek rulesets=%s pair=1 games=1" % RULES)
    for side in (first, second):
        seats = [int(bot.expect("game")["seat"]) for bot in side]
        check("partners", sorted(seat % 2 for seat in seats), [seats[0] % 2] * 2)
    for bot in first + second:  # one game only
        bot.say("unseek")
        check("unseek", bot.expect("seeking", rulesets="")["games"], "1")
    ratings = over(first), over(second)
    for pair in ratings:
        check("both receive the team's rating", pair[0], pair[1])
    return ratings[0][0], ratings[1][0]


def row_of(standings, name):
    rows = [row for row in standings["standings"] if row["name"] == name]
    check("lines of %s" % name, len(rows), 1)
    return rows[0]


def check_interface(board, teams):
    standings = json.loads(fetch("/api/v1/standings?ladder=" + board))
    check("lines", sorted(row["name"] for row in standings["standings"]), sorted(teams))
    for name, (rating, games) in teams.items():
        row = row_of(standings, name)
        check("members of " + name, row["members"], name.split("+"))
        check("rating of " + name, round(row["rating"] * 1000), rating)
        check("games of " + name, row["games"], games)
        check("counts of " + name, row["wins"] + row["ties"] + row["losses"], games)
    ann = json.loads(fetch("/api/v1/bots/ann"))
    check("ann alone", (ann["games"], ann["rating"], ann["ladders"]), (0, 1500.0, []))
    check("ann's teams", sorted(team["name"] for team in ann["teams"]), ["ann+bob", "ann+cat"])
    check("ann's curves", sorted({point["team"] for point in ann["curve"]}), ["ann+bob", "ann+cat"])
    for name in ("ann+bob", "ann+cat"):
        last = [point for point in ann["curve"] if point["team"] == name][-1]
        check("the end of the curve of " + name, round(last["rating"] * 1000), teams[name][0])


def check_pages(board):
    page, bot = fetch("/standings?ladder=" + board), fetch("/bot/bob")
    link = '<a href="/bot/%s">%s</a>'
    for pair in (("ann", "bob"), ("xan", "yan"), ("zoe", "zoe")):
        check("a line with links to %s and %s" % pair, "+".join(link % (name, name) for name in pair) in page, True)
    check("bob's teams", '<h2>Teams</h2>' in bot and "+".join(link % (n, n) for n in ("ann", "bob")) in bot, True)
    check("bob is not in ann's other team", "cat</a>" in bot.split("<h2>Online rating</h2>")[0], False)
    ladders = json.loads(fetch("/api/v1/ladders"))["ladders"]
    title = next(row["title"] for row in ladders if row["ladder"] == board)
    check("bob's curve", "Online rating of ann+bob in " + title in bot, True)


def main():
    bots = {name: Bot(name, "lobby=1 " + token(name)) for name in ("ann", "bob", "cat", "xan", "yan")}
    ann, bob, cat, xan, yan = bots.values()
    zoe = [Bot("zoe", "lobby=1"), Bot("zoe", "lobby=1")]
    for bot in list(bots.values()) + zoe:
        bot.expect("welcome")
    first = play([ann, bob], [xan, yan])
    check("two new teams", sum(first), 3000000)
    second = play([ann, bob], [xan, yan])
    with_cat = play([ann, cat], zoe)
    check("two more new teams", sum(with_cat), 3000000)
    last = play([xan, yan], zoe)
    board = [row["ladder"] for row in json.loads(fetch("/api/v1/ladders"))["ladders"]
             if row["format"] == "pairs-2of4"][0]
    check_interface(board, {"ann+bob": (second[0], 2), "ann+cat": (with_cat[0], 1), "xan+yan": (last[0], 3),
                            "zoe+zoe": (last[1], 2)})
    check_pages(board)
    print("four teams, each with its rating")


main()

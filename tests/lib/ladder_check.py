#!/usr/bin/env python3
"""Compares a ladder with the results that bots received. ladder_check.py DATABASE EXPORT TOLD...

DATABASE is the SQLite file, EXPORT the output of `avondale ladder export --json`, TOLD the files that
witness.py wrote. Prints one line a difference, then a summary; exit 1 if there is a difference.
"""
import json
import sqlite3
import sys

CUT_OFF = "the arena stopped"


def main():
    database, export, *told_names = sys.argv[1:]
    wrong, results = [], {}
    with open(export, encoding="utf-8") as file:
        for line in file:
            result = json.loads(line)
            if result["game"] in results:
                wrong.append("twice in the ladder: " + result["game"])
            results[result["game"]] = result
    told = set()
    for name in told_names:
        with open(name, encoding="ascii") as file:
            for line in file:
                game, seat, bot, rating = line.split()
                told.add(game)
                if game not in results:
                    wrong.append("told, not in the ladder: " + game)
                    continue
                entry = results[game]["seats"][int(seat)]
                if entry["bot"] != bot or (rating != "-" and entry["after_milli"] != int(rating)):
                    wrong.append("told %s %s, the ladder has %s: %s" % (bot, rating, entry, game))
    link = sqlite3.connect("file:%s?mode=ro" % database, uri=True)
    verdict = [row[0] for row in link.execute("PRAGMA integrity_check")]
    if verdict != ["ok"]:
        wrong += ["integrity: " + line for line in verdict]
    announced = {row[0]: row[1] for row in link.execute("SELECT game, open FROM announced")}
    wrong += ["announced, no result: " + game for game in announced if game not in results]
    wrong += ["announced, still open: " + game for game, left in announced.items() if left]
    wrong += ["not announced: " + game for game in results if game not in announced]
    cut_off = [r for r in results.values() if r["reason"] == "aborted"]
    for result in cut_off:
        if not result.get("unrated"):
            wrong.append("cut off, no reason: " + result["game"])
        if result["unrated"].startswith(CUT_OFF) and result["game"] in told:
            wrong.append("cut off, but told: " + result["game"])
    for line in wrong:
        print(line)
    print("%d results, %d told, %d cut off, %d announced: %d wrong" %
          (len(results), len(told), len(cut_off), len(announced), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

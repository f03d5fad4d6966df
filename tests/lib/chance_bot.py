"""chance_bot.py SEED [PASS [CLAIM]] - plays at random on standard input and output, in any ruleset.

PASS is the percentage of calls that pass where a pass is legal. Other calls are mostly low, because otherwise all
contracts would have level ten. CLAIM is the percentage of leads that claim where a claim is legal, with the cards in a
random order, so few claims are true.
"""
import random
import sys


def choose(turn, dice, passes, claims):
    phase, legal = turn["phase"], turn["legal"].split(",") if turn.get("legal") else []
    if "choose" in turn:
        return ":".join([phase, *dice.sample(turn["from"].split(","), int(turn["choose"]))])
    if phase == "swap" and dice.random() < 0.7:
        return f"swap:{dice.choice(turn['from'].split(','))}:{dice.choice(turn['out'].split(','))}"
    if phase in ("auction", "raise"):
        if legal[0] == "pass" and dice.random() * 100 < passes:
            return "pass"
        return legal[int(len(legal) * dice.random() ** 3)]
    cards = [word for word in legal if word != "claim"]
    if len(cards) < len(legal) and not any("=" in card for card in cards) and dice.random() * 100 < claims:
        return ":".join(["claim", *dice.sample(cards, len(cards))])
    return dice.choice(cards)


def main(seed, passes="0", claims="0"):
    dice = random.Random(int(seed))
    print("hello v=1 name=chance", flush=True)
    for line in sys.stdin:
        kind, *pairs = line.rstrip("\n").split(" ")
        if kind == "turn":
            turn = dict(pair.split("=", 1) for pair in pairs)
            answer = choose(turn, dice, int(passes), int(claims))
            print(f"act g={turn['g']} n={turn['n']} a={answer}", flush=True)
        elif kind == "bye":
            return


main(*sys.argv[1:])

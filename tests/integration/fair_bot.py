"""fair_bot.py FILE SEED: plays at random with the Python client and writes what the client reports of each game."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "sample-bots", "python"))
import avondale

dice = random.Random(int(sys.argv[2]))


def decide(turn):
    if turn.phase == "swap" and dice.random() < 0.5:
        return f"swap:{dice.choice(turn.from_)}:{dice.choice(turn.out)}"
    if turn.choose:
        return turn.give(dice.sample(turn.from_, turn.choose))
    if "claim" in turn.legal and dice.random() < 0.1:
        trumps = turn.game.denomination not in ("NT", "JNT")
        return avondale.claim(c if trumps or avondale.suit(c) else c + "=S" for c in turn.game.hand)
    if turn.phase == "auction" and dice.random() < 0.6:
        return turn.plain[0]
    return dice.choice(turn.plain)


def on_over(game):
    with open(sys.argv[1], "a", encoding="ascii") as file:
        verdict = "fair" if game.fair else game.unfair or "unknown"
        own = "own-nonce" if game._proof.nonce else "no-nonce"
        print(game.preset, verdict, own, len(game._proof.deals), file=file)


avondale.Client(decide, "fair", nonce=True, on_over=on_over).run_stdio()

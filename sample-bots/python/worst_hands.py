#!/usr/bin/env python3
"""Where a bot lost its points: worst_hands.py RECORDS NAME [COUNT]

Sums up what a bot's contracts and its defence brought, names its faults, and lists the hands that cost it
most as places for `avondale rules --explain`. Points are those of the bot's side less the best other side's.
"""
import json
import sys
from collections import defaultdict


def main(path, name, count=5):
    hands, faults, kinds = [], [], defaultdict(lambda: [0, 0])
    with open(path, encoding="utf-8") as records:
        for line, record in enumerate(map(json.loads, records), 1):
            players = record["players"]
            if name not in players:
                continue
            for number, hand in enumerate(record["hands"], 1):
                place = f"{path}:{line}:{number}"
                faults += [f"{place}:{(step or 0) + 1} {cause}" for step, seat, cause in hand.get("faults", [])
                           if players[seat] == name]
                contract, delta = hand.get("contract") or {}, hand.get("delta") or []
                if not delta:
                    continue
                side = players.index(name) % len(delta)  # partners sit as many seats apart as there are sides
                points = delta[side] - max(d for s, d in enumerate(delta) if s != side)
                ours = "by" in contract and contract["by"] % len(delta) == side
                made = ours and delta[side] > 0
                kind = ("made" if made else "failed") if ours else "defended"
                kinds[kind][0] += 1
                kinds[kind][1] += points
                hands.append((points, f"{place}:1", contract.get("call", "no contract"), kind, hand["tricks"]))
    for kind, (number, points) in sorted(kinds.items()):
        print(f"{kind:9} {number:5} hands {points:+7} points, {points / number:+.1f} a hand")
    print(f"{len(faults)} faults", *faults[:count], sep="\n  ")
    print("worst hands:")
    for points, place, call, kind, tricks in sorted(hands)[:count]:
        print(f"  {points:+5}  {call:8} {kind:9} tricks {tricks}  {place}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))

"""retention.py N: prints a ladder of N results with records, as `export --all` has it, with the chain as
chain.h describes it: the link of a result covers the SHA-256 of its record."""
import hashlib
import json
import random
import sys


def number(value):
    return value.to_bytes(8, "big", signed=True)


def text(value):
    data = value.encode()
    return number(len(data)) + data


def link(before, result):
    seats, scores = result["seats"], result["scores"]
    ranks = {seat["side"]: seat["rank"] for seat in seats}
    data = b"avondale result 2\0" + before + number(result["seq"]) + text(result["game"])
    data += text(result["ruleset"]) + number(result["wall_msec"]) + text(result["reason"]) + text(result["asked"])
    data += number(len(scores)) + b"".join(number(score) + number(ranks[i]) for i, score in enumerate(scores))
    data += number(len(seats)) + b"".join(text(seat["bot"]) + number(seat["side"]) for seat in seats)
    return hashlib.sha256(data + bytes.fromhex(result["record_sha256"])).digest()


def main():
    count, chain, rng = int(sys.argv[1]), bytes(32), random.Random(5)
    print(json.dumps({"kind": "ladder", "format": "avondale-ladder/1"}))
    for i, name in enumerate(("ann", "bob")):
        print(json.dumps({"kind": "bot", "id": i + 1, "name": name, "owner": "", "token": None}))
    for seq in range(1, count + 1):
        record = json.dumps({"game": f"g-{seq}", "noise": rng.randbytes(700).hex()})
        result = {
            "kind": "result", "seq": seq, "game": f"g-{seq}", "ruleset": "wikipedia", "wall_msec": seq * 60000,
            "reason": "target", "asked": "", "scores": [500, seq % 7],
            "seats": [{"bot": "ann", "side": 0, "rank": 1}, {"bot": "bob", "side": 1, "rank": 2}],
            "record": record, "record_sha256": hashlib.sha256(record.encode()).hexdigest(),
        }
        chain = link(chain, result)
        print(json.dumps(dict(result, chain=chain.hex())))
    print(json.dumps({"kind": "end", "bots": 2, "results": count, "actions": 0, "announced": 0}))


main()

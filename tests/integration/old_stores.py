"""old_stores.py STORE RESULTS RECORDS: compares today's export of an old store with that of the program of its time,
STORE.results.gz and STORE.records.gz. Results must agree in everything but ratings, records byte for byte. Prints a
line for each difference, and then exits with 1."""
import gzip
import json
import sys


def facts(line):
    result = json.loads(line)
    kept = {key: result[key] for key in ("game", "ruleset", "wall_msec", "reason", "scores")}
    kept["seats"] = [{key: seat[key] for key in ("bot", "side", "rank")} for seat in result["seats"]]
    kept["void"] = result["unrated"] == "void"
    return kept


def main():
    store, results, records = sys.argv[1:]
    differences = 0
    with gzip.open(store + ".results.gz", "rt") as then, open(results) as now:
        then, now = [facts(line) for line in then], [facts(line) for line in now]
    if not then or len(then) != len(now):
        sys.exit(f"{len(then)} results then, {len(now)} now")
    for before, after in zip(then, now):
        if before != after:
            print(f"then {before}\nnow  {after}")
            differences += 1
    with gzip.open(store + ".records.gz", "rb") as then, open(records, "rb") as now:
        if then.read() != now.read():
            print("records differ")
            differences += 1
    sys.exit(1 if differences else 0)


main()

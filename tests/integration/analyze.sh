#!/bin/sh
# `avondale analyze`: the losses of both sides add up to what was played, hand by hand; bad input.
set -u
cd "$(dirname "$0")/../.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
fail() {
    echo "analyze: $*" >&2
    bad=1
}
analyze="build/avondale analyze"

# What the contractor's side could have had, less what it gave away, and what the others gave it, is what
# it took. `solve` says the first, at the first card of each hand.
cat >"$dir/check.py" <<'PY'
import json, subprocess, sys

def run(*words):
    return json.loads(subprocess.run(["build/avondale", *words], stdout=subprocess.PIPE, check=True).stdout)

hands = lost = 0
for line in open(sys.argv[1]):
    record = json.loads(line)
    open(sys.argv[2], "w").write(line)
    could = took = 0
    for number, hand in enumerate(record["hands"], 1):
        if not hand["contract"]:
            continue
        first = [step[1] for step in hand["steps"]].index("play") + 1
        position = run("solve", "--json", "%s:1:%d:%d" % (sys.argv[2], number, first))
        if position["goal"] != "tricks":
            continue
        could += position["value"]
        took += hand["tricks"][hand["contract"]["by"] % 2]
        hands += 1
    rows = run("analyze", "--json", sys.argv[2])["rows"]
    given = {role: sum(row["tricks"] for row in rows if row["role"] == role) for role in ("contractor", "defender")}
    lost += sum(given.values())
    if could - given["contractor"] + given["defender"] != took:
        sys.exit("%s: could have %d, gave %s, took %d" % (record["game"], could, given, took))
print(hands, "hands,", lost, "tricks lost")
sys.exit(not (hands >= 15 and lost >= 15))
PY
python3 "$dir/check.py" tests/vectors/rules/set.jsonl "$dir/record.jsonl" || fail "the losses do not add up"

$analyze tests/vectors/rules/set.jsonl >"$dir/out" 2>"$dir/err" || fail "exit $?"
[ ! -s "$dir/err" ] || fail "speaks on standard error: $(cat "$dir/err")"
for name in ann bob cy di; do
    grep -q "^$name  *all  *[1-9]" "$dir/out" || fail "no row for $name"
done
[ "$(tail -n 1 "$dir/out")" = "3 records, 0 differ, 0 plays left out" ] || fail "$(tail -n 1 "$dir/out")"
$analyze --nodes 1 - <tests/vectors/rules/set.jsonl | tail -n 1 | grep -q ', 0 plays' && fail "--nodes 1 leaves out nothing"
$analyze tests/vectors/rules-bad.jsonl >"$dir/out" 2>"$dir/err"
[ $? = 1 ] || fail "bad records pass"
grep -q '^avondale analyze: tests/vectors/rules-bad.jsonl:12: hand 5: ' "$dir/err" || fail "record 12 is not told"
refused() { # WORD ARGUMENT...
    word=$1
    shift
    $analyze "$@" >"$dir/out" 2>"$dir/err"
    [ $? = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q -- "$word" "$dir/err" ||
        fail "$* is not refused with a line that names $word: $(cat "$dir/err")"
}
refused FILE
refused dance --dance x
refused many --nodes many x
refused nosuch "$dir/nosuch"
$analyze --help | grep -q 'usage: avondale analyze' || fail "no help"
[ $bad = 0 ] && echo "analyze: losses add up"
exit $bad

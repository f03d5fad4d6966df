#!/bin/sh
# `avondale analyze`: the losses of both sides add up to what was played, hand by hand. Then bad input.
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

# The contractor's side took its best possible result, less its own losses, plus the losses of the others. `solve` gives
# the best result at the first card of each hand.
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
# By expert's judgement its own plays cost less than those of basic, over this many games. One side's lead is the other
# side's deficit, with or without luck.
build/avondale match --bot "e=build/bots/expert --worlds 8 --seed 1" --bot "b=build/bots/basic" --games 24 --duplicate --seed 0a \
    --option max_hands=3 --records "$dir/eb" >"$dir/out" 2>&1 || fail "no match"
cat >"$dir/expert.py" <<'PY'
import json, sys

found = json.load(sys.stdin)
chance = {bot: [sum(row[key] for row in found["rows"] if row["bot"] == bot) for key in ("chance", "asked")] for bot in "eb"}
print({bot: "%.3f%% of %d" % (100 * lost / asked, asked) for bot, (lost, asked) in chance.items()})
sides = [row["adjusted"] for row in found["games"]]
luck = found["luck"]
sys.exit(not (chance["e"][1] > 100 and chance["b"][1] > 100 and len(sides) == 48 and
              chance["e"][0] / chance["e"][1] < 0.95 * chance["b"][0] / chance["b"][1] and
              abs(sides[0] + sides[1]) < 1e-6 and abs(luck["e"]["adjusted"] + luck["b"]["adjusted"]) < 1e-6))
PY
$analyze --json "$dir/eb" >"$dir/json" || fail "exit $? with expert"
python3 "$dir/expert.py" <"$dir/json" || fail "expert's choice, or luck: $(cat "$dir/json")"

# Single plays: the list holds all plays that lost something, the worst first, each at a place that other commands
# accept.
cat >"$dir/worst.py" <<'PY'
import json, sys

found = json.load(sys.stdin)
worst, rows = found["worst"], found["rows"]
for of, key in (("tricks", "tricks"), ("contract", "contracts")):
    lost = sum(play["loss"] for play in worst if play["of"] == of)
    assert lost == sum(row[key] for row in rows), (of, lost)
assert len(worst) == sum(row["faults"] for row in rows) and worst, len(worst)
assert all(a["loss"] >= b["loss"] for a, b in zip(worst, worst[1:]))
assert all(play["played"] != play["best"] for play in worst)
print(worst[0]["place"])
PY
$analyze --parts plays --worst 1000 --json "$dir/eb" >"$dir/json" || fail "exit $? with the worst plays"
place=$(python3 "$dir/worst.py" <"$dir/json") || fail "the worst plays are others"
build/avondale rules --explain "$place" >"$dir/out" || fail "$place is no place"
$analyze --parts expert --worst 2 "$dir/eb" >"$dir/out" || fail "exit $?"
grep -A 1 '^worst plays .* chance%  place$' "$dir/out" | grep -q "^[eb] .* [0-9.]*  $dir/eb:[0-9]:[0-9]:[0-9]*$" ||
    fail "the worst by expert: $(cat "$dir/out")"

refused() { # WORD ARGUMENT...
    word=$1
    shift
    $analyze "$@" >"$dir/out" 2>"$dir/err"
    [ $? = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q -- "$word" "$dir/err" ||
        fail "$* is not refused with a line that names $word: $(cat "$dir/err")"
}
refused FILE
refused '1 to 1000' --worst 1001 x
refused --worst --parts luck --worst 3 x
refused dance --dance x
refused many --nodes many x
refused nosuch "$dir/nosuch"
refused '1 to 160' --worlds 161 x
refused 'plays, expert, luck' --parts plays,magic x
refused 'plays, expert, luck' --parts '' x
$analyze --help | grep -q 'usage: avondale analyze' || fail "no help"
[ $bad = 0 ] && echo "analyze: losses add up"
exit $bad

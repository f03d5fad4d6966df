#!/bin/sh
# The reports of a match and a tournament: faults wherever results are, an entry that never started, the seed and the
# terms, how to continue a stopped run; --strict; progress with rate, remaining time and LLR.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bin=build/avondale
fail() {
    cat "$tmp/out" "$tmp/err"
    echo "told: $*"
    exit 1
}
run() { # STATUS COMMAND...
    want=$1
    shift
    status=0
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
    [ "$status" = "$want" ] || fail "exit $status, not $want, from: $*"
}
has() { # FILE PATTERN
    grep -q -e "$2" "$tmp/$1" || fail "no '$2' in $1"
}
basic="--bot basic=build/bots/basic"
short="--option max_hands=1"

# An entry that never starts: no Elo, exit 3, and the match does not play on.
run 3 $bin match $basic --bot ghost=true --games 400 $short
has err 'ghost never started: no hello in any of its [34] games'
has out 'no result: ghost never started'
! grep -q Elo "$tmp/out" || fail 'an Elo without games'
run 3 $bin match $basic --bot ghost=true --games 4 $short --json
has out '"ghost"'
python3 -c 'import json, sys
t = json.load(open(sys.argv[1]))
assert t["never_started"] == ["ghost"] and t["pairs"] == [] and t["faults"]["ghost"] > 0' "$tmp/out"
run 3 $bin match $basic --bot ghost=true --games 4 $short --sprt elo0=0,elo1=5

# The report has the terms and the seed; with them the deals are the same. By chance the SPRT ends the first match before
# its last block, so its records are the first ones of the second match.
run 1 $bin match $basic --bot random="build/bots/random --seed 1" --games 4 --duplicate $short --records "$tmp/one" \
    --json --sprt elo0=0,elo1=5000,alpha=0.1,beta=0.2,model=logistic --policy strikes=7
seed=$(python3 -c 'import json, sys
t = json.load(open(sys.argv[1]))
assert t["ruleset"] == "wikipedia" and t["options"] == {"max_hands": "1"} and t["policy"] == "strikes=7", t
assert t["duplicate"] is True and t["solo"] is False
s = t["sprt"]
assert (s["elo0"], s["elo1"], s["alpha"], s["beta"], s["model"]) == (0, 5000, 0.1, 0.2, "logistic"), s
print(t["seed"])' "$tmp/out") || fail 'the terms'
run 0 $bin match $basic --bot random="build/bots/random --seed 1" --games 4 --duplicate $short --records "$tmp/two" \
    --seed "$seed"
games=$(wc -l <"$tmp/one")
[ "$games" -ge 2 ] && [ "$(wc -l <"$tmp/two")" = 4 ] || fail "$games games before the end of the SPRT"
head -n "$games" "$tmp/two" | cmp "$tmp/one" - || fail 'the seed that was told deals otherwise'
has out "^ruleset wikipedia+max_hands=1, seed $seed\$"
has out '^  blocks by points 0: [0-9]*, 0.5: [0-9]*, 1: [0-9]*, 1.5: [0-9]*, 2: [0-9]*$'

# --strict stops at the first fault and names its game.
run 1 $bin match $basic --bot rude="build/bots/rude --how illegal" --games 40 $short --strict --records "$tmp/strict"
has err 'strict: rude: illegal in game m-000001'
[ "$(wc -l <"$tmp/strict")" -lt 3 ] || fail 'it went on'
run 0 $bin match $basic --bot random=build/bots/random --games 4 $short --strict

# A stopped run says so and how to continue, and has its own exit status.
$bin match $basic --bot two=build/bots/basic --games 100000 --records "$tmp/long" --report-interval 1 \
    --sprt elo0=0,elo1=0.1 >"$tmp/out" 2>"$tmp/err" &
pid=$!
await 20 grep -q '^match: [1-9].* left; Elo .*, LLR ' "$tmp/err" || fail 'it tells nothing meanwhile'
kill -INT $pid
status=0
wait $pid || status=$?
[ "$status" = 4 ] || fail "exit $status when stopped"
has err 'stopped after [0-9]* of 100000 games; the same command with --resume --seed [0-9a-f]\{64\} continues'
has err '^match: [0-9]* games of 100000, [0-9.]* a second, [0-9]*:[0-9][0-9] left; Elo .*, LLR '
! grep -q seed "$tmp/out" || fail 'the seed of games that are still to be played'
has out 'stopped before its end'
$bin match $basic --bot two=build/bots/basic --games 100000 --records "$tmp/stopped" >"$tmp/out" 2>"$tmp/err" &
pid=$!
await 20 test -s "$tmp/stopped" || fail 'it does not begin'
stop_again() { # stops it twice
    kill -TERM $pid
    process_ended $pid
}
await 20 stop_again || fail 'it does not stop'
status=0
wait $pid || status=$?
[ "$status" = 4 ] || fail "exit $status when stopped"

# Decisions and their times are those of all sessions.
run 0 $bin match $basic --bot random="build/bots/random --seed 1" --games 6 $short --seed 0f --records "$tmp/sessions"
run 0 $bin match $basic --bot random="build/bots/random --seed 1" --games 9 $short --seed 0f --records "$tmp/sessions" \
    --resume --json
python3 -c 'import collections, json, sys
steps = collections.Counter()
for line in open(sys.argv[1]):
    record = json.loads(line)
    for hand in record["hands"]:
        steps.update(record["players"][step[0]] for step in hand["steps"])
for entry in json.load(open(sys.argv[2]))["entries"]:
    assert entry["decisions"] == steps[entry["name"]] > 0, (entry, steps)
' "$tmp/sessions" "$tmp/out" || fail 'the decisions of the first session are lost'

# A tournament reports faults in text, CSV, JSON and on its page.
cat >"$tmp/cup.ini" <<END
[tournament]
format = round-robin
max_hands = 1
output = $tmp/cup
[entry basic]
command = $top/build/bots/basic
[entry rude]
command = $top/build/bots/rude --how illegal
[entry ghost]
command = true
END
run 3 $bin tournament "$tmp/cup.ini"
has err 'ghost never started: no hello in any of its 4 games'
has out '^rude: [0-9]* faults (illegal [0-9]*), [0-9]* of 4 games lost by them$'
has out '^ghost: [0-9]* faults (start [0-9]*), [0-9]* of 4 games lost by them; it never started$'
cmp "$tmp/out" "$tmp/cup/standings.txt"
python3 -c 'import csv, json, sys
rows = {r["entry"]: r for r in csv.DictReader(open(sys.argv[1] + "/standings.csv"))}
assert rows["basic"]["faults"] == "0" and rows["ghost"]["never_started"] == "yes", rows
assert int(rows["rude"]["faults"]) > 0 and int(rows["rude"]["forfeits"]) > 0, rows
rows = {r["entry"]: r for r in json.load(open(sys.argv[1] + "/results.json"))["standings"]}
assert rows["basic"]["faults"] == 0 and rows["ghost"]["never_started"] and rows["rude"]["forfeits"] > 0, rows
' "$tmp/cup" || fail 'CSV or JSON'
grep -q '<strong>never started</strong>' "$tmp/cup/index.html" || fail 'the page'
sed "s|$tmp/cup|$tmp/strictly|" "$tmp/cup.ini" >"$tmp/strict.ini"
run 1 $bin tournament "$tmp/strict.ini" --strict
has err 'strict: .*: .* in game t-00000'
grep -q '"finished": false' "$tmp/strictly/results.json" || fail 'finished'
echo 'faults, terms and ends are reported'

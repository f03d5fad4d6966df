#!/bin/sh
# `avondale hint`: its hint of basic is what basic did, at every step of its games, from the record and from the
# messages that the bot received; expert's hints are legal; bad input.
set -u
cd "$(dirname "$0")/../.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
fail() {
    echo "hint: $*" >&2
    bad=1
}
hint="build/avondale hint"

cat >"$dir/check.py" <<'PY'
import json, subprocess, sys

def hint(*words, text=None):
    run = subprocess.run(["build/avondale", "hint", "--json", *words], input=text, stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)

def from_record(path):
    count = 0
    for number, hand in enumerate(json.loads(open(path).readline())["hands"], 1):
        for step, (seat, phase, action) in enumerate(hand["steps"], 1):
            found = hint("%s:1:%d:%d" % (path, number, step))
            if (found["seat"], found["phase"], found["action"]) != (seat, phase, action):
                sys.exit("%s hand %d step %d: %s, not %s" % (path, number, step, action, found))
            count += 1
    return count

def from_messages(told, said):
    answers = [line.split(b" a=")[1].strip() for line in open(said, "rb") if line.startswith(b"act ")]
    sent, count = b"", 0
    for line in open(told, "rb"):
        sent += line
        if line.startswith(b"turn "):
            found = hint("-", text=sent)
            if found["action"].encode() != answers[count]:
                sys.exit("turn %d: %s, not %s" % (count + 1, answers[count], found))
            count += 1
    return count

if len(sys.argv) == 2:
    print(from_record(sys.argv[1]), "steps")
else:
    count = from_messages(sys.argv[1], sys.argv[2])
    print(count, "turns")
    sys.exit(count < 20)
PY
for preset in wikipedia three-handed five-kitty two-handed-table everything; do
    build/avondale match --bot "a=build/bots/basic" --bot "b=build/bots/basic" --ruleset $preset --games 1 --seed 0f \
        --option max_hands=1 --records "$dir/$preset" >"$dir/out" 2>&1 || fail "$preset: no match"
    python3 "$dir/check.py" "$dir/$preset" || fail "$preset"
done
cat >"$dir/bot.sh" <<'SH'
tee "$1/told.$$" | build/bots/basic | tee "$1/said.$$"
SH
build/avondale match --bot "a=sh $dir/bot.sh $dir" --bot "b=build/bots/basic" --games 1 --seed 0f --option max_hands=3 \
    >"$dir/out" 2>&1 || fail "no match with a log"
for told in "$dir"/told.*; do
    python3 "$dir/check.py" "$told" "$dir/said.${told##*.}" || fail "messages"
done

record=$dir/wikipedia
line=$($hint --by expert --worlds 2 "$record:1:1:1") || fail "expert: exit $?"
word=${line%%:*}
build/avondale rules --explain "$record:1:1:1" "$word" >"$dir/out" || fail "expert's $word is not legal"
echo "$line" | grep -q ' wins the match in [0-9.]* %' || fail "expert: $line"
[ "$($hint --by expert --worlds 2 "$record:1:1:1")" = "$line" ] || fail "expert changes its mind"
# --detail prints the same line first. The place is in the play, where the contract is known.
$hint --by expert --worlds 2 --detail "$record:1:1:1" >"$dir/out" || fail "--detail: exit $?"
[ "$(head -1 "$dir/out")" = "$line" ] || fail "--detail says something else: $(cat "$dir/out")"
grep -Eq '^next: .* [+-][0-9.]* %, .* [+-][0-9.]* %$' "$dir/out" || fail "no next best actions: $(cat "$dir/out")"
# expert-2 gives the details by default, and says that it uses what it learned from auctions.
$hint --by expert-2 --worlds 2 "$record:1:1:1" >"$dir/out" || fail "expert-2: exit $?"
sed -n 1p "$dir/out" | grep -q 'that fit what it saw, and what it learned from auctions), ' || fail "expert-2: $(cat "$dir/out")"
grep -Eq '^partner: .* [0-9]* %$' "$dir/out" || fail "expert-2 knows no partner: $(cat "$dir/out")"
grep -Eq '^next: .* [+-][0-9.]* %, .* [+-][0-9.]* %$' "$dir/out" || fail "expert-2: no next best actions: $(cat "$dir/out")"
python3 - "$record" <<'PY' || fail "--detail in the play"
import json, subprocess, sys

steps = json.loads(open(sys.argv[1]).readline())["hands"][0]["steps"]
step = next(number for number, (seat, phase, action) in enumerate(steps, 1) if phase == "play")
run = subprocess.run(["build/avondale", "hint", "--json", "--detail", "%s:1:1:%d" % (sys.argv[1], step)],
                     stdout=subprocess.PIPE, check=True)
detail = json.loads(run.stdout)["detail"]
assert detail["worlds"] == 100 and 0 <= detail["made"]["share"] <= 1 and detail["made"]["call"], detail
assert len(detail["partner"]) == 6 and all(0 < card["share"] <= 1 for card in detail["partner"]), detail
PY

refused() { # WORD ARGUMENT...
    word=$1
    shift
    $hint "$@" >"$dir/out" 2>"$dir/err" </dev/null
    [ $? = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q -- "$word" "$dir/err" ||
        fail "$* is not refused with a line that names $word: $(cat "$dir/err")"
}
refused 'FILE:GAME:HAND:STEP'
refused 'FILE:GAME:HAND:STEP' "$record"
refused 'no step 900' "$record:1:1:900"
refused 'game 7' "$record:7:1:1"
refused 'nosuch' "$dir/nosuch:1:1:1"
refused 'basic, expert or expert-2' --by oracle "$record:1:1:1"
refused '1 to 160' --worlds 0 "$record:1:1:1"
refused 'no .turn.' -
refused dance --dance x
echo 'game g=1 id=x seat=0 players=a,b preset=nosuch sides=0,1 scores=0,0 policy=strict set=s commit=00' |
    $hint - >"$dir/out" 2>"$dir/err"
[ $? = 2 ] && grep -q nosuch "$dir/err" || fail "a ruleset that is none: $(cat "$dir/err")"
head -c 3000 /dev/urandom | $hint - >"$dir/out" 2>"$dir/err"
[ $? = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] || fail "noise: $(cat "$dir/err")"
$hint --help | grep -q 'usage: avondale hint' || fail "no help"
[ $bad = 0 ] && echo "hint: it says what basic does"
exit $bad

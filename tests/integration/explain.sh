#!/bin/sh
# avondale rules --explain: one decision of a record, its sentence, its exit status; one line for bad input.
set -u
cd "$(dirname "$0")/../.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
good=tests/vectors/rules/wikipedia.jsonl
wrong=tests/vectors/rules-bad.jsonl

# explain STATUS ARGUMENTS...: leaves the output in $dir/out and $dir/err
explain() {
    status=$1
    shift
    build/avondale rules --explain "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    if [ $got != "$status" ]; then
        echo "explain: $*: expected exit $status, got $got" >&2
        cat "$dir/out" "$dir/err" >&2
        bad=1
    fi
}
says() { # LINE: the output has it as a whole line
    grep -qxF -- "$1" "$dir/out" && return
    echo "explain: expected the line '$1', got:" >&2
    cat "$dir/out" >&2
    bad=1
}
refused() { # TEXT: one line on standard error, nothing else
    [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" -eq 1 ] && grep -qF -- "$1" "$dir/err" && return
    echo "explain: expected one line of error with '$1', got:" >&2
    cat "$dir/out" "$dir/err" >&2
    bad=1
}

explain 0 $good:1:1:30
says "to decide: seat 1 (bob), phase play, dealer seat 2"
says "hand:      8S QS KS 7H 8H"
says "auction:   3:pass 0:6H 1:7H 2:pass 0:pass"
says "contract:  7H by seat 1 (bob), partner seat 3"
says "trick 6:   2:10C 3:9C 0:7C, suit led C"
says "legal:     8S QS KS 7H 8H"
says "recorded:  8H is legal: C was led, and the hand cannot follow suit, so any card may be played (Play, Trumps)."

# The game by its id, and actions that the user names.
explain 1 $good:v-wikipedia-0:1:5 6S 7NT zzz
says "recorded:  pass is legal: a seat may pass at its turn (Auction)."
says "asked:     6S is not legal: 6S does not outbid 7H (Calls, scoring=avondale)."
says "asked:     7NT is legal: 7NT outbids 7H (Calls, scoring=avondale)."
says "asked:     zzz is not legal: it is no word of the notation (Words and cards)."
explain 0 $good:v-wikipedia-0:1:5 7NT

explain 1 $wrong:17:1:17
says "recorded:  6C is not legal: S was led and the hand can follow suit, so it may play only 6S (Play, Trumps)."
explain 1 $wrong:22:1:7
says "recorded:  discard:AC:KD is not legal: cards to name: 3, and there are 2 (Play)."
says "legal:     3 of 6S 9S 7C 9C KC AC 8D 9D KD AD 4H 9H 10H"
explain 0 $wrong:17:1:2

# A default action after a fault, a step of the wrong seat, a name with escape sequences, and a colon in the name of the
# file.
sed -n '1{s/"steps":/"faults":[[4,0,"illegal"]],"steps":/;s/"ann"/"a\\u001b[2Jn"/;p;}' $good >"$dir/a:b.jsonl"
explain 0 "$dir/a:b.jsonl:1:1:5"
says "fault:     seat 0, illegal: the recorded action is the default one that stood in"
says "to decide: seat 0 (a?[2Jn), phase auction, dealer seat 2"
sed -n '1{s/\[0,"auction","pass"\]/[2,"play","pass"]/;p;}' $good >"$dir/turn.jsonl"
explain 1 "$dir/turn.jsonl:1:1:5"
says "recorded:  seat 2 in phase play, but it is the turn of seat 0 in phase auction (The game)."

# Every step of a hand that replays has a sentence, and is legal.
for place in everything.jsonl:1:1 two-handed-draft.jsonl:1:3 two-handed-draw.jsonl:1:1 five-handed-hidden.jsonl:1:1; do
    hand=${place##*:}
    step=1
    while build/avondale rules --explain "tests/vectors/rules/$place:$step" >"$dir/out" 2>"$dir/err"; do
        grep -q '^recorded: .* is legal: .*)\.$' "$dir/out" || { cat "$dir/out" >&2; bad=1; }
        step=$((step + 1))
    done
    refused "line 1 has no step $step in hand $hand; allowed: 1 to $((step - 1))"
    [ $step -gt 20 ] || { echo "explain: $place ends at step $step" >&2; bad=1; }
done

explain 2
refused "FILE:GAME:HAND:STEP"
for place in x x:1:1 $good:1:0:1 $good:1:1:x $good:1:1:-1 $good:1:1:99999999 :1:1:1; do
    explain 2 "$place"
    refused "$place: expected FILE:GAME:HAND:STEP"
done
explain 2 "$dir/none:1:1:1"
refused "none: No such file"
explain 2 $good:none:1:1
refused "no game none; allowed: a line from 1 to"
explain 2 $good:1:90:1
refused "line 1 has no hand 90; allowed: 1 to 3"
explain 2 $good:1:1:90
refused "line 1 has no step 90 in hand 1; allowed: 1 to 46"
explain 2 $wrong:1:1:1
refused "ruleset: ban=1: no such value"
explain 2 $wrong:17:1:18
refused "hand 1 step 17: expected a legal action"
[ $bad = 0 ] && echo "explain: legal or not, and why"
exit $bad

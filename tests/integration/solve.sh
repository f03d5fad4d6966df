#!/bin/sh
# `avondale solve`: deals as text, positions of records, JSON, one line of error.
set -u
cd "$(dirname "$0")/../.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
solve="build/avondale solve"
# expect STATUS WANTED COMMAND...: the whole of standard output
expect() {
    status=$1 wanted=$2
    shift 2
    "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    if [ "$got" != "$status" ] || [ "$(cat "$dir/out")" != "$wanted" ]; then
        echo "solve: $*: expected $status and '$wanted', got $got and:" >&2
        cat "$dir/out" "$dir/err" >&2
        bad=1
    fi
}
refused() { # WORD ARGUMENT...: exit 2, and the one line names WORD
    word=$1
    shift
    expect 2 "" $solve "$@"
    if [ "$(wc -l <"$dir/err")" != 1 ] || ! grep -q -- "$word" "$dir/err"; then
        echo "solve: $*: expected a line that names $word, got:" >&2
        cat "$dir/err" >&2
        bad=1
    fi
}

expect 0 'lead   S   C   D   H   NT   misere
   0   1   1   0   0    1       no
   1   0   0   1   1    1       no
   2   1   1   0   0    1       no
   3   0   0   1   1    1       no' $solve AS/5D/6C/7H
expect 0 '8NT by seat 0, trick 9, hand 0 to play: 1 trick (counted: hands 0 2)
cards: 5S 1, QS 1
best play:
   9: 0 5S, 1 6S, 2 AS, 3 KS
  10: 2 7C, 3 8C, 0 QS, 1 7S' $solve --contract 8NT '5S QS / 6S,7S / AS 7C / KS 8C'
expect 0 '{"contract":"misere","trick":9,"hand":1,"counted":[1,3],"goal":"no-trick","value":1,"cards":[{"card":"5S","value":1},{"card":"6S","value":1}],"nodes":1,"play":[[1,"5S"],[2,"7S"],[0,"8S"],[0,"5C"],[1,"6S"],[2,"9C"]]}' \
    $solve --contract misere --by 1 --json '8S 5C/5S 6S/7S 9C/AS KS'
[ "$($solve --json --ruleset three-handed --option jack_nt=only AS/7S/8S | tr '{' '\n' |
    grep -c '^"leader":[0-2],"call":"[SCDHJNTmisere]*","value":[01],"nodes":0}')" = 18 ] ||
    { echo "solve: not the table of a deal as JSON" >&2; bad=1; }

# A position of a record gives the same as its deal with the contract in it.
record=tests/vectors/rules/breach.jsonl
deal=$(python3 -c 'import json, sys; print("/".join(",".join(hand) for hand in json.loads(open(sys.argv[1]).readline())["hands"][0]["deal"]["hands"]))' $record)
expect 0 "$($solve $record:1:1:1)" $solve --ruleset breach "$deal"
expect 0 "$($solve $record:1:1:1)" $solve $record:v-breach-0:1:1
grep -q '^lead ' "$dir/out" || { echo "solve: no table for a deal" >&2; bad=1; }
played=$(echo "$deal" | sed 's/9S/8C/; s/6D/QC/') # hand 1 takes 8C 6C QC and discards 9S 6C 6D
expect 0 "$($solve $record:1:1:6)" $solve --ruleset breach --contract 6S --by 1 "$played"
grep -q '^6S by seat 1, trick 1, hand 1 to play: ' "$dir/out" || { echo "solve: no position" >&2; bad=1; }
expect 1 "" $solve --nodes 5 --json '5S 7S 4D 6D KS 5C 7C 9C JH KC/6S 8S 10S 8H AS 6C 8C 10C QD AC/9S JS 8D 10D QC 4H 6H QS 10H QH/5D 7D 9D JD KD 5H 7H 9H JC KH'
grep -q 'gave up after 5 nodes' "$dir/err" || { echo "solve: giving up is not told" >&2; bad=1; }
refused 1S AS/5D/6C/1S
refused twice AS/5D/6C/AS
refused BJ AS/5D/6C/BJ
refused '3 hands' AS/5D/6C
refused 'too many' AS/5D/6C/7H/8H
refused 'as many in' 'AS KS/5D/6C/7H'
refused 'as many in' --contract 8H 'AS KS/5D/6C/7H'
refused 9X --contract 9X AS/5D/6C/7H
refused hi-lo --contract hi-lo AS/5D/6C/7H
refused 'by 4' --contract 8H --by 4 AS/5D/6C/7H
refused 'leader x' --contract 8H --leader x AS/5D/6C/7H
refused 'leader 2' --contract misere --leader 2 AS/5D/6C/7H
refused austrian --ruleset austrian AS/5D/6C/7H
refused nodes --nodes many AS/5D/6C/7H
refused dance --dance AS/5D/6C/7H
refused DEAL
refused FILE:GAME:HAND:STEP $record:1:1
refused nosuch "$dir/nosuch:1:1:1"
refused 'game 99' $record:99:1:1
refused 'game nobody' $record:nobody:1:1
refused FILE:GAME:HAND:STEP $record:1:1:0
refused FILE:GAME:HAND:STEP :1:1:1
refused 'step 999' $record:1:1:999
refused ruleset --ruleset set $record:1:1:1
$solve --help | grep -q 'usage: avondale solve' || bad=1
[ $bad = 0 ] && echo "solve: deals and positions are solved, the rest is refused"
exit $bad

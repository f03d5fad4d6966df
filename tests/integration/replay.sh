#!/bin/sh
# The edges of `avondale replay` and of the program that checks vectors: streams, JSON, one line of error, exit
# statuses. (vectors.sh runs the vectors themselves.)
set -u
cd "$(dirname "$0")/../.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
# expect STATUS LAST-LINE COMMAND...
expect() {
    status=$1 last=$2
    shift 2
    "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    line=$(tail -n 1 "$dir/out")
    if [ "$got" != "$status" ] || [ "$line" != "$last" ]; then
        echo "replay: $*: expected $status and '$last', got $got and '$line'" >&2
        bad=1
    fi
}
one_error_line() {
    if [ -s "$dir/out" ] || [ "$(wc -l <"$dir/err")" -ne 1 ]; then
        echo "replay: expected one line of error, got:" >&2
        cat "$dir/out" "$dir/err" >&2
        bad=1
    fi
}
replay="build/avondale replay"
vectors=tests/vectors

expect 0 "3 records, 25 hands, 836 steps: 0 differ" sh -c "$replay - <$vectors/rules/set.jsonl"
expect 0 '{"records":3,"hands":25,"steps":836,"differ":0}' $replay --json $vectors/rules/set.jsonl
expect 1 "40 records, 60 hands, 1684 steps: 40 differ" $replay --strict $vectors/rules-bad.jsonl
[ "$(wc -l <"$dir/out")" -eq 41 ] || { echo "replay: expected a line for each bad record" >&2; bad=1; }
grep -q "^$vectors/rules-bad.jsonl:12: hand 5: scores: expected 60 for side 1, got 70$" "$dir/out" ||
    { echo "replay: the difference of record 12 is not told" >&2; bad=1; }
expect 2 "" $replay
one_error_line
expect 2 "" $replay --fast x.jsonl
one_error_line
expect 2 "" $replay "$dir/none.jsonl"
one_error_line

sed 's/0\.7597469266479578/0.7597569266479578/' $vectors/ratings.json >"$dir/ratings.json"
expect 1 "12 vectors: 1 differ" build/tests/vectors "$dir/ratings.json"
expect 2 "" build/tests/vectors "$dir/none.json"
one_error_line
[ $bad = 0 ] && echo "replay: the edges hold"
exit $bad

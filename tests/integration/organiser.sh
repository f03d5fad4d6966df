#!/bin/sh
# An organiser's rulings: a pairing is played again, an entry is disqualified, in several formats, in the middle and
# after the end. Played records stay, byte for byte; a run that is killed continues under the same rulings; no ruling
# can be taken back. More than 64 entries play.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
    echo "FAIL: $1"
    exit 1
}
describe() { # FORMAT ENTRIES
    printf '[tournament]\nformat = %s\nruleset = two-handed-draw\nmax_hands = 1\nseed = 5eed\njobs = 4\n' "$1"
    for i in $(seq "$2"); do
        printf '[entry e%s]\ncommand = %s/build/bots/random --seed %s\n' "$i" "$top" "$i"
    done
}
cup() { build/avondale tournament "$@"; }
refused() { # WORDS ARGUMENTS
    words=$1
    shift
    status=0
    cup "$@" >/dev/null 2>"$tmp/err" || status=$?
    [ $status = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q -- "$words" "$tmp/err" || {
        cat "$tmp/err"
        fail "$* gave $status, not a line with '$words'"
    }
}
value() { # FILE EXPRESSION, where r is the results
    python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"
}

for format in round-robin gauntlet swiss knockout double-knockout league; do
    echo "== $format"
    describe $format 6 >"$tmp/$format.ini"
    out=$tmp/$format
    refused 'expected --reason TEXT' "$tmp/$format.ini" --disqualify e2
    [ ! -e "$out" ] || fail 'a refused ruling made a directory'
    cup "$tmp/$format.ini" >/dev/null
    cp "$out/records.jsonl" "$tmp/before"
    cp "$out/results.json" "$tmp/results"
    last=$(value "$out/results.json" '[m["number"] for m in r["meetings"] if "b" in m][-1]')
    refused 'expected a meeting from 1 to' "$tmp/$format.ini" --rerun 1000
    refused 'there is no such entry' "$tmp/$format.ini" --disqualify nobody --reason x
    cmp "$out/results.json" "$tmp/results" || fail 'a refused ruling changed the results'
    [ ! -e "$out/rulings.jsonl" ] || fail 'a refused ruling was written'
    cup "$tmp/$format.ini" --rerun "$last" --reason 'The power failed.' >"$tmp/out"
    grep -q 'is played again: The power failed.' "$tmp/out" || fail 'the reason is not shown'
    size=$(stat -c %s "$tmp/before")
    head -c "$size" "$out/records.jsonl" | cmp - "$tmp/before" || fail 'old records changed'
    [ "$(stat -c %s "$out/records.jsonl")" -gt "$size" ] || fail 'nothing was played again'
    # The ruling names the records that existed when it was made.
    hash=$(sha256sum <"$tmp/before" | cut -d' ' -f1)
    grep -q "\"records\":\"$hash\",\"records_bytes\":$size}" "$out/rulings.jsonl" || fail 'other records are named'
    [ "$(value "$out/results.json" '[v["meeting"] for v in r["void"]]')" = "[$last]" ] || fail 'the old result is gone'
    winner=$(value "$out/results.json" 'r["standings"][0]["entry"]')
    cup "$tmp/$format.ini" --disqualify "$winner" --reason 'It <cheated>.' >"$tmp/out"
    [ "$(value "$out/results.json" '[s["entry"] for s in r["standings"] if s["disqualified"]]')" = "['$winner']" ] ||
        fail 'not disqualified'
    [ "$(value "$out/results.json" 'r["standings"][0]["entry"]')" != "$winner" ] || fail 'it has won all the same'
    [ "$(value "$out/results.json" 'len(r["rulings"])')" = 2 ] || fail 'a ruling is missing'
    grep -q "^ *dq  $winner " "$out/standings.txt" || fail 'the table does not say so'
    [ "$(grep -c ',yes$' "$out/standings.csv")" = 1 ] || fail 'the CSV does not say so'
    grep -q "<th scope=\"row\">$winner (disqualified)<" "$out/index.html" || fail 'the page does not say so'
    grep -q 'It &lt;cheated&gt;.' "$out/index.html" || fail 'the reason is not on the page'
    refused 'disqualified already' "$tmp/$format.ini" --disqualify "$winner" --reason again
    cp "$out/results.json" "$tmp/results"
    cup "$tmp/$format.ini" --resume >/dev/null
    cmp "$out/results.json" "$tmp/results" || fail 'going on gives another result'
done

echo '== rulings cannot be taken back or changed'
out=$tmp/swiss
cp "$out/rulings.jsonl" "$tmp/rulings"
sed -i 1d "$out/rulings.jsonl"
refused 'rulings.jsonl: line 1: it does not follow' "$tmp/swiss.ini" --resume
sed 's/power/weather/' "$tmp/rulings" >"$out/rulings.jsonl"
refused 'rulings.jsonl: line 2: it does not follow' "$tmp/swiss.ini" --resume
cp "$tmp/rulings" "$out/rulings.jsonl"
cup "$tmp/swiss.ini" --resume >/dev/null
cp "$out/records.jsonl" "$tmp/before"
head -2 "$tmp/before" >"$out/records.jsonl"
refused 'records from before a ruling are missing' "$tmp/swiss.ini" --resume
cp "$tmp/before" "$out/records.jsonl"

echo '== killed in the middle, with a ruling there'
describe swiss 8 >"$tmp/mid.ini"
printf '[entry gate]\ncommand = sh -c "while [ ! -e %s/open ]; do read line <%s/pipe; done; exec %s/build/bots/random"\n' \
    "$tmp" "$tmp" "$top" >>"$tmp/mid.ini"
mkfifo "$tmp/pipe"
sed -i 's/^jobs = 4/jobs = 1\ntime = startup=600000/' "$tmp/mid.ini"
build/avondale tournament "$tmp/mid.ini" >/dev/null 2>&1 &
run=$!
await 30 test -s "$tmp/mid/records.jsonl" || fail 'no games'
kill -9 $run
wait $run 2>/dev/null || true
: >"$tmp/open"
cup "$tmp/mid.ini" --disqualify e1 --reason 'It left.' >/dev/null
[ "$(value "$tmp/mid/results.json" 'r["finished"], r["standings"][-1]["entry"], r["rulings"][0]["after_blocks"] > 0')" = \
    "(True, 'e1', True)" ] || fail 'it did not continue without e1'
later=$(value "$tmp/mid/results.json" 'max(m["round"] for m in r["meetings"] if "e1" in (m["a"], m.get("b")))')
[ "$later" -lt "$(value "$tmp/mid/results.json" 'max(m["round"] for m in r["meetings"])')" ] || fail 'e1 played on'

echo '== more than 64 entries'
describe knockout 100 >"$tmp/large.ini"
cup "$tmp/large.ini" >"$tmp/out"
[ "$(value "$tmp/large/results.json" 'len(r["standings"]), sum("b" in m for m in r["meetings"])')" = '(100, 99)' ] ||
    fail 'not all have played'
[ "$(awk 'length > 200' "$tmp/large/standings.txt" | wc -l)" = 0 ] || fail 'a table of all pairs is in the text'
describe swiss 1025 >"$tmp/large.ini"
refused 'at most 1024 entries' "$tmp/large.ini"
echo 'organiser: all as it should be'

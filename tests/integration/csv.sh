#!/bin/sh
# Records become a CSV table, the table becomes a ladder, and the ladder gives the same table again.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bin=build/avondale
ladder() { # NAME COMMAND...
    name=$1
    shift
    $bin ladder --store "sqlite:$tmp/$name.db" "$@"
}
# The table of fixed records, byte for byte: a fault, a forfeit, a hand that was not dealt, five sides.
$bin replay --csv tests/golden/show.jsonl >"$tmp/golden"
diff tests/golden/show.csv "$tmp/golden"

timeout "$(patience 60)" $bin match --bot ann=build/bots/basic --bot bob="build/bots/rude --how illegal --after 40" --games 12 \
    --seed 17 --policy strikes=40 --option max_hands=4 --records "$tmp/records" --json >"$tmp/json"
$bin replay --csv "$tmp/records" >"$tmp/table"
[ "$(wc -l <"$tmp/table")" = 13 ]
# Its faults are those that the match counted.
faults=$(awk -F, 'NR > 1 { n = split($NF, at, " "); for (i = 1; i <= n; i++) sum += at[i] } END { print sum }' "$tmp/table")
[ "$faults" = "$(grep -o '"bob": [0-9]*' "$tmp/json" | head -1 | grep -o '[0-9]*$')" ] ||
    { echo "$faults faults in the table"; grep '"bob"' "$tmp/json"; exit 1; }

ladder one import "$tmp/table" | grep -qx '12 results added, 0 were there already'
ladder one import "$tmp/table" | grep -qx '0 results added, 12 were there already'
ladder one recompute --verify >"$tmp/out"
grep -q ': 0 differ$' "$tmp/out"
ladder one export --csv >"$tmp/first"
ladder two import - <"$tmp/first" >/dev/null
ladder two export --csv | cmp - "$tmp/first"
ladder one top >"$tmp/top"
ladder two top | cmp - "$tmp/top"
grep -q ' ann+ann .* 12 ' "$tmp/top" # it held both seats of its side

refused() { # WORD COMMAND...
    word=$1
    shift
    status=0
    "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    [ "$status" = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q -- "$word" "$tmp/err" ||
        { cat "$tmp/err"; echo "exit $status from: $*"; exit 1; }
}
sed '5s/,floor,/,a-reason-that-is-too-long,/; 5s/,hands,/,a-reason-that-is-too-long,/; 5s/,forfeit,/,a-reason-that-is-too-long,/' \
    "$tmp/table" >"$tmp/bad"
refused 'bad line 5: reason' ladder three import "$tmp/bad"
refused nosuch ladder three import "$tmp/nosuch"
refused 'expected FILE' ladder three import
refused 'one of --records, --csv and --all' ladder one export --csv --records
status=0
echo '{"format":"avondale-record/1"}' | $bin replay --csv - >"$tmp/out" 2>"$tmp/err" || status=$?
[ "$status" = 1 ] && grep -q -- '-:1: not a record' "$tmp/err"

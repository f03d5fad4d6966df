#!/bin/sh
# What the bench reports of its figures: growth as powers, a table and a plot; an earlier run beside this one.
set -u
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
fail() {
    echo "bench_report: $*"
    exit 1
}

# A constant, a root, a line; one figure that could not be measured; 3 and 30 bots.
{
    for n in 1000 10000 100000; do
        echo "results $n constant 5"
        awk -v n=$n 'BEGIN { print "results", n, "root", sqrt(n) }'
        echo "results $n line $n"
    done
    echo 'bots 3 memory 100'
    echo 'bots 30 cpu 2.5'
    echo 'bots 30 memory 110'
    echo 'bots 3 cpu 0'
} | sh tests/bench/growth.sh "$tmp" >"$tmp/powers" || fail "growth.sh ended with $?"
printf 'growth.constant 0.000 power\ngrowth.root 0.500 power\ngrowth.line 1.000 power\n' >"$tmp/expected"
cmp "$tmp/powers" "$tmp/expected" || fail "other powers: $(cat "$tmp/powers")"
grep -q '^100000  *5  *316.228  *100000$' "$tmp/growth.txt" || fail "no such row: $(cat "$tmp/growth.txt")"
grep -q '^3  *100  *-$' "$tmp/growth.txt" || fail "what was not measured is not -: $(cat "$tmp/growth.txt")"
[ "$(grep -c '<polyline' "$tmp/growth.svg")" -eq 5 ] || fail "not five lines in the plot"
[ "$(tail -1 "$tmp/growth.svg")" = '</svg>' ] || fail "the plot has no end"
if grep -qiE 'nan|inf' "$tmp/growth.svg"; then fail "numbers that are none in the plot"; fi

cat >"$tmp/base.json" <<EOF
[
  {"name": "same", "value": 100, "unit": "us"},
  {"name": "slower", "value": 100, "unit": "us", "floor": 50, "ratio": 2.000},
  {"name": "busy", "value": 100, "unit": "us", "floor": 50, "ratio": 2.000}
]
EOF
cat >"$tmp/now.json" <<EOF
[
  {"name": "same", "value": 100, "unit": "us"},
  {"name": "slower", "value": 150, "unit": "us", "floor": 50, "ratio": 3.000},
  {"name": "busy", "value": 200, "unit": "us", "floor": 100, "ratio": 2.000},
  {"name": "new", "value": 7, "unit": "us"}
]
EOF
sh tests/bench/compare.sh "$tmp/base.json" "$tmp/now.json" >"$tmp/table" || fail "compare.sh ended with $?"
[ "$(wc -l <"$tmp/table")" -eq 5 ] || fail "not five lines: $(cat "$tmp/table")"
grep -q '^same  *100  *100  *1.000$' "$tmp/table" || fail "what is the same is not: $(cat "$tmp/table")"
grep -q '^slower .* 1.500 .* 3.000  *2.000  *1.500 \*$' "$tmp/table" || fail "what is slower is not marked: $(cat "$tmp/table")"
grep -q '^busy .* 2.000  *2.000  *1.000$' "$tmp/table" || fail "a busy machine is marked: $(cat "$tmp/table")"
grep -q '^new  *7  *-$' "$tmp/table" || fail "what is new is not there: $(cat "$tmp/table")"

# A ladder of a million bots, in little: each part has a figure at each size, and a power.
{
    build/bench/crowd 4000 2 && build/bench/million "$tmp" 4000 2
} >"$tmp/million" || fail "a small million: $(tail -1 "$tmp/million")"
for part in come seat pass again trickle meetings apply store replay open standings bot; do
    for size in 400 4000; do
        grep -qE "^(crowd|million) $size $part [0-9.e+-]+ s( [0-9.e+]+ bytes)?\$" "$tmp/million" || fail "no $part of $size bots"
    done
    grep -qE "^(crowd|million) power $part -?[0-9.]+\$" "$tmp/million" || fail "no power of $part: $(cat "$tmp/million")"
done
[ ! -e "$tmp/million.db" ] || fail "million left its file"

# A hundred nodes, calculated from the most nodes that were measured with announcements: 1,000 results a second.
cat >"$tmp/writers" <<'EOF'
new writers.4-groups-of-64 9000 results/s
new writers.8-groups-of-8-announced 2000 results/s
new writers.16-groups-of-8-announced 1000 results/s
new writers.16-groups-of-8-announced.wait-most 500 ms
new writers.16-groups-of-8-announced.cpu 1600 us/result
EOF
echo '  {"name": "serve.msgpack.cpu", "value": 10, "unit": "us", "floor": 9, "ratio": 1.1}' >"$tmp/cpu.json"
sh tests/bench/nodes.sh "$tmp/cpu.json" "$tmp/writers" 100 >"$tmp/nodes" || fail "nodes.sh ended with $?"
for line in 'store.rate 1000 results/s: writers.16-groups-of-8-announced' 'node.rate 1000 games/s' 'nodes.full 1 ' 'nodes.game 25 s' \
    'nodes.read 100 us' 'store.wait 500 ms'; do
    grep -q "^$line" "$tmp/nodes" || fail "no $line: $(cat "$tmp/nodes")"
done

# The page of measures: figures with and without a floor; goals met and missed, on a ratio or a value.
cat >"$tmp/bench.json" <<'JSON'
[
  {"form": "quick", "rounds": 3, "seconds": 1, "processors": 2, "load": 0.5, "commit": "0123456789ab"},
  {"name": "serve.msgpack.cpu", "value": 12.1, "unit": "us", "floor": 9.1, "ratio": 1.330, "low": 1.280, "high": 1.400},
  {"name": "start.open", "value": 0.35, "unit": "s", "floor": 6.8, "ratio": 0.051},
  {"name": "another.figure", "value": 7, "unit": "bots"}
]
JSON
sh tests/bench/measures.sh "$tmp/bench.json" >"$tmp/measures.md" || fail "measures.sh ended with $?"
cat >"$tmp/expected" <<'PAGE'
| `serve.msgpack.cpu` | 12.1 us | 9.1 | 1.330 (1.280 to 1.400) | at most 1.25: missed |
| `start.open` | 0.35 s | 6.8 | 0.051 | at most 1: met |
| `another.figure` | 7 bots |  |  |  |

1 goals met, 1 missed.
PAGE
tail -5 "$tmp/measures.md" >"$tmp/rows"
cmp "$tmp/rows" "$tmp/expected" || fail "another page: $(cat "$tmp/rows")"
grep -q 'the quick form: 3 rounds of 1 s on 2 processors at commit 0123456789ab; the load was 0.5 ' "$tmp/measures.md" ||
    fail "the page does not say which run it is: $(cat "$tmp/measures.md")"
if sh tests/bench/measures.sh /dev/null >"$tmp/none" 2>&1; then fail 'a page of nothing'; fi

#!/bin/sh
# The tutorial of sample-bots/README.md works as printed: its bot is saved where the page says, then every `sh` block
# runs, in order, as one script.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
if ! command -v python3 >/dev/null 2>&1; then
    echo "python3 is not installed"
    exit 77
fi
page=sample-bots/README.md
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
rm -rf build/first
mkdir -p build/first
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' $page >build/first/bot.py
[ -s build/first/bot.py ]
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' $page >"$tmp/commands"
[ "$(wc -l <"$tmp/commands")" -ge 12 ]
timeout "$(patience 100)" sh -eux "$tmp/commands" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
cat "$tmp/out"

# What the page promises: better than random, worse than basic, no fault, games on the ladder.
grep -q 'first vs random: 40 games, +\(3[0-9]\|40\) ' "$tmp/out"
grep -q 'first vs basic: 40 games, +[0-9] ' "$tmp/out"
grep -q '^worst hands:' "$tmp/out"
if grep -q '"faults"' build/first/*.jsonl; then
    exit 1
fi
grep -q '^ *[-0-9]* *first .* [1-9]' "$tmp/out"

# The table has a row for every bot that measure.sh knows, and the pages name every existing file.
sed -n '/^cat.*bots/,/^END/p' sample-bots/measure.sh | sed -n 's/^\([a-z-]*\)|.*/\1/p' >"$tmp/names"
[ "$(wc -l <"$tmp/names")" -ge 12 ]
while IFS= read -r name; do
    grep -q "^| \[$name\](" $page || { echo "$page: no row for $name"; exit 1; }
done <"$tmp/names"
# Each row of the table of strength is a pair that strength.sh plays, with its number of games.
sed -n '/^### Strength/,/^Each deal/s/^| \(`.*\)$/\1/p' $page >"$tmp/pairs"
[ "$(wc -l <"$tmp/pairs")" -ge 4 ]
while IFS='|' read -r one other games bars rest; do
    for name in "$one" "$other"; do
        name=$(echo "$name" | sed 's/[^`]*`\([a-z0-9-]*\)`.*/\1/')
        grep -q "^$name[.|]" sample-bots/strength.sh || { echo "$page: strength.sh does not know $name"; exit 1; }
    done
    [ "$games" -ge 8 ] && echo "$bars" | grep -q ' to ' || { echo "$page: $one against $other: $games games, $bars"; exit 1; }
done <"$tmp/pairs"
for file in sample-bots/*/*bot.* sample-bots/*/RandomBot.java; do
    grep -q "${file#sample-bots/}" $page || { echo "$page does not name $file"; exit 1; }
done

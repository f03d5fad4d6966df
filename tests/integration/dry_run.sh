#!/bin/sh
# tournament --dry-run counts as many games as are played, writes nothing, and names bots with faults in advance.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
broken() {
    echo "$*"
    cat "$tmp/said"
    exit 1
}
cup() { # FORMAT COMMAND OF THE LAST ENTRY
    cat >"$tmp/cup.ini" <<END
[tournament]
name = cup
output = $tmp/out
format = $1
ruleset = two-handed-dead
option = max_hands=1
repeats = 2
seed = 0123456789abcdef

[entry ann]
command = build/bots/random
[entry bob]
command = build/bots/basic
[entry cy]
command = $2
END
}
dry() { timeout "$(patience 60)" build/avondale tournament "$tmp/cup.ini" --dry-run "$@" >"$tmp/said" 2>&1; }

cup round-robin build/bots/random
dry || broken 'a dry run'
grep -q 'cup: round-robin, 3 entries, 3 rounds, 3 meetings' "$tmp/said" || broken 'the first line'
games=$(sed -n 's/.* blocks of .* games, \([0-9]*\) games$/\1/p' "$tmp/said")
grep -q '^[1-6] blocks were tried, 1 tables at once: about [0-9]* s for all$' "$tmp/said" || broken 'no time'
[ "$(ls "$tmp")" = "$(printf 'cup.ini\nsaid')" ] || broken "something was written: $(ls "$tmp")"
dry --json || broken 'as JSON'
grep -q "\"games\": $games" "$tmp/said" && grep -q '"tried_blocks": [1-6]' "$tmp/said" || broken 'the JSON'
timeout "$(patience 60)" build/avondale tournament "$tmp/cup.ini" >"$tmp/said" 2>&1 || broken 'the tournament'
[ "$(wc -l <"$tmp/out/records.jsonl")" = "$games" ] || broken "$games games were announced"
before=$(cd "$tmp/out" && cat ./* | cksum)
dry || broken 'a dry run beside results'
[ "$(cd "$tmp/out" && cat ./* | cksum)" = "$before" ] || broken 'the results are others'

cup round-robin 'sh -c "exit 3"'
status=0
dry || status=$?
[ $status = 3 ] && grep -q 'cy never started' "$tmp/said" || broken "a bot that does not start: $status"
cup round-robin "$tmp/none"
status=0
dry || status=$?
[ $status = 3 ] && grep -q 'bot cy' "$tmp/said" || broken "a bot that is not there: $status"
cup round-robin 'build/bots/rude --how illegal --after 1'
dry || broken 'a rude bot'
grep -q 'cy: .* faults (illegal' "$tmp/said" || broken 'faults are not named'
echo "tournament --dry-run: $games games, as many as were played"

#!/bin/sh
# One bot, the king, loses every game except those that thirty puppets lose to it on purpose, on a ladder of eight
# honest bots. It ends at most fifty points above its start. With --guard 0 it leads.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
farm() { # OPTION...: sets $rating to the king's rating
    rm -f "$tmp"/db*
    serve --ruleset two-handed-dead --option max_hands=1 "$@"
    timeout "$(patience 150)" python3 tests/integration/farm_client.py "$bots" 200 800
    games_stop
    build/avondale ladder --store "sqlite:$tmp/db" recompute
    build/avondale ladder --store "sqlite:$tmp/db" --json show king >"$tmp/king"
    rating=$(python3 -c 'import json, sys; print(int(json.load(sys.stdin)["rating_milli"] / 1000))' <"$tmp/king")
}
farm --guard 0
without=$rating
farm
echo "a king that loses, with 30 puppets: $rating, without the rule $without"
[ "$without" -gt 1580 ]
[ "$rating" -le 1550 ]
# No pair of the farm has met often enough to be suspect; the report names the king as one that beats newcomers.
status=0
build/avondale ladder --store "sqlite:$tmp/db" report residuals >"$tmp/report" || status=$?
grep -q 'king against bots that are not established: ' "$tmp/report" && [ "$status" = 1 ] || {
    cat "$tmp/report"
    exit 1
}
# A copied log takes its entries along, and gives the same ratings in the other store.
build/avondale ladder --store "sqlite:$tmp/db" export --all >"$tmp/all"
build/avondale ladder --store "sqlite:$tmp/copy" import "$tmp/all"
# Snapshots are not copied: they belong to the store.
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify >"$tmp/one.all"
build/avondale ladder --store "sqlite:$tmp/copy" recompute --verify >"$tmp/two.all"
grep -v '^snapshots: ' "$tmp/one.all" >"$tmp/one"
grep -v '^snapshots: ' "$tmp/two.all" >"$tmp/two"
cmp "$tmp/one" "$tmp/two"

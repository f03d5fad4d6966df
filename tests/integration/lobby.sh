#!/bin/sh
# Bots that choose their opponents: two rulesets in one daemon, a challenge, an invitation table; arranged games are
# unrated.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
serve --ruleset wikipedia,two-handed-dead --option max_hands=4
timeout "$(patience 120)" python3 tests/integration/lobby_client.py "$bots" >"$tmp/out" || {
    cat "$tmp/out" "$tmp/serve.log"
    exit 1
}
cat "$tmp/out"
kill "$server"
wait "$server"
server=
build/avondale ladder --store "sqlite:$tmp/db" export >"$tmp/export"
for game in $(sed -n 's/^unrated: //p' "$tmp/out"); do
    grep "$game" "$tmp/export" | grep -q "by invitation" || { echo "$game counts"; exit 1; }
done
# The one game of two bots is in its own ruleset, and it is rated.
grep '"two-handed-dead+max_hands=4"' "$tmp/export" | grep -v "by invitation" | grep -q '"ann"'
build/avondale ladder --store "sqlite:$tmp/db" recompute

# With as many rulesets as there may be, and more listed tables than fit into one message.
games_stop
rm -f "$tmp/db"
serve --ruleset "$(build/avondale rules | awk 'NR <= 16 { print $1 }' | paste -sd, -)"
timeout "$(patience 60)" python3 tests/integration/lobby_client.py "$bots" crowded || {
    cat "$tmp/serve.log"
    exit 1
}

#!/bin/sh
# Rated play continues, whoever else is connected; a bot that waits in vain is told why, and so are the log and the
# operator.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
serve --ruleset two-handed-dead,six-handed,three-handed --option max_hands=1 --log "$tmp/log" --log-level info
timeout "$(patience 120)" python3 tests/integration/waits_client.py "$bots" build/avondale "$tmp/db.admin" >"$tmp/out" 2>&1 || {
    cat "$tmp/out" "$tmp/serve.log" "$tmp/log"
    exit 1
}
cat "$tmp/out"
grep -q 'ruleset=six-handed waiting=1 needs=6 longest_sec=[0-9]* why=players:1' "$tmp/log" || {
    echo 'the log does not say who waits, and why:'
    grep waiting= "$tmp/log" || :
    exit 1
}
kill "$server"
wait "$server"
build/avondale ladder --store "sqlite:$tmp/db" recompute

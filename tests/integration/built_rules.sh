#!/bin/sh
# Tables with rules of their own: changes of options are told, refused in a line, and played; drawn at random they are played
# to the end by whoever comes; the page says the same as the arena; no ladder changes; the records verify; a game
# continues by its own rules after a crash.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
serve --ruleset wikipedia,two-handed-dead,three-handed-dead,five-handed,six-handed,everything,two-handed-draft --option max_hands=2
timeout "$(patience 120)" python3 tests/integration/built_rules_client.py "$bots" "$page" >"$tmp/out" || {
    cat "$tmp/out" "$tmp/serve.log"
    exit 1
}
cat "$tmp/out"
curl -sS "http://$page/api/v1/ladders" | grep -q '"ladders":\[\]' || { echo "there is a ladder"; exit 1; }
games_stop
build/avondale ladder --store "sqlite:$tmp/db" export >"$tmp/export"
[ "$(grep -c '"by invitation"' "$tmp/export")" = 26 ] || { echo "a game counts, or is missing"; exit 1; }
build/avondale ladder --store "sqlite:$tmp/db" export --records >"$tmp/records"
[ "$(wc -l <"$tmp/records")" = 26 ]
build/avondale replay --strict "$tmp/records" >/dev/null

rm -f "$tmp/db"
serve --ruleset two-handed-dead --journal "$tmp/journal"
sessions=$(timeout "$(patience 60)" python3 tests/integration/built_rules_client.py "$bots" "$page" begin)
kill -9 "$server"
wait "$server" 2>/dev/null || :
server=
serve --ruleset two-handed-dead --journal "$tmp/journal"
timeout "$(patience 60)" python3 tests/integration/built_rules_client.py "$bots" "$page" resume "$sessions"

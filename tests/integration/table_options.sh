#!/bin/sh
# Options of a table hold at invitation tables, in challenges and in searches; options that the operator does not allow
# are refused; bots chat before a game and after it; a game continues with its options after a crash.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
serve --ruleset two-handed-dead --option max_hands=2 --hints --chat text --time 3000 --live-delay 0
timeout "$(patience 120)" python3 tests/integration/table_options_client.py "$bots" "$page" >"$tmp/out" || {
    cat "$tmp/out" "$tmp/serve.log"
    exit 1
}
cat "$tmp/out"
games_stop

# An operator without hints, chat and spectators, who allows times longer than the default.
serve --ruleset two-handed-dead --option max_hands=2 --time 3000 --watchers-max 0 --table-ms-max 5000
timeout "$(patience 60)" python3 tests/integration/table_options_client.py "$bots" "$page" mean
games_stop

# A crash in the middle: the game continues with the times, the chat and the closed doors of its table.
serve --ruleset two-handed-dead --option max_hands=2 --hints --chat text --time 3000 --live-delay 0 --journal "$tmp/journal"
timeout "$(patience 60)" python3 tests/integration/table_options_client.py "$bots" "$page" begin >"$tmp/begun"
kill -9 "$server"
wait "$server" 2>/dev/null || :
server=
serve --ruleset two-handed-dead --option max_hands=2 --hints --chat text --time 3000 --live-delay 0 --journal "$tmp/journal"
timeout "$(patience 60)" python3 tests/integration/table_options_client.py "$bots" "$page" resume "$(cat "$tmp/begun")"
games_stop

# A stake moves the chips of a season, and needs a season.
rm -f "$tmp/db"
serve --ruleset two-handed-dead --option max_hands=2 --time 3000
timeout "$(patience 60)" python3 tests/integration/table_options_client.py "$bots" "$page" no_stakes
build/avondale ladder --store "sqlite:$tmp/db" season start spring --to 2100-01-01 --chips 500 --buy-in 5 >/dev/null
await 20 sh -c 'curl -sS "http://$1/api/v1/seasons" | grep -q spring' - "$page"
timeout "$(patience 60)" python3 tests/integration/table_options_client.py "$bots" "$page" stakes >"$tmp/stakes"
cat "$tmp/stakes"
games_stop
build/avondale ladder --store "sqlite:$tmp/db" season show spring >"$tmp/chips"
case $(cat "$tmp/stakes") in
*"1 won") wanted="610 390" ;;
*) wanted="500 500" ;; # a tie: each bot gets its stake back
esac
for chips in $wanted; do
    grep -q "^ *$chips  *\(ann\|bob\)\$" "$tmp/chips" || { cat "$tmp/chips"; exit 1; }
done
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify

# A bot without chips for the buy-in waits for no game, and is told why.
rm -f "$tmp/db"
serve --ruleset two-handed-dead --option max_hands=2 --time 3000
build/avondale ladder --store "sqlite:$tmp/db" season start spring --to 2100-01-01 --chips 10 --buy-in 10 >/dev/null
await 20 sh -c 'curl -sS "http://$1/api/v1/seasons" | grep -q spring' - "$page"
timeout "$(patience 60)" python3 tests/integration/table_options_client.py "$bots" "$page" poor
games_stop

# The client libraries request the same options, and find each other; an invalid seek is refused before they connect.
wishes="rated=0 chat=none bid_ms=2000"
for other in "python3 sample-bots/python/cautious_bot.py" "node sample-bots/js/cautious_bot.mjs"; do
    command -v "${other%% *}" >/dev/null || continue
    rm -f "$tmp/db"
    serve --ruleset two-handed-dead --option max_hands=2 --time 3000 --games-total 2
    build/bots/random --connect "$bots" --name in-c --seek "$wishes" 2>"$tmp/c.log" &
    players=$!
    $other --connect "$bots" --name other --seek "$wishes" 2>"$tmp/other.log" &
    players="$players $!"
    wait "$server"
    server=
    games_stop
    build/avondale ladder --store "sqlite:$tmp/db" export >"$tmp/export"
    [ "$(grep '"in-c"' "$tmp/export" | grep '"other"' | grep -c '"sought as unrated"')" = 2 ] ||
        { echo "$other played nothing"; exit 1; }
done
for bot in build/bots/random "python3 sample-bots/python/cautious_bot.py"; do
    if $bot --connect 127.0.0.1:1 --seek "chat none" 2>"$tmp/error"; then exit 1; fi
    grep -q "seek" "$tmp/error"
done
echo "client libraries: they find each other by their times"

#!/bin/sh
# A running game as the public sees it. Whatever the pages, the interface and the stream show during a hand holds no
# hidden card, by the record that is published afterwards. With the default delay nothing of a hand is shown before it
# is over; the places of spectators are limited; with spectating off there is nothing to see.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/lib/games.sh

slow_game() { # OPTION...: four bots that need leave for each answer; $gate gives it
    gate=$tmp/gate.$$
    : >"$gate"
    serve --time 600000 --option max_hands=3 "$@"
    slow_players "$gate"
    await 20 game_under_way || { echo "no game began"; exit 1; }
}

slow_game --live-delay 0
python3 tests/integration/live_check.py "http://$page" "$gate" at-once
games_stop
slow_game
python3 tests/integration/live_check.py "http://$page" "$gate" by-hands
games_stop
slow_game --watchers-per-table-max 2 --watchers-max 3
python3 tests/integration/live_check.py "http://$page" "$gate" places
games_stop
serve --watchers-max 0
[ "$(curl -sS "http://$page/api/v1/tables" | tr -d ' ')" = '{"tables":[],"total":0,"after":0,"next":null}' ]
games_stop
for bad in now -1 600001 5s ''; do
    status=0
    build/avondale serve --live-delay "$bad" --store "sqlite:$tmp/bad" 2>"$tmp/said" || status=$?
    [ $status = 2 ] && [ "$(wc -l <"$tmp/said")" = 1 ] && grep -q 'live-delay.*hand' "$tmp/said" || { cat "$tmp/said"; exit 1; }
done
echo 'nothing hidden was told'

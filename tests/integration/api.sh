#!/bin/sh
# The interface is as ladder/web/static/openapi.json describes it: every path answers; every answer, errors too, has
# exactly the properties and types of its schema; and the daemon serves that file as the description.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/lib/games.sh
. tests/lib/cups.sh
play_games wikipedia 6 basic random basic random rude
seasons_start # one season is over before the last games
play_games two-handed-table 2 basic random
play_games five-handed 1 basic random random random random
# Four bots of two owners can only sit as pairs: they are teams, on a ladder of their own.
for bot in ann:first bob:first xan:second yan:second; do
    build/avondale ladder --store "sqlite:$tmp/db" add "${bot%:*}" --owner "${bot#*:}" >"$tmp/token.${bot%:*}"
done
serve --ruleset wikipedia --option max_hands=3 --games-total 2
for bot in ann bob xan yan; do
    build/bots/basic --connect "$bots" --name $bot --token "$(cat "$tmp/token.$bot")" >/dev/null 2>&1 &
    players="$players $!"
done
wait "$server" || :
server=
games_stop
season_end_old
# One game stands still in the middle of a hand, so that the interface shows it while it is played.
cups
serve_slowly --tournaments "$tmp/cups" --chat text
events_start
series_counted
game=$(curl -sS "http://$page/api/v1/tables" | sed 's/.*"game":"\([^"]*\)".*/\1/')
# Two more bots wait for a game, in vain.
for bot in lone-1 lone-2; do
    build/bots/basic --connect "$bots" --name $bot >/dev/null 2>&1 &
    players="$players $!"
done
wait_in_vain() { curl -sS "http://$page/api/v1/waiting" | grep -q '"why":"players".*"name":"lone-2"'; }
await 20 wait_in_vain
trick_told() { curl -sS "http://$page/api/v1/tables/$game" | grep -q '"k":"trick"'; }
await 20 trick_told
await 20 test -e "$tmp/gate.waits" # the bots have given all the answers that the gate allows
python3 tests/integration/api_check.py ladder/web/static/openapi.json "http://$page" ann "$(cat "$tmp/token.ann")"

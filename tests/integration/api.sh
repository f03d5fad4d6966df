#!/bin/sh
# The interface is what ladder/web/openapi.json says: every path answers, every answer has the properties and types of
# its schema and no others, errors too; and what is served as the description is that file.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
. tests/lib/games.sh
. tests/lib/cups.sh
trap 'games_stop; rm -rf "$tmp"' EXIT
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
play_games wikipedia 6 basic random basic random rude
for season in old new; do # one of them is over before the last games
    build/avondale ladder --store "sqlite:$tmp/db" season start $season --to 2100-01-01 --chips 500 --buy-in 5 >/dev/null
done
play_games two-handed-table 2 basic random
play_games five-handed 1 basic random random random random
build/avondale ladder --store "sqlite:$tmp/db" key "$tmp/key" >/dev/null
build/avondale ladder --store "sqlite:$tmp/db" season end old --key "$tmp/key" >/dev/null
# One game that stands still in the middle of a hand: it is told as it goes.
cups
serve --tournaments "$tmp/cups" --live-delay 0 --chat text --time 600000
printf '1111111' >"$tmp/gate"
for number in 1 2 3 4; do
    python3 tests/lib/slow_bot.py "$bots" "slow-$number" "$tmp/gate" &
    players="$players $!"
done
tries=0
until curl -sS "http://$page/api/v1/tables" | grep -q '"game"'; do
    tries=$((tries + 1))
    [ $tries -lt 200 ] || exit 1
    sleep 0.05
done
game=$(curl -sS "http://$page/api/v1/tables" | sed 's/.*"game":"\([^"]*\)".*/\1/')
until curl -sS "http://$page/api/v1/tables/$game" | grep -q '"k":"trick"'; do
    tries=$((tries + 1))
    [ $tries -lt 400 ] || exit 1
    sleep 0.05
done
before=
now=$(curl -sS "http://$page/api/v1/tables/$game")
while [ "$before" != "$now" ]; do # until the bots have given all the answers that they may
    sleep 0.3
    before=$now
    now=$(curl -sS "http://$page/api/v1/tables/$game")
done
python3 tests/integration/api_check.py ladder/web/openapi.json "http://$page"

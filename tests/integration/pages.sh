#!/bin/sh
# Games of several rulesets, then every page that links reach: each is well-formed, complete without a script, loads
# nothing from other hosts, and every link leads somewhere. The page on how to connect names a bot of each language.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/lib/games.sh
. tests/lib/cups.sh
play_season 4 2
cups
serve --tournaments "$tmp/cups"
events_start
python3 tests/integration/pages_check.py "http://$page"
for folder in sample-bots/*/; do
    name=$(basename "$folder")
    grep -q "sample-bots/$name/\|build/bots/random-$name\|build/bots/$name " ladder/web/static/connect.html ||
        [ "$name" = c ] || [ "$name" = reference ] ||
        { echo "ladder/web/static/connect.html does not name a bot of $folder"; exit 1; }
done
# The page tells an organiser how the standings came about, and what decided a pairing.
curl -sS "http://$page/tournament/knockout" >"$tmp/knockout"
grep -q 'How to read the standings' "$tmp/knockout"
grep -q 'score: the round in which the entry went out' "$tmp/knockout"
grep -q 'has a bye' "$tmp/knockout"
grep -q "to random-2 by deciding blocks (1 deciding block)" "$tmp/knockout"
# A second read of an unchanged file costs nothing.
tag=$(curl -sSi "http://$page/static/style.css" | tr -d '\r' | sed -n 's/^ETag: //p')
[ "$(curl -sS -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "http://$page/static/style.css")" = 304 ]
[ "$(curl -sS "http://$page/healthz")" = ok ]
[ "$(curl -sS "http://$page/readyz")" = ready ]
# The pages show that an operator has paused the arena to those who send bots here.
await_ready() { await 10 says_ready "$1" || { curl -sS "http://$page/readyz"; exit 1; }; }
says_ready() { [ "$(curl -sS "http://$page/readyz")" = "$1" ]; }
build/avondale admin --socket "$tmp/db.admin" pause >/dev/null
await_ready 'not ready: paused'
curl -sS "http://$page/live" | grep -q 'No new games begin.*paused'
# The pages tell a lone bot's owner why it waits.
build/bots/basic --connect "$bots" --name lone >/dev/null 2>&1 &
players="$players $!"
waits() { curl -sS "http://$page/bot/lone" | grep -q "It waits for a game.*$1"; }
await 20 waits 'the arena is paused\|too few'
build/avondale admin --socket "$tmp/db.admin" resume >/dev/null
await_ready ready
await 20 waits 'too few'
curl -sS "http://$page/live" | grep -q 'No new games' && exit 1
curl -sS --compressed "http://$page/" | grep -q '</html>'
[ "$(curl -sS -o /dev/null -w '%{http_code}' -X OPTIONS "http://$page/api/v1/standings")" = 204 ]

# Other sites may read the interface only where the operator allows it, and the pages never.
origin() { curl -sSi "http://$page$1" | tr -d '\r' | sed -n 's/^Access-Control-Allow-Origin: //p'; }
[ -z "$(origin /api/v1/standings)" ]
games_stop
serve --http-cors https://a.example
[ "$(origin /api/v1/standings)" = https://a.example ]
[ -z "$(origin /)" ]

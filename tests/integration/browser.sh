#!/bin/sh
# The pages in a real browser: nothing is wider than a phone, the policy blocks nothing, the contrast suffices in light
# and dark, the table works by keys, the browser computes the proof, everything is there without scripts, and axe-core
# finds no fault. PICTURES=some leaves pictures of all pages in build/screenshots, PICTURES=all of each width.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/browser.sh
. tests/lib/games.sh
. tests/lib/cups.sh
play_games wikipedia 40 basic random basic random random
seasons_start
play_games two-handed-table 1 basic random
play_games two-handed-draw 1 basic random
play_games two-handed-draft 1 basic random
play_games three-handed-dead 1 basic random random
play_games five-handed 1 basic random random random random
play_games six-handed 1 basic random random random random random
season_end_old
# The bots of this game answer when the test allows it, so the game lasts as long as the test needs.
cups
# The game has four hands whatever its bots bid: a contract that fails by far must not end it before the test does.
serve --option max_hands=4 --option target=10000 --option floor=-10000 --tournaments "$tmp/cups" \
    --live-delay 0 --chat text --time 600000
printf '1111111' >"$tmp/gate"
slow_players "$tmp/gate"
await 20 game_under_way
# One more bot waits in vain, and the pages say why.
build/bots/basic --connect "$bots" --name lone >/dev/null 2>&1 &
players="$players $!"
told() { curl -sS "http://$page/live" | grep -q 'too few seek'; }
await 20 told
[ -z "${PICTURES:-}" ] || { rm -rf build/screenshots && mkdir -p build/screenshots; }
GATE=$tmp/gate SHOTS=build/screenshots BROWSER=$browser node tests/browser/check.js "http://$page"

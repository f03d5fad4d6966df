#!/bin/sh
# How the pages look in a real browser: nothing is wider than a phone, the policy blocks nothing, the contrast suffices in
# light and dark, everything can be reached by keys and has a name, and axe-core finds no fault. PICTURES=some leaves
# pictures of all pages in build/screenshots, PICTURES=all of each width.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/browser.sh
. tests/lib/games.sh
. tests/lib/cups.sh
play_season 40 1
cups
serve_slowly --tournaments "$tmp/cups" --chat text
# One more bot waits in vain, and the pages say why.
build/bots/basic --connect "$bots" --name lone >/dev/null 2>&1 &
players="$players $!"
told() { curl -sS "http://$page/live" | grep -q 'too few seek'; }
await 20 told
[ -z "${PICTURES:-}" ] || { rm -rf build/screenshots && mkdir -p build/screenshots; }
SHOTS=build/screenshots BROWSER=$browser node tests/browser/look.js "http://$page"

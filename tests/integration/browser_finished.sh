#!/bin/sh
# Finished games in a real browser: the table works by keys, shows whatever a seat sees, hints and chances; the browser
# computes the proof and finds out what was changed, and checks the signature of a season; without scripts everything is
# there to read.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/browser.sh
. tests/lib/games.sh
play_season 5 1
serve
BROWSER=$browser node tests/browser/finished.js "http://$page"

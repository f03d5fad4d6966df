#!/bin/sh
# A game under way in a real browser: a spectator follows it at a pace that can be read, pauses, goes back, talks, and comes
# to its page when it is over; the same without scripts.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/browser.sh
. tests/lib/games.sh
serve_slowly --chat text
GATE=$tmp/gate BROWSER=$browser node tests/browser/live.js "http://$page"

#!/bin/sh
# A person at /play, in a real browser: a game of each family of rulesets by clicks and keys, hints, a reload in
# the middle of a hand, two people by a link. Nothing is wider than a phone; axe-core finds no fault; a page has at most
# 60 kB of script and style; a table that all players left ends. PARTS=a,b runs those functions of play.js alone;
# PICTURES=all leaves pictures in build/screenshots. Before that, without a browser: a thousand loads of the pages cost
# nothing.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/browser.sh
. tests/lib/games.sh

serve --house-bots basic,expert --hints --chat text --table-ms-max 600000 --option max_hands=2 \
    --ruleset wikipedia,three-handed-dead,two-handed-table,two-handed-dead,two-handed-draft,two-handed-draw,five-handed,five-handed-hidden,six-handed,everything
processes() { cat /proc/"$server"/task/*/children 2>/dev/null | wc -w; }
none_runs() { [ "$(processes)" -eq 0 ]; }
told() { # PATH TEXT
    curl -sS -o "$tmp/told" "http://$page$1" && grep -q "$2" "$tmp/told"
}
await 20 told /api/v1/play '"house":\["basic","expert"\]'

python3 - "$page" <<'EOF'
import http.client, sys
sys.path.insert(0, "tests/lib")
from patience import patience
connection = http.client.HTTPConnection(sys.argv[1], timeout=patience(60))
for i in range(1000):
    for path in ("/play", "/play/table", "/api/v1/play"):
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200 and len(body) < 8192, (path, answer.status, len(body))
EOF
none_runs || { echo "page loads start processes"; exit 1; }
told /api/v1/play '"house_seats":0' || { echo "page loads take seats"; exit 1; }
told /metrics '^avondale_peers 0' || { echo "page loads are connections of the arena"; exit 1; }

[ -z "${PICTURES:-}" ] || mkdir -p build/screenshots
SHOTS=${PICTURES:+build/screenshots} BROWSER=$browser node tests/browser/play.js "http://$page" ${PARTS:+"$PARTS"} || { tail -5 "$tmp/serve.log"; exit 1; }
await 30 none_runs || { echo "house bots are left"; exit 1; }

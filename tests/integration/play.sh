#!/bin/sh
# A person at /play, in a real browser: a game of each family of rulesets by clicks and keys, hints, options, a reload in
# the middle of a hand. Nothing is wider than a phone; axe-core finds no fault; a page has at most 60 kB of script and
# style. Before that, without a browser: a thousand loads of the pages cost nothing. PARTS, PICTURES: see
# tests/lib/person.sh.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/person.sh

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
play_parts states,suits,specials,built,lateAnswer,families,weights

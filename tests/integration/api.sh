#!/bin/sh
# The interface is what ladder/web/openapi.json says: every path answers, every answer has the properties and types of
# its schema and no others, errors too; and what is served as the description is that file.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
. tests/lib/games.sh
trap 'games_stop; rm -rf "$tmp"' EXIT
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
play_games wikipedia 6 basic random basic random rude
play_games two-handed-table 2 basic random
play_games five-handed 1 basic random random random random
serve
python3 tests/integration/api_check.py ladder/web/openapi.json "http://$page"

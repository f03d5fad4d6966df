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
for season in old new; do # one of them is over before the last games
    build/avondale ladder --store "sqlite:$tmp/db" season start $season --to 2100-01-01 --chips 500 --buy-in 5 >/dev/null
done
play_games two-handed-table 2 basic random
play_games five-handed 1 basic random random random random
build/avondale ladder --store "sqlite:$tmp/db" key "$tmp/key" >/dev/null
build/avondale ladder --store "sqlite:$tmp/db" season end old --key "$tmp/key" >/dev/null
serve
python3 tests/integration/api_check.py ladder/web/openapi.json "http://$page"

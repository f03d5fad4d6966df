#!/bin/sh
# Takes the picture of README.md again, referee/game-page.png: plays a game between four bots and photographs its page.
# `sh tests/browser/picture.sh [FILE]`, after `make`.
set -eu
cd "$(dirname "$0")/../.."
file=${1:-referee/game-page.png}
BROWSER=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "no chromium"; exit 77; }
sh tests/browser/install.sh
NODE_PATH=$PWD/build/browser/node_modules
export BROWSER NODE_PATH
. tests/lib/games.sh
serve --option max_hands=3 --games-total 1
for name in ann bob cy di; do
    build/bots/basic --connect "$bots" --name $name >/dev/null 2>&1 &
    players="$players $!"
done
wait "$server"
games_stop
serve
node tests/browser/picture.js "http://$page" "$file"
bytes=$(wc -c <"$file")
[ "$bytes" -lt 150000 ] || { echo "$file has $bytes bytes: a picture of README.md has fewer than 150000"; exit 1; }
echo "$file: $bytes bytes"

#!/bin/sh
# The daemon is killed between the end of a game and `over`: the game counts once, and a bot that returns receives its
# end.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/ports.sh
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for loops in 1 2; do
    mkdir "$tmp/$loops"
    timeout "$(patience 100)" python3 tests/integration/over_again.py --avondale "${AVONDALE:-build/avondale}" --loops $loops \
        --port "$(free_port)" --folder "$tmp/$loops" || { tail -n 8 "$tmp/$loops/log"; exit 1; }
done

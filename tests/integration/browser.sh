#!/bin/sh
# The pages in a real browser: nothing wider than a phone, nothing blocked by the policy, contrast in light and dark,
# the table played by keys, the proof computed, all of it there without scripts. SHOTS=DIR keeps pictures.
set -eu
cd "$(dirname "$0")/../.."
command -v node >/dev/null || { echo "no node"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)
[ -n "$browser" ] || { echo "no chromium"; exit 77; }
NODE_PATH=${NODE_PATH:-$(npm root -g 2>/dev/null || :)}
export NODE_PATH
node -e 'require.resolve("playwright-core")' 2>/dev/null || { echo "no playwright-core"; exit 77; }
tmp=$(mktemp -d)
. tests/lib/games.sh
trap 'games_stop; rm -rf "$tmp"' EXIT
play_games wikipedia 40 basic random basic random random
play_games two-handed-table 1 basic random
play_games two-handed-draw 1 basic random
play_games two-handed-draft 1 basic random
play_games three-handed-dead 1 basic random random
play_games five-handed 1 basic random random random random
play_games six-handed 1 basic random random random random random
serve
BROWSER=$browser node tests/integration/browser_check.js "http://$page"

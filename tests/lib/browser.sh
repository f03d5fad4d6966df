# browser.sh - what a test of the pages in a real browser needs; to be sourced. Sets browser and NODE_PATH; skips the test
# where there is no node, no chromium, no python3, or no way to get the browser's packages.
command -v node >/dev/null || { echo "no node"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)
[ -n "$browser" ] || { echo "no chromium"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
sh tests/browser/install.sh || exit 77
NODE_PATH=$PWD/build/browser/node_modules
export NODE_PATH

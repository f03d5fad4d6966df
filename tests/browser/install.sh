#!/bin/sh
# Puts what the tests in a browser need into build/browser: the driver and the rules of accessibility, of the versions
# and digests that package-lock.json names. No browser is fetched and no script of a package runs. Quick when it is there.
set -eu
cd "$(dirname "$0")/../.."
there=build/browser
cmp -s tests/browser/package-lock.json "$there/installed.json" && exit 0
command -v npm >/dev/null || { echo "no npm"; exit 1; }
mkdir -p "$there"
cp tests/browser/package.json tests/browser/package-lock.json "$there"
if ! (cd "$there" && npm ci --ignore-scripts --no-audit --no-fund) >"$there/npm.log" 2>&1; then
    grep -i 'error' "$there/npm.log" | head -3
    echo "npm could not install playwright-core and axe-core: the pages were NOT looked at in a browser"
    exit 1
fi
cp tests/browser/package-lock.json "$there/installed.json"

#!/bin/sh
# The client libraries pass their own tests, in each language that is installed.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
skipped=
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

# Several Pythons may be installed, and only one may have the msgpack package: the script tries all.
pythons=
for python in python3 /usr/bin/python3; do
    command -v "$python" >/dev/null 2>&1 || continue
    [ "$(command -v "$python")" != "$pythons" ] || continue
    pythons=$(command -v "$python")
    "$python" -m unittest discover -v -s sample-bots/python >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
    grep -q '^test_coming_back .*ok$' "$tmp/out" # a run of no tests would pass too
    echo "$pythons: $(grep '^Ran' "$tmp/out"), $(tail -1 "$tmp/out")"
done
[ -n "$pythons" ] || skipped="$skipped python3"

if command -v node >/dev/null 2>&1; then
    node --test sample-bots/js/avondale.test.mjs >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
    grep -q 'coming back' "$tmp/out"
    echo "node: $(grep -o 'pass [0-9]*$' "$tmp/out")"
else
    skipped="$skipped node"
fi
if [ -n "$skipped" ]; then
    echo "not installed, so not tested:$skipped"
    exit 77
fi

#!/bin/sh
# systems.sh: writes the table of bidding systems in README.md anew, from 10,000 deals that each system bids.
set -eu
cd "$(dirname "$0")/.."
page=sample-bots/README.md
make -s build/tests/test_system_table
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
TABLE=$tmp/table build/tests/test_system_table >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
awk -v table="$tmp/table" '
    /^\| system \| \| call \|/ { while ((getline line < table) > 0) print line; skip = 1; next }
    skip && /^\|/ { next }
    { skip = 0; print }' $page >"$tmp/page"
cp "$tmp/page" $page

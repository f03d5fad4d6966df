#!/bin/sh
# make.sh BUILD STORE: plays some games with the program and the bots in the directory BUILD, into
# STORE, a new sqlite:PATH or postgresql:// address, and makes an entry of each kind that this
# version of the program knows. The stores in this directory were made so, each by the last version
# of its schema; see README.md.
set -eu
. "$(dirname "$0")/../../lib/await.sh"
build=$1 store=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$build/avondale" serve --listen 127.0.0.1:0 --http off --store "$store" --register open \
    --port-file "$tmp/ports" --option max_hands=1 --games-total 4 2>"$tmp/log" &
daemon=$!
await_daemon $daemon "$tmp/ports" "$tmp/log"
address=$(grep -oE '127\.0\.0\.1:[0-9]+' "$tmp/ports" | head -1)
for n in 1 2 3 4; do
    for bot in basic random; do
        "$build/bots/$bot" --connect "$address" --name "$bot$n" >/dev/null 2>&1 &
    done
done
wait $daemon
wait
ladder() { "$build/avondale" ladder --store "$store" "$@"; }
ladder add newcomer >/dev/null
ladder ban random4
ladder void "$(ladder export | head -1 | grep -oE '"(game|id)": ?"[^"]*"' | head -1 | cut -d'"' -f4)"
# What only later versions know.
known() { ladder --help 2>&1 | grep -q "^ *$1 "; }
if known season; then
    ladder season start spring --to 2030-01-01
fi
if known version; then
    ladder version basic1 second
fi
ladder recompute >/dev/null || ladder recompute --repair >/dev/null

#!/bin/sh
# One database has one daemon: a second one is refused with a line that names the file, and the first plays on.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT
build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" 2>"$tmp/log" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/log"
status=0
build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" 2>"$tmp/second" || status=$?
cat "$tmp/second"
[ "$status" = 2 ]
[ "$(wc -l <"$tmp/second")" = 1 ]
grep -q "$tmp/db" "$tmp/second"
kill -0 "$server"

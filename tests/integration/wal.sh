#!/bin/sh
# A daemon whose write-ahead log was damaged after a kill reports what is missing.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh
daemon "$tmp/db"
witnesses --bots 8
await 20 told_at_least 40 || broken 'no game is played'
kill -9 "$server"
wait "$server" || true
stop_witnesses
python3 - "$tmp/db-wal" <<'PYTHON'
import os, sys
with open(sys.argv[1], "r+b") as log:
    log.seek(os.path.getsize(sys.argv[1]) // 2)
    log.write(b"damaged")
PYTHON
: >"$tmp/log"
daemon "$tmp/db"
stop_daemon 0
grep 'level=error .*the log of writes is damaged after .* were stored and sent, and are missing' "$tmp/log" ||
    broken 'nothing is said of what is missing'

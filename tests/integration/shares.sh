#!/bin/sh
# One address takes all that it can get, of handshakes and of tables by invitation: another is served, and `show limits`
# says who has how much.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
daemon "$tmp/db" --handshakes-max 60 --handshakes-per-address-max 20 --invitations-per-address-max 30
python3 tests/integration/shares_client.py "$(sed -n 's/.*://p' "$tmp/ports" | head -1)" >"$tmp/told" ||
    { cat "$tmp/told"; broken 'an address shuts out another'; }
cat "$tmp/told"
# The client holds what it has until its input ends.
stop_daemon 0

#!/bin/sh
# One address takes all it can get of handshakes and invitation tables, and spoils games by leaving before they begin.
# Another address is still served, nothing of the first is kept, and `show limits` prints who has how much.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
daemon "$tmp/db" --departures-per-minute 3 --policy strict --time "$(patience 1000)" --handshakes-max 60 \
    --handshakes-per-address-max 20 --invitations-per-address-max 30
port=$(sed -n 's/.*://p' "$tmp/ports" | head -1)
for name in ann bob cy; do
    build/bots/random --connect "127.0.0.1:$port" --name "$name" >"$tmp/$name" 2>&1 &
    others="$others $!"
done
python3 tests/integration/shares_client.py "$port" "$tmp/db" >"$tmp/told" ||
    { cat "$tmp/told"; broken 'an address shuts out another'; }
cat "$tmp/told"
used() { admin show limits | awk -v name="$1" '$1 == name { print $2 }'; }
[ "$(used departures-per-minute)" -ge 3 ] || { admin show limits; broken 'show limits knows of no departures'; }
build/bots/random --connect "127.0.0.1:$port" --name di >"$tmp/di" 2>&1 &
others="$others $!"
played() { [ "$(stat_of results_stored)" -ge 1 ]; }
await 20 played || broken "those that stayed do not play"
stop_daemon 0
build/avondale ladder --store "sqlite:$tmp/db" export --json >"$tmp/export"
never grep -q 'a bot left' "$tmp/export"

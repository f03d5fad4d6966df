#!/bin/sh
# House bots: the daemon starts them for seats of invitation tables and ends them with the game, with one loop and with
# several. The limits of the arena and of one address hold; house bots play no rated game; no other bot can take their
# names; a host that leaves keeps no process running, and one that quits has its seats back at once.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT

start() { # ARGUMENTS...: sets $port
    rm -f "$tmp/ports" "$tmp"/db*
    build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
        --ruleset wikipedia,two-handed-dead --grace-ms 0 --log-level info "$@" 2>"$tmp/log" &
    server=$!
    await 30 daemon_listens "$server" "$tmp/ports" || { cat "$tmp/log"; exit 1; }
    port=$(sed -n 's/.*://p' "$tmp/ports")
}
client() {
    python3 tests/integration/house_client.py "$1" "$port" || { cat "$tmp/log"; exit 1; }
}
processes() { cat /proc/"$server"/task/*/children 2>/dev/null | wc -w; }
none_runs() { [ "$(processes)" -eq 0 ]; }
stop() {
    await 30 none_runs || { echo "house bots are left"; cat "$tmp/log"; exit 1; }
    kill "$server"
    wait "$server" || { cat "$tmp/log"; exit 1; }
    server=
}

for loops in 1 2; do
    start --house-bots basic,expert-2,expert --loops "$loops" --time "$(patience 20000)"
    client play
    client quit
    stop
    ! grep -i 'fault\|assert\|cannot be started' "$tmp/log" || exit 1
done

start --house-bots basic,expert --house-seats-max 9 --house-seats-per-address-max 6 --time "$(patience 20000)"
client limits
stop

# After a host closes the tab the policy allows its seat three decisions; then the game is over and its bots end.
start --house-bots basic --time 200
client leave
stop

# Without the option there are no house bots, and a table without a time limit gets none.
start --time "$(patience 5000)"
python3 - "$port" <<'EOF'
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.sendall(b"hello v=1 name=ann lobby=1\nopen seats=*basic,*basic,*basic\n")
lines = s.makefile()
assert lines.readline().startswith("welcome")
assert lines.readline().startswith("error code=absent"), "house bots where there are none"
EOF
stop
start --house-bots basic --time none
python3 - "$port" <<'EOF'
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.sendall(b"hello v=1 name=ann lobby=1\nopen seats=*basic,*basic,*basic\n")
lines = s.makefile()
assert lines.readline().startswith("welcome")
assert lines.readline().startswith("error code=option"), "house bots without a limit of time"
EOF
stop
for bad in '' ../basic Basic -basic a,b,c,d,e; do
    ! build/avondale serve --house-bots "$bad" --print-config >"$tmp/out" 2>&1 || { echo "--house-bots '$bad' is taken"; exit 1; }
done

#!/bin/sh
# Bots of three languages play over IPv4, IPv6 and a unix socket of one daemon; match entries wait at both. A unix
# socket has its permissions; a dead one is replaced, one in use is refused, and it is removed at the end. Addresses of
# one /64 share a limit. What a machine cannot do (IPv6, other users, network namespaces) is skipped with a line.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh
. tests/lib/ports.sh

six='[::1]' any='[::]'
if ! python3 -c 'import socket; socket.create_server(("::1", 0), family=socket.AF_INET6)' 2>/dev/null; then
    echo 'SKIPPED: no IPv6 here: IPv4 stands for it, and both families at one socket were not tested'
    six=127.0.0.1 any=0.0.0.0
fi

# serve OPTION...: a daemon at $tmp/ports; its first endpoint is $at, its port $port.
serve() {
    rm -f "$tmp/ports"
    build/avondale serve --store "sqlite:$tmp/db" --port-file "$tmp/ports" --option max_hands=1 --log-level info \
        --grace-ms 20000 "$@" 2>>"$tmp/log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/log"
    at=$(sed 's/,.*//;1q' "$tmp/ports")
    port=${at##*:}
}
asks() { python3 tests/integration/endpoints.py ask "$@"; }
played() { # NAME: the bot has a result
    build/avondale ladder --store "sqlite:$tmp/db" history "$1" >"$tmp/shown" 2>&1 && [ "$(wc -l <"$tmp/shown")" -ge 2 ]
}

echo '== all doors lead to the same games'
serve --listen "$any:0,unix:$tmp/bots" --http "127.0.0.1:0,$six:0" --register open
[ "$(wc -l <"$tmp/ports")" = 2 ]
sed -n 1p "$tmp/ports" | grep -qF "$any:$port,unix:$tmp/bots"
for page in $(sed -n 2p "$tmp/ports" | tr , ' '); do
    python3 - "$page" <<'END'
import sys, urllib.request
assert urllib.request.urlopen(f"http://{sys.argv[1]}/healthz").read() == b"ok\n"
END
done
export XDG_CONFIG_HOME="$tmp/config"
names=
start() { # NAME COMMAND...
    names="$names $1"
    name=$1
    shift
    "$@" --name "$name" >>"$tmp/bots.log" 2>&1 &
    others="$others $!"
}
start c-four build/bots/basic --connect "127.0.0.1:$port"
start c-six build/bots/basic --connect "$six:$port"
start c-unix build/bots/basic --connect "unix:$tmp/bots"
start py-unix python3 sample-bots/python/cautious_bot.py --connect "unix:$tmp/bots"
start py-six python3 sample-bots/python/cautious_bot.py --connect "$six:$port"
# shellcheck disable=SC2016 # $1 and $2 are --name and the name
start joins-unix sh -c 'exec build/avondale connect "$0" "$1" "$2" -- build/bots/basic' "unix:$tmp/bots"
start random-unix python3 sample-bots/python/random_bot.py --connect "unix:$tmp/bots"
if command -v node >/dev/null 2>&1; then
    start js-unix node sample-bots/js/cautious_bot.mjs --connect "unix:$tmp/bots"
    start js-six node sample-bots/js/cautious_bot.mjs --connect "$six:$port"
else
    echo 'SKIPPED: node is not installed: the JavaScript client was not tested'
fi
for name in $names; do
    await 60 played "$name" || { cat "$tmp/bots.log"; broken "$name has played no game"; }
done
admin show peers >"$tmp/peers"
grep -q "unix:$(id -u):[0-9]" "$tmp/peers"
grep -qF "$six:" "$tmp/peers"
! grep -q '::ffff' "$tmp/peers" # [::] sees IPv4 connections as IPv4 addresses
stop_daemon 0
# shellcheck disable=SC2086 # several words; avondale connect waits for the arena to come back
kill $others 2>/dev/null || true
wait $others 2>/dev/null || true
others=
! grep -q 'fault' "$tmp/log" || broken 'there were faults'
[ ! -e "$tmp/bots" ] || broken 'the socket is still there'

echo '== who may bring a name'
serve --listen "unix:$tmp/bots" --http off
[ "$(asks "unix:$tmp/bots")" = welcome ] || broken 'a unix socket is not local'
stop_daemon 0
serve --listen "$any:0,unix:$tmp/bots" --http off
[ "$(asks "unix:$tmp/bots")" = welcome ] # the store knows the name
stop_daemon 0
rm -f "$tmp"/db*
serve --listen "$any:0,unix:$tmp/bots" --http off
[ "$(asks "unix:$tmp/bots")" = 'error claim' ] || broken 'beyond this machine names are claimed'
[ "$(asks "127.0.0.1:$port")" = 'error claim' ]

echo '== one socket, one daemon'
status=0
build/avondale serve --listen "unix:$tmp/bots" --http off --store "sqlite:$tmp/db2" --admin off 2>"$tmp/err" || status=$?
[ $status = 3 ] && [ "$(wc -l <"$tmp/err")" = 1 ] || broken "status $status: $(cat "$tmp/err")"
grep -qF "avondale serve: --listen: unix:$tmp/bots: another daemon answers there" "$tmp/err"
kill -9 "$server"
wait "$server" 2>/dev/null || true
[ -S "$tmp/bots" ]
serve --listen "unix:$tmp/bots?mode=0600" --http off
[ "$(stat -c %a "$tmp/bots")" = 600 ]
[ "$(asks "unix:$tmp/bots")" = welcome ]
stop_daemon 0
echo precious >"$tmp/bots"
status=0
build/avondale serve --listen "unix:$tmp/bots" --http off --store "sqlite:$tmp/db" 2>"$tmp/err" || status=$?
[ $status = 3 ] && grep -qF "unix:$tmp/bots: expected a socket or nothing there" "$tmp/err"
grep -q precious "$tmp/bots"
rm "$tmp/bots"

echo '== whom the permissions let in'
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null 2>&1; then
    chmod 711 "$tmp"
    mkdir "$tmp/open"
    chmod 711 "$tmp/open"
    cp tests/integration/endpoints.py "$tmp/open/ask.py"
    chmod 644 "$tmp/open/ask.py"
    python=/usr/bin/python3 # another Python may be in the home of root
    as_nobody() { (cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$@"); }
    stranger() { as_nobody $python "$tmp/open/ask.py" ask "$1" 2>&1; }
    if as_nobody $python -c pass 2>/dev/null; then
        serve --listen "unix:$tmp/open/all?mode=0666,unix:$tmp/open/few" --http off
        [ "$(stranger "unix:$tmp/open/all")" = welcome ] || broken 'a user is not let in'
        stranger "unix:$tmp/open/few" | grep -q PermissionError || broken 'a stranger is let in'
        grep -q 'peer=unix:65534:[0-9]* ' "$tmp/log"
        stop_daemon 0
    else
        echo 'SKIPPED: other users cannot run python3 here: their rights were not tested'
    fi
else
    echo 'SKIPPED: not root, or no setpriv: the rights of other users were not tested'
fi

echo '== match entries'
match() { # ENTRY ADDRESS
    for _ in 1 2 3 4; do
        await 20 build/bots/basic --connect "$2" --name guest --reconnect 0 >/dev/null 2>&1 &
        others="$others $!"
    done
    timeout "$(patience 60)" build/avondale match --bot guest="$1" --bot home=build/bots/basic --games 4 --duplicate \
        --option max_hands=1 --jobs 1 --json >"$tmp/json" 2>"$tmp/err" || { cat "$tmp/err"; broken "no match at $1"; }
    grep -q '"games": 4' "$tmp/json"
}
match "unix:$tmp/match?mode=0600" "unix:$tmp/match"
[ ! -e "$tmp/match" ]
free=$(free_port)
match "tcp://$six:$free" "$six:$free"
status=0
build/avondale match --bot guest="tcp://::1:5500" --bot home=build/bots/basic 2>"$tmp/err" || status=$?
[ $status = 2 ] && grep -qF 'expected tcp://ADDRESS:PORT, tcp://[IPV6]:PORT or unix:PATH' "$tmp/err"

echo '== limits by network'
# shellcheck disable=SC2016 # the shell of the namespace expands it
if [ "$any" = '[::]' ] && unshare -rn sh -c 'ip link set lo up && ip -6 address add 2001:db8::1/128 dev lo' 2>/dev/null; then
    unshare -rn sh -eu -c '
        tmp=$1
        . tests/lib/await.sh
        ip link set lo up
        for address in 2001:db8:0:1::1 2001:db8:0:1::2 2001:db8:0:1::3 2001:db8:0:2::1; do
            ip -6 address add "$address/128" dev lo nodad
        done
        ip address add 192.0.2.1/32 dev lo
        ip address add 192.0.2.2/32 dev lo
        rm -f "$tmp/ports"
        build/avondale serve --listen "[::]:0" --http off --store "sqlite:$tmp/net" --port-file "$tmp/ports" --register open \
            --plain-remote --peers-per-address-max 2 --log-level info 2>"$tmp/log" &
        server=$!
        trap "kill $server 2>/dev/null || true; wait" EXIT
        await_daemon $server "$tmp/ports" "$tmp/log"
        python3 tests/integration/endpoints.py limits "$tmp/ports"' sh "$tmp" || broken 'limits by network'
    grep -q 'peer=\[2001:db8:0:1::3\]:[0-9]* refused: too many from its address' "$tmp/log"
    grep -q 'peer=192.0.2.1:[0-9]* refused: too many from its address' "$tmp/log"
    # Bots of one /64 have one owner, so they play no rated games against each other; see the owners.
    for name in one two four five; do
        build/avondale ladder --store "sqlite:$tmp/net" show $name | sed -n 's/^owner *//p' >"$tmp/owner.$name"
        grep -q '^net-' "$tmp/owner.$name" || broken "$name has no owner"
    done
    cmp -s "$tmp/owner.one" "$tmp/owner.two" || broken 'one network has two owners'
    ! cmp -s "$tmp/owner.one" "$tmp/owner.four" || broken 'two networks have one owner'
    ! cmp -s "$tmp/owner.one" "$tmp/owner.five" || broken 'both families have one owner'
else
    echo 'SKIPPED: no network namespaces with IPv6 here: limits by /64 are those of test_endpoint and test_limits alone'
fi
echo 'endpoints: all doors, and who is counted as one'

#!/bin/sh
# A daemon under systemd may call what it calls: strace notes the system calls of a daemon that plays over TLS, shows
# pages and obeys its operator, and each must be in the filter of both service files, as systemd expands it. It finds what
# it opens below /proc there. Exits with 77 without strace or systemd-analyze.
# shellcheck disable=SC2046,SC2086 # lists are words
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
for tool in strace systemd-analyze curl; do
    command -v $tool >/dev/null 2>&1 || { echo "no $tool here"; exit 77; }
done
tmp=$(mktemp -d)
strace -o "$tmp/try" true 2>/dev/null || { echo 'strace may not trace here'; exit 77; }
tracer=
players=
clean() {
    for pid in $players; do kill "$pid" 2>/dev/null || true; done
    [ -z "$tracer" ] || kill -9 "$tracer" $(pgrep -P "$tracer" 2>/dev/null) 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 3' INT TERM

expand() { # NAME...: system calls, one a line; a set is the names that systemd prints for it
    for name in "$@"; do
        case $name in
        @*) expand $(systemd-analyze syscall-filter "$name" | sed '1d; s/#.*//; s/^ *//; /^$/d') ;;
        *) echo "$name" ;;
        esac
    done
}
allowed() { # FILE: what its lines allow, in their order; @default always is
    expand @default >"$tmp/allowed"
    sed -n 's/^SystemCallFilter=//p' "$1" | while read -r line; do
        case $line in
        ~*) expand ${line#\~} | sort -u >"$tmp/set" && sort -u "$tmp/allowed" | comm -23 - "$tmp/set" >"$tmp/left" ;;
        *) { cat "$tmp/allowed"; expand $line; } >"$tmp/left" ;;
        esac
        mv "$tmp/left" "$tmp/allowed"
    done
    sort -u "$tmp/allowed"
}

cat >"$tmp/conf" <<END
listen = 127.0.0.1:0
http = 127.0.0.1:0
store = sqlite:$tmp/db
admin = $tmp/admin
port-file = $tmp/ports
tls-self-signed = 1
loops = 2
option = max_hands=1
END
strace -f -qq -e signal=none -o "$tmp/calls" build/avondale serve --config "$tmp/conf" 2>"$tmp/log" &
tracer=$!
await_daemon $tracer "$tmp/ports" "$tmp/log"
bots=$(sed -n 1p "$tmp/ports") pages=$(sed -n 2p "$tmp/ports")
for i in 1 2 3 4; do
    build/bots/basic --connect "$bots" --tls-fingerprint "$(sed -n 's/^tls sha256 //p' "$tmp/log")" --name "bot$i" --reconnect 0 \
        >/dev/null 2>"$tmp/bot.$i" &
    players="$players $!"
done
played() { [ "$(build/avondale ladder --store "sqlite:$tmp/db" export | wc -l)" -ge 3 ]; }
await 60 played || { cat "$tmp"/bot.*; tail "$tmp/log"; echo 'no games are played'; exit 1; }
for page in / /games /metrics /api/v1/ladder; do curl -sS -o /dev/null "http://$pages$page"; done
build/avondale admin --socket "$tmp/admin" show stats >/dev/null
build/avondale admin --socket "$tmp/admin" reload >/dev/null
build/avondale admin --socket "$tmp/admin" drain >/dev/null
wait $tracer || { tail "$tmp/log"; echo 'the daemon failed'; exit 1; }
tracer=
sed -n 's/^[0-9]* *\([a-z_0-9]*\)(.*/\1/p' "$tmp/calls" | sort -u >"$tmp/called"
# SQLite gives its files to their owner where it is root, which the service is not.
[ "$(id -u)" != 0 ] || sed -i '/^fchown$/d' "$tmp/called"
[ "$(wc -l <"$tmp/called")" -gt 40 ] || { echo 'strace saw next to nothing'; exit 1; }
for file in referee/avondale.service referee/avondale@.service; do
    allowed $file >"$tmp/may"
    grep -qx read "$tmp/may" || { echo "$file: not even read is allowed: the filter was not understood"; exit 1; }
    missing=$(comm -23 "$tmp/called" "$tmp/may")
    if grep -q '^ProcSubset=pid' $file && grep -oE '"/proc/[^"]*"' "$tmp/calls" | grep -vE '/proc/(self|thread-self|[0-9]+)/'; then
        echo "$file: that is hidden by ProcSubset=pid"
        exit 1
    fi
    [ -z "$missing" ] || { echo "$file: the daemon calls, and may not:" $missing; exit 1; }
done
echo "all of $(wc -l <"$tmp/called") are allowed"

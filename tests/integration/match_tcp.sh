#!/bin/sh
# An entry may be a remote bot: tcp://HOST:PORT waits for bots of its name, prints how many connections it needs, and
# begins when they are there.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/ports.sh
tmp=$(mktemp -d)
pids=
trap 'for p in $pids; do kill $p 2>/dev/null || :; done; rm -rf "$tmp"' EXIT
port=$(free_port)
connect() { # NAME [OPTION...]: tries until the arena listens, and plays until it receives bye
    name=$1
    shift
    await 20 build/bots/random --connect 127.0.0.1:$port --name "$name" "$@" >/dev/null 2>&1 &
    pids="$pids $!"
}

for i in 1 2 3 4; do connect guest; done
connect stranger
timeout "$(patience 120)" build/avondale match --bot guest="tcp://127.0.0.1:$port" --bot home=build/bots/basic --games 20 --duplicate \
    --option max_hands=4 --jobs 2 --seed 01 --records "$tmp/records" --json >"$tmp/json"
grep -q '"games": 20' "$tmp/json"
! grep -q '"faults":\[\[' "$tmp/records"
build/avondale replay --strict "$tmp/records"

cat >"$tmp/cup.ini" <<END
[tournament]
format = round-robin
max_hands = 4
policy = strict
time = auction=2000,exchange=2000,play=2000,startup=$(patience 3000)
output = $tmp/cup
[entry guest]
command = tcp://127.0.0.1:$port
token = secret
[entry absent]
command = tcp://127.0.0.1:$port
[entry home]
command = build/bots/basic
END
# No game begins before all connections are there, and no bot loses because some are missing: a line says so.
for i in 1 2 3; do connect guest --token secret; done
connect guest --token wrong
status=0
timeout "$(patience 120)" build/avondale tournament "$tmp/cup.ini" >"$tmp/out" 2>"$tmp/err" || status=$?
cat "$tmp/err"
[ "$status" = 3 ]
grep -q "bot guest: 4 connections are needed at tcp://127.0.0.1:$port" "$tmp/err"
grep -q 'bot guest: 3 of the 4 connections that it needs came' "$tmp/err"
grep -q 'bot absent: 0 of the 4 connections that it needs came' "$tmp/err"
[ ! -s "$tmp/cup/records.jsonl" ]

# More tables at once need more connections; with all of them the match gives the same file, without a fault.
sed '/^.entry absent/,/^command/d; s/startup=.*/startup=60000/' "$tmp/cup.ini" >"$tmp/two.ini"
rm -r "$tmp/cup"
for i in 1 2 3 4; do connect guest --token secret; done
timeout "$(patience 120)" build/avondale tournament "$tmp/two.ini" --strict >"$tmp/out" 2>"$tmp/err"
[ "$(grep -c . "$tmp/cup/records.jsonl")" = 2 ]
status=0
timeout "$(patience 120)" build/avondale match --bot guest="tcp://127.0.0.1:$port" --bot home=build/bots/basic --games 20 --duplicate \
    --option max_hands=1 --jobs 8 --time startup=500 >"$tmp/out" 2>"$tmp/err" || status=$?
[ "$status" = 3 ] && grep -q 'of the 16 connections' "$tmp/err"

# A bot that leaves in the middle and does not return loses its games, and delays no other.
# They have their own name: some bots of the last one may still try to connect.
for i in 1 2 3; do connect caller; done
await 20 build/bots/rude --how gone --after 5 --connect 127.0.0.1:$port --name caller >/dev/null 2>&1 &
pids="$pids $!"
timeout "$(patience 120)" build/avondale match --bot caller="tcp://127.0.0.1:$port" --bot home=build/bots/basic --games 6 --duplicate \
    --option max_hands=1 --time "startup=$(patience 5000)" --policy strict --records "$tmp/left" >"$tmp/out" 2>"$tmp/err"
grep -q 'caller vs home: 6 games' "$tmp/out"
grep -q '"reason":"forfeit"' "$tmp/left"

status=0
build/avondale match --bot a=tcp://nowhere --bot b=build/bots/basic 2>"$tmp/err" || status=$?
[ "$status" = 2 ]
grep -q 'a=tcp://nowhere: expected tcp://' "$tmp/err"

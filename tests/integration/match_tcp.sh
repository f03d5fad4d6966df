#!/bin/sh
# An entry may come by itself: tcp://HOST:PORT waits for bots of its name, and one that does not come in
# time loses its games and holds up nobody.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
pids=
trap 'for p in $pids; do kill $p 2>/dev/null || :; done; rm -rf "$tmp"' EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
connect() { # NAME [OPTION...]: tries until the arena listens, and plays until it says bye
    name=$1
    shift
    (n=0; until build/bots/random --connect 127.0.0.1:$port --name "$name" "$@" >/dev/null 2>&1 || [ $n = 50 ]; do
        n=$((n + 1)); sleep 0.1; done) &
    pids="$pids $!"
}

for i in 1 2 3 4; do connect guest; done
connect stranger
timeout 60 build/avondale match --bot guest="tcp://127.0.0.1:$port" --bot home=build/bots/basic --games 20 --duplicate \
    --option max_hands=4 --jobs 2 --seed 01 --records "$tmp/records" --json >"$tmp/json"
grep -q '"games": 20' "$tmp/json"
! grep -q '"faults":\[\[' "$tmp/records"
build/avondale replay --strict "$tmp/records"

cat >"$tmp/cup.ini" <<END
[tournament]
format = round-robin
max_hands = 4
policy = strict
time = auction=2000,exchange=2000,play=2000,startup=1500
output = $tmp/cup
[entry guest]
command = tcp://127.0.0.1:$port
token = secret
[entry absent]
command = tcp://127.0.0.1:$port
[entry home]
command = build/bots/basic
END
for i in 1 2 3 4; do connect guest --token secret; done
connect guest --token wrong
status=0
timeout 60 build/avondale tournament "$tmp/cup.ini" >"$tmp/out" 2>"$tmp/err" || status=$?
[ "$status" = 3 ]
grep -q 'absent never started' "$tmp/err"
cat "$tmp/out"
[ "$(awk '$2 == "absent" { print $1, $3; exit }' "$tmp/out")" = '3 0' ]
[ "$(grep -c '"reason":"forfeit"' "$tmp/cup/records.jsonl")" = 4 ]
grep -q 'bot absent did not come in time' "$tmp/err"

status=0
build/avondale match --bot a=tcp://nowhere --bot b=build/bots/basic 2>"$tmp/err" || status=$?
[ "$status" = 2 ]
grep -q 'a=tcp://nowhere: expected tcp://' "$tmp/err"

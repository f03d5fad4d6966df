#!/bin/sh
# The daemon is killed at random moments with 16 bots at play, and restarted on the same ladder each time. Each result
# that a bot received is in the ladder, once and with that rating. Every announced game has a result; a game that was
# cut off continues, or is void with a reason. KILLS in the environment: 20.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
kills=${KILLS:-20}
tmp=$(mktemp -d)
server=
witness=
trap 'kill -9 $server $witness 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT

start() {
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
        --option max_hands=1 --grace-ms 20000 2>>"$tmp/log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/log"
}

python3 tests/lib/witness.py --ports "$tmp/ports" --told "$tmp/told" --bots 16 2>"$tmp/witness" &
witness=$!
told() { cat "$tmp/told" 2>/dev/null | wc -l; }
killed=0
while [ $killed -lt "$kills" ]; do
    killed=$((killed + 1))
    start
    msec=$(($(od -An -N2 -tu2 /dev/urandom) % $(patience 250))) # longer on a slow machine, or every kill comes too early
    sleep "$((msec / 1000)).$(printf '%03d' $((msec % 1000)))"
    kill -9 $server
    wait $server 2>/dev/null || true
done
start
before=$(told)
told_more() { [ "$(told)" -gt "$before" ]; }
await 20 told_more || { echo 'no game is played'; exit 1; }
kill $server
status=0
wait $server || status=$?
server=
kill $witness
wait $witness || { tail -3 "$tmp/witness"; echo 'a bot that kept the rules was told of an error:'; exit 1; }
witness=
[ $status = 0 ] || { tail -5 "$tmp/log"; echo "the daemon ended with $status"; exit 1; }

build/avondale ladder --store "sqlite:$tmp/db" export --json >"$tmp/export"
python3 tests/lib/ladder_check.py "$tmp/db" "$tmp/export" "$tmp/told" >"$tmp/check" || { tail "$tmp/check"; exit 1; }
cat "$tmp/check"
echo 'g-0 0 w00 1500000' >"$tmp/lie" # the check itself must be able to fail
python3 tests/lib/ladder_check.py "$tmp/db" "$tmp/export" "$tmp/lie" >/dev/null && { echo 'the check sees nothing'; exit 1; }
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify >"$tmp/verify" || { cat "$tmp/verify"; exit 1; }
grep ': 0 differ' "$tmp/verify"
build/avondale ladder --store "sqlite:$tmp/db" export --records | tail -200 >"$tmp/records"
build/avondale replay --strict "$tmp/records"
# A run without games, or without an interrupted game, would prove nothing.
awk '{ exit !($1 > '"$kills"' && $3 > '"$kills"') }' "$tmp/check" || { echo 'too little happened'; exit 1; }
resumed=$(grep -c 'game=[^ ]* resumed' "$tmp/log") || true
[ "$resumed" -gt 0 ] || { echo 'no game went on'; exit 1; }
grep -E 'altered|play again|stopped the arena' "$tmp/log" && { echo 'a journal was no good'; exit 1; }
echo "$killed kills, $resumed times a game went on"

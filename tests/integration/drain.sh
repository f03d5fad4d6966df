#!/bin/sh
# A drained daemon plays the running games to their end, starts none, stores all results and ends by itself.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh

# The bots do not answer while a file exists, so games stand still while this script looks. Each bot that waits makes a
# file of its own.
cat >"$tmp/slow.py" <<'BOT'
import os, sys
sys.path.insert(0, "tests/lib")
from line_bot import Line, highest
from patience import await_until
bot = Line(sys.argv[1])
bot.say("hello v=1 name=" + sys.argv[2])
for kind, message in bot.messages():
    if kind != "turn":
        continue
    if os.path.exists(sys.argv[3]):
        open(sys.argv[3] + "." + sys.argv[2], "w").close()
        await_until("the gate is open", lambda: not os.path.exists(sys.argv[3]), 60)
        os.remove(sys.argv[3] + "." + sys.argv[2])
    bot.say("act g=%s n=%s a=%s" % (message["g"], message["n"], highest(message)))
BOT

build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --port-file "$tmp/ports" \
    --time 60000 --grace-ms 0 --verbose 2>"$tmp/log" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/log"
port=$(sed -n 's/.*://p' "$tmp/ports")
for i in 1 2 3 4 5 6 7 8; do
    python3 "$tmp/slow.py" "$(sed -n 1p "$tmp/ports")" "bot$i" "$tmp/hold" 2>/dev/null &
    others="$others $!"
done
stand() { [ "$(find "$tmp" -name 'hold.*' | wc -l)" = "$1" ]; }
two_games() { stand 2 && [ "$(stat_of games)" = 2 ] && [ "$(stat_of decisions)" -gt 20 ]; }
hold() { # two games that stand still in the middle, not games that have just ended
    : >"$tmp/hold"
    await 2 two_games || { rm "$tmp/hold"; await 20 stand 0; return 1; }
}
await 20 hold || broken 'two games'
admin drain | grep -q 'no new games; ends after 2 games'
[ "$(stat_of draining)" = yes ]
before=$(stat_of games_started)
# no new bot is admitted, and the drain cannot be revoked
status=0
admin resume 2>"$tmp/err" || status=$?
[ $status = 1 ]
timeout "$(patience 5)" build/bots/random --connect "127.0.0.1:$port" --name late 2>/dev/null || true
grep -q 'refused: closing' "$tmp/log"
rm "$tmp/hold"
status=0
wait "$server" || status=$?
server=''
[ $status = 0 ]
never grep -q 'name=late' "$tmp/log"
[ ! -e "$tmp/db.admin" ]

# Every game that began was played to its end: none is void or lost.
build/avondale ladder --store "sqlite:$tmp/db" recompute
build/avondale ladder --store "sqlite:$tmp/db" export >"$tmp/games"
[ "$(wc -l <"$tmp/games")" -ge 2 ]
never grep -q 'aborted' "$tmp/games"
[ "$(wc -l <"$tmp/games")" = "$before" ]
build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db" --games-total 1 \
    --port-file "$tmp/ports2" 2>"$tmp/again" &
server=$!
await 20 test -s "$tmp/ports2" || broken 'daemon'
never grep -q 'are void' "$tmp/again"

# --- without running games it ends at once
admin drain | grep -q 'ends after 0 games'
wait "$server"
server=''
echo 'drained to the last game'

#!/bin/sh
# The system denies things: descriptors, time, whole reads. (limits_disk.sh has the disk.) Bots that follow the rules
# are charged with none of it, and the daemon never spins.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh

# Descriptors: 64, with 200 clients; then fewer than are open, so that accept fails.
cat >"$tmp/crowd.py" <<'END'
import os, resource, socket, sys, time
sys.path.insert(0, "tests/lib")
from patience import await_until, patience
host, port = open(sys.argv[1]).readline().strip().rsplit(":", 1)
pid = int(sys.argv[2])

def ticks():
    return sum(map(int, open("/proc/%d/stat" % pid).read().rsplit(") ", 1)[1].split()[11:13]))

def descriptors():
    return len(os.listdir("/proc/%d/fd" % pid))

def welcome(link):
    link.settimeout(patience(5))
    link.sendall(b"hello v=1 name=late\n")
    return link.recv(7) == b"welcome"

def idle(what):
    before = ticks()
    time.sleep(1)
    spent = ticks() - before
    print(what, spent, "hundredths of a second of processor time in one second")
    assert spent < 30, "the daemon spins"

alone = descriptors()
crowd = [socket.create_connection((host, int(port))) for _ in range(200)]
idle("200 clients, 64 descriptors:")

def is_open(link):
    link.settimeout(0.01)
    try:
        return link.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False

def inside():
    return sum(map(is_open, crowd))

await_until("the others are turned away", lambda: inside() <= 50)
print(inside(), "are inside")
assert inside() >= 20
for link in crowd:
    link.close()
await_until("they are gone", lambda: descriptors() <= alone + 2)
resource.prlimit(pid, resource.RLIMIT_NOFILE, (5, 64))
more = [socket.create_connection((host, int(port))) for _ in range(10)]
idle("no descriptor left:")
resource.prlimit(pid, resource.RLIMIT_NOFILE, (64, 64))
assert welcome(more[0]), "who waited is not let in"
END
# shellcheck disable=SC3045
(ulimit -n 64 && exec build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/files" \
    --port-file "$tmp/ports" --handshake-ms 60000 2>>"$tmp/log") &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/log"
python3 "$tmp/crowd.py" "$tmp/ports" $server || broken 'a crowd at the door'
[ "$(grep -c 'new connections wait' "$tmp/log")" = 1 ] || broken 'it said so more or less than once'
stop_daemon 0

# The connected bots play on meanwhile.
rm -f "$tmp/ports"
# shellcheck disable=SC3045
(ulimit -n 64 && exec build/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/inside" \
    --port-file "$tmp/ports" --option max_hands=1 2>>"$tmp/log") &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/log"
witnesses --bots 8
await 20 told_at_least 20 || broken 'no game is played'
python3 - "$tmp/ports" <<'END' &
import signal, socket, sys
host, port = open(sys.argv[1]).readline().strip().rsplit(":", 1)
crowd = [socket.create_connection((host, int(port))) for _ in range(200)]
signal.pause()
END
others=$!
before=$(told)
await 20 told_at_least $((before + 200)) || broken 'those inside do not play on'
kill $others
others=
stop_daemon 0 # stopped before the bots, so that they play to the end
stop_witnesses
check_ladder "$tmp/inside"
rm "$tmp/told"

# The daemon is stopped (for STOP_SECONDS of the environment: 5): games of that time are void, and decided for no side.
daemon "$tmp/stopped" --time "$(patience 2000)" --policy strict
witnesses --bots 8
await 20 told_at_least 20 || broken 'no game is played'
kill -STOP $server
sleep "${STOP_SECONDS:-$(patience 5)}"
kill -CONT $server
before=$(told)
await 20 told_at_least $((before + 100)) || broken 'play does not continue'
stop_daemon 0
stop_witnesses
grep -q 'the arena stood still for' "$tmp/log" || broken 'it noticed nothing'
check_ladder "$tmp/stopped"
! grep '"reason": *"forfeit"' "$tmp/export" || broken 'a game was decided by the stop'
# As many as were running; none, if all had just ended.
void=$(sed -n 's/.*the arena stood still for [0-9]* ms: \([0-9]*\) games are void.*/\1/p' "$tmp/log" | head -1)
[ "$(grep -c '"unrated": *"the arena stood still"' "$tmp/export")" -ge "$void" ] || broken "$void games should be void"
rm "$tmp/told"

stands_still() { grep -q '^State:.T' "/proc/$1/status"; }
# Interrupted system calls, and bots that send a byte at a time.
daemon "$tmp/storm" --time "$(patience 3000)" --policy strict
witnesses --bots 8 --drip
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -STOP $server
    await 5 stands_still $server
    kill -CONT $server
done
await 20 told_at_least 100 || broken 'bytes one at a time: no games'
stop_daemon 0
stop_witnesses
check_ladder "$tmp/storm"
! grep '"reason": *"forfeit"' "$tmp/export" || broken 'an honest bot lost by bytes one at a time'
rm "$tmp/told"

# One of four bots is stopped: it alone loses, by time.
daemon "$tmp/one" --time "$(patience 1500)" --policy strict
python3 tests/lib/witness.py --ports "$tmp/ports" --told "$tmp/told.other" --bots 1 --prefix stopped 2>/dev/null &
others=$!
witnesses --bots 3
await 20 told_at_least 20 || broken 'no game is played'
kill -STOP $others
before=$(told)
lost() {
    build/avondale ladder --store "sqlite:$tmp/one" export --json | grep -q '"reason": *"forfeit"'
}
await 20 lost || broken 'who stands still loses nothing'
kill -9 $others
others=
stop_daemon 0
stop_witnesses
check_ladder "$tmp/one"
python3 - "$tmp/export" <<'END' || broken 'the wrong one lost'
import json, sys
games = [game for game in map(json.loads, open(sys.argv[1])) if game["reason"] == "forfeit"]
assert games
for game in games:
    side = next(seat["side"] for seat in game["seats"] if seat["bot"].startswith("stopped"))
    assert all((seat["rank"] > 1) == (seat["side"] == side) for seat in game["seats"]), game
END
echo 'who stood still lost by time'

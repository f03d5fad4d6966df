#!/bin/sh
# A bot that runs as the arena's own user, without a sandbox, gets nothing from the arena's memory or descriptors.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/processes.sh
tmp=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$tmp"' EXIT
chmod 755 "$tmp"
mkdir -m 777 "$tmp/found"
cp build/avondale build/bots/random "$tmp"

cat >"$tmp/spy.py" <<'BOT'
import glob, os, sys
# the bot's parent is its supervisor, whose parent is the arena; an argument names the daemon
with open("/proc/%d/stat" % os.getppid()) as stat:
    arena = int(stat.read().rsplit(")", 1)[1].split()[1])
def attempt(what, action):
    try:
        action()
        print(what, "open", flush=True)
    except OSError as error:
        print(what, error.strerror, flush=True)
sys.stdout = open(sys.argv[1], "w")
for pid in [arena] + [int(word) for word in sys.argv[2:]]:
    with open("/proc/%d/comm" % pid) as comm:
        print("process", comm.read().strip())
    attempt("memory", lambda: open("/proc/%d/mem" % pid, "rb").close())
    attempt("maps", lambda: open("/proc/%d/maps" % pid).read())
    attempt("environment", lambda: open("/proc/%d/environ" % pid, "rb").read())
    attempt("descriptors", lambda: os.listdir("/proc/%d/fd" % pid))
sys.stdout.close()
BOT

# Not as root, who may read everything.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        python3 -c 'import os, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.execv(sys.argv[1], sys.argv[1:])' "$@"
    else
        "$@"
    fi
}
if ! (cd "$tmp/found" && as_user "$tmp/avondale" --version >/dev/null 2>&1); then
    echo 'the programs cannot be run by another user here'
    exit 77
fi

(cd "$tmp/found" && as_user "$tmp/avondale" serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/found/db" \
    --port-file "$tmp/found/ports" --grace-ms 0 2>"$tmp/log") &
server=$!
await_daemon "$server" "$tmp/found/ports" "$tmp/log"
daemon=$(cat "$tmp/found/db.lock" 2>/dev/null || true)
case "$daemon" in
*[!0-9]* | '') daemon=$(processes_with "sqlite:$tmp/found/db" | tail -1) ;;
esac

for mode in none rlimit; do
    (cd "$tmp/found" && as_user "$tmp/avondale" match --bot spy="python3 $tmp/spy.py $tmp/found/$mode $daemon" \
        --bot random="$tmp/random" --games 1 --sandbox $mode --seed 01) >"$tmp/match" 2>&1 || true
    cat "$tmp/found/$mode"
    # two processes, four attempts each, all without success
    [ "$(grep -c '^process avondale$' "$tmp/found/$mode")" = 2 ]
    [ "$(grep -c 'denied\|not permitted' "$tmp/found/$mode")" = 8 ]
    [ "$(grep -c ' open$' "$tmp/found/$mode")" = 0 ]
done
grep -q '^Max core file size  *0 ' "/proc/$daemon/limits"
kill "$daemon"
wait "$server" 2>/dev/null || true
server=''
echo 'nothing to be read'

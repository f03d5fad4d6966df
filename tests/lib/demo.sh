#!/bin/sh
# demo.sh: a daemon on a free loopback port with a new ladder, five sample bots in up to three languages,
# both encodings, at least 60 ranked games, then the standings. KEEP=1 leaves the daemon running; its last line is where a person may play.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/await.sh
games=${GAMES:-60}
dir=$(mktemp -d "${TMPDIR:-/tmp}/avondale-demo.XXXXXX") || exit 3
pids=
server=
stop() {
    for p in $pids $server; do kill "$p" 2>/dev/null; done
    wait 2>/dev/null
    rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT TERM

# A hand takes a few milliseconds of the arena; --games-total stops taking new games when that many are rated.
build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --store "sqlite:$dir/ladder.db" \
    --ruleset wikipedia,three-handed-dead,two-handed-table,two-handed-dead,two-handed-draft,five-handed,six-handed \
    --house-bots basic,expert,expert-2 --hints --chat preset --table-ms-max 600000 \
    --port-file "$dir/ports" --time 2000 >"$dir/serve.log" 2>&1 &
server=$!
await 10 daemon_listens "$server" "$dir/ports"
if [ ! -s "$dir/ports" ]; then
    echo "demo: the daemon did not start:" >&2
    tail -5 "$dir/serve.log" >&2
    exit 3
fi
bots=$(sed -n 1p "$dir/ports")
page=$(sed -n 2p "$dir/ports")
case "$bots" in *:*) ;; *) bots=127.0.0.1:$bots ;; esac
case "$page" in *:*) ;; *) page=127.0.0.1:$page ;; esac
echo "daemon on $bots, ladder page http://$page/"

bot() { # NAME COMMAND...
    name=$1
    shift
    "$@" --connect "$bots" --name "$name" >"$dir/$name.log" 2>&1 &
    pids="$pids $!"
    echo "  $name: $*"
}
bot basic build/bots/basic --encoding msgpack
bot basic-text build/bots/basic --encoding text
bot random build/bots/random --encoding msgpack
if command -v python3 >/dev/null 2>&1; then
    bot random-python python3 sample-bots/python/random_bot.py
    if python3 -c 'import msgpack' 2>/dev/null; then
        bot random-python-msgpack python3 sample-bots/python/msgpack_bot.py
    fi
fi
if command -v node >/dev/null 2>&1; then
    bot random-js node sample-bots/js/random_bot.js
fi

played() { build/avondale ladder --store "sqlite:$dir/ladder.db" --json top 2>/dev/null |
    grep -o '"games": *[0-9]*' | grep -o '[0-9]*$' | awk '{ s += $1 } END { print int(s / 4) }'; }
began=$(date +%s)
done=0
enough() { # or the daemon is gone
    done=$(played)
    printf '%s of %s ranked games after %s s\n' "$done" "$games" $(($(date +%s) - began))
    [ "$done" -ge "$games" ] || process_ended "$server"
}
# shellcheck disable=SC2034 # of await.sh
await_step=1
await 110 enough
if [ "$done" -lt "$games" ]; then
    echo "demo: too few games; the daemon's log:" >&2
    tail -20 "$dir/serve.log" >&2
    exit 1
fi
echo
build/avondale ladder --store "sqlite:$dir/ladder.db" top || exit 1
echo
if command -v curl >/dev/null 2>&1 && ! curl -fsS "http://$page/" >"$dir/page.html"; then
    echo "demo: the ladder page does not answer" >&2
    exit 1
fi
echo "ladder page: http://$page/"
if [ "${KEEP:-}" = 1 ]; then
    trap - EXIT
    echo "left running: daemon $server, bots$pids, files in $dir; to stop: kill $server$pids"
    echo "sit down and play: http://$page/play"
fi

#!/bin/sh
# One ranked game of every preset through a real daemon, bots over TCP in both encodings, address and
# undefined-behaviour sanitizers on. Every record replays.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
bin=build/asan
[ -x $bin/avondale ] || bin=build
tmp=$(mktemp -d)
pids=
stop() {
    for p in $pids; do kill "$p" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$tmp"
}
trap stop EXIT
trap 'exit 1' INT TERM

play() { # PRESET
    preset=$1
    dir=$tmp/$preset
    mkdir "$dir"
    seats=$(build/avondale rules "$preset" | sed -n 's/^[ +]*players=\([0-9]\).*/\1/p')
    timeout "$(patience 60)" $bin/avondale serve --listen 127.0.0.1:0 --http off --store "sqlite:$dir/db" --port-file "$dir/ports" \
        --ruleset "$preset" --option max_hands=4 --games-total 1 >"$dir/serve.log" 2>&1 &
    server=$!
    pids="$pids $server"
    await_daemon "$server" "$dir/ports" "$dir/serve.log"
    address=$(sed -n 1p "$dir/ports")
    case "$address" in *:*) ;; *) address=127.0.0.1:$address ;; esac
    i=0
    while [ "$i" -lt "$seats" ]; do
        encoding=$([ $((i % 2)) = 0 ] && echo msgpack || echo text)
        build/bots/random --connect "$address" --name "r$i" --encoding "$encoding" --seed "$i" \
            >"$dir/bot$i.log" 2>&1 &
        pids="$pids $!"
        i=$((i + 1))
    done
    if ! wait "$server"; then
        echo "$preset: the daemon failed"
        tail -20 "$dir/serve.log"
        return 1
    fi
    build/avondale ladder --store "sqlite:$dir/db" export >"$dir/export.jsonl"
    [ "$(wc -l <"$dir/export.jsonl")" -ge 1 ] || { echo "$preset: no result"; return 1; }
    if grep -q '"faults"' "$dir/export.jsonl"; then
        echo "$preset: a random bot was at fault"
        return 1
    fi
    echo "$preset: played by $seats"
}

presets=$(build/avondale rules | awk '{ print $1 }')
[ "$(echo "$presets" | wc -l)" -ge 36 ]
for preset in $presets; do play "$preset"; done

#!/bin/sh
# Runs every bench, daemon and floor alternately in one run, and prints a line a figure:
#   NAME VALUE UNIT [floor=VALUE ratio=VALUE]
# the same goes to build/bench.json. ROUNDS and SECS make it longer or shorter. BASE names the bench.json of an
# earlier run: each figure is then printed again beside its own there, and so is the ratio to the floor.
set -u
cd "$(dirname "$0")/../.." || exit 2
ROUNDS=${ROUNDS:-3}
SECS=${SECS:-2}
BASE=${BASE:-}
if [ -n "$BASE" ] && ! grep -q '"name": ' "$BASE" 2>/dev/null; then
    echo "run.sh: BASE=$BASE: not the bench.json of an earlier run" >&2
    exit 2
fi
bin=$(pwd)/build
tmp=$(mktemp -d) || exit 3
out=$tmp/figures
[ -z "$BASE" ] || cp "$BASE" "$tmp/base" || exit 3 # it may be the file that is about to be written
pids=
. tests/lib/postgres.sh
postgres_find >&2 || postgres_bin=
stop() {
    for p in $pids; do kill "$p" 2>/dev/null; done
    wait 2>/dev/null
    [ ! -f "$tmp/pg/data/postmaster.pid" ] || postgres_dir=$tmp/pg postgres_stop immediate
    rm -rf "$tmp"
}
trap stop EXIT
trap 'exit 3' INT TERM

pin() { # CPU COMMAND...: on that processor where there are two
    cpu=$1
    shift
    if command -v taskset >/dev/null && [ "$(nproc)" -gt 1 ]; then exec taskset -c "$cpu" "$@"; else exec "$@"; fi
}

field() { sed -n "s/.*$2=\([0-9.]*\).*/\1/p" "$1"; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

wait_for() { # FILE: until it holds a line, ten seconds at most
    n=0
    until [ -s "$1" ] || [ $n -ge 100 ]; do sleep 0.1; n=$((n + 1)); done
    [ -s "$1" ] || { echo "bench: $1 did not come" >&2; exit 3; }
}

start_daemon() { # TABLES: a new daemon on a new ladder; its process is $pid
    rm -f "$tmp"/ports "$tmp"/bench.db*
    (pin 0 "$bin/avondale" serve --listen 127.0.0.1:0 --http off --names-per-minute 1000000 --handshakes-max 100000 --store "sqlite:$tmp/bench.db" \
        --port-file "$tmp/ports" --tables-max "$1" --peers-max 4096 --peers-per-address-max 4096 \
        --tls-self-signed \
        >"$tmp/serve.log" 2>&1) &
    server=$!
    pids="$pids $server"
    wait_for "$tmp/ports"
    pid=$(pgrep -P "$server" 2>/dev/null | head -1)
    pid=${pid:-$server}
    port=$(head -1 "$tmp/ports" | grep -o '[0-9]*$')
}

stop_daemon() {
    kill "$pid" "$server" 2>/dev/null
    wait "$server" 2>/dev/null
}

# daemon TABLES BOTS [--text] [--tls]: one run against a new daemon; leaves the load's line in $tmp/daemon
daemon() {
    tables=$1 bots=$2
    shift 2
    start_daemon "$tables"
    pin_load "$tmp/daemon" --pid "$pid" "$@" "$port" "$bots"
    stop_daemon
}

# Honest bots beside attackers: the floor is what the same bots feel in the calm of the same run.
attack() {
    start_daemon 100
    (pin 1 "$bin/bench/siege" --rounds "$ROUNDS" --seconds $((SECS * 3)) --pid "$pid" "$port" 100) >"$tmp/siege" ||
        { cat "$tmp/serve.log" >&2; exit 3; }
    stop_daemon
    figure attack.p99 us "$(field "$tmp/siege" attack)" "$(field "$tmp/siege" calm)"
    figure attack.blamed bots "$(field "$tmp/siege" blamed)"
    figure attack.memory bytes "$(field "$tmp/siege" grown)"
}

pin_load() { # RESULT ARGUMENTS...
    result=$1
    shift
    (pin 1 "$bin/bench/load" --seconds "$SECS" "$@") >"$result" || { cat "$tmp/serve.log" >&2; exit 3; }
}

floor() { # BYTES BOTS [--text] [--tls]
    bytes=$1 bots=$2
    shift 2
    rm -f "$tmp/port"
    (pin 0 "$bin/bench/load" --floor --bytes "$bytes" "$@" "$bots" >"$tmp/port") &
    server=$!
    pids="$pids $server"
    wait_for "$tmp/port"
    pid=$(pgrep -P "$server" 2>/dev/null | head -1)
    pin_load "$tmp/floor" --pid "${pid:-$server}" "$@" "$(cat "$tmp/port")" "$bots"
    kill "${pid:-$server}" "$server" 2>/dev/null
    wait "$server" 2>/dev/null
}

wire() { # NAME TABLES [--text] [--tls]
    name=$1 tables=$2
    shift 2
    bots=$((tables * 4))
    : >"$tmp/rate"; : >"$tmp/cpu"; : >"$tmp/floor.rate"; : >"$tmp/floor.cpu"
    round=0
    while [ $round -lt "$ROUNDS" ]; do
        daemon "$tables" "$bots" "$@"
        field "$tmp/daemon" decisions >>"$tmp/rate"
        field "$tmp/daemon" server_us >>"$tmp/cpu"
        floor "$(field "$tmp/daemon" bytes | sed 's/\..*//')" "$bots" "$@"
        field "$tmp/floor" decisions >>"$tmp/floor.rate"
        field "$tmp/floor" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    figure "serve.$name.decisions" decisions/s "$(median <"$tmp/rate")" "$(median <"$tmp/floor.rate")"
    figure "serve.$name.cpu" us "$(median <"$tmp/cpu")" "$(median <"$tmp/floor.cpu")"
}

# stdio GAMES_AT_ONCE: `match` with instant bots on pipes beside the floor; its start is taken off by a second,
# short run.
stdio() {
    jobs=$1
    bot="$bin/bench/pipes --bot"
    : >"$tmp/rate"; : >"$tmp/cpu"; : >"$tmp/floor.rate"; : >"$tmp/floor.cpu"; : >"$tmp/memory"
    round=0
    while [ $round -lt "$ROUNDS" ]; do
        for games in $jobs $((jobs * 4 + 400)); do
            "$bin/bench/pipes" --measure "$bin/avondale" match --bot a="$bot" --bot b="$bot" --games "$games" \
                --jobs "$jobs" --seed 01 --records "$tmp/records" --json >"$tmp/json" 2>"$tmp/run.$games" || exit 3
            grep -o '"decisions": [0-9]*' "$tmp/json" | awk '{ n += $2 } END { print "decisions=" n }' >>"$tmp/run.$games"
        done
        awk -F'[= ]' -v cpu="$tmp/cpu" -v rate="$tmp/rate" '
            { for (i = 1; i < NF; i += 2) v[$i] = $(i + 1) }
            $1 == "decisions" { run++; n[run] = v["decisions"]; c[run] = v["cpu"]; w[run] = v["wall"] }
            END { print (c[2] - c[1]) / (n[2] - n[1]) * 1e6 >>cpu; print (n[2] - n[1]) / (w[2] - w[1]) >>rate }' \
            "$tmp/run.$jobs" "$tmp/run.$((jobs * 4 + 400))"
        field "$tmp/run.$((jobs * 4 + 400))" memory >>"$tmp/memory"
        # Requests of the floor are as large as those of the match: what it wrote but for its records.
        bytes=$(awk -F'[= ]' -v records="$(wc -c <"$tmp/records")" '
            { for (i = 1; i < NF; i += 2) v[$i] = $(i + 1) }
            END { printf "%d", (v["written"] - records) / v["decisions"] }' "$tmp/run.$((jobs * 4 + 400))")
        "$bin/bench/pipes" --floor --bytes "$bytes" --seconds "$SECS" "$jobs" >"$tmp/floor"
        field "$tmp/floor" decisions >>"$tmp/floor.rate"
        field "$tmp/floor" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    figure "match.stdio-$jobs.decisions" decisions/s "$(median <"$tmp/rate")" "$(median <"$tmp/floor.rate")"
    figure "match.stdio-$jobs.cpu" us "$(median <"$tmp/cpu")" "$(median <"$tmp/floor.cpu")"
    figure "match.stdio-$jobs.memory" bytes "$(median <"$tmp/memory")"
}

# How many more hands single deals need for the error bar that duplicate deals have: the ratio of what a hand
# of either leaves of variance.
duplicate() {
    for how in '' --duplicate; do
        "$bin/avondale" match --bot a="$1" --bot b="$2" --games 2000 --jobs 2 --seed 01 $how --json >"$tmp/dup$how"
    done
    for how in '' --duplicate; do
        awk -F': ' '/"name"/ { entry++ } entry == 1 && /"hands"/ { h = $2 + 0 }
            entry == 1 && /"margin_error"/ { e = $2 + 0 } END { print h * e * e }' "$tmp/dup$how"
    done >"$tmp/variance"
    figure match.duplicate.factor hands "$(awk 'NR == 1 { single = $1 } END { print single / $1 }' "$tmp/variance")"
}

# Results stored by SQLite and, where one can be started, by PostgreSQL.
store() {
    mkdir "$tmp/store" && "$bin/bench/store" "$tmp/store" || return 1
    rm -rf "$tmp/store"
    if [ -n "$postgres_bin" ] && postgres_make "$tmp" >&2; then
        "$bin/bench/store" --postgres "$postgres_url" || return 1
        postgres_stop
    fi
}

figure() { # NAME UNIT VALUE [FLOOR]
    echo "$1 $2 $3 ${4:-}" | awk '{ if (NF > 3) printf "%s %.6g %s floor=%.6g ratio=%.3f\n", $1, $3, $2, $4, $3 / $4
        else printf "%s %.6g %s\n", $1, $3, $2 }'
}

{
    "$bin/bench/engine" && "$bin/bench/codec" && "$bin/bench/table" && "$bin/bench/solve" || exit 3
    wire msgpack 64
    wire text 64 --text
    wire tls 64 --tls
    for jobs in 1 2 16 128; do stdio $jobs; done
    duplicate "$bin/bots/basic" "$bin/bots/basic --bold 8"
    daemon 50 1200
    figure serve.idle-1000.memory bytes "$(field "$tmp/daemon" memory)"
    figure serve.idle-1000.decisions decisions/s "$(field "$tmp/daemon" decisions)"
    daemon 50 1200 --tls
    figure serve.idle-1000-tls.memory bytes "$(field "$tmp/daemon" memory)"
    attack
} | tee "$out" || exit 3

awk 'BEGIN { print "[" }
{
    printf "%s  {\"name\": \"%s\", \"value\": %s, \"unit\": \"%s\"", (NR > 1 ? ",\n" : ""), $1, $2, $3
    for (i = 4; i <= NF; i++) { split($i, kv, "="); printf ", \"%s\": %s", kv[1], kv[2] }
    printf "}"
}
END { print "\n]" }' "$out" >"$bin/bench.json"

# NAME VALUE base=VALUE ratio=VALUE [floor_ratio=VALUE base_floor_ratio=VALUE]
compare() { # BASE NOW
    awk '
        { name = field("name"); value = field("value"); ratio = field("ratio") }
        name == "" { next }
        FNR == NR { base[name] = value; base_ratio[name] = ratio; next }
        name in base && base[name] > 0 {
            printf "%s %s base=%s ratio=%.3f", name, value, base[name], value / base[name]
            if (ratio != "" && base_ratio[name] != "")
                printf " floor_ratio=%s base_floor_ratio=%s", ratio, base_ratio[name]
            print ""
        }
        function field(key,   at, rest) {
            at = index($0, "\"" key "\": ")
            if (!at) return ""
            rest = substr($0, at + length(key) + 4)
            sub(/[,}].*/, "", rest)
            gsub(/"/, "", rest)
            return rest
        }' "$1" "$2"
}
if [ -n "$BASE" ]; then
    echo "beside $BASE:"
    compare "$tmp/base" "$bin/bench.json"
fi

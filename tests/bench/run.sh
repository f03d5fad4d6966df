#!/bin/sh
# Runs every bench, daemon and floor alternately in one run, and prints a line a figure:
#   NAME VALUE UNIT [floor=VALUE ratio=VALUE [low=RATIO high=RATIO]]
# low and high are the ratios of single rounds. A line that begins with # says which form it is and how far they lie apart. The same goes to build/bench.json. ROUNDS and SECS make it longer or shorter; CROWD=1 adds ten thousand bots, which
# takes some minutes and 10,100 open files; PAGES=1 measures pages on a ladder of a million bots and ten million results
# (half an hour, 7 GB), not of 10,000 and 100,000; LADDER=yes the ladder of the sample bots, which takes hours. BASE names the bench.json of an
# earlier run: each figure is then printed again beside its own there, and so is the ratio to the floor.
# PARTS, some of the words of `parts` below, measures those alone.
# GROWTH_BOTS and GROWTH_RESULTS: how many bots at once, and up to how many stored results (a power of ten), growth
# is measured at; its table and its plot are build/growth.txt and build/growth.svg.
# START_RESULTS: up to how many results of 50,000 bots a start is measured at, a power of ten from 100,000 on.
# QUICK=1: the ratios again in two minutes: fewer parts and shorter rounds, where nothing else is said, and of each part
# only what has a floor; a match plays fewer games. build/measures.md is the page of what was measured.
set -u
cd "$(dirname "$0")/../.." || exit 2
BASE=${BASE:-}
CROWD=${CROWD:-}
form=whole
warm=1 # seconds that a daemon plays before it is measured
# Games of a match: so many a table that are taken off as its start, so many a table after them, and so many more in all.
games_start=4 games_once=6 games_more=400 match_jobs='1 2 16 128'
began_run=$(date +%s)
load=$(cut -d' ' -f1 /proc/loadavg)
if [ -n "${QUICK:-}" ]; then
    form=quick
    warm=0.5 games_start=1 games_once=1 games_more=60 match_jobs='1 2'
    ROUNDS=${ROUNDS:-3} SECS=${SECS:-0.8} START_RESULTS=${START_RESULTS:-100000}
    PARTS=${PARTS:-core msgpack text tls match store start}
fi
ROUNDS=${ROUNDS:-3}
SECS=${SECS:-2}
PARTS=${PARTS:-}
parts='core msgpack text tls databases carried logs loops crowd match duplicate analyze ladder idle store start growth attack pages'
GROWTH_BOTS=${GROWTH_BOTS:-1 10 100 1000}
GROWTH_RESULTS=${GROWTH_RESULTS:-1000000}
START_RESULTS=${START_RESULTS:-1000000}
if [ -n "$BASE" ] && ! grep -q '"name": ' "$BASE" 2>/dev/null; then
    echo "run.sh: BASE=$BASE: not the bench.json of an earlier run" >&2
    exit 2
fi
for part in $PARTS; do
    case " $parts " in
    *" $part "*) ;;
    *)
        echo "run.sh: PARTS=$part: allowed: $parts" >&2
        exit 2
        ;;
    esac
done
build=$(pwd)/build
bin=$build/lto
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

seconds() { awk -v n="$1" -v secs="$SECS" 'BEGIN { print n * secs }'; } # so many times SECS
field() { sed -n "s/.*$2=\([0-9.]*\).*/\1/p" "$1"; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

wait_for() { # FILE: until it holds a line, ten seconds at most
    n=0
    until [ -s "$1" ] || [ $n -ge 100 ]; do sleep 0.1; n=$((n + 1)); done
    [ -s "$1" ] || { echo "bench: $1 did not come" >&2; exit 3; }
}

# Where the ladder of the next daemons is, if not in a file; how they get a certificate, which lies beside a file.
database=
certificate=--tls-self-signed
ladder= game_log_mb=100 # a file that the ladder begins as; room for the logs of owners' games
start_daemon() { # TABLES BOTS LOOPS: a new daemon on a new ladder; its process is $pid, what it took before anybody came in $tmp/empty
    peers=$(($2 > 4000 ? $2 + 96 : 4096))
    rm -f "$tmp"/ports "$tmp"/bench.db*
    [ -z "$ladder" ] || cp "$ladder" "$tmp/bench.db" || exit 3
    (pin 0 "$bin/avondale" serve --listen 127.0.0.1:0 --http off --names-per-minute 1000000 --handshakes-max 100000 --handshakes-per-address-max 100000 \
        --store "${database:-sqlite:$tmp/bench.db}" --admin off \
        --port-file "$tmp/ports" --tables-max "$1" --peers-max "$peers" --peers-per-address-max "$peers" \
        $certificate --loops "$3" --time 60000 --game-log-mb "$game_log_mb" \
        >"$tmp/serve.log" 2>&1) &
    server=$!
    pids="$pids $server"
    wait_for "$tmp/ports"
    pid=$(pgrep -P "$server" 2>/dev/null | head -1)
    pid=${pid:-$server}
    port=$(head -1 "$tmp/ports" | grep -o '[0-9]*$')
    awk '/^RssAnon/ { print $2 }' "/proc/$pid/status" >"$tmp/empty"
}

stop_daemon() {
    kill "$pid" "$server" 2>/dev/null
    wait "$server" 2>/dev/null
}

# daemon TABLES BOTS LOOPS [--text] [--tls]: one run against a new daemon; leaves the load's line in $tmp/daemon
daemon() {
    tables=$1 bots=$2 loops=$3
    shift 3
    start_daemon "$tables" "$bots" "$loops"
    pin_load "$tmp/daemon" --pid "$pid" "$@" "$port" "$bots"
    stop_daemon
}

# Honest bots beside attackers: the floor is the round trip of the same bots without attackers in the same run.
# siege NAME OPTION...: the figure of those attacks. In a later round the calm still has the backlog of the attack
# before, so a siege of talkers has one round.
siege() {
    name=$1
    shift
    start_daemon 100 4000 1
    (pin 1 "$bin/bench/siege" --seconds "$(seconds 3)" "$@" --pid "$pid" "$port" 100) >"$tmp/siege" ||
        { cat "$tmp/serve.log" >&2; exit 3; }
    stop_daemon
    figure "$name.p99" us "$(field "$tmp/siege" attack)" "$(field "$tmp/siege" calm)"
    figure "$name.blamed" bots "$(field "$tmp/siege" blamed)"
}

attack() {
    siege attack --rounds "$ROUNDS"
    figure attack.memory bytes "$(field "$tmp/siege" grown)"
    for talk in 'absent 1800' 'tables 100' 'seek 400' 'open 200'; do
        set -- $talk
        siege "attack.$1" --drip 0 --reconnects 0 --flood 0 --rounds 1 --from 127.0.0.2 "--$1" "$2"
    done
}

rate=0 # answers a second that the load keeps to; 0: as fast as it goes
pin_load() { # RESULT ARGUMENTS...
    result=$1
    shift
    (pin 1 "$bin/bench/load" --seconds "$SECS" --rate "$rate" --warm "$warm" "$@") >"$result" || { cat "$tmp/serve.log" >&2; exit 3; }
}

# floor BOTS [--text] [--tls]: one run with as many writes, and as large ones, as the run of the daemon before it
floor() {
    bots=$1
    shift
    quiet=$(field "$tmp/daemon" quiet)
    bytes=$(awk -v bytes="$(field "$tmp/daemon" bytes)" -v quiet="$quiet" 'BEGIN { printf "%d", bytes / (1 + quiet) }')
    rm -f "$tmp/port"
    (pin 0 "$bin/bench/load" --floor --bytes "$bytes" --quiet "$quiet" "$@" "$bots" >"$tmp/port") &
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
        daemon "$tables" "$bots" 1 "$@"
        field "$tmp/daemon" decisions >>"$tmp/rate"
        field "$tmp/daemon" server_us >>"$tmp/cpu"
        floor "$bots" "$@"
        field "$tmp/floor" decisions >>"$tmp/floor.rate"
        field "$tmp/floor" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    wire_rate=$(median <"$tmp/rate")
    turns "serve.$name.decisions" decisions/s rate
    turns "serve.$name.cpu" us cpu
}

# latency NAME TABLES: the time from an answer to the next request of its table, at half the rate that the daemon
# reached as $wire_rate, both beside the floor at the same rate.
latency() {
    name=$1 bots=$(($2 * 4))
    : >"$tmp/p50"; : >"$tmp/p99"; : >"$tmp/floor.p50"; : >"$tmp/floor.p99"
    rate=$(awk -v rate="$wire_rate" 'BEGIN { printf "%d", rate / 2 }')
    round=0
    while [ $round -lt "$ROUNDS" ]; do
        daemon "$2" "$bots" 1
        field "$tmp/daemon" p50_us >>"$tmp/p50"
        field "$tmp/daemon" p99_us >>"$tmp/p99"
        floor "$bots"
        field "$tmp/floor" p50_us >>"$tmp/floor.p50"
        field "$tmp/floor" p99_us >>"$tmp/floor.p99"
        round=$((round + 1))
    done
    rate=0
    turns "serve.$name.p50" us p50
    turns "serve.$name.p99" us p99
}

# Bots that belong to an owner, for whom each message is written down, beside the same without logs, in turns.
logs() {
    "$bin/avondale" ladder --store "sqlite:$tmp/owned.db" add load0 >/dev/null || exit 3
    python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE bot SET token_hash = NULL")
db.executemany("INSERT INTO bot (name, owner, created_msec, rating_milli, games, wins, ties, losses, owners_met, last_msec, banned)"
               " VALUES (?, \047\047, 0, 1500000, 0, 0, 0, 0, 0, 0, 0)", (("load%d" % i,) for i in range(1, 256)))
db.execute("UPDATE bot SET account = ?", sys.argv[2:])
db.commit()' "$tmp/owned.db" own-bench || exit 3
    : >"$tmp/cpu"; : >"$tmp/floor.cpu"
    round=0
    ladder=$tmp/owned.db
    while [ $round -lt "$ROUNDS" ]; do
        game_log_mb=100
        daemon 64 256 1
        field "$tmp/daemon" server_us >>"$tmp/cpu"
        game_log_mb=0
        daemon 64 256 1
        field "$tmp/daemon" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    ladder='' game_log_mb=100
    turns serve.logs.cpu us cpu
}

# Two loops beside one, in turns, on one processor: what a decision costs. Two processors that the bots do not need
# as well would do so many times what one does, by calculation.
loops() {
    : >"$tmp/rate"; : >"$tmp/cpu"; : >"$tmp/floor.rate"; : >"$tmp/floor.cpu"
    round=0
    while [ $round -lt "$ROUNDS" ]; do
        daemon 64 256 2
        field "$tmp/daemon" decisions >>"$tmp/rate"
        field "$tmp/daemon" server_us >>"$tmp/cpu"
        daemon 64 256 1
        field "$tmp/daemon" decisions >>"$tmp/floor.rate"
        field "$tmp/daemon" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    turns serve.loops-2.decisions decisions/s rate
    turns serve.loops-2.cpu us cpu
    figure serve.loops-2.capacity times "$(echo "$(median <"$tmp/floor.cpu") $(median <"$tmp/cpu")" | awk '{ print 2 * $1 / $2 }')"
}

# Ten thousand bots in 2,500 tables, with one loop and with two; memory is that of a bot with its part of a table.
crowd() {
    warm=5
    for loops in 1 2; do
        : >"$tmp/rate"; : >"$tmp/cpu"; : >"$tmp/floor.rate"; : >"$tmp/floor.cpu"; : >"$tmp/memory"
        round=0
        while [ $round -lt "$ROUNDS" ]; do
            daemon 2500 10000 "$loops"
            field "$tmp/daemon" decisions >>"$tmp/rate"
            field "$tmp/daemon" server_us >>"$tmp/cpu"
            echo "$(field "$tmp/daemon" memory) $(cat "$tmp/empty")" | awk '{ print ($1 - $2 * 1024) / 10000 }' >>"$tmp/memory"
            floor 10000
            field "$tmp/floor" decisions >>"$tmp/floor.rate"
            field "$tmp/floor" server_us >>"$tmp/floor.cpu"
            round=$((round + 1))
        done
        turns "serve.crowd-$loops.decisions" decisions/s rate
        turns "serve.crowd-$loops.cpu" us cpu
        figure "serve.crowd-$loops.memory" bytes/bot "$(median <"$tmp/memory")"
    done
    daemon 2500 10000 1 --tls
    figure serve.crowd-tls.decisions decisions/s "$(field "$tmp/daemon" decisions)"
    figure serve.crowd-tls.memory bytes/bot \
        "$(echo "$(field "$tmp/daemon" memory) $(cat "$tmp/empty")" | awk '{ print ($1 - $2 * 1024) / 10000 }')"
    warm=1
}

# stdio GAMES_AT_ONCE: `match` with instant bots on pipes beside the floor. Its start is taken off by a second, shorter
# run, in which all bots come to play as well: while hundreds of processes start, every decision is dearer.
stdio() {
    jobs=$1
    short=$((jobs * games_start))
    long=$((short + jobs * games_once + games_more))
    bot="$bin/bench/pipes --bot"
    : >"$tmp/rate"; : >"$tmp/cpu"; : >"$tmp/floor.rate"; : >"$tmp/floor.cpu"; : >"$tmp/memory"
    round=0
    while [ $round -lt "$ROUNDS" ]; do
        for games in $short $long; do
            rm -f "$tmp/records"
            "$bin/bench/pipes" --measure "$bin/avondale" match --bot a="$bot" --bot b="$bot" --games "$games" \
                --jobs "$jobs" --seed 01 --records "$tmp/records" --json >"$tmp/json" 2>"$tmp/run.$games" || exit 3
            grep -o '"decisions": [0-9]*' "$tmp/json" | awk '{ n += $2 } END { print "decisions=" n }' >>"$tmp/run.$games"
        done
        awk -F'[= ]' -v cpu="$tmp/cpu" -v rate="$tmp/rate" '
            { for (i = 1; i < NF; i += 2) v[$i] = $(i + 1) }
            $1 == "decisions" { run++; n[run] = v["decisions"]; c[run] = v["cpu"]; w[run] = v["wall"] }
            END { print (c[2] - c[1]) / (n[2] - n[1]) * 1e6 >>cpu; print (n[2] - n[1]) / (w[2] - w[1]) >>rate }' \
            "$tmp/run.$short" "$tmp/run.$long"
        field "$tmp/run.$long" memory >>"$tmp/memory"
        # The floor writes as often and as much as the match did but for its records, of which each is one write.
        wrote=$(awk -F'[= ]' -v records="$(wc -c <"$tmp/records")" -v lines="$(wc -l <"$tmp/records")" '
            { for (i = 1; i < NF; i += 2) v[$i] = $(i + 1) }
            END { writes = v["writes"] - lines; quiet = writes / v["decisions"] - 1
                printf "--bytes %d --quiet %.4f", (v["written"] - records) / writes, (quiet > 0 ? quiet : 0) }' \
            "$tmp/run.$long")
        # shellcheck disable=SC2086 # two options
        "$bin/bench/pipes" --floor $wrote --seconds "$SECS" "$jobs" >"$tmp/floor" || exit 3
        field "$tmp/floor" decisions >>"$tmp/floor.rate"
        field "$tmp/floor" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    turns "match.stdio-$jobs.decisions" decisions/s rate
    turns "match.stdio-$jobs.cpu" us cpu
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
            entry == 1 && /"margin_err95"/ { e = $2 + 0 } END { print h * e * e }' "$tmp/dup$how"
    done >"$tmp/variance"
    figure match.duplicate.factor hands "$(awk 'NR == 1 { single = $1 } END { print single / $1 }' "$tmp/variance")"
}

# The share of the variance of a hand that `analyze` takes off as luck, and how long a whole game takes it.
luck() { # NAME BOT BOT
    rm -f "$tmp/luck"
    "$bin/avondale" match --bot a="$2" --bot b="$3" --games "${4:-1000}" --jobs 2 --seed 02 --records "$tmp/luck" >"$tmp/out" || exit 3
    "$bin/avondale" analyze --parts luck --json "$tmp/luck" >"$tmp/json" || exit 3
    figure "analyze.luck.$1" share "$(sed 's/.*"saved":\([-0-9.e]*\).*/\1/' "$tmp/json")"
}
analyze() {
    luck random "$bin/bots/random --seed 1" "$bin/bots/basic"
    luck basic "$bin/bots/basic" "$bin/bots/convention"
    luck expert "$bin/bots/expert --time 10" "$bin/bots/basic" 200
    tail -n 1 "$tmp/luck" >"$tmp/one"
    began=$(date +%s%N)
    "$bin/avondale" analyze "$tmp/one" >"$tmp/out" || exit 3
    figure analyze.game ms $((($(date +%s%N) - began) / 1000000))
}

has_postgres() { # the same server each time
    [ -n "$postgres_bin" ] || return 1
    if [ -d "$tmp/pg/data" ]; then postgres_start >&2; else postgres_make "$tmp" >&2; fi
}

# The same daemon on a database and on a file, in turns.
databases() {
    has_postgres || return 0
    certificate=
    : >"$tmp/rate"; : >"$tmp/cpu"; : >"$tmp/floor.rate"; : >"$tmp/floor.cpu"
    round=0
    while [ $round -lt "$ROUNDS" ]; do
        postgres_sql "CREATE SCHEMA round$round"
        database="$postgres_url&options=-csearch_path%3Dround$round"
        daemon 64 256 1
        field "$tmp/daemon" decisions >>"$tmp/rate"
        field "$tmp/daemon" server_us >>"$tmp/cpu"
        database=
        daemon 64 256 1
        field "$tmp/daemon" decisions >>"$tmp/floor.rate"
        field "$tmp/daemon" server_us >>"$tmp/floor.cpu"
        round=$((round + 1))
    done
    certificate=--tls-self-signed
    postgres_stop
    turns serve.postgres.decisions decisions/s rate
    turns serve.postgres.cpu us cpu
}

# The cost to a bot of being carried by another node: two nodes, and one bot that connected to the wrong one.
carried() {
    command -v python3 >/dev/null && has_postgres || return 0
    postgres_sql 'CREATE SCHEMA carried'
    nodes=
    for name in a b; do
        port=$(free_port)
        eval "address_$name=127.0.0.1:$port"
        rm -f "$tmp/ports"
        "$bin/avondale" serve --node $name --listen "127.0.0.1:$port" --http off --admin off --time 120000 \
            --store "$postgres_url&options=-csearch_path%3Dcarried" --port-file "$tmp/ports" >"$tmp/serve.log" 2>&1 &
        nodes="$nodes $!"
        wait_for "$tmp/ports"
    done
    pids="$pids $nodes"
    # shellcheck disable=SC2154 # by eval
    python3 tests/bench/carried.py "$address_a" "$address_b" "$(seconds 100)" >"$tmp/carried" || exit 3
    # shellcheck disable=SC2086 # two of them
    kill $nodes
    # shellcheck disable=SC2086
    wait $nodes 2>/dev/null
    postgres_stop
    figure serve.carried.p50 us "$(field "$tmp/carried" carried)" "$(field "$tmp/carried" direct)"
}

# Results stored by SQLite and, where one can be started, by PostgreSQL.
store() {
    mkdir "$tmp/store" && "$bin/bench/store" "$tmp/store" || return 1
    [ $form = whole ] || { rm -rf "$tmp/store"; return 0; }
    "$bin/bench/work" sqlite "sqlite:$tmp/store/work.db" || return 1
    "$bin/bench/recompute" "$tmp/store" && "$bin/bench/batch" || return 1
    rm -rf "$tmp/store"
    if has_postgres; then
        postgres_sql "CREATE SCHEMA lobby" && "$bin/bench/lobby" "$postgres_url&options=-csearch_path%3Dlobby" || return 1
        "$bin/bench/store" --postgres "$postgres_url" || return 1
        "$bin/bench/work" postgres "$postgres_url" || return 1
        postgres_stop
    fi
}

# The floor of a start is the replay of the whole log.
start_figures() {
    mkdir "$tmp/starts" || exit 3
    "$bin/bench/start" "$tmp/starts" "$START_RESULTS" >"$tmp/started" || exit 3
    rm -rf "$tmp/starts"
    started() { awk -v size="$START_RESULTS" -v name="$1" '$2 == size && $3 == name { print $4 }' "$tmp/started"; }
    figure start.open s "$(started open)" "$(started whole)"
    figure start.killed s "$(started killed)" "$(started whole)"
    if [ "$START_RESULTS" -ge 1000000 ]; then # before, not every bot has played on every ladder
        figure start.open-power power "$(started open-power)"
        figure start.killed-power power "$(started killed-power)"
    fi
    figure start.take s "$(started take)"
    figure start.bytes bytes "$(started bytes)"
}

growth() {
    mkdir "$tmp/growth" || exit 3
    for bots in $GROWTH_BOTS; do
        daemon $(((bots + 3) / 4)) "$bots" 1
        if [ "$bots" -ge 4 ]; then
            echo "bots $bots decisions $(field "$tmp/daemon" decisions)"
            echo "bots $bots cpu $(field "$tmp/daemon" server_us)"
        fi
        echo "bots $bots memory $(field "$tmp/daemon" memory)"
    done >"$tmp/grown"
    "$bin/bench/growth" "$tmp/growth" "$GROWTH_RESULTS" >>"$tmp/grown" || exit 3
    rm -rf "$tmp/growth"
    sh tests/bench/growth.sh "$build" <"$tmp/grown"
}

# Pages of a ladder that is filled for this. What a page takes is CPU of the thread for pages, so its rate is by
# calculation that of a processor which does nothing else.
pages() {
    bots=10000 results=100000 records=5000
    [ -z "${PAGES:-}" ] || { bots=1000000; results=10000000; records=100000; }
    "$bin/avondale" match --bot a="$bin/bots/basic" --bot b="$bin/bots/convention" --games 16 --seed 01 \
        --records "$tmp/template" >"$tmp/out" && nice -n 19 "$bin/bench/fill" "$tmp/pages.db" $bots $results $records "$tmp/template" || exit 3
    rm -f "$tmp"/ports
    began=$(date +%s%N)
    (pin 0 "$bin/avondale" serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --names-per-minute 1000000 --handshakes-max 100000 --handshakes-per-address-max 100000 \
        --store "sqlite:$tmp/pages.db" --port-file "$tmp/ports" --tables-max 200 --time 60000 >"$tmp/serve.log" 2>&1) &
    server=$!
    pids="$pids $server"
    until [ -s "$tmp/ports" ] || ! kill -0 $server 2>/dev/null; do sleep 0.1; done
    [ -s "$tmp/ports" ] || { cat "$tmp/serve.log" >&2; exit 3; }
    figure pages.open s "$(awk -v ns=$(($(date +%s%N) - began)) 'BEGIN { print ns / 1e9 }')"
    pid=$(pgrep -P "$server" 2>/dev/null | head -1)
    pid=${pid:-$server}
    port=$(sed -n '1s/.*://p' "$tmp/ports")
    web=$(sed -n '2s/.*://p' "$tmp/ports")
    ask_pages "$tmp/one" || exit 3
    for name in standings standings_p99 bot bot_p99 most game game_p99; do
        figure "pages.$(echo $name | tr _ -)" us "$(field "$tmp/one" $name)" "$(field "$tmp/one" floor)"
    done
    ask_pages "$tmp/all" --load --seconds "$(seconds 2)" || exit 3
    figure pages.rate pages/s "$(awk -v cpu="$(field "$tmp/all" cpu)" 'BEGIN { print 1e6 / cpu }')"
    pages_beside
    figure pages.memory bytes "$(awk '/^VmRSS/ { print $2 * 1024 }' "/proc/$pid/status")"
    stop_daemon
    rm -f "$tmp"/pages.db*
}

ask_pages() { # RESULT ARGUMENTS...
    result=$1
    shift
    (pin 1 "$bin/bench/pages" --bots $bots --pid "$pid" "$@" "$web") >"$result"
}

# What 200 tables at half of their rate feel of 2,000 pages a second: one load of bots, in whose every second round
# pages are asked for.
pages_beside() {
    (pin 1 "$bin/bench/load" --seconds "$SECS" "$port" 800) >"$tmp/full" || exit 3
    rate=$(awk -v rate="$(field "$tmp/full" decisions)" 'BEGIN { printf "%d", rate / 2 }')
    (pin 1 "$bin/bench/load" --seconds "$SECS" --rounds $((ROUNDS * 2)) --rate "$rate" --from 127.0.0.2 "$port" 800) |
        while read -r line; do
            echo "$line" >>"$tmp/rounds"
            [ $(($(wc -l <"$tmp/rounds") % 2)) -eq 0 ] ||
                { ask_pages "$tmp/beside" --load --rate 2000 --connections 32 --seconds "$SECS" && cat "$tmp/beside" >>"$tmp/besides"; } &
        done
    wait_for "$tmp/besides"
    sed -n 'n;p' "$tmp/rounds" | sed 's/.*p99_us=\([0-9.]*\).*/\1/' | median >"$tmp/p99"
    sed -n 'p;n' "$tmp/rounds" | sed 's/.*p99_us=\([0-9.]*\).*/\1/' | median >"$tmp/floor.p99"
    figure pages.p99 us "$(cat "$tmp/p99")" "$(cat "$tmp/floor.p99")"
    figure pages.beside pages/s "$(sed 's/.* rate=\([0-9.]*\).*/\1/' "$tmp/besides" | median)"
    rate=0
}

idle() {
    daemon 50 1200 1
    figure serve.idle-1000.memory bytes "$(field "$tmp/daemon" memory)"
    figure serve.idle-1000.decisions decisions/s "$(field "$tmp/daemon" decisions)"
    daemon 50 1200 1 --tls
    figure serve.idle-1000-tls.memory bytes "$(field "$tmp/daemon" memory)"
}

wants() { # PART
    case " ${PARTS:-$parts} " in *" $1 "*) ;; *) return 1 ;; esac
}

figure() { # NAME UNIT VALUE [FLOOR]
    echo "$1 $2 $3 ${4:-}" | awk '{ if (NF > 3) printf "%s %.6g %s floor=%.6g ratio=%.3f\n", $1, $3, $2, $4, $3 / $4
        else printf "%s %.6g %s\n", $1, $3, $2 }'
}

# turns NAME UNIT WHAT: the figure of rounds that $tmp/WHAT and $tmp/floor.WHAT have, a line a round: their medians, and
# the lowest and the highest ratio of a round to the floor of that round.
turns() {
    line=$(figure "$1" "$2" "$(median <"$tmp/$3")" "$(median <"$tmp/floor.$3")")
    echo "$line $(paste -d ' ' "$tmp/$3" "$tmp/floor.$3" | awk '{ r = $1 / $2; low = NR == 1 || r < low ? r : low; high = r > high ? r : high }
        END { printf "low=%.3f high=%.3f", low, high }')"
}

{
    echo "# the $form form: $ROUNDS rounds of $SECS s; $(nproc) processors, load $load before it began"
    if wants core; then
        "$bin/bench/engine" && "$bin/bench/codec" || exit 3
        [ $form = quick ] || { "$bin/bench/table" && "$bin/bench/solve" && "$bin/bench/lobby"; } || exit 3
    fi
    if wants msgpack; then
        wire msgpack 64
        latency msgpack 64
    fi
    if wants text; then wire text 64 --text; fi
    if wants tls; then wire tls 64 --tls; fi
    if wants databases; then databases; fi
    if wants carried; then carried; fi
    if wants logs; then logs; fi
    if wants loops; then loops; fi
    if wants crowd && [ -n "$CROWD" ]; then crowd; fi
    if wants match; then for jobs in $match_jobs; do stdio $jobs; done; fi
    if wants duplicate; then duplicate "$bin/bots/basic" "$bin/bots/basic --bold 8"; fi
    if wants analyze; then analyze; fi
    if wants ladder && [ -n "${LADDER:-}" ]; then BIN=$bin sh tests/bench/bots.sh || exit 3; fi
    if wants idle; then idle; fi
    if wants store; then store || exit 3; fi
    if wants start; then start_figures; fi
    if wants growth; then growth; fi
    if wants attack; then attack; fi
    if wants pages; then pages; fi
    : >"$tmp/whole"
} | tee "$out"
[ -e "$tmp/whole" ] || exit 3 # a pipe has the status of its last part only

# How far the ratios of single rounds lie apart: what of a ratio is the machine's.
awk '{ split("", v); for (i = 4; i <= NF; i++) { split($i, kv, "="); v[kv[1]] = kv[2] } }
    /low=/ && v["ratio"] > 0 { print (v["high"] - v["low"]) / v["ratio"], $1 }' "$out" | sort -g | awk '
    { wide[NR] = $1; name[NR] = $2 }
    END { if (NR) printf "# spread of the ratios, (high - low) / ratio: median %.2f; widest %.2f, of %s\n", wide[int((NR + 1) / 2)], wide[NR], name[NR] }'
awk -v run="{\"form\": \"$form\", \"rounds\": $ROUNDS, \"seconds\": $SECS, \"processors\": $(nproc), \"load\": $load, \
\"commit\": \"$(git rev-parse --short=12 HEAD 2>/dev/null)\"}" '
BEGIN { printf "[\n  %s", run }
/^#/ { next }
{
    printf ",\n  {\"name\": \"%s\", \"value\": %s, \"unit\": \"%s\"", $1, $2, $3
    for (i = 4; i <= NF; i++) { split($i, kv, "="); printf ", \"%s\": %s", kv[1], kv[2] }
    printf "}"
}
END { print "\n]" }' "$out" >"$build/bench.json"

echo "# it took $(($(date +%s) - began_run)) s"
sh tests/bench/measures.sh "$build/bench.json" >"$build/measures.md"
echo "as a page: $build/measures.md"
if wants growth; then echo "how cost grows: $build/growth.txt, $build/growth.svg"; fi
if [ -n "$BASE" ]; then
    echo "beside $BASE:"
    sh tests/bench/compare.sh "$tmp/base" "$build/bench.json"
fi

# workers.sh - a tournament that workers play while some of them are killed; to be sourced, from the top of the
# tree. The caller has $tmp, and ends what is in $pids.
#
#   workers_play URL QUERY    QUERY: a command that runs SQL on that store and prints the rows
#   workers_middle            defined by the caller: what else happens while they play

. tests/lib/await.sh
. tests/lib/processes.sh

pids=
top=$(pwd)

workers_describe() {
    mkdir -p "$tmp/bot"
    cp build/bots/random "$tmp/bot/player"
    cat <<END
[tournament]
name = The workers' cup
format = round-robin
repeats = 6
jobs = 2
max_hands = 6
seed = 5eed
output = out

[entry basic]
command = $top/build/bots/basic

[entry random-1]
archive = $tmp/bot
command = ./player --seed 1

[entry random-2]
archive = $tmp/bot
command = ./player
options = --seed 2
environment = WORDS=one two

[entry random-3]
command = $top/build/bots/random --seed 3
time = 50
END
}

workers_start() { # NAME OPTION...
    name=$1
    shift
    "$top/build/avondale" worker --store "$workers_url" --name "$name" --cache "$tmp/cache-$name" --lease 3 "$@" \
        2>>"$tmp/$name.log" &
    worker=$!
    pids="$pids $worker"
}

# work_says URL WORDS: whether the list of work of that store contains WORDS.
work_says() { build/avondale ladder --store "$1" work list 2>/dev/null | grep -q "$2"; }

# workers_wait_done N: waits until N blocks are done.
workers_wait_done() {
    await 30 workers_done "$1" || { cat "$tmp"/*.log; echo "no $1 blocks were done"; exit 1; }
}
workers_done() {
    done=$(build/avondale ladder --store "$workers_url" work list 2>/dev/null | sed -n 's/.*done \([0-9]*\),.*/\1/p' |
        tail -1)
    [ "${done:-0}" -ge "$1" ]
}

# Stops all workers at a moment at which worker one or four has a block, so that there is a block to take over.
workers_stop_busy() {
    await 20 workers_stop || { echo "workers one and four have no block"; exit 1; }
}
workers_stop() {
    kill -STOP $one $two $four
    [ "$($query "SELECT count(*) FROM job
        WHERE state = 0 AND (holder LIKE 'one %' OR holder LIKE 'four %')")" -gt 0 ] && return
    kill -CONT $one $two $four
    return 1
}

workers_lease() { [ "$($query 'SELECT count(*) FROM job WHERE until_msec > 0 AND state = 0')" -gt 0 ]; }

workers_play() {
    workers_url=$1 query=$2
    rm -rf "$tmp/here" "$tmp/first" "$tmp/second"
    mkdir "$tmp/here" "$tmp/first" "$tmp/second"
    workers_describe >"$tmp/cup.ini"
    (cd "$tmp/here" && "$top/build/avondale" tournament "$tmp/cup.ini" >standings)

    # Begun on one machine, ended on another; three workers, of which two are killed.
    (cd "$tmp/first" && exec "$top/build/avondale" tournament "$tmp/cup.ini" --store "$workers_url" \
        >standings 2>"$tmp/first.log") &
    first=$!
    pids="$pids $first"
    await 20 work_says "$workers_url" 'open [1-9]' || { cat "$tmp/first.log"; exit 1; }
    workers_start one --jobs 2
    one=$worker
    workers_start two --sandbox rlimit
    two=$worker
    workers_start four
    four=$worker
    workers_wait_done 4
    # A worker that is stopped for longer than its lease: others play its block, and its results come late.
    workers_stop_busy
    kill -CONT $two
    children=$(process_children "$one" | tr '\n' ' ')
    kill -9 $one
    for child in $children; do
        await_gone 5 "$child" || { echo "a process of a killed worker lives on"; exit 1; }
    done
    workers_middle
    kill -TERM $first
    status=0
    wait $first || status=$?
    [ $status = 4 ] || { cat "$tmp/first.log"; echo "tournament: exit $status"; exit 1; }
    grep -q 'continues; start the command again' "$tmp/first.log"
    workers_wait_done 8
    kill -9 $two
    (cd "$tmp/second" && exec "$top/build/avondale" tournament "$tmp/cup.ini" --store "$workers_url" \
        >standings 2>"$tmp/second.log") &
    second=$!
    pids="$pids $second"
    workers_start three --jobs 2
    three=$worker
    wait $second || { cat "$tmp"/*.log; exit 1; }

    for file in records.jsonl standings.txt standings.csv; do
        cmp "$tmp/here/out/$file" "$tmp/second/out/$file"
    done
    cmp "$tmp/here/standings" "$tmp/second/standings"
    # The first had a part of the same, in the same order.
    size=$(wc -c <"$tmp/first/out/records.jsonl")
    head -c "$size" "$tmp/here/out/records.jsonl" | cmp - "$tmp/first/out/records.jsonl"

    kill -CONT $four
    kill -TERM $four
    wait $four

    [ "$($query 'SELECT count(*) FROM job WHERE state = 1')" = 36 ]
    [ "$($query 'SELECT sum(done) FROM worker')" = 36 ]
    taken=$($query 'SELECT count(*) FROM job WHERE attempts > 1')
    [ "$taken" -gt 0 ] || { echo "no block was taken over from a killed worker"; exit 1; }
    build/avondale ladder --store "$workers_url" workers
    echo "36 blocks, each counted once; $taken of them were given out again"

    # A worker that gets SIGTERM returns its blocks, as if it had never had them.
    (cd "$tmp/first" && exec "$top/build/avondale" match --bot a="$top/build/bots/basic" \
        --bot b="$top/build/bots/basic" --games 400 --seed 07 --store "$workers_url" >/dev/null 2>&1) &
    match=$!
    pids="$pids $match"
    await 20 workers_lease
    kill -TERM $three
    status=0
    wait $three || status=$?
    [ $status = 0 ] || { cat "$tmp/three.log"; echo "worker: exit $status"; exit 1; }
    [ "$($query "SELECT count(*) FROM job WHERE state = 0 AND (attempts > 0 OR holder <> '')")" = 0 ]
    kill -TERM $match
    wait $match || :
}

#!/bin/sh
# Workers play tournaments and matches through an SQLite file: some are killed, each game counts once, and the result
# equals a local run, byte for byte. What cannot be played is reported in one line.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
. tests/lib/workers.sh
trap 'for p in $pids; do kill "$p" 2>/dev/null || :; done; wait; chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
trap 'exit 3' INT TERM

cat >"$tmp/query.py" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=60) as db:
    print(db.execute(sys.argv[2]).fetchone()[0])
END
ask() { python3 "$tmp/query.py" "$tmp/store.db" "$1"; }
workers_middle() { :; }
workers_play "sqlite:$tmp/store.db" ask

echo "== without a seed in the file: the store has it, and no other deals are mixed in"
grep -v '^seed' "$tmp/cup.ini" >"$tmp/free.ini"
free=sqlite:$tmp/free.db
for place in one two; do
    mkdir "$tmp/free-$place"
    (cd "$tmp/free-$place" && exec timeout "$(patience 60)" "$top/build/avondale" tournament "$tmp/free.ini" --store "$free" \
        >standings 2>log) &
    pids="$pids $!"
    cup=$!
    await 20 work_says "$free" .
    [ $place = two ] || build/avondale worker --store "$free" --cache "$tmp/cache" --once --jobs 2
    wait $cup
done
cmp "$tmp/free-one/out/records.jsonl" "$tmp/free-two/out/records.jsonl"
cmp "$tmp/free-one/out/seed" "$tmp/free-two/out/seed"
# Started again without --resume it continues with the existing results: here it has ended.
cp "$tmp/free-one/out/records.jsonl" "$tmp/free.records"
(cd "$tmp/free-one" && timeout "$(patience 60)" "$top/build/avondale" tournament "$tmp/free.ini" --store "$free") >"$tmp/free.out" 2>&1 ||
    { cat "$tmp/free.out"; exit 1; }
cmp "$tmp/free.records" "$tmp/free-one/out/records.jsonl"
printf '%064d' 1 >"$tmp/free-two/out/seed"
status=0
(cd "$tmp/free-two" && "$top/build/avondale" tournament "$tmp/free.ini" --store "$free" --resume) 2>"$tmp/err" || status=$?
[ $status = 2 ] && grep -q 'begun with other deals' "$tmp/err"

echo "== an SPRT stops by the same game"
url=sqlite:$tmp/sprt.db
match() { # RECORDS OPTION...
    records=$1
    shift
    build/avondale match --bot a="$top/build/bots/random --seed 1" --bot b="$top/build/bots/basic" --duplicate --seed 01 \
        --option max_hands=4 --sprt elo0=0,elo1=50 --games 1000 --records "$records" "$@" |
        grep -v 'time a decision' || :
}
match "$tmp/sprt-here" >"$tmp/sprt-here.out"
match "$tmp/sprt-there" --store "$url" >"$tmp/sprt-there.out" 2>"$tmp/sprt.log" &
pids="$pids $!"
there=$!
await 20 work_says "$url" open
build/avondale worker --store "$url" --cache "$tmp/cache" --once --jobs 2
wait $there
cmp "$tmp/sprt-here" "$tmp/sprt-there"
cmp "$tmp/sprt-here.out" "$tmp/sprt-there.out"
grep -q '^SPRT H0' "$tmp/sprt-there.out"
build/avondale ladder --store "$url" work list | grep -q 'ended .* open 0'

echo "== formats and rulesets in which line-ups are shared, or decided one block at a time"
formats=sqlite:$tmp/formats.db
for what in knockout:three-handed individual:five-handed swiss:six-handed-cutthroat; do
    format=${what%%:*} ruleset=${what#*:}
    {
        printf '[tournament]\nformat = %s\nruleset = %s\nmax_hands = 1\njobs = 4\nseed = 5eed\noutput = out\n' \
            $format $ruleset
        [ $format = knockout ] || echo 'rounds = 2'
        for entry in 1 2 3 4 5; do
            printf '[entry e%d]\ncommand = %s/build/bots/random --seed %d\n' $entry "$top" $entry
        done
    } >"$tmp/$format.ini"
    mkdir "$tmp/$format-here" "$tmp/$format-there"
    (cd "$tmp/$format-here" && "$top/build/avondale" tournament "$tmp/$format.ini" >standings)
    (cd "$tmp/$format-there" && exec timeout "$(patience 60)" "$top/build/avondale" tournament "$tmp/$format.ini" --store "$formats" \
        >standings 2>log) &
    pids="$pids $!"
    cup=$!
    await 20 work_says "$formats" 'open [1-9]'
    build/avondale worker --store "$formats" --cache "$tmp/cache" --once --jobs 2
    wait $cup
    cmp "$tmp/$format-here/out/records.jsonl" "$tmp/$format-there/out/records.jsonl"
    cmp "$tmp/$format-here/standings" "$tmp/$format-there/standings"
    echo "$format, $ruleset: $(wc -l <"$tmp/$format-here/out/records.jsonl") games"
done

echo "== what cannot be played is said in one line"
refused() { # STATUS WORDS COMMAND...
    want=$1 words=$2
    shift 2
    status=0
    "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ $status != "$want" ] || ! grep -q -- "$words" "$tmp/err"; then
        echo "expected exit $want and '$words', got exit $status: $*"
        cat "$tmp/err"
        exit 1
    fi
    cat "$tmp/err"
}
a=build/avondale b=$top/build/bots/basic
refused 2 'expected a number from 0 to 256' $a worker --store "$url" --jobs 257
refused 2 '--store=...: expected sqlite:' $a worker --store mysql://x
refused 2 'No such file' $a worker --store "sqlite:$tmp/none.db"
refused 2 'connects by itself' $a match --bot x=tcp://127.0.0.1:1 --bot y="$b" --store "$url"
refused 2 'expected --store with it' $a match --bot x="$b" --archive x="$tmp" --bot y="$b"
refused 2 'the name that of a --bot' $a match --bot x="$b" --archive z="$tmp" --bot y="$b" --store "$url"
refused 2 'is not in the store' $a match --bot x=./x --archive "x=$(printf '%064d' 7)" --bot y="$b" --store "$url"
mkdir "$tmp/linked"
ln -s /etc/passwd "$tmp/linked/x"
refused 2 'only files and directories can be packed' $a ladder --store "$url" archive put "$tmp/linked"
tar -C / -cf "$tmp/bad.tar" etc/hostname --transform 's,^,../../../,' -P
refused 2 'a path must stay inside' $a ladder --store "$url" archive put "$tmp/bad.tar"
refused 2 'expected work list, work end NAME, work drop NAME' $a ladder --store "$url" work dance

echo "== a program by its avondale.ini is a stranger's: a worker without a strict sandbox leaves it to others"
mkdir "$tmp/handed"
cp build/bots/random "$tmp/handed/player"
printf '[bot]\nstart = ./player --seed 1\n' >"$tmp/handed/avondale.ini"
handed=sqlite:$tmp/handed.db
hash=$($a ladder --store "$handed" archive put "$tmp/handed" | grep -o '[0-9a-f]\{64\}')
printf '[tournament]\nformat = round-robin\nmax_hands = 1\noutput = out\n[entry x]\narchive = %s\n[entry y]\ncommand = %s\n' \
    "$hash" "$b" >"$tmp/handed.ini"
refused 2 'say --store' $a tournament "$tmp/handed.ini"
mkdir "$tmp/handed-out"
(cd "$tmp/handed-out" && exec timeout "$(patience 60)" "$top/build/avondale" tournament "$tmp/handed.ini" --store "$handed" \
    >standings 2>log) &
pids="$pids $!"
cup=$!
await 20 work_says "$handed" 'open [1-9]'
$a worker --store "$handed" --cache "$tmp/cache" --sandbox rlimit 2>"$tmp/left.log" &
pids="$pids $!"
others=$!
await 20 grep -q 'is left to other workers: programs of owners need' "$tmp/left.log"
$a worker --store "$handed" --cache "$tmp/cache" --once --sandbox rlimit --unsafe-programs
wait $cup || { cat "$tmp/handed-out/log"; exit 1; }
kill $others
grep -q '"x"' "$tmp/handed-out/out/records.jsonl"

# A bot that no worker can start: its block is given up, and the organiser is told.
$a worker --store "$url" --cache "$tmp/cache" 2>"$tmp/worker.log" &
pids="$pids $!"
refused 3 'was given up: worker .*a bot could not be started' \
    timeout "$(patience 60)" $a match --bot x="$tmp/nothing" --bot y="$b" --games 2 --store "$url"
if $a ladder --store "$url" work list | grep -v ' open 0 '; then
    echo "something is left to do"
    exit 1
fi
echo "workers agree with home"

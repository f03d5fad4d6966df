#!/bin/sh
# Tournaments of three formats. Killed at random moments they continue with --resume and end with the same bytes; every
# mistake of a file is named at once, before any program is started.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
KILLS=${KILLS:-20}

describe() { # FORMAT OUTPUT
    cat <<END
[tournament]
name = Test <of> $1
format = $1
repeats = 3
jobs = 4
max_hands = 6
seed = 5eed
output = $2

[entry basic]
command = $top/build/bots/basic

[entry second]
command = $top/build/bots/basic
options = --encoding msgpack
directory = /
environment = WORDS=one two

[entry random-1]
command = $top/build/bots/random --seed 1

[entry random-2]
command = $top/build/bots/random --seed 2
time = 50

[entry random-3]
command = $top/build/bots/random --seed 3
END
}

files='records.jsonl standings.txt standings.csv'
played() { cat "$tmp/cut/records.jsonl" 2>/dev/null | wc -l; }
goes_on() { [ "$(played)" -ge $goal ] || process_ended $pid; }
# shellcheck disable=SC2034 # await.sh reads it: the run is over in a moment
await_step=0.003
kills=0 cut=0
for format in swiss double-knockout round-robin league individual knockout; do
    describe $format "$tmp/whole" >"$tmp/$format.ini"
    rm -rf "$tmp/whole"
    build/avondale tournament "$tmp/$format.ini" >"$tmp/out"
    cmp "$tmp/out" "$tmp/whole/standings.txt"
    build/avondale replay --strict "$tmp/whole/records.jsonl" >/dev/null
    grep -q '"finished": true' "$tmp/whole/results.json"
    grep -q 'Test &lt;of&gt;' "$tmp/whole/index.html"
    echo "$format: $(wc -l <"$tmp/whole/records.jsonl") games, winner $(awk '$1 == 1 { print $2; exit }' "$tmp/out")"
    games=$(wc -l <"$tmp/whole/records.jsonl")
    part=0
    rm -rf "$tmp/cut"
    describe $format "$tmp/cut" >"$tmp/cut.ini"
    while [ $part -lt $(((KILLS + 4) / 5)) ]; do
        build/avondale tournament "$tmp/cut.ini" --resume >/dev/null 2>&1 &
        pid=$!
        goal=$(($(played) + (kills * 7 + part * 3) % 9 + 1))
        await 20 goes_on
        kill -9 $pid 2>/dev/null || :
        wait $pid 2>/dev/null || :
        kills=$((kills + 1)) part=$((part + 1))
        [ "$(played)" -ge "$games" ] || cut=$((cut + 1))
    done
    build/avondale tournament "$tmp/cut.ini" --resume >"$tmp/cut.out"
    for file in $files; do
        cmp "$tmp/whole/$file" "$tmp/cut/$file"
    done
done
echo "$kills kills, $cut of them before the end: standings and records as without"
[ "$cut" -gt $((KILLS / 4)) ]

# Without --resume an existing run is not touched; with another file it does not continue.
status=0
build/avondale tournament "$tmp/cut.ini" 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && grep -q 'is there already' "$tmp/err"
echo '# changed' >>"$tmp/cut.ini"
status=0
build/avondale tournament "$tmp/cut.ini" --resume 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && grep -q 'not the file' "$tmp/err"

cat >"$tmp/bad.ini" <<END
[tournament]
format = swis
jobs = many
option = target=505
surprise = yes
[entry one]
comand = x
[entry two]
command = $tmp/started
[entry one]
command = $tmp/started
[entry ../three]
command = $tmp/started
[prizes]
first = 100
END
printf '#!/bin/sh\ntouch %s/yes\n' "$tmp" >"$tmp/started"
chmod +x "$tmp/started"
status=0
build/avondale tournament "$tmp/bad.ini" 2>"$tmp/err" || status=$?
cat "$tmp/err"
[ "$status" = 2 ]
for word in 'format = swis' 'jobs = many' target=505 surprise comand '\[entry one\]: the name is there twice' \
    '\.\./three' '\[prizes\]'; do
    [ "$(grep -c -- "$word" "$tmp/err")" = 1 ] || { echo "not one line names $word"; exit 1; }
done
[ ! -e "$tmp/yes" ] && [ ! -e "$tmp/bad" ]

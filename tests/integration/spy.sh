#!/bin/sh
# A bot that reads whatever it can, in each mode of the sandbox, with its program in a directory where the arena writes:
# it finds no seed that is still in use; in strict it finds no file of an arena.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/await.sh
top=$(pwd)
tmp=$(mktemp -d) || exit 2
holder=
trap 'kill $holder 2>/dev/null; rm -rf "$tmp"' EXIT
chmod 755 "$tmp"
place=$tmp/place
mkdir "$place"
bad=0
fail() {
    echo "spy: $*" >&2
    bad=1
}

# Plays at random. At its first turn, when cards are dealt, it writes down everything it can read: a line `FILE path`
# and the words of each file, a line `SPECIAL path` for each pipe and socket.
cat >"$place/spy.py" <<'BOT'
import glob, os, random, stat, sys

def look(path):
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            sys.stderr.write("SPECIAL %s\n" % path)
        if not stat.S_ISREG(mode):
            return
        with open(path, "rb") as file:
            text = file.read(20000)
    except OSError:
        return
    if text:
        sys.stderr.write("FILE %s\n%s\n" % (path, text.replace(b"\0", b" ").decode("latin-1")))

def spy():
    here = os.path.dirname(os.path.abspath(__file__))
    for directory, _, names in os.walk(here):
        for name in names:
            if name != "spy.py":
                look(os.path.join(directory, name))
    for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
        look(path)
    sys.stderr.write("DONE\n")
    sys.stderr.flush()

print("hello v=1 name=spy", flush=True)
looked = False
for line in sys.stdin:
    name, *pairs = line.split()
    message = dict(pair.split("=", 1) for pair in pairs)
    if name == "bye":
        break
    if name != "turn":
        continue
    if not looked:
        looked = True
        spy()
    if "choose" in message:
        cards = random.sample(message["from"].split(","), int(message["choose"]))
        action = ":".join([message["phase"], *cards])
    else:
        words = message["legal"].split(",")
        action = random.choice([word for word in words if word != "claim"])
    print("act g=%s n=%s a=%s" % (message["g"], message["n"], action), flush=True)
BOT

# Files of other users there: another running tournament, a daemon's store and journal, a key, a pipe, a socket.
others=0000deadbeef5eed0000deadbeef5eed
mkdir "$place/autumn" "$place/autumn/deeper"
for name in tournament.ini records.jsonl seed deeper/seed; do
    echo "$others" >"$place/autumn/$name"
done
printf 'SQLite format 3\0%s\n' "$others" >"$place/ladder.db"
for name in ladder.db-wal ladder.db-shm ladder.db.lock ladder.db.journal ladder.db.snapshot ladder.db.tls.pem; do
    echo "$others" >"$place/$name"
done
echo 'a helper' >"$place/helper.txt"
mkfifo "$place/pipe"
python3 -c 'import signal, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); signal.pause()' \
    "$place/ladder.db.admin" &
holder=$!

seed=$(printf '0badcafe%056d' $$) # of a match, which only its arena knows
given=$(printf 'feedc0de%056d' $$) # a tournament's file has it
describe() { # NAME: describes a tournament with the spy in it
    cat <<INI
[tournament]
name = $1
format = round-robin
repeats = 2
max_hands = 1
output = $place/$1
[entry basic]
command = $top/build/bots/basic
[entry spy]
command = python3 $place/spy.py
time = 1000
INI
}
said() { cat "$tmp"/logs/spy.*.log; }
looked() { # WHAT: the spy did look, and found its helper
    said >"$tmp/said"
    grep -q '^DONE' "$tmp/said" && grep -q '^a helper' "$tmp/said" || fail "$1: the spy did not look round"
}
never() { # WHAT TEXT
    ! grep -q -- "$2" "$tmp/said" || fail "$1: the spy read $2 in $(grep -- "^FILE\\|$2" "$tmp/said" | grep -B1 -m1 -- "$2")"
}

modes='none rlimit'
if build/avondale match --bot a=build/bots/basic --bot b=build/bots/basic --games 1 --option max_hands=1 \
    --sandbox strict --require-sandbox >/dev/null 2>"$tmp/err"; then
    modes="$modes strict"
else
    echo "spy: not checked: strict: $(cat "$tmp/err")"
fi
printf '' >"$place/deals.jsonl"
build/avondale match --bot a=build/bots/basic --bot b=build/bots/random --games 2 --option max_hands=1 --records "$tmp/earlier" \
    >/dev/null || fail 'a match for its deals'
build/avondale replay --deals "$tmp/earlier" >"$place/deals.jsonl" || fail 'deals of a match'
deal=$(head -c 60 "$place/deals.jsonl" | tail -c 30)

for mode in $modes; do
    rm -rf "$tmp/logs" "$place/records.jsonl"
    build/avondale match --bot basic=build/bots/basic --bot spy="python3 $place/spy.py" --games 2 --time 20000 \
        --option max_hands=1 --seed "$seed" --records "$place/records.jsonl" --openings "$place/deals.jsonl" \
        --sandbox "$mode" --bot-logs "$tmp/logs" >/dev/null 2>"$tmp/err" || fail "$mode: match: $(cat "$tmp/err")"
    looked "$mode: match"
    never "$mode: match --seed" "$seed"
    [ "$mode" != strict ] || never "$mode: records" '"basic"'
    [ "$mode" != strict ] || never "$mode: openings" "$deal"
    rm -rf "$tmp/logs" "$place/records.jsonl"
    echo "$seed" | build/avondale match --bot basic=build/bots/basic --bot spy="python3 $place/spy.py" --games 2 \
        --time 20000 --option max_hands=1 --seed - --records "$tmp/records-$mode" --sandbox "$mode" \
        --bot-logs "$tmp/logs" >/dev/null 2>"$tmp/err" || fail "$mode: match: $(cat "$tmp/err")"
    looked "$mode: match --seed -"
    never "$mode: match --seed -" "$seed"

    for name in drawn given; do
        describe $name >"$place/$name.ini"
        [ $name = drawn ] || sed -i "s/^output/seed = $given\\n&/" "$place/$name.ini"
        rm -rf "$tmp/logs" "${place:?}/$name"
        build/avondale tournament "$place/$name.ini" --sandbox "$mode" --bot-logs "$tmp/logs" >/dev/null 2>"$tmp/err" ||
            fail "$mode: tournament: $(cat "$tmp/err")"
        looked "$mode: tournament"
        told=$(sed -n 's/.*"seed": "\([0-9a-f]*\)".*/\1/p' "$place/$name/results.json" | head -1)
        [ ${#told} = 64 ] && grep -q "$told" "$place/$name/seed" || fail "$mode: the seed is not told at the end"
        [ $name = given ] || never "$mode: a seed that was drawn" "$told"
        if [ "$mode" = strict ]; then
            never "$mode: a seed in the file" "$given"
            never "$mode: the file" 'name = drawn'
            never "$mode: what others left" "$others"
            never "$mode: pipes and sockets" '^SPECIAL'
        elif [ $name = given ]; then # what the documents say of none and rlimit, so that the check above can fail
            grep -q "$given" "$tmp/said" && grep -q "$others" "$tmp/said" && grep -q '^SPECIAL' "$tmp/said" ||
                fail "$mode: files of the arena's user were not seen: is this a test?"
        fi
        rm -rf "${place:?}/$name" "$place/$name.ini"
    done
done

# A strict bot beside the records themselves: its directory is the output.
case $modes in *strict*)
    describe beside | sed "s|^output.*|output = $place|" >"$tmp/beside.ini"
    rm -rf "$tmp/logs" "$place/records.jsonl"
    build/avondale tournament "$tmp/beside.ini" --sandbox strict --bot-logs "$tmp/logs" >/dev/null 2>"$tmp/err" ||
        fail "beside: $(cat "$tmp/err")"
    looked beside
    never beside 'name = beside'
    never beside '"basic"'
    ;;
esac

# A tournament that was killed, or stopped, continues with new deals where its seed was drawn, and prints at the end
# what it played from.
four_games() { [ "$(cat "$place/on/records.jsonl" 2>/dev/null | wc -l)" -ge 4 ]; }
go_on() { # SIGNAL LENGTH: of the value in the place of the first seed
    describe on | sed 's/^repeats.*/repeats = 200/' >"$tmp/on.ini"
    rm -rf "$place/on"
    build/avondale tournament "$tmp/on.ini" >/dev/null 2>"$tmp/err" &
    arena=$!
    await 10 four_games || fail "no game in 10 s: $(cat "$tmp/err")"
    [ "$(awk '{ print $3 }' "$place/on/seed")" = - ] || fail "a seed that counts on disk: $(cat "$place/on/seed")"
    kill "-$1" $arena
    wait $arena 2>/dev/null
    build/avondale tournament "$tmp/on.ini" --resume >/dev/null 2>"$tmp/err" || fail "$1: resume: $(cat "$tmp/err")"
    lengths=$(awk '{ print length($3) }' "$place/on/seed" | tr '\n' ' ')
    [ "$lengths" = "$2 64 " ] || fail "$1: expected seeds of $2 and 64 digits: $(cat "$place/on/seed")"
    grep -q '"seed": ""' "$place/on/results.json" && grep -q 'seeds in the file seed' "$place/on/index.html" ||
        fail "$1: one seed is printed as that of the whole run"
    build/avondale replay --strict "$place/on/records.jsonl" >/dev/null || fail "$1: records of two seeds"
}
go_on KILL 1
go_on TERM 64
[ $bad = 0 ] && echo 'spy: no seed that counts was seen'
exit $bad

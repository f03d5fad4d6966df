#!/bin/sh
# --transcripts of match and tournament: a file for each bot and game, in both encodings, also with invalid lines of a
# bot; no secret; no file is overwritten; refused with workers, and where it cannot write.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
broken() {
    echo "$*"
    exit 1
}
files() { find "$1" -type f | wc -l; }
seed=0123456789abcdef
match() {
    timeout "$(patience 60)" build/avondale match --ruleset two-handed-dead --option max_hands=2 --games 4 --duplicate \
        --seed $seed "$@" >"$tmp/out" 2>"$tmp/err" || broken "match: $(cat "$tmp/err")"
}

match --bot text=build/bots/random --bot binary='build/bots/basic --encoding msgpack' --transcripts "$tmp/wire" \
    --records "$tmp/records"
[ "$(files "$tmp/wire")" = 8 ] || broken "not a file a bot and game: $(ls "$tmp/wire")"
for file in "$tmp"/wire/*; do
    grep -q '^ *[0-9.]* < game g=1 id=m-00000' "$file" && grep -q '^ *[0-9.]* > act ' "$file" &&
        grep -q ' < over .*seed=(hidden)' "$file" || broken "$file is not whole"
    if grep -vqE '^ *[0-9]+\.[0-9]{3} [<>] [a-z]' "$file"; then broken "a line of another kind in $file"; fi
done
for secret in $(grep -o '"seed":"[0-9a-f]*"' "$tmp/records" | cut -d'"' -f4) $seed; do
    if grep -rq "$secret" "$tmp/wire"; then broken 'a seed is in them'; fi
done
if grep -rqE 'token|session' "$tmp/wire"; then broken 'a token or a session is in them'; fi
cp -r "$tmp/wire" "$tmp/before"
match --bot text=build/bots/random --bot binary=build/bots/basic --transcripts "$tmp/wire"
[ "$(files "$tmp/wire")" = 16 ] || broken 'the second run has no files of its own'
for file in "$tmp"/before/*; do
    cmp "$file" "$tmp/wire/${file##*/}" || broken 'a file was overwritten'
done

# A bot that writes an invalid message: its file has it, as one line that moves no cursor.
match --bot rude='build/bots/rude --how garbage --after 2' --bot good=build/bots/random --transcripts "$tmp/rude"
grep -q ' > \[[0-9]* bytes, ' "$tmp"/rude/*.rude.txt || broken 'garbage is not shown'
if grep -q "$(printf '[\001-\010\033]')" "$tmp"/rude/*; then broken 'it moves the cursor'; fi

cat >"$tmp/cup.ini" <<END
[tournament]
name = cup
output = $tmp/cup
format = round-robin
ruleset = two-handed-dead
option = max_hands=1
repeats = 1

[entry ann]
command = build/bots/random

[entry bob]
command = build/bots/basic
END
timeout "$(patience 60)" build/avondale tournament "$tmp/cup.ini" --transcripts "$tmp/cup-wire" >"$tmp/out" 2>&1 ||
    broken "tournament: $(cat "$tmp/out")"
[ "$(files "$tmp/cup-wire")" -ge 2 ] || broken 'no transcripts of a tournament'

refused() { # STATUS WORD ARGUMENT...
    wanted=$1 word=$2 status=0
    shift 2
    timeout "$(patience 20)" build/avondale match --bot a=build/bots/random --bot b=build/bots/random --games 2 "$@" \
        >"$tmp/out" 2>"$tmp/err" || status=$?
    [ $status = "$wanted" ] && grep -q -- "$word" "$tmp/err" || broken "$*: $status, $(cat "$tmp/err")"
}
refused 3 "$tmp/none/deep" --transcripts "$tmp/none/deep"
refused 3 "$tmp/records" --transcripts "$tmp/records"
refused 2 '--transcripts: not with --store' --transcripts "$tmp/far" --store "sqlite:$tmp/work"
echo 'transcripts: a file for each bot and game, without secrets'

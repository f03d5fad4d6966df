#!/bin/sh
# No file of a user is destroyed, and no two matches are mixed. --resume compares everything that decides the games and
# names each difference; without it a file with any content is left alone; a file that no match wrote is never touched.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bin=build/avondale
fail() {
    [ ! -f "$tmp/err" ] || cat "$tmp/err"
    echo "keep: $*"
    exit 1
}
# refused WORD COMMAND...: exit 2, one line that names WORD, and no file in $tmp/files is changed, created or removed.
refused() {
    word=$1
    shift
    (cd "$tmp/files" && find . -type f | sort | xargs sha256sum) >"$tmp/before"
    status=0
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
    [ "$status" = 2 ] || fail "exit $status from: $*"
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "not one line from: $*"
    grep -q -- "$word" "$tmp/err" || fail "'$word' is not named by: $*"
    (cd "$tmp/files" && find . -type f | sort | xargs sha256sum) | cmp - "$tmp/before" || fail "changed by: $*"
}
mkdir "$tmp/files"
file=$tmp/files/records
play() { # OPTION...: the match that the others differ from
    $bin match --bot a=build/bots/basic --bot b="build/bots/random --seed 5" --option max_hands=2 --records "$file" "$@"
}
play --games 40 --seed 5eed --policy strikes=4 >/dev/null
[ "$(wc -l <"$file")" = 40 ]
same="--games 40 --seed 5eed --policy strikes=4"

# Without --resume an existing file is left alone.
refused 'is there already' play $same
# With --resume the match must be the same one.
refused 'another seed' play --games 40 --seed 5eee --policy strikes=4 --resume
refused 'played with --seed' play --games 40 --policy strikes=4 --resume
refused 'ruleset wikipedia+max_hands=2, not australian' play $same --ruleset australian --resume
refused 'not wikipedia+target=1000' play $same --option target=1000 --resume
refused 'policy strikes=4, not strict' play --games 40 --seed 5eed --policy strict --resume
refused 'play=5000.*not.*play=100' play $same --time play=100 --resume
refused 'duplicate no, not yes' play $same --duplicate --resume
refused 'more than the 10 games' play --games 10 --seed 5eed --policy strikes=4 --resume
refused 'entries 2, not 3' play $same --bot c=build/bots/random --resume
refused 'bot 1 a=build/bots/basic, not a=build/bots/expert' $bin match --bot a=build/bots/expert \
    --bot b="build/bots/random --seed 5" --option max_hands=2 --records "$file" $same --resume
refused 'bot 1 a=build/bots/basic, not b=' $bin match --bot b="build/bots/random --seed 5" \
    --bot a=build/bots/basic --option max_hands=2 --records "$file" $same --resume
$bin replay --deals "$file" >"$tmp/deals"
refused 'openings none, not' play $same --openings "$tmp/deals" --resume
play $same --resume >"$tmp/out" || fail 'the same match does not continue'
[ "$(wc -l <"$file")" = 40 ]
play --games 44 --seed 5eed --policy strikes=4 --resume --jobs 2 >"$tmp/out" || fail 'more games are refused'
[ "$(wc -l <"$file")" = 44 ]

# Where no file says how the match was played, the records give what they can; a line says what is missing.
cp "$file" "$tmp/files/alone"
alone() {
    $bin match --bot a=build/bots/basic --bot b="build/bots/random --seed 5" --records "$tmp/files/alone" \
        --policy strikes=4 --games 44 "$@"
}
refused 'another seed' sh -c "$bin match --bot a=build/bots/basic --bot b=build/bots/random --option max_hands=2 --records $tmp/files/alone \
    --games 44 --seed 01 --resume 2>&1 >/dev/null | grep -v 'are taken to be these' >&2; exit 2"
refused 'max_hands is 2' sh -c "$bin match --bot a=build/bots/basic --bot b=build/bots/random --records $tmp/files/alone \
    --games 44 --seed 5eed --resume 2>&1 >/dev/null | grep -v 'are taken to be these' >&2; exit 2"
alone --option max_hands=2 --seed 5eed --resume >"$tmp/out" 2>"$tmp/err"
grep -q 'alone.match is not there' "$tmp/err" || fail 'what is not known is not said'
[ -s "$tmp/files/alone.match" ]

# With a drawn seed the existing deals are kept, others are drawn, and a line says so.
file=$tmp/files/drawn
play --games 6 >/dev/null
play --games 8 --resume >"$tmp/out" 2>"$tmp/err"
grep -q 'come from a new one' "$tmp/err" || fail 'a new seed is not said'
[ "$(wc -l <"$file")" = 8 ]
refused 'another seed' play --games 8 --seed 01 --resume

# A file that no match wrote is not touched, with or without --resume, not even in part.
for text in 'notes' 'notes
of two lines' '{"format":"avondale-record/1","game":"m-000002"' '{"format": "avondale-rec'; do
    printf '%s' "$text" >"$tmp/files/notes"
    file=$tmp/files/notes
    refused 'notes' play --games 2
    refused 'notes' sh -c "$bin match --bot a=build/bots/basic --bot b=build/bots/random --games 2 --resume \
        --records $file 2>&1 >/dev/null | grep -v 'notes.match is not there\|without --seed' >&2; exit 2"
done
: >"$tmp/files/notes"
echo 'a list of friends' >"$tmp/files/notes.match"
refused 'notes.match' play --games 2
rm -f "$tmp/files/notes" "$tmp/files/notes.match"

# A truncated line is played again; one that lacks only its newline is kept.
file=$tmp/files/torn
play $same >/dev/null
cp "$file" "$tmp/whole"
for cut in 1 100 1000; do
    head -c -$cut "$tmp/whole" >"$file"
    play $same --resume >/dev/null
    cmp "$file" "$tmp/whole" || fail "$cut bytes were cut off: other records"
done
head -n 7 "$tmp/whole" >"$file"
echo 'my remark' >>"$file"
refused 'line 8' play $same --resume

# One match at a time.
$bin match --bot a=build/bots/basic --bot b=build/bots/basic --games 100000 --records "$tmp/busy" >/dev/null 2>&1 &
pid=$!
await 10 test -s "$tmp/busy" || fail 'a match writes nothing'
status=0
$bin match --bot a=build/bots/basic --bot b=build/bots/basic --games 100000 --records "$tmp/busy" --resume \
    >/dev/null 2>"$tmp/err" || status=$?
kill -9 $pid
wait $pid 2>/dev/null || :
[ "$status" = 2 ] && grep -q 'another avondale writes to it' "$tmp/err" || fail 'two write to one file'

# A tournament's directory: other files in it stay.
describe() { # OUTPUT
    printf '[tournament]\nformat = round-robin\nmax_hands = 1\noutput = %s\n' "$1"
    printf '[entry a]\ncommand = %s/build/bots/basic\n[entry b]\ncommand = %s/build/bots/random\n' "$top" "$top"
}
for name in index.html standings.csv standings.txt results.json tournament.ini; do
    mkdir "$tmp/files/site"
    echo 'my page' >"$tmp/files/site/$name"
    describe "$tmp/files/site" >"$tmp/cup.ini"
    refused "$name" $bin tournament "$tmp/cup.ini"
    refused "$name" $bin tournament "$tmp/cup.ini" --resume
    rm -r "$tmp/files/site"
done
mkdir "$tmp/files/cup"
describe "$tmp/files/cup" >"$tmp/files/cup/tournament.ini"
$bin tournament "$tmp/files/cup/tournament.ini" >/dev/null || fail 'a file in its own directory is refused'
refused 'is there already' $bin tournament "$tmp/files/cup/tournament.ini"
$bin tournament "$tmp/files/cup/tournament.ini" --resume >/dev/null
printf 'a remark' >>"$tmp/files/cup/records.jsonl"
refused 'more than the 2 games' $bin tournament "$tmp/files/cup/tournament.ini" --resume
echo 'what people made is there'

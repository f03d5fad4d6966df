#!/bin/sh
# Every mistake of a tournament's file is reported, with its line, before any program is started; missing programs are
# all named at once.
set -eu
cd "$(dirname "$0")/../.."
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bin=build/avondale
fail() {
    cat "$tmp/err"
    echo "cup_file: $*"
    exit 1
}
good="[tournament]
format = round-robin
max_hands = 1
output = $tmp/cup
[entry a]
command = $top/build/bots/basic
[entry b]
command = $top/build/bots/random"
# refused PATTERN TEXT: adds TEXT to the file after a valid part
refused() {
    printf '%s\n%s\n' "$good" "$2" >"$tmp/cup.ini"
    status=0
    $bin tournament "$tmp/cup.ini" >/dev/null 2>"$tmp/err" || status=$?
    [ "$status" = 2 ] || fail "exit $status with: $2"
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "not one line with: $2"
    grep -q -- "$1" "$tmp/err" || fail "'$1' is not said with: $2"
    [ ! -e "$tmp/cup" ] || fail "begun with: $2"
}
refused '\[entry ghost\]: expected a command' '[entry ghost]'
refused 'line 9: \[entry A\]: the name is there twice' '[entry A]'
refused 'line 9: \[entry b\] command: the key is there twice' "command = $top/build/bots/basic"
refused 'line 11: \[entry b\] time: the key is there twice' 'time = 100

 time = 50'
for key in 'rounds = 3' 'heroes = 1' 'divisions = 2' 'promotion = 1' 'seasons = 2'; do
    word=${key% =*}
    good=$(printf '%s' "$good" | sed "s/^max_hands = 1\$/max_hands = 1\n$key/")
    refused "$word: it has no meaning for format round-robin" '# nothing more'
    good=$(printf '%s' "$good" | grep -v "^$key\$")
done
refused 'line 9: \[tournament\]: the section is there twice' '[tournament]'
refused 'line 9: expected at most 8192 bytes' "options = $(head -c 9000 /dev/zero | tr '\0' x)"
refused 'line 9: \[prizes\]: no such section' '[prizes]
first = 100
second = 50'

# A long line is read like any other.
printf '%s\noptions = --seed 1 %s --name random\n' "$good" "$(printf '%2000s' '')" >"$tmp/cup.ini"
$bin tournament "$tmp/cup.ini" >"$tmp/out" 2>"$tmp/err" || fail 'a line of 2000 bytes is refused'
rm -r "$tmp/cup"

# All missing programs are named, and no game begins.
cat >"$tmp/gone.ini" <<END
[tournament]
format = round-robin
output = $tmp/cup
[entry one]
command = $tmp/one --option
[entry two]
command = no-such-program-anywhere
[entry three]
command = ./three
directory = $tmp
environment = A=B
[entry four]
command = $top/build/bots/basic
END
status=0
$bin tournament "$tmp/gone.ini" >/dev/null 2>"$tmp/err" || status=$?
[ "$status" = 3 ] && [ "$(wc -l <"$tmp/err")" = 3 ] || fail "exit $status, not three lines"
for word in "bot one: $tmp/one: No such" 'bot two: no-such-program-anywhere: No such' "bot three: $tmp/./three: No such"; do
    grep -q -- "$word" "$tmp/err" || fail "'$word' is not said"
done
[ ! -e "$tmp/cup" ] || fail 'begun without programs'
status=0
$bin match --bot a="$tmp/a" --bot b=build/bots/basic --bot c=no-such-c --records "$tmp/r" 2>"$tmp/err" || status=$?
[ "$status" = 3 ] && grep -q "bot a: $tmp/a: No such" "$tmp/err" && grep -q 'bot c: no-such-c: No such' "$tmp/err" ||
    fail 'a match names one at a time'
[ ! -e "$tmp/r" ] || fail 'records of nothing'

# The daemon's file has long lines, too: all presets but one.
presets=$($bin rules | awk '{ printf "%s%s", (NR > 1 ? "," : ""), $1 }')
echo "ruleset = $presets,nosuch" >"$tmp/conf"
status=0
$bin serve --config "$tmp/conf" 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q 'at most 16 presets, got' "$tmp/err" || fail 'a long line of the daemon'
echo 'mistakes of files are named'

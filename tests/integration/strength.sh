#!/bin/sh
# The table of strength: a row for each pair with as many games as were played. Stopped and restarted it plays only the
# missing games; an unknown bot ends it.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
    echo "strength: $*"
    exit 1
}
table() { DIR=$tmp/kept JOBS=1 sh sample-bots/strength.sh "$@"; }

GAMES=8 table basic-random convention-basic >"$tmp/out"
[ "$(grep -c "^| .* | 8 | [-+][0-9]* ([-+][0-9]* to [-+][0-9]*) | [-+][0-9.]* |$" "$tmp/out")" = 2 ] || fail "$(cat "$tmp/out")"
cp "$tmp/kept/basic-random.jsonl" "$tmp/before"
GAMES=10 table basic-random >"$tmp/out"
grep -q "^| .basic. | .random. | 10 | " "$tmp/out" || fail "$(cat "$tmp/out")"
[ "$(head -n 8 "$tmp/kept/basic-random.jsonl")" = "$(cat "$tmp/before")" ] || fail "it played again what was there"
status=0
GAMES=7 table basic-random >/dev/null 2>"$tmp/err" || status=$?
[ $status = 2 ] && grep -q '^strength.sh: GAMES=7: 8 or more' "$tmp/err" || fail "status $status: $(cat "$tmp/err")"
status=0
table basic-nobody >/dev/null 2>"$tmp/err" || status=$?
[ $status = 2 ] && grep -q '^strength.sh: nobody: one of random basic ' "$tmp/err" || fail "status $status: $(cat "$tmp/err")"

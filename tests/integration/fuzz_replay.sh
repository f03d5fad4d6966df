#!/bin/sh
# Every input in the fuzz corpus still passes, with or without libFuzzer, and the dictionaries match the tables.
set -eu
cd "$(dirname "$0")/../.."
for target in tests/fuzz/fuzz_*.c; do
    name=${target##*/fuzz_}
    name=${name%.c}
    printf '%s: ' "$name"
    build/asan/fuzz/replay_"$name" tests/fuzz/corpus/"$name"
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sh tests/fuzz/dict.sh "$tmp"
for dict in "$tmp"/*.dict; do
    cmp "$dict" "tests/fuzz/${dict##*/}" || { echo "out of date: make fuzz-dict"; exit 1; }
done

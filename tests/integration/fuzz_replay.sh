#!/bin/sh
# Every input that the fuzzer has kept still passes, with or without libFuzzer, and the dictionaries say what
# the tables say.
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

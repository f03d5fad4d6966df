#!/bin/sh
# The records of the rules replay without a difference, each of the bad ones differs, and the program that checks
# vectors of every kind finds no error.
set -eu
cd "$(dirname "$0")/../.."
build/avondale replay --strict tests/vectors/rules/*.jsonl
bad=$(build/avondale replay --strict tests/vectors/rules-bad.jsonl | tail -1)
total=$(wc -l <tests/vectors/rules-bad.jsonl)
echo "$bad"
case "$bad" in
"$total records,"*": $total differ") ;;
*) echo "expected all $total to differ"; exit 1 ;;
esac
build/tests/vectors tests/vectors/*.json tests/vectors/rules/*.jsonl

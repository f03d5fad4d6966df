#!/bin/sh
# The page of measures is what its script makes of the bench.json that is checked in beside it.
set -u
cd "$(dirname "$0")/../.." || exit 2
page=tests/bench/MEASURES.md
sh tests/bench/measures.sh tests/bench/measures.json | cmp -s - $page || {
    echo "measures: $page is not what tests/bench/measures.json says; make measures" >&2
    exit 1
}
echo "measures: $(grep -c '^| `' $page) figures of $page are those of the run"

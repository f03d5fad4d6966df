#!/bin/sh
# Each fuzz target for a few seconds: FUZZ_SECONDS, 3 by default.
cd "$(dirname "$0")/../.." || exit 2
if ! sh tests/fuzz/has_fuzzer.sh "${FUZZ_CC:-clang}"; then
    echo "no clang with libFuzzer here; make fuzz installs it"
    exit 77
fi
sh tests/fuzz/run.sh "${FUZZ_SECONDS:-3}"

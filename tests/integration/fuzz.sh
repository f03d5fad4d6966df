#!/bin/sh
# Each fuzz target for FUZZ_SECONDS, 3 by default. It tries the same inputs each time, as many as fit; FUZZ_SEED selects
# others, and make fuzz draws them.
cd "$(dirname "$0")/../.." || exit 2
if ! sh tests/fuzz/has_fuzzer.sh "${FUZZ_CC:-clang}"; then
    echo "no clang with libFuzzer here; make fuzz installs it"
    exit 77
fi
FUZZ_SEED=${FUZZ_SEED:-1} sh tests/fuzz/run.sh "${FUZZ_SECONDS:-3}"

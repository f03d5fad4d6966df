#!/bin/sh
# run.sh SECONDS [NAME ...]: each fuzz target (or those named) for so long, two at a time, from its corpus
# and with its dictionary. FUZZ_SEED: which inputs are tried; drawn where it is not given. What is new
# goes to build/corpus, an input that breaks a promise to build/findings. Prints a line each and the sum;
# fails if one fails.
set -u
cd "$(dirname "$0")/../.." || exit 2
programs=build/fuzz/fuzz

one() { # NAME SECONDS
    name=$1
    log=build/fuzz/$name.log
    mkdir -p "build/corpus/$name" build/findings
    dict=
    [ -f "tests/fuzz/$name.dict" ] && dict=-dict=tests/fuzz/$name.dict
    options=
    [ -f "tests/fuzz/$name.options" ] && options=$(cat "tests/fuzz/$name.options")
    # shellcheck disable=SC2086
    if "$programs/fuzz_$name" -max_total_time="$2" -seed="${FUZZ_SEED:-0}" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="build/findings/$name-" $dict $options \
        "build/corpus/$name" "tests/fuzz/corpus/$name" >"$log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        echo "$name $runs executions"
    else
        echo "FAIL $name; the end of $log:"
        tail -40 "$log" | sed 's/^/  | /'
        return 1
    fi
}

if [ "${1:-}" = --one ]; then
    one "$3" "$2"
    exit
fi

seconds=${1:-30}
[ $# -gt 0 ] && shift
if [ $# -eq 0 ]; then
    for target in tests/fuzz/fuzz_*.c; do
        name=${target##*/fuzz_}
        set -- "$@" "${name%.c}"
    done
fi
printf '%s\n' "$@" | xargs -P 2 -n 1 sh tests/fuzz/run.sh --one "$seconds" >build/fuzz/results
status=$?
cat build/fuzz/results
awk '/ executions$/ { sum += $2; n++ } END { printf "%d executions of %d targets\n", sum, n }' build/fuzz/results
[ $status -eq 0 ]

# strict.sh - for scripts that run untrusted programs: skips the script if the strict sandbox does not work completely;
# source it from the top of the checkout. The caller has $tmp.
# shellcheck shell=sh disable=SC2154
if ! build/avondale check --sandbox strict --require-sandbox --hands 1 --ruleset wikipedia -- build/bots/basic \
    >"$tmp/out" 2>&1; then
    echo 'SKIPPED: the strict sandbox does not work whole here'
    exit 77
fi

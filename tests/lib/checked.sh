# checked.sh - runs `avondale check` on a bot and reads its verdict on each point; to be sourced. The caller has $tmp.
# shellcheck shell=sh
. tests/lib/await.sh

check() { # STATUS ARGUMENT...: the list is in $tmp/out
    expected=$1
    shift
    status=0
    timeout "$(patience 120)" build/avondale check "$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
    if [ "$status" != "$expected" ]; then
        echo "exit $status, not $expected, from: check $*"
        cat "$tmp/out" "$tmp/err"
        exit 1
    fi
}
skipped() { sed -n 's/^ *[0-9]* skip \([a-z ]*\):.*/\1/p' "$tmp/out" | tr '\n' ' '; }
failed() { sed -n 's/^ *[0-9]* FAIL \([a-z ]*\):.*/\1/p' "$tmp/out" | tr '\n' ' '; }

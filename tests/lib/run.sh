#!/bin/sh
# run.sh PROGRAM|SCRIPT.sh ...: runs each from the top of the checkout, two at a time, prints a line
# each (and the end of the output of one that failed), then `N passed, N failed, N skipped`. A test that exits
# 77 was skipped and says why on its last line. Logs stay in build/log/. UNDER in the environment: what programs
# run under, as `valgrind -q`; SECONDS_MAX: how long each may take (280).
set -u
cd "$(dirname "$0")/../.." || exit 2
log=build/log

one() {
    name=$(echo "$1" | sed 's,^build/,,; s,^tests/,,; s,/,.,g')
    start=$(date +%s)
    case "$1" in
    *.sh) timeout "${SECONDS_MAX:-280}" sh "$1" >"$log/$name" 2>&1 </dev/null ;;
    *) timeout "${SECONDS_MAX:-280}" ${UNDER:-} "$1" >"$log/$name" 2>&1 </dev/null ;;
    esac
    status=$?
    took=$(($(date +%s) - start))
    case $status in
    0) result=pass ;;
    77) result=skip ;;
    *) result=FAIL ;;
    esac
    printf '%s %s (%ss)%s\n' "$result" "$name" "$took" \
        "$([ $result = skip ] && printf ': %s' "$(tail -1 "$log/$name")")"
    if [ $result = FAIL ]; then
        echo "  exit $status; the end of $log/$name:"
        tail -25 "$log/$name" | sed 's/^/  | /'
    fi
}

if [ "${1:-}" = --one ]; then
    one "$2"
    exit 0
fi

rm -rf "$log"
mkdir -p "$log"

printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 sh tests/lib/run.sh --one | tee build/results
passed=$(grep -c '^pass ' build/results)
failed=$(grep -c '^FAIL ' build/results)
skipped=$(grep -c '^skip ' build/results)
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

#!/bin/sh
# run.sh PROGRAM|SCRIPT.sh ...: runs each from the top of the checkout: programs first, one more at a time than JOBS (2), then
# scripts, one more than twice JOBS, because they mostly wait. Prints a line each (and the end of the output of one that
# failed), then `N passed, N failed, N skipped`, then once more a line for each that failed, with the last line of its output:
# a script says there why it failed. A test that exits 77 was skipped and says why on its last line. Logs stay in build/log/,
# and in its file `cost` a line for each test: seconds of processor time, seconds, name.
# First it measures how slow the machine is with JOBS programs at once, and multiplies all limits by that: how long each may
# take, and how long tests wait for something (await.sh, await.h, patience.py). UNDER in the environment: what programs run
# under, as `valgrind -q`; CALIBRATE: the program that measures; AVONDALE_TEST_SLOWNESS: what it would say, where it need not
# be measured.
set -u
cd "$(dirname "$0")/../.." || exit 2
log=build/log
seconds_max=280

# Starting a process is dear on some machines: this starts `timeout` and the test, and no more for a test that passes.
seconds() { # sets now
    if read -r now _ 2>/dev/null </proc/uptime; then now=${now%.*}; else now=$(date +%s); fi
}
# Sets cpu to what ended children of this shell have taken, in whole seconds. A process whose parent ended before it does
# not count.
spent() {
    times >"$log/times.$$"
    { read -r _ _ && read -r user system; } <"$log/times.$$"
    cpu=$((${user%%m*} * 60 + ${system%%m*} * 60)) user=${user#*m} system=${system#*m}
    cpu=$((cpu + ${user%%.*} + ${system%%.*}))
}
one() {
    name=${1#build/}
    name=${name#tests/}
    while :; do
        case $name in
        */*) name=${name%%/*}.${name#*/} ;;
        *) break ;;
        esac
    done
    seconds
    start=$now
    spent
    before=$cpu
    limit=$((seconds_max * ${AVONDALE_TEST_SLOWNESS:-1}))
    case "$1" in
    *.sh) timeout "$limit" sh "$1" >"$log/$name" 2>&1 </dev/null ;;
    *) timeout "$limit" ${UNDER:-} "$1" >"$log/$name" 2>&1 </dev/null ;;
    esac
    status=$?
    seconds
    took=$((now - start)) why=
    spent
    echo "$((cpu - before)) $took $name" >>"$log/cost"
    case $status in
    0) result=pass ;;
    77) result=skip why=": $(tail -1 "$log/$name")" ;;
    *) result=FAIL ;;
    esac
    printf '%s %s (%ss)%s\n' "$result" "$name" "$took" "$why"
    if [ $result = FAIL ]; then
        [ $status != 124 ] || echo "  ended after $limit s"
        echo "  exit $status; the end of $log/$name:"
        tail -25 "$log/$name" | sed 's/^/  | /'
    fi
}

if [ "${1:-}" = --some ]; then
    shift
    for test in "$@"; do one "$test"; done
    rm -f "$log/times.$$"
    exit 0
fi

rm -rf "$log"
mkdir -p "$log"

# Where python3 is a script that looks for an interpreter, as pyenv's is, each start of a bot costs four times as much.
# Tests get the interpreter.
interpreter=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))' 2>/dev/null)
case ":$PATH:" in
*":$interpreter:"*) ;;
*) [ -z "$interpreter" ] || PATH=$interpreter:$PATH ;;
esac

# slowness: the worst of JOBS programs at once.
slowness() {
    [ -x "$calibrate" ] || { echo 1; return; }
    : >"$log/slowness"
    others=
    for _ in $(seq 2 "${JOBS:-2}"); do
        ${UNDER:-} "$calibrate" 2>/dev/null >>"$log/slowness" &
        others="$others $!"
    done
    ${UNDER:-} "$calibrate" 2>/dev/null >>"$log/slowness"
    # shellcheck disable=SC2086
    [ -z "$others" ] || wait $others
    sort -n "$log/slowness" | tail -1
}
calibrate=${CALIBRATE:-build/tests/calibrate}
[ -n "${AVONDALE_TEST_SLOWNESS:-}" ] || AVONDALE_TEST_SLOWNESS=$(slowness)
export AVONDALE_TEST_SLOWNESS
[ "$AVONDALE_TEST_SLOWNESS" = 1 ] || echo "this machine is slow: all limits are $AVONDALE_TEST_SLOWNESS times as long"

# The longest scripts come first, or the last of them would run alone at the end.
longest='nodes_carried browser_finished browser postgres_store postgres_unit loops training connect check_rude workers hosting cluster limits analyze analyze_luck play play_together'
longest="$longest expert tournament organiser languages"
scripts_by_length() { # reads them, one a line
    awk -v longest="$longest" '
        BEGIN { count = split(longest, names, " "); for (i = 1; i <= count; i++) rank[names[i] ".sh"] = i }
        { name = $0; sub(".*/", "", name); print name in rank ? rank[name] : count + 1, NR, $0 }' |
        sort -n -k 1,1 -k 2,2 | cut -d ' ' -f 3-
}

jobs=${JOBS:-2}
{
    printf '%s\n' "$@" | grep -v '\.sh$' | xargs -r -P $((jobs + 1)) -n 4 sh tests/lib/run.sh --some
    printf '%s\n' "$@" | grep '\.sh$' | scripts_by_length | xargs -r -P $((2 * jobs + 1)) -n 1 sh tests/lib/run.sh --some
} | tee build/results
passed=$(grep -c '^pass ' build/results)
failed=$(grep -c '^FAIL ' build/results)
skipped=$(grep -c '^skip ' build/results)
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
sed -n 's/^FAIL \([^ ]*\) .*/\1/p' build/results | while read -r name; do
    echo "FAIL $name: $(tail -1 "$log/$name")"
done
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

#!/bin/sh
# Each source of engine, protocol, referee and ladder has a test of its name: tests/unit/LAYER/ROOM/test_FILE.c; or
# test_ROOM_FILE.c, where sources in several rooms have that name. Those without stand in tests/lint/untested, FILE and
# why: what holds it instead. There are fewer than 30.
set -u
cd "$(dirname "$0")/../.." || exit 2
untested_max=29
bad=0
fail() {
    echo "untested: $*" >&2
    bad=1
}

count=0
for file in $(find engine protocol referee ladder -name '*.c' | sort); do
    folder=${file%/*} name=${file##*/}
    room=$(echo "${folder##*/}" | tr - _)
    tested=
    for test in "tests/unit/$folder/test_$name" "tests/unit/$folder/test_${room}_$name"; do
        [ ! -f "$test" ] || tested=$test
    done
    listed=$(grep -c "^$file ." tests/lint/untested)
    if [ -z "$tested" ] && [ "$listed" = 0 ]; then
        fail "$file has no test of its name, and is not in tests/lint/untested"
    elif [ -n "$tested" ] && [ "$listed" != 0 ]; then
        fail "$file has a test, $tested, and is in tests/lint/untested"
    fi
    count=$((count + listed))
done
grep -v '^#' tests/lint/untested | while read -r file reason; do
    [ -n "$reason" ] || echo "$file: no reason"
    [ -f "$file" ] || echo "$file: no such file"
done | grep . >&2 && bad=1
[ $count -le $untested_max ] || fail "$count files have no test of their name: $untested_max may"
[ $bad = 0 ] && echo "untested: all sources but $count have a test of their name"
exit $bad

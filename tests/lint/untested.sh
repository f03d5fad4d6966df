#!/bin/sh
# Each source of engine, protocol, referee and ladder has a test of its name: tests/unit/LAYER/ROOM/test_FILE.c; or
# test_ROOM_FILE.c, where sources in several rooms have that name. Those without stand in tests/lint/untested, FILE and
# why: what holds it instead. There are fewer than 30.
set -u
cd "$(dirname "$0")/../.." || exit 2
untested_max=29
bad=0
found=$(mktemp) || exit 2
trap 'rm -f "$found"' EXIT
fail() {
    echo "untested: $*" >&2
    bad=1
}

# The list of all tests, then that of the exceptions, then the sources.
{
    find tests/unit -name '*.c'
    grep -v '^#' tests/lint/untested | sed 's/^/listed /'
    find engine protocol referee ladder -name '*.c' | sort
} | awk '
    $1 == "listed" { listed[$2] = NF > 2; next }
    /^tests/ { test[$1]; next }
    {
        folder = name = room = $1
        sub("/[^/]*$", "", folder)
        sub(".*/", "", name)
        room = folder
        sub(".*/", "", room)
        gsub("-", "_", room)
        one = "tests/unit/" folder "/test_" name
        two = "tests/unit/" folder "/test_" room "_" name
        tested = one in test ? one : two in test ? two : ""
        if (tested == "" && !($1 in listed))
            print $1 " has no test of its name, and is not in tests/lint/untested"
        if (tested != "" && $1 in listed)
            print $1 " has a test, " tested ", and is in tests/lint/untested"
    }' >"$found"
while read -r line; do fail "$line"; done <"$found"
count=$(grep -vc '^#' tests/lint/untested)
grep -v '^#' tests/lint/untested | while read -r file reason; do
    [ -n "$reason" ] || echo "$file: no reason"
    [ -f "$file" ] || echo "$file: no such file"
done | grep . >&2 && bad=1
[ $count -le $untested_max ] || fail "$count files have no test of their name: $untested_max may"
[ $bad = 0 ] && echo "untested: all sources but $count have a test of their name"
exit $bad

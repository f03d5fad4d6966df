#!/bin/sh
# The engine, the codec and the pages take no more instructions than before: tests/bench/counts.sh against its limits. A
# count over its limit is reported and fails.
set -u
cd "$(dirname "$0")/../.." || exit 2

sh tests/bench/counts.sh
status=$?
[ $status -eq 0 ] || exit $status

low=$(mktemp) || exit 3
trap 'rm -f "$low"' EXIT
sed 's/^engine.card .*/engine.card 100/' tests/golden/instructions.txt >"$low"
told=$(LIMITS=$low sh tests/bench/counts.sh)
status=$?
if [ $status -ne 1 ] || [ "$(echo "$told" | grep -c ' OVER$')" != 1 ] ||
    ! echo "$told" | grep -q '^engine.card .* limit=100 OVER$'; then
    echo "a limit of 100 for engine.card: expected exit 1 and that line OVER, got exit $status:"
    echo "$told"
    exit 1
fi

#!/bin/sh
# Holds the structs that several files of a room see to tests/lint/writers: one file writes a field. The compiler looks
# for the writes (writers.py says how).
set -u
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
packages='libevent openssl jansson'
pkg-config --exists msgpack-c && packages="$packages msgpack-c" || packages="$packages msgpack"
# shellcheck disable=SC2046,SC2086
writers() {
    python3 tests/lint/writers.py "$1" ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -DAVONDALE_VERSION='"0"' -Ireferee -Iladder \
        -Iprotocol -Iengine -Iengine/advice -Iengine/common $(pkg-config --cflags $packages)
}

# It finds a field whose writer is another, one that the table leaves out, and one that is not there.
sed 's/^connection.c: dirty /peer.c: dirty /; s/ owed_due$//; s/^child.c: children/& nothing/' tests/lint/writers \
    >"$tmp/wrong"
writers "$tmp/wrong" >"$tmp/found" && { echo 'writers: a wrong table is not found'; exit 1; }
for word in "connection.c:.*read-only member ‘dirty’\|connection.c:.*'dirty'" 'writes peer.owed_due' \
    'arena has no field nothing'; do
    LC_ALL=C.UTF-8 grep -q "$word" "$tmp/found" || { echo "writers: a wrong table is not found: $word"; cat "$tmp/found"; exit 1; }
done
writers tests/lint/writers || exit 1
echo 'writers: one file writes a field'

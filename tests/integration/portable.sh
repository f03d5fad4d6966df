#!/bin/sh
# The engine builds with musl where its compiler is installed, plays hands there with its invariants asserted, and
# solves a position as it does here; the file that limits bots compiles with musl's types, too. A 32-bit system is
# refused with a line that gives the reason.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

if ${CC:-cc} -m32 -dM -E -x c /dev/null 2>/dev/null | grep -q '__SIZEOF_POINTER__ 4'; then
    status=0
    CC="${CC:-cc} -m32" sh tests/lib/setup.sh >"$tmp/told" 2>&1 || status=$?
    [ $status = 3 ] && grep -q '^avondale needs a 64-bit system' "$tmp/told" ||
        { echo "portable: 32 bits: exit $status: $(cat "$tmp/told")"; exit 1; }
fi

command -v musl-gcc >/dev/null 2>&1 || { echo 'portable: no musl here (apt-get install musl-tools)'; exit 77; }
flags='-std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror'
# shellcheck disable=SC2086
musl-gcc $flags -fsyntax-only -Ireferee -Iladder -Iprotocol -Iengine -Iengine/common referee/sandbox/supervisor.c
# shellcheck disable=SC2086
musl-gcc $flags -O1 -DAVONDALE_CHECKS -Iengine -Iengine/common -o "$tmp/hands" tests/bench/engine.c \
    engine/*.c engine/solve/*.c
"$tmp/hands" hands 50
"$tmp/hands" cards 50
# shellcheck disable=SC2086
musl-gcc $flags -fsyntax-only -Iengine -Iengine/advice -Iengine/common -x c engine/advice/*.c
echo 'portable: built with musl, 50 hands played'

#!/bin/sh
# The engine compiles without a warning where asserts are off, as the Python package builds it.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck disable=SC2086 # a compiler and what runs it
if ! find engine -name '*.c' -exec ${CC:-cc} -std=gnu11 -DNDEBUG -Wall -Werror -fsyntax-only \
    -Iengine -Iengine/advice -Iengine/common {} +; then
    echo 'ndebug: the engine has warnings with -DNDEBUG' >&2
    exit 1
fi

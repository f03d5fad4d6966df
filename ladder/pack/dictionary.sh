#!/bin/sh
# dictionary.sh FILE...: trains a dictionary on the records of these files (JSON lines) and writes
# ladder/pack/dictionary.c. Run from the top, after a build; build/bench/pack writes each record packed. Records of all
# presets, with times, under many names make a good one: see tests/bench/README.md. Old stores stay readable: each keeps
# the dictionaries that its records were packed with.
set -eu
[ $# -gt 0 ] || { echo "dictionary.sh: expected files of records" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
build/bench/pack write "$tmp" "$@"
zstd -q --train -r "$tmp/records" --maxdict=8192 -o "$tmp/dictionary"
{
    echo '/* dictionary.c - made by ladder/pack/dictionary.sh; not written by hand. */'
    echo '#include "pack/dictionary.h"'
    echo
    echo '/* clang-format off */'
    echo 'const uint8_t dictionary_bytes[] = {'
    od -An -v -tu1 -w24 "$tmp/dictionary" | sed 's/  */ /g; s/^ //; s/ /,/g; s/$/,/'
    echo '};'
    echo 'const size_t dictionary_size = sizeof dictionary_bytes;'
} >ladder/pack/dictionary.c
wc -c "$tmp/dictionary" ladder/pack/dictionary.c

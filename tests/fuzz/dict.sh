#!/bin/sh
# dict.sh DIRECTORY: writes the dictionaries of the fuzz targets, made from the tables of the programs.
set -eu
cd "$(dirname "$0")/../.."
for name in action stream record http ruleset; do
    build/fuzz/dict "$name" >"$1/$name.dict"
done
{
    build/fuzz/dict ruleset
    build/avondale serve --print-config | sed -n 's/^;\([a-z-]*\) = .*/"\1 = "\n"--\1="/p'
    printf '"%s"\n' sqlite: 127.0.0.1: off open token strict lenient strikes= none auction= exchange= \
        play= bank= inc= startup= lag=
} >"$1/config.dict"

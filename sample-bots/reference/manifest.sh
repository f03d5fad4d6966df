#!/bin/sh
# manifest.sh DIRECTORY: the SHA-256 of the program of each reference bot in DIRECTORY, its name on a ladder and how
# it is started. `make reference` calls it.
set -eu
cd "$(dirname "$0")/../.."
while read -r name version _ arguments; do
    cp "$1/bots/$name" "$1/$name-$version"
    printf '%s  %s-%s  %s\n' "$(sha256sum <"$1/$name-$version" | cut -d ' ' -f 1)" "$name" "$version" "$arguments"
done <sample-bots/reference/versions

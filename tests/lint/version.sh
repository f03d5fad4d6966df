#!/bin/sh
# The version stands in the Makefile; what else has to name it, as other package managers read it, names the same one.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
version=$(sed -n 's/^VERSION := //p' Makefile)
case "$version" in
[0-9]*.[0-9]*.[0-9]*) ;;
*) echo "version: the Makefile has '$version'" >&2 && exit 1 ;;
esac
same() { # FILE PATTERN: the first line with it
    line=$(grep -m 1 "$2" "$1")
    case "$line" in
    *"$version"*) ;;
    *)
        echo "version: $1 has '$line', the Makefile $version" >&2
        bad=1
        ;;
    esac
}
same referee/CHANGELOG.md '^## [0-9]'
same sample-bots/python/avondale/client.py '^__version__ ='
same sample-bots/js/package.json '"version":'
same sample-bots/js/avondale.mjs '^export const version ='
same protocol/PROTOCOL.md 'server=avondale%20'
[ $bad = 0 ] && echo "version: $version everywhere"
exit $bad

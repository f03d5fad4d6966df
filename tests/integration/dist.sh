#!/bin/sh
# `make dist` gives equal bytes for equal sources: twice from a checkout, and from its own archive. It refuses a version
# without a section in CHANGELOG.md. Only in a checkout with git.
set -eu
cd "$(dirname "$0")/../.."
[ -e .git ] && command -v git >/dev/null 2>&1 || { echo 'dist: not a checkout'; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
version=$(sed -n 's/^VERSION := //p' Makefile)

sh referee/packaging/dist.sh "$version" "$tmp/one.tar.gz" 2>/dev/null
umask 077
TZ=Pacific/Auckland LC_ALL=C.UTF-8 sh referee/packaging/dist.sh "$version" "$tmp/two.tar.gz" 2>/dev/null
cmp "$tmp/one.tar.gz" "$tmp/two.tar.gz"

tar -xf "$tmp/one.tar.gz" -C "$tmp"
[ -x "$tmp/avondale-$version/referee/packaging/debian/rules" ] || { echo 'dist: rules is no program'; exit 1; }
(cd "$tmp/avondale-$version" && mkdir -p build && touch build/old && sh referee/packaging/dist.sh "$version" ../three.tar.gz)
cmp "$tmp/one.tar.gz" "$tmp/three.tar.gz"

status=0
sh referee/packaging/dist.sh 9.9.9 "$tmp/none.tar.gz" 2>"$tmp/told" || status=$?
[ $status = 2 ] && grep -q 'CHANGELOG.md has no section 9.9.9' "$tmp/told" && [ ! -e "$tmp/none.tar.gz" ] ||
    { echo "dist: 9.9.9: exit $status: $(cat "$tmp/told")"; exit 1; }
echo "dist: equal bytes, $(wc -c <"$tmp/one.tar.gz")"

#!/bin/sh
# dist.sh VERSION FILE: packs the sources as FILE, a .tar.gz. In a checkout those of the last commit, with its time; else
# those that are here, with the time of the file that says what changed. The same sources give the same bytes.
set -eu
version=$1 file=$2 changes=referee/CHANGELOG.md name=avondale-$1

grep -qx "## $version" $changes || { echo "dist: $changes has no section $version" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/$name"
if [ -e .git ]; then
    time=$(git log -1 --format=%ct)
    git archive HEAD | tar -x -C "$tmp/$name"
    [ -z "$(git status --porcelain)" ] || echo 'dist: there are changes that are in no commit; they are left out' >&2
else
    time=$(stat -c %Y $changes)
    tar -c --exclude=./build . | tar -x -C "$tmp/$name"
fi
mkdir -p "$(dirname "$file")"
tar -c --format=ustar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX \
    -C "$tmp" "$name" | gzip -9n >"$file.part"
mv "$file.part" "$file"
echo "$file"

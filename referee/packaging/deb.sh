#!/bin/sh
# deb.sh VERSION TARBALL DIRECTORY: builds the Debian packages of TARBALL into DIRECTORY, which is made anew.
set -eu
version=$1 tarball=$2 directory=$3

for command in dpkg-buildpackage dh; do
    command -v $command >/dev/null 2>&1 ||
        { echo "deb: no $command here; run: apt-get install dpkg-dev debhelper" >&2; exit 3; }
done
rm -rf "$directory"
mkdir -p "$directory"
tar -xf "$tarball" -C "$directory"
tree=$directory/avondale-$version
cp -R "$tree/referee/packaging/debian" "$tree/debian"
# What changed stands in CHANGELOG.md; Debian's own list has the version and the time of the last change.
cat >"$tree/debian/changelog" <<END
avondale ($version) unstable; urgency=medium

  * Version $version. What changed, also on the wire and in stores:
    /usr/share/doc/avondale/CHANGELOG.md.

 -- $(sed -n 's/^Maintainer: //p' "$tree/debian/control")  $(date -R -u -d "@$(stat -c %Y "$tree/referee/CHANGELOG.md")")
END
(cd "$tree" && dpkg-buildpackage --build=binary --no-sign) >"$directory/log" 2>&1 ||
    { tail -30 "$directory/log"; exit 1; }
ls "$directory"/*.deb

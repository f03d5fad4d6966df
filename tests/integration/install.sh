#!/bin/sh
# What `make install` puts down is complete and holds together: the program runs, the manual page is set without a
# complaint, the service file says nothing that systemd does not know, and a configuration of the operator stays.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
install() { make --no-print-directory install PREFIX="$tmp/usr" SYSCONFDIR="$tmp/etc" >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }; }

install
for file in usr/bin/avondale usr/share/man/man1/avondale.1 usr/share/doc/avondale/SECURITY.md \
    usr/share/doc/avondale/avondale.conf.example etc/avondale/avondale.conf usr/lib/systemd/system/avondale.service; do
    [ -s "$tmp/$file" ] || { echo "install: no $file"; exit 1; }
done
"$tmp/usr/bin/avondale" --version | grep -q '^avondale [0-9]'
cmp "$tmp/etc/avondale/avondale.conf" referee/avondale.conf.example

# an option that the operator has set is still there after the next installation
echo 'tables-max = 7' >>"$tmp/etc/avondale/avondale.conf"
install
grep -qx 'tables-max = 7' "$tmp/etc/avondale/avondale.conf"

# below DESTDIR nothing leads out of it
make --no-print-directory install DESTDIR="$tmp/stage" PREFIX=/usr >"$tmp/log" 2>&1
grep -q '^ExecStart=/usr/bin/avondale serve --config /etc/avondale/avondale.conf$' \
    "$tmp/stage/usr/lib/systemd/system/avondale.service"
[ -s "$tmp/stage/etc/avondale/avondale.conf" ]

if command -v groff >/dev/null 2>&1; then
    groff -man -ww -Tutf8 -z "$tmp/usr/share/man/man1/avondale.1" 2>"$tmp/complaints" || true
    [ ! -s "$tmp/complaints" ] || { cat "$tmp/complaints"; exit 1; }
else
    echo 'install: the manual page is not set here: no groff'
fi

# systemd's own opinion: no complaint, and an exposure (0 is none, 10 all) that hardening has brought down
unit=$tmp/usr/lib/systemd/system/avondale.service
if command -v systemd-analyze >/dev/null 2>&1; then
    systemd-analyze verify --man=no "$unit" 2>"$tmp/complaints" || true
    if grep 'avondale' "$tmp/complaints"; then
        exit 1
    fi
    if systemd-analyze security --offline=true "$unit" >"$tmp/exposure" 2>&1; then
        level=$(sed -n 's/.*Overall exposure level for [^:]*: \([0-9]*\)\.[0-9].*/\1/p' "$tmp/exposure")
        [ -n "$level" ] && [ "$level" -lt 2 ] || { cat "$tmp/exposure"; exit 1; }
        sed -n 's/.*Overall/install: overall/p' "$tmp/exposure"
    fi
else
    echo 'install: the service file is not checked here: no systemd-analyze'
fi
echo 'installed'

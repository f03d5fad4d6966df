#!/bin/sh
# setup.sh on an empty system for root, for a user with sudo, and for one without rights: its output and its commands.
# Stubs replace the commands of that system.
set -u
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() {
    cat "$tmp/said" "$tmp/done" >&2
    echo "setup: $*" >&2
    bad=1
}
mkdir "$tmp/bin" "$tmp/none"
for tool in sh sed grep cut cat tail mktemp rm env ls head; do ln -s "$(command -v $tool)" "$tmp/bin/$tool"; done
ln -s /bin/true "$tmp/bin/true"
stub() { # NAME LINE...
    name=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$tmp/bin/$name"
    chmod +x "$tmp/bin/$name"
}
stub apt-cache 'exit 1'
stub apt-get "echo \"apt-get \$*\" >>$tmp/done"
run() { # USER STATUS: runs it as the user of that number
    stub id "echo $1"
    : >"$tmp/done"
    PATH=$tmp/bin sh tests/lib/setup.sh test >"$tmp/said" 2>&1
    status=$?
    [ $status = "$2" ] || fail "user $1: exit $status"
}
packages='gcc pkg-config libevent-dev libssl-dev libsqlite3-dev libjansson-dev libcurl4-openssl-dev libcmocka-dev'

run 0 0
for package in $packages libpq-dev chromium; do
    grep -q "install.* $package" "$tmp/done" || fail "root: $package is not installed"
done

stub sudo '[ "$1" = -n ] && shift' 'exec "$@"'
run 1000 0
for package in $packages libpq-dev chromium; do
    grep -q "install.* $package" "$tmp/done" || fail "with sudo: $package is not installed"
done

# A user whose sudo asks for a password, and one without sudo: the script prints one command that works, and what it
# leaves out.
stub sudo 'exit 1'
for case in asked none; do
    [ $case = asked ] || rm "$tmp/bin/sudo"
    run 1000 3
    [ ! -s "$tmp/done" ] || fail "$case: something was installed"
    grep -q '^missing packages; run: sudo apt-get update && sudo apt-get install gcc ' "$tmp/said" ||
        fail "$case: no command to run"
    for package in $packages; do
        grep -q "^missing packages.* $package" "$tmp/said" || fail "$case: $package is not named"
    done
    grep -q '^note: .*SQLite only.*libpq-dev postgresql' "$tmp/said" || fail "$case: nothing of PostgreSQL"
done
# Other systems: one command with their package names; each requested package has one.
rm "$tmp/bin/apt-get" "$tmp/bin/apt-cache"
for tool in dirname tr; do ln -s "$(command -v $tool)" "$tmp/bin/$tool"; done
elsewhere() { # MANAGER COMMAND PACKAGE...
    stub "$1" "echo \"$1 \$*\" >>$tmp/done"
    run 1000 3
    [ ! -s "$tmp/done" ] || fail "$1: something was installed"
    grep -q "^missing packages; run: sudo $2 " "$tmp/said" || fail "$1: no command to run"
    manager=$1
    shift 2
    for package in "$@"; do
        grep -q "^missing packages.* $package\( \|\$\)" "$tmp/said" || fail "$manager: $package is not named"
    done
    rm "$tmp/bin/$manager"
}
elsewhere dnf 'dnf install' gcc pkgconf-pkg-config libevent-devel openssl-devel msgpack-devel wslay-devel
elsewhere pacman 'pacman -S --needed' gcc pkgconf libevent openssl msgpack-c libinih
elsewhere apk 'apk add' build-base pkgconf libevent-dev msgpack-c-dev inih-dev
elsewhere zypper 'zypper install' gcc libopenssl-devel sqlite3-devel libinih-devel msgpack-c-devel
run 1000 3
grep -q '^missing: gcc .*names of Debian packages' "$tmp/said" || fail 'elsewhere: no names'
for package in $(grep -o 'need [a-z][a-z0-9.+-]*' tests/lib/setup.sh | cut -d' ' -f2 | sort -u) $(sed -n 's/.*for module in \(.*\); do need "python3-.*/\1/p' tests/lib/setup.sh | sed 's/[a-z]*/python3-&/g'); do
    case $package in
    libmsgpack-c-dev) continue ;; # the newer name of libmsgpack-dev
    esac
    [ "$(grep -c "^$package  *[^ ]*  *[^ ]*  *[^ ]*  *[^ ]*\$" tests/lib/packages.txt)" = 1 ] || fail "packages.txt: no row of $package"
done
[ $bad = 0 ] && echo 'setup says what it does and what is missing'
exit $bad

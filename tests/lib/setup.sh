#!/bin/sh
# Finds what the build needs and installs what is missing with the system's package manager. It says so first. If it may
# not install, it prints the one command to run and exits 3. Does nothing, quickly, when all is there. `setup.sh test`:
# what only the tests need, too; `setup.sh fuzz`: clang and its fuzzer.
set -u

want=
need() { want="$want $1"; }

command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || need gcc
pc=
if ! command -v pkg-config >/dev/null 2>&1; then
    need pkg-config
    pc=missing
fi
has() { [ -z "$pc" ] && pkg-config --exists "$1" 2>/dev/null; }
{ has libevent && has libevent_openssl; } || need libevent-dev
has openssl || need libssl-dev
has sqlite3 || need libsqlite3-dev
has jansson || need libjansson-dev
has inih || need libinih-dev
has libarchive || need libarchive-dev
has zlib || need zlib1g-dev
has libzstd || need libzstd-dev
has libcurl || need libcurl4-openssl-dev
# 2.68 has zones by name alone.
has "glib-2.0 >= 2.68" || need libglib2.0-dev
[ -f /usr/share/zoneinfo/Europe/Berlin ] || need tzdata
has cmocka || need libcmocka-dev
# A set of cards is an integer of 128 bits.
compiler=${CC:-cc}
if $compiler -dM -E -x c /dev/null 2>/dev/null | grep -q '__SIZEOF_POINTER__ 4'; then
    echo "avondale needs a 64-bit system: $compiler has no integers of 128 bits" >&2
    exit 3
fi
# A header alone, and a library, of which pkg-config does not know.
echo '#include <uthash.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || need uthash-dev
echo '#include <wslay/wslay.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || need libwslay-dev
if ! has msgpack-c && ! has msgpack; then
    # The C library has had two package names: the newer one comes first where it exists.
    if apt-cache show libmsgpack-c-dev 2>/dev/null | grep -q '^Package:'; then
        need libmsgpack-c-dev
    else
        need libmsgpack-dev
    fi
fi
# How this system installs packages, and the column of their names in packages.txt.
install= column=0
for system in 'apt-get install' 'dnf install' 'pacman -S --needed' 'apk add' 'zypper install'; do
    if command -v "${system%% *}" >/dev/null 2>&1; then
        install="sudo $system"
        break
    fi
    column=$((column + 1))
done
names_here() { # PACKAGE...: a space before each
    for package in "$@"; do
        name=
        [ $column = 0 ] || name=$(sed -n "s/^$package  *//p" "$(dirname "$0")/packages.txt" | sed 's/  */ /g' | cut -d' ' -f$column)
        printf ' %s' "${name:-$package}"
    done
}
# Only root may install, or a user whom sudo asks for no password.
sudo=no
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then
        sudo=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo='sudo -n'
    fi
fi
# Optional: without it a build knows SQLite only, so it is asked for only where it can be installed.
if ! has 'libpq >= 14'; then
    if [ "$sudo" != no ]; then
        need libpq-dev
    else
        echo 'note: no libpq 14 or later here: this build knows SQLite only, and the tests of PostgreSQL are skipped' \
            "(${install:-install}$(names_here libpq-dev postgresql))" >&2
    fi
fi
# Counts the instructions of fixed scenarios: only for the tests, which skip that without it.
case " $* " in *" test "*) command -v valgrind >/dev/null 2>&1 || need valgrind ;; esac
# Checks the manual pages; without it that check is skipped.
case " $* " in *" test "*) command -v mandoc >/dev/null 2>&1 || need mandoc ;; esac
# The training environment for Python is compiled and tried where its system's Python has these.
case " $* " in *" test "*)
    # One Python must have them all, and its headers.
    sh "$(dirname "$0")/../../sample-bots/python/which_python.sh" >/dev/null ||
        for module in cffi numpy setuptools dev; do need "python3-$module"; done
    ;;
esac
# Interpreters for bots in other languages: optional; the demo and the tests use them.
command -v python3 >/dev/null 2>&1 || need python3
command -v curl >/dev/null 2>&1 || need curl

# Older systems have clang's runtime in the package of clang, newer ones in its own package of the same version.
if [ "${1:-}" = fuzz ] && ! sh tests/fuzz/has_fuzzer.sh "${FUZZ_CC:-clang}"; then
    rt=libclang-rt-dev
    if command -v clang >/dev/null 2>&1; then
        rt=libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev
    else
        need clang
    fi
    if apt-cache show "$rt" 2>/dev/null | grep -q '^Package:'; then
        need "$rt"
    fi
fi

# Only some tests want these, in a browser or with a database server, and are skipped without them.
wish=
case " $* " in
*" test "*)
    if [ "$sudo" != no ]; then
        command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || wish="$wish chromium"
        command -v node >/dev/null 2>&1 || wish="$wish nodejs"
        command -v npm >/dev/null 2>&1 || wish="$wish npm"
        command -v musl-gcc >/dev/null 2>&1 || wish="$wish musl-tools"
        ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 ||
            wish="$wish postgresql"
        command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ] || wish="$wish pgbouncer"
    fi
    ;;
esac
install_wished() {
    [ -n "$wish" ] || return 0
    # shellcheck disable=SC2086
    apt-cache show $wish >/dev/null 2>&1 || $sudo apt-get update >/dev/null 2>&1
    for package in $wish; do
        echo "installing: $package (for some of the tests)" >&2
        # shellcheck disable=SC2086
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$package" \
            >/dev/null 2>&1 ||
            echo "NOT INSTALLED: $package; the tests that want it will be skipped" >&2
    done
}

if [ -z "$want" ]; then
    install_wished
    exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
    if [ -n "$install" ]; then
        # shellcheck disable=SC2086
        echo "missing packages; run: $install$(names_here $want)" >&2
        exit 3
    fi
    echo "missing:$want (names of Debian packages); install their like and run make again" >&2
    exit 3
fi
if [ "$sudo" = no ]; then
    echo "missing packages; run: sudo apt-get update && sudo apt-get install$want" >&2
    exit 3
fi
echo "installing:$want" >&2
log=$(mktemp) || exit 3
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
install() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $want; }
# An image may come without package lists: then the first try fails, and a list helps.
if ! install >"$log" 2>&1; then
    $sudo apt-get update >>"$log" 2>&1
    case "$want" in
    *libmsgpack-dev*)
        if apt-cache show libmsgpack-c-dev 2>/dev/null | grep -q '^Package:'; then
            want=$(echo "$want" | sed 's/libmsgpack-dev/libmsgpack-c-dev/')
        fi
        ;;
    esac
    if ! install >>"$log" 2>&1; then
        tail -5 "$log" >&2
        echo "could not install; run: ${sudo:+sudo }apt-get update && ${sudo:+sudo }apt-get install$want" >&2
        exit 3
    fi
fi
install_wished

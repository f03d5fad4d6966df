#!/bin/sh
# Builds and tests avondale on systems other than this one; a maintainer runs it. For each NAME, or for all of them:
#
#   clang      the whole tree with clang ($CLANG), warnings as errors, the unit tests of engine and protocol
#   musl       engine with its checks, played; all other sources by their syntax
#   arm64      engine and protocol cross-compiled for arm64, their unit tests under qemu-user
#   debian12, debian13    a fresh minimal system: what setup.sh says there to somebody without rights, then as root
#              setup.sh, make and `make $TARGET` (test; test-unit is shorter), then the scripts in $SCRIPTS, if any
#   container  container.sh: the image in podman
#   plain      without libpq: the program, and what it says of PostgreSQL
#
# arm64 and the Debian systems want root, debootstrap and packages of the mirror that apt uses here ($MIRROR). Prints a line
# for each: passed, FAILED, or `not here` and what is missing. Exits 1 if one failed. All files are in build/systems.
set -u
cd "$(dirname "$0")/../.." || exit 2
out=$(pwd)/build/systems
mkdir -p "$out"
jobs=${JOBS:-$(nproc)}
CLANG=${CLANG:-clang}
MIRROR=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | head -1)}
keys='tests/unit/engine/test_*.c tests/unit/protocol/test_*.c'

# What a system returns: 0; 1; or 77 after a line that says what is missing.
has() { command -v "$1" >/dev/null 2>&1 || { echo "no $1 (package $2)"; return 77; }; }

# The unit tests of engine and protocol that need no other layer: BUILD_DIRECTORY COMMAND...: each is run by the command.
core_tests() {
    dir=$1 ran=0
    shift
    for program in "$dir"/tests/test_*; do
        case $program in *.o | *.d) continue ;; esac
        "$@" "$program" >"$out/told" 2>&1 || { echo "$program:"; tail -n 5 "$out/told"; return 1; }
        ran=$((ran + 1))
    done
    [ $ran -gt 20 ] || { echo "only $ran test programs"; return 1; }
    echo "$ran test programs of engine and protocol"
}
# Names of those tests, as make knows them: BUILD_DIRECTORY.
core_names() {
    # shellcheck disable=SC2086 # patterns
    grep -L 'table/\|record_game.h\|witness\|kit_bot\|duel\|ladder/' $keys | sed "s|.*/|$1/tests/|; s|\.c\$||"
}

system_clang() {
    has "$CLANG" clang || return
    # shellcheck disable=SC2046
    make -j"$jobs" B=build/systems/clang CC="$CLANG" CPPFLAGS=-Werror all $(core_names build/systems/clang) || return 1
    core_tests build/systems/clang env
}

# The headers of libraries that this system has, in a directory without those of its own C library.
musl_headers() {
    rm -rf "$out/musl/include"
    mkdir -p "$out/musl/include/openssl"
    machine=$(gcc -print-multiarch)
    for header in event2 curl jansson.h jansson_config.h ini.h archive.h archive_entry.h zlib.h zconf.h zstd.h zdict.h zstd_errors.h \
        msgpack msgpack.h sqlite3.h wslay uthash.h linux asm asm-generic; do
        for place in /usr/include "/usr/include/$machine"; do
            [ ! -e "$place/$header" ] || ln -sfn "$place/$header" "$out/musl/include/$header"
        done
    done
    for header in /usr/include/openssl/* "/usr/include/$machine"/openssl/*; do ln -s "$header" "$out/musl/include/openssl/"; done
    for header in /usr/include/postgresql/*; do ln -s "$header" "$out/musl/include/"; done
}
system_musl() {
    has musl-gcc musl-tools || return
    sh tests/integration/portable.sh || return 1
    musl_headers
    count=0
    for file in protocol/*.c ladder/*/*.c referee/*/*.c sample-bots/c/*.c; do
        case $file in ladder/calendar/zone.c) continue ;; esac # GLib's header is for this system's C library
        musl-gcc -std=gnu11 -D_GNU_SOURCE '-DAVONDALE_VERSION="0"' -Wall -Wextra -Werror -fsyntax-only -Isample-bots/c -Ireferee \
            -Iladder -Iprotocol -Iengine -Iengine/advice -Iengine/common -idirafter "$out/musl/include" "$file" || return 1
        count=$((count + 1))
    done
    echo "$count sources beside the engine"
}

# The packages of another machine, unpacked and not run. DIRECTORY ARCHITECTURE PACKAGES
unpacked() {
    [ ! -e "$1/usr/include/msgpack.h" ] || return 0
    debootstrap --arch="$2" --foreign --variant=minbase --include="$3" bookworm "$1" "$MIRROR" >"$1.log" 2>&1 ||
        { tail -n 3 "$1.log"; return 1; }
    for package in "$1"/var/cache/apt/archives/*.deb; do dpkg -x "$package" "$1" || return 1; done
}
system_arm64() {
    has aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu && has qemu-aarch64-static qemu-user-static && has debootstrap debootstrap || return
    root=$out/arm64-root
    unpacked "$root" arm64 libc6-dev,libgcc-12-dev,libmsgpack-dev,libjansson-dev,libssl-dev,libcmocka-dev || return 1
    printf '#!/bin/sh\nPKG_CONFIG_SYSROOT_DIR=%s PKG_CONFIG_LIBDIR=%s exec pkg-config "$@"\n' "$root" \
        "$root/usr/lib/aarch64-linux-gnu/pkgconfig:$root/usr/share/pkgconfig" >"$out/pkg-config"
    chmod +x "$out/pkg-config"
    d=build/systems/arm64
    # shellcheck disable=SC2046
    make -k -j"$jobs" B=$d CC="aarch64-linux-gnu-gcc --sysroot=$root" AR=aarch64-linux-gnu-ar PKGCONFIG="$out/pkg-config" \
        LDFLAGS=-fuse-ld=bfd PACKAGES='openssl jansson msgpack' LIBS_all="$d/libbotkit.a $d/libprotocol.a $d/libadvice.a $d/libengine.a" \
        LIBS_referee="-lmsgpackc -ljansson -lssl -lcrypto -lm" $(core_names $d) || return 1
    core_tests $d qemu-aarch64-static -L "$root"
}

system_debian() { # NAME SUITE
    has debootstrap debootstrap || return
    [ "$(id -u)" = 0 ] || { echo 'only root makes another system'; return 77; }
    root=$out/$1
    if [ ! -e "$root/made" ]; then
        rm -rf "$root"
        debootstrap --variant=minbase --include=make,git,ca-certificates "$2" "$root" "$MIRROR" >"$root.made.log" 2>&1 ||
            { tail -n 3 "$root.made.log"; return 77; }
        echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/quick" # nobody cuts the power here
        : >"$root/made"
    fi
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null
    # Where npm gets the programs of the browser tests, as here.
    cat /etc/npmrc "$HOME/.npmrc" >"$root/etc/npmrc" 2>/dev/null
    [ ! -f "${NODE_EXTRA_CA_CERTS:-}" ] || install -D -m 644 "$NODE_EXTRA_CA_CERTS" "$root$NODE_EXTRA_CA_CERTS"
    rm -rf "$root/avondale" && mkdir "$root/avondale" && git archive HEAD | tar -x -C "$root/avondale" || return 1
    for mount in proc sys dev; do
        mountpoint -q "$root/$mount" || mount --rbind --make-rslave "/$mount" "$root/$mount" || return 1
    done
    status=0
    echo "-- without rights:"
    chroot "$root" setpriv --reuid=65534 --regid=65534 --clear-groups sh -c 'cd /avondale && sh tests/lib/setup.sh test' && status=1
    [ $status = 0 ] || echo 'it says that nothing is missing'
    echo "-- as root:"
    chroot "$root" sh -c "cd /avondale && apt-get update -qq && sh tests/lib/setup.sh test && make -j$jobs all && make ${TARGET:-test}${SCRIPTS:+ && sh tests/lib/run.sh $SCRIPTS}" ||
        status=1
    for mount in dev sys proc; do umount -R "$root/$mount"; done
    return $status
}
system_container() { sh tests/systems/container.sh; }
system_debian12() { system_debian debian12 bookworm; }
system_debian13() { system_debian debian13 trixie; }

system_plain() {
    make -j"$jobs" B=build/systems/plain POSTGRES= build/systems/plain/avondale || return 1
    make -j"$jobs" build/bots/basic build/bots/random || return 1
    told=$(build/systems/plain/avondale ladder --store postgresql://127.0.0.1:1/x top 2>&1)
    echo "$told"
    case $told in *'without libpq'*) ;; *) return 1 ;; esac
    build/systems/plain/avondale match --games 4 --seed 01 --bot 'one=build/bots/basic --seed 1' --bot 'two=build/bots/random --seed 2'
}

failed=0
for name in ${*:-clang musl arm64 plain container debian12 debian13}; do
    command -v "system_$name" >/dev/null || { echo "run.sh: $name: expected clang, musl, arm64, plain, container, debian12 or debian13"; exit 2; }
    began=$(date +%s) status=0
    "system_$name" >"$out/$name.log" 2>&1 || status=$?
    case $status in
    0) word=passed ;;
    77) word='not here' ;;
    *) word=FAILED failed=1 ;;
    esac
    echo "$name: $word after $(($(date +%s) - began)) s: $(tail -n 1 "$out/$name.log") (build/systems/$name.log)"
done
exit $failed

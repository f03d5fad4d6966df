#!/bin/sh
# `make install` installs a complete set: the program runs, the manual page is typeset without a complaint, systemd
# knows every line of the service file, and an operator's configuration is kept.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
install() { make --no-print-directory install PREFIX="$tmp/usr" SYSCONFDIR="$tmp/etc" >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }; }

install
for file in usr/bin/avondale usr/share/man/man1/avondale.1 usr/share/man/man1/avondale-serve.1 usr/share/doc/avondale/SECURITY.md \
    usr/share/doc/avondale/avondale.conf.example etc/avondale/avondale.conf usr/lib/systemd/system/avondale.service \
    usr/lib/systemd/system/avondale@.service usr/lib/systemd/system/avondale-worker@.service \
    usr/share/doc/avondale/OPERATING.md usr/share/doc/avondale/LADDER.md usr/share/doc/avondale/CLUSTER.md \
    usr/share/doc/avondale/compose.yaml usr/share/doc/avondale/LICENSE usr/lib/avondale/bots/basic \
    usr/share/bash-completion/completions/avondale usr/share/zsh/site-functions/_avondale \
    usr/share/fish/vendor_completions.d/avondale.fish etc/logrotate.d/avondale; do
    [ -s "$tmp/$file" ] || { echo "install: no $file"; exit 1; }
done
"$tmp/usr/bin/avondale" --version | grep -q '^avondale [0-9]'
cmp "$tmp/etc/avondale/avondale.conf" referee/avondale.conf.example

# a third-party program needs only the engine's library and its headers
cat >"$tmp/best.c" <<'END'
#include <avondale-engine.h>
#include <stdio.h>
int main(void)
{
    static const char *const cards[] = {"KH", "AH", "5H", "6H"};
    static uint64_t memory[1 << 10];
    struct ruleset rules;
    struct ruleset_error error;
    struct setup setup = {.call = CALL_BID(6, DENOM_NT), .partner = SEAT_NONE};
    struct game game;
    struct solver solver;
    struct solve_result best;
    if (ruleset_preset(&rules, "wikipedia", 9, &error))
        return 1;
    for (int hand = 0; hand < 4; hand++) {
        card_t card;
        if (card_parse(cards[hand], 2, &card))
            return 1;
        setup.hands[hand] = CARDSET(card);
    }
    if (setup_game(&game, &rules, &setup) || solve_init(&solver, memory, sizeof memory) ||
        solve_play(&solver, &game, &rules, 0, &best))
        return 1;
    printf("%d of %d\n", best.value, best.count);
    return 0;
}
END
export PKG_CONFIG_PATH="$tmp/usr/lib/pkgconfig"
# shellcheck disable=SC2046,SC2086
${CC:-cc} -std=c11 -Wall -Wextra -Werror -o "$tmp/best" "$tmp/best.c" $(pkg-config --cflags --libs avondale-engine)
[ "$("$tmp/best")" = '0 of 1' ]

# and it may name its functions like inner ones of the engine: the library exports only what the headers declare
names() { nm -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u; }
names build/libengine.a >"$tmp/all"
names "$tmp/usr/lib/libavondale-engine.a" >"$tmp/public"
LC_ALL=C comm -23 "$tmp/all" "$tmp/public" >"$tmp/inner"
[ "$(wc -l <"$tmp/inner")" -gt 30 ] && [ "$(wc -l <"$tmp/public")" -gt 30 ] ||
    { echo "install: $(wc -l <"$tmp/inner") inner names and $(wc -l <"$tmp/public") public ones"; exit 1; }
sed 's/.*/void &(void); void &(void) {}/' "$tmp/inner" >"$tmp/own.c"
# shellcheck disable=SC2046,SC2086
${CC:-cc} -std=c11 -fno-builtin -o "$tmp/best" "$tmp/best.c" "$tmp/own.c" $(pkg-config --cflags --libs avondale-engine)
[ "$("$tmp/best")" = '0 of 1' ]
for name in $(cat "$tmp/public"); do
    cat "$tmp"/usr/include/avondale/*.h | grep -qw "$name" || { echo "install: no header declares $name"; exit 1; }
done

# an option that the operator has set is still there after the next installation
echo 'tables-max = 7' >>"$tmp/etc/avondale/avondale.conf"
install
grep -qx 'tables-max = 7' "$tmp/etc/avondale/avondale.conf"

# no link below DESTDIR leads out of it
make --no-print-directory install DESTDIR="$tmp/stage" PREFIX=/usr >"$tmp/log" 2>&1
grep -q '^ExecStart=/usr/bin/avondale serve --config /etc/avondale/avondale.conf$' \
    "$tmp/stage/usr/lib/systemd/system/avondale.service"
[ -s "$tmp/stage/etc/avondale/avondale.conf" ]

# uninstall removes what was installed, from the same directories, and nothing that an operator wrote
places="PREFIX=/usr LIBDIR=/usr/lib/here SYSCONFDIR=/etc BOTDIR=/usr/libexec/avondale"
# shellcheck disable=SC2086
make --no-print-directory install DESTDIR="$tmp/gone" $places >"$tmp/log" 2>&1
[ -s "$tmp/gone/usr/lib/here/libavondale-engine.a" ] && [ -x "$tmp/gone/usr/libexec/avondale/basic" ]
grep -qx 'libdir=/usr/lib/here' "$tmp/gone/usr/lib/here/pkgconfig/avondale-engine.pc"
echo mine >"$tmp/gone/usr/share/doc/avondale/mine"
echo 'tables-max = 7' >>"$tmp/gone/etc/avondale/avondale.conf"
# shellcheck disable=SC2086
make --no-print-directory uninstall DESTDIR="$tmp/gone" $places >"$tmp/log" 2>&1
grep -qx "kept: $tmp/gone/etc/avondale/avondale.conf" "$tmp/log"
left=$(cd "$tmp/gone" && find . -type f | LC_ALL=C sort | tr '\n' ' ')
[ "$left" = './etc/avondale/avondale.conf ./usr/share/doc/avondale/mine ' ] || { echo "uninstall left: $left"; exit 1; }
rm "$tmp/gone/usr/share/doc/avondale/mine"
cp referee/avondale.conf.example "$tmp/gone/etc/avondale/avondale.conf"
# shellcheck disable=SC2086
make --no-print-directory uninstall DESTDIR="$tmp/gone" $places >"$tmp/log" 2>&1
left=$(cd "$tmp/gone" && find . -type f -o -name '*avondale*')
[ -z "$left" ] || { echo "uninstall left: $left"; exit 1; }

if command -v groff >/dev/null 2>&1; then
    groff -man -ww -Tutf8 -z "$tmp/usr/share/man/man1/avondale.1" 2>"$tmp/complaints" || true
    [ ! -s "$tmp/complaints" ] || { cat "$tmp/complaints"; exit 1; }
else
    echo 'install: the manual page is not set here: no groff'
fi

# systemd's analysis: no complaint, and an exposure (0 is none, 10 is full) that hardening has lowered; a worker keeps
# what the sandbox of its bots needs
unit_check() { # FILE INSTANCE LIMIT
    unit=$tmp/usr/lib/systemd/system/$1
    [ -z "$2" ] || { cp "$unit" "$tmp/${1%.service}$2.service" && unit=$tmp/${1%.service}$2.service; }
    systemd-analyze verify --man=no "$unit" 2>"$tmp/complaints" || true
    if grep 'avondale' "$tmp/complaints"; then
        exit 1
    fi
    if systemd-analyze security --offline=true "$unit" >"$tmp/exposure" 2>&1; then
        level=$(sed -n 's/.*Overall exposure level for [^:]*: \([0-9]*\)\.[0-9].*/\1/p' "$tmp/exposure")
        [ -n "$level" ] && [ "$level" -lt "$3" ] || { cat "$tmp/exposure"; exit 1; }
        sed -n 's/.*Overall/install: overall/p' "$tmp/exposure"
    fi
}
# systemd tells the main process alone to stop, and gives it longer than hosted games may last then.
end=$(sed -n 's/^ *HOST_END_SEC = \([0-9]*\),.*/\1/p' referee/host/host.h)
for unit in referee/*.service; do
    grep -qx KillMode=mixed "$unit" || { echo "$unit: its bots are told to stop, too"; exit 1; }
    [ "$(sed -n 's/^TimeoutStopSec=//p' "$unit")" -gt "$((end + 10))" ] || { echo "$unit: hosted games have $end s to end"; exit 1; }
done

if command -v systemd-analyze >/dev/null 2>&1; then
    unit_check avondale.service '' 2
    unit_check avondale@.service spring 2
    unit_check avondale-worker@.service one 5
else
    echo 'install: the service files are not checked here: no systemd-analyze'
fi

# The container cluster: the program knows every option of its start commands, and the file is YAML.
for option in $(grep -o -- ' --[a-z-]*' referee/compose.yaml | grep -v -e '--scale' -e '--project-directory' | sort -u); do
    "$tmp/usr/bin/avondale" serve --help | grep -q -- "  $option" ||
        "$tmp/usr/bin/avondale" worker --help | grep -q -- "  $option" || { echo "compose: no option $option"; exit 1; }
done
if python3 -c 'import yaml' 2>/dev/null; then
    python3 - <<END
import yaml
services = yaml.safe_load(open("referee/compose.yaml"))["services"]
assert set(services) == {"db", "east", "west", "worker"}, services
for name in ("east", "west", "worker"):
    service = services[name]
    assert service["read_only"] and service["cap_drop"] == ["ALL"] and service["depends_on"], service
    assert "--store postgresql://ladder@db/ladder" in service["command"], service
END
else
    echo 'install: the compose file is not read here: no YAML for Python'
fi
echo 'installed'

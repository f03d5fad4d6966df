#!/bin/sh
# Proves the directions between the layers: what each folder includes, and what the engine needs.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
fail() {
    echo "layers: $*" >&2
    bad=1
}

# The headers that a layer may name with quotes: its own, and the public ones below it.
own() { (cd "$1" && find . -name '*.h' | sed 's,^\./,,'); }
check() {
    layer=$1
    shift
    allowed=" $(own "$layer" | tr '\n' ' ') $* "
    for file in $(find "$layer" -name '*.[ch]'); do
        for header in $(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file"); do
            case "$allowed" in
            *" $header "* | *"/$header "*) ;;
            *) fail "$file includes $header" ;;
            esac
        done
    done
}
check engine
check protocol engine.h
check ladder
check referee engine.h protocol.h ladder.h
check sample-bots engine.h protocol.h

# The pure half of the referee and of the ladder does no I/O either.
for file in referee/table.c referee/table_message.c referee/budget.c referee/sanction.c \
    referee/match.c referee/lobby.c referee/lobby_choice.c referee/meeting.c referee/invite.c ladder/elo.c ladder/stats.c ladder/result.c; do
    [ -f "$file" ] || continue
    for header in event2 sys/socket.h unistd.h pthread.h sqlite3.h openssl time.h fcntl.h; do
        if grep -q "^#include <$header" "$file"; then fail "$file includes <$header>"; fi
    done
done

# The engine asks the C library for next to nothing, and keeps no state.
lib=build/libengine.a
if [ -f "$lib" ]; then
    defined=$(nm --defined-only "$lib" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u)
    for symbol in $(nm -u "$lib" | awk '$1 == "U" { print $2 }' | sort -u); do
        case "$symbol" in
        memcpy | memset | memcmp | memmove | memchr | strlen | strcmp | strncmp | strchr) ;;
        __assert_fail | abort | __stack_chk_fail) ;;
        __*_chk | _GLOBAL_OFFSET_TABLE_) ;;
        __popcountdi2 | __popcountti2) ;;
        *) echo "$defined" | grep -qx "$symbol" || fail "the engine needs $symbol" ;;
        esac
    done
    # b, d: variables that can be written; D in .data.rel.ro is constant after relocation.
    state=$(nm -A --format=posix "$lib" | awk '$3 ~ /^[bBdDcC]$/ { print $2 }' | sort -u)
    for symbol in $state; do
        objdump -t "$lib" 2>/dev/null | awk -v s="$symbol" '$NF == s' |
            grep -qE '\.(data\.rel\.ro|rodata)' || fail "the engine keeps state in $symbol"
    done
else
    fail "$lib is not built: make first"
fi
[ $bad = 0 ] && echo "layers: all includes and symbols are in their direction"
exit $bad

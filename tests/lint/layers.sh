#!/bin/sh
# Proves the directions between the layers: what each folder includes, and what the engine needs.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
fail() {
    echo "layers: $*" >&2
    bad=1
}

# The headers that a layer may name with quotes: its own, those of engine/common, and the public ones below it.
own() { (cd "$1" && find . -name '*.h' | sed 's,^\./,,'); }
check() {
    layer=$1
    shift
    allowed=" $(own "$layer" | tr '\n' ' ') $(own engine/common | tr '\n' ' ') $* "
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
check protocol engine.h seen.h
check ladder
check referee engine.h solve.h seen.h stake.h advice.h advice_detail.h protocol.h ladder.h
check sample-bots engine.h solve.h protocol.h $(own engine/advice | tr '\n' ' ') env/env.h advice/advice.h advice/bidder.h advice/sample.h advice/rollout.h advice/sense.h native/native.h

# The rules do not know who gives advice on them, and who does uses nothing of them but engine.h and solve.h.
for file in engine/*.[ch]; do
    for header in $(own engine/advice); do
        if grep -q "^#include \"\(advice/\)*$header\"" "$file"; then fail "$file includes $header"; fi
    done
done
check engine/advice engine.h solve.h

# Who makes games of the rules for training knows what a seat has seen and a generator besides.
for file in engine/*.[ch] engine/solve/*.[ch] engine/advice/*.[ch]; do
    if grep -q '^#include "env/' "$file"; then fail "$file includes the environment"; fi
done
check engine/env engine.h advice/seen.h advice/sample.h

# The pure half of the referee and of the ladder does no I/O either.
for file in referee/table/*.c referee/lobby/*.c referee/match/schedule.c ladder/rating/*.c ladder/standings/*.c ladder/tournament/*.c; do
    [ -f "$file" ] || continue
    for header in event2 sys/socket.h unistd.h pthread.h sqlite3.h openssl time.h fcntl.h; do
        if grep -q "^#include <$header" "$file"; then fail "$file includes <$header>"; fi
    done
done

# Neither the engine nor the advice asks the C library for more than this, and neither keeps state.
pure() { # LIBRARY BELOW SYMBOLS: of the library; of others that it may use
    lib=$1 below=$2 more=" $3 "
    [ -f "$lib" ] || { fail "$lib is not built: make first"; return; }
    # shellcheck disable=SC2086
    defined=$(nm --defined-only "$lib" $below 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u)
    for symbol in $(nm -u "$lib" | awk '$1 == "U" { print $2 }' | sort -u); do
        case "$symbol" in
        memcpy | memset | memcmp | memmove | memchr | strlen | strcmp | strncmp | strchr) ;;
        __assert_fail | abort | __stack_chk_fail) ;;
        __*_chk | _GLOBAL_OFFSET_TABLE_) ;;
        __popcountdi2 | __popcountti2) ;;
        *)
            case "$more" in *" $symbol "*) continue ;; esac
            echo "$defined" | grep -qx "$symbol" || fail "$lib needs $symbol"
            ;;
        esac
    done
    # b, d: variables that can be written; D in .data.rel.ro is constant after relocation.
    state=$(nm -A --format=posix "$lib" | awk '$3 ~ /^[bBdDcC]$/ { print $2 }' | sort -u)
    for symbol in $state; do
        objdump -t "$lib" 2>/dev/null | awk -v s="$symbol" '$NF == s' |
            grep -qE '\.(data\.rel\.ro|rodata)' || fail "$lib keeps state in $symbol"
    done
}
built=${B:-build}
pure "$built/libengine.a" "" ""
pure "$built/libadvice.a" "$built/libengine.a" "exp sqrt snprintf"
pure "$built/libenv.a" "$built/libadvice.a $built/libengine.a" ""
[ $bad = 0 ] && echo "layers: all includes and symbols are in their direction"
exit $bad

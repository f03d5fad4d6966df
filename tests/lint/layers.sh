#!/bin/sh
# Proves the directions between the layers: what each folder includes, and what the engine needs.
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
fail() {
    echo "layers: $*" >&2
    bad=1
}

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# FILE KIND HEADER of each include; KIND is " or <.
find engine protocol ladder referee sample-bots -name '*.[ch]' -exec grep -HE '^#include ["<]' {} + |
    sed 's,^\([^:]*\):#include \(["<]\)\([^">]*\).*,\1 \2 \3,' >"$tmp/includes"
[ "$(wc -l <"$tmp/includes")" -gt 1000 ] || { fail 'no includes are found'; exit 1; }

# The headers that a layer may name with quotes: its own, those of engine/common, and the public ones below it.
own() { (cd "$1" && find . -name '*.h' | sed 's,^\./,,'); }
check() { # LAYER HEADER...
    layer=$1
    shift
    { own "$layer"; own engine/common; printf '%s\n' "$@"; } >"$tmp/allowed"
    awk -v layer="$layer/" '
        FILENAME == ARGV[1] { may[$1]; for (at = $1; sub("^[^/]*/", "", at);) may[at]; next }
        index($1, layer) == 1 && $2 == "\"" && !($3 in may) { print "layers: " $1 " includes " $3; bad = 1 }
        END { exit bad }' "$tmp/allowed" "$tmp/includes" >&2 || bad=1
}
check engine
check protocol engine.h seen.h
check ladder
check referee engine.h solve.h seen.h stake.h advice.h advice_detail.h protocol.h ladder.h
# shellcheck disable=SC2046
check sample-bots engine.h solve.h protocol.h $(own engine/advice) env/env.h advice/advice.h advice/bidder.h advice/sample.h advice/rollout.h advice/sense.h native/native.h

# never FILES KIND HEADERS: patterns of awk for the whole of each.
never() {
    awk -v files="^($1)\$" -v kind="$2" -v headers="^($3)\$" '
        $1 ~ files && $2 == kind && $3 ~ headers { print "layers: " $1 " includes " $3; bad = 1 }
        END { exit bad }' "$tmp/includes" >&2 || bad=1
}
# The rules do not know who gives advice on them, and who does uses nothing of them but engine.h and solve.h.
never 'engine/[^/]*' '"' "(advice/)*($(own engine/advice | paste -sd '|' -))"
check engine/advice engine.h solve.h

# Who makes games of the rules for training knows what a seat has seen and a generator besides.
never 'engine/([^/]*|solve/.*|advice/.*)' '"' 'env/.*'
check engine/env engine.h advice/seen.h advice/sample.h

# The pure half of the referee and of the ladder does no I/O either.
never 'referee/(table|lobby)/[^/]*[.]c|referee/match/schedule[.]c|ladder/(rating|standings|tournament)/[^/]*[.]c' '<' \
    'event2.*|sys/socket[.]h|unistd[.]h|pthread[.]h|sqlite3[.]h|openssl.*|time[.]h|fcntl[.]h'

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

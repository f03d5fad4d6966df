#!/bin/sh
# Holds the code to tests/lint/rooms: which room includes which, no header of another room that is private, no circle
# of calls between the files of a layer, and no clock, file or socket in a room that is pure.
set -u
cd "$(dirname "$0")/../.." || exit 2
obj=${B:-build}/obj
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() {
    echo "rooms: $*" >&2
    bad=1
}

# --- the table: its rooms are there, and all folders are in it
grep -v '^#' tests/lint/rooms | sed -n 's/^\([^:]*\):\(.*\)/\1 \2/p' >"$tmp/rooms"
while read -r room _; do
    [ -d "$room" ] || fail "$room is in tests/lint/rooms, but is not there"
done <"$tmp/rooms"
for folder in referee/*/ ladder/*/; do
    folder=${folder%/}
    ls "$folder"/*.c >/dev/null 2>&1 || continue
    grep -q "^$folder " "$tmp/rooms" || fail "$folder is not in tests/lint/rooms"
done
for folder in referee ladder; do
    for file in "$folder"/*.[ch]; do
        case "$file" in
        referee/main.c | ladder/ladder.h) ;;
        *) fail "$file stands in no room" ;;
        esac
    done
done

# --- includes: FILE ROOM HEADER, of files in rooms
for file in referee/*/*.[ch] ladder/*/*.[ch]; do
    sed -n "s,^#include \"\([^\"]*\)\".*,$file ${file%/*} \1,p" "$file"
done >"$tmp/includes"
awk -v rooms="$tmp/rooms" '
    BEGIN {
        while ((getline line < rooms) > 0) {
            count = split(line, word, " ")
            for (i = 2; i <= count; i++) allowed[word[1] " " word[i]] = 1
        }
    }
    {
        layer = $2; sub(/\/.*/, "", layer)
        own = $2; sub(/.*\//, "", own)
        if ($3 !~ /\//) {
            if ($3 == "ladder.h" && layer == "ladder") print $1 " includes ladder.h, the door for the referee"
            else if ((getline line < (layer "/" own "/" $3)) >= 0) print $1 " includes " $3 " without its room"
            next
        }
        room = $3; sub(/\/.*/, "", room)
        if (room == own) next
        if ((getline line < (layer "/" $3)) < 0) next # of another layer: layers.sh
        close(layer "/" $3)
        if (!((layer "/" own " " room) in allowed))
            print $1 " includes " $3 ": tests/lint/rooms does not let " own " include " room
        if ($3 ~ /_private\.h$/) print $1 " includes " $3 ", which is private to its room"
    }' "$tmp/includes" >"$tmp/found"
while read -r line; do fail "$line"; done <"$tmp/found"

# --- the table itself has no circle: each room names only rooms that stand below it
awk '{
    layer = $1; sub(/\/.*/, "", layer)
    seen[$1] = 1
    for (i = 2; i <= NF; i++) if ((layer "/" $i) in seen) print $1 " names " $i ", which stands above it"
}' "$tmp/rooms" >"$tmp/found"
while read -r line; do fail "$line"; done <"$tmp/found"

# --- calls: for each layer, an edge from the file that asks for a symbol to the file that defines it
for layer in engine protocol ladder referee; do
    : >"$tmp/defined"
    : >"$tmp/wanted"
    for file in $(find $layer -name '*.c'); do
        object=$obj/${file%.c}.o
        [ -f "$object" ] || continue # left out of this build
        nm -P "$object" | awk -v f="$file" -v d="$tmp/defined" -v w="$tmp/wanted" '
            $2 == "U" { print $1, f >> w }
            $2 ~ /^[A-TV-Z]$/ { print $1, f >> d }'
    done
    [ -s "$tmp/defined" ] || { fail "$layer is not built: make first"; continue; }
    awk 'NR == FNR { home[$1] = $2; next } $1 in home && home[$1] != $2 { print $2, home[$1] }' \
        "$tmp/defined" "$tmp/wanted" | sort -u >"$tmp/calls"
    if ! tsort "$tmp/calls" >/dev/null 2>"$tmp/found"; then
        fail "$layer: files call each other in a circle: $(sed -n 's/^tsort: //p' "$tmp/found" |
            grep -v 'contains a loop' | sort -u | tr '\n' ' ')"
    fi
done

# --- purity: what a room may ask of the C library
pure() { # ROOM PATTERN: symbols that are neither in its layers nor match
    for object in "$obj/$1"/*.o; do
        file=${object#"$obj/"}
        [ -f "${file%.o}.c" ] && nm -P "$object" | awk '$2 == "U" { print $1 }'
    done | sort -u | grep -vxE "$2" >"$tmp/asked"
    nm -P "${B:-build}"/lib*.a 2>/dev/null | awk '$2 ~ /^[A-TV-Z]$/ { print $1 }' | sort -u >"$tmp/ours"
    foreign=$(comm -23 "$tmp/asked" "$tmp/ours" | tr '\n' ' ')
    [ -z "$foreign" ] || fail "$1 is pure, and asks for $foreign"
    state=$(for object in "$obj/$1"/*.o; do
        file=${object#"$obj/"}
        [ -f "${file%.o}.c" ] && nm -P "$object" | awk '$2 ~ /^[bBdDC]$/ { print $1 }'
    done | tr '\n' ' ')
    for symbol in $state; do
        for object in "$obj/$1"/*.o; do
            objdump -t "$object" 2>/dev/null | awk -v s="$symbol" '$NF == s' |
                grep -qE '\.(bss|data)([^.]|$)' && fail "$1 is pure, and keeps state in $symbol"
        done
    done
}
plain='mem(cpy|set|cmp|move|chr)|str(len|n?cmp|chr|rchr|spn|cspn|nlen)|__assert_fail|abort|__stack_chk_fail|__.*_chk'
plain="$plain|_GLOBAL_OFFSET_TABLE_|__popcount[dt]i2"
text="v?snprintf|strto(l|ul|ull|ll|d)|__isoc.*|strpbrk|strstr|strtok_r|__ctype_(b|toupper|tolower)_loc|strn?casecmp|str(n?dup|cpy)|qsort(_r)?|bsearch"
heap='malloc|calloc|realloc|reallocarray|free'
math='exp|exp2|log|log10|pow|sqrt|erfc|erf|floor|ceil|l?lround|round|fabs|tgamma|lgamma(_r)?|expm1|log1p|sin|cos|fmin|fmax|isnan'
pure engine "$plain"
pure engine/solve "$plain"
pure referee/table "$plain|$text"
pure referee/lobby "$plain|$text|$heap|$math"
pure ladder/standings "$plain|$text|$heap|$math"
pure ladder/rating "$plain|$text|$heap|$math"
pure ladder/tournament "$plain|$text|$heap|$math"
pure ladder/hosting "$plain|$text"

[ $bad = 0 ] && echo "rooms: $(wc -l <"$tmp/rooms") rooms, each includes what it may; no circle of calls"
exit $bad

#!/bin/sh
# Holds the code to tests/lint/rooms: which room includes which, no header of another room that is private, no circle
# of calls between the files of a layer, and no clock, file or socket in a room that is pure.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/symbols.sh
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
awk '/^#include "/ {
    room = FILENAME
    sub(/\/[^\/]*$/, "", room)
    split($0, part, "\"")
    print FILENAME, room, part[2]
}' referee/*/*.[ch] ladder/*/*.[ch] >"$tmp/includes"
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
    symbols $layer >"$tmp/symbols"
    awk '$3 ~ /^[A-TV-Z]$/ { print $2, $1 }' "$tmp/symbols" >"$tmp/defined"
    awk '$3 == "U" { print $2, $1 }' "$tmp/symbols" >"$tmp/wanted"
    [ -s "$tmp/defined" ] || { fail "$layer is not built: make first"; continue; }
    awk 'NR == FNR { home[$1] = $2; next } $1 in home && home[$1] != $2 { print $2, home[$1] }' \
        "$tmp/defined" "$tmp/wanted" | sort -u >"$tmp/calls"
    if ! tsort "$tmp/calls" >/dev/null 2>"$tmp/found"; then
        fail "$layer: files call each other in a circle: $(sed -n 's/^tsort: //p' "$tmp/found" |
            grep -v 'contains a loop' | sort -u | tr '\n' ' ')"
    fi
done

# --- purity: what a room may ask of the C library
nm -P "${B:-build}"/lib*.a 2>/dev/null | awk '$2 ~ /^[A-TV-Z]$/ { print $1 }' | sort -u >"$tmp/ours"
pure() { # ROOM PATTERN: symbols that are neither in its layers nor match
    symbols "$1" -maxdepth 1 >"$tmp/symbols"
    awk '$3 == "U" { print $2 }' "$tmp/symbols" | sort -u | grep -vxE "$2" >"$tmp/asked"
    foreign=$(comm -23 "$tmp/asked" "$tmp/ours" | tr '\n' ' ')
    [ -z "$foreign" ] || fail "$1 is pure, and asks for $foreign"
    # What is not constant stands in .bss or .data; but .data.rel.ro is constant.
    awk '$3 ~ /^[bBdDC]$/ { print $1, $2 }' "$tmp/symbols" | while read -r file symbol; do
        objdump -t "$obj/${file%.c}.o" | awk -v s="$symbol" '$NF == s' | grep -qE '\.(bss|data)([^.]|$)' && echo "$symbol"
    done >"$tmp/found"
    while read -r symbol; do fail "$1 is pure, and keeps state in $symbol"; done <"$tmp/found"
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

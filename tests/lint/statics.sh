#!/bin/sh
# Holds the code to tests/lint/statics: every static variable that can change is listed there with
# the thread that owns it, and code that several loops run keeps no state that two of them can reach.
# It reads the symbols of the object files: those in data and bss, local and global, and the
# thread-local ones.
set -u
cd "$(dirname "$0")/../.." || exit 2
obj=${B:-build}/obj
table=${1:-tests/lint/statics} # the test below gives another, and what was found
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# FILE NAME each|shared. A static of a function is called NAME.7 by gcc, FUNCTION.NAME by clang.
found() {
    find engine protocol ladder referee -name '*.c' | while read -r file; do
        object=$obj/${file%.c}.o
        [ ! -f "$object" ] || echo "$object" # the others are left out of this build
    done | xargs objdump -t | awk -v obj="$obj/" '
        / file format / {
            file = substr($1, length(obj) + 1)
            sub(/\.o:$/, ".c", file)
            next
        }
        {
            section = ""
            for (i = 2; i < NF; i++)
                if ($i ~ /^\.t?(data|bss)([.]|$)/ || $i == "*COM*") section = $i
        }
        section == "" || section ~ /^\.data\.rel\.ro/ || $NF ~ /^\./ { next }
        {
            name = $NF
            sub(/\.[0-9]+$/, "", name)
            sub(/.*\./, "", name)
            print file, name, section ~ /^\.t/ ? "each" : "shared"
        }' | sort -u
}
if [ $# -gt 0 ]; then cp "$2" "$tmp/found"; else found >"$tmp/found"; fi
[ "$(find "$obj/referee" "$obj/ladder" "$obj/protocol" "$obj/engine" -name '*.o' 2>/dev/null |
    wc -l)" -gt 100 ] || { echo 'statics: the program is not built: make first' >&2; exit 1; }
[ -s "$tmp/found" ] || { echo 'statics: no object file has a static variable: is objdump there?' >&2; exit 1; }

grep -v '^#' "$table" | awk -F ': *' -v found="$tmp/found" '
    function fail(text) { print "statics: " text; bad = 1 }
    BEGIN {
        while ((getline line < found) > 0) {
            split(line, word, " ")
            kind[word[1] " " word[2]] = word[3]
        }
    }
    {
        key = $1 " " $2
        if (NF < 4 || $4 == "") { fail("not FILE: NAME: OWNER: why: " $0); next }
        if (key in listed) fail($2 " of " $1 " is listed twice")
        listed[key] = 1
        if (!(key in kind)) { fail("no static " $2 " in " $1 " any more: strike its line"); next }
        if ($3 !~ /^(each|lock|main|command|stage)$/) fail($2 " of " $1 ": no such owner: " $3)
        if (($3 == "each") != (kind[key] == "each"))
            fail($2 " of " $1 " is " (kind[key] == "each" ? "" : "not ") "thread-local; its owner is " $3)
        loops = $1 ~ /^(engine|protocol|ladder|referee\/(arena|base|lobby|net|record|resume|table))\//
        if (loops && $3 !~ /^(each|lock)$/) fail($2 " of " $1 ": several threads run this code; its owner is " $3)
    }
    END {
        for (key in kind) if (!(key in listed)) {
            split(key, word, " ")
            fail(word[1] " has a static variable " word[2] " that can change: list it, with its owner")
        }
        exit bad
    }' >&2 || exit 1
[ $# -gt 0 ] && exit 0 # only another table was asked for

# The check itself: a line too many, a line too few, a wrong owner are seen.
refused() { # WHAT: the table on standard input is not accepted
    cat >"$tmp/table"
    sh tests/lint/statics.sh "$tmp/table" "$tmp/found" 2>/dev/null && { echo "statics: $1 was accepted" >&2; exit 1; }
    :
}
{ cat "$table"; echo 'engine/game.c: dealer: lock: none'; } | refused 'a static that does not exist'
grep -v 'log.c: file_fd' "$table" | refused 'a static that is not listed'
sed 's/log.c: file_fd: lock/log.c: file_fd: main/' "$table" | refused 'state of the main loop in base'
sed 's/linger.c: bytes: each/linger.c: bytes: lock/' "$table" | refused 'a thread-local under a lock'
echo "statics: $(wc -l <"$tmp/found") variables, each with its owner"

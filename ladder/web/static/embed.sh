#!/bin/sh
# embed.sh FILE...: prints a C file that holds these files as `web_files` (see web/assets.h), each with a zero byte after
# its end that does not count. Browsers get scripts and styles without what is for people alone; and of the
# client for JavaScript what pages use: without what lies between the lines "// ---- for programs" and "// ---- for all".
set -eu
echo '#include "web/assets.h"'
content() { # FILE
    case $1 in
    *.mjs)
        sed -e '/^ *\/\/ ---- for programs/,/^ *\/\/ ---- for all/d' -e 's@/\*\*[^*]*\*/ *@@g' \
            -e '/^ *\/\*\*/,/\*\//d' "$1" | awk -f "${0%/*}/squeeze.awk"
        ;;
    *.css) sed -e 's/^ *//' -e '/^\/\*.*\*\/$/d' -e 's/\([:;,{}]\) /\1/g' -e 's/ \([{}!]\)/\1/g' -e 's/ \([>*\/]\) /\1/g' -e 's/;}/}/g' "$1" | tr -d '\n' ;;
    *.js) awk -f "${0%/*}/squeeze.awk" "$1" ;;
    *) cat "$1" ;;
    esac
}
number=0
for file in "$@"; do
    echo "static const unsigned char file_$number[] = {"
    content "$file" | od -An -v -tx1 | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo '0};'
    number=$((number + 1))
done
echo 'const struct web_file web_files[] = {'
number=0
for file in "$@"; do
    echo "{\"${file##*/}\", file_$number, sizeof file_$number - 1},"
    number=$((number + 1))
done
echo '};'
echo "const int web_file_count = $number;"

#!/bin/sh
# embed.sh FILE...: prints a C file that holds these files as `web_files` (see web/assets.h), each with a zero byte after
# its end that does not count. Of the client for JavaScript pages get what they use: without its comments, and without
# what lies between the lines "// ---- for programs" and "// ---- for all". Scripts and styles come without indentation
# and without lines that are only a comment, so no text in a script may go over several lines.
set -eu
echo '#include "web/assets.h"'
content() { # FILE
    case $1 in
    *.mjs)
        sed -e '/^\/\/ ---- for programs/,/^\/\/ ---- for all/d' -e 's@/\*\*[^*]*\*/ *@@g' \
            -e '/^ *\/\*\*/,/\*\//d' -e 's/^ *//' "$1" | sed -e '/^\/\//d' -e '/^$/d'
        ;;
    *.js | *.css) sed -e 's/^[[:space:]]*//' "$1" | sed -e '/^\/\/ /d' -e '/^\/\* .* \*\/$/d' -e '/^$/d' ;;
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

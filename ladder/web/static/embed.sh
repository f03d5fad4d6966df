#!/bin/sh
# embed.sh FILE...: prints a C file that holds these files as `web_files` (see web/assets.h), each with a zero byte after
# its end that does not count.
set -eu
echo '#include "web/assets.h"'
number=0
for file in "$@"; do
    echo "static const unsigned char file_$number[] = {"
    od -An -v -tx1 "$file" | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
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

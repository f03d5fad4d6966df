#!/bin/sh
# uninstall.sh STAGE DESTDIR SYSCONFDIR: removes below DESTDIR each file that STAGE has, and the directories that are
# empty then and have our name. A file below SYSCONFDIR goes only if nobody has changed it.
set -eu
stage=$1 destination=$2 settings=$3
(cd "$stage" && find . -type f -o -type l) | sed 's,^\.,,' | while IFS= read -r file; do
    case "$file" in
    "$settings"/*)
        if [ -e "$destination$file" ] && ! cmp -s "$stage$file" "$destination$file"; then
            echo "kept: $destination$file"
            continue
        fi
        ;;
    esac
    rm -f "$destination$file"
done
(cd "$stage" && find . -depth -type d -path '*/avondale*') | sed 's,^\.,,' | while IFS= read -r directory; do
    rmdir "$destination$directory" 2>/dev/null || :
done

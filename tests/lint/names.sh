#!/bin/sh
# A function that is not static is named by its file: standings_find is in standings.c, so that who reads a call
# knows where to look. At most 3 in 100 of a layer may have another name; those that do, today:
#   cardset_format    a function of cardset_t, in card.c beside the other words for cards
#   engine_error_text the text of an error of the engine; no file is about errors alone
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/symbols.sh
bad=0
for layer in engine protocol ladder referee; do
    found=$(symbols $layer ! -path referee/main.c | awk '$3 == "T" {
        base = $1
        gsub(/.*\/|\.c$/, "", base)
        print (index($2, base "_") == 1 || $2 == base) ? "good" : "other", $2, $1
    }')
    good=$(printf '%s\n' "$found" | grep -c '^good')
    other=$(printf '%s\n' "$found" | grep -c '^other')
    [ "$good" -gt 0 ] || { echo "names: $layer is not built: make first" >&2; exit 1; }
    if [ $((other * 100)) -gt $(((good + other) * 3)) ]; then
        echo "names: $layer: $other of $((good + other)) functions are not named by their file:" >&2
        printf '%s\n' "$found" | sed -n 's/^other /  /p' >&2
        bad=1
    fi
done
[ $bad = 0 ] && echo "names: functions are named by their files"
exit $bad

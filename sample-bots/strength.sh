#!/bin/sh
# strength.sh [PAIR...]: the table of strength in README.md: a row for each pair of bots (or those named, such as
# expert.100ms-basic), with the time that expert was given, the games that were played, and 95 % bars.
# GAMES=N plays so many of each pair (400), every deal twice with the seats changed; DIR (build/strength) keeps the games, so
# it may be ended and goes on from there. JOBS=N plays so many at once (2).
set -eu
cd "$(dirname "$0")/.."
games=${GAMES:-400}
[ "$games" -ge 8 ] || { echo "strength.sh: GAMES=$games: 8 or more have bars" >&2; exit 2; }
kept=${DIR:-build/strength}
mkdir -p "$kept"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# NAME|COMMAND, and the pairs: the first is the one whose lead is shown.
cat >"$tmp/bots" <<'END'
random|build/bots/random
basic|build/bots/basic
convention|build/bots/convention
expert.100ms|build/bots/expert --time 100
expert.1s|build/bots/expert --time 1000
expert-2.100ms|build/bots/expert-2 --time 100
expert-2.1s|build/bots/expert-2 --time 1000
END
pairs='basic-random convention-random convention-basic expert.100ms-random expert.100ms-basic expert.100ms-convention
expert.1s-basic expert.1s-convention expert.1s-expert.100ms
expert-2.100ms:expert.100ms expert-2.100ms:basic expert-2.1s:expert.1s'
[ $# = 0 ] || pairs=$*

label_of() { # NAME
    case $1 in
    *.100ms) echo "\`${1%.*}\`, 0.1 s a hand" ;;
    *.1s) echo "\`${1%.*}\`, 1 s a hand" ;;
    *) echo "\`$1\`" ;;
    esac
}

command_of() { # NAME
    line=$(grep "^$1|" "$tmp/bots") || { echo "strength.sh: $1: one of $(cut -d '|' -f 1 "$tmp/bots" | tr '\n' ' ')is expected" >&2; exit 2; }
    echo "${line#*|}"
}

echo "| bot | against | games | Elo, 95 % | points a game |"
echo "| --- | --- | --- | --- | --- |"
for pair in $pairs; do
    case $pair in *:*) one=${pair%:*} other=${pair#*:} ;; *) one=${pair%-*} other=${pair##*-} ;; esac
    a=$(command_of "$one") b=$(command_of "$other")
    build/avondale match --bot "a=$a" --bot "b=$b" --games "$games" --jobs "${JOBS:-2}" --duplicate --seed 5e --time 60000 \
        --records "$kept/$pair.jsonl" --resume >"$tmp/out" || { cat "$tmp/out" >&2; exit 3; }
    row="| $(label_of "$one") | $(label_of "$other") |"
    played=$(sed -n 's/^a vs b: \([0-9]*\) games.*/\1/p' "$tmp/out")
    margin=$(sed -n 's/.*margin \([-+0-9.]*\) points a game.*/\1/p' "$tmp/out")
    sed -n 's/.*Elo \([-+0-9.]*\) \[\([-+0-9.]*\), \([-+0-9.]*\)\].*/\1 \2 \3/p' "$tmp/out" |
        awk -v row="$row $played |" -v margin="$margin" '{ printf "%s %+.0f (%+.0f to %+.0f) | %s |\n", row, $1, $2, $3, margin }'
done

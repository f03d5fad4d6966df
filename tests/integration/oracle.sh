#!/bin/sh
# The rules written a second time, in Python (tests/lib/rules_oracle.py), agree with the engine: on the vectors, on games
# of random rulesets, and on games over the wire of each value that no preset has (tests/lib/new_values.txt).
#   GAMES=N SEED=N sh tests/integration/oracle.sh    more games, or others
#   sh tests/integration/oracle.sh --write [NAME]    makes the vectors of those values anew: a hundred games each
set -eu
cd "$(dirname "$0")/../.."
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
oracle="python3 tests/lib/rules_oracle.py"

# Random bots play N games of one line of the table, into a file of records.
play() { # GAMES SEED FILE PASSES CLAIMS PRESET OPTION...
    games=$1 seed=$2 file=$3 passes=$4 claims=$5 preset=$6
    shift 6
    spaced=
    words=$#
    for word in "$@"; do
        set -- "$@" --option "$(echo "$word" | tr + ' ')"
    done
    shift "$words"
    case " $preset $* " in
    *two-handed*) bots='a b' ;;
    *five-handed* | *players=5*) bots='a b c d e' ;;
    *) bots='a b' ;;
    esac
    number=0
    for bot in $bots; do
        number=$((number + 1))
        set -- "$@" --bot "$bot=python3 tests/lib/chance_bot.py $seed$number $passes $claims"
    done
    build/avondale match --ruleset "$preset" "$@" --games "$games" --jobs 1 --time none --policy strict \
        --seed "$(printf '%08x' "$seed")" --records "$file" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
    if grep -q '"faults"\|"forfeit"\|"aborted"' "$file"; then
        echo "$preset $*: a fault"
        exit 1
    fi
}

if [ "${1:-}" = --write ]; then
    grep -v '^#' tests/lib/new_values.txt | grep "^${2:-}" | while read -r name row; do
        # shellcheck disable=SC2086
        play 100 1906 "$tmp/$name" $row
        $oracle --legal 5 build/avondale "$tmp/$name" | head -100 >"tests/vectors/rules/$name.jsonl"
    done
    exit 0
fi

seed=${SEED:-1}
games=${GAMES:-2}
echo "SEED=$seed GAMES=$games"
$oracle build/avondale tests/vectors/rules/*.jsonl
grep -v '^#' tests/lib/new_values.txt | while read -r name row; do
    # shellcheck disable=SC2086
    play "$games" "$seed" "$tmp/$name.jsonl" $row
done
build/avondale replay --strict "$tmp"/*.jsonl >"$tmp/replayed" || { cat "$tmp/replayed"; exit 1; }
$oracle build/avondale "$tmp"/*.jsonl
RECORDS="$tmp/random" SEED=$seed GAMES=$((games * 50)) build/tests/sim_test_records >"$tmp/out" 2>&1 || {
    cat "$tmp/out"
    exit 1
}
$oracle build/avondale "$tmp/random"

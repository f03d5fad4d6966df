#!/bin/sh
# The ladder of the sample bots: which bot beats which by how much, and how the strength of expert grows with its time.
# One line a match:
#   bots.A-B VALUE elo low=VALUE high=VALUE games=N
# PAIRS=N plays N deals twice in each match, instead of what fits its time. Takes hours by default. With RECORDS=DIR it
# keeps the games there, and a run that was ended continues when it is started again. ONLY="NAME..." plays some of them.
set -u
cd "$(dirname "$0")/../.." || exit 2
bin=${BIN:-build}
tmp=$(mktemp -d)
records=${RECORDS:-$tmp}
mkdir -p "$records" || exit 3
trap 'rm -rf "$tmp"' EXIT
trap 'exit 3' INT TERM

play() { # NAME COMMAND COMMAND PAIRS [OPTION...]
    name=$1 a=$2 b=$3 pairs=${PAIRS:-$4}
    shift 4
    case " ${ONLY:-$name} " in *" $name "*) ;; *) return ;; esac
    "$bin/avondale" match --bot a="$a" --bot b="$b" --games $((2 * pairs)) --jobs 2 --duplicate --seed 5e --time 60000 "$@" \
        --records "$records/$name.jsonl" --resume \
        >"$tmp/out" || { cat "$tmp/out" >&2; exit 3; }
    sed -n 's/.*Elo \([-+0-9.]*\) \[\([-+0-9.]*\), \([-+0-9.]*\)\].*/\1 \2 \3/p' "$tmp/out" | tr -d + |
        awk -v name="$name" -v games=$((2 * pairs)) '{ print "bots." name " " $1 " elo low=" $2 " high=" $3 " games=" games }'
}
bots=$bin/bots
play basic-random "$bots/basic" "$bots/random" 400
play convention-basic "$bots/convention" "$bots/basic" 400
play expert.100ms-convention "$bots/expert --time 100" "$bots/convention" 200
play expert.100ms-basic "$bots/expert --time 100" "$bots/basic" 400
play expert.1s-basic "$bots/expert --time 1000" "$bots/basic" 400
play expert.10s-basic "$bots/expert --time 10000" "$bots/basic" 40
play expert.1s-100ms "$bots/expert --time 1000" "$bots/expert --time 100" 100
play expert.10s-1s "$bots/expert --time 10000" "$bots/expert --time 1000" 20

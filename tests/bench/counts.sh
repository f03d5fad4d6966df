#!/bin/sh
# counts.sh [--measure]: counts the instructions of fixed scenarios under callgrind and compares them with the limits in
# tests/golden/instructions.txt. A busy machine does not change counts as it changes times.
#   NAME COUNT UNIT limit=LIMIT ok|OVER
# LIMITS names another file of limits. --measure writes new limits: each count plus 5 %. Exits 1 when a count is over
# its limit, 77 when it cannot compare: no valgrind, or another compiler or other options than those that the limits
# were measured with.
set -uf
cd "$(dirname "$0")/../.." || exit 2
limits=${LIMITS:-tests/golden/instructions.txt}
again='sh tests/bench/counts.sh --measure'
measure=
case "${1:-}" in
'') ;;
--measure) measure=1 ;;
*)
    echo "counts.sh: $1: allowed: nothing, --measure" >&2
    exit 2
    ;;
esac

# NAME UNIT TIMES FUNCTION PROGRAM ARGUMENTS...: TIMES units are done by the calls of functions whose name begins with
# FUNCTION, which alone are counted. LADDER is a store of 400 bots and 4,000 results, the newest 400 with records.
scenarios='engine.hand hand 400 play_hands engine hands 400
engine.card card 8000 play_cards engine cards 200
codec.text.turn.encode message 2000 time_make codec encode text turn 2000
codec.msgpack.turn.encode message 2000 time_make codec encode msgpack turn 2000
codec.text.act.decode message 2000 time_decode codec decode text act 2000
codec.msgpack.act.decode message 2000 time_decode codec decode msgpack act 2000
table.msgpack.game game 20 serve_ table msgpack 20
table.text.game game 20 serve_ table text 20
web.standings page 40 route_answer site LADDER standings 40
web.games page 40 route_answer site LADDER games 40
web.bot page 40 route_answer site LADDER bot 40
web.bot-busy page 40 route_answer site LADDER busy 40'

if ! command -v valgrind >/dev/null 2>&1; then
    echo "valgrind is missing: apt-get install valgrind"
    exit 77
fi
[ -n "${MAKELEVEL:-}" ] || make -s build/bench/engine build/bench/codec build/bench/table build/bench/fill build/bench/site || exit 2
# The compiler and its options, as the debugging information tells them.
compiler=$(readelf --debug-dump=info build/obj/engine/trick.o 2>/dev/null |
    sed -n '/DW_AT_producer/{s/.*: //;s/ *$//;p;q;}')
known=$(sed -n 's/^compiler //p' "$limits" 2>/dev/null)
if [ -z "$measure" ] && [ "$compiler" != "$known" ]; then
    echo "the limits are those of $known, this is ${compiler:-unknown}; to measure them here: $again"
    exit 77
fi

tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
build/bench/fill "$tmp/ladder.db" 400 4000 400 tests/golden/show.jsonl || exit 3
count() { # FUNCTION PROGRAM ARGUMENTS...: instructions, with all that it calls
    function=$1 program=$2
    shift 2
    LD_BIND_NOW=1 valgrind --tool=callgrind --callgrind-out-file="$tmp/out" --toggle-collect="$function*" \
        "build/bench/$program" "$@" >/dev/null 2>"$tmp/err" || { cat "$tmp/err" >&2; return 1; }
    sed -n 's/^.*Collected : //p' "$tmp/err"
}

status=0
{
    echo '# Most instructions that a unit of each scenario of tests/bench/counts.sh may take: what was measured and 5 %'
    echo '# more. A count over its limit is a loss to be explained; one far under it asks for new limits:'
    echo "#   $again"
    echo "compiler $compiler"
} >"$tmp/limits"
while read -r name unit times rest; do
    # shellcheck disable=SC2086 # words of the table above
    total=$(count $rest </dev/null)
    [ "${total:-0}" -gt 0 ] || { echo "counts.sh: $name: nothing was counted" >&2; exit 1; }
    each=$((total / times))
    echo "$name $((each * 105 / 100))" >>"$tmp/limits"
    [ -n "$measure" ] && limit=$((each * 105 / 100)) || limit=$(sed -n "s/^$name //p" "$limits")
    if [ "$each" -le "${limit:-0}" ]; then verdict=ok; else verdict=OVER status=1; fi
    echo "$name $each instructions/$unit limit=${limit:-none} $verdict"
done <<EOF
$(echo "$scenarios" | sed "s|LADDER|$tmp/ladder.db|")
EOF
if [ -n "$measure" ]; then
    cp "$tmp/limits" "$limits" && echo "new limits in $limits"
elif [ $status -ne 0 ]; then
    echo "over the limits of $limits; where they are worth it: $again"
else
    echo "to measure the limits again: $again"
fi
exit $status

#!/bin/sh
# Four event loops: games are spread over them, bots lose their connections and return to the loops of their games,
# others commit faults or leave for good, and at the end every game counts once. Then some of the other scripts, with
# four loops. AVONDALE names another daemon (one built for ThreadSanitizer); then only the first part runs.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh
admin() { timeout "$(patience 20)" build/avondale admin --socket "$tmp/db.admin" "$@"; }
stat_of() { admin show stats | awk -v key="$1" '$1 == key { print $2 }'; }
results() { [ "$(stat_of results_stored)" -ge "$1" ]; }

# One process has honest bots; another has bots that disconnect and resume their sessions; one bot is killed while it
# plays; the faults of rude bots cost them games.
daemon "$tmp/db" --loops 4 --time "$(duration 2000)" --policy strikes=3 --verbose
hold_ms=$(duration 500) # of the 2000 ms of a decision
witnesses --bots 24 --hold "$tmp/hold" --hold-ms "$hold_ms"
python3 tests/lib/witness.py --ports "$tmp/ports" --told "$tmp/told.drop" --prefix d --bots 16 --drop 15 --seed 2 \
    --hold "$tmp/hold" --hold-ms "$hold_ms" >"$tmp/resumed" 2>"$tmp/droppers" &
droppers=$!
others=$droppers
for i in 1 2 3 4; do
    build/bots/rude --connect "$(head -1 "$tmp/ports")" --name "rude$i" 2>/dev/null &
    others="$others $!"
    build/bots/random --connect "$(head -1 "$tmp/ports")" --name "brief$i" 2>/dev/null &
    others="$others $!"
    brief=$!
done
await 60 results 50 || broken 'few games'
kill -9 "$brief" # most likely in the middle of a game
# The games run on all loops, and an operator sees and voids them on each.
: >"$tmp/seen"
seen_all() {
    admin --json show tables | python3 -c 'import json, sys
for table in json.load(sys.stdin): print(table["loop"])' >>"$tmp/seen"
    [ "$(sort -u "$tmp/seen" | wc -l)" = 4 ]
}
await 20 seen_all || broken 'not all loops play'
# Honest bots answer late meanwhile, so that a game lasts twenty seconds; else it is over before the command names it.
void_one() {
    for game in $(admin show tables | awk -v loop="$1" 'NR > 1 && $3 == loop { print $1 }'); do
        if admin void "$game" 2>/dev/null; then return 0; fi
    done
    return 1
}
: >"$tmp/hold"
for loop in 0 1 2 3; do
    await 20 void_one $loop || broken "no game of loop $loop can be made void"
done
rm "$tmp/hold"
await 20 admin kick w00 >/dev/null
await 90 results 200 || broken 'few games'
faults_before=$(grep -c 'closed: ' "$tmp/log")
[ "$faults_before" -gt 10 ] || broken 'no bot ever left'
admin show limits >/dev/null
admin drain >/dev/null
status=0
wait $server || status=$?
server=
[ $status = 0 ] || broken "the daemon ended with $status"
kill $droppers
wait $droppers || broken "a bot that comes back was blamed: $(tail -1 "$tmp/droppers")"
cat "$tmp/resumed"
[ "$(sed 's/ .*//' "$tmp/resumed")" -ge 20 ] || broken 'hardly anybody came back'
stop_witnesses
cat "$tmp/told.drop" >>"$tmp/told"
check_ladder "$tmp/db"
build/avondale ladder --store "sqlite:$tmp/db" export --records | tail -200 >"$tmp/records"
build/avondale replay --strict "$tmp/records"
[ -z "${AVONDALE:-}" ] || exit 0

# The scripts that run with one loop, in a tree whose daemon has four.
root=$tmp/root
mkdir -p "$root/build"
for file in *; do [ "$file" = build ] || ln -s "$(pwd)/$file" "$root/$file"; done
for file in build/*; do [ "$file" = build/avondale ] || ln -s "$(pwd)/$file" "$root/$file"; done
cat >"$root/build/avondale" <<END
#!/bin/sh
if [ "\$1" = serve ]; then shift; exec "$(pwd)/build/avondale" serve --loops 4 "\$@"; fi
exec "$(pwd)/build/avondale" "\$@"
END
chmod +x "$root/build/avondale"
for script in admin drain kill9 limits lobby reconnect reload; do
    KILLS=5 sh "$root/tests/integration/$script.sh" >"$tmp/out" 2>&1 || {
        cat "$tmp/out"
        broken "$script.sh, with four loops"
    }
done
echo 'other scripts run with four loops, too'

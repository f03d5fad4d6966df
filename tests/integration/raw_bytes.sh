#!/bin/sh
# A start-up error quotes a name, a value or a line of a file as text: no byte of it moves a cursor, reverses the
# direction of writing or begins a new line.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/await.sh
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
raw=$(printf 'x\033[2Jy\342\200\256z\001\r\302\233\377\nq\342\200\213')
bin=build/avondale
tried=0 bad=0
clean() { # ARGUMENT...: the command fails, and its message is clean
    tried=$((tried + 1))
    timeout "$(patience 20)" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    if [ $status = 0 ] || [ ! -s "$tmp/err" ]; then
        echo "raw_bytes: $2 $3: status $status, $(wc -c <"$tmp/err") bytes of error" >&2
        bad=1
    fi
    if LC_ALL=C tr -d '\n' <"$tmp/err" | LC_ALL=C grep -q "[$(printf '\001-\037\177')]" ||
        LC_ALL=C grep -q "$(printf '\342\200[\213\256]\\|\302\233\\|\377')" "$tmp/err" ||
        grep -q '^q' "$tmp/err"; then
        echo "raw_bytes: $2 $3: raw bytes in: $(od -c "$tmp/err" | head -20)" >&2
        bad=1
    fi
}
clean $bin "$raw" x
for command in serve match tournament worker check ladder admin replay rules solve analyze hint; do
    clean $bin $command "--$raw"
    clean $bin $command "$raw" "$raw"
done
two="--bot a=build/bots/basic --bot b=build/bots/basic"
for option in ruleset option games seed time policy openings sandbox bot-memory-mb records jobs bot; do
    # shellcheck disable=SC2086
    clean $bin match $two --games 1 --$option "/nonexistent/$raw"
done
word=$(printf '/nonexistent/\033y\342\200\256\302\233\377') # a name for which no shell is started
clean $bin match --bot a=build/bots/basic --bot "b=$word" --games 1
clean $bin match --bot "$raw=x" --bot b=build/bots/basic
clean $bin match --bot a=build/bots/basic --bot "b=$word" --games 1 --sandbox rlimit
for option in listen http store config ruleset journal log-file tls-cert time policy chat register; do
    clean $bin serve --listen 127.0.0.1:0 --http off --$option "/nonexistent/$raw"
done
printf 'listen = 127.0.0.1:0\n%s = %s\n' "$(printf 'k\033')" "$(printf 'v\033[2J')" >"$tmp/conf"
clean $bin serve --config "$tmp/conf"
printf '[tournament]\nname = %s\nformat = %s\n[entry %s]\ncommand = %s\n' "$(printf 'n\033[2J')" "$(printf 'f\033')" \
    "$(printf 'e\001\033')" "$(printf '/nonexistent/\033')" >"$tmp/cup.ini"
clean $bin tournament "$tmp/cup.ini"
clean $bin ladder --store "sqlite:/nonexistent/$raw" top
clean $bin ladder --store "sqlite:$tmp/db" show "$raw"
clean $bin ladder --store "sqlite:$tmp/db" token "$raw"
clean $bin ladder --store "$raw" top
clean $bin worker --store "$raw" --cache "$tmp/cache" --once
clean $bin worker --store "sqlite:/nonexistent/$raw" --cache "$tmp/cache" --once
clean $bin admin --admin "/nonexistent/$raw" show stats
printf '%s\n' "$raw" >"$tmp/records"
clean $bin replay "$tmp/records" x
clean $bin analyze "$tmp/records" x
clean $bin replay "/nonexistent/$raw" x
clean $bin rules show "$raw"
clean $bin rules check "$tmp/records"
clean $bin solve "$tmp/records"
clean $bin check -- "/nonexistent/$raw"
echo "raw_bytes: $tried errors, bad: $bad"
exit $bad

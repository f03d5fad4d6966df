#!/bin/sh
# A store of each schema that the program ever wrote (tests/vectors/stores) is opened, verified, exported, served and
# played on. Its results and records must equal the export of the program of its time. PostgreSQL's stores are skipped,
# with a line, where there is no server.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
. tests/lib/postgres.sh
stores=tests/vectors/stores
tmp=$(mktemp -d)
server=
postgres_dir=
clean() {
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
    wait 2>/dev/null || true
    [ -z "$postgres_dir" ] || postgres_stop immediate || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT

broken() {
    cat "$tmp/log" 2>/dev/null || true
    echo "$name: $*"
    exit 1
}
ladder() { build/avondale ladder --store "$url" "$@"; }

# One game more on $url, by bots whose names are in the store already.
play_on() {
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http off --admin off --store "$url" --register open \
        --port-file "$tmp/ports" --option max_hands=1 --games-total 1 --journal off 2>"$tmp/log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/log"
    port=$(awk '/127/ { print $NF; exit }' "$tmp/ports" | grep -oE '[0-9]+$')
    bots=
    for bot in basic1 basic2 basic3 basic4; do
        timeout "$(patience 60)" build/bots/basic --connect "127.0.0.1:$port" --name $bot >/dev/null 2>&1 &
        bots="$bots $!"
    done
    status=0
    wait "$server" || status=$?
    server=
    # shellcheck disable=SC2086 # words
    wait $bots 2>/dev/null || true
    [ $status = 0 ] || broken "the daemon ended with $status"
}

tried() { # NAME URL: with $stores/NAME.results.gz and .records.gz
    name=$1 url=$2
    ladder recompute --verify >"$tmp/verified" 2>"$tmp/log" || broken 'does not verify'
    grep -q ': 0 differ$' "$tmp/verified" || broken 'other ratings after a replay'
    ladder export >"$tmp/results"
    ladder export --records >"$tmp/records"
    python3 tests/integration/old_stores.py "$stores/$name" "$tmp/results" "$tmp/records" || broken 'changed'
    case $name in
    sqlite-[1-4] | postgresql-[1-3]) ;; # these versions had no seasons
    *) ladder season list | grep -q spring || broken 'its season is lost' ;;
    esac
    play_on
    ladder recompute --verify >"$tmp/verified" 2>"$tmp/log" || broken 'does not verify with a game more'
    grep -q '^5 results' "$tmp/verified" || broken "$(tail -1 "$tmp/verified")"
    echo "$name: $(tail -1 "$tmp/verified")"
}

for file in "$stores"/sqlite-*.db.gz; do
    name=$(basename "$file" .db.gz)
    gunzip -c "$file" >"$tmp/$name.db"
    tried "$name" "sqlite:$tmp/$name.db"
done

postgres_find || exit 0
postgres_built 'no old store of PostgreSQL was opened' || exit 0
# shellcheck disable=SC2034 # postgres.sh reads it
postgres_options='-c fsync=off'
postgres_make "$tmp" || exit 3
for file in "$stores"/postgresql-*.sql.gz; do
    name=$(basename "$file" .sql.gz)
    database=$(echo "$name" | tr -d -)
    postgres_sql "CREATE DATABASE $database"
    url="postgresql://ladder@/$database?host=$postgres_dir"
    gunzip -c "$file" | psql -q -v ON_ERROR_STOP=1 "$url" >/dev/null
    tried "$name" "$url"
done

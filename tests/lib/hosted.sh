# hosted.sh - a daemon that hosts programs, and what its owners ask of it: hosting.sh, hosting_postgres.sh; to be read
# with `.` from the top of the checkout, after await.sh. The caller has $tmp, fail, and `store`, the URL of a new store.
# shellcheck shell=sh disable=SC2154,SC2034

mkdir "$tmp/out.d"
printf '[tournament]\nformat = round-robin\nruleset = two-handed-dead\nmax_hands = 1\n' >"$tmp/cup.ini"
serve() { # LOG
    log=$1
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --admin off --journal off --store "$store" \
        --register claim --ruleset two-handed-dead --option max_hands=1 --time "$(patience 2000)" --log-level info \
        --host-jobs 4 --host-cache "$tmp/cache" --tournaments "$tmp/out.d" --event-key "$tmp/key" \
        --event "cup at=2090-01-01T20:00 file=$tmp/cup.ini entries=active" --port-file "$tmp/ports" 2>"$log" &
    daemon=$!
    await_daemon $daemon "$tmp/ports" "$log"
    url=http://$(sed -n 2p "$tmp/ports")
}
hand_in() { # NAME LABEL HOW: the owner of NAME hands it in
    [ -s "$tmp/$1.owner" ] || curl -s -X POST "$url/api/v1/account" | sed 's/.*"token":"\([0-9a-f]*\)".*/\1/' >"$tmp/$1.owner"
    rm -rf "$tmp/files"
    mkdir "$tmp/files"
    cp tests/integration/hosted_bot.py "$tmp/files/bot.py"
    printf '[bot]\nstart = python3 bot.py %s\nrulesets = two-handed-dead\n' "$3" >"$tmp/files/avondale.ini"
    tar -C "$tmp/files" -czf "$tmp/archive.tar" .
    curl -s -o "$tmp/answer" -w '%{http_code}' -T "$tmp/archive.tar" \
        -H "Authorization: Bearer $(cat "$tmp/$1.owner")" "$url/api/v1/bots/$1/versions/$2" >"$tmp/code"
    [ "$(cat "$tmp/code")" = 201 ] || fail "$1 $2: $(cat "$tmp/answer")"
}
owned() { # NAME PATH
    curl -s -H "Authorization: Bearer $(cat "$tmp/$1.owner")" "$url/api/v1/bots/$1/$2"
}
version_is() { owned "$1" "versions/$2" | grep -q "\"state\":\"$3\""; }
has_played() { grep -q "name=$1 version=$2 its turn is over: game=" "$log"; }

event_is() { curl -s "$url/api/v1/events/cup" | grep -q "\"state\":\"$1\""; }

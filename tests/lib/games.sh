# games.sh: to be sourced by scripts that want a daemon whose store holds some games. Needs $tmp; sets $page (the
# address of the pages) and $bots. `play_games RULESET COUNT BOT...` plays and stops; `serve` then only serves.
. tests/lib/await.sh
server=
players=
games_stop() {
    for pid in $players $server; do kill "$pid" 2>/dev/null || :; done
    # shellcheck disable=SC2086
    [ -z "$players$server" ] || wait $players $server 2>/dev/null || :
    players=
    server=
}

serve() { # OPTION...
    rm -f "$tmp/ports"
    build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --store "sqlite:$tmp/db" \
        --port-file "$tmp/ports" "$@" 2>>"$tmp/serve.log" &
    server=$!
    await_daemon "$server" "$tmp/ports" "$tmp/serve.log"
    bots=$(sed -n 1p "$tmp/ports")
    page=$(sed -n 2p "$tmp/ports")
}

play_games() { # RULESET COUNT BOT...: the daemon ends by itself after COUNT games
    ruleset=$1
    count=$2
    shift 2
    serve --ruleset "$ruleset" --option max_hands=3 --games-total "$count"
    number=0
    for bot in "$@"; do
        number=$((number + 1))
        "build/bots/$bot" --connect "$bots" --name "$bot-$number" >/dev/null 2>&1 &
        players="$players $!"
    done
    wait "$server" || :
    server=
    games_stop
}

# games.sh - a daemon with pages, one at a time, and games in its store; source it from the top of the checkout. Makes
# $tmp. When the script ends, the processes are killed and $tmp is removed. `play_games RULESET COUNT BOT...` plays and
# stops; `serve` then only serves, and sets $page (the address of the pages) and $bots.
# shellcheck shell=sh disable=SC2034
. tests/lib/await.sh
tmp=$(mktemp -d)
server=
players=
trap 'games_stop; rm -rf "$tmp"' EXIT

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

play_season() { # FOUR OTHERS: FOUR games of four players; then a season with OTHERS games of each other number of players
    play_games wikipedia "$1" basic random basic random random
    seasons_start
    play_games two-handed-table "$2" basic random
    play_games two-handed-draw "$2" basic random
    play_games two-handed-draft "$2" basic random
    play_games three-handed-dead "$2" basic random random
    play_games five-handed "$2" basic random random random random
    play_games six-handed "$2" basic random random random random random
    season_end_old
}

slow_players() { # GATE: four bots, which answer as many requests as that file has bytes
    for number in 1 2 3 4; do
        python3 tests/lib/slow_bot.py "$bots" "slow-$number" "$1" 2>>"$tmp/bots.log" &
        players="$players $!"
    done
}

serve_slowly() { # OPTION...: a game of four hands whatever its bots bid, which lasts as long as $tmp/gate grows
    printf '1111111' >"$tmp/gate"
    serve --option max_hands=4 --option target=10000 --option floor=-10000 --live-delay 0 --time 600000 "$@"
    slow_players "$tmp/gate"
    await 20 game_under_way
}

game_under_way() { curl -sS "http://$page/api/v1/tables" | grep -q '"game"'; }

seasons_start() { # two at once
    for season in old new; do
        build/avondale ladder --store "sqlite:$tmp/db" season start $season --to 2100-01-01 --chips 500 --buy-in 5 >/dev/null
    done
}

# Adds an event in the future and one that runs, beside a daemon.
events_start() {
    for name in night day; do
        build/avondale ladder --store "sqlite:$tmp/db" event add $name kind=season at=2090-01-01T20:00 \
            repeat=daily length=2h >/dev/null
    done
    printf '[tournament]\nformat = round-robin\n[entry ann]\ncommand = x\n[entry bob]\ncommand = x\n' >"$tmp/open.ini"
    build/avondale ladder --store "sqlite:$tmp/db" event add open at=2090-01-01T20:00 file="$tmp/open.ini" entries=signed \
        >/dev/null
    python3 - "$tmp/db" <<'END'
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], timeout=60)
db.execute("UPDATE calendar_event SET due_msec = ? WHERE name = 'day'", (int(time.time() * 1000) - 1000,))
db.commit()
END
    await 30 event_runs
}
# Makes a series of two events that are over.
series_counted() {
    python3 - "$tmp/db" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
db.execute("INSERT INTO document (name, text) VALUES ('series/league', ?)", (
    '{"format":"avondale-series/1","series":"league","runs":["day-1","day-2"],"rows":[{"rank":1,"entry":"ann",'
    '"points":4300,"events":2,"places":[1,1]},{"rank":2,"entry":"bob","points":1800,"events":1,"places":[0,1]}]}',))
db.commit()
END
}
event_runs() { curl -sS "http://$page/api/v1/events" | grep -q '"state":"running"'; }

season_end_old() { # signed
    build/avondale ladder --store "sqlite:$tmp/db" key "$tmp/key" >/dev/null
    build/avondale ladder --store "sqlite:$tmp/db" season end old --key "$tmp/key" >/dev/null
}

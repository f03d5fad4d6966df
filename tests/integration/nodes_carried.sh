#!/bin/sh
# Two nodes on one PostgreSQL. A bot that waits at node b does not follow redirects, so node b carries it to node a,
# where three others wait. Node b is killed, ends, or is restarted; the bot returns, or stays away; or the bot itself
# ends. A failing node costs no bot a fault or a rating; a failing bot pays itself. ROUNDS (1) repeats the first part.
# Skips, and says so, where no server can be started.
set -eu
cd "$(dirname "$0")/../.."
test=nodes_carried
. tests/lib/nodes.sh
nodes_begin 'nothing of carried bots was tested'
await_step=0.25 # each try is a process of psql
ROUNDS=${ROUNDS:-1} LOOPS=${LOOPS:-2}
: >"$tmp/told"
homes=''
port_a=$(free_port) port_b=$(free_port)
node() { # NAME PORT
    rm -f "$tmp/ports.$1"
    build/avondale serve --listen "127.0.0.1:$2" --http off --store "$postgres_url" --node "$1" --admin "$tmp/admin.$1" \
        --loops "$LOOPS" --port-file "$tmp/ports.$1" --log-level info --option max_hands=2 --time "$(duration 2000)" --resume-budget 14 \
        --journal "$tmp/journal.$1" \
        2>>"$tmp/$1.log" &
    eval "node_$1=$!"
    await_daemon $! "$tmp/ports.$1" "$tmp/$1.log"
}
play() { # NAME ADDRESS...: one bot that stays connected; its process is $!
    name=$1
    shift
    NAMES=$name THINK=0.1 FOLLOW=none python3 tests/integration/cluster_bots.py play 1 "$tmp/told" "$@" &
}
until_true() { # WHAT SECONDS COMMAND...
    what=$1 seconds=$2
    shift 2
    await "$seconds" "$@" || fail "$what"
}
more_than() { [ "$(count "$1")" -gt "$2" ]; }
logged() { [ "$(grep -c "$1" "$tmp/a.log")" -gt "$2" ]; }
held() { grep -c 'silent: held' "$tmp/a.log" || true; }
ready() { grep -c 'name=carried0 ready' "$tmp/a.log" || true; }
ratings() { postgres_sql 'SELECT name, rating_milli, games FROM bot ORDER BY name'; }
faults() { # the faults in records, and the games lost by faults
    build/avondale ladder --store "$postgres_url" export --records | grep -oE '"(time|gone|exit|start)"' | wc -l
    count "result WHERE reason = 'forfeit'"
}
decisions() { admin_a show stats | awk '$1 == "decisions" { print $2 }'; }
well_under_way() { [ "$(count 'announced WHERE open')" = 1 ] && [ "$(decisions)" -ge $((decided + 10)) ]; }
over() { [ "$(count 'announced WHERE open')" = 0 ]; }
admin_a() { build/avondale admin --socket "$tmp/admin.a" "$@"; }
all_gone() { [ "$(admin_a show limits | awk '$1 == "peers-max" { print $3 }')" = 0 ]; }
# The games of bots that are gone would go on until their times are up, and keep the places of these bots; and bots that
# were killed may be seated once more before their end.
nothing_left() {
    for game in $(admin_a show tables | awk 'NR > 1 { print $1 }'); do admin_a void "$game" >/dev/null 2>&1 || true; done
    over && all_gone
}
played="result WHERE reason <> 'aborted'" void="result WHERE reason = 'aborted'"
begin() { # ADDRESS...: four bots; returns in the middle of a game with one that is carried; two where homes='1 2'
    before=$(ready) charged=$(faults)
    games=$(count "$played") forfeits=$(count "result WHERE reason = 'forfeit'") voids=$(count "$void") holds=$(held)
    for n in ${homes:-1 2 3}; do
        play "home$n" "127.0.0.1:$port_a"
        bots="$bots $!"
    done
    play carried "$@"
    carried=$!
    if [ -n "${homes:-}" ]; then
        play twin "$@"
        bots="$bots $!"
    fi
    until_true 'no bot is carried' 40 logged 'name=carried0 ready' "$before"
    decided=$(decisions)
    until_true 'no game is under way' 20 well_under_way
}
end() { # ends all bots; their faults and forfeits do not matter
    # shellcheck disable=SC2086 # several
    kill -9 $bots $carried 2>/dev/null || true
    wait $bots $carried 2>/dev/null || true
    bots="" carried=""
    until_true 'bots that were killed are still there, or a game hangs' 60 nothing_left
}
nobody_is_charged() { [ "$(faults)" = "$charged" ] || fail "faults were $charged, are $(faults)"; }

node a "$port_a"
round=0
while [ $round -lt "$ROUNDS" ]; do
    round=$((round + 1))
    for how in KILL TERM; do
        echo "== node b ends by $how, its bot moves to the other node: the game continues"
        node b "$port_b"
        begin "127.0.0.1:$port_b" "127.0.0.1:$port_a"
        kill -s $how "$node_b"
        wait "$node_b" 2>/dev/null || true
        until_true 'the game does not continue' 40 more_than "$played" "$games"
        nobody_is_charged
        [ "$(held)" -gt "$holds" ] || fail 'nothing was held'
        [ "$(count "$void")" = "$voids" ] || fail 'a game is void'
        end
    done
    echo "== node b is killed, which carries two: the game continues"
    node b "$port_b"
    homes='1 2'
    begin "127.0.0.1:$port_b" "127.0.0.1:$port_a"
    homes=''
    kill -9 "$node_b"
    wait "$node_b" 2>/dev/null || true
    until_true 'the game does not continue' 40 more_than "$played" "$games"
    nobody_is_charged
    [ "$(held)" -ge $((holds + 2)) ] || fail 'not both were held'
    [ "$(count "$void")" = "$voids" ] || fail 'a game is void'
    end
    echo "== node b is killed and restarted, and its bot returns to it: the game continues"
    node b "$port_b"
    begin "127.0.0.1:$port_b"
    kill -9 "$node_b"
    wait "$node_b" 2>/dev/null || true
    node b "$port_b"
    until_true 'the game does not continue' 40 more_than "$played" "$games"
    [ "$(held)" -gt "$holds" ] || fail 'nothing was held'
    [ "$(count "$void")" = "$voids" ] || fail 'a game is void'
    nobody_is_charged
    end

    echo "== both nodes are killed and restarted, the bot returns to node b: the game continues"
    begin "127.0.0.1:$port_b"
    kill -9 "$node_a" "$node_b"
    wait "$node_a" "$node_b" 2>/dev/null || true
    node a "$port_a"
    node b "$port_b"
    until_true 'the game does not continue' 40 more_than "$played" "$games"
    nobody_is_charged
    [ "$(count "$void")" = "$voids" ] || fail 'a game is void'
    end

    echo "== node b and its bot are killed: the game is void in time, and moves nothing"
    for try in 1 2 3; do
        begin "127.0.0.1:$port_b"
        counted=$(count "$played") rated=$(ratings)
        kill -9 "$node_b" "$carried"
        wait "$node_b" "$carried" 2>/dev/null || true
        carried=
        until_true 'others are blocked' 30 more_than "$void" "$voids"
        nobody_is_charged
        [ "$(count "$played")" != "$counted" ] || break
        # On a busy machine a game may have ended after its ratings were read, and another one was void.
        [ $try != 3 ] || fail 'games end before node b does'
        end
        node b "$port_b"
    done
    [ "$(ratings)" = "$rated" ] || fail 'ratings moved'
    [ "$(count "$void AND unrated = 'the node that carried carried0 is gone'")" -gt 0 ] || fail 'no reason'
    end

    echo "== the carried bot is killed: it is charged"
    node b "$port_b"
    begin "127.0.0.1:$port_b"
    kill -9 "$carried"
    wait "$carried" 2>/dev/null || true
    carried=
    until_true 'it is not charged' 30 more_than "result WHERE reason = 'forfeit'" "$forfeits"
    [ "$(count "$void")" = "$voids" ] || fail 'a game is void'
    end
    kill -9 "$node_b"
    wait "$node_b" 2>/dev/null || true
    node_b=
done
build/avondale ladder --store "$postgres_url" recompute --verify

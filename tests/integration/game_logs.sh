#!/bin/sh
# An owner finds out remotely why a bot lost: the owner, and nobody else, reads the log of a game after the game is
# over. The log holds neither messages to other seats nor a token. Where game logs are off, there are none.
set -eu
cd "$(dirname "$0")/../.."
command -v curl >/dev/null || { echo "curl is not installed"; exit 77; }
. tests/lib/daemon.sh
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME

open_daemon() { # OPTIONS of the daemon
    daemon "$tmp/db" --register claim --log-level info --http 127.0.0.1:0 --ruleset two-handed-dead "$@"
    address=$(head -1 "$tmp/ports")
    page=$(sed -n 2p "$tmp/ports" | grep -oE '127\.0\.0\.1:[0-9]+' || true)
    [ -n "$page" ] || broken "no page: $(cat "$tmp/ports")"
}
more_than() { [ "$(grep -c "$2" "$tmp/log")" -gt "$1" ]; }
file_of() { echo "$tmp/config/avondale/tokens/$(echo "$address" | tr : _)/$1"; }
claim() { # NAME OWNER: claims the name, and gives the bot to the owner
    build/bots/random --connect "$address" --name "$1" --reconnect 0 >/dev/null 2>&1 &
    bot=$!
    others="$others $bot"
    await 20 test -s "$(file_of "$1")" || broken "$1 keeps no token"
    kill "$bot"
    wait "$bot" 2>/dev/null || true
    [ -z "$2" ] || build/avondale account take "$1" --bot-token-file "$(file_of "$1")" --server "http://$page" \
        --token-file "$tmp/$2" >/dev/null || broken "$1 is not taken over"
}
play() { # returns when a game is over
    for name in ann bob; do
        # shellcheck disable=SC2086
        build/bots/random --connect "$address" --name $name --reconnect 0 >/dev/null 2>&1 &
        others="$others $!"
        eval "$name=$!"
    done
    await 60 played || broken 'no game is over'
    kill "$ann" "$bob" 2>/dev/null || true
    wait "$ann" "$bob" 2>/dev/null || true
}
played() { curl -sS "http://$page/metrics" | grep -qE '^avondale_games_total [1-9]'; }
logs() { build/avondale logs "$@" --server "http://$page"; }
code() { # PATH [ARGUMENTS]
    path=$1
    shift
    curl -sS -o "$tmp/answer" -w '%{http_code}' "$@" "http://$page$path"
}
has_log() { logs ann --token-file "$tmp/one" | grep -q decisions; }

open_daemon
build/avondale account create --server "http://$page" --token-file "$tmp/one" >/dev/null
build/avondale account create --server "http://$page" --token-file "$tmp/two" >/dev/null
claim ann one
claim bob ''
logs ann --token-file "$tmp/one" | grep -q 'no game has a log' || broken 'a log before a game'
play
await 20 has_log || broken 'ann has no log'
game=$(logs ann --token-file "$tmp/one" | sed -n 's/ .*//;1p')
logs ann "$game" --token-file "$tmp/one" >"$tmp/seen" || broken 'ann: the log is not shown'
grep -qE '^[0-9]+ decisions, [0-9]+ ms of thinking' "$tmp/seen" || broken 'no numbers'
grep -qE '^ +[0-9.]+ > act ' "$tmp/seen" || broken "no message of ann: $(head -5 "$tmp/seen")"
grep -qE '^ +[0-9.]+ < turn ' "$tmp/seen" || broken 'no message to ann'

# The other seat's cards appear only in its own messages.
seats=$(grep -oE '< game .*' "$tmp/seen" | grep -oE 'seat=[0-9]' | sort -u | wc -l)
[ "$seats" -le 1 ] || broken 'messages of two seats'
for word in "$(cat "$(file_of ann)")" "$(cat "$(file_of bob)")" "$(cat "$tmp/one")"; do
    ! grep -q "$word" "$tmp/seen" || broken 'a token is in a log'
done
! grep -qE '< (welcome|over .*seed=[0-9a-f])' "$tmp/seen" || broken 'a session or a seed is in a log'

# Only the owner can read the log.
log=/api/v1/bots/ann/games/$game/log
[ "$(code "$log")" = 401 ] || broken 'without a token'
[ "$(code "$log" -H "Authorization: Bearer $(echo "$game" | sha256sum | cut -c1-64)")" = 401 ] || broken 'a wrong token'
[ "$(code "$log" -H "Authorization: Bearer $(cat "$(file_of ann)")")" = 403 ] || broken "the bot's own token"
[ "$(code "$log" -H "Authorization: Bearer $(cat "$tmp/two")")" = 404 ] || broken 'another owner'
[ "$(code "/api/v1/bots/ann/games" -H "Authorization: Bearer $(cat "$tmp/two")")" = 404 ] || broken 'the list of another owner'
[ "$(code "/api/v1/bots/bob/games/$game/log" -H "Authorization: Bearer $(cat "$tmp/one")")" = 404 ] || broken 'a bot without an owner'
[ "$(code "$log" -H "Authorization: Bearer $(cat "$tmp/one")")" = 200 ] || broken 'its owner'
curl -sSI "http://$page$log" -H "Authorization: Bearer $(cat "$tmp/one")" | grep -qi 'cache-control: no-store' ||
    broken 'a log may be kept by who stands in between'
[ "$(code /account -d "do=logs&name=ann&game=$game" --data-urlencode "token=$(cat "$tmp/one")")" = 200 ] || broken 'the page'
grep -q '&gt; act ' "$tmp/answer" || broken 'the page does not show it'
status=0
logs bob "$game" --token-file "$tmp/one" 2>"$tmp/err" || status=$?
[ $status = 1 ] && grep -q 'no log of that game' "$tmp/err" || broken "a refusal: $status $(cat "$tmp/err")"
stop_daemon 0

# With game logs off none is written, and the existing ones are removed.
old=$(dirname "$(file_of ann)")
open_daemon --game-log-mb 0
cp -r "$old" "$(dirname "$(file_of ann)")" # the same names, but another port
gone() { ! has_log 2>/dev/null; }
await 20 gone || broken 'logs stay where there are none'
play
gone || broken 'a log where there are none'
stop_daemon 0
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify >/dev/null || broken 'the log does not verify'
echo 'logs are for owners alone'

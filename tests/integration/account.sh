#!/bin/sh
# Owners, with a whole daemon. An owner takes over a bot that claimed its name. It stops the bot: the connection ends,
# and the bot is refused until the owner starts it again. It renews the token: a bot that plays with the old one is
# disconnected. No log or page shows a token.
set -eu
cd "$(dirname "$0")/../.."
command -v curl >/dev/null || { echo "curl is not installed"; exit 77; }
. tests/lib/daemon.sh
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME
more_than() { [ "$(grep -c "$2" "$tmp/log")" -gt "$1" ]; }
said() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
# api CODE METHOD PATH [ARGUMENTS]: writes the answer to $tmp/answer
api() {
    code=$1 method=$2 path=$3
    shift 3
    got=$(curl -sS -o "$tmp/answer" -w '%{http_code}' -X "$method" "$@" "http://$page$path")
    [ "$got" = "$code" ] || { cat "$tmp/answer"; broken "$method $path: $got in place of $code"; }
}

daemon "$tmp/db" --register claim --log-level info --http 127.0.0.1:0
address=$(head -1 "$tmp/ports")
page=$(sed -n 2p "$tmp/ports" | grep -oE '127\.0\.0\.1:[0-9]+' || true)
[ -n "$page" ] || broken "no page: $(cat "$tmp/ports")"

joined() { # NAME: waits until its bot has connected once more
    before=$(grep -c "name=$1 ready" "$tmp/log" || true)
    build/bots/random --connect "$address" --name "$1" --reconnect 0 >/dev/null 2>"$tmp/bot.$1" &
    bot=$!
    others="$others $bot"
    await 20 more_than "$before" "name=$1 ready" || broken "$1 is not ready"
}
ended() { ! kill -0 "$bot" 2>/dev/null; }
refused() { # NAME WORDS
    timeout "$(patience 20)" build/bots/random --connect "$address" --name "$1" --reconnect 0 >"$tmp/refused" 2>&1 || true
    grep -q "$2" "$tmp/refused" || { cat "$tmp/refused"; broken "$1 was not told: $2"; }
}

joined ann
file=$tmp/config/avondale/tokens/$(echo "$address" | tr : _)/ann
await 20 test -s "$file" || broken 'ann keeps no token'
ann=$(cat "$file")
api 201 POST /api/v1/account
owner=$(said token <"$tmp/answer")
api 201 POST /api/v1/account
other=$(said token <"$tmp/answer")
mine="Authorization: Bearer $owner"
api 200 POST /api/v1/account/bots/ann -H "$mine" -d "token=$ann"
api 404 POST /api/v1/account/bots/ann/stop -H "Authorization: Bearer $other"
! ended || broken 'another owner ended it'
api 200 POST /api/v1/account/bots/ann/stop -H "$mine"
await 20 ended || broken 'a stopped bot still plays'
refused ann 'its owner stopped'
api 200 POST /api/v1/account/bots/ann/start -H "$mine"
joined ann
api 200 POST /api/v1/account/bots/ann/token -H "$mine"
new=$(said token <"$tmp/answer")
await 20 ended || broken 'the bot with the old token still plays'
refused ann 'needs its token'
echo "$new" >"$file"
joined ann
kill "$bot"
wait "$bot" 2>/dev/null || true
# The same through the command, for a second owner. The owner's token is stored beside those of the bots.
account() { build/avondale account "$@" --server "http://$page"; }
joined bob
bobs=$tmp/config/avondale/tokens/$(echo "$address" | tr : _)/bob
await 20 test -s "$bobs" || broken 'bob keeps no token'
account create >"$tmp/out" || broken 'no account'
kept=$tmp/config/avondale/tokens/$(echo "$page" | tr : _)/.owner
[ "$(stat -c %a "$kept")" = 600 ] || broken 'the token of an owner is not its own'
second=$(cat "$kept")
! grep -q "$second" "$tmp/out" || broken 'the token of an owner is shown'
if account create 2>/dev/null; then broken 'an owner is made over another'; fi
account take bob --bot-token-file "$bobs" >/dev/null || broken 'bob is not taken over'
if account stop ann 2>"$tmp/err"; then broken 'it stopped the bot of another owner'; fi
grep -q "$page/api/v1/account/bots/ann/stop: name: expected a bot that is yours" "$tmp/err" ||
    broken "a refusal does not say why: $(cat "$tmp/err")"
account stop bob >/dev/null
await 20 ended || broken 'bob still plays'
account show | grep -q '^bob *stopped$' || broken 'bob is not shown'
account start bob >/dev/null
account token bob --bot-token-file "$bobs" >/dev/null
joined bob
account renew >/dev/null
[ "$(cat "$kept")" != "$second" ] || broken 'the token of an owner is not new'
account show >/dev/null || broken 'the new token does not work'
second="$second|$(cat "$kept")|$(cat "$bobs")"
kill "$bot"
wait "$bot" 2>/dev/null || true
build/avondale ladder --store "sqlite:$tmp/db" recompute --verify >/dev/null || broken 'the log does not verify'
stop_daemon 0
build/avondale ladder --store "sqlite:$tmp/db" show ann | grep -q '^owner *own-' || broken 'ann has the owner that it began with'
for word in "$ann" "$owner" "$other" "$new" "$second"; do
    ! grep -qE "$word" "$tmp/db" "$tmp/log" || broken 'a token was written down'
done

daemon "$tmp/db" --bots-per-owner 0 --http 127.0.0.1:0
page=$(sed -n 2p "$tmp/ports" | grep -oE '127\.0\.0\.1:[0-9]+' || true)
api 404 POST /api/v1/account
api 404 GET /account
stop_daemon 0

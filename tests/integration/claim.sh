#!/bin/sh
# Claimed names: the first bot that asks for a new name gets a token, once, and the name needs it from then on. Lines
# behind the hello wait for the answer. A wrong token changes nothing; the rate limit of an address holds; a name that
# is open to all stays open. With remote connections a daemon uses claimed names unless the operator chooses otherwise.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
. tests/lib/daemon.sh
daemon "$tmp/db" --register open
python3 tests/integration/claim.py free "$(head -1 "$tmp/ports")" || broken 'open'
stop_daemon 0
daemon "$tmp/db" --register claim
python3 tests/integration/claim.py claim "$(head -1 "$tmp/ports")" "$tmp/token" || broken 'claim'
stop_daemon 0
daemon "$tmp/db" --register claim # the token outlives the daemon
python3 tests/integration/claim.py again "$(head -1 "$tmp/ports")" "$tmp/token" || broken 'again'
stop_daemon 0
if grep -q "$(cat "$tmp/token")" "$tmp/db" "$tmp/log"; then broken 'the token itself was written down'; fi
daemon "$tmp/db" --register claim --names-per-minute 5
python3 tests/integration/claim.py rate "$(head -1 "$tmp/ports")" || broken 'rate'
stop_daemon 0
daemon "$tmp/remote" --listen 0.0.0.0:0
python3 tests/integration/claim.py auto "127.0.0.1:$(head -1 "$tmp/ports" | sed 's/.*://')" || broken 'auto'
stop_daemon 0

# The client libraries claim the names of their bots, keep the tokens and send them by themselves.
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME
# kit NAME: starts that bot, and waits until it is ready once more.
kit() {
    before=$(grep -c "name=$1 ready" "$tmp/log" || true)
    # shellcheck disable=SC2086 # several words
    $2 --connect "$address" --name "$1" 2>>"$tmp/kit" &
    kit=$!
    others="$others $kit"
    await 20 more_than "$before" "name=$1 ready" || broken "$1 is not ready"
    await 20 test -s "$file" || broken "$1 does not keep its token"
    kill "$kit"
    wait "$kit" 2>/dev/null || true
}
more_than() { [ "$(grep -c "$2" "$tmp/log")" -gt "$1" ]; }
join() { # NAME COMMAND: runs the bot twice, which claims the name once; the token file of another user does not work
    file=$tmp/config/avondale/tokens/$(echo "$address" | tr : _)/$1
    kit "$1" "$2"
    [ "$(stat -c %a "$file")" = 600 ] || broken "$file is for others, too"
    kit "$1" "$2"
    [ "$(grep -c "name=$1 claimed" "$tmp/log")" = 1 ] || broken "$1 was not claimed once"
    # shellcheck disable=SC2086
    XDG_CONFIG_HOME="$tmp/thief" timeout "$(patience 20)" $2 --connect "$address" --name "$1" 2>"$tmp/thief.log" || true
    grep -q 'needs its token' "$tmp/thief.log" || broken "the thief of $1 was not told why"
}
daemon "$tmp/kits" --register claim --log-level info
address=$(head -1 "$tmp/ports")
join in-c 'build/bots/random'
join in-python 'python3 sample-bots/python/cautious_bot.py'
! command -v node >/dev/null || join in-js 'node sample-bots/js/cautious_bot.mjs'
# Sides of several owners have names of this form, so no bot may claim one, whatever its hello says.
for name in own-0011aabbccdd NET-0011aabbccdd; do
    timeout "$(patience 20)" build/bots/random --connect "$address" --name $name --reconnect 0 2>"$tmp/reserved" || true
    grep -q 'needs its token' "$tmp/reserved" || broken "a bot is called $name"
    ! build/avondale ladder --store "sqlite:$tmp/kits" show $name >/dev/null 2>&1 || broken "$name is in the ladder"
done
if build/avondale ladder --store "sqlite:$tmp/kits" add net-0011 2>"$tmp/reserved"; then broken 'net-0011 was added'; fi
grep -q 'begins neither with own- nor with net-' "$tmp/reserved" || broken 'net-0011 is refused without a reason'
stop_daemon 0
status=0
build/avondale serve --register nobody 2>"$tmp/refused" || status=$?
[ $status = 2 ] && grep -q nobody "$tmp/refused" || broken 'a way to register that there is not'

#!/bin/sh
# Names by code: only a code of `avondale ladder invite` admits a new name, as often and as long as it is valid; each
# client can send one. A bot with a token needs no code. No log or page shows the code.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
. tests/lib/daemon.sh
ladder() { build/avondale ladder --store "sqlite:$tmp/db" "$@"; }
XDG_CONFIG_HOME=$tmp/config
export XDG_CONFIG_HOME
more_than() { [ "$(grep -c "$2" "$tmp/log")" -gt "$1" ]; }
# joins NAME COMMAND...: it is ready, and ended then
joins() {
    name=$1
    shift
    before=$(grep -c "name=$name ready" "$tmp/log" || true)
    "$@" 2>>"$tmp/kit" &
    kit=$!
    others="$others $kit"
    await 20 more_than "$before" "name=$name ready" || broken "$name is not ready"
    await 20 test -s "$kept/$name" || broken "$name does not keep its token"
    kill "$kit"
    wait "$kit" 2>/dev/null || true
}
# refused WORDS COMMAND...: the bot receives these words
refused() {
    words=$1
    shift
    timeout "$(patience 20)" "$@" >"$tmp/refused" 2>&1 || true
    grep -q "$words" "$tmp/refused" || { cat "$tmp/refused"; broken "$*: was not told: $words"; }
}

daemon "$tmp/db" --register invite --log-level info
address=$(head -1 "$tmp/ports")
kept=$tmp/config/avondale/tokens/$(echo "$address" | tr : _)
code=$(ladder invite --uses 4 --until 2099-01-01 2>"$tmp/made")
refused 'needs a code' build/bots/random --connect "$address" --name early
refused 'needs a code' build/bots/random --connect "$address" --name early --invite "x$code"
joins in-c build/bots/random --connect "$address" --name in-c --invite "$code"
joins in-c build/bots/random --connect "$address" --name in-c # the bot has its token
joins in-python python3 sample-bots/python/cautious_bot.py --connect "$address" --name in-python --invite "$code"
uses=2
if command -v node >/dev/null; then
    joins in-js node sample-bots/js/cautious_bot.mjs --connect "$address" --name in-js --invite "$code"
    uses=$((uses + 1))
fi
joins bridged build/avondale connect "$address" --name bridged --invite "$code" -- build/bots/random
uses=$((uses + 1))
while [ $uses -lt 4 ]; do
    joins "more$uses" build/bots/random --connect "$address" --name "more$uses" --invite "$code"
    uses=$((uses + 1))
done
refused 'as many new names as it may' build/bots/random --connect "$address" --name fifth --invite "$code"
ladder invite list | grep -q '^[0-9a-f]* *4 *4 2099-01-01' || broken "$(ladder invite list)"

other=$(ladder invite --uses 9 2>/dev/null)
joins sixth build/bots/random --connect "$address" --name sixth --invite "$other"
ladder invite withdraw "$other" >/dev/null
refused 'needs a code' build/bots/random --connect "$address" --name seventh --invite "$other"
# The code has expired: the test sets the time in the store instead of waiting.
late=$(ladder invite --until 2099-01-01 2>"$tmp/made")
id=$(cut -d: -f1 "$tmp/made")
python3 - "$tmp/db" "$id" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=60)
assert db.execute("UPDATE invite SET until_msec = 1000 WHERE id = ?", (sys.argv[2],)).rowcount == 1
db.commit()
PY
refused 'until its time' build/bots/random --connect "$address" --name eighth --invite "$late"
stop_daemon 0
for word in "$code" "$other" "$late"; do
    ! grep -q "$word" "$tmp/db" "$tmp/log" || broken 'a code was written down'
done
daemon "$tmp/db" --register claim # a name admitted by a code is like any claimed name
address=$(head -1 "$tmp/ports")
refused 'needs its token' build/bots/random --connect "$address" --name in-c --token-file "$tmp/thief"
stop_daemon 0

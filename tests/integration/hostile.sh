#!/bin/sh
# Hostile clients: each gets a verdict, memory stays bounded, the log cannot be forged, and the honest bots beside them
# are charged with nothing.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo 'needs python3'; exit 77; }
. tests/lib/daemon.sh
attack() {
    python3 tests/lib/hostile.py "$tmp/ports" $server "$1" || broken "$1"
}

# The clients that cost a game sit down with three honest bots, which win it, or lose it as the partner.
for how in silent chatter; do
    daemon "$tmp/$how" --time "$(patience 800)" --policy strict
    witnesses --bots 3
    attack $how
    stop_daemon 0
    stop_witnesses
    check_ladder "$tmp/$how"
    python3 - "$tmp/export" $how <<'END' || broken 'the wrong one lost'
import json, sys
games = [game for game in map(json.loads, open(sys.argv[1])) if game["reason"] == "forfeit"]
assert games
for game in games:
    side = next(seat["side"] for seat in game["seats"] if seat["bot"] == sys.argv[2])
    assert all((seat["rank"] > 1) == (seat["side"] == side) for seat in game["seats"]), game
END
    rm "$tmp/told"
done

# The other clients only disturb: four honest bots play on.
daemon "$tmp/db" --policy strict --verbose --handshake-ms 2000
witnesses --bots 4
await 20 told_at_least 40 || broken 'no game is played'
before=$(told)
attack drip
await 20 told_at_least $((before + 40)) || broken 'no game is played beside clients that drip'
stop_daemon 0
stop_witnesses
check_ladder "$tmp/db"
for how in malformed flood deaf; do
    daemon "$tmp/$how" --verbose
    attack $how
    stop_daemon 0
done
grep -q 'closed: more than 20000 messages a second' "$tmp/log" || broken 'no verdict on a flood'

# Every line of the log has the form that the daemon writes.
if grep -Evq '^(time=20[0-9-]{8}T[0-9:.]{12}Z level=(error|warn|info) |listening on |http on )' "$tmp/log" ||
    grep -q 'forged' "$tmp/log"; then
    broken 'the log was forged'
fi
